"""Both programs start on systems without Unix features; see :mod:`tests.support.elsewhere`."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.tiers import slow
from tests.support.timeouts import HANG

if sys.platform == "win32":
    pytest.skip("this is elsewhere", allow_module_level=True)

from tests.client.process import environment

PROGRAM = (sys.executable, "-m", "tests.support.elsewhere")
SERVER = ("koikoi_server", "--host", "127.0.0.1", "--port", "0")


@contextmanager
def server(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server and its address."""
    with subprocess.Popen(
        [*PROGRAM, *SERVER, "--data", str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(data),
    ) as started:
        assert started.stdout is not None
        try:
            yield started, started.stdout.readline().partition(" ")[2].strip()
        finally:
            started.kill()


def done(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=HANG,
        env=environment(folder),
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, slow(signal.SIGINT)])
def test_a_server_starts_answers_and_stops(tmp_path: Path, number: int) -> None:
    with server(tmp_path) as (started, address):
        shown = done(tmp_path, "koikoi_client", address, "--plain", "--name", "Aki", typed="help\n")
        assert shown.stderr == ""
        assert shown.returncode == 0
        assert f"Connected to {address.rpartition('@')[2]}" in shown.stdout
        started.send_signal(number)
        assert started.wait(HANG) == 0
        assert started.stderr is not None
        assert started.stderr.read() == ""


@pytest.mark.slow
def test_a_folder_serves_one_server(tmp_path: Path) -> None:
    with server(tmp_path):
        second = done(tmp_path, *SERVER, "--data", str(tmp_path))
    assert second.returncode == 1
    assert len(second.stderr.splitlines()) == 1


@pytest.mark.slow
def test_practice_has_a_server_of_its_own(tmp_path: Path) -> None:
    shown = done(tmp_path, "koikoi_client", "--practice", "--plain", typed="again\n")
    assert shown.stderr == ""
    assert shown.returncode == 0
    assert "Your seat: Red, host." in shown.stdout
    assert "Opponent: Blue, Easy, computer." in shown.stdout
