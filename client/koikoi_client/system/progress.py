"""Say on the terminal what the program waits for."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from koikoi_client.text import printable

PATIENCE = 0.5
"""Seconds without a word that a user does not take for a fault."""


@contextmanager
def waiting(sentence: str, *, stays: bool, seconds: float = PATIENCE) -> Iterator[None]:
    """Print *sentence* on a terminal if the block takes longer than *seconds*.

    It is erased at the end of the block, unless it *stays*, as all lines of line mode do. Without
    *seconds* it is printed at once, also before a block that does not return to the event loop.
    """
    if not sys.stdout.isatty():
        yield
        return
    from prompt_toolkit.utils import get_cwidth  # slow to load, like the rest of it

    from koikoi_client.text.wrapping import head

    words = printable(sentence)
    if not stays:
        words = head(words, shutil.get_terminal_size().columns - 1)
    printed = False

    def show() -> None:
        nonlocal printed
        printed = True
        print(words, end="\n" if stays else "", flush=True)

    if not seconds:
        show()
    timer = asyncio.get_running_loop().call_later(seconds, show) if seconds else None
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()
        if printed and not stays:
            print("\r" + " " * get_cwidth(words) + "\r", end="", flush=True)
