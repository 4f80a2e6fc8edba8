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
        return _in_a_line(brief_turn(view, view.match.last_turn), columns) if view.playing else []
    words = turn_words(view, view.match.last_turn) if view.playing else ""
    return _wrapped(text("Previous turn: {turn}", turn=words), columns) if words else []


def own_previous(view: View, columns: int, *, brief: bool = False) -> Told:
    """My own last turn, where another's came after it; *brief* in a line."""
    if not view.own_turn or not view.playing or list(view.match.last_turn) == list(view.own_turn):
        return []
    told = brief_turn if brief else turn_words
    words = told(view, view.own_turn, named=False)
    if not words:
        return []
    labelled = text("Your last turn: {turn}", turn=words)
    if brief:
        return _in_a_line(labelled, columns, text("You: {turn}", turn=words))
    return _wrapped(labelled, columns)


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
    full, few = (
        text("This turn: {turn}", turn=words) if words else ""
        for words in (tell(view, view.running, named=False) for tell in (turn_words, brief_turn))
    )
    return [_wrapped(full, columns), _wrapped(few, columns), _in_a_line(few, columns)]


def _of_many(view: View, columns: int, rows: int) -> Told:
    """The turns since my own one; those that decide most, the newest, get the free rows."""
    told = [[own_previous(view, columns, brief=True)]]
    by_name = all(len(_wrapped(brief_turn(view, each), columns)) < 2 for each in view.between)
    for turn in view.between:
        full, few = turn_words(view, turn, named=by_name), brief_turn(view, turn, named=by_name)
        if not by_name:  # one line as all others
            seat = view.words.seat_name(next((each.seat for each in turn if each.seat), 0))
            full, few = (text("{seat}: {turn}", seat=seat, turn=words) for words in (full, few))
        told.append([_wrapped(full, columns), _wrapped(few, columns), _in_a_line(few, columns)])
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


def _in_a_line(words: str, columns: int, shorter: str = "") -> Told:
    """Words in a line: without "ribbon" where they do not fit, as on the chips; then *shorter*."""
    forms = [words, *(each.replace(text(" ribbon"), "") for each in (words, shorter) if each)]
    words = next((each for each in forms if get_cwidth(each) <= columns - 1), forms[-1])
    lines: Told = [[("", f" {line}")] for line in wrap(words, columns - 1)]
    return at_most(lines, 1, columns) if words else []
