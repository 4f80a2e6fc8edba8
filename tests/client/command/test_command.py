"""The command ``koikoi-client`` as a person meets it: real processes, terminals, pipes, exits."""

from __future__ import annotations

import re
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tiers import slow, slow_after

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_client.records import file as record_file
from tests.client.process import (
    ServerProcess,
    piped,
    server_process,
    terminal,
)
from tests.records.matches import random_match
from tests.support.namespaces import ADDRESS_ALONE


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with server_process() as running:
        yield running


@pytest.mark.slow
def test_a_line_that_is_half_typed_survives_news(tmp_path: Path) -> None:
    """And what was typed is what arrives."""
    with (
        server_process() as server,
        terminal(tmp_path / "a", server.address, "--name", "Aki", "--plain") as aki,
        terminal(tmp_path / "b", server.address, "--name", "Ben", "--plain") as ben,
    ):
        for person in (aki, ben):
            person.until("Type new to open one")
        aki.type("name He")
        aki.until("> name He")
        ben.type("new\r")
        ben.until("Which game?")
        ben.type("1\r")
        ben.until("number or Enter>")
        ben.type("\r")
        ben.until("One more player is needed.")
        aki.until("New table 1:")
        aki.until_last("> name He")
        assert aki.text().splitlines()[-2].startswith("New table 1: Ben")
        aki.type("idi\r")
        aki.until("Your name is Heidi.")


@pytest.mark.slow
def test_a_dumb_terminal_gets_no_cursor_movement(tmp_path: Path) -> None:
    with (
        server_process() as server,
        terminal(tmp_path / "a", server.address, "--name", "Aki", term="dumb") as aki,
        terminal(tmp_path / "b", server.address, "--name", "Ben", term="dumb") as ben,
    ):
        for person in (aki, ben):
            person.until("Type new to open one")
        aki.type("namx\x7fe He")
        aki.until("\nname He")
        ben.type("new\r1\r\r")
        ben.until("One more player is needed.")
        aki.until("New table 1:")
        aki.until_last("name He")
        aki.type("idi\r")
        aki.until("Your name is Heidi.")
        ben.type("quit\r")
        ben.until("Type q to quit")
        ben.type("q\r")
        assert ben.end() == 0
        assert b"\x1b" not in aki.bytes + ben.bytes
        assert "\n>" not in aki.text()


XTERM = "xterm-256color"


@pytest.mark.parametrize(
    ("term", "typed", "number", "code"),
    [
        slow(XTERM, "quit\r", 0, 0),
        (XTERM, "half a line", signal.SIGTERM, 128 + signal.SIGTERM),
        slow("dumb", "half a line\x03", 0, 130),
        (XTERM, "\x04", 0, 0),
        slow(XTERM, "half a line\x03", 0, 130),
        slow(XTERM, "", signal.SIGINT, 130),
        slow(XTERM, "", signal.SIGHUP, 128 + signal.SIGHUP),
        slow("dumb", "half a line", signal.SIGTERM, 128 + signal.SIGTERM),
    ],
)
def test_how_it_ends(
    server: ServerProcess, tmp_path: Path, term: str, typed: str, number: int, code: int
) -> None:
    """Each way out has its code, and leaves the terminal echoing and quiet."""
    with terminal(tmp_path, server.address, "--name", "Aki", "--plain", term=term) as aki:
        aki.until("Type new to open one")
        aki.type(typed)
        if number:
            aki.until(typed)
            aki.signal(number)
        assert aki.end() == code
        assert "Traceback" not in aki.text()
        assert "ENTER" not in aki.text()


def test_ctrl_z_suspends_and_is_no_letter(server: ServerProcess, tmp_path: Path) -> None:
    """Here no shell waits that it could go back to, so it goes on with the next line."""
    with terminal(tmp_path, server.address, "--name", "Aki", "--plain") as aki:
        aki.until("Type new to open one")
        aki.until_last(">")
        aki.type("\x1ahelp\r")
        aki.until("open a new table")
        aki.until_last(">")
        aki.type("\x04")
        assert aki.end() == 0


def test_practice_sits_down_at_once_and_can_be_played_by_pipe(tmp_path: Path) -> None:
    done = piped(tmp_path, "--practice", typed="again\nseats\n")
    assert done.returncode == 0, done.stderr
    assert "Your seat: Red, host." in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
