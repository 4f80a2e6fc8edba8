"""The list of tables, page by page."""

from __future__ import annotations

import pytest

from koikoi.v1 import service_pb2
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.settings import Settings
from tests.support.clock import FakeClock
from tests.support.server import Client, refused, serving

SETTINGS = Settings(join_attempts=(1_000, 1), max_tables=1_000, address_tables=1_000)


async def page(client: Client, token: str = "", size: int = 0) -> tuple[list[str], str]:
    """The names of its tables, and the token of the next one."""
    asked = service_pb2.ListTablesRequest(page_size=size, page_token=token)
    answer = await client.stub.ListTables(asked)
    return [row.table.name for row in answer.rows], answer.next_page_token


async def opened(client: Client, *names: str) -> list[service_pb2.SeatGrant]:
    return [await client.create(table_name=name) for name in names]


async def test_pages_list_each_table_once_newest_first() -> None:
    async with serving(SETTINGS) as client:
        await opened(client, *"abcde")
        await client.create(table_name="private", needs_code=True)
        first, token = await page(client, size=2)
        second, token = await page(client, token, size=2)
        third, token = await page(client, token, size=2)
        assert (first, second, third, token) == (["e", "d"], ["c", "b"], ["a"], "")
        assert await page(client) == (list("edcba"), "")


@pytest.mark.parametrize("gone", ["e", "d", "c"])
@pytest.mark.parametrize("clock", [None, FakeClock()])
async def test_a_page_continues_the_last_one_although_tables_were_opened_and_closed(
    gone: str, clock: FakeClock | None
) -> None:
    """After a restart too. Two tables of one millisecond may be repeated, but not left out."""
    journal, key = MemoryJournal(), bytes(32)
    async with serving(SETTINGS, journal=journal, key=key, clock=clock) as client:
        grants = dict(zip("abcde", await opened(client, *"abcde"), strict=True))
        _, token = await page(client, size=2)
        await client.act(grants[gone], leave={})
        await opened(client, "f")
        rest = [name for name in "cba" if name != gone]
        assert [name for name in (await page(client, token))[0] if name not in "ef"] == rest
    async with serving(SETTINGS, journal=journal, key=key, clock=clock) as client:
        assert [name for name in (await page(client, token))[0] if name not in "ef"] == rest


@pytest.mark.slow
async def test_a_page_has_a_hundred_tables_and_at_most_five_hundred() -> None:
    async with serving(SETTINGS) as client:
        await opened(client, *(f"t{number}" for number in range(501)))
        for size, rows in ((0, 100), (7, 7), (500, 500), (501, 500), (2**32 - 1, 500)):
            names, token = await page(client, size=size)
            assert (len(names), bool(token)) == (rows, True)


@pytest.mark.parametrize("token", ["x", ".", "x.y", "-1.y", "²."])
async def test_an_invalid_page_token_is_refused(token: str) -> None:
    async with serving() as client:
        assert (await refused(page(client, token)))[1] == "FIELD_INVALID"
