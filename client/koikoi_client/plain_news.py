"""Line mode's news: what is said when an update comes, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from koikoi.v1 import table_pb2 as t
from koikoi_client import reports, results
from koikoi_client.choices import GO_ON_KEY, awaited, choices, cut, hand_lines, other_lines
from koikoi_client.texts import duration, text
from koikoi_client.words import Words


class News:
    """Turns updates into lines. It remembers what it has said, and nothing of the game."""

    def __init__(self) -> None:
        self._begun = False
        self._round: tuple[str, int] = ("", 0)
        self._result: tuple[str, int, int] = ("", 0, 0)
        self._asked = 0  # the state version whose choices were said
        self._standing: list[str] = []  # hiki that was said to be offered in others' turns
        self._away: set[tuple[int, int, int]] = set()
        self._near: set[tuple[str, int, int, str]] = set()  # others' coming yaku that were said
        self._stage = t.STAGE_UNSPECIFIED
        self._closing = False

    def lines(
        self,
        words: Words,
        events: Sequence[t.Event],
        update: t.Update,
        view: t.SeatView | None,
        now: float,
        computer: Sequence[bool] = (),
    ) -> Iterator[str]:
        """What *events* and levels are new in *update*; at the first one, where things stand.

        *now* is the server's time; *computer* as in :meth:`.Words.sentences`.
        """
        first, self._begun = not self._begun, True
        for event, line in zip(events, words.sentences(events, computer), strict=True):
            # How a round ended is told by its result, with the arithmetic; what was dealt to the
            # field by my choice, if it is I who begins.
            told_below = event.kind == t.EVENT_KIND_ROUND_ENDED or (
                event.kind == t.EVENT_KIND_ROUND_DEALT and may_play(view)
            )
            if line and not told_below:
                yield line
        if first:
            yield from intro(words, view)
        yield from self._levels(words, update, view, now, first)

    def ask_again(self) -> None:
        """Say the open choice with the next update, though it is the same one."""
        self._asked, self._standing = 0, []

    def _levels(
        self, words: Words, update: t.Update, view: t.SeatView | None, now: float, first: bool
    ) -> Iterator[str]:
        match, table = update.match, update.table
        result = (match.match_id, match.round, match.phase)
        if match.HasField("result") and result != self._result:
            yield from results.result_lines(words, match)
            yield from results.match_lines(words, match)
            self._result = result
        elif match.phase == t.PHASE_MATCH_OVER and result != self._result:
            yield from results.match_lines(words, match)
            self._result = result
        if match.round and (match.match_id, match.round) != self._round:
            self._round = (match.match_id, match.round)
            if not match.HasField("result"):
                yield reports.standing(words, match)
                if first and not may_play(view):  # else the deal has just told it
                    yield reports.field_line(words, match)
        yield from self._coming(words, match)
        if table.stage != self._stage:
            self._stage = table.stage
            yield from stage_lines(words, update, view)
        yield from self._own_seat(words, view)
        yield from self.absences(words, now)
        if view is not None and view.options and view.state_version != self._asked:
            self._asked = view.state_version
            standing = [] if awaited(view) else other_lines(view)
            if not standing or standing != self._standing:  # else it stands from turn to turn
                yield from choice_lines(words, match, view, now)
            self._standing = standing
        elif first and match.round:
            yield reports.waiting_line(words, match, now)

    def _coming(self, words: Words, match: t.Match) -> Iterator[str]:
        """Who of the others lacks one card of which yaku: each once in a round."""
        if not match.round or match.HasField("result"):
            return
        for seat, near in reports.near(words, match).items():
            keys = {yaku: (match.match_id, match.round, seat, yaku) for yaku in near}
            new = [yaku for yaku, key in keys.items() if key not in self._near]
            self._near.update(keys.values())
            if new:
                yield reports.near_line(words, seat, new)

    def absences(self, words: Words, now: float) -> Iterator[str]:
        """Seats that may be replaced, soon or since a moment ago; a table that is closed soon."""
        for seat in words.table.seats:
            if not words.seat or seat.bot or seat.number == words.seat:
                continue
            yield from self._open_seat(words, seat)
            if seat.HasField("replaceable_at"):
                yield from self._replaceable(words, seat, now)
        if words.table.HasField("close_time"):
            left = words.table.close_time.ToNanoseconds() / 1e9 - now
            if left < 300 and not self._closing:
                yield text("This table will be closed in {time}.", time=duration(left))
            self._closing = left < 300

    def _open_seat(self, words: Words, seat: t.Seat) -> Iterator[str]:
        """A seat that was left in mid-match: the game waits until somebody plays it."""
        key = (seat.number, seat.version, 0)
        if words.table.stage != t.STAGE_PLAYING or seat.player_name or key in self._away:
            return
        self._away.add(key)
        yield text(
            "{who} is open: somebody may sit down, or type bot {seat} to let the computer play.",
            who=words.seat_name(seat.number),
            seat=seat.number,
        )

    def _replaceable(self, words: Words, seat: t.Seat, now: float) -> Iterator[str]:
        """When others may let a computer play for somebody: said once before, and once then."""
        left = seat.replaceable_at.ToNanoseconds() / 1e9 - now
        since = (seat.number, seat.version, seat.replaceable_at.seconds)
        key = since if left <= 0 else (*since[:2], -since[2])
        gone = seat.HasField("absent_since")
        if key in self._away or (left > 0 and not gone):
            return
        self._away.add(key)
        who = reports.capital(words.player(seat.number))
        if left > 0:
            yield text(
                "A computer may take over for {who} in {time}.", who=who, time=duration(left)
            )
        elif gone:
            yield text(
                "{who} has been away for long. Type bot {seat} to let the computer play, end "
                "to end the match if nobody else is here, new to go on with the computer, or go "
                "on waiting.",
                who=who,
                seat=seat.number,
            )
        else:
            yield text(
                "{who} has not moved for long. Type nudge to ring the bell there, bot {seat} to "
                "let the computer play, or go on waiting.",
                who=who,
                seat=seat.number,
            )

    def _own_seat(self, words: Words, view: t.SeatView | None) -> Iterator[str]:
        if view is None:
            return
        for seat in words.table.seats:
            key = (-seat.number, seat.version, 0)
            if seat.number == view.seat and seat.bot and key not in self._away:
                self._away.add(key)
                yield text("The computer plays your seat. Type b to play yourself.")


def may_play(view: t.SeatView | None) -> bool:
    """Whether a hand card may be played: then the choice says the field."""
    return view is not None and any(o.kind == t.OPTION_KIND_PLAY for o in view.options)


def intro(words: Words, view: t.SeatView | None) -> Iterator[str]:
    """Where one is: the table, one's seat, the others, the rules that differ."""
    table = words.table
    if view is None:
        yield text("You are watching {name}.", name=table.name)
    else:
        others = [each for each in table.seats if each.number != view.seat]
        who = "; ".join(
            f"{reports.seat_state(words, each, 0)} ({words.seat_name(each.number)})"
            for each in others
            if each.player_name or each.bot
        )
        mine = text("You are {seat}.", seat=words.seat_name(view.seat))
        one = text("Opponent") if len(others) == 1 else text("Others")
        yield f"{mine} {one}: {who}." if who else mine
    rules = reports.rules_line(words)
    if rules:
        yield text("Rules: {rules}.", rules=rules)


