"""A match is the same, entry for entry, while somebody sends requests of every kind."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, service_pb2_grpc, table_pb2
from koikoi_server import tokens
from koikoi_server.settings import Settings
from koikoi_server.table.events import AnyEvent, Entry, MatchStarted
from tests.secrecy.noise import NOISE, PREFACE, SETTINGS, frame, headers
from tests.secrecy.world import KEY, Remembering, request_id
from tests.support.clock import FakeClock
from tests.support.server import HOST, QUICK, Client, reason, serving
from tests.support.tiers import slow

WATCHES = 60  #: of one connection: with more than it may have open, its calls would wait
CALM = Settings(seed="two people", join_attempts=(40, 1))  # guesses are soon refused
WATCH_TABLE = "/koikoi.v1.KoikoiService/WatchTable"


class Players:
    """Two people who choose by a rule, so that they play the same match each time."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.random = Random(7)
        self.grants: list[service_pb2.SeatGrant] = []
        self._streams: list[Any] = []
        self._views: list[Any] = []
        self.acts = [0, 0]  #: how many each has made

    async def sit_down(self) -> None:
        first = await self._client.create(request_id=request_id("create"), rules=QUICK)
        join = service_pb2.JoinTableRequest(
            request_id=request_id("join"), player_name="Ben", table_id=first.table_id
        )
        second = (await self._client.stub.JoinTable(join)).grant
        self.grants = [first, second]
        for grant in self.grants:
            self._streams.append(self._client.watch(grant))
            self._views.append(await self._streams[-1].read())

    @property
    def version(self) -> int:
        return int(self._views[0].seat_view.state_version)

    @property
    def is_over(self) -> bool:
        return bool(self._views[0].update.match.phase == table_pb2.PHASE_MATCH_OVER)

    async def move(self) -> None:
        """One of those who may choose does, and both see it."""
        able = [at for at, view in enumerate(self._views) if view.seat_view.options]
        at = self.random.choice(able)
        view = self._views[at].seat_view
        option = self.random.choice(view.options).number
        self.acts[at] += 1
        seq = await self._client.act(
            self.grants[at],
            request_id=request_id("move", at, self.acts[at]),
            choose={"state_version": view.state_version, "option": option},
        )
        for number, stream in enumerate(self._streams):
            while self._views[number].update.seq < seq:
                message = await stream.read()
                if message.HasField("update"):
                    self._views[number] = message


