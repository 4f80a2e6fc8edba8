"""This process: where its errors go, and what a signal that ends it does."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from typing import Any, TextIO

from koikoi_client.store import Store

LOG = "client.log"
LOG_BYTES = 1_000_000
"""A log that is longer is begun anew."""


async def until_signal(doing: Coroutine[Any, Any, int]) -> int:
    """Do something for an exit code; a signal that ends it makes that 128 + its number."""
    loop = asyncio.get_running_loop()
    running = asyncio.create_task(doing)
    caught: list[int] = []

    def end(number: int) -> None:
        caught.append(number)
        running.cancel()

    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP,
        with contextlib.suppress(NotImplementedError):  # and its loop takes no handlers
            if number is not None:
                loop.add_signal_handler(number, end, number)
    try:
        return await running
    except asyncio.CancelledError:
        if caught:
            return 128 + caught[0]
        raise


@contextlib.contextmanager
def errors_to_log(store: Store) -> Iterator[TextIO]:
    """Send stderr, that of C code too, to the log; give the real one for our own sentences."""
    try:
        path = store.log_path(LOG)
        begin_anew = path.exists() and path.stat().st_size > LOG_BYTES
        log = os.open(
            path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if begin_anew else os.O_APPEND), 0o600
        )
    except OSError:
        log = os.open(os.devnull, os.O_WRONLY)
    sys.stderr.flush()
    real = os.dup(2)
    with open(real, "w", encoding=sys.stderr.encoding, errors="replace", closefd=False) as stderr:
        os.dup2(log, 2)
        os.close(log)
        try:
            yield stderr
        finally:
            sys.stderr.flush()
            os.dup2(real, 2)
    os.close(real)
