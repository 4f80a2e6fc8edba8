"""What a server notes in its lock file: the time, and its newest entry.

Without its write-ahead log, the database is an older one, but intact: only this note shows that
entries are missing. An entry is noted after it is on disk, and the note is removed on disk before
any entry is deleted, so that a noted entry is never missing after a power cut.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import NamedTuple

from koikoi_server.system.clock import Millis

DIGITS = 16  #: of each number, one after the other: the time, and the two of the entry


class Newest(NamedTuple):
    """The newest entry."""

    at: int  #: 0: there is none, or it is unknown
    crc: int


NONE = Newest(0, 0)


class Notes:
    """The notes in an open file, for use by several threads. Every method may raise OSError."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._turn = Lock()  #: reading and writing move the position in the file

    def time(self) -> Millis:
        """When a server last noted the time; 0: unknown."""
        return self._read(0)

    def note_time(self, now: Millis) -> None:
        """Store the time. It is not synced to disk."""
        self._write(0, now)

    def newest(self) -> Newest:
        """The entry that was noted."""
        return Newest(self._read(DIGITS), self._read(2 * DIGITS))

    def note_newest(self, newest: Newest) -> None:
        """Store the newest entry; NONE is on disk when this returns."""
        self._write(DIGITS, *newest)
        if newest == NONE:
            os.fsync(self._descriptor)

    def _read(self, place: int) -> int:
        with self._turn:
            os.lseek(self._descriptor, place, os.SEEK_SET)
            found = os.read(self._descriptor, DIGITS)
        return int(found) if len(found) == DIGITS and found.isdigit() else 0

    def _write(self, place: int, *numbers: int) -> None:
        with self._turn:
            os.lseek(self._descriptor, place, os.SEEK_SET)
            os.write(self._descriptor, b"".join(b"%0*d" % (DIGITS, each) for each in numbers))
