"""Seat options: what each player may do about seats and the match.

Law held here: legal is what was offered. The options depend on the table and the seat, but not on
the time: an option that becomes possible later names the time, so no update is needed then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from hanafuda.events import Seat
from hanafuda.seats import put
from koikoi_server.bots import BOTS
from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.system.clock import Millis
from koikoi_server.table import derived
from koikoi_server.table.log_limit import is_full
from koikoi_server.table.state import SeatState, Stage, TableState


class Kind(Enum):
    """What an option does, in the order of the list. An option's id begins with its value here."""

    TAKE_BACK = "take_back"
    REMATCH = "rematch"
    NO_REMATCH = "no_rematch"
    FILL_ALL = "fill_all"
    SEAT_COMPUTER = "seat_computer"
    NUDGE = "nudge"
    END_MATCH = "end_match"
    LET_PLAY = "let_play"
    CHANGE_COMPUTER = "change_computer"
    REMOVE_COMPUTER = "remove_computer"
    KICK = "kick"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class SeatOption:
    """One thing that a player may do about a seat or the match."""

    kind: Kind
    subject: str = ""  #: what the id is valid for: a seat and its version, or a match
    seat: Seat = 0  #: the seat to change; 0: none
    bots: tuple[str, ...] = ()  #: levels to choose from, the default first; empty: no choice
    possible_from: Millis = 0  #: milliseconds since 1970 (UTC); 0: always
    confirm: bool = False  #: the client should ask for confirmation

    @property
    def id(self) -> str:
        """At most 64 characters; valid until its subject changes."""
        return f"{self.kind.value}.{self.subject}" if self.subject else self.kind.value


LEAVE_ID = SeatOption(Kind.LEAVE).id

_STAGES = {
    Kind.END_MATCH: Stage.PLAYING,
    Kind.REMATCH: Stage.FINISHED,
    Kind.NO_REMATCH: Stage.FINISHED,
}
"""The options about a match, and the stage in which each is offered."""

_BOT = "use_seat_option.bot"
_ORDER = {kind: place for place, kind in enumerate(Kind)}
_SEAT = re.compile(r"([1-7])\.([0-9]{1,9})")


def seat_options(table: TableState, seat: Seat) -> tuple[SeatOption, ...]:
    """What the player of *seat* may do about seats and the match, now or later."""
    me = table.at(seat)
    if table.stage is Stage.CLOSED or not me.name:
        return ()
    found = [*_about_match(table, me), *_about_open_seats(table)]
    for sitting in table.seats:
        found += _about_computer(table, me, sitting)
        if sitting.name and sitting is not me:
            found += _about_person(table, me, sitting)
    found.append(SeatOption(Kind.LEAVE, seat=seat, confirm=derived.running(table) is not None))
    return tuple(sorted(found, key=lambda option: _ORDER[option.kind]))


def chosen(table: TableState, seat: Seat, id: str, bot: str, now: Millis) -> SeatOption:
    """The option of *seat* with that *id*; *bot* is the chosen computer, if it needs one.

    Raises:
        Refusal: SEAT_STALE or MATCH_STALE when the seat or match has changed;
            SEAT_OPTION_NOT_OFFERED; FIELD_INVALID for *bot*; SEAT_OPTION_TOO_EARLY.
    """
    found = next((each for each in seat_options(table, seat) if each.id == id), None)
    if found is None:
        raise (
            _stale(table, id)
            or _refusal_while_absent(table, seat, id)
            or Refusal(Reason.SEAT_OPTION_NOT_OFFERED)
        )
    if bot not in (found.bots or ("",)):
        if not found.bots:
            raise invalid(_BOT, "This option needs no computer: leave bot empty.")
        raise invalid(
            _BOT,
            "Choose one of these computers: {bots}.",
            bots=", ".join(found.bots),
        )
    left = found.possible_from - now
    if left > 0:
        raise Refusal(
            Reason.SEAT_OPTION_TOO_EARLY, "It is too early for that: wait {wait}.", retry_ms=left
        )
    return found


def _stale(table: TableState, id: str) -> Refusal | None:
    """The refusal of an option that has become stale; None: *id* was never offered."""
    word, _, subject = id.partition(".")
    kind = next((each for each in Kind if each.value == word), None)
    if kind in _STAGES:
        if table.stage is not _STAGES[kind] or subject != _match_subject(table):
            return Refusal(Reason.MATCH_STALE)
    elif kind is Kind.FILL_ALL:
        if subject != _open_seats_subject(table):
            return Refusal(Reason.SEAT_STALE, "The open seats have just changed: choose again.")
    elif kind is not None and (found := _SEAT.fullmatch(subject)):
        seat, version = map(int, found.groups())
        if seat <= len(table.seats) and version != table.at(seat).version:
            return Refusal(Reason.SEAT_STALE)
    return None


