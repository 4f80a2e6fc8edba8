"""The pages of finished matches: the user's own among the listed ones."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

import pytest

from koikoi.v1 import record_pb2, service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.finished_matches import FinishedMatches
from koikoi_client.lines.console import Lines
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import Store
from koikoi_client.wire.session import Session
from tests.client.lines.typed import TypedConsole


def record(name: str, seconds: int) -> record_pb2.Record:
    made = record_pb2.Record(record_id=name)
    made.end_time.FromSeconds(seconds)
    return made


class Archive:
    """A session that has listed records, in pages of three, and some that are not listed."""

    def __init__(self, listed: list[record_pb2.Record], own: list[record_pb2.Record]) -> None:
        self.info = service_pb2.GetServerInfoResponse(server_id="S")
        self._listed = sorted(listed, key=lambda each: -each.end_time.seconds)
        self._own = {each.record_id: each for each in own}
        self.asking = self.most = 0  #: requests at once, now and at most

    async def records(self, page_token: str = "") -> service_pb2.ListRecordsResponse:
        start = int(page_token or 0)
        end = start + 3
        token = str(end) if end < len(self._listed) else ""
        return service_pb2.ListRecordsResponse(
            records=self._listed[start:end], next_page_token=token
        )

    async def record(self, record_id: str) -> record_pb2.Record:
        self.asking += 1
        self.most = max(self.most, self.asking)
        await asyncio.sleep(0)
        self.asking -= 1
        if record_id not in self._own:
            raise Refused("RECORD_NOT_FOUND", "It is kept no more.")
        return self._own[record_id]


@pytest.mark.parametrize("seed", range(30))
async def test_pages_are_in_order_whatever_is_not_listed(store: Store, seed: int) -> None:
    """From page to page too, nothing twice and nothing missing; read a second time as well."""
    random = Random(seed)
    listed = [record(f"L{n}", random.randrange(30)) for n in range(random.randrange(12))]
    own = [record(f"O{n}", random.randrange(30)) for n in range(random.randrange(8))]
    for each in [*own, record("gone", 0)]:
        store.keep_chain(each.record_id, bytes(32), server_id="S", record_id=each.record_id)
    archive = Archive(listed, own)
    user = LineUser(Lines(TypedConsole()), cast(Session, archive), store, "Aki")
    matches = FinishedMatches(user)
    for _ in range(2):
        found: list[record_pb2.Record] = []
        token, pages = "", 0
        while token or not pages:
            page = await matches.page(token)
            found += page.records
            token, pages = page.next_page_token, pages + 1
        times = [each.end_time.seconds for each in found]
        assert times == sorted(times, reverse=True)
        assert sorted(each.record_id for each in found) == sorted(
            each.record_id for each in [*listed, *own]
        )
    assert archive.most == min(4, len(own) + 1), "not one after the other, and not all at once"
