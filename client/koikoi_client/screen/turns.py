"""What was done before, in words as full as there are rows."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import table_pb2 as pb

from ..faces import Line
from ..texts import text
from .cells import at_most, wrap
from .spoken import brief_turn, turn_words
from .view import View

Told = list[Line]
"""Something in one of the forms that it can be told in."""


def previous(view: View, columns: int, *, brief: bool = False) -> Told:
    """The turn before this one; *brief* in a line."""
    if brief:
        return _in_a_line(_brief(view, view.match.last_turn), columns) if view.playing else []
    words = turn_words(view, view.match.last_turn) if view.playing else ""
    return _wrapped(text("Previous turn: {turn}", turn=words), columns) if words else []


def own_previous(view: View, columns: int, *, brief: bool = False) -> Told:
    """My own last turn, where another's came after it; *brief* in a line."""
    if not view.own_turn or not view.playing or list(view.match.last_turn) == list(view.own_turn):
        return []
    label = "Your last turn: {turn}"
    if brief:
        words = _brief(view, view.own_turn, named=False)
        forms = [text(label, turn=each) for each in words]
        return _in_a_line([*forms, text("You: {turn}", turn=words[-1])] if words else [], columns)
    full = turn_words(view, view.own_turn, named=False)
    return _wrapped(text(label, turn=full), columns) if full else []


def deciding(view: View, columns: int) -> list[Told]:
    """What made the yaku that I decide about, in full and in few words; empty when I do not."""
    if not view.offered(pb.OPTION_KIND_KOIKOI) or not _goes_on(view):
        return []
    return _running(view, columns)[:2]


def turns(view: View, columns: int, rows: int) -> Told:
    """What was done before, in words as full as so many rows allow.

    A turn of mine that goes on comes first. Of several others each turn has a line or more, the
    newest last. Of two players my own last turn gives way where there is no room for both; it was
    the other's when I last looked.
    """
    if not view.playing:
        return []
    if _goes_on(view):
        mine = _richest(_running(view, columns), rows)
        before = [previous(view, columns), previous(view, columns, brief=True)]
        return [*mine, *_richest(before, rows - len(mine))]
    if len(view.others) > 1 and len(view.between) > 1:
        return _of_many(view, columns, rows)
    forms = [(brief_own, brief) for brief in (False, True) for brief_own in (False, True)]
    for brief_own, brief in forms:
        both = own_previous(view, columns, brief=brief_own)
        both += previous(view, columns, brief=brief)
        if len(both) <= rows:
            return both
    return _richest([previous(view, columns), previous(view, columns, brief=True)], rows)


def _goes_on(view: View) -> bool:
    """Whether a turn of mine goes on in which something has happened."""
    return view.to_play and bool(view.running) and view.match.turn == view.me


def _running(view: View, columns: int) -> list[Told]:
    """My turn that goes on: in full, in few words, and cut to a line."""
    words = turn_words(view, view.running, named=False), *_brief(view, view.running, named=False)
    full, *brief = [text("This turn: {turn}", turn=each) if each else "" for each in words]
    few = _wrapped(brief[0], columns) if brief else []
    return [_wrapped(full, columns), few, _in_a_line(brief, columns)]


def _of_many(view: View, columns: int, rows: int) -> Told:
    """The turns since my own one; those that decide most, the newest, get the free rows."""
    told = [[own_previous(view, columns, brief=True)]]
    by_name = all(len(_wrapped(brief_turn(view, each), columns)) < 2 for each in view.between)
    for turn in view.between:
        words = [turn_words(view, turn, named=by_name)]
        words += [brief_turn(view, turn, named=by_name, short=short) for short in (False, True)]
        if not by_name:  # one line as all others
            seat = view.words.seat_name(next((each.seat for each in turn if each.seat), 0))
            words = [text("{seat}: {turn}", seat=seat, turn=each) for each in words]
        full, *brief = words
        told.append(
            [_wrapped(full, columns), _wrapped(brief[0], columns), _in_a_line(brief, columns)]
        )
    left = rows - sum(len(forms[-1]) for forms in told)
    said: Told = []
    for forms in reversed(told):
        chosen = _richest(forms, len(forms[-1]) + max(0, left))
        left -= len(chosen) - len(forms[-1])
        said = [*chosen, *said]
    return said[max(0, len(said) - rows) :]


def _richest(forms: Sequence[Told], rows: int) -> Told:
    """The first of these forms that so many rows have room for; empty when none is."""
    return next((form for form in forms if len(form) <= rows), [])


def _wrapped(words: str, columns: int) -> Told:
    return [[("", f" {line}")] for line in wrap(words, columns - 1, indent=2)] if words else []


def _brief(view: View, turn: Sequence[pb.Event], *, named: bool = True) -> list[str]:
    """A turn in few words, and in fewer; empty when there is nothing to tell."""
    told = [brief_turn(view, turn, named=named, short=short) for short in (False, True)]
    return [each for each in told if each]


def _in_a_line(forms: Sequence[str], columns: int) -> Told:
    """The first of these words that a line has room for; the last are cut to it."""
    words = next((each for each in forms if get_cwidth(each) <= columns - 1), "".join(forms[-1:]))
    lines: Told = [[("", f" {line}")] for line in wrap(words, columns - 1)]
    return at_most(lines, 1, columns) if words else []
