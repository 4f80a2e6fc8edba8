"""Standard streams that are closed, full, or without a reader: a sentence and an exit code."""

from __future__ import annotations

import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the shell's redirections are Unix", allow_module_level=True)

from koikoi_client.records import file as record_file
from koikoi_client.system.process import LOG
from tests.client.app.terminals import client
from tests.client.process import CLIENT, SERVER, environment
from tests.records.matches import random_match
from tests.support.tiers import slow, slow_after
from tests.support.timeouts import HANG


def redirected(
    folder: Path, command: tuple[str, ...], redirections: str
) -> subprocess.CompletedProcess[str]:
    """Run a command with the shell's *redirections*."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {shlex.join(command)} {redirections}"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANG, check=False,
        env=environment(folder),
    )  # fmt: skip


CLOSED = "Cannot write to standard output: it is closed.\n"
FULL = "Cannot write to standard output: No space left on device.\n"
OUTCOMES = {  # of a command that prints: its code, the end of standard error, whether it printed
    "<&-": (0, "", True),
    "2>&-": (0, "", True),
    "2>/dev/full": (0, "", True),
    "| head -1": (0, "", True),
    ">&-": (1, CLOSED, False),
    "<&- >&-": (1, CLOSED, False),
    "<&- >&- 2>&-": (1, "", False),
    ">/dev/full": (1, FULL, False),
    ">/dev/full 2>&-": (1, "", False),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("redirections", slow_after(0, OUTCOMES))
@pytest.mark.parametrize(
    "command",
    [
        (*CLIENT, "--help"),
        (*CLIENT, "--version"),
        (*CLIENT, "--practice"),
        (*CLIENT, "rules", "koikoi"),
        (*CLIENT, "verify", "RECORD"),
        (*CLIENT, "replay", "RECORD"),
        (*CLIENT, "replay", "--help"),
        (*SERVER, "--help"),
        (*SERVER, "--version"),
        (*SERVER, "deal", "--count", "1000"),
        (*SERVER, "arena", "--help"),
        (*SERVER, "arena", "easy", "easy", "--matches", "2"),
        (*SERVER, "replay", "RECORD"),
    ],
    ids=lambda command: " ".join(command[2:]),
)
def test_what_cannot_be_printed_is_a_sentence(
    tmp_path: Path, command: tuple[str, ...], redirections: str
) -> None:
    """A reader that has seen enough is no error."""
    if "RECORD" in command:
        record = str(record_file.write(random_match(2).record, tmp_path))
        command = tuple(record if word == "RECORD" else word for word in command)
    done = redirected(tmp_path, command, redirections)
    code, said, printed = OUTCOMES[redirections]
    assert done.returncode == code, done.stderr
    assert done.stderr.removeprefix("koikoi-server: ") == said
    assert bool(done.stdout) is printed


NO_DATA = (*SERVER, "records", "list", "--data", "nowhere")
NO_SERVER = (*CLIENT, "127.0.0.1:1")


@pytest.mark.parametrize(
    ("command", "redirections"),
    [
        slow(NO_DATA, ">&-"),
        slow(NO_DATA, "2>&-"),
        slow(NO_DATA, "2>/dev/full"),
        slow(NO_SERVER, ">&-"),
        slow(NO_SERVER, "2>&-"),
        slow(NO_SERVER, "2>/dev/full"),
    ],
)
def test_an_error_is_said_where_it_can_be_written(
    tmp_path: Path, command: tuple[str, ...], redirections: str
) -> None:
    done = redirected(tmp_path, command, redirections)
    assert done.returncode == (2 if command is NO_DATA else 3)
    (said,) = (done.stdout + done.stderr).splitlines()
    assert "nowhere" in said or "127.0.0.1:1" in said


@pytest.mark.slow
@pytest.mark.parametrize("redirections", [">&-", "<&- >&- 2>&-"])
def test_a_server_serves_without_its_streams(tmp_path: Path, redirections: str) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    command = (*SERVER, "--memory", "--host", "127.0.0.1", "--port", str(port))
    with subprocess.Popen(
        ["bash", "-c", f"exec {shlex.join(command)} {redirections}"],
        stderr=subprocess.PIPE, text=True, env=environment(tmp_path),
    ) as server:  # fmt: skip
        try:
            end = time.monotonic() + HANG
            while socket.socket().connect_ex(("127.0.0.1", port)):
                assert time.monotonic() < end
                time.sleep(0.05)
        finally:
            server.terminate()
        _, said = server.communicate(timeout=HANG)
    assert server.returncode == 0
    assert ("it cannot write its addresses" in said) is ("2>&-" not in redirections)


@pytest.mark.slow
@pytest.mark.parametrize("ignoring", ["", "trap '' HUP; "])
@pytest.mark.parametrize("look", ["xterm", "xterm --plain", "dumb"])
def test_a_closed_terminal_ends_the_client_quietly(
    tmp_path: Path, ignoring: str, look: str
) -> None:
    """By the signal, after which it is written to once more; else as the end of the input."""
    term, *options = look.split()
    command = ("bash", "-c", f'{ignoring}exec "$@"', "bash", *CLIENT)
    with client(tmp_path, "--practice", *options, command=command, TERM=term) as aki:
        aki.until("Easy")
        aki.pty.fileobj.close()
        end = time.monotonic() + HANG
        while aki.pty.isalive():
            assert time.monotonic() < end, "it did not end"
            time.sleep(0.01)
        assert aki.pty.exitstatus == (0 if ignoring else 128 + signal.SIGHUP)
    assert (tmp_path / "state" / "koikoi" / LOG).read_text() == ""
