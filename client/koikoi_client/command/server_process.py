"""A child process that is a server, and what it prints."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from koikoi_client.text import text

READY = "koikoi-client "
INSECURE = "--insecure "
NOTE = "koikoi-server: "
KEEPS_NOTHING = "koikoi-server keeps nothing: "
_READ = (READY, NOTE, KEEPS_NOTHING)
_LONGEST_LINE = 65_536  #: bytes
START_SECONDS = 20.0
STOP_SECONDS = 5.0


class ServerProcess:
    """One server process. A thread reads its output until it ends.

    *on_change* is called in that thread with the lines that the server prints later.
    """

    def __init__(
        self,
        command: Sequence[str],
        log: Path | None,
        inherited: Sequence[int],
        on_change: Callable[[list[str]], None],
    ) -> None:
        # Its own process group: Ctrl-C reaches only us, and we stop the server.
        how: dict[str, Any]
        if sys.platform == "win32":
            how = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        else:
            how = {"start_new_session": True, "pass_fds": inherited}
        self._on_change = on_change
        self.was_too_slow = False  #: whether START_SECONDS passed before it was ready
        #: the first lines with addresses; [] when it ended without any
        self.ready: Future[list[str]] = Future()
        self.ended: Future[None] = Future()
        for each in (self.ready, self.ended):
            each.set_running_or_notify_cancel()  # a cancelled wait must not cancel the future
        # Kept open, even without a log, to quote the last line.
        self._errors = (
            log.open("a+b") if log is not None else tempfile.TemporaryFile()  # noqa: SIM115
        )
        self._start_of_log = self._errors.seek(0, os.SEEK_END)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, **how
        )
        threading.Thread(target=self._read, daemon=True, name="own server").start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        output = b""
        with self._process.stdout as pipe:
            while more := os.read(pipe.fileno(), 4096):
                whole, _, rest = (output + more).rpartition(b"\n")
                output = rest[-_LONGEST_LINE:]
                lines = whole.decode("utf-8", "replace").splitlines()
                shown = [line.strip() for line in lines if line.startswith(_READ)]
                if not any(line.startswith(READY) for line in shown):
                    continue
                if self.ready.done():
                    self._on_change(shown)
                else:
                    self.ready.set_result(shown)
        self._process.wait()
        if not self.ready.done():
            self.ready.set_result([])
        self.ended.set_result(None)

    def why(self) -> str:
        """The signal that ended it; else the last line of its error output."""
        code = self._process.poll()
        if self.was_too_slow:
            return text("it took more than {n} seconds to start", n=f"{START_SECONDS:g}")
        if code is not None and code < 0:  # then it has not written why
            return text("signal {n} ended it", n=-code)
        self._errors.seek(self._start_of_log)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else text("no message")

    def close_input(self) -> None:
        """Close its input, which makes it stop."""
        with suppress(OSError):  # it has ended already
            if self._process.stdin is not None:
                self._process.stdin.close()

    async def stop(self) -> None:
        """Make it stop, and close its error output."""
        await self.end()
        self.close()

    async def end(self) -> None:
        """Close its input and wait for its end; after STOP_SECONDS terminate it, then kill it."""
        self.close_input()
        ended = asyncio.wrap_future(self.ended)
        for end in (self._process.terminate, self._process.kill):
            if (await asyncio.wait({ended}, timeout=STOP_SECONDS))[0]:
                break
            end()
        await ended

    def close(self) -> None:
        """Close its input and its error output, after it has ended."""
        self.close_input()
        self._errors.close()
