"""The file with a server's identity: made once, kept private, and never replaced by the server."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest
from ptyprocess import PtyProcess

from koikoi_server.commands import identity as command
from koikoi_server.identity import fresh_identity, read_identity
from koikoi_server.journal import JournalError, kept_file
from koikoi_server.journal.folder import Folder
from koikoi_server.journal.kept_file import IDENTITY_FILE, user_identity
from tests.server.test_identity import DAMAGED
from tests.support.programs import SERVER


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this user's settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "koikoi"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_an_identity_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    with Folder(tmp_path) as folder:
        made = folder.identity()
        assert mode(tmp_path / IDENTITY_FILE) == 0o600
    with Folder(tmp_path) as folder:
        assert folder.identity() == made
    with Folder(tmp_path / "other") as folder:
        assert folder.identity() != made
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".new")]


def test_it_is_one_of_the_servers_files(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """So one that others could read is made private, and so is its folder."""
    with Folder(tmp_path) as folder:
        folder.identity()
    path = tmp_path / IDENTITY_FILE
    path.chmod(0o644)
    tmp_path.chmod(0o755)
    (tmp_path / f"{IDENTITY_FILE}.123.new").touch(0o600)  # of a server that was killed
    with Folder(tmp_path):
        assert (mode(tmp_path), mode(path)) == (0o700, 0o600)
    assert IDENTITY_FILE in caplog.text


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_identity_is_refused_and_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / IDENTITY_FILE
    path.write_bytes(content)
    with Folder(tmp_path) as folder, pytest.raises(JournalError, match="is damaged: restore it"):
        folder.identity()
    assert path.read_bytes() == content


@pytest.mark.parametrize("target", ["nothing", "a file"])
def test_an_identity_is_never_a_link(target: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    if target == "a file":
        elsewhere.write_bytes(fresh_identity())
    data = tmp_path / "data"
    data.mkdir()
    (data / IDENTITY_FILE).symlink_to(elsewhere)
    with pytest.raises(JournalError, match="is a link"):
        Folder(data)
    assert [each.name for each in data.iterdir()] == [IDENTITY_FILE]
    assert elsewhere.exists() == (target == "a file")


@pytest.mark.parametrize("what", ["folder", "unreadable"])
def test_an_identity_that_cannot_be_read_is_a_sentence(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / IDENTITY_FILE
    if what == "folder":
        path.mkdir()
    else:
        path.write_bytes(fresh_identity())
        read_bytes = Path.read_bytes

        def refuse(one: Path) -> bytes:  # root may read everything
            if one == path:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(one))
            return read_bytes(one)

        monkeypatch.setattr(Path, "read_bytes", refuse)
    with Folder(tmp_path) as folder, pytest.raises(JournalError, match=IDENTITY_FILE) as why:
        folder.identity()
    assert str(why.value).endswith("--data.")
    assert path.exists()


def test_a_server_whose_identity_was_lost_says_what_players_will_see(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Only if anybody can know it: a new folder is none."""
    with Folder(tmp_path) as folder:
        first = folder.identity()
    assert caplog.text == ""
    (tmp_path / IDENTITY_FILE).unlink()
    with Folder(tmp_path) as folder:
        assert folder.identity() != first
        assert "has a new code" in caplog.text
        assert "refuse it now: restore the file from a copy" in caplog.text
        caplog.clear()
        folder.identity()
    assert caplog.text == ""


# -- of servers that keep nothing else -------------------------------------------------------------


def test_servers_that_keep_nothing_have_their_users_identity(config: Path) -> None:
    made, why = user_identity()
    assert why == ""
    assert user_identity() == (made, "")
    assert read_identity(config / IDENTITY_FILE) == made
    assert (mode(config), mode(config / IDENTITY_FILE)) == (0o700, 0o600)


def test_the_users_settings_are_left_alone(config: Path) -> None:
    config.mkdir(mode=0o750)
    settings = config / "settings.json"
    settings.write_text("{}")
    settings.chmod(0o640)
    user_identity()
    assert (mode(config), mode(settings)) == (0o750, 0o640)
    assert settings.read_text() == "{}"
    assert mode(config / IDENTITY_FILE) == 0o600


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_without_a_place_for_it_there_is_another_one_each_time(
    number: int, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read-only or full disk does not keep a server from running that keeps nothing else."""

    def refuse(path: Path, *_: int) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(os, "open", refuse)
    first, why = user_identity()
    assert why == os.strerror(number)
    assert user_identity()[0] != first
    assert not list(config.iterdir())


def test_a_folder_that_cannot_be_made_is_no_place(config: Path) -> None:
    config.parent.rmdir()
    config.parent.touch()
    assert user_identity()[1]


def test_an_identity_on_a_read_only_disk_is_used(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = user_identity()
    monkeypatch.setattr(kept_file, "_publish", None)
    assert user_identity() == (made, "")


def test_a_damaged_identity_of_the_user_is_refused(config: Path) -> None:
    config.mkdir()
    (config / IDENTITY_FILE).write_bytes(b"")
    with pytest.raises(JournalError, match="is damaged"):
        user_identity()


@pytest.mark.parametrize("links", [True, False])
def test_of_two_servers_that_make_it_at_once_both_have_the_same(
    links: bool, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are no hard links, the later one wins; the file is whole in any case."""
    other = fresh_identity()

    def both() -> bytes:
        (config / IDENTITY_FILE).write_bytes(other)
        return fresh_identity()

    if not links:

        def refuse(*_: Path) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(kept_file, "fresh_identity", both)
    found, why = user_identity()
    assert why == ""
    assert found == read_identity(config / IDENTITY_FILE)
    assert (found.key in other) == links


# -- as programs -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["an older passphrase", "empty", "of another key"])
def test_a_server_with_a_damaged_identity_does_not_start(name: str, tmp_path: Path) -> None:
    """Nor does it wait for a passphrase at its terminal."""
    path = tmp_path / IDENTITY_FILE
    path.write_bytes(DAMAGED[name])
    path.chmod(0o600)
    command = [*SERVER, "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    process = PtyProcess.spawn(command, dimensions=(10, 1000))
    said = b""
    with suppress(EOFError):
        while True:
            said += process.read()
    assert process.wait() == 1
    sentences = " ".join(said.decode().split())
    assert sentences.startswith(f"koikoi-server: {path} is damaged: restore it from a copy.")
    assert sentences.endswith("which clients that know the old one refuse.")
    assert path.read_bytes() == DAMAGED[name]


def test_the_command_identity_prints_what_players_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--data", str(tmp_path)]) == 1
    assert "There is no identity" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    with Folder(tmp_path) as folder:
        made = folder.identity()
        assert command.main(["--data", str(tmp_path)]) == 0  # while the server runs
    said = capsys.readouterr().out
    assert made.code in said
    assert made.digest in said
    assert command.main(["--data", str(tmp_path), "--pem"]) == 0
    assert capsys.readouterr().out == made.certificate.decode()
    (tmp_path / IDENTITY_FILE).write_bytes(b"")
    assert command.main(["--data", str(tmp_path)]) == 1
    assert "is damaged" in capsys.readouterr().err
