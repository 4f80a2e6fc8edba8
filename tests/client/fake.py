"""A scripted server without rules: it drops streams, loses answers and changes its id when told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from koikoi.v1 import catalog_pb2 as c
from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import service_pb2_grpc
from koikoi.v1 import table_pb2 as t
from koikoi_client.address import Address

UNAVAILABLE = grpc.StatusCode.UNAVAILABLE


async def refuse(
    context: Any, code: grpc.StatusCode, reason: str, message: str = "", retry: float = 0.0
) -> None:
    """End a call as the protocol says. *retry*: seconds after which to ask again."""
    detail = any_pb2.Any()
    detail.Pack(error_details_pb2.ErrorInfo(domain="koikoi.v1", reason=reason))
    details = [detail]
    if retry:
        delay = error_details_pb2.RetryInfo()
        delay.retry_delay.FromMilliseconds(round(retry * 1000))
        details.append(any_pb2.Any())
        details[-1].Pack(delay)
    status = status_pb2.Status(code=code.value[0], message=message or f"{reason}.", details=details)
    await context.abort_with_status(rpc_status.to_status(status))


def catalogue() -> wire.GetCatalogResponse:
    """Forty-eight cards "Plant3 thing1", one game with two options and a computer."""
    kinds = [c.CARD_KIND_BRIGHT, c.CARD_KIND_ANIMAL, c.CARD_KIND_RIBBON, c.CARD_KIND_PLAIN]
    objects = ["crane", "boar", "ribbon", "plain"]
    cards = [
        c.Card(
            id=i + 1,
            month=i // 4 + 1,
            kind=kinds[i % 4],
            plant=f"Plant{i // 4 + 1}",
            object=objects[i % 4],
        )
        for i in range(48)
    ]
    game = c.Game(
        id="koikoi", name="Koi-Koi", min_seats=2, max_seats=2, round_name="Month",
        score_name="points", seat_names=["Red", "Blue"],
        options=[
            c.RuleOption(option="months", label="Months", explanation="How many.",
                         choices=[c.RuleChoice(choice=n, label=n) for n in ("12", "6", "3")],
                         default_choice="12", min_number=1, max_number=24),
            c.RuleOption(option="cup", label="Sake cup", explanation="What it is.",
                         choices=[c.RuleChoice(choice="both", label="Both"),
                                  c.RuleChoice(choice="animal", label="Animal only")],
                         default_choice="both"),
        ],
        sets=[c.RuleSet(set="site", label="Site", explanation="As here."),
              c.RuleSet(set="short", label="Short", explanation="Quick.", rules={"months": "3"})],
        yaku=[c.Yaku(id="tane", name="Animals", explanation="Five animals.", points=1,
                     points_per_extra=1, any_of=range(2, 48, 4), any_count=5)],
        bots=[c.Bot(id="easy", name="Easy"), c.Bot(id="medium", name="Medium"),
              c.Bot(id="hard", name="Hard")],
    )  # fmt: skip
    phrases = {
        "event.7": "{seat} plays {card}.",
        "event.7.you": "You play {card}.",
        "event.72": "{seat}: {text}",
        "event.65": "{seat} leaves.",
        "event.40": "Something new: {number}.",
        "score.double_at_7": "seven points or more",
    }
    return wire.GetCatalogResponse(cards=cards, games=[game], phrases=phrases)


class Fake(service_pb2_grpc.KoikoiServiceServicer):
    """One table, seat 1 is ours; choosing appends a play of that card."""

    def __init__(self) -> None:
        self.info = wire.GetServerInfoResponse(
            server_name="fake", protocol=1, oldest_protocol=1, server_id="S1", max_name_columns=16
        )
        self.info.silence_limit.FromMilliseconds(5000)
        self.catalog = catalogue()
        self.entries: list[t.Entry] = []
        self.table = t.Table(
            table_id="T1", name="Aki's table", stage=t.STAGE_PLAYING, game="koikoi",
            seats=[t.Seat(number=1, player_name="Aki", version=1), t.Seat(number=2, player_name="Ben")],
        )  # fmt: skip
        self.match = t.Match(
            match_id="M", round=1, rounds=12, dealer=1, phase=t.PHASE_PLAY, turn=1,
            waiting_for=[1], field=[9, 12], draw_pile=24, sides=[t.Side(seat=1), t.Side(seat=2)],
        )  # fmt: skip
        self.view = t.SeatView(seat=1, state_version=1)
        self.rows: list[wire.TableRow] = []
        self.acts: list[wire.ActRequest] = []
        self.done: dict[str, Any] = {}
        self.watched_after: list[int] = []
        self.tokens: list[str] = []
        self.requests: list[Any] = []
        self.lose_answers = 0  # so many are done but not answered
        self.refusal: tuple[grpc.StatusCode, str] | None = None
        self.retry = 0.0  # seconds after which one may act again, says the refusal
        self.drop = 0  # so many updates until the next watch is cut, once
        self.full = 0  # so many watches of the lobby are refused
        self.silent = False
        self._more = asyncio.Condition()
        self.on_act: Callable[[wire.ActRequest], None] = lambda request: None

    async def append(self, *events: t.Event) -> None:
        """Write an entry, and send it."""
        self.entries.append(t.Entry(seq=len(self.entries) + 1, events=events))
        async with self._more:
            self._more.notify_all()

    async def GetServerInfo(self, request: Any, context: Any) -> Any:
        return self.info

    async def GetCatalog(self, request: Any, context: Any) -> Any:
        return self.catalog

    async def ListTables(self, request: Any, context: Any) -> Any:
        return wire.ListTablesResponse(rows=self.rows)

    async def WatchLobby(self, request: Any, context: Any) -> AsyncIterator[Any]:
        if self.full:
            self.full -= 1
            full = grpc.StatusCode.RESOURCE_EXHAUSTED
            await refuse(context, full, "LIMIT_REACHED", "The lobby is full.", retry=5.0)
        yield wire.WatchLobbyResponse(snapshot=True, rows=self.rows)
        await asyncio.Event().wait()

    async def _grant(self, request: Any, context: Any, answer: Any) -> Any:
        self.requests.append(request)
        if self.refusal:
            await refuse(context, *self.refusal)
        grant = wire.SeatGrant(table_id="T1", seat=1, seat_token=f"secret-{request.request_id}")
        if self.lose_answers:
            self.lose_answers -= 1
            await refuse(context, UNAVAILABLE, "SERVER_STOPPING")
        return answer(grant=grant)

    async def CreateTable(self, request: Any, context: Any) -> Any:
        return await self._grant(request, context, wire.CreateTableResponse)

    async def JoinTable(self, request: Any, context: Any) -> Any:
        return await self._grant(request, context, wire.JoinTableResponse)

    async def WatchSeat(self, request: Any, context: Any) -> AsyncIterator[Any]:
        self.tokens.append(request.seat_token)
        if self.refusal:
            await refuse(context, *self.refusal)
        async for public in self._updates(request, context):
            yield wire.WatchSeatResponse(
                heartbeat=public.heartbeat,
                update=public.update if public.HasField("update") else None,
                seat_view=self.view if public.HasField("update") else None,
            )

    async def WatchTable(self, request: Any, context: Any) -> AsyncIterator[Any]:
        async for public in self._updates(request, context):
            yield public

    async def _updates(self, request: Any, context: Any) -> AsyncIterator[Any]:
        at = request.after_seq
        self.watched_after.append(at)
        first = True
        while True:
            async with self._more:
                while not first and len(self.entries) <= at:
                    await self._more.wait()
            if self.silent:
                await asyncio.Event().wait()
            head = len(self.entries)
            heartbeat = wire.Heartbeat(head_seq=head)
            heartbeat.server_time.FromSeconds(1_000_000)
            yield wire.WatchTableResponse(
                heartbeat=heartbeat,
                update=t.Update(
                    seq=head, snapshot=first and at == 0, news=self.entries[at:],
                    table=self.table, match=self.match,
                ),
            )  # fmt: skip
            at, first = head, False
            if self.drop:
                self.drop -= 1
                if not self.drop:
                    await refuse(context, UNAVAILABLE, "SERVER_STOPPING")
            if self.table.stage == t.STAGE_CLOSED:
                return

    async def Act(self, request: Any, context: Any) -> Any:
        self.tokens.append(request.seat_token)
        if request.request_id in self.done:
            return self.done[request.request_id]
        self.acts.append(request)
        if self.refusal:
            await refuse(context, *self.refusal, retry=self.retry)
        self.on_act(request)
        await self.append(t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=12))
        answer = self.done[request.request_id] = wire.ActResponse(seq=len(self.entries))
        if self.lose_answers:
            self.lose_answers -= 1
            await refuse(context, UNAVAILABLE, "SERVER_STOPPING")
        return answer

    async def ListRecords(self, request: Any, context: Any) -> Any:
        await refuse(context, grpc.StatusCode.UNIMPLEMENTED, "")

    async def GetRecord(self, request: Any, context: Any) -> Any:
        await refuse(context, grpc.StatusCode.UNIMPLEMENTED, "")


class Running:
    """A fake that listens on 127.0.0.1; it can stop and start again at the same port."""

    def __init__(self, fake: Fake) -> None:
        self.fake = fake
        self.port = 0
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)

    async def start(self) -> None:
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        service_pb2_grpc.add_KoikoiServiceServicer_to_server(self.fake, self._server)
        self.port = self._server.add_insecure_port(f"127.0.0.1:{self.port}")
        await self._server.start()

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)
            self._server = None
