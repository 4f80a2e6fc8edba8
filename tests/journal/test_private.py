"""Other users of the machine cannot open a data folder, nor replace it or its files."""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from koikoi_server.journal import JournalError, private
from koikoi_server.journal.folder import Folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")

STRANGER = 54_321  #: a user id


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that a server has used."""
    path = tmp_path / "data"
    with Folder(path):
        pass
    return path


@pytest.fixture
def is_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process belongs to an ordinary user, who owns all that tests make."""
    if os.geteuid() == private.ROOT:
        monkeypatch.setattr(private, "ROOT", -1)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def snapshot(path: Path) -> list[tuple[str, int, bytes]]:
    """The names, modes and contents of all files."""
    return [
        (str(each), mode(each), each.read_bytes() if each.is_file() else b"")
        for each in sorted(path.rglob("*"))
    ]


@pytest.mark.parametrize("wide", [0o777, 0o755, 0o770, 0o710, 0o707])
@pytest.mark.parametrize("used", [True, False])
def test_an_open_folder_is_made_private_with_a_line(
    tmp_path: Path, wide: int, used: bool, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    if used:
        with Folder(path):
            pass
        if wide & 0o022:
            (path / "notes.txt").touch()
    path.chmod(wide)
    with Folder(path):
        assert mode(path) == 0o700
    [line] = [each for each in caplog.messages if "only this server's user" in each]
    assert f"{path} ({wide:04o})" in line


def test_a_folder_that_has_other_things_too_stays_readable(tmp_path: Path) -> None:
    """At each start: only the server's files in it are private."""
    (tmp_path / "index.html").touch()
    tmp_path.chmod(0o755)
    for _ in range(2):
        with Folder(tmp_path):
            assert (mode(tmp_path), mode(tmp_path / "key")) == (0o755, 0o600)


def test_files_of_a_server_are_made_private_and_others_left(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (data / "notes.txt").touch()
    (data / "journal-damaged-1.sqlite3").touch()
    (data / "key.new").touch()
    for each in data.iterdir():
        each.chmod(0o666)
    with Folder(data):
        modes = {each.name: mode(each) for each in data.iterdir()}
    assert modes.pop("notes.txt") == 0o666
    assert set(modes.values()) == {0o600}
    assert "key" in caplog.text
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("umask", [0, 0o777, 0o277])
def test_the_umask_does_not_matter(tmp_path: Path, umask: int) -> None:
    """The parents that a server makes are private too."""
    before = os.umask(umask)
    try:
        private.make_private(tmp_path / "share" / "koikoi" / "server", lambda _: True)
    finally:
        os.umask(before)
    for each in ("share", "share/koikoi", "share/koikoi/server"):
        assert mode(tmp_path / each) == 0o700


Case = Callable[[Path], None]


def shared(path: Path) -> None:
    """A folder like /tmp."""
    (path / "somebody's file").touch()
    (path / "server-id").unlink()
    path.chmod(0o777)


def sticky(path: Path) -> None:
    (path / "server-id").unlink()
    path.chmod(0o1777)


def open_parent(path: Path) -> None:
    path.parent.chmod(0o777)


def fifo(path: Path) -> None:
    (path / "key").unlink()
    os.mkfifo(path / "key")


@pytest.mark.parametrize("case", [shared, sticky, open_parent, fifo])
def test_a_folder_that_cannot_be_private_is_refused_and_nothing_changed(
    data: Path, case: Case
) -> None:
    case(data)
    before = snapshot(data.parent)
    with pytest.raises(JournalError, match=r"choose|move it away") as refused:
        Folder(data)
    assert str(data) in str(refused.value)
    assert snapshot(data.parent) == before


@pytest.mark.parametrize("what", ["", "key", "server-id", "journal.sqlite3", "lock", ".."])
def test_what_belongs_to_somebody_else_is_refused_and_nothing_changed(
    data: Path, what: str, is_user: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder, a file in it, or a folder above it."""
    path = data / what
    real, inode = os.stat, path.stat().st_ino

    def given(of: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        found = real(of, follow_symlinks=follow_symlinks)
        fields = list(found)
        if found.st_ino == inode:
            fields[stat.ST_UID] = STRANGER
        return os.stat_result(fields)

    data.chmod(0o777)
    before = snapshot(data.parent)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", given)
        patch.setattr(Path, "lstat", lambda of: given(of, follow_symlinks=False))
        with pytest.raises(JournalError, match=f"belongs to {STRANGER}"):
            Folder(data)
    assert snapshot(data.parent) == before


@pytest.fixture
def of_somebody_else(data: Path) -> Path:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    for each in (data, *data.iterdir()):
        os.chown(each, STRANGER, STRANGER)
    return data


def test_root_may_use_the_folder_of_another_user(of_somebody_else: Path) -> None:
    """As in a container, whose folder belongs to a user of the machine."""
    of_somebody_else.chmod(0o755)
    with Folder(of_somebody_else):
        assert mode(of_somebody_else) == 0o700
        assert of_somebody_else.stat().st_uid == STRANGER


@pytest.mark.parametrize("name", ["lock", "host.txt", "key", "journal-x"])
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_root_uses_no_link_in_the_folder_of_another_user(
    of_somebody_else: Path, tmp_path: Path, name: str, link: Callable[[Path, Path], None]
) -> None:
    """Its owner could have root change any file of the machine."""
    victim, path = tmp_path / "victim", of_somebody_else / name
    victim.write_text("unchanged")
    victim.chmod(0o644)
    path.unlink(missing_ok=True)
    link(victim, path)
    before = snapshot(tmp_path)
    with pytest.raises(JournalError, match="is a link"):
        Folder(of_somebody_else)
    assert snapshot(tmp_path) == before


def test_a_link_to_a_folder_is_followed_and_its_way_checked(data: Path, tmp_path: Path) -> None:
    """Who can write to a folder on the way to either can put another one in its place."""
    between = tmp_path / "between"
    between.mkdir()
    (between / "link").symlink_to(data)
    data.chmod(0o777)
    with Folder(between / "link"):
        assert mode(data) == 0o700
    between.chmod(0o777)
    with pytest.raises(JournalError, match=f"Everybody may write to {between}"):
        Folder(between / "link")
    between.chmod(0o1777)  # sticky, like /tmp
    with Folder(between / "link"):
        pass


@pytest.mark.parametrize("fails", [True, False])
def test_a_file_system_without_modes_is_used_with_a_warning(
    data: Path, fails: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """There chmod fails, or has no effect, and all folders are open."""
    (data / "notes.txt").touch()
    (data / "server-id").chmod(0o600)
    data.chmod(0o777)
    data.parent.chmod(0o777)

    def chmod(*_: object, **__: object) -> None:
        if fails:
            raise PermissionError

    monkeypatch.setattr(Path, "chmod", chmod)
    monkeypatch.setattr(private, "_has_modes", lambda _: False)
    with caplog.at_level(logging.WARNING), Folder(data):
        pass
    assert caplog.text.count("its mode cannot be changed") == 1
