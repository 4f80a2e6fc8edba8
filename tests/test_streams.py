"""Standard streams that are closed, full, or without a reader: a sentence and an exit code."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the shell's redirections are Unix", allow_module_level=True)

import pty

from koikoi_client.records import file as record_file
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
        (NO_DATA, ">&-"),
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
@pytest.mark.parametrize("mode", [(), ("--plain",)])
def test_a_terminal_that_goes_away_ends_the_client(tmp_path: Path, mode: tuple[str, ...]) -> None:
    """Without a signal too, which only its first process gets."""
    ours, its = pty.openpty()
    command = [*CLIENT, "--practice", *mode]
    with subprocess.Popen(
        command, stdin=its, stdout=its, stderr=its, start_new_session=True,
        env=environment(tmp_path),
    ) as client:  # fmt: skip
        os.close(its)
        shown = b""
        while b"Easy" not in shown:
            shown += os.read(ours, 65536)
        os.close(ours)
        assert client.wait(HANG) == 1
