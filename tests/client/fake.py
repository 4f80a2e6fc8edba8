"""A scripted server without rules: it drops streams, loses answers and changes its id when told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from koikoi.v1 import catalog_pb2, service_pb2, service_pb2_grpc, table_pb2
from koikoi_client.wire.address import Address

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


def catalogue() -> service_pb2.GetCatalogResponse:
    """Forty-eight cards "Plant3 thing1", one game with two options and a computer."""
    kinds = [
        catalog_pb2.CARD_KIND_BRIGHT,
        catalog_pb2.CARD_KIND_ANIMAL,
        catalog_pb2.CARD_KIND_RIBBON,
        catalog_pb2.CARD_KIND_PLAIN,
    ]
    objects = ["crane", "boar", "ribbon", "plain"]
    cards = [
        catalog_pb2.Card(
            id=i + 1,
            month=i // 4 + 1,
            kind=kinds[i % 4],
            plant=f"Plant{i // 4 + 1}",
            object=objects[i % 4],
        )
        for i in range(48)
    ]
    game = catalog_pb2.Game(
        id="koikoi",
        name="Koi-Koi",
        min_seats=2,
        max_seats=2,
        round_name="Month",
        score_name="points",
        seat_names=["Red", "Blue"],
        options=[
            catalog_pb2.RuleOption(
                option="months",
                label="Months",
                explanation="How many.",
                choices=[catalog_pb2.RuleChoice(choice=n, label=n) for n in ("12", "6", "3")],
                default_choice="12",
                min_number=1,
                max_number=24,
                one_label="1 month",
                number_label="{n} months",
            ),
            catalog_pb2.RuleOption(
                option="cup",
                label="Sake cup",
                explanation="What it is.",
                choices=[
                    catalog_pb2.RuleChoice(choice="both", label="Both"),
                    catalog_pb2.RuleChoice(choice="animal", label="Animal only"),
                ],
                default_choice="both",
            ),
        ],
        sets=[
            catalog_pb2.RuleSet(set="site", label="Site", explanation="As here."),
            catalog_pb2.RuleSet(
                set="short", label="Short", explanation="Quick.", rules={"months": "3"}
            ),
        ],
        yaku=[
            catalog_pb2.Yaku(
                id="tane",
                name="Animals",
                explanation="Five animals.",
                points=1,
                need=5,
                worth="1 point, 1 for each more",
                any_of=range(2, 48, 4),
                any_count=5,
            )
        ],
        bots=[
            catalog_pb2.Bot(id="easy", name="Easy"),
            catalog_pb2.Bot(id="medium", name="Medium"),
            catalog_pb2.Bot(id="hard", name="Hard"),
        ],
    )
    phrases = {"error.NO_OPEN_SEAT": "No seat is open there."}
    return service_pb2.GetCatalogResponse(cards=cards, games=[game], phrases=phrases)


def said(update: table_pb2.Update, **more: Any) -> table_pb2.Said:
    """An update in the fewest words: a line for each event, the persons' names; and *more*."""
    names = [each.player_name or each.bot or "nobody" for each in update.table.seats]
    told = table_pb2.Said(
        news=[table_pb2.EntrySaid(lines=map(line, entry.events)) for entry in update.news],
        seat_names=names,
        party_names=[names[party.seats[0] - 1] for party in update.match.parties],
    )
    told.MergeFrom(table_pb2.Said(**more))
    return told


def line(event: table_pb2.Event) -> str:
    """What the fake says of an event: "seat 1 CARD_PLAYED 12", "seat 2 CHAT_SENT hello"."""
    kind = table_pb2.EventKind.Name(event.kind).removeprefix("EVENT_KIND_")
    return " ".join(map(str, filter(None, ("seat", event.seat, kind, event.card, event.text))))


