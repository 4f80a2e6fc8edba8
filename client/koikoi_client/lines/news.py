"""The lines that line mode shows for an update, without repeating itself."""

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
"""Seconds before a table closes at which this is announced."""
_PAUSES = (table_pb2.PHASE_UNSPECIFIED, table_pb2.PHASE_ROUND_OVER, table_pb2.PHASE_MATCH_OVER)
"""Phases in which to show who must act; in play, the news show it turn by turn."""


class News:
    """Turns updates into lines. It remembers what it has shown, and nothing of the game."""

    def __init__(self) -> None:
        self._begun = False
        self._repeat = False  # whether to show the open choice again
        self._round: tuple[str, int] = ("", 0)
        self._result: tuple[str, int, int] = ("", 0, 0)
        self._asked = 0  # the state version whose choices were shown
        self._standing: list[str] = []  # choices in others' turns (hiki) that were shown
        self._near: set[tuple[str, int, str]] = set()  # warnings of yaku that were shown
        self._waiting = ""
        self._seats = SeatNews()
        self._closing = False

    def lines(self, here: Following, events: Sequence[table_pb2.Event]) -> Iterator[str]:
        """The lines for the last update of *here*; for the first one, a description of the table.

        *events* have happened since the update before; the first one has none.
        """
        first, self._begun = not self._begun, True
        if first:
            yield from intro(here.names, here.now)
        else:
            ends = (
                here.said.headline,
                here.said.match_headline,
            )  # shown below with the scores
            yield from (line for line in here.news if line not in ends)
        yield from self._result_lines(here)
        yield from self._round_lines(here, first)
        yield from self._coming(here)
        yield from self._waited_for(here, first)
        yield from self.timed(here)
        yield from self._choices(here, events)
        self._repeat = False

    def ask_again(self) -> None:
        """Show the open choice with the next update, even if it is the same."""
        self._repeat = True
        self._asked, self._standing, self._waiting = 0, [], ""

    def timed(self, here: Following) -> Iterator[str]:
        """New seat options, and a warning when the table closes soon."""
        yield from self._seats.lines(here)
        if here.update.table.HasField("close_time"):
            left = here.update.table.close_time.ToNanoseconds() / 1e9 - here.now
            if left < CLOSING and not self._closing:
                yield text("This table closes in {time}.", time=duration(left))
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
            yield reports.standing(here.names, match, dealer=first)  # the news name the dealer
            if first and not plays(here.view):
                yield reports.field_line(here.names, match)

    def _coming(self, here: Following) -> Iterator[str]:
        """Sentences on other sides that are near a yaku, each once a round."""
        match = here.update.match
        for line in reports.near(here.names, match).values():
            key = (match.match_id, match.round, line)
            if key not in self._near:
                yield line
            self._near.add(key)

    def _choices(self, here: Following, events: Sequence[table_pb2.Event]) -> Iterator[str]:
        """The choices, if they are new, without what the news of *events* show."""
        view, names, match = here.view, here.names, here.update.match
        if view is not None and choices(view) and view.state_version != self._asked:
            self._asked = view.state_version
            standing = [] if awaited(view, match) else other_lines(view)
            if not standing or standing != self._standing:  # unchanged from turn to turn
                dealt = events[-1:] and events[-1].kind == table_pb2.EVENT_KIND_ROUND_DEALT
                told = not self._repeat and bool(dealt if plays(view) else events)
                yield from choice_lines(names, match, view, here.now, told=told)
            self._standing = standing

    def _waited_for(self, here: Following, first: bool) -> Iterator[str]:
        """Who must act, if that is new, not this user, and not in the news."""
        view, match, waiting = here.view, here.update.match, here.names.said.waiting
        # The choices show our own turn, and the client cuts the deck.
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
    """Whether it is the turn of a seat whose player is missing."""
    seat = next(
        (each for each in names.table.seats if each.number == match.turn), table_pb2.Seat(bot="-")
    )
    return not seat.bot and (not seat.player_name or seat.HasField("absent_since"))


def result_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """The result of the last round with its score lines, and of the match when it is over."""
    said = names.said
    yield printable(said.headline)
    yield from (f"  {printable(row.full)}" for row in said.result_lines)
    yield from map(printable, said.lost)
    if match.phase == table_pb2.PHASE_MATCH_OVER:
        yield from reports.rounds_lines(names, match)
    elif said.headline:
        if sum(score != 0 for score in match.result.scores) > 1:  # one is in the headline
            yield reports.round_line(names, match, match.round)
        yield reports.total_line(names, match)
    yield printable(said.match_headline)


def intro(names: Names, now: float) -> Iterator[str]:
    """A description of the table: our seat, the other seats, and the house rules."""
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
        seats = "; ".join(others)
        yield (
            text("Opponent: {seats}.", seats=seats)
            if len(others) == 1
            else text("Others: {seats}.", seats=seats)
        )
    else:
        yield text("You are watching {name}.", name=printable(table.name))
        yield text("Seats: {seats}.", seats="; ".join(others))
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
    """The open choices with what to type, and the field and the hand to choose from.

    *told*: the last news show the field.
    """
    made = choices(view)
    if not made:
        if cut(view) is None and view.options:
            yield text("This client does not know any of the choices. Update koikoi-client.")
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
            yield text("Although it is not your turn, you may type:")
        else:
            yield text("You may also choose:") if plays(view) else text("Choose:")
        yield from others


def situation(here: Following) -> Iterator[str]:
    """The whole state of the table, for the command ``again``."""
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