def stage_lines(words: Words, update: t.Update, view: t.SeatView | None) -> Iterator[str]:
    """What the stage of the table means for those at it."""
    stage = update.table.stage
    if stage == t.STAGE_GATHERING:
        free = reports.open_seats(update.table)
        names = ", ".join(words.seat_name(seat) for seat in free)
        yield (
            text("Waiting for players: {seats} is open.", seats=names)
            if len(free) == 1
            else text("Waiting for players: {seats} are open.", seats=names)
        )
        if view is not None:
            yield text("Type bot to let the computer play instead.")
    elif stage == t.STAGE_FINISHED and view is not None:
        yield text("Type rematch for another match, leave to give up your seat, or quit.")


def choice_lines(words: Words, match: t.Match, view: t.SeatView, now: float) -> Iterator[str]:
    """The open choice in whole: what lies there, what may be done, what to type."""
    made = choices(view)
    if not made:
        if cut(view) is None and view.options:
            yield text("There is nothing to choose that this client knows.")
        return
    if [choice.key for choice in made] == [GO_ON_KEY]:
        line = text("Press Enter to go on.")
        if match.HasField("deadline"):
            left = match.deadline.ToNanoseconds() / 1e9 - now
            line += " " + text("The table goes on by itself in {time}.", time=duration(left))
        yield line
        return
    plays = may_play(view)
    if plays:
        yield reports.field_line(words, match)
        yield text("Your turn.")
        yield from reports.koikoi_lines(words, match)
        yield from reports.gaji_lines(words, match)
        yield text("Your hand:")
        yield from hand_lines(words, view)
    elif reports.open_card_line(words, match):
        yield reports.open_card_line(words, match)
    others = other_lines(view)
    if others:
        if not awaited(view):
            yield text("In another's turn too you may type:")
        else:
            yield text("You may also choose:") if plays else text("Choose:")
        yield from others


def situation(words: Words, update: t.Update, view: t.SeatView | None, now: float) -> Iterator[str]:
    """All that matters now, for ``again``."""
    match = update.match
    if not match.round:
        yield from intro(words, view)
        yield from stage_lines(words, update, view)
        return
    yield reports.standing(words, match)
    if match.HasField("result"):
        yield from results.result_lines(words, match)
        yield from results.match_lines(words, match)
    else:
        if not may_play(view):
            yield reports.field_line(words, match)
        for seat, near in reports.near(words, match).items():
            if near:
                yield reports.near_line(words, seat, near)
    yield reports.waiting_line(words, match, now)
    if view is not None and view.options:
        yield from choice_lines(words, match, view, now)
    elif view is not None and view.hand:
        yield text("Your hand:")
        yield from hand_lines(words, view)
