"""Runs slow bots outside the event loop, so that they never block the server.

Compiled code releases the GIL and runs in threads. Plain Python runs in worker processes, which
start when they are first needed. When all of them are busy, choices queue (see
:mod:`koikoi_server.bots.worker_queue`).
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from hanafuda.game import Option, SeatView
from koikoi_server.bots.bot import Bot, ChooseBy, not_compiled
from koikoi_server.bots.koikoi import compiled
from koikoi_server.bots.worker_queue import WorkerQueue

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

_preparing = ThreadPoolExecutor(1, thread_name_prefix="bot-start")
"""Imports and compiles what a choice needs, for up to a minute, while other choices go on."""

_starting = threading.Lock()
_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, WorkerQueue] = WeakKeyDictionary()


async def choose_in_pool(
    bot: Bot, view: SeatView, seed: int, *, owner: str, deadline: float
) -> Option:
    """*bot*'s choice among ``view.options``, made in a thread or a worker process.

    Args:
        owner: see :mod:`koikoi_server.bots.worker_queue`.
        deadline: when the bot stops thinking, as of ``time.monotonic``.

    Raises:
        TimeoutError: when nothing was found by then.
    """
    loop = asyncio.get_running_loop()
    assert bot.choose_by is not None, "the bot is slow"
    in_threads = bot.is_compiled is not not_compiled and await loop.run_in_executor(
        _preparing, _is_compiled, bot, view
    )
    queue = _queues.setdefault(loop, WorkerQueue(WORKERS))
    until = await queue.enter(owner, deadline)
    choosing: Future[Option] | None = None
    try:
        for _attempt in range(ATTEMPTS):
            processes = None if in_threads else await _workers(loop)
            if processes is None:
                break
            try:
                choosing = processes.submit(_choose, bot.choose_by, view, seed, until)
                return await asyncio.wrap_future(choosing)
            except BrokenExecutor:
                _discard(processes)
        choosing = _threads.submit(_choose, bot.choose_by, view, seed, until)
        return await asyncio.wrap_future(choosing)
    finally:
        # A worker goes on when its choice is cancelled: its place is free when it has finished.
        leave = partial(_leave, loop, queue)
        if choosing is None:
            leave()
        else:
            choosing.add_done_callback(leave)


def _leave(loop: asyncio.AbstractEventLoop, queue: WorkerQueue, _: object = None) -> None:
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(queue.leave)


async def _workers(loop: asyncio.AbstractEventLoop) -> ProcessPoolExecutor | None:
    """The worker processes, or None; a thread starts them, for that takes tenths of a second."""
    if _processes is not None:
        return _processes
    try:
        return await loop.run_in_executor(_threads, _worker_pool)
    except (NotImplementedError, OSError):  # this system has no multiprocessing semaphores
        return None


def close() -> None:
    """Cancel queued choices and let the workers finish theirs. The next choice starts new ones."""
    if _processes is not None:
        _discard(_processes)


def _is_compiled(bot: Bot, view: SeatView) -> bool:
    """Whether compiled code makes the choice. The first call imports it and may compile it."""
    return bot.is_compiled(view) and compiled.prepare()


def _choose(choose: ChooseBy, view: SeatView, seed: int, deadline: float) -> Option:
    if time.monotonic() >= deadline:
        raise TimeoutError
    return choose(view, Random(seed), deadline)


def _worker_pool() -> ProcessPoolExecutor:
    """The worker processes. The first call starts one."""
    global _processes
    with _starting:
        if _processes is None:
            # Imported here, so that the server starts faster.
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # multiprocessing's tracker removes the semaphores of a killed server, but reports a
            # leak.
            sys.warnoptions.append("ignore:resource_tracker:UserWarning")
            made = ProcessPoolExecutor(WORKERS, get_context("spawn"), initializer=_start_worker)
            made.submit(os.getpid)
            _processes = made
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
