"""Write docs/protocol.md: one match as it goes over the wire, from a match that is really played.

    python scripts/protocol_doc.py

A test makes it again and compares the shape, so that it stays true.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import service_pb2_grpc, table_pb2
from koikoi_server.serve import start
from koikoi_server.settings import Settings

TARGET = Path(__file__).resolve().parents[1] / "docs" / "protocol.md"
MOST = 2  #: items of a list, or of a map, that are shown
MAPS = {"phrases", "rules"}
LONGEST = 60  #: characters of a text
WIDTH = 96
TRIES = 20
SECONDS = 20  #: a message that has not come by then will not
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
BASE64 = re.compile(r'"[A-Za-z0-9+/]{40,}=*"')
NOTE = """\
# One match over the wire

Written by `scripts/protocol_doc.py` from a match that was played: two people, one month of
Koi-Koi. [service.proto](../proto/koikoi/v1/service.proto) is the manual; this shows it at work.
Messages are in protobuf's JSON mapping. `…` stands where a list or a text goes on; ids, tokens and
times are replaced by words. A field that is absent has its default: 0, empty, false.
"""


class Scribe:
    """A client whose calls become paragraphs."""

    def __init__(self, stub: Any) -> None:
        self._stub = stub
        self._words: dict[str, str] = {}
        self._paragraphs = [NOTE]

    @property
    def document(self) -> str:
        text = "\n".join(self._paragraphs)
        for random, word in self._words.items():
            text = text.replace(random, word)
        return BASE64.sub('"BYTES"', TIMES.sub("2026-01-31T20:00:00Z", text))

    def say(self, text: str) -> None:
        lines = [textwrap.fill(part, WIDTH, break_long_words=False) for part in text.split("\n")]
        self._paragraphs.append("\n".join(lines) + "\n")

    def name(self, random: str, word: str) -> str:
        """Let *word* stand wherever *random* does."""
        self._words[random] = word
        return random

    def show(self, message: Message) -> None:
        made = _lines(_cut(MessageToDict(message)))
        self._paragraphs.append(f"```js\n// {message.DESCRIPTOR.name}\n{made}\n```\n")

    async def ask(self, call: str, request: Message) -> Any:
        """The answer; both are shown. None when it is refused."""
        self.show(request)
        try:
            answer = await getattr(self._stub, call)(request)
        except grpc.aio.AioRpcError as error:
            self._refused(error)
            return None
        self.show(answer)
        return answer

    def _refused(self, error: grpc.aio.AioRpcError) -> None:
        status = rpc_status.from_call(error)
        assert isinstance(status, status_pb2.Status)
        self.say(f"Refused: `{error.code().name}`, “{error.details()}” In the details:")
        for detail in status.details:
            for kind in (error_details_pb2.ErrorInfo, error_details_pb2.RetryInfo):
                found = kind()
                if detail.Unpack(found):
                    self.show(found)


class Person:
    """A seat's stream, and what is done there."""

    def __init__(self, stub: Any, token: str, after: int = 0) -> None:
        self._stub = stub
        self.token = token
        self.stream = stub.WatchSeat(s.WatchSeatRequest(seat_token=token, after_seq=after))
        self.last = s.WatchSeatResponse()

    async def until(self, seq: int) -> s.WatchSeatResponse:
        """The message with the update that ends with entry *seq*."""
        async with asyncio.timeout(SECONDS):
            while self.last.update.seq < seq:
                message = await self.stream.read()
                if message.HasField("update"):
                    self.last = message
        return self.last

    def choice(self, number: int, option: int = 1) -> s.ActRequest:
        act = s.ActRequest(seat_token=self.token, request_id=f"random-characters-{number}")
        act.choose.state_version = self.last.seat_view.state_version
        act.choose.option = option
        return act


def _cut(value: Any, field: str = "") -> Any:
    """*value* of a field, as JSON, with what is long left out."""
    if isinstance(value, dict):
        items = list(value.items())
        if field in MAPS:  # its order means nothing, and is another one in each process
            items = sorted(items)[:MOST] + [("…", "…")] * (len(items) > MOST)
        return {key: _cut(each, key) for key, each in items}
    if isinstance(value, list):
        if all(isinstance(each, int) for each in value):
            return value
        return [_cut(each) for each in value[:MOST]] + ["…"] * (len(value) > MOST)
    if isinstance(value, str) and len(value) > LONGEST:
        return value[:LONGEST] + "…"
    return value


