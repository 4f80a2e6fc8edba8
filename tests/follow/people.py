"""People at a table of a real server, who fold what they are told and hold it against each view.

They come and go: watches are cut and resumed, requests repeated, seats handed over and left, and
the server starts again on its data meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import grpc

from hanafuda.games import GAMES
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.limits import Limits
from tests.follow.fold import Fold
from tests.records.matches import random_rules
from tests.support.durable import serving_from
from tests.support.server import Client, new_id, reason

FREE = (1_000_000, 1_000)
SETTINGS = Settings(
    limits=Limits(cut=400, round_over=400, absence=200, first_watch=2_000, nudge=200),
    acts=FREE, chats=FREE, seat_changes=FREE, table_joins=FREE, join_attempts=FREE,
    reads=FREE, reconnects=FREE,
)  # fmt: skip
CROSSED = {
    "STATE_STALE", "OPTION_NOT_OFFERED", "SEAT_STALE", "SEAT_OPTION_NOT_OFFERED", "MATCH_STALE",
    "SEAT_OPTION_TOO_EARLY",
}  # fmt: skip
GONE = {"SEAT_TOKEN_INVALID", "SERVER_STOPPING", "WATCH_REPLACED", "TABLE_NOT_FOUND"}
LONGEST = 60.0  #: seconds of one match
QUIET = 0.25  #: seconds without news, after which somebody looks what could be done
K = table_pb2.SeatOptionKind


class Visit:
    """The base of all readers of a table."""

    def __init__(self, random: Random, counts: Counter[str]) -> None:
        self.random = random
        self.counts = counts
        self.matches = random.choice((1, 1, 1, 2))  #: that are to be played
        self.over: set[str] = set()  #: the ids of those that are
        self.views = 0  #: that are told until the server starts again; 0: no more
        self.restart = asyncio.Event()


class Reader:
    """A spectator."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.random, self.counts = visit.random, visit.counts
        self.fold = Fold()
        self.cursor = ""
        self.wrong: list[str] = []
        self.told: list[list[Any]] = [[]]  #: messages, one list for each seat that was had
        self.last = table_pb2.Update()
        self.has_gone = False  #: the table is closed, or others have all its seats

    async def follow(self, client: Client, table_id: str) -> None:
        """Watch, cut the stream now and then, and watch again, until the match or server ends."""
        while not self.is_done:
            stream = self._open(client, table_id)
            try:
                await self._read(client, stream)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    if reason(error) not in GONE:
                        raise
                    self.has_gone = reason(error) == "TABLE_NOT_FOUND"
                return
            finally:
                stream.cancel()
            self.counts["cuts"] += 1

    @property
    def is_done(self) -> bool:
        if self.has_gone or self.last.table.stage == table_pb2.STAGE_CLOSED:
            return True
        return self.at_the_end and len(self.visit.over) >= self.visit.matches

    @property
    def at_the_end(self) -> bool:
        return self.last.match.phase == table_pb2.PHASE_MATCH_OVER

    def _open(self, client: Client, table_id: str) -> Any:
        asked = service_pb2.WatchTableRequest(table_id=table_id, **self._place())
        return client.stub.WatchTable(asked)

    def _place(self) -> dict[str, str]:
        after = self.random.choice((self.cursor, self.cursor, self.cursor, "", "77.00"))
        self.counts["resumed"] += bool(after and after == self.cursor)
        return {"after": after, "language": self.random.choice(("", "en"))}

    async def _read(self, client: Client, stream: Any) -> None:
        for _ in range(self.random.choice((1, 2, 5, 40, 400))):
            reading = asyncio.ensure_future(stream.read())
            try:
                while not (await asyncio.wait({reading}, timeout=QUIET))[0]:
                    await self._idle(client)
                message = reading.result()
            finally:
                reading.cancel()
            if message is grpc.aio.EOF:
                return
            if message.HasField("update"):
                self._told(message)
                if self.is_done:
                    return
                await self._act(client, message)

    def _told(self, message: Any) -> None:
        self.last, self.cursor = message.update, message.update.cursor
        self.told[-1].append(message)
        view = getattr(message, "seat_view", None)
        self.wrong += self.fold.take(message.update, view if view and view.seat else None)
        self.counts["views"] += 1
        self.visit.views -= 1
        if self.visit.views == 0:
            self.visit.restart.set()
        self.counts["folded"] += len(message.update.news) > 1
        for entry in message.update.news:
            self.counts.update(table_pb2.EventKind.Name(event.kind) for event in entry.events)
        self.counts["before_owner"] += any(turn.before_owner for turn in message.update.match.turns)
        if self.at_the_end:
            self.visit.over.add(self.last.match.match_id)

    async def _idle(self, client: Client) -> None:
        """Nothing has happened for a while."""

    async def _act(self, client: Client, message: Any) -> None:
        """There is news."""


