"""What a guest asks for in several steps: own records among the listed ones, a match alone."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random
from typing import cast

import pytest
from koikoi_client.alone import play_alone

from koikoi.v1 import record_pb2, service_pb2
from koikoi.v1 import table_pb2 as t
from koikoi_client.console import Lines
from koikoi_client.errors import Refused
from koikoi_client.plain_visit import Visit
from koikoi_client.session import Session
from koikoi_client.store import KeptSeat, Store
from tests.client.typed import TypedConsole

SEAT = KeptSeat("S", "T", 2, "token", "Ben")


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
    visit = Visit(Lines(TypedConsole()), cast(Session, archive), store, "Aki")
    for _ in range(2):
        found: list[record_pb2.Record] = []
        token, pages = "", 0
        while token or not pages:
            page = await visit.finished(token)
            found += page.records
            token, pages = page.next_page_token, pages + 1
        times = [each.end_time.seconds for each in found]
        assert times == sorted(times, reverse=True)
        assert sorted(each.record_id for each in found) == sorted(
            each.record_id for each in [*listed, *own]
        )
    assert archive.most == min(4, len(own) + 1), "not one after the other, and not all at once"


class Table:
    """A session whose server refuses what is asked for *refused*-th; 0: nothing."""

    def __init__(self, refused: int = 0) -> None:
        self.done: list[str] = []
        self.seats: list[int] = []  #: that got a computer
        self._refused = refused

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        assert (token, server_id) == (SEAT.token, SEAT.server_id)
        if len(self.done) + 1 == self._refused:
            raise Refused("SEAT_NOT_REPLACEABLE", "Aki is here.")
        self.done.append(request.WhichOneof("act") or "")
        self.seats += [request.set_bot.seat] if request.HasField("set_bot") else []
        return len(self.done)


def waiting(stage: t.Stage) -> t.Update:
    """A table with an open seat, at which two others are away; for one a computer plays."""
    seats = [
        t.Seat(number=1, version=1), t.Seat(number=2, player_name="Ben", version=2),
        t.Seat(number=3, player_name="Aki", version=3),
        t.Seat(number=4, player_name="Cat", bot="hard", version=5),
    ]  # fmt: skip
    return t.Update(table=t.Table(stage=stage, seats=seats), match=t.Match(match_id="M"))


async def alone(table: Table, stage: t.Stage) -> list[str]:
    with contextlib.suppress(Refused):
        await play_alone(cast(Session, table), SEAT, waiting(stage), "medium")
    return table.done


async def test_a_match_alone_is_begun_in_four_steps() -> None:
    assert await alone(Table(), t.STAGE_PLAYING) == ["set_bot", "set_bot", "end_match", "rematch"]
    assert await alone(Table(), t.STAGE_FINISHED) == ["set_bot", "set_bot", "rematch"]
    assert await alone(Table(), t.STAGE_GATHERING) == ["set_bot", "set_bot"]


@pytest.mark.parametrize("refused", [1, 2, 3])
async def test_a_match_is_not_ended_where_none_can_be_begun(refused: int) -> None:
    """Somebody comes back meanwhile, whichever step it is that is refused: they play on."""
    done = await alone(Table(refused), t.STAGE_PLAYING)
    assert len(done) == refused - 1
    assert "end_match" not in done


async def test_who_is_here_is_asked_about_before_an_open_seat_is_filled() -> None:
    table = Table()
    await alone(table, t.STAGE_FINISHED)
    assert table.seats == [3, 1]