def _lines(value: Any, indent: str = "") -> str:
    """*value* as JSON, in one line where there is room for it."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    inner = indent + "  "
    if isinstance(value, list):
        parts = [_lines(each, inner) for each in value]
    else:
        parts = [f'"{key}": {_lines(each, inner)}' for key, each in value.items()]
    first, last = "[]" if isinstance(value, list) else "{}"
    return f"{first}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{last}"


class TwoMessages(Exception):
    """The news of the connection that is back came after the first message, for once."""


async def written() -> str:
    """The document."""
    for _ in range(TRIES):
        with suppress(TwoMessages):
            return await _once()
    raise AssertionError("the first message of a watch is never the whole story")


async def _once() -> str:
    running = await start(Settings(seed="protocol"), ["127.0.0.1"], 0)
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{running.port}") as channel:
            stub: Any = service_pb2_grpc.KoikoiServiceStub(channel)
            scribe = Scribe(stub)
            await _match(scribe, stub)
            return scribe.document
    finally:
        await running.stop()


async def _match(scribe: Scribe, stub: Any) -> None:
    scribe.say(
        "## 1. Which server is this?\n\n`GetServerInfo`, then `GetCatalog`: texts for all ids."
    )
    info = await scribe.ask("GetServerInfo", s.GetServerInfoRequest(protocol=1))
    scribe.name(info.server_id, "SERVER-ID")
    await scribe.ask("GetCatalog", s.GetCatalogRequest(language="en", game="koikoi"))

    scribe.say(
        "## 2. A seat of one's own\n\nAki opens a table with `CreateTable` and keeps the token on "
        "disk. The request id is random and as secret as the token: whoever repeats the request "
        "with it gets the same seat."
    )
    created = await scribe.ask(
        "CreateTable",
        s.CreateTableRequest(
            request_id="random-characters-of-Aki",
            player_name="Aki",
            game="koikoi",
            rules={"months": "1"},
            seats=[s.SeatPlan(yours=True), s.SeatPlan()],
        ),
    )
    scribe.name(created.grant.table_id, "TABLE-ID")
    scribe.name(created.grant.seat_token, "TOKEN-OF-AKI")
    scribe.say("Aki watches with `WatchSeat`. The first message has the whole view.")
    scribe.show(s.WatchSeatRequest(seat_token=created.grant.seat_token))
    aki = Person(stub, created.grant.seat_token)
    scribe.show(await aki.until(1))

    scribe.say(
        "## 3. Somebody joins\n\nBen finds the table with `ListTables` and sits down: `JoinTable`."
    )
    await scribe.ask("ListTables", s.ListTablesRequest())
    joined = await scribe.ask(
        "JoinTable",
        s.JoinTableRequest(
            request_id="random-characters-of-Ben",
            player_name="Ben",
            table_id=created.grant.table_id,
        ),
    )
    scribe.name(joined.grant.seat_token, "TOKEN-OF-BEN")
    scribe.say("No seat is open, so the match begins in the same entry. Aki's stream says:")
    scribe.show(await aki.until(2))
    ben = Person(stub, joined.grant.seat_token)
    await ben.until(2)

    scribe.say(
        "## 4. A move\n\n`seat_view.options` is all that a seat may do; it is sent back by its "
        "number. The answer to `Act` only says that it was done, and in which entry."
    )
    mover, other = (aki, ben) if aki.last.seat_view.options else (ben, aki)
    scribe.show(mover.last.seat_view)
    moved = await scribe.ask("Act", mover.choice(1))
    scribe.say("What it did comes by the stream, in public to everybody at the table …")
    watch = stub.WatchTable(
        s.WatchTableRequest(table_id=created.grant.table_id, after_seq=moved.seq - 1)
    )
    scribe.show(await watch.read())
    watch.cancel()
    scribe.say("… and a seat gets its own part besides, here the seat that waits:")
    await mover.until(moved.seq)
    scribe.show((await other.until(moved.seq)).seat_view)

    scribe.say(
        "## 5. A repeat, and a refusal\n\nA reply that was lost is asked for with the same "
        "request: it is not done again, and the answer is the same."
    )
    again = mover.choice(1)
    again.choose.state_version -= 1
    await scribe.ask("Act", again)
    scribe.say("A choice for a state that is over changes nothing. `reason` says what to do.")
    late = mover.choice(2)
    late.choose.state_version -= 1
    await scribe.ask("Act", late)

    scribe.say(
        "## 6. A lost connection\n\nA client that comes back says which entry it had last. What it "
        "has missed comes in one update, with the view as it is now; `news` goes on where it ended."
    )
    before = other.last.update.seq
    other.stream.cancel()
    await mover.until(before + 1)  # it is told that the connection was lost
    resumed = Person(stub, other.token, before)
    scribe.show(s.WatchSeatRequest(seat_token=other.token, after_seq=before))
    first = await resumed.stream.read()
    if first.update.seq != before + 2:
        raise TwoMessages
    resumed.last = first
    scribe.show(first)
    pair = [mover, resumed]
    await _played(pair, table_pb2.PHASE_MATCH_OVER)

    scribe.say("## 7. The end\n\nThe last move of the match, as every stream tells it:")
    last = pair[0].last.update
    scribe.name(last.match.record_id, "RECORD-ID")
    scribe.show(last)
    scribe.say("The record of the match is open to all now: `GetRecord`.")
    await scribe.ask("GetRecord", s.GetRecordRequest(record_id=last.match.record_id))


async def _played(people: list[Person], phase: int) -> None:
    """Let everybody take the first option there is, until *phase*."""
    seq = max(person.last.update.seq for person in people)
    for number in range(10, 500):
        for person in people:
            await person.until(seq)
        if people[0].last.update.match.phase == phase:
            return
        mover = next(person for person in people if person.last.seat_view.options)
        seq = (await mover._stub.Act(mover.choice(number))).seq
    raise AssertionError("the match does not end")


def main() -> None:
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    TARGET.write_text(asyncio.run(written()), encoding="utf-8")


if __name__ == "__main__":
    main()
