"""Decides what a command does: events, or a refusal that changes nothing. Pure.

The order of checks: whose seat is it, is the request current, is it legal.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from hanafuda.events import Seat
from hanafuda.game import Option
from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.system.clock import Millis
from koikoi_server.table import commands, derived, events, fold
from koikoi_server.table.commands import Chance, Command, LaterCommand
from koikoi_server.table.deck import MAX_NONCE_BYTES
from koikoi_server.table.events import AnyEvent, Cause
from koikoi_server.table.follow_ups import Draft, abandoning, add_follow_ups, closing
from koikoi_server.table.log_limit import check_not_full
from koikoi_server.table.seat_options import Kind, SeatOption, chosen
from koikoi_server.table.seating import expel, join, leave, open_table, presence, request_forgotten
from koikoi_server.table.state import Stage, TableState
from koikoi_server.text import plural


class Decision(NamedTuple):
    """The cause and events of an entry that is not written yet."""

    cause: Cause
    events: tuple[AnyEvent, ...]  #: empty: nothing changes


def decide(table: TableState | None, command: Command, now: Millis, chance: Chance) -> Decision:
    """The events of *command* at the time *now*; *table* is None only for an Open.

    Raises:
        Refusal: when it is not allowed.
    """
    if isinstance(command, commands.Open):
        if table is not None:
            raise request_forgotten()
        opened, *others = open_table(command, chance)
        assert isinstance(opened, events.TableOpened)
        draft = Draft(fold.opened(opened, now), now, [opened])
        draft.add(*others)
        cause = Cause.PERSON
    else:
        assert table is not None, "only Open opens a table"
        if table.stage is Stage.CLOSED:
            raise Refusal(Reason.TABLE_NOT_FOUND, "This table is closed: choose another one.")
        draft = Draft(table, now)
        cause = _apply(draft, command, chance)
    add_follow_ups(draft, chance)
    return Decision(cause, tuple(draft.events))


def _apply(draft: Draft, command: LaterCommand, chance: Chance) -> Cause:
    table, now = draft.table, draft.now
    match command:
        case commands.Join():
            draft.add(*join(table, command, now))
        case commands.Presence():
            draft.add(*presence(table, command, now))
            return Cause.PERSON if command.connected else Cause.SERVER
        case commands.BotChoose():
            draft.add(*_bot_choose(table, command))
            return Cause.BOT
        case commands.Tick():
            draft.add(*_tick(table, now))
            return Cause.CLOCK
        case commands.Restart(down):
            lost = (events.ConnectionLost(seat.seat) for seat in table.seats if seat.is_connected)
            draft.add(events.ServerRestarted(down), *lost)
            return Cause.SERVER
        case commands.Close():
            draft.add(*closing(table))
            return Cause.SERVER
        case commands.MakeRoom():
            draft.add(*_make_room(table, command, now))
            return Cause.SERVER
        case commands.Expel(seat):
            draft.add(*expel(table, seat, chance))
            return Cause.SERVER
        case commands.SeatComputer(seat, bot):
            draft.add(events.BotSeated(seat, bot))
            return Cause.SERVER
        case commands.Choose() | commands.Chat() | commands.UseSeatOption() | commands.Leave():
            draft.add(*_act(table, seat_of(table, command.by), command, now, chance))
        case _:
            assert_never(command)
    return Cause.PERSON


def _make_room(table: TableState, command: commands.MakeRoom, now: Millis) -> tuple[AnyEvent, ...]:
    """The events that close a table at which nobody is; none if somebody has returned."""
    since = table.empty_since
    at = derived.abandoned_at(table, command.after, command.after_in_match)
    if since is None or at is None or now < at:
        return ()
    return closing(table, max(1, (now - since) // 60_000))


def seat_of(table: TableState, token: bytes) -> Seat:
    """The seat whose token has that hash.

    Raises:
        Refusal: SEAT_TOKEN_INVALID when there is none.
    """
    for seat in table.seats:
        if token and seat.token == token:
            return seat.seat
    raise Refusal(Reason.SEAT_TOKEN_INVALID)


def _act(
    table: TableState, me: Seat, command: commands.PersonCommand, now: Millis, chance: Chance
) -> tuple[AnyEvent, ...]:
    match command:
        case commands.Choose():
            return _choose(table, me, command)
        case commands.Chat(_, text):
            check_not_full(table)
            return (events.ChatSent(me, text),)
        case commands.UseSeatOption(_, option, bot):
            return _use_seat_option(table, me, chosen(table, me, option, bot, now), bot, chance)
        case commands.Leave():
            return leave(table, me, chance)
        case _:
            assert_never(command)


def _use_seat_option(
    table: TableState, me: Seat, option: SeatOption, bot: str, chance: Chance
) -> tuple[AnyEvent, ...]:
    match option.kind:
        case Kind.SEAT_COMPUTER | Kind.CHANGE_COMPUTER | Kind.LET_PLAY:
            return (events.BotSeated(option.seat, bot),)
        case Kind.FILL_ALL:
            return tuple(events.BotSeated(each.seat, bot) for each in table.seats if each.is_open)
        case Kind.TAKE_BACK | Kind.REMOVE_COMPUTER:
            return (events.BotRemoved(option.seat),)
        case Kind.KICK:
            return expel(table, option.seat, chance)
        case Kind.NUDGE:
            return (events.PersonNudged(option.seat),)
        case Kind.END_MATCH:
            return abandoning(table)
        case Kind.REMATCH:
            return (events.RematchWanted(me),)
        case Kind.NO_REMATCH:
            return (events.RematchUnwanted(me),)
        case Kind.LEAVE:
            return leave(table, me, chance)
        case _:
            assert_never(option.kind)


def _choose(table: TableState, me: Seat, command: commands.Choose) -> tuple[AnyEvent, ...]:
    if command.version != table.version:
        raise Refusal(Reason.STATE_STALE)
    offered = derived.choices(table, me)
    if not 1 <= command.option <= len(offered):
        raise Refusal(
            Reason.OPTION_NOT_OFFERED, _why_not(table, me, len(offered)), most=len(offered)
        )
    choice = offered[command.option - 1]
    if command.nonce and choice is not commands.Answer.CUT:
        raise invalid("choose.nonce", "Only a cut has a nonce: leave it empty in other moves.")
    if len(command.nonce) > MAX_NONCE_BYTES:
        raise invalid("choose.nonce", "A nonce has at most {most} bytes.", most=MAX_NONCE_BYTES)
    return _choice_events(table, me, choice, command.nonce)


def _why_not(table: TableState, me: Seat, offered: int) -> str:
    if table.at(me).bot:
        return "A computer is playing for you: take your seat back first."
    if not offered:
        return "There is nothing for you to choose now: wait for your turn."
    return "There is no such option: choose a number from 1 to {most}."


def _choice_events(
    table: TableState, seat: Seat, choice: commands.Choice, nonce: bytes = b""
) -> tuple[AnyEvent, ...]:
    if choice is commands.Answer.CUT:
        return (events.DeckCut(seat, nonce),)
    if choice is commands.Answer.GO_ON:
        return (events.WentOn(seat),)
    match = derived.running(table)
    assert match is not None, "options are only offered during a match"
    assert isinstance(choice, Option)
    return (events.OptionChosen(seat, choice), *table.module.decide(match.state, seat, choice))


def _bot_choose(table: TableState, command: commands.BotChoose) -> tuple[AnyEvent, ...]:
    sitting = table.at(command.seat)
    offered = derived.seat_choices(table, command.seat)
    if not sitting.bot or command.version != table.version or command.choice not in offered:
        raise Refusal(Reason.STATE_STALE, "The game has moved on without the computer.")
    return _choice_events(table, command.seat, command.choice)


def _tick(table: TableState, now: Millis) -> tuple[AnyEvent, ...]:
    limits = table.limits
    if table.empty_since is not None and now >= table.empty_since + limits.empty:
        return closing(table)
    end = table.age_from + limits.age
    if now >= end and not derived.in_round(table):
        return closing(table)
    due: list[AnyEvent] = []
    if now >= end - limits.age_warning and not table.warned:
        warning = plural(
            max(1, (end - now) // 60_000),
            "This table closes in 1 minute. You can still finish the round.",
            "This table closes in {n} minutes. You can still finish the round.",
        )
        due += (events.AgeWarned(), events.ChatSent(0, warning))
    if limits.auto_bot and any(seat.is_connected for seat in table.seats):
        for seat in table.seats:
            at = derived.replaceable_at(table, seat.seat)
            if at is not None and now >= at:
                due.append(events.BotSeated(seat.seat, limits.auto_bot))
    return tuple(due)
