"""Keeps other users of the machine out of a data folder, whatever its modes and the umask are.

A folder and files of ours are made private. What belongs to somebody else is refused, except to
root, who often runs a server in a container with another user's folder.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from koikoi_server.journal import JournalError
from koikoi_server.text import joined, text

log = logging.getLogger(__name__)

ROOT = 0
NOBODY = 65534  #: owns what belongs to users outside a container
OTHERS = stat.S_IRWXG | stat.S_IRWXO
DISK = {"lost+found"}  #: what an empty folder may contain


def make_private(path: Path, is_ours: Callable[[str], bool]) -> None:
    """Create the folder *path*, or make it and its files private, and log what was changed.

    *is_ours* tells from a file's name whether it is a server's.

    Raises:
        JournalError: when others could replace it, or it is not a folder of ours; nothing changed.
        OSError: when it cannot be created or read.
    """
    if sys.platform == "win32":  # has no modes: a folder in a user's home is private by itself
        path.mkdir(parents=True, exist_ok=True)
        return
    _check_parents(path)
    if not path.exists():
        _create(path)
        return
    _check_folder(path, is_ours)
    files = _files(path, is_ours)  # before anything is changed
    opened = []
    if (mode := _mode(path)) & OTHERS and not _is_shared(path, is_ours) and _close(path, 0o700):
        opened.append(f"{path} ({mode:04o})")
    opened += [each.name for each in files if _mode(each) & OTHERS and _close(each, 0o600)]
    _files(path, is_ours)  # nobody else can add one any more
    if opened:
        log.warning(
            "%s",
            text(
                "Other users of this machine could open {names}: now only this server's user can.",
                names=joined(opened),
            ),
        )


def _create(path: Path) -> None:
    if not path.parent.is_dir():
        _create(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    _close(path, 0o700)  # the umask may have taken away our own rights


def _check_parents(path: Path) -> None:
    """Check that nobody else can replace *path* by renaming a folder or changing a link."""
    for each in _way_to(path):
        status = each.lstat()
        if not _is_trusted(status.st_uid):
            raise _refused(
                "{folder} belongs to {owner}, who could replace the data in {path}: choose another "
                "folder with koikoi-server --data.",
                path,
                each,
            )
        if each.is_symlink() or each == path or status.st_mode & stat.S_ISVTX:
            continue
        if status.st_mode & stat.S_IWOTH and _has_modes(each):
            raise _refused(
                "Everybody may write to {folder}, and could replace the data in {path}: choose "
                "another folder with koikoi-server --data, or enter: chmod o-w {folder}",
                path,
                each,
            )
        if status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid):
            log.warning(
                "%s",
                text(
                    "The group of {folder} may write to it, and could replace the data in {path}.",
                    folder=each,
                    path=path,
                ),
            )


def _way_to(path: Path) -> Iterator[Path]:
    """The links and folders on the way to *path* that exist."""
    given, real = path.absolute(), Path(os.path.realpath(path))
    for each in dict.fromkeys([*reversed(given.parents), given, *reversed(real.parents)]):
        if os.path.lexists(each) and (each != given or each.is_symlink()):
            yield each


def _check_folder(path: Path, is_ours: Callable[[str], bool]) -> None:
    status = path.stat()
    if not _is_trusted(status.st_uid):
        raise _refused(
            "{folder} belongs to {owner}: choose another folder with koikoi-server --data, or make "
            "this one yours.",
            path,
            path,
        )
    is_writable = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if is_writable and _is_shared(path, is_ours) and _has_modes(path):
        raise _refused(
            "Other users of this machine may write to {folder}, which is not only for the data of "
            "a server: choose an empty folder with koikoi-server --data.",
            path,
            path,
        )
    if status.st_mode & stat.S_IWOTH and not _may_change(status.st_uid) and _has_modes(path):
        raise _refused(
            "Everybody may write to {folder}, and only {owner} can change that: choose another "
            "folder with koikoi-server --data.",
            path,
            path,
        )


def _is_shared(path: Path, is_ours: Callable[[str], bool]) -> bool:
    """Whether a folder is used for other things than a server's data."""
    names = {each.name for each in path.iterdir()}
    mode = path.stat().st_mode
    if mode & stat.S_ISVTX:
        return True
    if "server-id" in names and mode & (stat.S_IWGRP | stat.S_IWOTH):
        return False  # it cannot stay as it is: a server has used it
    return not all(map(is_ours, names - DISK))


def _files(path: Path, is_ours: Callable[[str], bool]) -> list[Path]:
    """The server's files in a folder.

    Raises:
        JournalError: when one is not a file, or belongs to somebody else, or is a link in the
            folder of somebody else, who could have another file changed by it.
    """
    may_have_links = path.stat().st_uid == os.geteuid()
    found = [each for each in path.iterdir() if is_ours(each.name)]
    for each in found:
        if not may_have_links and _is_link(each):
            raise _refused(
                "{folder} is a link, in a folder of another user: move it away.", path, each
            )
        if each.is_socket():
            continue
        if each.exists() and not (each.is_file() or each.is_dir()):
            raise _refused("{folder} is not a file: move it away.", path, each)
        if not _is_trusted(each.lstat().st_uid):
            raise _refused(
                "{folder} belongs to {owner}: make it yours, or move it away if you did not put it "
                "there.",
                path,
                each,
            )
    return [each for each in found if each.is_file()]


def _is_link(path: Path) -> bool:
    """Whether *path* is a symbolic link, or a file that has another name too."""
    status = path.lstat()
    return stat.S_ISLNK(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_nlink > 1)


def _close(path: Path, mode: int) -> bool:
    """Give *path* that mode. Log a warning if its file system has no modes, or it is not ours."""
    before = _mode(path)
    with suppress(OSError):
        path.chmod(mode)
    if _mode(path) & OTHERS:
        log.warning(
            "%s",
            text(
                "Other users of this machine may be able to open {path}: its mode cannot be "
                "changed.",
                path=path,
            ),
        )
    return _mode(path) != before


def _has_modes(folder: Path) -> bool:
    """Whether the file system of *folder* can make a file private; True if nobody can tell."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".koikoi-") as file:  # of mode 0600
            return not os.fstat(file.fileno()).st_mode & OTHERS
    except OSError:
        return True


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _is_trusted(user: int) -> bool:
    return user in (ROOT, NOBODY) or _may_change(user)


def _may_change(user: int) -> bool:
    """Whether we may change the modes of what belongs to *user*."""
    return os.geteuid() in (ROOT, user)


def _is_own_group(group: int) -> bool:
    """Whether a group is root's, or has no other members than this user."""
    import grp
    import pwd

    try:
        found, user = grp.getgrgid(group), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return group == ROOT or (found.gr_name == user and set(found.gr_mem) <= {user})


def _refused(pattern: str, path: Path, folder: Path) -> JournalError:
    import pwd

    user = folder.lstat().st_uid
    try:
        owner = pwd.getpwuid(user).pw_name
    except KeyError:
        owner = str(user)
    return JournalError(text(pattern, folder=folder, path=path, owner=owner))
