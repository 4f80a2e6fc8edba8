"""The limits of the service, the lobby and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any
from unittest.mock import patch

import grpc

from koikoi.v1 import record_pb2, service_pb2
from koikoi_server.service import broadcast, passwords, rpcs
from koikoi_server.table import fold, runner
from koikoi_server.table.events import Entry
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from tests.limits.limit import Limit, refusal, times
from tests.support.server import BOT, MINE, Client, new_id, refused, soon

LEAVE = service_pb2.Leave()
SHARED = [MINE, service_pb2.SeatPlan()]
STALE = service_pb2.Choose(state_version=999, option=1)


def _lobby(client: Client) -> Any:
    return client.stub.WatchLobby(service_pb2.WatchLobbyRequest())


async def _tables(client: Client) -> str:
    await times(2, client.create)
    return await refusal(client.create())


async def _time_away(seats: Sequence[service_pb2.SeatPlan], client: Client) -> str:
    """The table of somebody who goes away makes room for another one."""
    grant = await client.create(seats=seats)
    watch = client.watch(grant)
    await watch.read()
    assert await refusal(client.create()) == "LIMIT_REACHED"
    watch.cancel()
    first = client.running.lobby.get(grant.table_id)
    assert first is not None
    await soon(lambda: first.state.empty_since is not None)
    await asyncio.sleep(0.002)
    await client.create()
    assert not first.is_open
    return ""


async def _time_since_closing(client: Client) -> str:
    grant = await client.create()
    await client.act(grant, leave=LEAVE)
    await soon(lambda: client.running.lobby.get(grant.table_id) is None)
    return ""


async def _closed_tables(client: Client) -> str:
    grants = []
    for _ in range(3):
        grants.append(await client.create())
        await client.act(grants[-1], leave=LEAVE)
    kept = [client.running.lobby.get(grant.table_id) is not None for grant in grants]
    assert kept == [False, True, True]
    return ""


async def _watches(client: Client) -> str:
    streams = [_lobby(client), client.spectate((await client.create()).table_id)]
    for stream in streams:
        await stream.read()
    return await refusal(_lobby(client).read())


async def _watches_of_a_table(client: Client) -> str:
    grant = await client.create()
    streams = [client.spectate(grant.table_id) for _ in range(2)]
    for stream in streams:
        await stream.read()
    await client.watch(grant).read()
    return await refusal(client.spectate(grant.table_id).read())


async def _watches_of_a_seat(client: Client) -> str:
    grant = await client.create()
    first = client.watch(grant)
    await first.read()
    await client.watch(grant).read()
    return await refusal(_rest(first))


async def _rest(stream: Any) -> None:
    while await stream.read() is not grpc.aio.EOF:
        pass


async def _reconnects(client: Client) -> str:
    grant = await client.create()
    for _ in range(2):
        await client.watch(grant).read()
    return await refusal(client.watch(grant).read())


async def _acts(client: Client) -> str:
    grant, other = await _two(client)
    for _ in range(2):
        assert (await refused(client.act(grant, choose=STALE)))[1] == "STATE_STALE"
    assert (await refused(client.act(other, choose=STALE)))[1] == "STATE_STALE"
    return await refusal(client.act(grant, choose=STALE))


async def _chats(client: Client) -> str:
    grant, other = await _two(client)
    await times(2, lambda: client.act(grant, chat="Hello"))
    await client.act(other, chat="Hello")
    return await refusal(client.act(grant, chat="Hello"))


async def _seat_changes(client: Client) -> str:
    grant, other = await _two(client)
    await client.use(grant, Kind.LET_PLAY, 1, bot="easy")
    await client.use(grant, Kind.TAKE_BACK, 1)
    await client.use(other, Kind.LET_PLAY, 2, bot="easy")
    return await refusal(client.use(grant, Kind.LET_PLAY, 1, bot="easy"))


async def _two(client: Client) -> tuple[service_pb2.SeatGrant, service_pb2.SeatGrant]:
    grant = await client.create(seats=SHARED)
    return grant, await client.join(grant.table_id)


async def _join_attempts(client: Client) -> str:
    table = await client.create()
    assert (await refused(client.join("", join_code="ABCDEFGH")))[1] == "TABLE_NOT_FOUND"
    asked = service_pb2.WatchTableRequest(table_id=table.table_id, join_code="ABCDEFGH")
    await refusal(client.stub.WatchTable(asked).read())
    return await refusal(client.create())


async def _joins_of_a_table(client: Client) -> str:
    grant = await client.create(seats=SHARED)
    for _ in range(2):
        await client.act(await client.join(grant.table_id), leave=LEAVE)
    return await refusal(client.join(grant.table_id))


async def _reads(client: Client) -> str:
    tables = service_pb2.ListTablesRequest()
    await times(2, lambda: client.stub.ListTables(tables))
    asked = {
        "ListTables": tables,
        "ListSeats": service_pb2.ListSeatsRequest(),
        "ListRecords": service_pb2.ListRecordsRequest(),
        "GetRecord": service_pb2.GetRecordRequest(record_id=new_id()),
        "GetCatalog": service_pb2.GetCatalogRequest(game="koikoi", rules={"months": "6"}),
    }
    streams = {
        "WatchLobby": service_pb2.WatchLobbyRequest(),
        "WatchTable": service_pb2.WatchTableRequest(table_id="none"),
        "WatchSeat": service_pb2.WatchSeatRequest(seat_token="none"),
        "TellRecord": service_pb2.TellRecordRequest(record_id=new_id()),
    }
    found = {await refusal(getattr(client.stub, name)(each)) for name, each in asked.items()}
    for name, each in streams.items():
        found.add(await refusal(getattr(client.stub, name)(each).read()))
    await client.stub.GetCatalog(service_pb2.GetCatalogRequest())  # made once: costs nothing
    (reason,) = found
    return reason


def _told(client: Client, **asked: Any) -> Any:
    return client.stub.TellRecord(service_pb2.TellRecordRequest(**asked)).read()


async def _replays(client: Client) -> str:
    running = 0

    async def held(*_: object) -> None:
        nonlocal running
        running += 1
        await asyncio.Event().wait()

    with patch.object(rpcs, "stream_record", held):
        streams = [asyncio.create_task(_told(client, record_id=new_id())) for _ in range(2)]
        await soon(lambda: running == 2)
        found = await refusal(_told(client, record_id=new_id()))
        for stream in streams:
            stream.cancel()
    return found


async def _analyses(client: Client) -> str:
    asked = [service_pb2.GetCatalogRequest(game="koikoi", rules={"months": n}) for n in "369"]
    charts = await asyncio.gather(*(client.stub.GetCatalog(each) for each in asked))
    assert all(each.games for each in charts), "they wait, and nobody is refused"
    return ""


async def _queue(client: Client) -> str:
    """While an entry is being stored, each seat has its own places."""
    grant, other = await _two(client)
    live = client.running.lobby.get(grant.table_id)
    assert live is not None
    store, may_store = live.table._journal.append, asyncio.Event()

    async def slowly(entry: Entry) -> None:
        await may_store.wait()
        await store(entry)

    with (
        patch.object(live.table._journal, "append", slowly),
        patch.object(runner, "MAX_QUEUED", 2),
    ):
        chats = [asyncio.create_task(client.act(grant, chat="Hello")) for _ in range(3)]
        await soon(lambda: live.table._queue.size(1) == 2)
        found = await refusal(client.act(grant, chat="Hello"))
        chats.append(asyncio.create_task(client.act(other, chat="Hello")))
        await soon(lambda: live.table._queue.size(2) == 1)
        may_store.set()
        first, _, last, others = await asyncio.gather(*chats)
    assert first < others < last, "the other seat need not wait for the whole queue"
    return found


async def _log(client: Client) -> str:
    grant = await client.create()
    await client.act(grant, chat="Hello")
    return await refusal(client.act(grant, chat="Hello"), says_wait=False)


async def _changes_after_a_full_log(client: Client) -> str:
    grant = await client.create(seats=SHARED)
    await client.act(await client.join(grant.table_id), leave=LEAVE)
    return await refusal(client.join(grant.table_id))


async def _news(client: Client) -> str:
    grant = await client.create()
    asked = service_pb2.WatchSeatRequest(seat_token=grant.seat_token)
    asked.after = (await client.stub.WatchSeat(asked).read()).update.cursor
    await times(3, lambda: client.act(grant, chat="x" * 200))
    assert not (await client.stub.WatchSeat(asked).read()).update.snapshot
    with patch.object(broadcast, "MAX_BYTES", 500):
        await times(3, lambda: client.act(grant, chat="x" * 200))
    assert (await client.stub.WatchSeat(asked).read()).update.snapshot
    return ""


async def _results(client: Client) -> str:
    grant = await client.create()
    with patch.object(fold, "KEPT_RESULTS", 1):
        first = await client.act(grant, chat="Hello", request_id="x" * 20)
        await times(4, lambda: client.act(grant, chat="Hello"))
        assert await client.act(grant, chat="Hello", request_id="x" * 20) > first, "forgotten"
    return ""


async def _seats_of_a_list(client: Client) -> str:
    asked = service_pb2.ListSeatsRequest(seat_tokens=["x"] * (rpcs.MAX_SEATS + 1))
    return await refusal(client.stub.ListSeats(asked))


async def _request(client: Client) -> str:
    record = record_pb2.Record(game="x" * 5_000)
    assert await refusal(_told(client, record=record)) == "FIELD_INVALID", "only its content"
    return await refusal(client.create("x" * 5_000))


async def _record(client: Client) -> str:
    return await refusal(_told(client, record=record_pb2.Record(game="x" * 8_200)))


async def _name(client: Client) -> str:
    await client.create("x" * 4)
    return await refusal(client.create("x" * 5))


async def _chat_message(client: Client) -> str:
    grant = await client.create()
    await client.act(grant, chat="x" * 20)
    return await refusal(client.act(grant, chat="x" * 21))


async def _wrong_passwords(client: Client) -> str:
    def attempt(password: str) -> Any:
        sent = ((passwords.METADATA, password),)
        return client.stub.ListTables(service_pb2.ListTablesRequest(), metadata=sent)

    for number in range(passwords.GUESSES):
        assert await refusal(attempt(f"guess {number}")) == "PASSWORD_WRONG"
    return await refusal(attempt("right"))


TWO = (2, 1)
LIMITS = (
    Limit("open tables", "address", _tables, {"address_tables": 2}, "address_tables"),
    Limit("open tables", "server", _tables, {"max_tables": 2}, "max_tables"),
    Limit(
        "time away before a table makes room",
        "table",
        partial(_time_away, [MINE, service_pb2.SeatPlan()]),
        {"max_tables": 1, "abandoned": 1},
        "abandoned",
        of="seconds",
    ),
    Limit(
        "time away during a match",
        "table, for the same address",
        partial(_time_away, [MINE, BOT]),
        {"address_tables": 1, "abandoned_in_match_for_own": 1},
        "abandoned_in_match_for_own",
        of="seconds",
    ),
    Limit(
        "time away during a match",
        "table, for the server",
        partial(_time_away, [MINE, BOT]),
        {"max_tables": 1, "abandoned_in_match": 1},
        "abandoned_in_match",
        of="seconds",
    ),
    Limit(
        "time since a table was closed",
        "table",
        _time_since_closing,
        {"keep_closed": 1},
        "keep_closed",
        of="seconds",
    ),
    Limit("closed tables", "address", _closed_tables, {"address_tables": 2}, "address_tables"),
    Limit("closed tables", "server", _closed_tables, {"max_tables": 2}, "max_tables"),
    Limit("watches", "table", _watches_of_a_table, {"max_watches": 3}, "max_watches"),
    Limit("watches", "address", _watches, {"address_watches": 2}, "address_watches"),
    Limit("watches", "server", _watches, {"server_watches": 2}, "server_watches"),
    Limit("watches", "seat", _watches_of_a_seat, default=1),
    Limit("new watches", "seat", _reconnects, {"reconnects": TWO}, "reconnects"),
    Limit("actions", "seat", _acts, {"acts": TWO}, "acts"),
    Limit("chat messages", "seat", _chats, {"chats": TWO}, "chats"),
    Limit("seat changes", "seat", _seat_changes, {"seat_changes": TWO}, "seat_changes"),
    Limit("join attempts", "address", _join_attempts, {"join_attempts": (3, 1)}, "join_attempts"),
    Limit(
        "wrong passwords",
        "address",
        _wrong_passwords,
        {"password": "right"},
        default=passwords.GUESSES,
        of="a minute, 5 at once",
    ),
    Limit("joining one table", "address", _joins_of_a_table, {"table_joins": TWO}, "table_joins"),
    Limit("lists and analyses", "address", _reads, {"reads": (6, 1)}, "reads"),
    Limit("replays", "address", _replays, {"address_record_streams": 2}, "address_record_streams"),
    Limit("replays", "server", _replays, {"server_record_streams": 2}, "server_record_streams"),
    Limit("analyses at a time", "server", _analyses, default=1),
    Limit("places in the queue of a table", "seat", _queue, default=runner.MAX_QUEUED),
    Limit("entries of a log", "table", _log, {"limits": Limits(entries=2)}, "entries"),
    Limit(
        "time between changes, once the log is full",
        "seat",
        _changes_after_a_full_log,
        {"limits": Limits(entries=2)},
        "rest",
        of="seconds",
    ),
    Limit("news in memory", "table", _news, default=broadcast.MAX_BYTES, of="bytes"),
    Limit("results of requests", "table", _results, default=fold.KEPT_RESULTS),
    Limit("seats asked about", "request", _seats_of_a_list, default=rpcs.MAX_SEATS),
    Limit(
        "size of a record",
        "request",
        _record,
        {"max_record_bytes": 8_000},
        "max_record_bytes",
        of="bytes",
    ),
    Limit(
        "size of anything else",
        "request",
        _request,
        {"max_message_bytes": 4_096},
        "max_message_bytes",
        of="bytes",
    ),
    Limit("name", "request", _name, {"max_name_columns": 4}, "max_name_columns", of="columns"),
    Limit(
        "chat message",
        "request",
        _chat_message,
        {"max_chat_length": 20},
        "max_chat_length",
        of="characters",
    ),
)
