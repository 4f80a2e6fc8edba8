"""Stack traces for the log, without values.

An exception's own text is left out, because it may name a card or a token.
"""

from __future__ import annotations

import traceback


def stack_trace(error: BaseException) -> str:
    """The class of *error* and its stack, as lines of source code."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}\n{stack}"
