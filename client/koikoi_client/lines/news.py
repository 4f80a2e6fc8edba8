"""Line mode's news: what is said when an update comes, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from koikoi.v1 import table_pb2
from koikoi_client.follow.choices import (
    GO_ON_KEY,
    awaited,
    choices,
    cut,
    hand_lines,
    other_lines,
    plays,
)
from koikoi_client.follow.following import Following
from koikoi_client.lines.seats import SeatNews
from koikoi_client.text import duration, printable, reports, text
from koikoi_client.text.names import Names

CLOSING = 300.0
"""Seconds before a table is closed at which that is said."""
_PAUSES = (table_pb2.PHASE_UNSPECIFIED, table_pb2.PHASE_ROUND_OVER, table_pb2.PHASE_MATCH_OVER)
"""Phases in which is said what is waited for: in play the news say it, turn by turn."""


class News:
    """Turns updates into lines. It remembers what it has said, and nothing of the game."""

    def __init__(self) -> None:
        self._begun = False
        self._anew = False  # whether the open choice is said again
        self._round: tuple[str, int] = ("", 0)
        self._result: tuple[str, int, int] = ("", 0, 0)
        self._asked = 0  # the state version whose choices were said
        self._standing: list[str] = []  # hiki that was said to be offered in others' turns
        self._near: set[tuple[str, int, str]] = set()  # what was said of others' coming yaku
        self._waiting = ""
        self._seats = SeatNews()
        self._closing = False

    def lines(self, here: Following, events: Sequence[table_pb2.Event]) -> Iterator[str]:
        """What is new in the last update of *here*; at the first one, where things stand.

        *events* have happened since the update before; none before the first.
        """
        first, self._begun = not self._begun, True
        if first:
            yield from intro(here.names, here.now)
        else:
            ends = (here.said.headline, here.said.match_headline)  # said below, with the arithmetic
            yield from (line for line in here.news if line not in ends)
        yield from self._result_lines(here)
        yield from self._round_lines(here, first)
        yield from self._coming(here)
        yield from self._waited_for(here, first)
        yield from self.timed(here)
        yield from self._choices(here, events)
        self._anew = False

    def ask_again(self) -> None:
        """Say the open choice with the next update, though it is the same one."""
        self._anew = True
        self._asked, self._standing, self._waiting = 0, [], ""

    def timed(self, here: Following) -> Iterator[str]:
        """What may newly be done about seats, also by the time; a table that is closed soon."""
        yield from self._seats.lines(here)
        if here.update.table.HasField("close_time"):
            left = here.update.table.close_time.ToNanoseconds() / 1e9 - here.now
            if left < CLOSING and not self._closing:
                yield text("This table will be closed in {time}.", time=duration(left))
            self._closing = left < CLOSING

    def _result_lines(self, here: Following) -> Iterator[str]:
        match = here.update.match
        result = (match.match_id, match.round, match.phase)
        if here.said.headline or here.said.match_headline:
            if result != self._result:
                yield from result_lines(here.names, match)
            self._result = result

    def _round_lines(self, here: Following, first: bool) -> Iterator[str]:
        match = here.update.match
        if not match.round or (match.match_id, match.round) == self._round:
            return
        self._round = (match.match_id, match.round)
        if not match.HasField("result"):
            yield reports.standing(here.names, match, dealer=first)  # else the deal has told it
            if first and not plays(here.view):
                yield reports.field_line(here.names, match)

    def _coming(self, here: Following) -> Iterator[str]:
        """Who of the others is near to which yaku: each once in a round."""
        match = here.update.match
        for line in reports.near(here.names, match).values():
            key = (match.match_id, match.round, line)
            if key not in self._near:
                yield line
            self._near.add(key)

    def _choices(self, here: Following, events: Sequence[table_pb2.Event]) -> Iterator[str]:
        """What may newly be chosen, without what *events* have just told."""
        view, names, match = here.view, here.names, here.update.match
        if view is not None and choices(view) and view.state_version != self._asked:
            self._asked = view.state_version
            standing = [] if awaited(view, match) else other_lines(view)
            if not standing or standing != self._standing:  # else it stands from turn to turn
                dealt = events[-1:] and events[-1].kind == table_pb2.EVENT_KIND_ROUND_DEALT
                told = not self._anew and bool(dealt if plays(view) else events)
                yield from choice_lines(names, match, view, here.now, told=told)
            self._standing = standing

    def _waited_for(self, here: Following, first: bool) -> Iterator[str]:
        """What is newly waited for, of others, where the news do not tell it."""
        view, match, waiting = here.view, here.update.match, here.names.said.waiting
        # What is asked of me the choice says, and a deck is cut by the client.
        mine = view is not None and view.seat in match.waiting_for
        new = not mine and waiting != self._waiting
        self._waiting = "" if mine else waiting
        told = any(line in waiting for line in here.news) and not first
        if (
            new
            and not told
            and (first or match.phase in _PAUSES or _stands_still(here.names, match))
        ):
            yield reports.waiting_line(here.names, match, here.now)


def _stands_still(names: Names, match: table_pb2.Match) -> bool:
    """Whether it is the turn of a seat that nobody plays at the moment."""
    seat = next(
        (each for each in names.table.seats if each.number == match.turn), table_pb2.Seat(bot="-")
    )
    return not seat.bot and (not seat.player_name or seat.HasField("absent_since"))


def result_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """How the last round ended, with its arithmetic and what it brought; who won the match."""
    said = names.said
    yield printable(said.headline)
    yield from (f"  {printable(row.full)}" for row in said.result_lines)
    yield from map(printable, said.lost)
    if match.phase == table_pb2.PHASE_MATCH_OVER:
        yield from reports.rounds_lines(names, match)
    elif said.headline:
        if sum(score != 0 for score in match.result.scores) > 1:  # one the headline has told
            yield reports.round_line(names, match, match.round)
        yield reports.total_line(names, match)
    yield printable(said.match_headline)


def intro(names: Names, now: float) -> Iterator[str]:
    """Where one is: the table, one's seat, the others, the rules that differ."""
    table = names.table
    others = [
        reports.seat_line(names, each, now) for each in table.seats if each.number != names.seat
    ]
    if names.seat:
        facts = [
            f for s in table.seats if s.number == names.seat for f in reports.seat_facts(names, s)
        ]
        mine = ", ".join([names.seat_name(names.seat), *facts])
        yield text("Your seat: {seat}.", seat=mine)
        one = text("Opponent") if len(others) == 1 else text("Others")
    else:
        yield text("You are watching {name}.", name=printable(table.name))
        one = text("Seats")
    yield f"{one}: {'; '.join(others)}."
    rules = reports.rules_line(names)
    if rules:
        yield text("Rules: {rules}.", rules=rules)


