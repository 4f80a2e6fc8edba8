"""The commands as processes that are fed with lines and read line by line, wherever they run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

SERVER = (sys.executable, "-m", "koikoi_server")
CLIENT = (sys.executable, "-m", "koikoi_client")


class Program:
    """A process. *around* comes before its command: ``ip netns exec …``."""

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
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._read:
                self.lines.append(line.rstrip("\n"))
                self._read.notify_all()

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def until(self, part: str, seconds: float = 40.0) -> float:
        """Read on until a line holds *part*; the seconds that it took.

        Raises:
            AssertionError: when it does not come in time, with all that has been said.
        """
        began = time.monotonic()
        with self._read:
            while True:
                while self._seen < len(self.lines):
                    self._seen += 1
                    if part in self.lines[self._seen - 1]:
                        return time.monotonic() - began
                left = began + seconds - time.monotonic()
                if left <= 0 or not self._read.wait(left):
                    said = "\n".join(self.lines)
                    raise AssertionError(f"{part!r} did not come in {seconds} s:\n{said}")

    def skip(self) -> None:
        """What has been said so far is not read again."""
        with self._read:
            self._seen = len(self.lines)

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def end(self) -> None:
        """Kill it, if it still runs."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
