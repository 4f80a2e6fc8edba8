"""Many tables of computers and scripted people at once, under faults at random moments.

People are cut off, frozen, quit and come back; others let computers play for them meanwhile; they
take their seats back, talk, and some leave for good; the server is killed. At the end every table's
log is held against what was answered and told: nothing may be lost, nothing done twice.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import grpc

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.wire import channel
from koikoi_server.journal.folder import open_store
from koikoi_server.table import commands
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import folded
from koikoi_server.table.state import Stage
from koikoi_server.tokens import token_hash
from tests.support.killing import Killable
from tests.support.proxy import Proxy, proxied
from tests.support.server import BOT, MINE, match_is_over, reason
from tests.support.survivor import Survivor
from tests.support.validators import violations

TABLES = 200
WIRES = 10  # people share them, and so their cuts
KILLS = 6
LONGEST = 200.0  # seconds that all may take
OPTIONS = ("--absence", "1.5", "--dead-peer-timeout", "3", "--free-loopback")
OPEN = service_pb2.SeatPlan()
CROSSED = {
    "SEAT_STALE",
    "SEAT_OPTION_NOT_OFFERED",
    "MATCH_STALE",
    "STATE_STALE",
    "OPTION_NOT_OFFERED",
}
Act = dict[str, Any]


class Regular(Survivor):
    """A person with habits, who notes what was answered. It comes back as our client does."""

    options = channel.CHANNEL_OPTIONS
    pause = 0.5

    def __init__(self, target: str, name: str, seed: int, counts: Counter[str]) -> None:
        super().__init__(target, name, seed)
        self.counts = counts
        self.done: list[tuple[str, int]] = []  #: what act, and the seq that it was answered with
        self.begun: list[str] = []  #: acts for whose answer nobody waited
        self.quits = self.random.choice((0, 0, 1, 2))
        self.leaves = self.random.random() < 0.04
        self.hands_over = self.random.random() < 0.1
        self.chats = self.random.randint(0, 4)

    async def do(self, kind: str, **act: Any) -> None:
        """Do something; what crossed with others is dropped."""
        try:
            seq = await self.act(**act)
        except grpc.aio.AioRpcError as error:
            if reason(error) not in CROSSED:
                raise
            self.counts["crossed"] += 1
            return
        except asyncio.CancelledError:
            self.begun.append(kind)
            raise
        self.done.append((kind, seq))

    async def live(self) -> None:
        """Be at the table until the match is over, or for as long as one likes."""
        async with asyncio.timeout(LONGEST):
            while not await self._watch_once(match_is_over):
                if self.leaves and self.seq > 20:
                    await self.do("leave", leave={})
                    return
                # Away for a moment, or for so long that others may let a computer play.
                await asyncio.sleep(self.random.choice((0.02, 0.02, 0.3, 2.5)))

    async def _watch_once(self, until: Callable[[table_pb2.Update], bool]) -> bool:
        at = self.seq + self.random.randint(5, 40)

        def enough(update: table_pb2.Update) -> bool:
            return match_is_over(update) or (self.quits + self.leaves > 0 and update.seq > at)

        came = await super()._watch_once(enough)
        if came and match_is_over(self.last):
            return True
        if came:
            self.quits = max(0, self.quits - 1)
            self.counts["quits"] += 1
        return False

    async def _choose(self, view: table_pb2.SeatView) -> None:
        if self.chats and self.random.random() < 0.1:
            self.chats -= 1
            await self.do("chat", chat={"text": f"{self.name} says {self.chats}"})
        if self.hands_over and self.random.random() < 0.2:
            self.hands_over = False
            for each in view.seat_options:
                if each.kind == table_pb2.SEAT_OPTION_KIND_LET_PLAY:
                    await self._use(each, "handed over")
            return
        option = self.random.choice(view.options)
        await self.do(
            "choose", choose={"state_version": view.state_version, "option": option.number}
        )

    async def looks(self) -> None:
        """Now and then look round: take back what is one's own, fill what nobody plays."""
        while True:
            await asyncio.sleep(0.2 + self.random.random())
            if match_is_over(self.last):
                continue
            now = time.time_ns()  # of one machine, so the server's
            for option in self.view.seat_options:
                if option.kind == table_pb2.SEAT_OPTION_KIND_TAKE_BACK:
                    await self._use(option, "take-backs")
                elif (
                    option.kind == table_pb2.SEAT_OPTION_KIND_SEAT_COMPUTER
                    and option.possible_time.ToNanoseconds() < now
                ):
                    await self._use(option, "take-overs")

    async def _use(self, option: table_pb2.SeatOption, counted: str) -> None:
        before = len(self.done)
        used = {"id": option.id, "bot": option.bots[0] if option.bots else ""}
        await self.do("use_seat_option", use_seat_option=used)
        self.counts[counted] += len(self.done) - before


