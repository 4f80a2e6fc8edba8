"""What the manual asks every client to do, and each example does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from koikoi.v1 import service_pb2, table_pb2
from tests.examples.programs import COMMANDS, LANGUAGES, Program, needed, program
from tests.examples.relay import Call, Change, Refusal, Relay, relayed
from tests.support.proxy import Proxy
from tests.support.server import Client, serving, soon

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

QUICK = ("create", "koikoi", "easy", "months=1", "bot_delay=0")
ALONE = ("create", "koikoi", "-")
REFUSED = grpc.StatusCode.RESOURCE_EXHAUSTED


@dataclass
class Started:
    """An example client, the relay that it connects to, and the server behind it."""

    program: Program
    relay: Relay
    wire: Proxy
    server: Client
    folder: Path

    def calls(self, name: str) -> list[Call]:
        return [call for call in self.relay.calls if call.name == name]

    @property
    def told(self) -> list[service_pb2.WatchSeatResponse]:
        """All messages with an update."""
        messages = [each for stream in self.relay.streams for each in stream.messages]
        return [each for each in messages if each.HasField("update")]

    @property
    def kept(self) -> list[Path]:
        """The files of seats."""
        return list(self.folder.glob("*.seat"))

    async def until(self, condition: Any) -> service_pb2.WatchSeatResponse:
        """The newest message, once *condition* holds of it."""
        await soon(lambda: bool(self.told) and condition(self.told[-1]))
        return self.told[-1]


@asynccontextmanager
async def started(
    language: str, folder: Path, *words: str, change: Change | None = None, **more: str
) -> AsyncIterator[Started]:
    """An example client of that language with a server of its own; *more* is its environment."""
    needed(language)
    async with serving() as server, relayed(server.running.port, change) as (relay, wire):
        command = (*COMMANDS[language], f"127.0.0.1:{wire.port}", "Aki", *words, "--insecure")
        made = await program(*command, folder=folder, stdin=True, **more)
        try:
            yield Started(made, relay, wire, server, folder)
        finally:
            await made.kill()


async def test_it_prints_the_match_in_words(language: str, tmp_path: Path) -> None:
    async with started(language, tmp_path, *QUICK) as aki:
        lines = await aki.program.ended()
        news = [line for each in aki.told for entry in each.said.news for line in entry.lines]
        printed = iter(lines)
        assert len(news) > 5
        assert all(line in printed for line in news), "in their order"
        for each in aki.told:
            said = each.said
            result = [line.full for line in said.result_lines]
            headlines = [said.headline, said.match_headline, said.waiting]
            assert set(filter(None, [*headlines, *result, *said.lost])) <= set(lines)
            for option in each.seat_view.options:
                note = f" ({option.note})" if option.note else ""
                offered = f"{option.number}  {option.label}{note}"
                assert (offered in map(str.strip, lines)) is not option.same_as
            for seat_option in each.seat_view.seat_options:
                assert any(seat_option.label in line for line in lines)
        assert any(option.note for each in aki.told for option in each.seat_view.options)


async def test_every_call_says_the_language(language: str, tmp_path: Path) -> None:
    async with started(language, tmp_path, *QUICK) as aki:
        await aki.program.ended()
        assert {call.metadata.get("koikoi-language") for call in aki.relay.calls} == {"en"}
        assert aki.calls("WatchSeat")[0].request.language == "en"
        assert aki.calls("GetServerInfo")[0].request.protocol == 2


async def test_it_cuts_with_random_bytes(language: str, tmp_path: Path) -> None:
    """Without a question to the person."""
    async with started(language, tmp_path, *QUICK, "--ask") as aki:
        await soon(lambda: bool(aki.calls("Act")))
        assert len(aki.calls("Act")[0].request.choose.nonce) == 32


async def test_it_resumes_from_a_cursor(language: str, tmp_path: Path) -> None:
    async with started(language, tmp_path, *ALONE) as aki:
        await aki.until(lambda told: told.update.seq == 1)
        assert aki.calls("WatchSeat")[0].request.after == ""
        seen = aki.told[-1].update.cursor
        await aki.program.said(aki.told[-1].said.waiting)
        aki.wire.cut()
        await soon(lambda: len(aki.calls("WatchSeat")) > 1)
        assert aki.calls("WatchSeat")[1].request.after == seen


@pytest.mark.slow
async def test_it_asks_again_when_the_server_says(language: str, tmp_path: Path) -> None:
    """With the same request id, and not before the time that RetryInfo names."""
    async with started(language, tmp_path, *QUICK) as aki:
        aki.relay.refusals["CreateTable"] = [Refusal(REFUSED, "RATE_LIMITED", retry=3)]
        await aki.program.ended()
        first, second = aki.calls("CreateTable")
        assert second.request == first.request
        assert second.time - first.time >= 3


@pytest.mark.slow
async def test_it_watches_again_when_it_hears_nothing(language: str, tmp_path: Path) -> None:
    """After Info.silence_limit, which is one second here."""

    def impatient(message: Message) -> bytes:
        if isinstance(message, service_pb2.GetServerInfoResponse):
            message.silence_limit.FromSeconds(1)
        return message.SerializeToString()

    async with started(language, tmp_path, *ALONE, change=impatient) as aki:
        await soon(lambda: len(aki.calls("WatchSeat")) > 1)
        first, second = aki.calls("WatchSeat")[:2]
        assert second.time - first.time >= 1


async def test_a_proxy_of_the_web_is_not_asked(language: str, tmp_path: Path) -> None:
    async with started(language, tmp_path, *QUICK, http_proxy="http://127.0.0.1:9") as aki:
        assert (await aki.program.ended())[-1].startswith("WINNERS")


@pytest.mark.parametrize(
    ("call", "refusal", "kept"),
    [
        ("WatchSeat", Refusal(grpc.StatusCode.ABORTED, "WATCH_REPLACED"), True),
        ("WatchSeat", Refusal(grpc.StatusCode.UNAUTHENTICATED, "SEAT_TOKEN_INVALID"), False),
        ("CreateTable", Refusal(grpc.StatusCode.UNAUTHENTICATED, "PASSWORD_WRONG"), True),
        ("CreateTable", Refusal(REFUSED, "LIMIT_REACHED"), True),
        ("CreateTable", Refusal(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED"), False),
    ],
    ids=lambda value: value.reason if isinstance(value, Refusal) else "",
)
async def test_a_refusal_ends_it_and_few_take_its_seat(
    language: str, call: str, refusal: Refusal, kept: bool, tmp_path: Path
) -> None:
    async with started(language, tmp_path, *ALONE) as aki:
        aki.relay.refusals[call] = [refusal]
        lines = await aki.program.ended(well=False)
        assert len(aki.calls(call)) == 1, "the same would be refused again"
        assert any(f"{refusal.reason}." in line for line in lines)
        assert ("KOIKOI_PASSWORD" in " ".join(lines)) is (refusal.reason == "PASSWORD_WRONG")
        assert bool(aki.kept) is kept
        if kept:
            told = f"Your request is still stored in {aki.kept[0].name}"
            assert any(told in line for line in lines[-2:])


async def test_the_end_of_the_match_ends_what_is_kept(language: str, tmp_path: Path) -> None:
    async with started(language, tmp_path, *QUICK) as aki:
        assert ".seat" in await aki.program.said("TABLE")
        await aki.program.ended()
        assert not aki.kept


def offered(view: table_pb2.SeatView, kind: str) -> str:
    """The id of the seat option of that kind; empty: there is none."""
    wanted = table_pb2.SeatOptionKind.Value(f"SEAT_OPTION_KIND_{kind}")
    return next((each.id for each in view.seat_options if each.kind == wanted), "")


async def test_it_takes_its_seat_back(language: str, tmp_path: Path) -> None:
    async with started(language, tmp_path, "create", "koikoi", "easy") as aki:
        told = await aki.until(lambda told: offered(told.seat_view, "LET_PLAY"))
        let = service_pb2.ActRequest(
            seat_token=aki.calls("WatchSeat")[0].request.seat_token, request_id="x" * 16
        )
        let.use_seat_option.id = offered(told.seat_view, "LET_PLAY")
        let.use_seat_option.bot = "easy"
        await aki.server.stub.Act(let)
        await soon(lambda: any(offered(each.seat_view, "TAKE_BACK") for each in aki.told))
        back = next(filter(None, (offered(each.seat_view, "TAKE_BACK") for each in aki.told)))
        await soon(
            lambda: back in [call.request.use_seat_option.id for call in aki.calls("Act")], 30
        )
        await aki.until(lambda told: not told.update.table.seats[0].bot)


async def test_a_person_plays_with_what_is_offered(language: str, tmp_path: Path) -> None:
    """Seats a computer, plays a match, wants another and no more, and leaves."""
    words = (*ALONE, "months=1", "bot_delay=0", "--ask")
    async with started(language, tmp_path, *words) as aki:
        read = 0

        async def typed(label: str, more: str = "") -> None:
            """Type what stands before the option with that label, once it is printed."""
            nonlocal read
            await soon(lambda: any(label in line for line in aki.program.lines[read:]))
            line = next(line for line in aki.program.lines[read:] if label in line)
            read = len(aki.program.lines)
            aki.program.type(f"{line.split()[0]} {more}")

        await typed("Put a computer in the Blue seat", "medium")
        await aki.until(lambda told: told.update.table.seats[1].bot == "medium")
        over, version = False, 1  # the cut, which nobody types
        while not over:
            told = await aki.until(
                lambda told, version=version: (
                    (told.seat_view.options and told.seat_view.state_version > version)
                    or told.update.match.phase == table_pb2.PHASE_MATCH_OVER
                )
            )
            over = told.update.match.phase == table_pb2.PHASE_MATCH_OVER
            if not over:
                version = told.seat_view.state_version
                await typed(told.seat_view.options[0].label)
        await typed("Leave the table")
        assert (await aki.program.ended())[-1].startswith("WINNERS")
        assert not aki.kept
