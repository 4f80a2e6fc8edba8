"""Applies entries to the state of a table. It decides nothing, so every stored log can be folded.

Law held here: folding a table's entries gives its state, on every machine and after any restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, assert_never

from hanafuda.events import Event, MatchEnded, RoundEnded, Seat
from hanafuda.games import GAMES
from hanafuda.seats import put
from koikoi_server.system.clock import Millis
from koikoi_server.table import events
from koikoi_server.table.commands import PersonCommand
from koikoi_server.table.deck import commitment
from koikoi_server.table.events import AnyEvent, Entry, RequestKey
from koikoi_server.table.options import split
from koikoi_server.table.state import (
    MatchState,
    Pause,
    RequestResult,
    SeatState,
    Stage,
    TableState,
    TurnEvent,
)
from koikoi_server.table.turns import bot_of, mark_before_owner, turns_after

KEPT_RESULTS = 1_000  #: results of requests that a table keeps, besides those of its seats


def folded(entries: Iterable[Entry], table: TableState | None = None) -> TableState:
    """The table after *entries*. Without a *table*, the first entry opens it.

    Raises:
        ValueError: when an entry is not the table's next, or there is neither entry nor table.
    """
    for entry in entries:
        table = evolve(table, entry)
    if table is None:
        raise ValueError("a table needs an entry that opens it")
    return table


def evolve(table: TableState | None, entry: Entry) -> TableState:
    """The table after *entry*.

    Raises:
        ValueError: when the entry is not the table's next.
    """
    if entry.seq != (table.seq if table else 0) + 1:
        raise ValueError(f"entry {entry.seq} does not follow entry {table.seq if table else 0}")
    by = []
    remaining = entry.events
    if table is None:
        first, *rest = remaining
        if not isinstance(first, events.TableOpened):
            raise ValueError("a table's log begins with TableOpened")
        table, remaining = opened(first, entry.time), tuple(rest)
        by.append("")
    before = table
    for event in remaining:
        by.append(bot_of(table, event))
        table = after(table, event, entry.time)
    moved = any(isinstance(event, _MOVES) for event in remaining)
    return replace(
        table,
        seq=entry.seq,
        version=table.version + moved,
        by=tuple(by),
        requests=_with_result(table, entry),
        empty_since=_empty_since(before, table, entry),
    )


# These events may change the options of any seat, so they raise the state version. An answer in a
# pause does not: the others' choices stay the same.
_MOVES = (*Event.__args__, events.MatchStarted, events.PauseEnded)


def opened(event: events.TableOpened, now: Millis) -> TableState:
    """A new table with all its seats open."""
    module = GAMES[event.game]
    rules, pace = split(module, dict(event.rules))
    return TableState(
        table_id=event.table_id,
        number=event.number,
        name=event.name,
        game=event.game,
        chosen=event.rules,
        rules=rules,
        pace=pace,
        limits=event.limits,
        join_code=event.join_code,
        seats=tuple(
            SeatState(seat, team=team)
            for seat, team in enumerate(module.teams(rules, event.seats), start=1)
        ),
        opened_at=now,
        age_from=now,
        empty_since=now,
    )


def after(table: TableState, event: AnyEvent, now: Millis) -> TableState:
    """The table after one event of an entry that is not complete yet."""
    if isinstance(event, Event):
        played = _played(table, _match(table, event), event, now)
        stage = Stage.FINISHED if played.over else table.stage
        return replace(table, match=played, stage=stage)
    match event:
        case events.PersonJoined(seat, name, token):
            table = _with_seat(table, seat, now, name=name, token=token, bot="", absent_since=None)
            table = replace(table, match=_with_owner(table.match, seat))
            return replace(table, host=table.host or seat)
        case events.PersonLeft(seat, name) | events.PersonKicked(seat, name):
            gone: dict[str, Any] = {"name": "", "token": b"", "bot": "", "absent_since": None}
            kicked = isinstance(event, events.PersonKicked)
            table = _with_seat(table, seat, now, **gone, last_name=name, last_kicked=kicked)
            return _with_host(_with_flag(table, seat, wants_rematch=False))
        case events.ConnectionLost(seat):
            return _with_seat(table, seat, now, absent_since=now)
        case events.ConnectionBack(seat):
            return _with_seat(table, seat, now, absent_since=None)
        case events.BotSeated(seat, bot):
            return _with_seat(table, seat, now, bot=bot)
        case events.BotRemoved(seat):
            return _with_seat(table, seat, now, bot="")
        case events.CodeChanged(join_code):
            return replace(table, join_code=join_code)
        case events.RematchWanted(seat):
            return _with_flag(table, seat, wants_rematch=True)
        case events.RematchUnwanted(seat):
            return _with_flag(table, seat, wants_rematch=False)
        case events.PersonNudged(seat):
            return _with_flag(table, seat, nudged_at=now)
        case events.AgeWarned():
            return replace(table, warned=True)
        case events.TableClosed(minutes):
            return replace(table, stage=Stage.CLOSED, empty_minutes=minutes)
        case events.ServerRestarted(down):
            return _postponed(table, down) if down else table
        case events.ChatSent() | events.OptionChosen() | events.TableOpened():
            return table
        case events.MatchStarted():
            return _match_started(table, event, now)
        case events.DeckCut() | events.WentOn() | events.PauseEnded():
            return replace(table, match=_paused(_match(table, event), event, now))
        case _:
            assert_never(event)


def _postponed(table: TableState, delay: Millis) -> TableState:
    """The table with all deadlines moved by *delay*."""

    def moved(seat: SeatState) -> SeatState:
        away = seat.absent_since
        return replace(
            seat,
            changed_at=seat.changed_at + delay,
            absent_since=None if away is None else away + delay,
            nudged_at=seat.nudged_at + delay if seat.nudged_at else 0,
        )

    match = table.match and replace(table.match, since=table.match.since + delay)
    seats = tuple(map(moved, table.seats))
    return replace(table, age_from=table.age_from + delay, match=match, seats=seats)


def _match(table: TableState, event: AnyEvent) -> MatchState:
    assert table.match is not None, f"{type(event).__name__} outside a match"
    return table.match


def _match_started(table: TableState, event: events.MatchStarted, now: Millis) -> TableState:
    begun = MatchState(
        number=table.match.number + 1 if table.match else 1,
        match_id=event.match_id,
        record_id=event.record_id,
        secret=event.secret,
        commitment=commitment(event.match_id, event.secret),
        nonces=(None,) * len(table.seats),
        state=table.module.begin(table.rules, len(table.seats)),
        pause=Pause.CUT if event.cut else None,
        since=now,
    )
    seats = tuple(replace(seat, wants_rematch=False) for seat in table.seats)
    return replace(table, stage=Stage.PLAYING, match=begun, seats=seats)


def _paused(
    match: MatchState, event: events.DeckCut | events.WentOn | events.PauseEnded, now: Millis
) -> MatchState:
    match event:
        case events.DeckCut(seat, nonce):
            return replace(match, nonces=put(match.nonces, seat, nonce))
        case events.WentOn(seat):
            return replace(match, gone_on=match.gone_on | {seat})
        case events.PauseEnded():
            return replace(match, pause=None, gone_on=frozenset(), since=now)
        case _:
            assert_never(event)


def _played(table: TableState, match: MatchState, event: Event, now: Millis) -> MatchState:
    changed: dict[str, Any] = {"state": table.module.evolve(match.state, event), "since": now}
    by = bot_of(table, event)
    turns = turns_after(match.turns, TurnEvent(event, by), len(table.seats))
    if turns is not match.turns:
        changed["turns"] = turns
    if isinstance(event, RoundEnded):
        changed["pause"] = Pause.ROUND_OVER
    elif isinstance(event, MatchEnded):
        changed |= {"pause": None, "over": True}
    return replace(match, **changed)  # one call for all fields: a restart folds every stored event


def _with_owner(match: MatchState | None, seat: Seat) -> MatchState | None:
    return match and replace(match, turns=mark_before_owner(match.turns, seat))


def _with_seat(table: TableState, seat: Seat, now: Millis, **changed: object) -> TableState:
    """The table after a change of owner, bot or presence, which raises the seat's version."""
    version = table.at(seat).version + 1
    return _with_flag(table, seat, version=version, changed_at=now, **changed)


