"""Find out whether standard input and output can draw a screen, or only lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

COLOURS = ("auto", "never", "16", "256", "24bit")
"""The values of ``--color``."""


def is_dumb(environment: Mapping[str, str]) -> bool:
    """Whether the terminal cannot move its cursor."""
    return environment.get("TERM", "").lower() in ("dumb", "unknown")


def is_terminal() -> bool:
    """Whether both standard input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def needs_plain() -> bool:
    """Whether no screen can be drawn, so that line mode is needed."""
    return not is_terminal() or is_dumb(os.environ)
