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
from koikoi_server.journal.store import FILE

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
        (str(each), each.lstat().st_mode, each.read_bytes() if each.is_file() else b"")
        for each in sorted(path.rglob("*"))
    ]


@pytest.mark.parametrize("wide", [0o777, 0o1777, 0o755, 0o770, 0o710, 0o707])
@pytest.mark.parametrize("used", [True, False])
def test_an_open_folder_is_made_private_with_a_line(
    tmp_path: Path, wide: int, used: bool, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    if used:
        with Folder(path):
            pass
    path.chmod(wide)
    with Folder(path):
        assert mode(path) == 0o700
    [line] = [each for each in caplog.messages if "only this server's user" in each]
    assert f"{path} ({wide:04o})" in line


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


@pytest.mark.parametrize("wide", [0o755, 0o750, 0o711])
def test_a_folder_with_other_files_keeps_its_mode_at_every_start(tmp_path: Path, wide: int) -> None:
    """Others can then read the other files, but not the server's."""
    path = tmp_path / "home"
    path.mkdir()
    (path / "index.html").touch(0o644)
    path.chmod(wide)
    for _ in range(2):
        with Folder(path):
            modes = {each.name: mode(each) for each in path.iterdir()}
        assert mode(path) == wide
        assert modes.pop("index.html") == 0o644
        assert set(modes.values()) == {0o600}


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
    path.chmod(0o777)


def sticky(path: Path) -> None:
    (path / "somebody's file").touch()
    path.chmod(0o1777)


def open_parent(path: Path) -> None:
    path.parent.chmod(0o777)


def fifo(path: Path) -> None:
    (path / "key").unlink()
    os.mkfifo(path / "key")


@pytest.mark.parametrize(
    ("case", "advice"),
    [
        (shared, "choose a folder of its own .* chmod go-w"),
        (sticky, "choose a folder of its own with koikoi-server --data.$"),
        (open_parent, "chmod o-w"),
        (fifo, "move it away"),
    ],
)
def test_a_folder_that_cannot_be_private_is_refused_and_nothing_changed(
    data: Path, case: Case, advice: str
) -> None:
    case(data)
    before = snapshot(data.parent)
    with pytest.raises(JournalError, match=advice) as refused:
        Folder(data)
    assert str(data) in str(refused.value)
    assert snapshot(data.parent) == before


FILES = ["lock", "key", "server-id", "server-id.new", FILE, "journal-1.sqlite3", "host.port"]


@pytest.mark.parametrize("is_dangling", [True, False])
@pytest.mark.parametrize("name", [*FILES, f"{FILE}-wal", f"{FILE}-shm", "host.sock"])
def test_a_link_in_place_of_a_file_is_refused_and_not_followed(
    data: Path, tmp_path: Path, name: str, is_dangling: bool
) -> None:
    """Who owns a folder could otherwise have root overwrite any file, or change its mode."""
    target = tmp_path / "target"
    if not is_dangling:
        target.write_text("not the server's")
        target.chmod(0o644)
    (data / name).unlink(missing_ok=True)
    (data / name).symlink_to(target)
    before = snapshot(tmp_path)
    with pytest.raises(JournalError, match=f"{data / name} is a link.* move the link away"):
        Folder(data)
    assert snapshot(tmp_path) == before
    with pytest.raises(OSError, match="links"):
        private.set_mode(data / name, 0o600)
    assert snapshot(tmp_path) == before


def test_root_follows_no_link_of_another_user_to_a_file_or_folder(
    of_somebody_else: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    target.mkdir(0o755)
    (target / "passwd").touch(0o644)
    link = of_somebody_else / "host.port"
    link.hardlink_to(target / "passwd")
    before = snapshot(target)
    with pytest.raises(JournalError, match=f"{link} is a link"):
        Folder(of_somebody_else)
    way = tmp_path / "way"
    way.symlink_to(target)
    os.chown(way, STRANGER, STRANGER, follow_symlinks=False)
    with pytest.raises(JournalError, match=f"{way} is a link that belongs to {STRANGER}, but"):
        Folder(way)
    assert snapshot(target) == before


@pytest.mark.parametrize("below", ["", "data"])
def test_a_link_to_no_folder_is_refused_and_named(tmp_path: Path, below: str) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    with pytest.raises(JournalError, match=f"{tmp_path}/link is a link to a folder that does not"):
        Folder(tmp_path / "link" / below)


@pytest.mark.parametrize("below", ["", "data"])
def test_who_cannot_change_an_open_folder_is_not_told_to_do_it(
    tmp_path: Path, below: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container, with a folder of root's to which everybody may write."""
    tmp_path.chmod(0o777)
    monkeypatch.setattr(private, "_may_change", lambda _: False)
    monkeypatch.setattr(private, "_is_trusted", lambda _: True)
    with pytest.raises(JournalError, match="a folder of your own elsewhere with") as refused:
        Folder(tmp_path / below)
    assert "chmod" not in str(refused.value)


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
    (data / "server-id").chmod(0o600)
    data.chmod(0o777)
    data.parent.chmod(0o777)

    def chmod(*_: object, **__: object) -> None:
        if fails:
            raise PermissionError

    monkeypatch.setattr(private, "set_mode", chmod)
    monkeypatch.setattr(private, "_has_modes", lambda _: False)
    with caplog.at_level(logging.WARNING), Folder(data):
        pass
    assert caplog.text.count("its mode cannot be changed") == 1
