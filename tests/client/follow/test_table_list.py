"""The list of tables that a user sees."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from types import SimpleNamespace
from typing import cast

from koikoi.v1 import service_pb2
from koikoi_client.follow.table_list import RENEWED_AFTER, TableList
from koikoi_client.follow.user import User
from koikoi_client.system.store import KeptSeat, Store
from tests.support.timeouts import HANG

SEAT = KeptSeat("S", "p", 1, "token", "Aki", private=True)
Say = Callable[[str], object]
CHANGE = service_pb2.WatchLobbyResponse(rows=[service_pb2.TableRow()])


async def test_ones_own_private_tables_are_renewed_while_others_change(store: Store) -> None:
    """But not with each change."""
    store.keep(SEAT)
    now, asked = 0.0, 0

    async def kept_tables(on_closed: Say) -> dict[str, service_pb2.TableRow]:
        nonlocal asked
        asked += 1
        return {}

    tables = TableList(user_with(store, [CHANGE] * 4, kept_tables), lambda: now)
    counts = []
    async for _ in tables.follow(lambda: None):
        await asyncio.sleep(0)
        counts.append(asked)
        now += RENEWED_AFTER / 2
    assert counts == [0, 0, 1, 1]


async def test_the_list_changes_while_ones_own_private_tables_are_awaited(store: Store) -> None:
    store.keep(SEAT)
    answered = asyncio.Event()
    renewed = asyncio.Event()

    async def kept_tables(on_closed: Say) -> dict[str, service_pb2.TableRow]:
        await answered.wait()
        return {"p": service_pb2.TableRow(spectators=3)}

    snapshot = service_pb2.WatchLobbyResponse(snapshot=True)
    tables = TableList(user_with(store, [snapshot, CHANGE, CHANGE], kept_tables))
    tables.known = True
    messages = tables.follow(lambda: None, renewed.set)
    async with asyncio.timeout(HANG), aclosing(messages):
        for _ in range(3):
            tables.take(await anext(messages))
        assert next(row.spectators for row in tables.rows) == 0
        answered.set()
        await renewed.wait()
        assert 3 in [row.spectators for row in tables.rows]


def user_with(
    store: Store,
    messages: Sequence[service_pb2.WatchLobbyResponse],
    kept_tables: Callable[[Say], Awaitable[dict[str, service_pb2.TableRow]]],
) -> User:
    """A user to whom the lobby sends *messages*."""

    async def lobby(on_refused: object) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        for message in messages:
            yield message

    session = SimpleNamespace(info=SimpleNamespace(server_id="S"))
    user = SimpleNamespace(
        session=session, store=store, lobby=lobby, kept_tables=kept_tables, say=lambda line: None
    )
    return cast(User, user)
