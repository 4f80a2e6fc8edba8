"""Standard input, output and error: usable although closed, and with errors of their own."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from typing import Any, TextIO

from koikoi_client.text import text


class CannotWrite(OSError):
    """Standard output is closed, its reader has gone, or its disk is full."""


def with_streams(main: Callable[[], int]) -> int:
    """Run *main* and return its exit code; 1 if it cannot write to standard output.

    A reader that has closed its pipe wanted no more, which is no error, and what is written to a
    terminal that was closed is discarded. A stream that is closed counts as empty or full. What
    cannot be written to standard error goes to standard output.
    """
    if sys.stdout is not sys.__stdout__:  # redirected within Python
        return main()
    for descriptor in range(3):
        _open(descriptor)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115  # as long as the program runs
    buffered = sys.stdout is not None and not sys.stdout.line_buffering
    sys.stdout = _text(_Output(_raw(sys.stdout, 1)), sys.stdout, line_buffering=not buffered)
    sys.stderr = error_stream(_raw(sys.stderr, 2), sys.stderr)
    code = 0
    try:
        code = _exit_code(main)
        sys.stdout.flush()
    except CannotWrite as error:
        discard_output()
        if error.errno == errno.EPIPE:
            return code
        why = text("Cannot write to standard output: {why}.", why=error.strerror)
        print(why, file=sys.stderr, flush=True)
        return code or 1
    return code


def discard_output() -> None:
    """Discard what is printed from now on, and what could not be written. Python would try again
    at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def error_stream(raw: io.RawIOBase, like: TextIO | None) -> TextIO:
    """A text stream to *raw*. What cannot be written there goes to standard output, or nowhere."""
    return _text(_Errors(raw), like, line_buffering=True)


def _exit_code(main: Callable[[], int]) -> int:
    try:
        return main()
    except SystemExit as ended:  # by argparse
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def _open(descriptor: int) -> None:
    """Open a closed descriptor, so that no other file gets its number. Writing to it fails."""
    try:
        os.fstat(descriptor)
    except OSError:
        opened = os.open(os.devnull, os.O_RDONLY)
        os.dup2(opened, descriptor)
        if opened != descriptor:
            os.close(opened)


def _raw(stream: Any, descriptor: int) -> Any:
    """The unbuffered stream under a text stream, which is None if it was closed."""
    if stream is None:
        return io.FileIO(descriptor, "w", closefd=False)
    return getattr(stream.buffer, "raw", stream.buffer)  # it has no buffer if Python runs with -u


def _text(raw: io.RawIOBase, like: TextIO | None, *, line_buffering: bool) -> TextIO:
    encoding = like.encoding if like is not None else "utf-8"
    errors = like.errors if like is not None else "replace"
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=line_buffering)


class _Stream(io.RawIOBase):
    def __init__(self, to: Any) -> None:
        self._to = to

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._to.fileno())

    def isatty(self) -> bool:
        return bool(self._to.isatty())


class _Output(_Stream):
    def __init__(self, to: Any) -> None:
        super().__init__(to)
        self._to_terminal = self.isatty()

    def write(self, data: Any) -> int | None:
        try:
            return self._to.write(data)  # type: ignore[no-any-return]
        except OSError as error:
            if error.errno == errno.EIO and self._to_terminal:  # closed: SIGHUP ends the program
                return len(data)
            why = text("it is closed") if error.errno == errno.EBADF else error.strerror
            raise CannotWrite(error.errno, why) from None


class _Errors(_Stream):
    def write(self, data: Any) -> int | None:
        for write in (self._to.write, lambda left: os.write(1, left)):
            try:
                return write(data)
            except OSError:
                continue
        return len(data)
