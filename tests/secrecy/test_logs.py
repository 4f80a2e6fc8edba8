"""Nothing secret is written where the host, or anybody, might read it by the way."""

from __future__ import annotations

import asyncio
import logging
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from hanafuda.cards import DECK
from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server import faults
from koikoi_server.bots import LEVELS
from koikoi_server.broadcast import Broadcast
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.settings import Settings
from koikoi_server.table import commands as ask
from koikoi_server.table import decide, runner
from koikoi_server.table.events import Cause, Entry, RequestKey
from koikoi_server.table.state import TableState
from tests.support.server import BOT, MINE, Client, Follower, match_is_over, new_id, serving

CARD = re.compile(rf"<\d+-\d|{'|'.join(sorted({card.name for card in DECK}))}|Spread|hands=")
"""How cards look in a text, or what holds them."""


class Secrets:
    """All that a run has to keep to itself."""

    def __init__(self) -> None:
        self.words: set[str] = set()

    def grant(self, grant: service_pb2.SeatGrant) -> service_pb2.SeatGrant:
        self.words.add(grant.seat_token)
        return grant

    def new_id(self) -> str:
        made = new_id()
        self.words.add(made)
        return made

    def of_table(self, state: TableState) -> None:
        """What a running table hides: hashes, its code, the decks' secret, the record's id."""
        hidden = [seat.token for seat in state.seats if seat.token]
        if state.match is not None and not state.match.over:
            hidden.append(state.match.secret)
            self.words.add(state.match.record_id)
        for each in hidden:
            self.words |= {each.hex(), repr(each)[2:-1]}
        self.words |= {state.join_code} - {""}

    def found(self, text: str) -> list[str]:
        """Those that stand in *text*, and cards."""
        return [word for word in sorted(self.words) if word in text] + CARD.findall(text)


