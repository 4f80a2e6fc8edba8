"""Puts the whole tables of a damaged database into a new one. The damaged files are kept beside it.

A table is whole if its entries are complete and unchanged. Whether the last ones are missing can be
seen in two ways: the part of the file with the entries is intact, or the index, which is stored
elsewhere, lists the same entries. A table that is not whole keeps its readable entries, and gets a
mark that more are missing.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections import defaultdict
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from koikoi_server.journal import schema, wal
from koikoi_server.journal.migrations import MIGRATIONS
from koikoi_server.text import text

log = logging.getLogger(__name__)

_ENTRIES = "SELECT at, table_id, seq, time, kind, CAST(body AS BLOB), crc FROM entries"
_RECORDS = "SELECT at, record_id, ended, public, listed, whole FROM records"
_LISTED = "SELECT table_id, seq FROM entries INDEXED BY sqlite_autoindex_entries_1"
_INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?)"
_UNUSED = re.compile(
    r"Page \d+:? is never used|Page \d+: never used|\*\*\* in database main \*\*\*"
)


class _Entry(NamedTuple):
    at: int | None  #: None: it gets a new number
    table_id: str
    seq: int
    time: int
    kind: str
    body: bytes
    crc: int


class _Found(NamedTuple):
    whole: list[_Entry]
    damaged: dict[str, list[_Entry]]  #: by table
    records: list[tuple[Any, ...]]


def rescue(path: Path, damage: schema.Damaged) -> None:
    """Replace the damaged database *path* by one with what is left of it.

    Raises:
        Damaged: *damage*, when no table is whole; nothing was changed.
    """
    try:
        is_old = schema.version(path) in MIGRATIONS
    except schema.Damaged:
        is_old = False
    if is_old:
        raise damage  # its entries would have to be migrated
    try:
        found = _found(wal.image(path))
    except schema.UNREADABLE:
        raise damage from None
    if found is None or (found.damaged and not found.whole):
        raise damage
    new = schema.new_database(path, schema.SCHEMA)
    with closing(sqlite3.connect(new, isolation_level=None)) as database:
        database.execute("BEGIN")
        database.executemany(_INSERT, [entry._replace(at=None) for entry in found.whole])
        for table_id, entries in found.damaged.items():
            for entry in entries:
                with suppress(sqlite3.Error):  # it is there already, or of another type
                    database.execute(_INSERT, entry._replace(at=None))
            last = max((entry.seq for entry in entries), default=0)
            with suppress(sqlite3.Error):
                database.execute(_INSERT, (None, table_id, last + 2, 0, "", b"", 0))
        for record in found.records:
            with suppress(sqlite3.Error):
                database.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", record)
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = _set_aside(path)
    schema.put_in_place(new, path)
    message = text(
        "The data in {path} was damaged ({why}). The tables that are whole go on; the damaged file "
        "is kept as {kept}.",
        path=path,
        why=damage.why,
        kept=kept.name,
    )
    log.error("%s", message)


def _found(image: bytes) -> _Found | None:
    """What can be read of a database; None: nothing."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(image)
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        rows, complete = _both_ways(database, _ENTRIES, "at")
        listed, _ = _both_ways(database, _LISTED, "table_id", "seq")
        records, _ = _both_ways(database, _RECORDS, "at")
        sound = complete and _entries_are_sound(database)
    tables: dict[str, list[_Entry]] = defaultdict(list)
    for row in rows:
        entry = _Entry(*row)
        if isinstance(entry.table_id, str) and isinstance(entry.seq, int):
            tables[entry.table_id].append(entry)
    seqs: dict[str, set[int]] = defaultdict(set)
    for table_id, seq in listed:
        if isinstance(table_id, str):
            seqs[table_id].add(seq)
    if not tables and not records:
        return None
    whole: list[_Entry] = []
    damaged: dict[str, list[_Entry]] = {}
    for table_id in tables.keys() | (set() if sound else seqs.keys()):
        entries = tables[table_id]
        own = [entry.seq for entry in entries]
        confirmed = sound or seqs[table_id] == set(own)
        if confirmed and sorted(own) == [*range(1, len(own) + 1)] and all(map(_is_whole, entries)):
            whole += entries
        else:
            damaged[table_id] = entries
    whole.sort(key=lambda entry: entry.at or 0)
    return _Found(whole, damaged, records)


def _is_whole(entry: _Entry) -> bool:
    types = isinstance(entry.time, int), isinstance(entry.kind, str), isinstance(entry.body, bytes)
    return all(types) and crc32(entry.body) == entry.crc


def _both_ways(
    database: sqlite3.Connection, query: str, *keys: str
) -> tuple[list[tuple[Any, ...]], bool]:
    """The rows before the first damaged page and those after the last; whether there is none."""
    found: dict[tuple[Any, ...], None] = {}
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{key} {direction}" for key in keys)
        try:
            for row in database.execute(f"{query} ORDER BY {order}"):
                found[row] = None
        except schema.UNREADABLE:
            continue
        return [*found], direction == "ASC"
    return [*found], False


def _entries_are_sound(database: sqlite3.Connection) -> bool:
    """Whether the pages with the entries are intact, whatever the others are."""
    try:
        database.execute("PRAGMA writable_schema=ON")
        database.execute("DELETE FROM sqlite_schema WHERE name <> 'entries'")
        # Without UNIQUE there is no index; without STRICT, types are not checked.
        database.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE entries (at INTEGER PRIMARY KEY, "
            "table_id, seq, time, kind, body, crc)'"
        )
        database.execute("PRAGMA writable_schema=RESET")
        found = "\n".join(row for (row,) in database.execute("PRAGMA quick_check(1000000)"))
    except schema.UNREADABLE:
        return False
    return found == "ok" or all(_UNUSED.fullmatch(line) for line in found.splitlines() if line)


def _set_aside(path: Path) -> Path:
    """Rename the damaged database and its log. Until a new one is in place, no server starts."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    path.rename(kept)
    for rest in ("-wal", "-shm"):
        leftover = path.with_name(path.name + rest)
        if leftover.exists():
            leftover.rename(kept.with_name(kept.name + rest))
    return kept
