"""No secret is written to logs, errors or lists."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from hanafuda.cards import DECK
from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server.journal.store import FILE
from koikoi_server.settings import Settings
from koikoi_server.table import commands, runner
from koikoi_server.table.events import Cause, Entry, RequestKey
from koikoi_server.table.seat_options import LEAVE_ID
from koikoi_server.table.state import TableState
from tests.secrecy.hidden import Secrets, told
from tests.secrecy.leaks_elsewhere import HANDS_WRITTEN
from tests.secrecy.planting import Plant, after
from tests.support.server import BOT, MINE, Client, Follower, match_is_over, serving
from tests.support.timeouts import HANG

ROOT = Path(__file__).parents[2]
JOURNAL = {FILE, f"{FILE}-wal", f"{FILE}-shm", "key", "server-id", "lock"}
"""The files of a data folder: the cards of running matches are in its database."""


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


TABLES = [("koikoi", True, [BOT]), ("coin", False, [BOT, BOT]), ("sakura", True, [BOT, BOT])]


async def matches(tables: list[Any], secrets: Secrets, patch: pytest.MonkeyPatch) -> list[str]:
    """Play a match at each of *tables*; what failed calls were told."""
    errors: list[str] = []

    def noted(made: TableState, *_: Any) -> TableState:
        if made.match is not None:
            secrets.hands.update(made.match.state.spread.hands)
        return made

    after(patch, runner, "evolve", noted)
    async with serving(Settings(seed="logs", acts=(9_999, 999), seat_changes=(999, 99))) as client:
        for game, private, others in tables:
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
    return errors


@pytest.mark.usefixtures("verbose")
@pytest.mark.slow
async def test_whole_matches_leave_no_secret_in_logs_errors_or_lists(
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a private and a public table, with persons and computers and errors of every kind."""
    secrets = Secrets()
    errors = await matches(TABLES, secrets, monkeypatch)
    written = caplog.text + "".join(capfd.readouterr())
    assert "Executing" in written, "asyncio's remarks are there"
    assert secrets.found(written) == []
    assert len(errors) > 30
    assert [found for error in errors if (found := secrets.found(error))] == []
    assert len(secrets.words) > 30
    assert len(secrets.hands) > 30


@pytest.mark.usefixtures("verbose")
@pytest.mark.slow
@pytest.mark.parametrize("plant", HANDS_WRITTEN)
async def test_a_hand_that_is_written_is_found(
    plant: Plant,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As numbers, bits or bytes, in any log and in the output."""
    plant(monkeypatch)
    secrets = Secrets()
    await matches(TABLES[:1], secrets, monkeypatch)
    assert secrets.found(caplog.text + "".join(capfd.readouterr())) != []


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


def written(data: Path, secrets: Secrets, *plants: str) -> str:
    """All that a server process writes, with *plants* in it, but for times, its port and folder."""
    program = ["tests.secrecy.leaking_server", *plants, "--"] if plants else ["koikoi_server"]
    command = [sys.executable, "-m", *program]
    command += ["--host", "127.0.0.1", "--port", "0", "--insecure"]
    command += ["--data", str(data), "--log-level", "debug", "--exit-with-stdin"]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        port = line.rsplit(":", 1)[1].strip()
        secrets.words.add(asyncio.run(_visit(int(port), secrets)))
        lines = line + "".join(server.communicate(timeout=HANG))
    lines = lines.replace(port, "PORT").replace(str(data), "DATA")
    lines = re.sub(r"id\(loop\)=\d+", "id(loop)", lines)  # gRPC's own remark
    lines = re.sub(r"^[0-9-]+ [0-9:,]+ ", "", lines, flags=re.MULTILINE)
    # gRPC says so only if the end of the connection is noticed before the end of the call.
    return re.sub(
        r"^DEBUG grpc\._cython\.cygrpc: RPC cancelled .*\n", "", lines, flags=re.MULTILINE
    )


def test_the_most_verbose_log_of_the_program_has_no_secret(tmp_path: Path) -> None:
    """koikoi-server in its own process, with a data folder."""
    secrets = Secrets()
    lines = written(tmp_path / "data", secrets)
    assert "DEBUG" in lines
    assert secrets.found(lines) == []
    files = [file for file in (tmp_path / "data").rglob("*") if file.is_file()]
    for file in files:
        assert file.stat().st_mode & 0o077 == 0, f"{file} is for its owner"
    assert {file.name for file in files} <= JOURNAL, "nothing else is written there"


@pytest.mark.slow
def test_two_programs_write_the_same_whatever_is_dealt(tmp_path: Path) -> None:
    """Deals, tokens and codes are others each time."""
    one, two = (written(tmp_path / each, Secrets()) for each in "ab")
    assert set(one.splitlines()) == set(two.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("plant", ["hand_in_the_log", "stack_with_a_hand", "hand_in_the_output"])
def test_a_hand_that_a_program_writes_makes_two_differ(plant: str, tmp_path: Path) -> None:
    one, two = (written(tmp_path / each, Secrets(), plant) for each in "ab")
    assert set(one.splitlines()) != set(two.splitlines())


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
