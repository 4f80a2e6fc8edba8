"""The data folder of a server: for one server at a time, readable only by its owner."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from koikoi_server.journal import JournalError, schema
from koikoi_server.journal.folder import Folder, FolderInUse, open_store
from koikoi_server.journal.store import FILE
from tests.journal.values import entry
from tests.support.programs import SERVER
from tests.support.tiers import slow_after
from tests.support.timeouts import HANG


def test_key_and_id_are_made_once_and_stay(tmp_path: Path) -> None:
    with Folder(tmp_path / "a" / "data") as first:
        key, server_id = first.key, first.server_id
    with Folder(tmp_path / "a" / "data") as again:
        assert (again.key, again.server_id) == (key, server_id)
    with Folder(tmp_path / "b") as other:
        assert other.key != key
        assert other.server_id != server_id


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    path = tmp_path / "data"
    with Folder(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        assert {stat.S_IMODE(each.stat().st_mode) for each in path.iterdir()} == {0o600}
        assert {each.name for each in path.iterdir()} >= {"key", "server-id", "journal.sqlite3"}


def test_a_second_server_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with Folder(tmp_path):
        with pytest.raises(FolderInUse, match="Another koikoi-server") as refused:
            Folder(tmp_path)
        assert str(tmp_path) in str(refused.value)
        assert "start koikoi-client with the address" in str(refused.value)
        assert "koikoi-server --data" in str(refused.value)
    with Folder(tmp_path):
        pass


@pytest.mark.parametrize("name", ["key", "server-id"])
def test_a_damaged_key_or_id_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    with Folder(tmp_path):
        pass
    (tmp_path / name).write_bytes(b"short")
    with pytest.raises(JournalError, match="damaged"):
        Folder(tmp_path)
    assert (tmp_path / name).read_bytes() == b"short"


@pytest.mark.parametrize(
    ("gone", "there", "said"),
    [
        ("journal.sqlite3", ["journal.sqlite3-wal"], "has journal.sqlite3-wal, but not"),
        ("journal.sqlite3", ["journal.sqlite3-shm"], "has journal.sqlite3-shm, but not"),
        ("journal.sqlite3", ["key", "server-id"], "has key and server-id, but not"),
        ("server-id", ["journal.sqlite3", "key"], "has journal.sqlite3, but not"),
    ],
)
def test_a_folder_with_a_missing_file_is_refused_and_left_as_it_is(
    tmp_path: Path, gone: str, there: list[str], said: str
) -> None:
    with Folder(tmp_path) as folder, closing(folder.store()) as store:
        store.write([entry()])
    for each in tmp_path.iterdir():
        if each.name not in there:
            each.unlink()
    for name in there:
        (tmp_path / name).touch()
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    told = re.escape(f"{said} {gone}: restore {gone} from a copy")
    if gone == "journal.sqlite3":
        with pytest.raises(JournalError, match=told):
            open_store(tmp_path)
    with pytest.raises(JournalError, match=told):
        Folder(tmp_path)
    (tmp_path / "lock").unlink()
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    assert gone not in before


@pytest.mark.parametrize(("step", "told"), [(1, "use that one"), (-1, "start this one with it")])
def test_data_of_another_version_tells_what_can_read_it(
    tmp_path: Path, step: int, told: str
) -> None:
    with Folder(tmp_path), closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute(f"PRAGMA user_version={schema.SCHEMA + step}")
    with pytest.raises(JournalError, match=told):
        open_store(tmp_path)


def test_a_missing_key_is_made_again_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Folder(tmp_path) as folder, closing(folder.store()) as store:
        store.write([entry()])
    (tmp_path / "key").unlink()
    with Folder(tmp_path):
        assert "key" in caplog.text


@pytest.mark.parametrize("name", ["lock", "journal.sqlite3", "key", "server-id"])
def test_a_folder_in_place_of_a_file_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    with Folder(tmp_path):
        pass
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    with pytest.raises(JournalError, match="irectory"):
        Folder(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no flock")
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EWOULDBLOCK, "Another koikoi-server uses the data"),
        (errno.EACCES, "Another koikoi-server uses the data"),
        (errno.ENOLCK, "Without locks two servers could use the same data"),
        (errno.EOPNOTSUPP, "Without locks two servers could use the same data"),
        (errno.ENOSYS, "Without locks two servers could use the same data"),
    ],
)
def test_a_file_system_without_locks_is_no_second_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def flock(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(JournalError, match=said):
        Folder(tmp_path)


def test_a_path_that_cannot_be_a_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(JournalError, match="--data"):
        Folder(tmp_path / "file" / "data")


@pytest.mark.skipif(os.name != "posix", reason="permissions are Unix's")
@pytest.mark.parametrize("name", slow_after(1, ["", "data", "data/journal.sqlite3", "data/key"]))
def test_a_folder_without_permission_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    """Root may write anywhere, unless it drops that capability."""
    giving_up = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--")
    around = () if os.geteuid() else giving_up
    if around and subprocess.run(["sh", "-c", f"{' '.join(around)} true"], check=False).returncode:
        pytest.skip("root may write anywhere, and cannot give that up here")
    if name:
        with Folder(tmp_path / "data"):
            pass
    (tmp_path / name).chmod(0o500 if (tmp_path / name).is_dir() else 0)
    command = (*around, *SERVER, "--host", "127.0.0.1", "--port", "0")
    done = subprocess.run(
        [*command, "--data", str(tmp_path / "data"), "--exit-with-stdin"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANG, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    (tmp_path / name).chmod(0o700)
    assert "Permission denied" in done.stderr
    assert "--data" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("damage", ["deleted", "emptied", "cut off", "older"])
def test_a_server_is_refused_if_its_newest_moves_are_missing(tmp_path: Path, damage: str) -> None:
    """The database without them is an older one, but intact."""
    path, log = tmp_path / "data", tmp_path / "data" / f"{FILE}-wal"
    with Folder(path) as folder, closing(folder.store()) as store:
        store.write([replace(entry(), table_id="A")])
    killed = tmp_path / "killed"
    with Folder(path) as folder, closing(folder.store()) as store:
        store.forget("A")  # the next entry has the same number
        store.write([replace(entry(), table_id="B")])
        store.write([replace(entry(), table_id="B", seq=2)])
        shutil.copytree(path, killed)
    log = killed / f"{FILE}-wal"
    whole = log.read_bytes()
    match damage:
        case "deleted":
            log.unlink()
            (killed / f"{FILE}-shm").unlink()
        case "emptied":
            log.write_bytes(b"")
        case "cut off":
            log.write_bytes(whole[: len(whole) * 3 // 4])
        case "older":
            log.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(JournalError, match="newest moves") as refused:
        Folder(killed)
    assert f"delete {killed / 'lock'}" in str(refused.value)
    log.write_bytes(whole)
    with Folder(killed) as folder, closing(folder.store()) as store:
        assert len(store.log("B")) == 2


def test_a_server_without_its_newest_moves_starts_if_its_lock_is_deleted(tmp_path: Path) -> None:
    with Folder(tmp_path / "data") as folder, closing(folder.store()) as store:
        store.write([entry()])
        shutil.copytree(tmp_path / "data", tmp_path / "killed")
    (tmp_path / "killed" / f"{FILE}-wal").unlink()
    (tmp_path / "killed" / "lock").unlink()
    for _ in range(2):
        with Folder(tmp_path / "killed") as folder, closing(folder.store()) as store:
            assert store.tables() == []


@pytest.mark.parametrize("last", ["forget", "write"])
def test_a_power_cut_that_loses_the_last_notes_is_no_missing_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """What is not synced may be older on the disk."""
    synced = [b""]

    def fsync(descriptor: int) -> None:
        synced.append((tmp_path / "data" / "lock").read_bytes())

    with Folder(tmp_path / "data") as folder, closing(folder.store()) as store:
        store.write([replace(entry(), table_id="A")])
        store.write([replace(entry(), table_id="B")])
        monkeypatch.setattr(os, "fsync", fsync)
        before = (tmp_path / "data" / "lock").read_bytes()
        if last == "forget":
            store.forget("B")
        else:
            store.write([replace(entry(), table_id="B", seq=2)])
        shutil.copytree(tmp_path / "data", tmp_path / "cut")
    monkeypatch.undo()
    (tmp_path / "cut" / "lock").write_bytes(synced[-1] if last == "forget" else before)
    with Folder(tmp_path / "cut"):
        pass