async def user(people: list[Regular], plan: Act) -> None:
    """One table, from its opening to the end of its match."""
    host, others = people[0], people[1:]
    await host.create(**plan)
    for other in others:
        await other.join(host.grant.table_id)
    looking = [asyncio.create_task(person.looks()) for person in people]
    try:
        await asyncio.gather(*(person.live() for person in people))
    finally:
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)


async def everybody(parties: list[list[Regular]], plans: list[Act]) -> None:
    """All tables at once."""
    await asyncio.gather(*map(user, parties, plans))


async def trouble(server: Killable, wires: list[Proxy], counts: Counter[str], seed: int) -> None:
    """Faults without end."""
    random = Random(seed)
    began = time.monotonic()
    while True:
        await asyncio.sleep(random.uniform(0.1, 0.6))
        wire = random.choice(wires)
        if counts["kills"] < KILLS and time.monotonic() - began > 10 * (counts["kills"] + 1):
            counts["kills"] += 1
            await server.kill()
            await server.start()
        elif random.random() < 0.5:
            counts["cuts"] += 1
            wire.cut()
        else:
            counts["freezes"] += 1
            wire.freeze()
            asyncio.get_running_loop().call_later(random.choice((0.3, 1.0, 5.0)), wire.thaw)


def plan_of(number: int) -> tuple[int, Act]:
    """How many persons a table has, and how it is opened."""
    match number % 10:
        case 0:
            rules = {"rounds": "2", "bot_delay": "10"}
            return 2, {"game": "coin", "seats": [MINE, OPEN, BOT], "rules": rules}
        case 1 | 2 | 3:
            return 2, {"game": "koikoi", "seats": [MINE, OPEN], "rules": {"months": "2"}}
    rules = {"months": "3", "bot_delay": "10"}
    return 1, {"game": "koikoi", "seats": [MINE, BOT], "rules": rules}


def wrote(entry: Entry, kind: type, token: bytes) -> bool:
    """Whether the person of *token* made it by an act of that kind."""
    return isinstance(entry.command, kind) and getattr(entry.command, "by", b"") == token


def lost(log: list[Entry], people: list[Regular]) -> list[str]:
    """What was answered and is not in the log, or is in it and was never answered."""
    kinds = {
        "choose": commands.Choose,
        "chat": commands.Chat,
        "use_seat_option": commands.UseSeatOption,
        "leave": commands.Leave,
    }
    wrong = []
    for person in people:
        mine = token_hash(person.grant.seat_token)
        for word, kind in kinds.items():
            written = [entry.seq for entry in log if wrote(entry, kind, mine)]
            answered = [seq for what, seq in person.done if what == word]
            more = len(written) - len(answered)
            if not set(answered) <= set(written) or more > person.begun.count(word):
                wrong.append(f"{person.name}: {word} answered {answered}, written {written}")
        told = {entry.seq for s in person.streams for u in s.updates for entry in u.news}
        if not told <= {entry.seq for entry in log}:
            wrong.append(f"{person.name} was told what is not written")
    return wrong


async def tables(seed: int, number: int = TABLES) -> None:
    """Many tables under faults; says what happened, and fails when anything was lost."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    entries = 0
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = Killable(Path(folder), *OPTIONS)
        await server.start()
        stack.push_async_callback(server.kill)
        wires = [await stack.enter_async_context(proxied(server.port)) for _ in range(WIRES)]
        parties: list[list[Regular]] = []
        plans = []
        for table in range(number):
            persons, plan = plan_of(table)
            party = []
            for each in range(persons):
                luck = seed + 10 * table + each
                target = f"127.0.0.1:{wires[luck % WIRES].port}"
                party.append(Regular(target, f"P{table}-{each}", luck, counts))
                stack.push_async_callback(party[-1].close)
            parties.append(party)
            plans.append(plan)
        living = asyncio.ensure_future(everybody(parties, plans))
        faults = asyncio.create_task(trouble(server, wires, counts, seed))
        try:
            done, _ = await asyncio.wait({living, faults}, return_when=asyncio.FIRST_COMPLETED)
            await next(iter(done))  # trouble never ends but by a fault of its own
        finally:
            living.cancel()
            faults.cancel()
            await asyncio.gather(living, faults, return_exceptions=True)
            for wire in wires:
                wire.thaw()
        await server.kill()
        store = open_store(server.data)
        logs = {table: store.log(table) for table in store.tables()}
        store.close()
    for party in parties:
        log = logs[party[0].grant.table_id]
        entries += len(log)
        wrong += lost(list(log), party)
        wrong += violations([stream for person in party for stream in person.streams])
        if folded(log).stage not in {Stage.FINISHED, Stage.CLOSED}:
            wrong.append(f"table {party[0].name} did not end")
    counts["repeated calls"] = sum(person.tries for party in parties for person in party)
    happened = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    acts = sum(len(person.done) for party in parties for person in party)
    print(f"  {number} tables, {sum(map(len, parties))} persons: {happened}")
    print(f"  {entries} entries, {acts} acts answered, {len(wrong)} lost", flush=True)
    assert not wrong, "\n".join(wrong[:20])
