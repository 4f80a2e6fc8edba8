"""Computes from a table's state for whom it waits, until when, and what each seat may choose.

Law held here: presence, the pending decision and every deadline are state, not edges. They depend
on the table's state alone, so they are the same after a restart.
"""

from __future__ import annotations

from hanafuda.events import Seat
from hanafuda.game import Phase
from koikoi_server.system.clock import Millis
from koikoi_server.table.commands import Answer, Choice
from koikoi_server.table.state import MatchState, Pause, SeatState, Stage, TableState


def running(table: TableState) -> MatchState | None:
    """The running match; None outside a match."""
    match = table.match
    return match if match is not None and not match.over else None


def choices(table: TableState, seat: Seat) -> tuple[Choice, ...]:
    """The choices of the person in *seat*, in the order of the option numbers (1 and up).

    Empty while a computer plays the seat.
    """
    sitting = table.at(seat)
    return () if sitting.bot or not sitting.name else seat_choices(table, seat)


def seat_choices(table: TableState, seat: Seat) -> tuple[Choice, ...]:
    """The choices of *seat*, whether a person or a computer plays it."""
    match = running(table)
    if match is None or table.stage is Stage.CLOSED:
        return ()
    if match.pause is None:
        return table.module.options(match.state, seat)
    if seat not in _unanswered(table, match):
        return ()
    return (Answer.CUT if match.pause is Pause.CUT else Answer.GO_ON,)


def waiting_for(table: TableState) -> tuple[Seat, ...]:
    """The seats that must choose. A seat that may only call hiki is not one of them.

    A pause waits for nobody who is absent.
    """
    match = running(table)
    if match is None:
        return ()
    if match.pause is not None:
        return tuple(
            seat for seat in _unanswered(table, match) if table.at(seat).absent_since is None
        )
    state = match.state
    return (state.turn,) if state.phase in _TURN else ()


def deadline(table: TableState) -> Millis | None:
    """When the current pause ends by itself; None: there is no pause."""
    match = running(table)
    if match is None or match.pause is None:
        return None
    limits = table.limits
    return match.since + (limits.cut if match.pause is Pause.CUT else limits.round_over)


def replaceable_at(table: TableState, seat: Seat) -> Millis | None:
    """When others may put a computer in *seat*; None: they may not.

    That is some time after its player disconnected or, with a turn limit, when its player has taken
    too long to move.
    """
    sitting = table.at(seat)
    if not sitting.name or sitting.bot:
        return None
    times = []
    if sitting.absent_since is not None:
        times.append(sitting.absent_since + table.limits.absence)
    match = running(table)
    limit = table.pace.turn_limit * 1000
    if limit and match is not None and match.pause is None and seat in waiting_for(table):
        times.append(match.since + limit)
    return min(times, default=None)


def close_time(table: TableState) -> Millis:
    """When the table closes if nobody acts, by the limits ``empty`` and ``age``.

    It closes some time after the last player's connection was lost, or a day after it was opened.
    A round that is being played at the latter time is played to its end first.
    """
    old = table.age_from + table.limits.age
    if table.empty_since is None:
        return old
    return min(old, table.empty_since + table.limits.empty)


def abandoned_at(table: TableState, after: Millis, after_in_match: Millis) -> Millis | None:
    """When the table counts as abandoned; None: one of its players is connected.

    *after*: how long nobody must have been there; *after_in_match*: the same during a match.
    """
    if table.empty_since is None:
        return None
    return table.empty_since + (after if running(table) is None else after_in_match)


def due(table: TableState) -> Millis | None:
    """When the next :class:`~koikoi_server.table.commands.Tick` may have something to do."""
    if table.stage is Stage.CLOSED:
        return None
    limits = table.limits
    times = [deadline(table)]
    if table.empty_since is not None:
        times.append(table.empty_since + limits.empty)
    if not table.warned:
        times.append(table.age_from + limits.age - limits.age_warning)
    elif not in_round(table):
        times.append(table.age_from + limits.age)
    if limits.auto_bot and any(seat.is_connected for seat in table.seats):
        times += (replaceable_at(table, seat.seat) for seat in table.seats)
    return min((time for time in times if time is not None), default=None)


def in_round(table: TableState) -> bool:
    """Whether a round is being played, during which the table's age does not close it."""
    match = running(table)
    return match is not None and match.pause is None


def open_to_join(table: TableState) -> tuple[Seat, ...]:
    """The seats in which a person may sit down: open ones, and those of computers."""
    if table.stage is Stage.CLOSED:
        return ()
    return tuple(each.seat for each in table.seats if not each.name)


def persons(table: TableState) -> tuple[SeatState, ...]:
    """The seats that a person owns."""
    return tuple(seat for seat in table.seats if seat.name)


_TURN = frozenset({Phase.PLAY, Phase.PLACE, Phase.DECIDE})


def _unanswered(table: TableState, match: MatchState) -> tuple[Seat, ...]:
    """The seats of persons who have not answered in this pause.

    Absent persons may answer too: after a restart everybody counts as absent, and a call may be
    repeated before the watch is open again.
    """
    persons = (each for each in table.seats if each.name and not each.bot)
    if match.pause is Pause.CUT:
        return tuple(each.seat for each in persons if match.nonces[each.seat - 1] is None)
    return tuple(each.seat for each in persons if each.seat not in match.gone_on)
