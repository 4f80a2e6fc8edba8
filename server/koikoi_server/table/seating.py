"""The events of opening a table, joining, leaving, kicking, connecting and disconnecting. Pure."""

from __future__ import annotations

from hanafuda.events import Seat
from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.system.clock import Millis
from koikoi_server.table import commands, events
from koikoi_server.table.commands import Chance
from koikoi_server.table.derived import open_to_join
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.log_limit import check_cool_down
from koikoi_server.table.state import SeatState, TableState
from koikoi_server.user_text import cut_to


def open_table(command: commands.Open, chance: Chance) -> tuple[AnyEvent, ...]:
    """The events that open a table with its first player and the requested computers."""
    opened = events.TableOpened(
        command.table_id,
        command.number,
        command.name,
        command.game,
        command.rules,
        len(command.bots),
        chance.join_code if command.private else "",
        command.limits,
    )
    joined = events.PersonJoined(command.seat, command.player, command.token)
    bots = (events.BotSeated(seat, bot) for seat, bot in enumerate(command.bots, 1) if bot)
    return (opened, joined, *bots)


def join(table: TableState, command: commands.Join, now: Millis) -> tuple[AnyEvent, ...]:
    """The event that seats a player in an open seat, or in place of a computer."""
    if table.needs_code and command.join_code != table.join_code:
        raise Refusal(Reason.CODE_NEEDED)
    if any(each.token == command.token for each in table.seats):
        raise request_forgotten()
    if command.seat == 0:
        free = next((each.seat for each in table.seats if each.is_open), 0)
        if not free:
            raise _full(table)
    else:
        free = _target(table, command.seat).seat
        if table.at(free).name:
            raise Refusal(Reason.NO_OPEN_SEAT, "That seat is taken: choose another one.")
    if command.only_if_present and table.empty_since is not None:
        raise Refusal(Reason.NOBODY_PRESENT)
    check_cool_down(table, table.at(free), now)
    name = _distinct(table, command.player, command.max_columns)
    return (events.PersonJoined(free, name, command.token),)


def _full(table: TableState) -> Refusal:
    """The refusal of a person who may take the seat of a computer, if there is one."""
    computers = open_to_join(table)
    if not computers:
        return Refusal(Reason.NO_OPEN_SEAT, "No seat is open: you can watch the game.")
    return Refusal(
        Reason.NO_OPEN_SEAT,
        "No seat is open: watch the game, or choose the seat of a computer.",
        seat=str(computers[0]),
    )


def request_forgotten() -> Refusal:
    """The refusal of a repeated request for a seat that its player left long ago."""
    return Refusal(
        Reason.REQUEST_ID_REUSED, "That request id was already used: send a new one for a new seat."
    )


def presence(table: TableState, command: commands.Presence, now: Millis) -> tuple[AnyEvent, ...]:
    """The event of a player who connects or disconnects; none if it is known or out of date."""
    sitting = table.at(command.seat)
    if sitting.token != command.token or sitting.is_connected == command.connected:
        return ()
    if command.connected:
        check_cool_down(table, sitting, now)
        return (events.ConnectionBack(command.seat),)
    return (events.ConnectionLost(command.seat),)


def expel(table: TableState, seat: Seat, chance: Chance) -> tuple[AnyEvent, ...]:
    """The events that remove the player in *seat*."""
    target = _target(table, seat)
    if not target.name:
        raise invalid("seat", "Nobody sits in that seat.")
    return (events.PersonKicked(target.seat, target.name), *_new_code(table, chance))


def leave(table: TableState, me: Seat, chance: Chance) -> tuple[AnyEvent, ...]:
    """The events of a player who leaves for good."""
    return (events.PersonLeft(me, table.at(me).name), *_new_code(table, chance))


def _target(table: TableState, seat: Seat) -> SeatState:
    if not 1 <= seat <= len(table.seats):
        raise invalid(
            "seat", "There is no such seat: choose one from 1 to {most}.", most=len(table.seats)
        )
    return table.at(seat)


def _new_code(table: TableState, chance: Chance) -> tuple[AnyEvent, ...]:
    return (events.CodeChanged(chance.join_code),) if table.needs_code else ()


def _distinct(table: TableState, name: str, max_columns: int) -> str:
    """*name*, or "name (2)" if another player has that name; shortened if it is too wide."""
    taken = {seat.name.casefold() for seat in table.seats}
    if name.casefold() not in taken:
        return name
    numbers = (f" ({number})" for number in range(2, len(table.seats) + 2))
    numbered = (cut_to(name, max_columns - len(number)) + number for number in numbers)
    return next(other for other in numbered if other.casefold() not in taken)
