"""The list of tables that a user sees."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import cast

from koikoi.v1 import service_pb2
from koikoi_client.follow.table_list import RENEWED_AFTER, TableList
from koikoi_client.follow.user import User
from koikoi_client.system.store import KeptSeat, Store

SEAT = KeptSeat("S", "p", 1, "token", "Aki", private=True)


async def test_ones_own_private_tables_are_renewed_while_others_change(store: Store) -> None:
    """But not with each change."""
    store.keep(SEAT)
    now, asked = 0.0, 0
    change = service_pb2.WatchLobbyResponse(rows=[service_pb2.TableRow()])

    async def lobby(on_refused: object) -> AsyncGenerator[service_pb2.WatchLobbyResponse, None]:
        for _ in range(4):
            yield change

    async def kept_tables() -> dict[str, service_pb2.TableRow]:
        nonlocal asked
        asked += 1
        return {}

    session = SimpleNamespace(info=SimpleNamespace(server_id="S"))
    user = SimpleNamespace(session=session, store=store, lobby=lobby, kept_tables=kept_tables)
    tables = TableList(cast(User, user), lambda: now)
    counts = []
    async for _ in tables.follow(lambda: None):
        counts.append(asked)
        now += RENEWED_AFTER / 2
    assert counts == [0, 0, 1, 1]
