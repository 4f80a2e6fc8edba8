"""The reader of sentences: decides which seat is "you", and the names of the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from wcwidth import wcswidth

from koikoi.v1 import table_pb2
from koikoi_server.user_text import cut_to
from koikoi_server.wire.sentences.lexicon import Lexicon, Pattern
from koikoi_server.wire.sentences.occupants import Occupants

RESERVED = ("you", "nobody", "the server", "the computer")
"""Words that sentences use for others. A player of this name gets the seat's number after it."""

KINDS_WITH_BOT = range(table_pb2.EVENT_KIND_HAND_SHOWN, table_pb2.EVENT_KIND_STOP_CALLED + 1)
"""The kinds of events in which ``Event.by`` names the computer that played the seat."""


class Several(NamedTuple):
    """A sentence about one or more seats, with one pattern for each way to name them."""

    mine: Pattern  #: about only the reader
    both: Pattern  #: about the reader and ``{name}``
    ours: Pattern  #: about the reader and ``{names}``, two or more
    other: Pattern  #: about ``{name}``
    others: Pattern  #: about ``{names}``


@dataclass(frozen=True)
class Reader:
    """A reader, and who had the seats at the time that a sentence is about."""

    words: Lexicon
    update: table_pb2.Update
    occupants: Occupants
    names: tuple[str, ...]  #: of the occupants, seat 1 first; never "you"
    seat: int  #: the reader's; 0: a spectator
    owner: int  #: tells the reader from earlier owners of the seat (Occupant.owner)
    former: tuple[tuple[int, str], ...] = ()
    """The seats whose owner at that time has left since, each with the owner's name."""

    def at(self, occupants: Occupants) -> Reader:
        """The same reader at another time."""
        if occupants == self.occupants:
            return self
        return replace(self, occupants=occupants, names=names(occupants, self.words))

    @property
    def match(self) -> table_pb2.Match:
        """The current or last match; an empty message before the first."""
        return self.update.match

    @cached_property
    def me(self) -> int:
        """The reader's seat; 0 if the reader did not own it at that time."""
        if not self.seat or self.seat in dict(self.former):
            return 0
        occupant = self.occupants[self.seat - 1]
        return self.seat if occupant.name and occupant.owner == self.owner else 0

    def name(self, seat: int) -> str:
        """The name of a seat's player: "Ann", "Hard"; "Blue" if the seat is open; "" for seat 0."""
        if not seat:
            return ""
        return dict(self.former).get(seat, self.names[seat - 1])

    def player(self, seat: int, bot: str = "") -> str:
        """Who acted in a seat: "Ann", or "Hard (for Ann)" if the computer *bot* did."""
        if not bot:
            return self.name(seat)
        occupant, computer = self.occupants[seat - 1], self.words.bot(bot)
        if seat in dict(self.former) or not occupant.name:
            same = bot == occupant.bot and not occupant.name
            return self.names[seat - 1] if same else computer
        if seat == self.me:
            return self.words.text("{computer} (for you)", computer=computer)
        return self.words.text("{computer} (for {name})", computer=computer, name=self.name(seat))

    def about(
        self, seat: int, you: Pattern, other: Pattern, bot: str = "", **values: object
    ) -> str:
        """A sentence about *seat*: *you* if the reader acted in it, else *other* with ``{name}``.

        Args:
            bot: the computer that acted in the seat; empty: its person did.
            values: what fills the other fields of the patterns.
        """
        if seat and seat == self.me and not bot:
            return self.words.text(you, **values)
        return self.words.text(other, name=self.player(seat, bot), **values)

    def about_several(self, seats: Sequence[int], patterns: Several, **values: object) -> str:
        """A sentence about one or more *seats*."""
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

    def with_players_of(self, turns: Iterable[table_pb2.Turn]) -> Reader:
        """The same reader, with the names of the players of *turns*.

        A player who has left since is called by the name of the seat, or by their own name if the
        seat is open now. If a seat had several turns, the last one counts.
        """
        last = {turn.seat: turn for turn in turns}
        former = [(seat, self._former(turn)) for seat, turn in last.items()]
        return replace(self, former=tuple([(seat, name) for seat, name in former if name]))

    def _former(self, turn: table_pb2.Turn) -> str:
        """The name of the turn's player if that person has left since; empty: still there."""
        seat = turn.seat
        if turn.before_owner:
            return self.words.seat(seat)
        now = next(
            (each for each in self.update.table.seats if each.number == seat), table_pb2.Seat()
        )
        by_person = any(
            each.seat == seat and not each.by and each.kind in KINDS_WITH_BOT
            for each in turn.events
        )
        if by_person and not now.player_name:
            return now.last_player_name or self.words.seat(seat)
        return ""

    def party(self, seat: int) -> list[int]:
        """The seats that score together with *seat*, itself included, ascending."""
        team = next((each.team for each in self.update.table.seats if each.number == seat), 0)
        partners = [each.number for each in self.update.table.seats if team and each.team == team]
        return partners or [seat]

    def side(self, seat: int) -> table_pb2.Side:
        """The side of *seat* in the match."""
        sides = self.match.sides
        return sides[seat - 1] if 0 < seat <= len(sides) else table_pb2.Side(seat=seat)


def names(occupants: Occupants, words: Lexicon) -> tuple[str, ...]:
    """The name of each seat's player, seat 1 first, no two the same.

    A person is called by name, a computer by its strength ("Hard"), an open seat by the name of the
    seat. If two have the same name, or a person has a name in :data:`RESERVED`, the number of the
    seat follows the name.
    """
    plain = [
        occupant.name or words.bot(occupant.bot) or words.seat(seat)
        for seat, occupant in enumerate(occupants, 1)
    ]
    reserved = [words.text(each).casefold() for each in RESERVED]
    persons = [*reserved, *(occupant.name.casefold() for occupant in occupants if occupant.name)]
    everybody = [*reserved, *(name.casefold() for name in plain)]
    found = []
    for seat, (occupant, name) in enumerate(zip(occupants, plain, strict=True), 1):
        taken, pattern = (persons, "{name} ({n})") if occupant.name else (everybody, "{name} {n}")
        own = 1  # the name itself is in the list once
        while taken.count(name.casefold()) > own:
            name, own = words.text(pattern, name=name, n=seat), 0
        found.append(name)
    return tuple(found)


def fit_name(words: Lexicon, pattern: str, name: str, columns: int) -> str:
    """*pattern* filled with *name*, which is cut until the sentence fits into *columns*."""
    sentence = words.text(pattern, name=name)
    cut = name
    while wcswidth(sentence) > columns and len(cut) > 1:
        cut = cut_to(cut, wcswidth(cut) - 1)
        sentence = words.text(pattern, name=f"{cut}…")
    return sentence
