"""Two worlds that differ in cards which a viewer has not seen, and what they show to it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from google.protobuf.message import Message

from hanafuda.cards import Card
from hanafuda.events import RoundDealt, Seat
from hanafuda.game import Option, SeatView
from koikoi.v1 import service_pb2
from koikoi_server.bots import BOTS
from koikoi_server.journal import StoredRecord
from koikoi_server.system.clock import sleep_until
from koikoi_server.table import derived
from koikoi_server.table.commands import Choice
from koikoi_server.table.events import Entry
from tests.secrecy.compared import cursors, different, disclosed, is_in_order, unequal
from tests.secrecy.context import Outcome
from tests.secrecy.disturbances import another_table, come_late, crowd, disturb, end, toggle_bot
from tests.secrecy.known import id_probes, ids_told
from tests.secrecy.matches import token
from tests.secrecy.probes import probes, seat_probes, server_probes
from tests.secrecy.renaming import deal_at, deals, hidden, named, renamed, started
from tests.secrecy.world import CROWDED, SETTINGS, World, act, idle, request_id

PUBLIC = ("lobby", "spectator", "reader", "late spectator", "another table")
CROWD = ("crowd at WatchLobby", "crowd at WatchTable")
LANGUAGES = ("", "en", "en", "en-GB", "xx")  #: asked for; without one there are no words


class Leak(AssertionError):
    """A byte that a viewer gets depends on a card that it may not see."""


class Public(Exception):
    """A renamed card has come to light, by the rules: from here on the worlds may differ."""


class Pair:
    """The same table in two worlds, as *viewer* (0: who has no seat) sees it."""

    def __init__(self, viewer: Seat, random: Random) -> None:
        self.viewer = viewer
        self.random = random
        self.is_crowded = random.random() < 0.1  #: it is soon refused to do or ask more
        self.moved: set[Card] = set()
        self.compared = 0  #: how often all that was received was found equal
        self.steps = 0  #: acts and passages of time
        self._script: dict[tuple[Seat, int], Option] = {}
        self.tokens = {seat: token(seat) for seat in range(1, 8)}
        self._asked = 0
        self._before: list[int] = []  #: how long the logs were before this step
        self._answers: list[Outcome] = []  #: to the last choice, in each world
        self.worlds: tuple[World, World]

    async def start(self, log: Sequence[Entry], records: Sequence[StoredRecord] = ()) -> bool:
        """Begin where *log* ends. False: there is nothing that could be another card."""
        place = self.random.choice(deals(log)[-2:])
        if place[0] < started(log):
            return False  # the record of a match that is over shows all its cards
        unseen = hidden(log, place, self.viewer)
        if len(unseen) < 2:
            return False
        # Two cards that change their places stay hidden for long; of all, one is soon played.
        some = self.random.choice((2, 3, len(unseen), len(unseen)))
        moved = self.random.sample(unseen, min(some, len(unseen)))
        names = dict(zip(moved, [*moved[1:], moved[0]], strict=True))
        if place == deals(log)[-1]:
            self.moved = set(moved)
        other = renamed(log, place, names)
        if deal_at(other, place) == deal_at(log, place):
            return False  # cards of one hand have changed places: it is sorted
        seed = self.random.random()
        settings = CROWDED if self.is_crowded else SETTINGS
        given: dict[str, Any] = {"seed": hash(seed), "settings": settings}
        self.worlds = (
            await World.restored(log, records, script=self._lead, **given),
            await World.restored(other, records, script=self._follow, **given),
        )
        if not derived.running(self._a.state):
            return False
        self._before = [len(world.log()) for world in self.worlds]
        for seat in range(1, len(self._a.state.seats) + 1):
            if seat == self.viewer or self.random.random() < 0.9:  # else its person is away
                await self.watch_seat(seat)
        await self._watch("spectator", "WatchTable", **self.table())
        await self._watch("reader", "WatchTable", **self.table(), language="en")
        await self._watch("lobby", "WatchLobby")
        if self.random.random() < 0.3:
            await another_table(self)
        self.compare("at the start")
        try:
            for sitting in self._a.state.seats:
                if self.random.random() < 0.3:
                    await toggle_bot(self, sitting.seat)
            self._check_public()
        except Public:  # a computer without a delay has played
            return False
        return True

    @property
    def _a(self) -> World:
        return self.worlds[0]

    async def go(self, most: int) -> None:
        """Take at most *most* steps while the renamed cards are hidden, then come to an end.

        Raises:
            Leak: when the worlds look different before that.
        """
        if self.is_crowded:
            await crowd(self)
            return
        is_hidden = False
        with suppress(Public):
            for _ in range(self.random.choice((2, most, most, most))):
                await self._step()
                self.steps += 1
                if not derived.running(self._a.state):
                    return  # the record shows all cards and the secret now
                await self._probe()
            is_hidden = True
        others = {token for seat, token in self.tokens.items() if seat != self.viewer}
        for wrong in disclosed(self._a, others):
            raise Leak(wrong)
        if is_hidden:
            await end(self)

    async def stop(self) -> None:
        for world in getattr(self, "worlds", ()):
            await world.stop()

    def compare(self, when: str) -> None:
        """What is in the log, what the viewer was told, and others but for private parts."""
        whole = {*PUBLIC, *CROWD, f"seat {self.viewer}"}
        everybody = (*PUBLIC, *CROWD, *(f"seat {seat}" for seat in self.tokens))
        for wrong in (*different(*self.worlds, everybody, whole), *unequal(self._a.streams)):
            raise Leak(f"{when}, {wrong}")
        if self.viewer:
            views = [world.seat_view(self.viewer) for world in self.worlds]
            if repr(views[0]) != repr(views[1]):
                raise Leak(f"{when}: a computer in seat {self.viewer} would see it")
        self.compared += 1

    async def _step(self) -> None:
        """Something happens, the same in both worlds by content."""
        self._before = [len(world.log()) for world in self.worlds]
        kind = self.random.random()
        if kind < 0.7:
            await self._choose()
        elif kind < 0.75:
            await disturb(self)
        elif kind < 0.85:
            await self.advance(self.random.choice((300, 1_000, 4_100, 21_000, 31_000)))
        elif kind < 0.9:
            await toggle_bot(self, self.random.randint(1, len(self._a.state.seats)))
        elif kind < 0.95:
            seat = self.viewer or 1
            await self.acts(seat, chat={"text": "well …"})
        elif self.viewer:
            await come_late(self)
        self._check_public()
        if self._answers and self._answers[0] != self._answers[1]:
            raise Leak(f"a choice is answered {self._answers}")
        self.compare(f"step {self.steps}")

    async def _choose(self) -> None:
        """A person who may choose does, and shows no renamed card if that can be helped."""
        state = self._a.state
        offers: list[tuple[Seat, Choice]] = []
        for sitting in state.seats:
            for choice in derived.choices(state, sitting.seat):
                if not self._shows(choice):
                    offers.append((sitting.seat, choice))
        if not offers:
            if any(derived.choices(state, each.seat) for each in state.seats):
                raise Public
            await self.advance(1_000)
            return
        seat, choice = self.random.choice(offers)
        asked = self.next_id()
        self._answers = []
        for world in self.worlds:
            offered = derived.choices(world.state, seat)
            if choice not in offered:
                raise Leak(f"seat {seat} may not do {choice} in the other world")
            chosen = {"state_version": world.state.version, "option": offered.index(choice) + 1}
            answer = await world.call("Act", act(self.tokens[seat], asked, choose=chosen))
            assert isinstance(answer[0], bytes), answer
            self._answers.append(answer)

    def _shows(self, choice: Choice) -> bool:
        return isinstance(choice, Option) and bool(
            self.moved & {*choice.taken, *([choice.card] if choice.card else [])}
        )

    async def _lead(self, view: SeatView) -> Option:
        """What a computer does. The viewer's is real; the others' do the same in both worlds."""
        if view.seat == self.viewer:
            return self._real(view)
        options = [option for option in view.options if not self._shows(option)]
        option = self.random.choice(options or view.options)
        self._script[view.seat, self._a.state.version] = option
        return option

    async def _follow(self, view: SeatView) -> Option:
        if view.seat == self.viewer:
            return self._real(view)
        world = self.worlds[1]
        question = view.seat, world.state.version
        while self._script.get(question) not in view.options:  # or the other world is about to show
            await sleep_until(world.clock, world.clock.now() + 25)  # a renamed card
        return self._script[question]

    def _real(self, view: SeatView) -> Option:
        quick = BOTS[self._a.state.game][:2]
        level = quick[len(view.hand) % len(quick)]
        return level.choose(view, Random(repr(view)))  # in no thread: it takes no time

    async def advance(self, millis: int) -> None:
        for world in self.worlds:
            await world.advance(millis)

    async def acts(self, seat: Seat, **what: Any) -> None:
        await self.both("Act", act(self.tokens[seat], self.next_id(), **what))

    def table(self) -> dict[str, str]:
        """How a spectator finds the table."""
        table = self._a.state
        return {"join_code": table.join_code} if table.needs_code else {"table_id": table.table_id}

    def _cursor(self) -> str:
        """A place in the log that somebody was told, or one that there is not."""
        told, seq = cursors(self._a.seen("spectator")), self._a.state.seq
        return self.random.choice((*told, *told, "", "x", f"{seq}", f"{seq}.00", f"{seq + 7}.00"))

    async def watch_seat(self, seat: Seat, after: str = "") -> None:
        token, language = self.tokens[seat], self.random.choice(LANGUAGES)
        fields = {"seat_token": token, "after": after, "language": language}
        await self._watch(f"seat {seat}", "WatchSeat", **fields)

    async def _watch(self, who: str, method: str, **fields: Any) -> None:
        request = getattr(service_pb2, f"{method}Request")(**fields)
        for world in self.worlds:
            await world.watch(who, method, request)

    async def _probe(self) -> None:
        """Ask some of all that can be asked, at this moment, by the viewer or by anybody."""
        mine = self.tokens.get(self.viewer, "")
        state, viewer = self._a.state, self.viewer
        asked = self.random.sample(probes(state, viewer, mine, self.next_id), 4)
        records = [each.record_id for each in self._a.journal.kept]
        asked += self.random.sample(server_probes(state, records, self.next_id), 2)
        if viewer:
            asked += self.random.sample(seat_probes(state, viewer, mine, self.next_id), 2)
        asked += id_probes(self.random.choice(ids_told(self._a.streams, f"seat {viewer}")))
        for method, request in asked:
            await self.both(method, request)
        after, language = self._cursor(), self.random.choice(LANGUAGES)
        fields = self.table() | {"after": after, "language": language}
        await self._watch("late spectator", "WatchTable", **fields)
        if viewer:
            await self.watch_seat(viewer, self._cursor())
        for world in self.worlds:
            with world:
                world.streams["late spectator"][-1].task.cancel()
                await idle()
        self.compare(f"a watch after {after} at step {self.steps}")

    async def both(self, method: str, request: Message | bytes) -> Outcome:
        """What a call is answered, in both worlds."""
        language = self.random.choice(LANGUAGES)
        answers = [await world.call(method, request, language) for world in self.worlds]
        if answers[0] != answers[1]:
            self._check_public()
            raise Leak(f"{method} {request!r}: {answers[0]} or {answers[1]}")
        if method == "ListTables" and len(answers[0]) == 1 and not is_in_order(answers[0][0]):
            raise Leak(f"the tables are in another order than their rows say: {answers[0]}")
        if method == "JoinTable" and len(answers[0]) == 1:
            grant = service_pb2.JoinTableResponse.FromString(answers[0][0]).grant
            if grant.table_id == self._a.state.table_id:
                self.tokens[grant.seat] = grant.seat_token
        return answers[0]

    def _check_public(self) -> None:
        """Whether an entry has named a renamed card: what it may not name before, it may now."""
        for world, at in zip(self.worlds, self._before, strict=True):
            for entry in world.log()[at:] if at else ():
                for event in entry.events:
                    if named(event) & self.moved:
                        raise Public
                    if isinstance(event, RoundDealt):
                        self.moved = set()  # of a round that is over: hidden for good

    def next_id(self) -> str:
        self._asked += 1
        return request_id("ask", self._asked)
