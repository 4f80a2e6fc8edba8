"""Reads SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#walformat.

SQLite uses a log up to the first frame whose checksum is wrong, and ignores the rest without a
word. After a power cut that is right, because the last transaction may be incomplete. If another
one follows, the file was damaged, and entries that somebody has seen would be missing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from typing import NamedTuple

_HEADER = Struct(">8I")  #: magic, version, page size, checkpoint, two salts, two checksums
_FRAME = Struct(">6I")  #: page, size of the database after a commit or 0, two salts, two checksums
_MAGIC = 0x377F0682  #: checksums of little-endian words; with one more, of big-endian words


class _Frame(NamedTuple):
    number: int
    size: int  #: pages of the database after this commit; 0: the transaction goes on
    page: bytes
    is_valid: bool


def committed_frames_are_lost(database: Path) -> bool:
    """Whether SQLite would ignore a committed transaction in the log of *database*."""
    content = _log(database)
    if len(content) < _HEADER.size + _FRAME.size:
        return False
    if not _header_is_valid(content):
        return True
    invalid = False
    committed = False  # a transaction whose end is at or after the first invalid frame
    for frame in _frames(content):
        if committed:
            return True
        invalid = invalid or not frame.is_valid
        committed = invalid and frame.size > 0
    return False


def image(database: Path) -> bytes:
    """The database after every transaction in its log, damaged ones too, without a log."""
    pages = bytearray(database.read_bytes())
    content = _log(database)
    changed: list[_Frame] = []
    if len(content) >= _HEADER.size:
        for frame in _frames(content):
            changed.append(frame)
            if not frame.size:
                continue
            size = len(frame.page)
            for each in changed:
                end = each.number * size
                if 0 < end <= len(pages) + 1_000 * size:  # else the number is damaged
                    pages.extend(bytes(max(0, end - len(pages))))
                    pages[end - size : end] = each.page
            changed.clear()
    pages[18:20] = b"\1\1"  # versions: it has no log
    return bytes(pages)


def _log(database: Path) -> bytes:
    try:
        return database.with_name(database.name + "-wal").read_bytes()
    except FileNotFoundError:
        return b""


def _header_is_valid(content: bytes) -> bool:
    magic, *_, first, second = _HEADER.unpack_from(content)
    if magic | 1 != _MAGIC | 1:
        return False
    return _checksum(content[: _HEADER.size - 8], 0, 0, big=magic & 1) == (first, second)


def _frames(content: bytes) -> Iterator[_Frame]:
    """The frames since the log was last begun again; older ones have other salts."""
    magic, _, size, _, *rest = _HEADER.unpack_from(content)
    salts, sums = rest[:2], (rest[2], rest[3])
    if size not in (1 << bits for bits in range(9, 17)):
        return
    valid = True
    for start in range(_HEADER.size, len(content) - _FRAME.size - size + 1, _FRAME.size + size):
        number, pages, salt, salt_2, first, second = _FRAME.unpack_from(content, start)
        page = content[start + _FRAME.size : start + _FRAME.size + size]
        if valid:
            sums = _checksum(content[start : start + 8] + page, *sums, big=magic & 1)
        valid = valid and [salt, salt_2] == salts and sums == (first, second)
        if salt == salts[0] or salt_2 == salts[1]:  # one of them may be damaged
            yield _Frame(number, pages, page, valid)


def _checksum(content: bytes, first: int, second: int, *, big: int) -> tuple[int, int]:
    words = array("I", content)
    if big != (array("H", b"\0\1")[0] == 1):
        words.byteswap()
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
