"""Turn updates into the lines of line mode, without repetition."""

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

CLOSE_WARNING = 300.0
"""Seconds before a table closes at which the user is warned."""
_PAUSES = (table_pb2.PHASE_UNSPECIFIED, table_pb2.PHASE_ROUND_OVER, table_pb2.PHASE_MATCH_OVER)
"""Phases in which to show who must act. In the others, the news already say it."""


class News:
    """Turns updates into lines. It remembers what it has shown, but no state of the game."""

    def __init__(self) -> None:
        self._begun = False
        self._repeat = False  # whether to show the open choices again
        self._round: tuple[str, int] = ("", 0)
        self._result: tuple[str, int, int] = ("", 0, 0)
        self._asked = 0  # the state version whose choices were shown
        self._off_turn: list[str] = []  # the last choices (hiki) shown in another player's turn
        self._near: set[tuple[str, int, str]] = set()  # warnings of yaku that were shown
        self._waiting = ""
        self._seats = SeatNews()
        self._closing = False

    def lines(self, here: Following, events: Sequence[table_pb2.Event]) -> Iterator[str]:
        """The lines for the last update of *here*. For the first one, they describe the table.

        *events* happened since the previous update; the first one has none.
        """
        first, self._begun = not self._begun, True
        if first:
            yield from intro(here.names, here.now)
        else:
            # The headlines are shown below, with the scores.
            ends = (here.said.headline, here.said.match_headline)
            yield from (line for line in here.news if line not in ends)
        yield from self._result_lines(here)
        yield from self._round_lines(here, first)
        yield from self._near_lines(here)
        yield from self._waiting_lines(here, first)
        yield from self.timed(here)
        yield from self._choice_lines(here, events)
        self._repeat = False

    def ask_again(self) -> None:
        """Show the open choices with the next update, even if they have not changed."""
        self._repeat = True
        self._asked, self._off_turn, self._waiting = 0, [], ""

    def timed(self, here: Following) -> Iterator[str]:
        """Lines that depend on the time: new seat options, and that the table closes soon."""
        yield from self._seats.lines(here)
        if here.update.table.HasField("close_time"):
            left = here.update.table.close_time.ToNanoseconds() / 1e9 - here.now
            if left < CLOSE_WARNING and not self._closing:
                yield text("This table closes in {time}.", time=duration(left))
            self._closing = left < CLOSE_WARNING

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
            # After the first update, the news name the dealer.
            yield reports.standing(here.names, match, dealer=first)
            if first and not plays(here.view):
                yield reports.field_line(here.names, match)

    def _near_lines(self, here: Following) -> Iterator[str]:
        """Warnings that another side is near a yaku, each once in a round."""
        match = here.update.match
        for line in reports.near(here.names, match).values():
            key = (match.match_id, match.round, line)
            if key not in self._near:
                yield line
            self._near.add(key)

    def _choice_lines(self, here: Following, events: Sequence[table_pb2.Event]) -> Iterator[str]:
        """The choices, if they are new. The field is left out if the news already show it."""
        view, names, match = here.view, here.names, here.update.match
        if view is not None and choices(view) and view.state_version != self._asked:
            self._asked = view.state_version
            off_turn = [] if awaited(view, match) else other_lines(view)
            if not off_turn or off_turn != self._off_turn:  # hiki stays possible for many turns
                dealt = events[-1:] and events[-1].kind == table_pb2.EVENT_KIND_ROUND_DEALT
                field_shown = not self._repeat and bool(dealt if plays(view) else events)
                yield from choice_lines(names, match, view, here.now, field_shown=field_shown)
            self._off_turn = off_turn

    def _waiting_lines(self, here: Following, first: bool) -> Iterator[str]:
        """Who must act, if it is another player and the news do not say it."""
        view, match, waiting = here.view, here.update.match, here.names.said.waiting
        # Our own turn is shown with the choices, and the client cuts the deck by itself.
        mine = view is not None and view.seat in match.waiting_for
        new = not mine and waiting != self._waiting
        self._waiting = "" if mine else waiting
        in_news = any(line in waiting for line in here.news) and not first
        if (
            new
            and not in_news
            and (first or match.phase in _PAUSES or _is_held_up(here.names, match))
        ):
            yield reports.waiting_line(here.names, match, here.now)


def _is_held_up(names: Names, match: table_pb2.Match) -> bool:
    """Whether it is the turn of a seat without a player present."""
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
        # A single score is in the headline.
        if sum(score != 0 for score in match.result.scores) > 1:
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
    field_shown: bool = False,
) -> Iterator[str]:
    """The open choices with their keys, and if a card can be played, the field and the hand.

    *field_shown*: the last news already show the field.
    """
    made = choices(view)
    if not made:
        if cut(view) is None and view.options:
            yield text("This koikoi-client is too old for the choices of this game: update it.")
        return
    if [choice.key for choice in made] == [GO_ON_KEY]:
        yield f"{text('Press Enter to go on.')} {reports.time_left(match, now)}".strip()
        return
    if plays(view):
        if not field_shown:
            yield reports.field_line(names, match)
        yield reports.waiting_line(names, match, now)
        yield from map(printable, names.said.reminders)
        yield text("Your hand:")
        yield from hand_lines(names, view)
    elif awaited(view, match):
        yield (
            reports.time_left(match, now)
            if field_shown
            else reports.waiting_line(names, match, now)
        )
    others = other_lines(view)
    if others:
        if not awaited(view, match):
            yield text("Although it is not your turn, you can type:")
        else:
            yield text("You can also choose:") if plays(view) else text("Choose:")
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
