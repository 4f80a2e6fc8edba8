"""Whoever is told something: from which seat they look, and what they call the others at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from wcwidth import wcswidth

from koikoi.v1 import table_pb2 as pb
from koikoi_server.user_text import cut_to
from koikoi_server.wire.sentences.lexicon import Lexicon, Pattern
from koikoi_server.wire.sentences.people import People

RESERVED = ("you", "nobody", "the server", "the computer")
"""Words that sentences use for others than a person of that name."""


ACTS = range(pb.EVENT_KIND_HAND_SHOWN, pb.EVENT_KIND_STOP_CALLED + 1)
"""The kinds of events that tell which computer played the seat."""


class Several(NamedTuple):
    """A sentence of one or several seats, the reader's perhaps among them."""

    mine: Pattern  #: of the reader alone
    both: Pattern  #: of the reader and ``{name}``
    ours: Pattern  #: of the reader and ``{names}``, two or more
    other: Pattern  #: of ``{name}``
    others: Pattern  #: of ``{names}``


@dataclass(frozen=True)
class Reader:
    """A reader at a moment: ``people`` had the seats then, and were called ``names``."""

    words: Lexicon
    update: pb.Update
    people: People
    names: tuple[str, ...]  #: seat 1 first, never "you"
    seat: int  #: the reader's; 0: sits nowhere
    owner: int  #: which of the persons that sat down in it the reader is (Sitting.owner)
    former: tuple[tuple[int, str], ...] = ()
    """Seats whose doings were a former person's, and what that one is called."""

    def at(self, people: People) -> Reader:
        """The same reader at another moment."""
        if people == self.people:
            return self
        return replace(self, people=people, names=names(people, self.words))

    @property
    def match(self) -> pb.Match:
        """The running or last match; empty before the first."""
        return self.update.match

    @cached_property
    def me(self) -> int:
        """The seat that was the reader's at that moment; 0: none was."""
        if not self.seat or self.seat in dict(self.former):
            return 0
        sitting = self.people[self.seat - 1]
        return self.seat if sitting.name and sitting.owner == self.owner else 0

    def name(self, seat: int) -> str:
        """What the seat's player was called: "Ann", "Hard", of an open seat "Blue"; of 0 ""."""
        if not seat:
            return ""
        return dict(self.former).get(seat, self.names[seat - 1])

    def player(self, seat: int, bot: str = "") -> str:
        """Whoever acted in a seat, as a subject: "Ann", or "Hard (for Ann)" if *bot* did for her.

        Not for what the reader did: that is told by a sentence of its own.
        """
        if not bot:
            return self.name(seat)
        sitting, computer = self.people[seat - 1], self.words.bot(bot)
        if seat in dict(self.former) or not sitting.name:
            same = bot == sitting.bot and not sitting.name
            return self.names[seat - 1] if same else computer
        if seat == self.me:
            return self.words.text("{computer} (for you)", computer=computer)
        return self.words.text("{computer} (for {name})", computer=computer, name=self.name(seat))

    def said(self, seat: int, you: Pattern, other: Pattern, bot: str = "", **values: object) -> str:
        """What *seat* did: *you* if the reader did it, else *other*, of ``{name}``."""
        if seat and seat == self.me and not bot:
            return self.words.text(you, **values)
        return self.words.text(other, name=self.player(seat, bot), **values)

    def of(self, seats: Sequence[int], patterns: Several, **values: object) -> str:
        """What several seats did, or one."""
        if len(seats) == 1 and patterns.mine:
            pattern = patterns.mine if self.me == seats[0] else patterns.other
            return self.words.text(pattern, name=self.name(seats[0]), **values)
        others = [seat for seat in seats if seat != self.me]
        listed = self.words.joined(map(self.name, others))
        several = len(others) > 1
        if self.me and self.me in seats:
            with_others = patterns.ours if several else patterns.both
            pattern = with_others if others else patterns.mine
        else:
            pattern = patterns.others if several else patterns.other
        return self.words.text(pattern, name=listed, names=listed, **values)

    def of_turns(self, turns: Iterable[pb.Turn]) -> Reader:
        """The reader, to whom those who played *turns* are named.

        Whoever had a seat before its present person goes by the seat's name, or by their own where
        the seat is open now. Of each seat its last turn counts.
        """
        last = {turn.seat: turn for turn in turns}
        former = [(seat, self._former(turn)) for seat, turn in last.items()]
        return replace(self, former=tuple([(seat, name) for seat, name in former if name]))

    def _former(self, turn: pb.Turn) -> str:
        """What the player of a turn is called who has the seat no more; empty: still has it."""
        seat = turn.seat
        if turn.before_owner:
            return self.words.seat(seat)
        now = next((each for each in self.update.table.seats if each.number == seat), pb.Seat())
        by_person = any(
            each.seat == seat and not each.by and each.kind in ACTS for each in turn.events
        )
        if by_person and not now.player_name:
            return now.last_player_name or self.words.seat(seat)
        return ""

    def party(self, seat: int) -> list[int]:
        """The seats that count together with this one, itself among them; ascending."""
        team = next((each.team for each in self.update.table.seats if each.number == seat), 0)
        partners = [each.number for each in self.update.table.seats if team and each.team == team]
        return partners or [seat]

    def side(self, seat: int) -> pb.Side:
        """A seat's side of the match."""
        sides = self.match.sides
        return sides[seat - 1] if 0 < seat <= len(sides) else pb.Side(seat=seat)


def names(people: People, words: Lexicon) -> tuple[str, ...]:
    """What each seat's player is called, seat 1 first, no two alike.

    A person by name, a computer by its level, an open seat as the seat is called. A name that is
    also another's, or a word of the sentences, is followed by the seat's number: whoever comes or
    goes, a number stays that seat's.
    """
    plain = [
        sitting.name or words.bot(sitting.bot) or words.seat(seat)
        for seat, sitting in enumerate(people, 1)
    ]
    reserved = [words.text(each).casefold() for each in RESERVED]
    persons = [*reserved, *(sitting.name.casefold() for sitting in people if sitting.name)]
    everybody = [*reserved, *(name.casefold() for name in plain)]
    found = []
    for seat, (sitting, name) in enumerate(zip(people, plain, strict=True), 1):
        taken, pattern = (persons, "{name} ({n})") if sitting.name else (everybody, "{name} {n}")
        own = 1  # its own place among those that are taken
        while taken.count(name.casefold()) > own:
            name, own = words.text(pattern, name=name, n=seat), 0
        found.append(name)
    return tuple(found)


def fitting(words: Lexicon, pattern: str, name: str, columns: int) -> str:
    """*pattern* of a ``{name}`` in so many columns: the name is cut where it is too long."""
    said = words.text(pattern, name=name)
    cut = name
    while wcswidth(said) > columns and len(cut) > 1:
        cut = cut_to(cut, wcswidth(cut) - 1)
        said = words.text(pattern, name=f"{cut}…")
    return said
