"""The database: refused and left as it is when damaged, and migrated when old."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi_server.journal import JournalError, StoredRecord, schema
from koikoi_server.journal.store import Store
from koikoi_server.table.events import Entry
from tests.journal.values import entry


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "journal.sqlite3"
    schema.prepare(made)
    return made


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as made:
        yield made


def log(table_id: str, length: int) -> list[Entry]:
    return [replace(entry(), table_id=table_id, seq=seq) for seq in range(1, length + 1)]


def record(record_id: str, ended: int, public: bool = True) -> StoredRecord:
    return StoredRecord(record_id, ended, public, f"{record_id} listed".encode(), b"whole")


def logs(store: Store) -> list[tuple[Entry, ...]]:
    return [store.log(table) for table in store.tables()]


def fingerprints(folder: Path) -> dict[str, bytes]:
    """All files but SQLite's own index of its write-ahead log, which says nothing."""
    return {
        each.name: each.read_bytes() for each in folder.iterdir() if not each.name.endswith("-shm")
    }


def test_logs_come_back_whole_in_the_order_of_their_opening(store: Store, path: Path) -> None:
    first, second = log("Z", 3), log("A", 2)
    store.write([first[0]])
    store.write([second[0], first[1]])
    store.write([first[2], second[1]])
    with closing(Store(path)) as other:
        assert logs(other) == [tuple(first), tuple(second)]
    store.forget("Z")
    assert logs(store) == [tuple(second)]


def test_entries_are_written_all_or_none(store: Store) -> None:
    one, two = log("A", 2)
    store.write([one])
    with pytest.raises(sqlite3.IntegrityError):
        store.write([two, one])
    assert logs(store) == [(one,)]


def test_only_the_owner_can_read_the_database(store: Store, path: Path) -> None:
    store.write(log("A", 1))
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert len(modes) == 3
    assert set(modes.values()) == {0o600}


def test_a_commit_reaches_the_disk(store: Store) -> None:
    """Law: an entry is on disk before the first byte of it is sent."""
    assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_records_are_listed_newest_first_and_private_ones_not(store: Store) -> None:
    for each in (record("a", 5), record("b", 9), record("c", 7, public=False), record("d", 5)):
        store.keep(each)
        store.keep(each)
    first = store.records(None, 2)
    assert [listed for _, listed in first] == [b"b listed", b"d listed"]
    assert [listed for _, listed in store.records(first[-1][0], 2)] == [b"a listed"]
    assert len(store.records(None, 9, private=True)) == 4
    assert store.record("c") == b"whole"
    assert store.delete_record("c")
    assert not store.delete_record("c")
    assert store.record("c") == b""
    store.keep(record("c", 7))
    assert store.record("c") == b"", "what was deleted does not come back"
    assert store.record("x") is None
    assert len(store.records(None, 9, private=True)) == 3
    assert store.delete_records(ended_before=6) == 2
    assert len(store.records(None, 9, private=True)) == 1


def test_a_missing_or_changed_entry_is_found(store: Store, path: Path) -> None:
    """SQLite itself would notice neither."""
    store.write(log("A", 3))
    store._database.execute("UPDATE entries SET body = replace(body, '7', '8') WHERE seq = 2")
    with pytest.raises(JournalError, match="changed"):
        logs(store)
    store._database.execute("DELETE FROM entries WHERE seq = 2")
    with pytest.raises(JournalError, match="missing"):
        logs(store)


def corrupt(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 200] = os.urandom(200)
    path.write_bytes(content)


@pytest.mark.parametrize("how", ["pages", "cut", "text", "empty"])
def test_a_damaged_database_is_refused_with_a_sentence_and_left_as_it_is(
    path: Path, how: str
) -> None:
    with closing(Store(path)) as store:
        store.write(log("A", 200))
    match how:
        case "pages":
            corrupt(path)
        case "cut":
            path.write_bytes(path.read_bytes()[:9_000])
        case "text":
            path.write_text("my shopping list " * 100, encoding="utf-8")
        case "empty":
            path.write_bytes(b"")
    before = fingerprints(path.parent)
    with pytest.raises(JournalError, match="damaged") as refused:
        schema.prepare(path)
    assert "\n" not in str(refused.value)
    assert fingerprints(path.parent) == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("PRAGMA user_version=0", "no version 0"),
        ("DROP TABLE records", "no such table: records"),
        ("ALTER TABLE entries DROP COLUMN crc", "no such column: crc"),
    ],
)
def test_a_database_with_another_structure_is_damaged(path: Path, change: str, why: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(change)
    with pytest.raises(schema.Damaged, match=why):
        schema.prepare(path)


def test_a_newer_database_is_refused_with_a_sentence_and_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version={schema.SCHEMA + 1}")
    before = fingerprints(path.parent)
    with pytest.raises(JournalError, match="newer"):
        schema.prepare(path)
    assert fingerprints(path.parent) == before


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "their.db")) as database:
        database.execute("CREATE TABLE t (x)")
    with pytest.raises(JournalError, match="another program"):
        schema.prepare(tmp_path / "their.db")


def grow(database: sqlite3.Connection) -> None:
    database.execute("ALTER TABLE entries ADD COLUMN note TEXT NOT NULL DEFAULT ''")


def fail(database: sqlite3.Connection) -> None:
    grow(database)
    raise sqlite3.OperationalError("no room")


def test_a_migration_keeps_a_copy_and_all_entries(path: Path) -> None:
    """Including entries that a killed server left in the write-ahead log."""
    killed = Store(path)
    killed.write(log("A", 3))
    for each in path.parent.iterdir():
        (path.parent.parent / f"killed-{each.name}").write_bytes(each.read_bytes())
    killed.close()
    for each in path.parent.parent.glob("killed-*"):
        each.replace(path.parent / each.name.removeprefix("killed-"))
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    schema.prepare(path, schema.SCHEMA + 1, {schema.SCHEMA: grow})
    kept = path.with_name(f"journal-{schema.SCHEMA}.sqlite3")
    assert schema.version(path) == schema.SCHEMA + 1
    assert schema.version(kept) == schema.SCHEMA
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    for each in (path, kept):
        with closing(Store(each)) as store:
            assert logs(store) == [tuple(log("A", 3))]
    with closing(Store(path)) as store:
        assert store._database.execute("SELECT note FROM entries").fetchone() == ("",)
    schema.prepare(path, schema.SCHEMA + 1, {})


def test_a_migration_that_fails_leaves_the_database_as_it_was(path: Path) -> None:
    with closing(Store(path)) as store:
        store.write(log("A", 3))
    with pytest.raises(JournalError):
        schema.prepare(path, schema.SCHEMA + 1, {schema.SCHEMA: fail})
    schema.prepare(path)
    with closing(Store(path)) as store:
        assert logs(store) == [tuple(log("A", 3))]


def test_a_database_that_cannot_be_created_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """The disk is full, or the folder belongs to another user."""
    with pytest.raises(JournalError, match="--data"):
        schema.prepare(tmp_path / "nowhere" / "journal.sqlite3")


def test_a_start_after_one_that_was_killed_while_creating_the_database_succeeds(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.sqlite3"
    (tmp_path / "journal.sqlite3.new").write_bytes(b"half a datab")
    schema.prepare(path)
    with closing(Store(path)) as store:
        assert logs(store) == []
