"""No secret is written to logs, errors or lists."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from hanafuda.cards import DECK
from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server.settings import Settings
from koikoi_server.table import commands
from koikoi_server.table.events import Cause, Entry, RequestKey
from koikoi_server.table.seat_options import LEAVE_ID
from tests.secrecy.hidden import Secrets, told
from tests.support.server import BOT, MINE, Client, Follower, match_is_over, serving
from tests.support.timeouts import HANG


async def errors_of(client: Client, secrets: Secrets, grant: service_pb2.SeatGrant) -> list[str]:
    """What calls are told that fail, in every way that there is to fail for a seat."""
    live = client.running.lobby.get(grant.table_id)
    assert live is not None
    secrets.of_table(live.state)
    version, token = live.state.version, grant.seat_token
    assert live.state.match is not None
    assert not live.state.match.over
    code = live.state.join_code
    acts: list[dict[str, Any]] = [
        {"choose": {"state_version": version + 9, "option": 1}},
        {"choose": {"state_version": version, "option": 99}},
        {"choose": {"state_version": version, "option": 1, "nonce": b"x" * 40}},
        {"use_seat_option": {"id": "kick.9.1"}},
        {"use_seat_option": {"id": "let_play.1.99", "bot": "easy"}},
        {"use_seat_option": {"id": "rematch.none"}},
        {"use_seat_option": {"id": LEAVE_ID, "bot": "easy"}},
        {"use_seat_option": {"id": token}},
        {},
    ]
    asked: list[tuple[str, Message]] = [
        ("Act", service_pb2.ActRequest(seat_token=token, request_id=secrets.new_id(), **act))
        for act in acts
    ]
    once = secrets.new_id()
    asked += [
        (
            "Act",
            service_pb2.ActRequest(
                seat_token=token, request_id=once, chat=service_pb2.Chat(text="hello")
            ),
        ),
        (
            "Act",
            service_pb2.ActRequest(
                seat_token=token, request_id=once, chat=service_pb2.Chat(text="other")
            ),
        ),
        ("Act", service_pb2.ActRequest(seat_token=token + "x", request_id=secrets.new_id())),
        ("Act", service_pb2.ActRequest(seat_token=token, request_id=token[:10])),
        ("JoinTable", _join(secrets, table_id=grant.table_id)),
        ("JoinTable", _join(secrets, join_code=code or "ABCDEFGH")),
        ("JoinTable", _join(secrets, join_code=code or "ABCDEFGH", seat=1)),
        ("GetRecord", service_pb2.GetRecordRequest(record_id=live.state.match.record_id)),
        ("ListRecords", service_pb2.ListRecordsRequest(page_token=code)),
        ("ListTables", service_pb2.ListTablesRequest()),
        ("ListSeats", service_pb2.ListSeatsRequest(seat_tokens=[token, token + "x"])),
        ("ListSeats", service_pb2.ListSeatsRequest(seat_tokens=[token] * 101)),
        ("CreateTable", service_pb2.CreateTableRequest(request_id=once, player_name=token)),
    ]
    return [await told(client, method, request) for method, request in asked]


def _join(secrets: Secrets, **fields: Any) -> service_pb2.JoinTableRequest:
    return service_pb2.JoinTableRequest(request_id=secrets.new_id(), player_name="Eve", **fields)


@pytest.mark.usefixtures("verbose")
@pytest.mark.slow
async def test_whole_matches_leave_no_secret_in_logs_errors_or_lists(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """At a private and a public table, with persons and computers and errors of every kind."""
    secrets = Secrets()
    errors: list[str] = []
    async with serving(Settings(seed="logs", acts=(9_999, 999), seat_changes=(999, 99))) as client:
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


def test_the_reprs_of_commands_entries_and_tables_have_no_secret() -> None:
    """In case one of them is ever logged."""
    word = "not to be seen"
    hidden = word.encode()
    texts = [
        repr(commands.Join("Ben", 1, hidden, word)),
        repr(commands.Choose(hidden, 1, 1)),
        repr(commands.Chance("m", hidden, word, word)),
        repr(
            Entry("t", 1, 0, Cause.PERSON, commands.Leave(hidden), (), RequestKey(hidden, hidden))
        ),
    ]
    assert [text for text in texts if word in text] == []


def test_the_most_verbose_log_of_the_program_has_no_secret(tmp_path: Path) -> None:
    """koikoi-server in its own process, with a data folder."""
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
        written = "".join(server.communicate(timeout=HANG))
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
        for wrong in ({"use_seat_option": {"id": "nudge.9.1"}}, {"choose": choose}):
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
