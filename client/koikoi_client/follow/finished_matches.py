"""The finished matches of a server: the listed ones, and the private ones that this client saw."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from koikoi.v1 import record_pb2, service_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.seat_calls import in_time
from koikoi_client.follow.user import User

MAX_OWN_RECORDS = 20
"""The number of private tables' matches that are listed, the newest."""


class FinishedMatches:
    """The finished matches, newest first, in pages."""

    def __init__(self, user: User) -> None:
        self._user = user
        self._own: list[record_pb2.Record] = []  # private matches that no page has shown yet

    async def page(self, page_token: str = "") -> service_pb2.ListRecordsResponse:
        """A page of the finished matches, newest first. Raises Refused.

        The private matches that this client saw are merged in by time.
        """
        page = await in_time(self._user.session.records(page_token))
        if not page_token:
            self._own = await self._own_records()
        if page.next_page_token and page.records:
            oldest = min(map(_ended, page.records))
            here = [each for each in self._own if _ended(each) >= oldest]
        else:
            here = self._own
        self._own = [each for each in self._own if each not in here]
        merged = sorted([*here, *page.records], key=_ended, reverse=True)
        return service_pb2.ListRecordsResponse(records=merged, next_page_token=page.next_page_token)

    async def _own_records(self) -> list[record_pb2.Record]:
        """The private matches that this client saw, fetched a few at a time."""
        user, few = self._user, asyncio.Semaphore(4)

        async def record(record_id: str) -> record_pb2.Record | None:
            async with few:
                with suppress(Refused):  # the server has deleted it
                    return await user.record(record_id)
            return None

        ids = user.store.unlisted_records(user.session.info.server_id)[:MAX_OWN_RECORDS]
        fetched = await asyncio.gather(*map(record, ids))
        return [each for each in fetched if each is not None]


def _ended(record: record_pb2.Record) -> int:
    return record.end_time.ToNanoseconds()
