"""The real program in a pseudo-terminal: its start, what it survives, its end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tiers import slow

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from tests.client.app.terminals import LEFT, Process, client
from tests.client.process import CLIENT, PLAYED_OUT, SEED, SERVER, ServerProcess, server_process


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with server_process() as running:
        yield running


@pytest.mark.parametrize(
    ("keys", "number", "code"),
    [
        ("q", 0, 0),
        ("", signal.SIGTERM, 128 + signal.SIGTERM),
        slow("\x03", 0, 130),
        slow("", signal.SIGHUP, 128 + signal.SIGHUP),
        slow("", signal.SIGINT, 130),
    ],
)
def test_each_way_out_has_its_code_and_restores_the_terminal(
    server: ServerProcess, tmp_path: Path, keys: str, number: int, code: int
) -> None:
    """The screen of before, the cursor, the title; echo is on; nothing is written after."""
    with client(tmp_path, server.address, "--name", "Aki") as aki:
        aki.until("No table is open")
        assert "▶" not in aki.text()
        echo = aki.pty.getecho()
        assert echo is False
        if number:
            aki.signal(number)
        aki.press(keys)
        assert aki.end() == code
        after = aki.bytes.rpartition(LEFT)[2]
        assert LEFT in aki.bytes
        assert b"\x1b[?25h" in aki.bytes[-200:]
        assert aki.bytes.endswith(b"\x1b[23;2t"), aki.bytes[-100:]
        assert b"ENTER" not in after
        assert b"Traceback" not in aki.bytes


@pytest.mark.slow
def test_resizing_never_harms(server: ServerProcess, tmp_path: Path) -> None:
    """Thirty sizes in a storm, then 30x8, 5x3 and 1x1, and keys between; then it is all there."""
    with client(tmp_path, server.address, "--name", "Aki") as aki:
        aki.until("No table is open")
        for step in range(30):
            aki.resize(70 + step, 20 + step % 20)
            aki.press("nj"[step % 2] + "\x1b")
            aki.pump(0.06)
        for size in ((30, 8), (5, 3), (1, 1)):
            aki.resize(*size)
            aki.pump(0.1)
        aki.press("?")  # nobody could see what it does
        aki.resize(120, 40)
        aki.settle(0.5)
        for _ in range(40):  # an Esc that a key followed too soon was none
            if "No table is open" in aki.text():
                break
            aki.press("\x1b")
            aki.settle(0.5)
        aki.press("?")
        aki.until("Help 1/")
        aki.press("\x1b")
        aki.until("No table is open")
        aki.press("q")
        assert aki.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize("stop", ["kill -TSTP", "kill -STOP", "\x1a"])
@pytest.mark.parametrize("plain", ["", "--plain"])
def test_after_fg_the_terminal_is_as_before(
    server: ServerProcess, tmp_path: Path, stop: str, plain: str
) -> None:
    """Whatever stopped it: in the shell the screen is the shell's, then keys work again."""
    bash = ("bash", "--norc", "--noprofile", "-i")
    with client(tmp_path, command=bash, size=(100, 30), PS1="shell: ") as shell:
        shell.until("shell:")
        shell.press(f"{' '.join(CLIENT)} {server.address} --name Aki {plain}\r")
        shell.until("No table is open")
        if stop == "\x1a":
            shell.press(stop)
        else:
            subprocess.run(f"{stop} $(pgrep -P {shell.pty.pid})", shell=True, check=True)
        shell.until("Stopped")
        shell.press("echo in the shell\r")
        shell.until("\nin the shell")
        assert ("R  records" in shell.text()) is (stop == "kill -STOP" and not plain)
        shell.resize(90, 28)
        shell.press("fg\r")
        if not plain:
            shell.see(lambda: "in the shell" not in shell.text(), "the old screen")
            shell.until("R  records")
        shell.press("help\r" if plain else "?")
        shell.until("open a new table" if plain else "Help 1/")
        left = shell.bytes.count(LEFT)
        shell.press("\x04" if plain else "\x03")
        ended = (
            (lambda: "shell:" in shell.text()[-10:])
            if plain
            else lambda: shell.bytes.count(LEFT) > left
        )
        shell.see(ended, "the shell")
        shell.press("exit\r")
        shell.end()