@pytest_asyncio.fixture
async def _verbose(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """Everything is logged that anything would ever log, asyncio's own remarks too."""
    asyncio.get_running_loop().set_debug(True)
    asyncio.get_running_loop().slow_callback_duration = 0.0  # every step of the loop is remarked on
    with caplog.at_level(logging.DEBUG):
        yield


async def errors_of(client: Client, secrets: Secrets, grant: service_pb2.SeatGrant) -> list[str]:
    """What calls are told that fail, in every way that there is to fail for a seat."""
    room = client.running.lobby.get(grant.table_id)
    assert room is not None
    secrets.of_table(room.state)
    version, token = room.state.version, grant.seat_token
    assert room.state.match is not None
    assert not room.state.match.over
    code = room.state.join_code
    acts: list[dict[str, Any]] = [
        {"choose": {"state_version": version + 9, "option": 1}},
        {"choose": {"state_version": version, "option": 99}},
        {"choose": {"state_version": version, "option": 1, "nonce": b"x" * 40}},
        {"kick": {"seat": 9, "seat_version": 1}},
        {"set_bot": {"seat": 1, "seat_version": 99, "bot": "easy"}},
        {"rematch": {"match_id": "none"}},
        {"end_match": "none"},
        {"nudge": 9},
        {},
    ]
    asked: list[tuple[str, Message]] = [
        ("Act", service_pb2.ActRequest(seat_token=token, request_id=secrets.new_id(), **act))
        for act in acts
    ]
    once = secrets.new_id()
    asked += [
        ("Act", service_pb2.ActRequest(seat_token=token, request_id=once, chat="hello")),
        ("Act", service_pb2.ActRequest(seat_token=token, request_id=once, chat="other")),
        ("Act", service_pb2.ActRequest(seat_token=token + "x", request_id=secrets.new_id())),
        ("Act", service_pb2.ActRequest(seat_token=token, request_id=token[:10])),
        ("JoinTable", _join(secrets, table_id=grant.table_id)),
        ("JoinTable", _join(secrets, join_code=code or "ABCDEFGH")),
        ("JoinTable", _join(secrets, join_code=code or "ABCDEFGH", seat=1)),
        ("GetRecord", service_pb2.GetRecordRequest(record_id=room.state.match.record_id)),
        ("ListRecords", service_pb2.ListRecordsRequest(page_token=code)),
        ("ListTables", service_pb2.ListTablesRequest()),
        ("CreateTable", service_pb2.CreateTableRequest(request_id=once, player_name=token)),
    ]
    return [await told(client, method, request) for method, request in asked]


def _join(secrets: Secrets, **fields: Any) -> service_pb2.JoinTableRequest:
    return service_pb2.JoinTableRequest(request_id=secrets.new_id(), player_name="Eve", **fields)


async def told(client: Client, method: str, request: Message) -> str:
    """All that a caller is told, answers of public calls included, as text."""
    try:
        answer = await getattr(client.stub, method)(request)
    except grpc.aio.AioRpcError as error:
        trailing = tuple(error.trailing_metadata() or ())
        return f"{error.code()} {error.details()} {error.debug_error_string()} {trailing}"
    return repr(answer)


@pytest.mark.usefixtures("_verbose")
async def test_whole_matches_leave_no_secret_in_logs_errors_or_lists(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """A private and a public table, by persons and computers, with every error on the way."""
    secrets = Secrets()
    errors: list[str] = []
    async with serving(Settings(seed="logs", acts=(9_999, 999), changes=(999, 99))) as client:
        for game, private, others in (
            ("koikoi", True, [BOT]), ("coin", False, [BOT, BOT]), ("sakura", True, [BOT, BOT]),
        ):  # fmt: skip
            rules = {"bot_delay": "0", "months" if game == "koikoi" else "rounds": "1"}
            asked = secrets.new_id()
            grant = secrets.grant(
                await client.create(
                    request_id=asked, game=game, rules=rules, seats=[MINE, *others],
                    needs_code=private,
                )
            )  # fmt: skip
            follower = Follower(client, grant)
            await follower.play(lambda update: update.match.round == 1)
            errors += await errors_of(client, secrets, grant)
            await follower.play(match_is_over)
    written = caplog.text + "".join(capfd.readouterr())
    assert "Executing" in written, "asyncio's remarks are there"
    assert secrets.found(written) == []
    assert len(errors) > 30
    assert [found for error in errors if (found := secrets.found(error))] == []
    assert len(secrets.words) > 30


class Fault(Exception):
    """Its text holds all that there is to hide."""


FAULTS = ("decide", "evolve", "publish", "journal", "think", "told")


@pytest.mark.usefixtures("_verbose")
@pytest.mark.parametrize("place", FAULTS)
async def test_a_fault_anywhere_writes_where_it_was_and_no_value(
    place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert await found_after_a_fault(place, monkeypatch, caplog) == []


@pytest.mark.usefixtures("_verbose")
async def test_a_log_with_the_text_of_a_fault_is_noticed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """These tests can fail."""
    monkeypatch.setattr(faults, "trace", repr)
    assert await found_after_a_fault("decide", monkeypatch, caplog) != []


async def found_after_a_fault(
    place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> list[str]:
    """The secrets in log and errors when something fails in *place*."""
    secrets = Secrets()
    journal = MemoryJournal()
    failed: list[str] = []
    async with serving(Settings(seed="faults"), journal=journal) as client:  # nobody cuts
        asked = secrets.new_id()
        grant = secrets.grant(
            await client.create(request_id=asked, rules={"bot_delay": "0"}, seats=[MINE, BOT])
        )
        room = client.running.lobby.get(grant.table_id)
        assert room is not None
        secrets.of_table(room.state)

        def fail(*_: Any, **__: Any) -> Any:
            failed.append(place)
            raise Fault(f"{grant.seat_token} {asked} {room.state!r} {room.state.match!r} {DECK}")

        async def fail_later(*_: Any) -> Any:
            fail()

        with monkeypatch.context() as planted:
            if place == "decide":
                planted.setattr(decide, "_apply", fail)
            elif place == "evolve":
                planted.setattr(runner, "evolve", fail)
            elif place == "publish":
                planted.setattr(Broadcast, "publish", fail)
            elif place == "told":
                planted.setattr(Broadcast, "update", fail)
            elif place == "journal":
                planted.setattr(journal, "append", fail_later)
            else:
                for level in LEVELS["koikoi"]:
                    planted.setattr(type(level), "choose", property(lambda _: fail))
            request = service_pb2.ActRequest(
                seat_token=grant.seat_token, request_id=secrets.new_id(), chat="hello"
            )
            errors = [await told(client, "Act", request)]
            if place in {"told", "think"}:
                bot = {"seat": 1, "seat_version": room.state.seats[0].version, "bot": "easy"}
                with_bot = service_pb2.ActRequest(
                    seat_token=grant.seat_token, request_id=secrets.new_id(), set_bot=bot
                )
                errors.append(await told(client, "Act", with_bot))
                try:
                    await client.stub.WatchSeat(
                        service_pb2.WatchSeatRequest(seat_token=grant.seat_token)
                    ).read()
                except grpc.aio.AioRpcError as error:
                    errors.append(f"{error.details()} {error.trailing_metadata()}")
            async with asyncio.timeout(40):
                while not failed:
                    await asyncio.sleep(0.01)
    assert "Fault" in caplog.text, "it is in the log"
    return [*secrets.found(caplog.text), *(each for told in errors for each in secrets.found(told))]


def test_what_commands_entries_and_tables_look_like_names_no_secret() -> None:
    """Should one of them ever be written: tokens, codes and secrets are left out."""
    word = "not to be seen"
    hidden = word.encode()
    texts = [
        repr(ask.Join("Ben", 1, hidden, word)),
        repr(ask.Choose(hidden, 1, 1)),
        repr(ask.Chance("m", hidden, word, word)),
        repr(Entry("t", 1, 0, Cause.PERSON, ask.Leave(hidden), (), RequestKey(hidden, hidden))),
    ]
    assert [text for text in texts if word in text] == []


def test_the_program_says_nothing_secret_at_its_most_verbose(tmp_path: Path) -> None:
    """The command, in a process of its own, on data in a folder."""
    command = [sys.executable, "-m", "koikoi_server", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", str(tmp_path / "data"), "--log-level", "debug", "--exit-with-stdin"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        port = int(line.rsplit(":", 1)[1]) if ":" in line else 50551
        secrets = Secrets()
        code = asyncio.run(_visit(port, secrets))
        written = "".join(server.communicate(timeout=30))
    secrets.words.add(code)
    assert "DEBUG" in written
    assert secrets.found(written) == []
    for file in (tmp_path / "data").rglob("*"):
        assert not file.is_file() or file.stat().st_mode & 0o077 == 0, f"{file} is for its owner"


async def _visit(port: int, secrets: Secrets) -> str:
    """Open a private table against a computer, choose once, fail twice; its join code."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub: Any = service_pb2_grpc.KoikoiServiceStub(channel)
        client = Client(None, channel, stub)  # type: ignore[arg-type]  # it runs elsewhere
        grant = secrets.grant(
            await client.create(request_id=secrets.new_id(), seats=[MINE, BOT], needs_code=True)
        )
        stream = stub.WatchSeat(service_pb2.WatchSeatRequest(seat_token=grant.seat_token))
        while True:
            view = (await stream.read()).seat_view
            if view.options:
                break
        choose = {"state_version": view.state_version, "option": 1}
        await client.act(grant, request_id=secrets.new_id(), choose=choose)
        for wrong in ({"nudge": 9}, {"choose": choose}):
            request = service_pb2.ActRequest(
                seat_token=grant.seat_token, request_id=secrets.new_id(), **wrong
            )
            await told(client, "Act", request)
        return str(view.join_code)


def test_these_tests_can_fail() -> None:
    secrets = Secrets()
    secrets.words |= {"tokentoken"}
    assert secrets.found("x tokentoken x") == ["tokentoken"]
    assert secrets.found(repr(DECK[:1])) != []
    assert secrets.found("it holds Cherry curtain") == ["Cherry curtain"]
