"""The match in docs/protocol.md: two people play, and each chapter shows one part of it."""

from __future__ import annotations

import asyncio
from typing import Any

from scripts.transcript import Transcript
from tests.support.clock import FakeClock

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import table_pb2

SECONDS = 20  #: timeout for a message


class TwoMessages(Exception):
    """The resumed watch sent CONNECTION_BACK in a second message. Play the match again."""


class Person:
    """A person at a table: watches their seat and makes their requests."""

    def __init__(self, stub: Any, name: str, token: str, after: str = "") -> None:
        self._stub = stub
        self.name = name
        self.token = token
        self.request = s.WatchSeatRequest(seat_token=token, after=after, language="en")
        self.stream = stub.WatchSeat(self.request)
        self.last = s.WatchSeatResponse()
        self._acts = 0

    async def read_until(self, seq: int) -> s.WatchSeatResponse:
        """Read messages until the update with entry *seq*, and return that message."""
        async with asyncio.timeout(SECONDS):
            while self.last.update.seq < seq:
                message = await self.stream.read()
                if message.HasField("update"):
                    self.last = message
        return self.last

    def option_request(self, option: int = 1, nonce: bytes = b"") -> s.ActRequest:
        act = self._act()
        act.choose.state_version = self.last.seat_view.state_version
        act.choose.option = option
        act.choose.nonce = nonce
        return act

    def seat_option_request(self, kind: str, bot: str = "") -> s.ActRequest:
        """The request that uses the seat option of this kind."""
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
    """The match of Aki and Ben. After each chapter both have read the newest message."""

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

    async def read_effects(self, response: s.ActResponse) -> None:
        """Let both players read the update with the effects of an act."""
        for person in self.people:
            await person.read_until(response.seq)

    async def play_until(self, phase: int) -> None:
        """Play until the match is in *phase*: choose STOP if possible, else the first option."""
        for _ in range(500):
            if self.people[0].last.update.match.phase == phase:
                return
            options = self.mover.last.seat_view.options
            stops = [each.number for each in options if each.kind == table_pb2.OPTION_KIND_STOP]
            await self.read_effects(
                await self.stub.Act(self.mover.option_request(*stops[:1] or (1,)))
            )
        raise AssertionError("the match never reached that phase")

    async def _server(self) -> None:
        self.transcript.write(
            "## 1. The server\n\nA client first calls `GetServerInfo` and `GetCatalog`. "
            "([Connecting with TLS](tls.md) says what comes before.) The catalogue has the names "
            "of cards, house rules and yaku, and the help pages."
        )
        info = await self.transcript.call("GetServerInfo", s.GetServerInfoRequest(protocol=2))
        self.transcript.replace(info.server_id, "SERVER-ID")
        request = s.GetCatalogRequest(language="en", game="koikoi")
        await self.transcript.call("GetCatalog", request, max_items=1)

    async def _seats(self) -> str:
        """Let both sit down; return the table's id."""
        write, call, show = self.transcript.write, self.transcript.call, self.transcript.show
        write(
            "## 2. A seat\n\nAki creates a table with `CreateTable` and writes the token to disk. "
            "The request id is random, and as secret as the token: whoever repeats the request "
            "with this id gets the same seat."
        )
        created = await call(
            "CreateTable",
            s.CreateTableRequest(
                request_id="random-characters-Aki-0",
                player_name="Aki",
                game="koikoi",
                rules={"months": "2"},
                seats=[s.SeatPlan(yours=True), s.SeatPlan()],
            ),
        )
        self.transcript.replace(created.grant.table_id, "TABLE-ID")
        self.transcript.replace(created.grant.seat_token, "TOKEN-OF-AKI")
        write("Aki watches the seat, with sentences in English. The first message has everything.")
        aki = Person(self.stub, "Aki", created.grant.seat_token)
        show(aki.request)
        show(await aki.read_until(1))
        write("Ben finds the table with `ListTables` and takes a seat.")
        joined = await call(
            "JoinTable",
            s.JoinTableRequest(
                request_id="random-characters-Ben-0",
                player_name="Ben",
                table_id=created.grant.table_id,
            ),
        )
        self.transcript.replace(joined.grant.seat_token, "TOKEN-OF-BEN")
        ben = Person(self.stub, "Ben", joined.grant.seat_token)
        self.people = [aki, ben]
        await aki.read_until(2)
        await ben.read_until(2)
        return str(created.grant.table_id)

    async def _cuts(self) -> None:
        write, show = self.transcript.write, self.transcript.show
        write(
            "## 3. The cut\n\nNow every seat is taken, so the match begins in the same entry. "
            "`commitment` fixes the shuffle, and each person may now add random bytes to it."
        )
        aki, ben = self.people
        show(aki.last, "update.news", "update.match", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        response = await self.transcript.call(
            "Act", aki.option_request(nonce=b"Aki's random bytes")
        )
        await self.read_effects(response)
        write("Ben cuts too, and the cards are dealt. Ben gets:")
        await self.read_effects(
            await self.stub.Act(ben.option_request(nonce=b"Ben's random bytes"))
        )
        show(ben.last, "update.news", "said.news", "said.waiting", "seatView.hand",
             "seatView.stateVersion", "seatView.options")  # fmt: skip

    async def _move(self, table: str) -> None:
        write, show = self.transcript.write, self.transcript.show
        mover, other = self.mover, self.other
        write(
            f"## 4. A move\n\n{mover.name} sends the number of one of these options. The response "
            "only confirms the act and names the entry with its effects."
        )
        before, act = mover.last.update.cursor, mover.option_request()
        moved = await self.transcript.call("Act", act)
        await self.read_effects(moved)
        write("The effects arrive on the stream. A spectator of the table gets:")
        request = s.WatchTableRequest(table_id=table, after=before, language="en")
        show(request)
        watch = self.stub.WatchTable(request)
        show(await watch.read(), "heartbeat", "update.seq", "update.news", "update.match",
             "update.cursor", "said")  # fmt: skip
        watch.cancel()
        write(f"{other.name} gets the same, and a seat view:")
        show(other.last, "said.waiting", "seatView.hand", "seatView.stateVersion")
        write(
            "If a response is lost, the client repeats the request. The server does not make the "
            "move again, and sends the same response."
        )
        await self.transcript.call("Act", act)
        write("The server refuses a choice for an earlier state. The reason says what to do.")
        late = mover.option_request()
        late.choose.state_version = act.choose.state_version
        await self.transcript.call("Act", late)

    async def _place(self) -> None:
        write, show = self.transcript.write, self.transcript.show
        await self.play_until(table_pb2.PHASE_PLACE)
        mover = self.mover
        write(
            "## 5. Which card does it take?\n\nTwo cards on the field match the card that "
            f"{mover.name} drew, which is the `open_card`. {mover.name} chooses one of them."
        )
        parts = "update.news", "update.match.phase", "update.match.openCard"
        show(mover.last, *parts, "update.match.openCardDrawn", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        await self.read_effects(await self.stub.Act(mover.option_request()))
        write("Then everybody gets:")
        show(self.people[0].last, "said.news")

    async def _decide(self) -> None:
        write, show = self.transcript.write, self.transcript.show
        await self.play_until(table_pb2.PHASE_DECIDE)
        mover = self.mover
        write(f"## 6. Koi-koi or stop?\n\n{mover.name} has made a yaku. It is in `sides`.")
        show(mover.last, "update.match.phase", "update.match.sides", "said.news", "said.waiting",
             "seatView.options")  # fmt: skip
        await self.play_until(table_pb2.PHASE_ROUND_OVER)
        aki, ben = self.people
        write(
            f"{mover.name} stops. The match waits until both players have gone on, or until "
            "`deadline`. `said.result_lines` has `result.lines` in words."
        )
        match = [f"update.match.{each}" for each in ("phase", "waitingFor", "deadline", "result")]
        said = [f"said.{each}" for each in ("news", "headline", "resultLines", "waiting")]
        show(aki.last, *match, *said, "seatView.options")
        for person in (aki, ben):
            await self.read_effects(await self.stub.Act(person.option_request()))

    async def _absence(self) -> None:
        write, show = self.transcript.write, self.transcript.show
        here, away = self.mover, self.other
        write(
            f"## 7. A lost connection\n\nIn the second month {away.name} loses the connection. "
            f"{here.name} is informed, and may let a computer play from `possible_time` on."
        )
        away.stream.cancel()
        await here.read_until(here.last.update.seq + 1)
        show(here.last, "update.news", "update.table.seats", "said.news", "said.seatStates",
             "seatView.seatOptions")  # fmt: skip
        write("The server refuses this before that time. `RetryInfo` says how long to wait.")
        await self.transcript.call("Act", here.seat_option_request("SEAT_COMPUTER", "easy"))
        self.clock.advance(120_000)
        write("No message announces the time. After two minutes the same act succeeds:")
        taken = here.seat_option_request("SEAT_COMPUTER", "easy")
        show(taken)
        await here.read_until((await self.stub.Act(taken)).seq)
        show(here.last, "update.news", "update.table.seats", "said.news", "said.seatStates")

    async def _return(self) -> None:
        write, show = self.transcript.write, self.transcript.show
        here, away = self.mover, self.other
        write(
            f"## 8. Back again\n\n{away.name} watches again, starting at the last cursor. One "
            "message has all missed entries and the current state. A computer plays the seat now, "
            "so there are no options, but there is a seat option of the kind TAKE_BACK."
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
        await self.read_effects(
            await self.transcript.call("Act", back.seat_option_request("TAKE_BACK"))
        )
        show(back.last, "update.news", "said.news", "said.seatStates", "seatView.seatOptions")

    async def _end(self) -> None:
        write, show, call = self.transcript.write, self.transcript.show, self.transcript.call
        await self.play_until(table_pb2.PHASE_MATCH_OVER)
        aki, ben = self.people
        write("## 9. The end\n\nThis is what Aki gets after the last move of the match:")
        last = aki.last.update.match
        self.transcript.replace(last.record_id, "RECORD-ID")
        self.transcript.replace(last.match_id, "MATCH-ID")
        show(aki.last, "update.news", "update.table.stage", "update.match.phase",
             "update.match.result", "update.match.winners", "update.match.recordId",
             "said.news", "said.waiting", "said.headline", "said.matchHeadline",
             "said.resultLines", "seatView.seatOptions")  # fmt: skip
        write(
            "Now anybody can get the record of the match, which contains the secret of the shuffle."
        )
        request = s.GetRecordRequest(record_id=last.record_id)
        await call("GetRecord", request, "record.rounds", "record.scores", "record.winners",
                  "record.proof.secret", max_items=1)  # fmt: skip
        write("Both want a rematch. It begins as soon as Ben says so too, with a new match id.")
        await self.read_effects(await self.stub.Act(aki.seat_option_request("REMATCH")))
        show(ben.last, "said.news", "said.waiting")
        await self.read_effects(await call("Act", ben.seat_option_request("REMATCH")))
        self.transcript.replace(ben.last.update.match.match_id, "ANOTHER-MATCH-ID")
        show(ben.last, "update.news", "update.match.matchId", "update.match.phase", "said.news",
             "said.waiting", "seatView.options")  # fmt: skip
