"""Runs slow bots outside the event loop, so that they never block the server.

Compiled code releases the GIL and runs in threads. Plain Python runs in worker processes, which
start when they are first needed. When all threads or workers are busy, choices queue.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from hanafuda.game import Option, SeatView
from koikoi_server.bots.bot import Bot, Choose
from koikoi_server.bots.koikoi import compiled

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
"""The most worker processes, and the most threads. One processor is left to the server."""

ATTEMPTS = 2
"""If this many workers die while making a choice, a thread of the server makes it."""

NICENESS = 10
"""The workers give way to everything else on the machine."""

_threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="bot")
_processes: ProcessPoolExecutor | None = None


async def choose_in_pool(bot: Bot, view: SeatView, seed: int) -> Option:
    """*bot*'s choice among ``view.options``, made in a thread or a worker process."""
    loop = asyncio.get_running_loop()
    if await loop.run_in_executor(_threads, _is_compiled, bot, view):
        return await loop.run_in_executor(_threads, _choose, bot.choose, view, seed)
    for _attempt in range(ATTEMPTS):
        try:
            processes = _worker_pool()
        except (NotImplementedError, OSError):  # this system has no multiprocessing semaphores
            break
        try:
            return await loop.run_in_executor(processes, _choose, bot.choose, view, seed)
        except BrokenExecutor:
            _discard(processes)
    return await loop.run_in_executor(_threads, _choose, bot.choose, view, seed)


def close() -> None:
    """Cancel queued choices and let the workers finish theirs. The next choice starts new ones."""
    if _processes is not None:
        _discard(_processes)


def _is_compiled(bot: Bot, view: SeatView) -> bool:
    """Whether compiled code makes the choice. The first call imports it and may compile it."""
    return bot.is_compiled(view) and compiled.prepare()


def _choose(choose: Choose, view: SeatView, seed: int) -> Option:
    return choose(view, Random(seed))


def _worker_pool() -> ProcessPoolExecutor:
    global _processes
    if _processes is None:
        # Imported here, so that the server starts faster.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # multiprocessing's tracker removes the semaphores of a killed server, but reports a leak.
        sys.warnoptions.append("ignore:resource_tracker:UserWarning")
        _processes = ProcessPoolExecutor(WORKERS, get_context("spawn"), initializer=_start_worker)
    return _processes


def _discard(processes: ProcessPoolExecutor) -> None:
    """Shut down a pool, unless another task has already done so."""
    global _processes
    if _processes is processes:
        _processes = None
        processes.shutdown(wait=False, cancel_futures=True)


def _start_worker() -> None:
    """Prepare a new worker process."""
    # On Ctrl-C, or when the terminal closes, the server ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.environ[compiled.OFF] = "1"  # compiled code runs in threads, so workers need no numba
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """Exit when the server is killed: the executor would leave its workers running."""
    from multiprocessing import parent_process

    server = parent_process()
    assert server is not None, "a worker has a parent process"
    server.join()
    os._exit(0)