class Person(Reader):
    """The holder of a seat, who plays at random."""

    def __init__(self, name: str, visit: Visit) -> None:
        super().__init__(visit)
        self.name = name
        self.grant = service_pb2.SeatGrant()
        self.stays = False  #: never leaves
        self.options: list[table_pb2.SeatOption] = []

    def sit(self, grant: service_pb2.SeatGrant) -> None:
        self.grant, self.fold, self.cursor = grant, Fold(grant.seat), ""
        self.told.append([])
        self.counts["seats taken"] += 1

    async def follow(self, client: Client, table_id: str) -> None:
        while not self.is_done:
            await super().follow(client, table_id)
            if self.is_done or not await self._sits_down(client, table_id):
                return

    async def _sits_down(self, client: Client, table_id: str) -> bool:
        """Again, after the seat was left or its person put out. False: the server stops."""
        request = service_pb2.JoinTableRequest(
            request_id=new_id(), player_name=self.name, table_id=table_id
        )
        try:
            stream = client.stub.WatchSeat(
                service_pb2.WatchSeatRequest(seat_token=self.grant.seat_token)
            )
            await stream.read()
            stream.cancel()
            return True  # the seat is still there
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNAVAILABLE or reason(error) != "SEAT_TOKEN_INVALID":
                return False
        try:
            self.sit((await client.stub.JoinTable(request)).grant)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNAVAILABLE:
                return False
            if reason(error) not in {"NO_OPEN_SEAT", "TABLE_NOT_FOUND"}:
                raise
            self.has_gone = True
            return False
        return True

    def _open(self, client: Client, table_id: str) -> Any:
        token = self.grant.seat_token
        asked = service_pb2.WatchSeatRequest(seat_token=token, **self._place())
        return client.stub.WatchSeat(asked)

    async def _idle(self, client: Client) -> None:
        """Fill open seats, take the own one back, let a computer play for whoever is away."""
        wanted = (
            K.SEAT_OPTION_KIND_TAKE_BACK,
            K.SEAT_OPTION_KIND_FILL_ALL,
            K.SEAT_OPTION_KIND_SEAT_COMPUTER,
            K.SEAT_OPTION_KIND_REMATCH,
        )
        useful = [option for option in self.options if option.kind in wanted]
        if useful:
            await self._use(client, self.random.choice(useful))

    async def _act(self, client: Client, message: Any) -> None:
        view = message.seat_view
        self.options = list(view.seat_options)
        dice = self.random.random()
        if dice < 0.03:
            await self._do(client, chat={"text": "well …"})
        elif dice < 0.08 and self.options:
            await self._use(client, self.random.choice(self.options))
        if view.options:
            number = self.random.choice(view.options).number
            choose = {"state_version": view.state_version, "option": number}
            await self._do(client, choose=choose)

    async def _use(self, client: Client, option: table_pb2.SeatOption) -> None:
        leaves = option.kind in (K.SEAT_OPTION_KIND_LEAVE, K.SEAT_OPTION_KIND_END_MATCH)
        if leaves and (self.stays or self.random.random() < 0.7):
            return
        if option.bots and "easy" not in option.bots:
            return  # the others take their time
        bot = "easy" if option.bots else ""
        await self._do(client, use_seat_option={"id": option.id, "bot": bot})

    async def _do(self, client: Client, **act: Any) -> None:
        """Do it, and now and then say so again: the answer is the same."""
        asked = new_id()
        try:
            seq = await client.act(self.grant, request_id=asked, **act)
            if self.random.random() < 0.15:
                self.counts["repeats"] += 1
                if await client.act(self.grant, request_id=asked, **act) != seq:
                    self.wrong.append(f"a repeat of the act of entry {seq} is answered otherwise")
        except grpc.aio.AioRpcError as error:
            if (
                error.code() is not grpc.StatusCode.UNAVAILABLE
                and reason(error) not in CROSSED | GONE
            ):
                raise


async def followed(path: Path, seed: int, counts: Counter[str]) -> list[Reader]:
    """One or two random matches, and everything that their readers received."""
    random = Random(seed)
    game = random.choice(list(GAMES))
    about = GAMES[game].ABOUT
    seats = random.randint(about.min_seats, about.max_seats)
    visit = Visit(random, counts)
    people = [Person(name, visit) for name in ("Aki", "Ben", "Cho")[:seats]]
    people = people[: random.choice((1, 2, 2, 3))]
    people[0].stays = random.random() < 0.8
    readers = [*people, Reader(visit)]
    rules = random_rules(random, game, seats, rounds=random.choice((1, 2, 3)))
    rules |= {"bot_delay": "0", "turn_limit": "0"}
    table_id = ""
    async with asyncio.timeout(LONGEST):
        while not all(reader.is_done for reader in readers):
            async with serving_from(path, SETTINGS) as client:
                if not table_id:
                    table_id = await _opened(client, people, game, seats, rules)
                tasks = [asyncio.create_task(each.follow(client, table_id)) for each in readers]
                visit.restart.clear()
                visit.views = random.choice((5, 20, 60, 1_000_000))
                restart = asyncio.create_task(visit.restart.wait())
                lives = asyncio.gather(*tasks)
                either: set[asyncio.Future[Any]] = {restart, lives}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                over = all(reader.is_done for reader in readers)
                if lives.done():
                    lives.result()
                for task in (restart, *tasks):
                    task.cancel()
                await asyncio.gather(restart, *tasks, lives, return_exceptions=True)
                counts["restarts"] += not over
    counts["matches"] += len(visit.over)
    counts[game] += len(visit.over)
    return readers


async def _opened(
    client: Client, people: list[Person], game: str, seats: int, rules: dict[str, str]
) -> str:
    plan = [service_pb2.SeatPlan(yours=True)]
    plan += [service_pb2.SeatPlan() for _ in people[1:]]
    plan += [service_pb2.SeatPlan(bot="easy") for _ in range(seats - len(people))]
    request = service_pb2.CreateTableRequest(
        request_id=new_id(), player_name="Aki", game=game, rules=rules, seats=plan
    )
    people[0].sit((await client.stub.CreateTable(request)).grant)
    table_id = people[0].grant.table_id
    for person in people[1:]:
        person.sit(await client.join(table_id, person.name))
    return table_id
