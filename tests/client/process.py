"""Real processes: the server's command, and the client's in a pseudo-terminal or with pipes."""

from __future__ import annotations

import os
import select
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import grpc
import pyte
from ptyprocess import PtyProcess

from tests.support.timeouts import HANG

SERVER = (sys.executable, "-m", "koikoi_server")
CLIENT = (sys.executable, "-m", "koikoi_client")
SEED = ("--seed", "process tests")
"""Of a server: the same decks each time. One month in 80 is over with the deal, by a dealt hand."""
PLAYED_OUT = ("--rule", "dealt_hands=redeal")
"""Of a table of one's own, whose decks are cut by chance: no month is over with the deal."""


class ServerProcess:
    """The server's command on 127.0.0.1; ends with its standard input."""

    def __init__(self, port: int = 0, data: Path | None = None, *more: str) -> None:
        kept = ("--data", str(data)) if data is not None else ("--memory",)
        listen = ("--host", "127.0.0.1", "--port", str(port), "--name", "Test")
        options = (*listen, *kept, *SEED, *more, "--exit-with-stdin")
        self._process = subprocess.Popen(
            [*SERVER, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[-1]  # with its code
        self.port = int(self.address.rpartition(":")[2])

    def channel(self) -> grpc.Channel:
        """A connection to it that accepts only its certificate."""
        only = ssl.get_server_certificate(("127.0.0.1", self.port)).encode()
        return grpc.secure_channel(
            f"127.0.0.1:{self.port}",
            grpc.ssl_channel_credentials(only),
            [("grpc.ssl_target_name_override", "koikoi")],
        )

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.communicate(timeout=HANG)

    def stop(self) -> None:
        self._process.communicate(timeout=HANG)  # closes its input


@contextmanager
def server_process() -> Iterator[ServerProcess]:
    server = ServerProcess()
    try:
        yield server
    finally:
        server.stop()


def environment(folder: Path, term: str = "xterm-256color") -> dict[str, str]:
    """Ours, with the client's files in *folder*."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GRPC")}
    return ours | {
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_STATE_HOME": str(folder / "state"),
        "TERM": term,
        "LANG": "C.UTF-8",
    }


class TerminalProcess:
    """A client in a pseudo-terminal, and the screen that it draws."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        term: str = "xterm-256color",
        command: Sequence[str] = CLIENT,
        cwd: Path | None = None,
    ) -> None:
        self._process = PtyProcess.spawn(
            [*command, *arguments], dimensions=(60, 100), env=environment(folder, term), cwd=cwd
        )
        self.bytes = b""
        self.screen = pyte.Screen(100, 60)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    def type(self, typed: str) -> None:
        self._process.write(typed.encode())

    def text(self) -> str:
        """The screen's lines."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def until(self, part: str, seconds: float = HANG) -> None:
        """Read until *part* is on the screen."""
        end = time.monotonic() + seconds
        while part not in self.text():
            assert time.monotonic() < end, f"{part!r} never came; the screen:\n{self.text()}"
            if not self._pump() and part not in self.text():
                raise AssertionError(f"ended without {part!r}; the screen:\n{self.text()}")

    def until_last(self, line: str) -> None:
        """Read until *line* is the screen's last one."""
        end = time.monotonic() + HANG
        while self.text().splitlines()[-1:] != [line]:
            assert time.monotonic() < end, f"{line!r} is not the last line of:\n{self.text()}"
            self._pump()

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def end(self) -> int:
        """Read until it ends; its exit code, or minus the signal that killed it."""
        end = time.monotonic() + HANG
        while self._pump():
            assert time.monotonic() < end, f"it did not end; the screen:\n{self.text()}"
        while self._process.isalive():
            assert time.monotonic() < end, "it did not end"
            time.sleep(0.01)
        status, number = self._process.exitstatus, self._process.signalstatus
        return int(status) if status is not None else -int(number)

    def close(self) -> None:
        if self._process.isalive():
            os.kill(self.pid, signal.SIGKILL)
        self._process.close(force=True)

    def _pump(self) -> bool:
        """Read what there is; False at the end."""
        if not select.select([self._process.fd], [], [], 0.05)[0]:
            return True
        try:
            read = os.read(self._process.fd, 65536)
        except OSError:  # Linux says so when the other end is closed
            return False
        self.bytes += read
        self._stream.feed(read)
        return bool(read)


@contextmanager
def terminal(
    folder: Path,
    *arguments: str,
    term: str = "xterm-256color",
    command: Sequence[str] = CLIENT,
    cwd: Path | None = None,
) -> Iterator[TerminalProcess]:
    process = TerminalProcess(folder, *arguments, term=term, command=command, cwd=cwd)
    try:
        yield process
    finally:
        process.close()


def piped(
    folder: Path, *arguments: str, typed: str = "", around: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """Run a client with pipes until it ends; *around* comes before its command."""
    return subprocess.run(
        [*around, *CLIENT, *arguments],
        input=typed, capture_output=True, text=True, timeout=HANG, check=False,
        env=environment(folder),
    )  # fmt: skip