class Fake(service_pb2_grpc.KoikoiServiceServicer):
    """One table, seat 1 is ours; choosing appends a play of that card."""

    def __init__(self) -> None:
        self.info = service_pb2.GetServerInfoResponse(
            server_name="fake", protocol=2, oldest_protocol=2, server_id="S1", max_name_columns=16
        )
        self.info.silence_limit.FromMilliseconds(5000)
        self.catalog = catalogue()
        self.entries: list[table_pb2.Entry] = []
        self.table = table_pb2.Table(
            table_id="T1", name="Aki's table", stage=table_pb2.STAGE_PLAYING, game="koikoi",
            seats=[table_pb2.Seat(number=1, player_name="Aki", version=1),
                   table_pb2.Seat(number=2, player_name="Ben")],
        )  # fmt: skip
        self.match = table_pb2.Match(
            match_id="M",
            round=1,
            rounds=12,
            dealer=1,
            phase=table_pb2.PHASE_PLAY,
            turn=1,
            waiting_for=[1],
            field=[9, 12],
            draw_pile=24,
            sides=[table_pb2.Side(seat=1), table_pb2.Side(seat=2)],
            parties=[table_pb2.Party(seats=[1]), table_pb2.Party(seats=[2])],
        )
        self.view = table_pb2.SeatView(seat=1, state_version=1)
        self.said: dict[str, Any] = {}  # that an update says besides its news and names
        self.left = False  # our seat was given up
        self.steps: list[service_pb2.TellRecordResponse] = []
        self.told_after: list[int] = []
        self.languages: list[str] = []  # of all calls, as their metadata say
        self.rows: list[service_pb2.TableRow] = []
        self.acts: list[service_pb2.ActRequest] = []
        self.done: dict[str, Any] = {}
        self.watched_after: list[str] = []
        self.tokens: list[str] = []
        self.requests: list[Any] = []
        self.lose_answers = 0  # so many are done but not answered
        self.refusal: tuple[grpc.StatusCode, str] | None = None
        self.retry = 0.0  # seconds after which one may act again, says the refusal
        self.drop = 0  # so many updates until the next watch is cut, once
        self.full = 0  # so many watches of the lobby are refused
        self.limited: dict[str, str] = {}  # the reasons for which methods are refused
        self.nobody_present = False  # whether our table is one at which nobody is present
        self.silent = False
        self._more = asyncio.Condition()
        self.on_act: Callable[[service_pb2.ActRequest], None] = lambda request: None

    async def append(self, *events: table_pb2.Event) -> None:
        """Write an entry, and send it."""
        self.entries.append(table_pb2.Entry(seq=len(self.entries) + 1, events=events))
        async with self._more:
            self._more.notify_all()

    def _hear(self, context: Any) -> None:
        self.languages.append(dict(context.invocation_metadata()).get("koikoi-language", ""))

    async def _limit(self, method: str, context: Any) -> None:
        if reason := self.limited.get(method):
            code = grpc.StatusCode.RESOURCE_EXHAUSTED
            await refuse(context, code, reason, retry=self.retry)

    async def GetServerInfo(self, request: Any, context: Any) -> Any:
        self._hear(context)
        await self._limit("GetServerInfo", context)
        return self.info

    async def GetCatalog(self, request: Any, context: Any) -> Any:
        self._hear(context)
        return self.catalog

    async def ListTables(self, request: Any, context: Any) -> Any:
        return service_pb2.ListTablesResponse(rows=self.rows)

    async def ListSeats(self, request: Any, context: Any) -> Any:
        row = service_pb2.TableRow(table=self.table, round=1, rounds=12)
        seats = [service_pb2.SeatRow(seat=1, row=row) for _ in request.seat_tokens]
        return service_pb2.ListSeatsResponse(seats=seats)

    async def WatchLobby(self, request: Any, context: Any) -> AsyncIterator[Any]:
        if self.full:
            self.full -= 1
            full = grpc.StatusCode.RESOURCE_EXHAUSTED
            await refuse(context, full, "LIMIT_REACHED", "The lobby is full.", retry=5.0)
        await self._limit("WatchLobby", context)
        yield service_pb2.WatchLobbyResponse(snapshot=True, rows=self.rows)
        await asyncio.Event().wait()

    async def _grant(self, request: Any, context: Any, answer: Any) -> Any:
        self.requests.append(request)
        if self.refusal:
            await refuse(context, *self.refusal)
        grant = service_pb2.SeatGrant(
            table_id="T1", seat=1, seat_token=f"secret-{request.request_id}",
            player_name=request.player_name, server_id=self.info.server_id,
        )  # fmt: skip
        if self.lose_answers:
            self.lose_answers -= 1
            await refuse(context, UNAVAILABLE, "SERVER_STOPPING")
        return answer(grant=grant)

    async def CreateTable(self, request: Any, context: Any) -> Any:
        return await self._grant(request, context, service_pb2.CreateTableResponse)

    async def JoinTable(self, request: Any, context: Any) -> Any:
        if self.nobody_present and request.only_if_present:
            code = grpc.StatusCode.FAILED_PRECONDITION
            await refuse(context, code, "NOBODY_PRESENT", "Nobody is there.")
        return await self._grant(request, context, service_pb2.JoinTableResponse)

    async def WatchSeat(self, request: Any, context: Any) -> AsyncIterator[Any]:
        self.tokens.append(request.seat_token)
        if self.refusal:
            await refuse(context, *self.refusal)
        async for public in self._updates(request, context):
            message = service_pb2.WatchSeatResponse(heartbeat=public.heartbeat)
            if public.HasField("update"):
                message.update.CopyFrom(public.update)
                message.said.CopyFrom(public.said)
                if self.left:
                    yield message
                    return
                message.seat_view.CopyFrom(self.view)
            yield message

    async def WatchTable(self, request: Any, context: Any) -> AsyncIterator[Any]:
        async for public in self._updates(request, context):
            yield public

    async def _updates(self, request: Any, context: Any) -> AsyncIterator[Any]:
        self._hear(context)
        assert request.language == "en"
        self.watched_after.append(request.after)
        at = int(request.after.removeprefix("cursor") or 0)
        first = True
        while True:
            async with self._more:
                while not first and len(self.entries) <= at:
                    await self._more.wait()
            if self.silent:
                await asyncio.Event().wait()
            head = len(self.entries)
            heartbeat = service_pb2.Heartbeat(head_seq=head)
            heartbeat.server_time.FromSeconds(1_000_000)
            update = table_pb2.Update(
                seq=head, snapshot=first and at == 0, news=self.entries[at:],
                table=self.table, match=self.match, cursor=f"cursor{head}",
            )  # fmt: skip
            yield service_pb2.WatchTableResponse(
                heartbeat=heartbeat, update=update, said=said(update, **self.said)
            )
            at, first = head, False
            if self.drop:
                self.drop -= 1
                if not self.drop:
                    await refuse(context, UNAVAILABLE, "SERVER_STOPPING")
            if self.table.stage == table_pb2.STAGE_CLOSED:
                return

    async def TellRecord(self, request: Any, context: Any) -> AsyncIterator[Any]:
        self.told_after.append(request.after_step)
        if self.refusal:
            await refuse(context, *self.refusal)
        for step in self.steps[request.after_step :]:
            yield step
            if self.drop:
                self.drop -= 1
                if not self.drop:
                    await refuse(context, UNAVAILABLE, "SERVER_STOPPING")

    async def Act(self, request: Any, context: Any) -> Any:
        self._hear(context)
        self.tokens.append(request.seat_token)
        if request.request_id in self.done:
            return self.done[request.request_id]
        self.acts.append(request)
        if self.refusal:
            await refuse(context, *self.refusal, retry=self.retry)
        self.on_act(request)
        await self.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED, seat=1, card=12))
        answer = self.done[request.request_id] = service_pb2.ActResponse(seq=len(self.entries))
        if self.lose_answers:
            self.lose_answers -= 1
            await refuse(context, UNAVAILABLE, "SERVER_STOPPING")
        return answer

    async def ListRecords(self, request: Any, context: Any) -> Any:
        await refuse(context, grpc.StatusCode.UNIMPLEMENTED, "")

    async def GetRecord(self, request: Any, context: Any) -> Any:
        await refuse(context, grpc.StatusCode.UNIMPLEMENTED, "")


class Running:
    """A fake that listens on loopback; it can stop and start again at the same port."""

    def __init__(self, fake: Fake) -> None:
        self.fake = fake
        self.host = "127.0.0.1"
        self.port = 0
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port, insecure=True)

    async def start(self) -> None:
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        service_pb2_grpc.add_KoikoiServiceServicer_to_server(self.fake, self._server)
        self.port = self._server.add_insecure_port(str(Address(self.host, self.port)))
        await self._server.start()

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)
            self._server = None