def _refusal_while_absent(table: TableState, seat: Seat, id: str) -> Refusal | None:
    """The refusal of an option that *seat* would have if its player were not absent."""
    here = replace(table.at(seat), absent_since=None)
    present = replace(table, seats=put(table.seats, seat, here))
    if all(each.id != id for each in seat_options(present, seat)):
        return None
    return Refusal(
        Reason.SEAT_STALE, "Your connection was lost: return to the table and choose again."
    )


def _about_match(table: TableState, me: SeatState) -> Iterator[SeatOption]:
    subject = _match_subject(table)
    if table.stage is Stage.FINISHED and not is_full(table):
        yield SeatOption(Kind.NO_REMATCH if me.wants_rematch else Kind.REMATCH, subject)
    if derived.running(table) is not None and me.is_connected:
        others = [each.absent_since for each in derived.persons(table) if each is not me]
        away = [since for since in others if since is not None]
        if len(away) == len(others):
            possible = max(away) + table.limits.absence if away else 0
            yield SeatOption(Kind.END_MATCH, subject, possible_from=possible, confirm=True)


def _about_open_seats(table: TableState) -> Iterator[SeatOption]:
    bots = _bots(table)
    seats = [each for each in table.seats if each.is_open]
    if bots and len(seats) > 1:
        possible = max(_cooled_down(table, each) for each in seats)
        yield SeatOption(
            Kind.FILL_ALL, _open_seats_subject(table), bots=bots, possible_from=possible
        )


def _about_computer(table: TableState, me: SeatState, sitting: SeatState) -> Iterator[SeatOption]:
    """Options that put a computer in a seat, change it or remove it."""
    seat, subject, possible = sitting.seat, _seat_subject(sitting), _cooled_down(table, sitting)
    bots = _bots(table, sitting.bot)
    if sitting.name and sitting is not me:
        free = derived.replaceable_at(table, seat)
        if free is not None and me.is_connected and bots:
            yield SeatOption(Kind.SEAT_COMPUTER, subject, seat, bots, max(free, possible))
    elif sitting.bot:
        if bots:
            yield SeatOption(Kind.CHANGE_COMPUTER, subject, seat, bots, possible)
        if sitting is me:
            yield SeatOption(Kind.TAKE_BACK, subject, seat, possible_from=possible)
        else:  # during a match, the others would have to wait for somebody to take the seat
            confirm = derived.running(table) is not None
            yield SeatOption(Kind.REMOVE_COMPUTER, subject, seat, (), possible, confirm)
    elif bots:
        kind = Kind.LET_PLAY if sitting is me else Kind.SEAT_COMPUTER
        yield SeatOption(kind, subject, seat, bots, possible)


def _about_person(table: TableState, me: SeatState, sitting: SeatState) -> Iterator[SeatOption]:
    seat, subject = sitting.seat, _seat_subject(sitting)
    if seat in derived.waiting_for(table) and not sitting.bot and not is_full(table):
        possible = sitting.nudged_at + table.limits.nudge if sitting.nudged_at else 0
        yield SeatOption(Kind.NUDGE, subject, seat, possible_from=possible)
    if me.seat == table.host:
        yield SeatOption(Kind.KICK, subject, seat, confirm=True)


def _match_subject(table: TableState) -> str:
    return table.match.match_id if table.match is not None else ""


def _seat_subject(sitting: SeatState) -> str:
    return f"{sitting.seat}.{sitting.version}"


def _open_seats_subject(table: TableState) -> str:
    """The open seats, and the sum of their versions, which grows with each change."""
    seats = [each for each in table.seats if each.is_open]
    return f"{''.join(str(each.seat) for each in seats)}.{sum(each.version for each in seats)}"


def _cooled_down(table: TableState, sitting: SeatState) -> Millis:
    """When the seat may change next: at once, or after a cool-down while the log is full."""
    return sitting.changed_at + table.limits.rest if is_full(table) else 0


def _bots(table: TableState, excluded: str = "") -> tuple[str, ...]:
    """The levels but *excluded* that play the game: the default first, then from weak to strong.

    The default is the level of a computer at the table, or the middle one if there is none.
    """
    own = tuple(each.bot for each in table.seats if each.bot and not each.name)
    levels = tuple(each.id for each in BOTS.get(table.game, ()))
    return _default_first(levels, own, excluded)


@lru_cache(maxsize=1_000)
def _default_first(levels: tuple[str, ...], own: tuple[str, ...], excluded: str) -> tuple[str, ...]:
    middle = levels[len(levels) // 2 :][:1]
    offered = [bot for bot in levels if bot != excluded]
    default = next((bot for bot in (*own, *middle) if bot in offered), "")
    return tuple(sorted(offered, key=lambda bot: bot != default))
