"""Where a fault happened, for the log: the stack, without any value that it held.

An exception's own text may name a card or a token, so it is not written anywhere.
"""

from __future__ import annotations

import traceback


def trace(fault: BaseException) -> str:
    """The kind of *fault* and its stack, as lines of source alone."""
    stack = "".join(traceback.format_tb(fault.__traceback__))
    return f"{type(fault).__name__}\n{stack}"
