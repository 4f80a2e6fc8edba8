"""What docs/protocol.md tells: two people play a match. A chapter is one thing that happens."""

from __future__ import annotations

import asyncio
from typing import Any

from scripts.scribe import Scribe
from tests.support.clock import FakeClock

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import table_pb2

SECONDS = 20  #: a message that has not come by then will not


class TwoMessages(Exception):
    """The news of the connection that is back came after the first message, for once."""


class Person:
    """A seat's stream, and what is done there."""

    def __init__(self, stub: Any, name: str, token: str, after: str = "") -> None:
        self._stub = stub
        self.name = name
        self.token = token
        self.request = s.WatchSeatRequest(seat_token=token, after=after, language="en")
        self.stream = stub.WatchSeat(self.request)
        self.last = s.WatchSeatResponse()
        self._acts = 0

    async def until(self, seq: int) -> s.WatchSeatResponse:
        """The message with the update that ends with entry *seq*."""
        async with asyncio.timeout(SECONDS):
            while self.last.update.seq < seq:
                message = await self.stream.read()
                if message.HasField("update"):
                    self.last = message
        return self.last

    def choice(self, option: int = 1, nonce: bytes = b"") -> s.ActRequest:
        act = self._act()
        act.choose.state_version = self.last.seat_view.state_version
        act.choose.option = option
        act.choose.nonce = nonce
        return act

    def about(self, kind: str, bot: str = "") -> s.ActRequest:
        """The act that takes the seat option of that kind."""
        wanted = table_pb2.SeatOptionKind.Value(f"SEAT_OPTION_KIND_{kind}")
        options = self.last.seat_view.seat_options
        act = self._act()
        act.use_seat_option.id = next(each.id for each in options if each.kind == wanted)
        act.use_seat_option.bot = bot
        return act

    def _act(self) -> s.ActRequest:
        self._acts += 1
        id = f"random-characters-{self.name}-{self._acts}"
        return s.ActRequest(seat_token=self.token, request_id=id)