def choice_lines(
    names: Names,
    match: table_pb2.Match,
    view: table_pb2.SeatView,
    now: float,
    *,
    told: bool = False,
) -> Iterator[str]:
    """The open choice in whole: what lies there, what may be done, what to type.

    *told* says that the last news tell what lies there.
    """
    made = choices(view)
    if not made:
        if cut(view) is None and view.options:
            yield text("There is nothing to choose that this client knows.")
        return
    if [choice.key for choice in made] == [GO_ON_KEY]:
        yield f"{text('Press Enter to go on.')} {reports.time_left(match, now)}".strip()
        return
    if plays(view):
        if not told:
            yield reports.field_line(names, match)
        yield reports.waiting_line(names, match, now)
        yield from map(printable, names.said.reminders)
        yield text("Your hand:")
        yield from hand_lines(names, view)
    elif awaited(view, match):
        yield reports.time_left(match, now) if told else reports.waiting_line(names, match, now)
    others = other_lines(view)
    if others:
        if not awaited(view, match):
            yield text("In another's turn too you may type:")
        else:
            yield text("You may also choose:") if plays(view) else text("Choose:")
        yield from others


def situation(here: Following) -> Iterator[str]:
    """All that matters now, for ``again``."""
    names, match, view = here.names, here.update.match, here.view
    if not match.round:
        yield from intro(names, here.now)
        yield reports.waiting_line(names, match, here.now)
        return
    yield reports.standing(names, match)
    if match.HasField("result") or names.said.match_headline:
        yield from result_lines(names, match)
    else:
        if not plays(view):
            yield reports.field_line(names, match)
            yield from map(printable, names.said.reminders)
        yield from reports.near(names, match).values()
    if view is None or not awaited(view, match):
        yield reports.waiting_line(names, match, here.now)
    if view is not None and choices(view):
        yield from choice_lines(names, match, view, here.now)
    elif view is not None and view.hand:
        yield text("Your hand:")
        yield from hand_lines(names, view)
