"""Break lines between words where they are printed to a terminal."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

COMMAND = "koikoi-client "
"""A line that begins with this is never broken, so that it can be copied."""


def wrapped(words: str, file: TextIO) -> str:
    """*words*; if *file* is a terminal, each line is broken between words to fit its width."""
    if not file.isatty():
        return words
    columns = max(2, shutil.get_terminal_size().columns - 1)
    rows: list[str] = []
    for line in words.split("\n"):
        whole = line.startswith(COMMAND) or len(line) <= columns
        rows += [line] if whole else _rows(line, columns)
    return "\n".join(rows)


def _rows(line: str, columns: int) -> list[str]:
    return textwrap.wrap(line, columns, break_long_words=False, break_on_hyphens=False)
