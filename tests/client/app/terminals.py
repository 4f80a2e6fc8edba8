"""The client's command in a pseudo-terminal that answers questions, as a real one does."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
from ptyprocess import PtyProcess

from tests.client.process import CLIENT, environment
from tests.support.timeouts import HANG

LEFT = b"\x1b[?1049l"
"""Back to the screen that was there before."""


class Screen(pyte.Screen):
    """A terminal that answers cursor position requests."""

    pty: PtyProcess

    def write_process_input(self, data: str) -> None:
        self.pty.write(data.encode())


class Process:
    """The client's command in a terminal of its own."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        command: tuple[str, ...] = CLIENT,
        size: tuple[int, int] = (80, 24),
        **more: str,
    ) -> None:
        columns, rows = size
        self.pty = PtyProcess.spawn(
            [*command, *arguments],
            dimensions=(rows, columns),
            env=environment(folder) | {"COLORTERM": "truecolor"} | more,
        )
        self.screen = Screen(columns, rows)
        self.screen.pty = self.pty
        self._stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        self._undrawn = b""

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def press(self, keys: str) -> None:
        self.pty.write(keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.pty.setwinsize(rows, columns)

    def signal(self, number: int) -> None:
        os.kill(self.pty.pid, number)

    def until(self, part: str) -> None:
        """Read until *part* is on the screen."""
        self.see(lambda: part in self.text(), repr(part))

    def see(self, seen: Callable[[], bool], what: str) -> None:
        """Read until it is seen."""
        end = time.monotonic() + HANG
        while not seen():
            assert time.monotonic() < end, f"{what} never came; the screen:\n{self.text()}"
            assert self.pump() or seen(), f"ended without {what}:\n{self.text()}"

    def settle(self, seconds: float = 0.1) -> None:
        """Read until nothing more comes for a moment: what is drawn is drawn whole."""
        read = -1
        while read < len(self.bytes):
            read = len(self.bytes)
            self.pump(seconds)

    def pump(self, seconds: float = 0.05, *, draw: bool = True) -> bool:
        """Read what there is; False at the end. Without *draw* the screen gets it later."""
        read, more = b"", True
        if select.select([self.pty.fd], [], [], seconds)[0]:
            try:
                read = os.read(self.pty.fd, 65536)
            except OSError:  # Linux says so when the other end is closed
                more = False
            more = more and bool(read)
        self.bytes += read
        self._undrawn += read
        if draw and self._undrawn:
            self._stream.feed(self._undrawn)
            self._undrawn = b""
        return more

    def end(self) -> int:
        """Read until it ends; its exit code, or minus the signal that killed it."""
        end = time.monotonic() + HANG
        while self.pump():
            assert time.monotonic() < end, f"it did not end; the screen:\n{self.text()}"
        while self.pty.isalive():
            assert time.monotonic() < end, "it did not end"
            time.sleep(0.01)
        status = self.pty.exitstatus
        return int(status) if status is not None else -int(self.pty.signalstatus)


@contextmanager
def client(
    folder: Path,
    *arguments: str,
    command: tuple[str, ...] = CLIENT,
    size: tuple[int, int] = (80, 24),
    **more: str,
) -> Iterator[Process]:
    process = Process(folder, *arguments, command=command, size=size, **more)
    try:
        yield process
    finally:
        if process.pty.isalive():
            os.kill(process.pty.pid, signal.SIGKILL)
        process.pty.close(force=True)