def _with_flag(table: TableState, seat: Seat, **changed: object) -> TableState:
    seats = list(table.seats)
    seats[seat - 1] = replace(seats[seat - 1], **changed)  # type: ignore[arg-type]  # by name
    return replace(table, seats=tuple(seats))


def _with_host(table: TableState) -> TableState:
    if table.host and table.at(table.host).name:
        return table
    return replace(table, host=next((each.seat for each in table.seats if each.name), 0))


def _empty_since(before: TableState, table: TableState, entry: Entry) -> Millis | None:
    if any(each.is_connected for each in table.seats):
        return None
    restarted = any(isinstance(event, events.ServerRestarted) for event in entry.events)
    if restarted or before.empty_since is None:
        return entry.time
    return before.empty_since


def _with_result(table: TableState, entry: Entry) -> Mapping[bytes, RequestResult]:
    if entry.request is None:
        return table.requests
    known = {**table.requests, entry.request.id: _result(table, entry, entry.request)}
    if len(known) > KEPT_RESULTS + len(table.seats):
        owners = {each.token for each in table.seats}
        # The requests for seats that are still taken are kept: their players may repeat them.
        oldest = next(id for id, each in known.items() if not (each.name and each.token in owners))
        del known[oldest]
    return known


def _result(table: TableState, entry: Entry, request: RequestKey) -> RequestResult:
    """The result of *request*: the seat that was taken, or that acted; 0: its player left it."""
    for event in entry.events:
        if isinstance(event, events.PersonJoined):
            return RequestResult(request.digest, entry.seq, event.seat, event.token, event.name)
    token = entry.command.by if isinstance(entry.command, PersonCommand) else b""
    seat = next((each.seat for each in table.seats if token and each.token == token), 0)
    return RequestResult(request.digest, entry.seq, seat, token)
