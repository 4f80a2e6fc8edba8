"""What stops a server: a signal, or the end of its standard input."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress


def stop_on_signals(stop: Callable[[], None]) -> None:
    """Call *stop* on SIGTERM, on SIGINT, and when the terminal closes. Windows needs the fallback.

    A signal that was ignored at the start stays ignored, so that nohup works.
    """
    loop = asyncio.get_running_loop()
    numbers = [signal.SIGTERM, signal.SIGINT]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        try:
            loop.add_signal_handler(number, stop)
        except (NotImplementedError, RuntimeError):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def stop_at_end_of_input(stop: Callable[[], None]) -> None:
    """Call *stop* when standard input closes: the program that started us has exited."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        with suppress(OSError, ValueError, AttributeError):  # it is closed, or None
            while os.read(sys.stdin.fileno(), 4096):
                pass
        with suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(stop)

    threading.Thread(target=wait, name="end-of-input", daemon=True).start()
