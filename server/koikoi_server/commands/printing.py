"""Makes failures to write to standard output distinguishable from all other I/O errors."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO


class CannotPrint(Exception):
    """Standard output cannot be written: its reader has closed the pipe, or the disk is full."""

    def __init__(self, why: OSError) -> None:
        super().__init__(str(why))
        self.why = why


@contextmanager
def printing() -> Iterator[None]:
    """Make ``print`` raise CannotPrint in this block, and flush standard output at its end.

    Raises:
        CannotPrint: when standard output cannot be written.
    """
    out = _Output(sys.stdout)
    with redirect_stdout(out):
        yield
        out.flush()


class _Output(io.TextIOBase):
    def __init__(self, to: TextIO) -> None:
        self._to = to

    @property
    def encoding(self) -> str:  # type: ignore[override]  # of a file it is no property
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
