"""The commands as processes: tests type lines into them and read what they print."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.timeouts import HANG

AGAIN = 3.0
"""Seconds after which a line without effect is typed again."""
SERVER = (sys.executable, "-m", "koikoi_server")
CLIENT = (sys.executable, "-m", "koikoi_client")


class Program:
    """A running command. *around* is put before it, such as ``ip netns exec NAME``."""

    def __init__(
        self, *command: str, around: Sequence[str] = (), folder: Path | None = None
    ) -> None:
        ours = {name: value for name, value in os.environ.items() if not name.startswith("GRPC")}
        if folder is not None:
            ours |= {"HOME": str(folder)}
            ours |= {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("DATA", "CONFIG", "STATE")}
        self._process = subprocess.Popen(
            [*around, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=ours | {"PYTHONUNBUFFERED": "1"},
        )
        self.lines: list[str] = []
        self._read = threading.Condition()
        self._seen = 0
        self._ended = False
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._read:
                self.lines.append(line.rstrip("\n"))
                self._read.notify_all()
        with self._read:
            self._ended = True
            self._read.notify_all()

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def until(self, part: str, seconds: float = HANG) -> float:
        """Read on until a line contains *part*, and return how many seconds that took.

        Raises:
            AssertionError: if no such line comes; the message has all output so far.
        """
        began = time.monotonic()
        if not self._comes(part, seconds):
            output = "\n".join(self.lines)
            raise AssertionError(f"{part!r} did not come:\n{output}")
        return time.monotonic() - began

    def type_until(self, line: str, part: str, *, by: Program | None = None) -> None:
        """Type *line* until *by* (by default this program) prints *part*.

        A client does nothing while its connection is lost, and it may lose it again at any moment
        on a busy machine. So the line is typed again, as a person would.
        """
        reader = by or self
        self.type(line)
        end = time.monotonic() + HANG
        while not reader._comes(part, AGAIN):
            lost = reader._ended or time.monotonic() > end
            assert not lost, f"{line!r} has no effect:\n" + "\n".join(self.lines)
            self.type(line)

    def _comes(self, part: str, seconds: float) -> bool:
        """Read on until a line contains *part*; return whether one came in time."""
        end = time.monotonic() + seconds
        with self._read:
            while True:
                while self._seen < len(self.lines):
                    self._seen += 1
                    if part in self.lines[self._seen - 1]:
                        return True
                left = end - time.monotonic()
                if self._ended or left <= 0 or not self._read.wait(left):
                    return False

    def skip(self) -> None:
        """Ignore all output so far."""
        with self._read:
            self._seen = len(self.lines)

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def end(self) -> None:
        """Kill the process if it still runs."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