class Story:
    """Aki and Ben play; each chapter leaves both with the newest message."""

    def __init__(self, stub: Any, clock: FakeClock) -> None:
        self.stub = stub
        self.clock = clock
        self.scribe = Scribe(stub)
        self.people: list[Person] = []

    async def told(self) -> None:
        await self._server()
        table = await self._seats()
        await self._cuts()
        await self._move(table)
        await self._place()
        await self._decide()
        await self._absence()
        await self._return()
        await self._end()

    @property
    def mover(self) -> Person:
        return next(each for each in self.people if each.last.seat_view.options)

    @property
    def other(self) -> Person:
        return next(each for each in self.people if each is not self.mover)

    async def done(self, answer: s.ActResponse) -> None:
        """Both have been told what an act did."""
        for person in self.people:
            await person.until(answer.seq)

    async def until(self, phase: int) -> None:
        """Let everybody take the first option, or STOP, until the match is in *phase*."""
        for _ in range(500):
            if self.people[0].last.update.match.phase == phase:
                return
            options = self.mover.last.seat_view.options
            stops = [each.number for each in options if each.kind == table_pb2.OPTION_KIND_STOP]
            await self.done(await self.stub.Act(self.mover.choice(*stops[:1] or (1,))))
        raise AssertionError("that never comes")

    async def _server(self) -> None:
        self.scribe.say(
            "## 1. Which server is this?\n\n`GetServerInfo`, then `GetCatalog`: names, rules to "
            "choose, the chart of yaku, pages to read."
        )
        info = await self.scribe.ask("GetServerInfo", s.GetServerInfoRequest(protocol=2))
        self.scribe.name(info.server_id, "SERVER-ID")
        request = s.GetCatalogRequest(language="en", game="koikoi")
        await self.scribe.ask("GetCatalog", request, most=1)

    async def _seats(self) -> str:
        """The table's id."""
        say, ask, show = self.scribe.say, self.scribe.ask, self.scribe.show
        say(
            "## 2. A seat of one's own\n\nAki opens a table with `CreateTable` and keeps the token "
            "on disk. The request id is random and as secret as the token: whoever repeats the "
            "request with it gets the same seat."
        )
        created = await ask(
            "CreateTable",
            s.CreateTableRequest(
                request_id="random-characters-Aki-0",
                player_name="Aki",
                game="koikoi",
                rules={"months": "2"},
                seats=[s.SeatPlan(yours=True), s.SeatPlan()],
            ),
        )
        self.scribe.name(created.grant.table_id, "TABLE-ID")
        self.scribe.name(created.grant.seat_token, "TOKEN-OF-AKI")
        say("Aki watches with `WatchSeat`, in English. The first message has everything.")
        aki = Person(self.stub, "Aki", created.grant.seat_token)
        show(aki.request)
        show(await aki.until(1))
        say("Ben finds the table with `ListTables` and sits down.")
        joined = await ask(
            "JoinTable",
            s.JoinTableRequest(
                request_id="random-characters-Ben-0",
                player_name="Ben",
                table_id=created.grant.table_id,
            ),
        )
        self.scribe.name(joined.grant.seat_token, "TOKEN-OF-BEN")
        ben = Person(self.stub, "Ben", joined.grant.seat_token)
        self.people = [aki, ben]
        await aki.until(2)
        await ben.until(2)
        return str(created.grant.table_id)

    async def _cuts(self) -> None:
        say, show = self.scribe.say, self.scribe.show
        say(
            "## 3. The cut\n\nNo seat is open, so the match begins in the same entry. `commitment` "
            "fixes the shuffle. Each person may now add random bytes to it."
        )
        aki, ben = self.people
        show(aki.last, "update.news", "update.match", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        answer = await self.scribe.ask("Act", aki.choice(nonce=b"Aki's random bytes"))
        await self.done(answer)
        say("Ben cuts too, and the cards are dealt. Ben's stream says:")
        await self.done(await self.stub.Act(ben.choice(nonce=b"Ben's random bytes")))
        show(ben.last, "update.news", "said.news", "said.waiting", "seatView.hand",
             "seatView.stateVersion", "seatView.options")  # fmt: skip

    async def _move(self, table: str) -> None:
        say, show = self.scribe.say, self.scribe.show
        mover, other = self.mover, self.other
        say(
            f"## 4. A move\n\n{mover.name} sends the number of one of these options. The answer "
            "only says that it was done, and in which entry."
        )
        before, act = mover.last.update.cursor, mover.choice()
        moved = await self.scribe.ask("Act", act)
        await self.done(moved)
        say("What it did comes by the stream. A spectator of the table sees:")
        request = s.WatchTableRequest(table_id=table, after=before, language="en")
        show(request)
        watch = self.stub.WatchTable(request)
        show(await watch.read(), "heartbeat", "update.seq", "update.news", "update.match",
             "update.cursor", "said")  # fmt: skip
        watch.cancel()
        say(f"{other.name} sees the same, and this besides:")
        show(other.last, "said.waiting", "seatView.hand", "seatView.stateVersion")
        say(
            "A reply that was lost is asked for with the same request. It is not done again, and "
            "the answer is the same."
        )
        await self.scribe.ask("Act", act)
        say("A choice for an earlier state changes nothing. The reason says what to do.")
        late = mover.choice()
        late.choose.state_version = act.choose.state_version
        await self.scribe.ask("Act", late)

    async def _place(self) -> None:
        say, show = self.scribe.say, self.scribe.show
        await self.until(table_pb2.PHASE_PLACE)
        mover = self.mover
        say(
            "## 5. Which card does it take?\n\nA card was drawn, and two on the field match it. "
            f"`open_card` lies face up until {mover.name} chooses."
        )
        parts = "update.news", "update.match.phase", "update.match.openCard"
        show(mover.last, *parts, "update.match.openCardDrawn", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        await self.done(await self.stub.Act(mover.choice()))
        say("Everybody is told:")
        show(self.people[0].last, "said.news")

    async def _decide(self) -> None:
        say, show = self.scribe.say, self.scribe.show
        await self.until(table_pb2.PHASE_DECIDE)
        mover = self.mover
        say(f"## 6. Koi-koi or stop?\n\n{mover.name} has made a yaku: it is in `sides`.")
        show(mover.last, "update.match.phase", "update.match.sides", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        await self.until(table_pb2.PHASE_ROUND_OVER)
        aki, ben = self.people
        say(
            f"{mover.name} stops. The result stays until both go on, or until `deadline`. Each of "
            "`result.lines` has its words in `said.result_lines`."
        )
        match = [f"update.match.{each}" for each in ("phase", "waitingFor", "deadline", "result")]
        said = [f"said.{each}" for each in ("news", "headline", "resultLines", "waiting")]
        show(aki.last, *match, *said, "seatView.options")
        for person in (aki, ben):
            await self.done(await self.stub.Act(person.choice()))

    async def _absence(self) -> None:
        say, show = self.scribe.say, self.scribe.show
        here, away = self.mover, self.other
        say(
            f"## 7. A lost connection\n\nIn the second month, {away.name}'s connection is lost. "
            f"{here.name} is told, and may let a computer play from `possible_time` on."
        )
        away.stream.cancel()
        await here.until(here.last.update.seq + 1)
        show(here.last, "update.news", "update.table.seats", "said.news", "said.seatStates",
             "seatView.seatOptions")  # fmt: skip
        say("It is too early now. `RetryInfo` says how long to wait.")
        await self.scribe.ask("Act", here.about("SEAT_COMPUTER", "easy"))
        self.clock.advance(120_000)
        say("No message comes at that time. Two minutes later it is possible:")
        taken = here.about("SEAT_COMPUTER", "easy")
        show(taken)
        await here.until((await self.stub.Act(taken)).seq)
        show(here.last, "update.news", "update.table.seats", "said.news", "said.seatStates")

    async def _return(self) -> None:
        say, show = self.scribe.say, self.scribe.show
        here, away = self.mover, self.other
        say(
            f"## 8. Back again\n\n{away.name} watches again, from the newest cursor on. One "
            "message has all that was missed, and the view as it is now. A computer has the seat: "
            "there are no options, but there is the seat option TAKE_BACK."
        )
        back = Person(self.stub, f"{away.name}-again", away.token, away.last.update.cursor)
        show(back.request)
        first = await back.stream.read()
        if first.update.seq != here.last.update.seq + 1:
            raise TwoMessages
        back.last = first
        show(first, "update.seq", "update.news", "update.cursor", "said.news", "said.waiting",
             "seatView")  # fmt: skip
        self.people = [back if each is away else each for each in self.people]
        await self.done(await self.scribe.ask("Act", back.about("TAKE_BACK")))
        show(back.last, "update.news", "said.news", "said.seatStates", "seatView.seatOptions")

    async def _end(self) -> None:
        say, show, ask = self.scribe.say, self.scribe.show, self.scribe.ask
        await self.until(table_pb2.PHASE_MATCH_OVER)
        aki, ben = self.people
        say("## 9. The end\n\nThe last move of the match, as Aki is told:")
        last = aki.last.update.match
        self.scribe.name(last.record_id, "RECORD-ID")
        self.scribe.name(last.match_id, "MATCH-ID")
        show(aki.last, "update.news", "update.table.stage", "update.match.phase",
             "update.match.result", "update.match.winners", "update.match.recordId",
             "said.news", "said.waiting", "said.headline", "said.matchHeadline",
             "said.resultLines", "seatView.seatOptions")  # fmt: skip
        say("The record of the match is open to all now. It opens the secret of the shuffle.")
        request = s.GetRecordRequest(record_id=last.record_id)
        await ask("GetRecord", request, "record.rounds", "record.scores", "record.winners",
                  "record.proof.secret", most=1)  # fmt: skip
        say("Both want a rematch. It begins when the second one says so, as another match.")
        await self.done(await self.stub.Act(aki.about("REMATCH")))
        show(ben.last, "said.news", "said.waiting")
        await self.done(await ask("Act", ben.about("REMATCH")))
        self.scribe.name(ben.last.update.match.match_id, "ANOTHER-MATCH-ID")
        show(ben.last, "update.news", "update.match.matchId", "update.match.phase", "said.news",
             "said.waiting", "seatView.options")  # fmt: skip
