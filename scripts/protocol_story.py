"""The chapters of docs/protocol.md: two people play a match, and something happens in each."""

from __future__ import annotations

import asyncio
from typing import Any

from scripts.transcript import Transcript
from tests.support.clock import FakeClock

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import table_pb2

SECONDS = 20  #: timeout for a message


class TwoMessages(Exception):
    """The resumed watch sent CONNECTION_BACK in a second message this time; play once more."""


class Person:
    """A person at a table: the stream of their seat, and their requests."""

    def __init__(self, stub: Any, name: str, token: str, after: str = "") -> None:
        self._stub = stub
        self.name = name
        self.token = token
        self.request = s.WatchSeatRequest(seat_token=token, after=after, language="en")
        self.stream = stub.WatchSeat(self.request)
        self.last = s.WatchSeatResponse()
        self._acts = 0

    async def until(self, seq: int) -> s.WatchSeatResponse:
        """Read messages up to the update with entry *seq*; return that one."""
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
        """The request that takes the seat option of that kind."""
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
    """Aki and Ben play a match. After each chapter both have read the newest message."""

    def __init__(self, stub: Any, clock: FakeClock) -> None:
        self.stub = stub
        self.clock = clock
        self.transcript = Transcript(stub)
        self.people: list[Person] = []

    async def play(self) -> None:
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

    async def done(self, response: s.ActResponse) -> None:
        """Let both read the update with the effects of an act."""
        for person in self.people:
            await person.until(response.seq)

    async def until(self, phase: int) -> None:
        """Let both take STOP or else their first option until the match is in *phase*."""
        for _ in range(500):
            if self.people[0].last.update.match.phase == phase:
                return
            options = self.mover.last.seat_view.options
            stops = [each.number for each in options if each.kind == table_pb2.OPTION_KIND_STOP]
            await self.done(await self.stub.Act(self.mover.choice(*stops[:1] or (1,))))
        raise AssertionError("the match never comes to that phase")

    async def _server(self) -> None:
        self.transcript.say(
            "## 1. The server\n\nA client first calls `GetServerInfo` and `GetCatalog`. The "
            "catalogue has the names of cards, house rules, yaku and the help pages."
        )
        info = await self.transcript.ask("GetServerInfo", s.GetServerInfoRequest(protocol=2))
        self.transcript.name(info.server_id, "SERVER-ID")
        request = s.GetCatalogRequest(language="en", game="koikoi")
        await self.transcript.ask("GetCatalog", request, most=1)

    async def _seats(self) -> str:
        """The table's id."""
        say, ask, show = self.transcript.say, self.transcript.ask, self.transcript.show
        say(
            "## 2. A seat\n\nAki creates a table with `CreateTable` and writes the token to disk. "
            "The request id is random. It is as secret as the token, because a repeated request "
            "with it gets the same seat."
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
        self.transcript.name(created.grant.table_id, "TABLE-ID")
        self.transcript.name(created.grant.seat_token, "TOKEN-OF-AKI")
        say("Aki starts to watch, in English. The first message has everything.")
        aki = Person(self.stub, "Aki", created.grant.seat_token)
        show(aki.request)
        show(await aki.until(1))
        say("Ben finds the table with `ListTables` and takes a seat.")
        joined = await ask(
            "JoinTable",
            s.JoinTableRequest(
                request_id="random-characters-Ben-0",
                player_name="Ben",
                table_id=created.grant.table_id,
            ),
        )
        self.transcript.name(joined.grant.seat_token, "TOKEN-OF-BEN")
        ben = Person(self.stub, "Ben", joined.grant.seat_token)
        self.people = [aki, ben]
        await aki.until(2)
        await ben.until(2)
        return str(created.grant.table_id)

    async def _cuts(self) -> None:
        say, show = self.transcript.say, self.transcript.show
        say(
            "## 3. The cut\n\nNo seat is open any more, so the match begins in the same entry. "
            "`commitment` fixes the shuffle, and each person may now add random bytes to it."
        )
        aki, ben = self.people
        show(aki.last, "update.news", "update.match", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        response = await self.transcript.ask("Act", aki.choice(nonce=b"Aki's random bytes"))
        await self.done(response)
        say("Ben cuts too, and the cards are dealt. Ben gets:")
        await self.done(await self.stub.Act(ben.choice(nonce=b"Ben's random bytes")))
        show(ben.last, "update.news", "said.news", "said.waiting", "seatView.hand",
             "seatView.stateVersion", "seatView.options")  # fmt: skip

    async def _move(self, table: str) -> None:
        say, show = self.transcript.say, self.transcript.show
        mover, other = self.mover, self.other
        say(
            f"## 4. A move\n\n{mover.name} sends the number of one of these options. The response "
            "only says that it was done, and in which entry."
        )
        before, act = mover.last.update.cursor, mover.choice()
        moved = await self.transcript.ask("Act", act)
        await self.done(moved)
        say("The effects come on the stream. A spectator of the table gets:")
        request = s.WatchTableRequest(table_id=table, after=before, language="en")
        show(request)
        watch = self.stub.WatchTable(request)
        show(await watch.read(), "heartbeat", "update.seq", "update.news", "update.match",
             "update.cursor", "said")  # fmt: skip
        watch.cancel()
        say(f"{other.name} gets the same, and a seat view:")
        show(other.last, "said.waiting", "seatView.hand", "seatView.stateVersion")
        say(
            "If a response was lost, the client repeats the request. The move is not made again, "
            "and the response is the same."
        )
        await self.transcript.ask("Act", act)
        say("A choice for an earlier state is refused. The reason says what to do.")
        late = mover.choice()
        late.choose.state_version = act.choose.state_version
        await self.transcript.ask("Act", late)

    async def _place(self) -> None:
        say, show = self.transcript.say, self.transcript.show
        await self.until(table_pb2.PHASE_PLACE)
        mover = self.mover
        say(
            "## 5. Which card does it take?\n\nTwo cards on the field match the card that was "
            f"drawn. It is the `open_card` until {mover.name} has chosen one of them."
        )
        parts = "update.news", "update.match.phase", "update.match.openCard"
        show(mover.last, *parts, "update.match.openCardDrawn", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        await self.done(await self.stub.Act(mover.choice()))
        say("Then everybody reads:")
        show(self.people[0].last, "said.news")

    async def _decide(self) -> None:
        say, show = self.transcript.say, self.transcript.show
        await self.until(table_pb2.PHASE_DECIDE)
        mover = self.mover
        say(f"## 6. Koi-koi or stop?\n\n{mover.name} has made a yaku, which is in `sides`.")
        show(mover.last, "update.match.phase", "update.match.sides", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        await self.until(table_pb2.PHASE_ROUND_OVER)
        aki, ben = self.people
        say(
            f"{mover.name} stops. The result stays until both go on, or until `deadline`. "
            "`said.result_lines` has `result.lines` in words."
        )
        match = [f"update.match.{each}" for each in ("phase", "waitingFor", "deadline", "result")]
        said = [f"said.{each}" for each in ("news", "headline", "resultLines", "waiting")]
        show(aki.last, *match, *said, "seatView.options")
        for person in (aki, ben):
            await self.done(await self.stub.Act(person.choice()))

    async def _absence(self) -> None:
        say, show = self.transcript.say, self.transcript.show
        here, away = self.mover, self.other
        say(
            f"## 7. A lost connection\n\nIn the second month {away.name} loses the connection. "
            f"{here.name} sees it, and may let a computer play from `possible_time` on."
        )
        away.stream.cancel()
        await here.until(here.last.update.seq + 1)
        show(here.last, "update.news", "update.table.seats", "said.news", "said.seatStates",
             "seatView.seatOptions")  # fmt: skip
        say("Before that time it is refused. `RetryInfo` says how long to wait.")
        await self.transcript.ask("Act", here.about("SEAT_COMPUTER", "easy"))
        self.clock.advance(120_000)
        say("No message comes when the time is reached. After two minutes it is possible:")
        taken = here.about("SEAT_COMPUTER", "easy")
        show(taken)
        await here.until((await self.stub.Act(taken)).seq)
        show(here.last, "update.news", "update.table.seats", "said.news", "said.seatStates")

    async def _return(self) -> None:
        say, show = self.transcript.say, self.transcript.show
        here, away = self.mover, self.other
        say(
            f"## 8. Back again\n\n{away.name} watches again, from the newest cursor on. One "
            "message has all missed entries and the present state. A computer plays the seat now, "
            "so there are no options; but there is the seat option TAKE_BACK."
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
        await self.done(await self.transcript.ask("Act", back.about("TAKE_BACK")))
        show(back.last, "update.news", "said.news", "said.seatStates", "seatView.seatOptions")

    async def _end(self) -> None:
        say, show, ask = self.transcript.say, self.transcript.show, self.transcript.ask
        await self.until(table_pb2.PHASE_MATCH_OVER)
        aki, ben = self.people
        say("## 9. The end\n\nThis is what Aki gets after the last move of the match:")
        last = aki.last.update.match
        self.transcript.name(last.record_id, "RECORD-ID")
        self.transcript.name(last.match_id, "MATCH-ID")
        show(aki.last, "update.news", "update.table.stage", "update.match.phase",
             "update.match.result", "update.match.winners", "update.match.recordId",
             "said.news", "said.waiting", "said.headline", "said.matchHeadline",
             "said.resultLines", "seatView.seatOptions")  # fmt: skip
        say("Now everybody can get the record of the match, with the secret of the shuffle.")
        request = s.GetRecordRequest(record_id=last.record_id)
        await ask("GetRecord", request, "record.rounds", "record.scores", "record.winners",
                  "record.proof.secret", most=1)  # fmt: skip
        say("Both want a rematch. It begins when the second person says so, with another match id.")
        await self.done(await self.stub.Act(aki.about("REMATCH")))
        show(ben.last, "said.news", "said.waiting")
        await self.done(await ask("Act", ben.about("REMATCH")))
        self.transcript.name(ben.last.update.match.match_id, "ANOTHER-MATCH-ID")
        show(ben.last, "update.news", "update.match.matchId", "update.match.phase", "said.news",
             "said.waiting", "seatView.options")  # fmt: skip