def start_server(data: Path, port: int = 0) -> tuple[subprocess.Popen[str], int]:
    """A server that keeps its matches, and its port."""
    listen = ("--host", "127.0.0.1", "--port", str(port))
    options = (*listen, *SEED, "--exit-with-stdin", "--data", str(data))
    process = subprocess.Popen(
        [*SERVER, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline().rpartition(":")[2])


def marked(aki: Process) -> int:
    """The row of the form that keys act on; -1 while it is not drawn."""
    rows = aki.text().splitlines()
    return next((number for number, row in enumerate(rows) if "▶" in row), -1)


@pytest.mark.slow
def test_a_server_that_was_killed_comes_back_with_the_same_cards(tmp_path: Path) -> None:
    """The loss is said, Q still works on the old view, and after the restart play goes on."""
    first, port = start_server(tmp_path / "data")
    try:
        with client(tmp_path, f"127.0.0.1:{port}", "--name", "Aki") as aki:
            aki.until("No table is open")
            aki.press("n")
            aki.until("A new table")
            aki.settle()
            while "▶ Seat Blue" not in aki.text():
                before = marked(aki)
                aki.press("\x1b[B")
                aki.see(lambda: marked(aki) not in (-1, before), "a row below")  # noqa: B023
                aki.settle()
            aki.press("\x1b[C\x1b[C\x1b[C\r")
            aki.until("Month 1 of 12")
            aki.until("[1]")
            cards = aki.text().splitlines()[3:6]
            first.kill()
            first.communicate()
            aki.until("connection lost")
            assert aki.text().splitlines()[3:6] == cards
            aki.press("q\x1b")
            second, _ = start_server(tmp_path / "data", port)
            try:
                aki.see(lambda: "connection lost" not in aki.text(), "a connection")
                aki.until("your turn")
                assert aki.text().splitlines()[3:6] == cards
                aki.press("11")
                told = ("You played", "Your last turn: played")  # before the answer, and after it
                aki.see(lambda: any(each in aki.text() for each in told), "the play")
                aki.press("q")
                aki.until("uit the program")
                aki.press("q")
                assert aki.end() == 0
            finally:
                second.kill()
                second.communicate()
    finally:
        first.kill()
        first.communicate()


@pytest.mark.slow
def test_a_server_that_is_gone_keeps_nobody(tmp_path: Path) -> None:
    """With the server dead for good the program still ends at once, with its usual code."""
    running = ServerProcess()
    with client(tmp_path, running.address, "--name", "Aki") as aki:
        aki.until("No table is open")
        running.kill()
        aki.until("connection lost")
        aki.press("n")
        aki.until("A new table")
        aki.press("\r")
        aki.pump(0.2)
        aki.press("\x1b")
        aki.until("is lost. Trying again.")  # nobody knows whether a table is open
        aki.press("q")
        assert aki.end() == 0


def test_no_server_no_screen(tmp_path: Path) -> None:
    """A sentence on what to do, and code 3; the terminal was never taken."""
    with client(tmp_path, "127.0.0.1:1", "--name", "Aki") as aki:
        assert aki.end() == 3
        assert "Nothing answers at 127.0.0.1:1" in aki.text()
        assert LEFT not in aki.bytes


@pytest.mark.slow
@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_a_slow_server_is_named_and_can_be_given_up(tmp_path: Path, plain: tuple[str, ...]) -> None:
    """A sentence in line mode stays; a full screen leaves none behind."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with client(tmp_path, address, *plain, "--name", "Aki") as aki:
            aki.until(f"Connecting to {address}.")
            aki.press("\x03")
            assert aki.end() == 130
            assert ("Connecting" in aki.text()) is bool(plain)
            assert LEFT not in aki.bytes


@pytest.mark.slow
def test_practice_opens_the_table_and_quitting_ends_its_server(tmp_path: Path) -> None:
    """`--practice` sits down at once, in pictures where there is room."""
    with client(tmp_path, "--practice", *PLAYED_OUT, "--name", "Aki") as aki:
        aki.resize(100, 34)
        aki.until("Month 1 of 12")
        aki.until("▀")
        aki.press("q")
        aki.until("uit the program")
        aki.press("q")
        assert aki.end() == 0


@pytest.mark.slow
def test_without_colours_and_signs(server: ServerProcess, tmp_path: Path) -> None:
    """NO_COLOR sends no colour, --ascii no sign."""
    with client(
        tmp_path, "--practice", *PLAYED_OUT, "--name", "Aki", "--ascii", NO_COLOR="1"
    ) as aki:
        aki.until("Month 1 of 12")
        aki.until("1-8")
        assert aki.text().isascii()
        assert b"[38;" not in aki.bytes
        assert b"[48;" not in aki.bytes
        aki.press("q")
        aki.until("uit the program")
        aki.press("q")
        assert aki.end() == 0


@pytest.mark.slow
def test_sixteen_colours_are_said_to_be_too_few_once(tmp_path: Path) -> None:
    for run in range(2):
        arguments = ("--practice", *PLAYED_OUT, "--name", f"Aki{run}")
        with client(tmp_path, *arguments, TERM="xterm", COLORTERM="") as aki:
            if run:
                aki.until("new match begins")
                aki.settle(0.5)
                aki.press("n")
            aki.until("Month 1 of 12")
            aki.until("Your turn")
            assert ("No pictures here" in aki.text()) is (run == 0)
            aki.press("\x03")
            assert aki.end() == 130


@pytest.mark.slow
def test_several_players_need_a_screen(tmp_path: Path) -> None:
    """--hot-seat in lines is refused with a sentence and code 2."""
    with client(tmp_path, "--hot-seat", "--plain") as device:
        assert device.end() == 2, device.text()
        assert "so it needs a full screen" in " ".join(device.text().split())
    with client(tmp_path, "--hot-seat", *PLAYED_OUT) as device:
        device.until("A new table")
        device.press("\r")
        device.until("Hand the keyboard to")
        device.press("q")
        device.until("uit the program")
        device.press("q")
        assert device.end() == 0


@pytest.mark.slow
def test_a_dumb_terminal_gets_lines(server: ServerProcess, tmp_path: Path) -> None:
    """TERM=dumb means --plain: no cursor movement at all."""
    with client(tmp_path, server.address, "--name", "Aki", TERM="dumb") as aki:
        aki.until("Type new to open one")
        assert b"\x1b" not in aki.bytes


BROKEN = """
import sys
from koikoi_client.__main__ import main
from koikoi_client.app import table
def board(*_): raise ZeroDivisionError("a fault that nobody foresaw")
table.board = board
sys.exit(main())
"""


@pytest.mark.slow
def test_an_unforeseen_error_is_a_sentence_and_a_log(tmp_path: Path) -> None:
    """Code 1, the terminal restored, one sentence that names the log, and in it the traceback."""
    command = (sys.executable, "-c", BROKEN)
    with client(tmp_path, "--practice", "--name", "Aki", command=command) as aki:
        assert aki.end() == 1
        after = aki.bytes.rpartition(LEFT)[2].decode()
        assert "Something went wrong in this program:" in after
        assert "Traceback" not in after
    log = tmp_path / "state" / "koikoi" / "client.log"
    assert "a fault that nobody foresaw" in log.read_text()