class Hostile:
    """A client that keeps to nothing. *seated*: it is one of the two, too."""

    def __init__(self, client: Client, victims: Players, seated: bool) -> None:
        self._client = client
        self._victims = victims
        self._seated = seated
        self._random = Random(13)
        self._stub = client.stub
        self._channels: list[grpc.aio.Channel] = []
        self._sockets: list[asyncio.StreamWriter] = []
        self._asked = 0
        self.ended: Counter[str] = Counter()

    async def sit_down_elsewhere(self) -> None:
        """A table of its own, for a token that is good there."""
        self._own = await self._client.create("Eve", request_id=request_id("eve"))

    async def strike(self) -> None:
        """One of everything, from a new connection."""
        own = [("grpc.use_local_subchannel_pool", 1)]  # nobody else uses it
        channel = grpc.aio.insecure_channel(f"{HOST}:{self._client.running.port}", own)
        self._channels.append(channel)
        self._stub = service_pb2_grpc.KoikoiServiceStub(channel)
        await asyncio.gather(*(self._try(call) for call in self._calls()))
        await self._connect()
        watches = [self._watch() for _ in range(WATCHES)]
        await asyncio.gather(*watches)

    def _calls(self) -> Sequence[Any]:
        stub, version = self._stub, self._victims.version
        one, two = self._victims.grants
        good = one.seat_token
        wrong = [
            "", good[:-1], good + "x", good.swapcase(), good[::-1], self._own.seat_token,
            tokens.token_hash(good).hex(), one.table_id,
        ]  # fmt: skip
        calls = [self._act(token, choose=_choice(version, 1)) for token in wrong]
        others: list[dict[str, Any]] = [
            {"leave": {}},
            {"use_seat_option": {"id": "kick.1.1"}},
            {"use_seat_option": {"id": "seat_computer.2.2", "bot": "easy"}},
            {"use_seat_option": {"id": "end_match.x"}},
            {"chat": {"text": "boo"}},
        ]
        calls += [self._act(token, **what) for token in wrong[:2] for what in others]
        if self._seated:
            mine = two.seat_token
            calls += [
                self._act(mine, choose=_choice(version + by, option))
                for by, option in (
                    (-1, 1),
                    (1, 999),  # the other may move first
                    (1_000_000, 1),
                    (0, 0),
                    (0, 999),
                    (0, 2**32 - 1),
                )
            ]
            calls += [
                self._act(mine, use_seat_option={"id": "kick.1.1"}),
                self._act(mine, use_seat_option={"id": "seat_computer.1.1", "bot": "hard"}),
                self._act(mine, use_seat_option={"id": "nudge.2.1"}),
                self._act(mine, request_id("move", 0, 1), choose=_choice(version, 77)),
            ]
            for before in range(1, self._victims.acts[1] + 1):  # the same again, with another body
                calls.append(self._act(mine, request_id("move", 1, before), chat={"text": "boo"}))
        calls += [
            stub.CreateTable(
                service_pb2.CreateTableRequest(
                    request_id=request_id("create"), player_name="Eve", game="koikoi"
                )
            ),
            stub.JoinTable(
                service_pb2.JoinTableRequest(
                    request_id=request_id("join"), player_name="Eve", table_id=one.table_id, seat=2
                )
            ),
            stub.JoinTable(
                service_pb2.JoinTableRequest(
                    request_id=self._next_id(), player_name="Aki", table_id=one.table_id, seat=1
                )
            ),
        ]
        for _ in range(5):
            code = "".join(self._random.choices("ABCDEFGH", k=8))
            calls += [
                stub.JoinTable(
                    service_pb2.JoinTableRequest(
                        request_id=self._next_id(), player_name="Eve", join_code=code
                    )
                ),
                stub.GetRecord(service_pb2.GetRecordRequest(record_id=self._next_id())),
                stub.TellRecord(service_pb2.TellRecordRequest(record_id=self._next_id())).read(),
                stub.WatchSeat(service_pb2.WatchSeatRequest(seat_token=code)).read(),
            ]
        return calls

    def _act(self, token: str, asked: str = "", **what: Any) -> Any:
        asked = asked or self._next_id()
        request = service_pb2.ActRequest(seat_token=token, request_id=asked, **what)
        return self._stub.Act(request)

    async def _try(self, call: Any) -> None:
        try:
            await call
            self.ended["OK"] += 1
        except grpc.aio.AioRpcError as error:
            self.ended[reason(error)] += 1

    async def _watch(self) -> None:
        stream = self._stub.WatchTable(
            service_pb2.WatchTableRequest(table_id=self._victims.grants[0].table_id)
        )
        await self._try(stream.read())

    async def _connect(self) -> None:
        """Noise, half a call, and a watch that is never read."""
        body = service_pb2.WatchTableRequest(table_id=self._victims.grants[0].table_id)
        payload = body.SerializeToString()
        unread = (
            PREFACE
            + SETTINGS
            + frame(1, 4, 1, headers(WATCH_TABLE))
            + frame(0, 1, 1, b"\0" + len(payload).to_bytes(4, "big") + payload)
        )
        half = (
            PREFACE + SETTINGS + frame(1, 0, 1, headers(WATCH_TABLE))[: self._random.randrange(60)]
        )
        for noise in (unread, half, self._random.choice(list(NOISE.values()))):
            with suppress(ConnectionError):
                _, writer = await asyncio.open_connection(HOST, self._client.running.port)
                self._sockets.append(writer)
                writer.write(noise)

    def _next_id(self) -> str:
        self._asked += 1
        return request_id("eve", self._asked)

    async def go(self) -> None:
        for channel in self._channels:
            await channel.close()
        for writer in self._sockets:
            writer.close()


def _choice(version: int, option: int) -> dict[str, int]:
    return {"state_version": max(0, version), "option": option}


async def played(hostile: bool, seated: bool = False) -> tuple[list[Entry], Counter[str]]:
    """The log of the two's match."""
    journal = Remembering()
    settings = CALM
    ended: Counter[str] = Counter()
    async with serving(settings, journal=journal, clock=FakeClock(), key=KEY) as client:
        players = Players(client)
        await players.sit_down()
        eve = Hostile(client, players, seated)
        if hostile:
            await eve.sit_down_elsewhere()
        for number in range(400):
            if players.is_over:
                break
            if hostile and number % 5 == 0:
                await asyncio.gather(eve.strike(), players.move())
            else:
                await players.move()
        assert players.is_over
        await eve.go()
        ended = eve.ended
        log = [each for each in journal.entries if each.table_id == players.grants[0].table_id]
    return [*map(_plain, log)], ended


def _plain(entry: Entry) -> Entry:
    """*entry* without the record's id, which depends on how many ids were drawn before."""

    def plain(event: AnyEvent) -> AnyEvent:
        return replace(event, record_id="") if isinstance(event, MatchStarted) else event

    return replace(entry, events=tuple(map(plain, entry.events)))


@pytest.mark.slow
@pytest.mark.parametrize("seated", [slow(False), True])
async def test_their_match_is_what_it_would_have_been(
    seated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*seated*: they come from the client of one of the two players."""

    def count_ids() -> None:
        numbers = count()
        monkeypatch.setattr(tokens, "fresh_id", lambda: f"id-{next(numbers)}")

    count_ids()
    calm, _ = await played(hostile=False)
    count_ids()
    log, ended = await played(hostile=True, seated=seated)
    assert log == calm
    assert len(log) > 30
    assert ended["SEAT_TOKEN_INVALID"] > 50
    assert ended["RATE_LIMITED"] > 30, "guesses are limited by address"
    assert ended["LIMIT_REACHED"] + ended["RATE_LIMITED"] > 300, "watches are limited"
    assert ended["REQUEST_ID_REUSED"] > 5
    if seated:
        assert ended["STATE_STALE"] > 10
        assert ended["OPTION_NOT_OFFERED"] > 10
