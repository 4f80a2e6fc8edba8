"""Where slow computers think, so that the server never waits for one.

Compiled code lets go of Python's lock, so it runs in a thread. Plain Python would hold it, so it
runs in worker processes, started when first needed. With more thinkers than threads the others
queue.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

from hanafuda.game import Option, SeatView
from koikoi_server.bots.koikoi import fast
from koikoi_server.bots.level import Level
from koikoi_server.bots.worker import ask

THINKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
"""How many think at once: one processor is left to the server."""

ATTEMPTS = 2
"""Workers that may die over one move before the server's own thread makes it."""

_threads = ThreadPoolExecutor(THINKERS, thread_name_prefix="thinker")
_own = threading.local()
_workers: set[subprocess.Popen[bytes]] = set()  # all that were not let go of


async def think_apart(level: Level, view: SeatView, seed: int) -> Option:
    """*level*'s choice, found in a thread or another process."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _think, level, view, seed)


def _think(level: Level, view: SeatView, seed: int) -> Option:
    if level.compiled(view) and fast.prepare():
        return level.choose(view, Random(seed))
    for _attempt in range(ATTEMPTS):
        with suppress(OSError):
            return view.options[_asked(level, view, seed)]
    return level.choose(view, Random(seed))  # no process can be had: slow for all, but a move


def _asked(level: Level, view: SeatView, seed: int) -> int:
    worker = _worker()
    try:
        return ask(worker, level.choose, view, seed)
    except OSError:
        _end(worker)  # it may be dying still: the next attempt must not find it
        raise


def _worker() -> subprocess.Popen[bytes]:
    """This thread's worker; a new one when it has none that lives."""
    worker: subprocess.Popen[bytes] | None = getattr(_own, "worker", None)
    if worker is not None and worker.poll() is not None:
        _end(worker)
        worker = None
    if worker is None:
        worker = subprocess.Popen(
            [sys.executable, "-P", "-c", "from koikoi_server.bots.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, fast.OFF: "1"},  # what could be compiled would not be here
        )
        _own.worker = worker
        _workers.add(worker)
    return worker


def workers() -> list[int]:
    """The process ids of the workers that live."""
    return [worker.pid for worker in [*_workers] if worker.poll() is None]


@atexit.register
def close() -> None:
    """Ends the workers. Without it they end with the server's process all the same."""
    for worker in [*_workers]:
        _end(worker)


def _end(worker: subprocess.Popen[bytes]) -> None:
    """End a worker and let go of it, its pipes too."""
    worker.kill()
    worker.wait()
    for stream in (worker.stdin, worker.stdout):
        assert stream is not None, "a worker has both pipes"
        with suppress(OSError):  # what could not be sent any more is not missed
            stream.close()
    _workers.discard(worker)