def test_hosting_says_the_line_for_the_friend(tmp_path: Path, machine: tuple[str, ...]) -> None:
    done = piped(tmp_path, "--host", "--name", "Aki", typed="again\n", around=machine)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"^  koikoi-client \S+@{ADDRESS_ALONE}:50551$", done.stdout, re.MULTILINE)
    assert "One more player is needed." in done.stdout


@pytest.mark.slow
def test_hosting_where_another_server_runs_is_one_sentence(
    tmp_path: Path, machine: tuple[str, ...]
) -> None:
    other = (
        "import socket, subprocess, sys\n"
        "with socket.create_server(('', 50551)):\n"
        "    sys.exit(subprocess.call(sys.argv[1:]))"
    )
    around = (*machine, sys.executable, "-c", other)
    done = piped(tmp_path, "--host", "--name", "Aki", around=around)
    assert (done.returncode, done.stdout) == (3, "")
    assert "another program uses it" in done.stderr
    assert "play there with koikoi-client 127.0.0.1:50551." in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_nobody_there_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        done = piped(tmp_path, f"127.0.0.1:{unused.getsockname()[1]}")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("Nothing answers at 127.0.0.1:")
    assert len(done.stderr.splitlines()) == 1


def test_a_wrong_code_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    done = piped(tmp_path, server.address, "--join", "NOSUCH")
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1
    assert "code" in done.stderr


@pytest.mark.slow
def test_what_comes_through_a_pipe_is_answered_from_the_list(
    server: ServerProcess, tmp_path: Path
) -> None:
    """Also the first line, which is there before the server has said what tables there are."""
    with server.channel() as channel:
        asked = service_pb2.CreateTableRequest(
            request_id="a-table-for-pipes", player_name="Aki", game="koikoi"
        )
        service_pb2_grpc.KoikoiServiceStub(channel).CreateTable(asked)
    listed = piped(tmp_path, server.address, "--name", "Zed", typed="list\nquit\n")
    assert "No table is open" not in listed.stdout
    assert listed.stdout.count("1: Aki's table") == 2  # at the start, and when it is asked for
    seated = piped(tmp_path, server.address, "--name", "Zed", typed="1\nagain\nquit\nq\n")
    assert "Opponent: Red, Aki" in seated.stdout


@pytest.mark.parametrize(
    "arguments", slow_after(1, [(), ("a b",), ("x:99999",), ("--practice", "--host")])
)
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = piped(tmp_path, *arguments)
    assert done.returncode == 2
    assert "usage: koikoi-client" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_without_an_address_it_goes_where_it_was_last(
    server: ServerProcess, tmp_path: Path
) -> None:
    assert piped(tmp_path, server.address).returncode == 0
    again = piped(tmp_path)
    assert again.returncode == 0
    assert f"Connected to 127.0.0.1:{server.port}" in again.stdout


@pytest.mark.slow
def test_a_record_in_a_file_is_told_without_a_server(tmp_path: Path) -> None:
    """Into a pipe all of it at once."""
    record = random_match(2).record
    done = piped(tmp_path, "replay", str(record_file.write(record, tmp_path)))
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[0] == "A match begins."
    assert " won the match" in said[-1] or "draw" in said[-1]
    assert sum(line.startswith("Hand of ") for line in said) == len(record.rounds) * len(
        record.players
    )
    assert piped(tmp_path, "replay", str(tmp_path / "none")).returncode == 1


@pytest.mark.slow
def test_a_record_in_a_file_is_shown_on_a_terminal(tmp_path: Path) -> None:
    """The same screen as among the tables; Esc ends it."""
    path = record_file.write(random_match(2).record, tmp_path)
    with terminal(tmp_path, "replay", str(path)) as one:
        one.until("step 1 of ")
        one.type(" ")
        one.until("step 2 of ")
        one.type("\x1b")
        assert one.end() == 0


@pytest.mark.slow
def test_what_is_wrong_is_told_in_lines_that_end_between_words(tmp_path: Path) -> None:
    with terminal(tmp_path) as one:
        assert one.end() == 2
        told = [line for line in one.text().splitlines() if line.startswith("koikoi-client: error")]
        assert len(told[0]) < 100
        said = " ".join(one.text().split())
        assert "Type its address, for example koikoi-client 192.168.1.20," in said
        assert "play against the computer" in said
