"""Run slow bots outside the event loop, so that the server never waits for one.

Compiled code releases the GIL and runs in threads. Plain Python runs in worker processes, which
start with the first question. When all threads or workers are busy, the other questions queue.
"""

from __future__ import annotations

import asyncio
import os
import signal
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
"""Worker processes, and threads, at most: one processor is left to the server."""

ATTEMPTS = 2
"""How often a worker may die over one question before a thread of the server answers it."""

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
        except (NotImplementedError, OSError):  # this machine has no semaphores for it
            break
        try:
            return await loop.run_in_executor(processes, _choose, bot.choose, view, seed)
        except BrokenExecutor:
            _discard(processes)
    return await loop.run_in_executor(_threads, _choose, bot.choose, view, seed)


def close() -> None:
    """Let the workers finish what they do and end. The next question starts new ones."""
    if _processes is not None:
        _discard(_processes)


def _is_compiled(bot: Bot, view: SeatView) -> bool:
    """Whether compiled code makes the choice. The first call imports and may compile it."""
    return bot.is_compiled(view) and compiled.prepare()


def _choose(choose: Choose, view: SeatView, seed: int) -> Option:
    return choose(view, Random(seed))


def _worker_pool() -> ProcessPoolExecutor:
    global _processes
    if _processes is None:
        # Here, because a server starts faster without them.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        _processes = ProcessPoolExecutor(WORKERS, get_context("spawn"), initializer=_start_worker)
    return _processes


def _discard(processes: ProcessPoolExecutor) -> None:
    """Give up a pool, unless another question has replaced it already."""
    global _processes
    if _processes is processes:
        _processes = None
        processes.shutdown(wait=False, cancel_futures=True)


def _start_worker() -> None:
    """Prepare a new worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    os.environ[compiled.OFF] = "1"  # compiled code runs in threads, so workers need no numba
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """End this worker when the server is killed: the executor itself would leave it behind."""
    from multiprocessing import parent_process

    server = parent_process()
    assert server is not None, "a worker has a parent process"
    server.join()
    os._exit(0)
