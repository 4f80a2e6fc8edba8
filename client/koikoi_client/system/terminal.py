"""What this process's input and output are: a terminal that can be drawn on, or lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

COLOURS = ("auto", "never", "16", "256", "24bit")
"""Values of ``--color``."""


def is_dumb(environment: Mapping[str, str]) -> bool:
    """Whether the terminal can move no cursor."""
    return environment.get("TERM", "").lower() in ("dumb", "unknown")


def is_terminal() -> bool:
    """Whether a person types and reads here, not a pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def needs_plain() -> bool:
    """Whether this process has no terminal on which a screen could be drawn."""
    return not is_terminal() or is_dumb(os.environ)
