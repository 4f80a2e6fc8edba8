"""A journal that is damaged anywhere: each table goes on whole, or is said to be damaged."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from koikoi_server.journal import JournalError, StoredRecord
from koikoi_server.journal.durable import DurableJournal
from koikoi_server.journal.folder import Folder
from koikoi_server.journal.store import FILE, Store
from koikoi_server.table.events import Entry
from tests.journal.values import entry
from tests.support.tiers import slow

WAL = FILE + "-wal"
TABLES, LENGTH = 8, 30
Logs = dict[str, tuple[Entry, ...]]


def written(folder: Path, *, killed: bool) -> Logs:
    """Logs in a folder; *killed*: half of them are only in the write-ahead log."""
    logs = {
        name: tuple(replace(entry(), table_id=name, seq=seq) for seq in range(1, LENGTH + 1))
        for name in (f"table-{number}" for number in range(TABLES))
    }
    with Folder(folder.parent / "server") as server, closing(Store(server.journal)) as store:
        for at in range(LENGTH):
            store.write([log[at] for log in logs.values()])
            # The last transaction has no entry: a power cut may have left it incomplete.
            store.keep(StoredRecord(f"record-{at}", at, True, b"listed" * 9, b"whole" * 99))
            if at == LENGTH // 2:
                store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if killed:
            shutil.copytree(server.path, folder)
    if not killed:
        shutil.copytree(folder.parent / "server", folder)
    return logs


def flip(content: bytearray, random: Random) -> None:
    content[random.randrange(len(content))] ^= random.randrange(1, 256)


def overwrite(content: bytearray, random: Random) -> None:
    at = random.randrange(len(content))
    size = len(content[at : at + 512])
    content[at : at + 512] = random.choice([bytes(size), random.randbytes(size)])


def cut(content: bytearray, random: Random) -> None:
    del content[random.randrange(len(content)) :]


async def restored(folder: Path) -> tuple[Logs, set[str]]:
    """The logs that go on, and the tables that are set aside."""
    with Folder(folder) as server:
        journal = DurableJournal(server.store())
        try:
            logs = {log[0].table_id: tuple(log) async for log in journal.logs()}
            return logs, {each.table_id for each in journal.damaged()}
        finally:
            await journal.close()


@pytest.mark.parametrize(
    ("name", "damages", "times"),
    [
        (FILE, [flip], 6),
        (WAL, [flip], 4),
        slow(FILE, [flip, overwrite, cut], 300),
        slow(WAL, [flip], 120),
    ],
)
async def test_damage_anywhere_is_found_or_harmless(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    name: str,
    damages: Sequence[Callable[[bytearray, Random], None]],
    times: int,
) -> None:
    caplog.set_level(logging.CRITICAL)
    logs = written(tmp_path / "kept", killed=name == WAL)
    random = Random(f"{name} {times}")
    sentences, gone_on = [], 0
    for number in range(times):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "kept", folder)
        content = bytearray((folder / name).read_bytes())
        random.choice(damages)(content, random)
        (folder / name).write_bytes(content)
        try:
            found, damaged = await restored(folder)
        except JournalError as error:
            sentences.append(str(error))
            continue
        finally:
            shutil.rmtree(folder)
        assert found == {table: log for table, log in logs.items() if table in found}, number
        assert found.keys() | damaged >= logs.keys(), number
        gone_on += bool(found)
    assert not any("\n" in each for each in sentences)
    assert gone_on >= times // 3
