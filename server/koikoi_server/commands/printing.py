"""Tells errors of standard output apart from all other I/O errors."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO


class CannotPrint(Exception):
    """Cannot write to standard output: its reader has closed the pipe, or the disk is full."""

    def __init__(self, why: OSError) -> None:
        super().__init__(str(why))
        self.why = why


@contextmanager
def printing() -> Iterator[None]:
    """Make ``print`` raise CannotPrint in this block if it fails. Flush standard output at its end.

    Raises:
        CannotPrint: when writing to standard output fails.
    """
    out = _Output(sys.stdout)
    with redirect_stdout(out):
        yield
        out.flush()


class _Output(io.TextIOBase):
    def __init__(self, to: TextIO) -> None:
        self._to = to

    @property
    def encoding(self) -> str:  # type: ignore[override]  # typeshed declares an attribute
        return self._to.encoding

    def write(self, words: str) -> int:
        try:
            return self._to.write(words)
        except OSError as why:
            raise CannotPrint(why) from None

    def flush(self) -> None:
        try:
            self._to.flush()
        except OSError as why:
            raise CannotPrint(why) from None

    def isatty(self) -> bool:
        return self._to.isatty()

    def fileno(self) -> int:
        return self._to.fileno()
