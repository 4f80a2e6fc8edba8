"""Keeps other users of the machine out of a data folder, whatever its modes and the umask are.

The files of a server are made private, and so is its folder, unless there are other files in it:
such a folder keeps its mode, and is refused if others may write to it. The server's own files are
never links. What belongs to somebody else is refused, except to root, who often runs a server in a
container with another user's folder.
"""

from __future__ import annotations

import errno
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
TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")  #: for files of all users, even when it is empty


def make_private(path: Path, is_ours: Callable[[str], bool]) -> None:
    """Create the folder *path*, or make it and its files private, and log what was changed.

    The mode of a folder that has other files than a server's stays.

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
    folder = Path(os.path.realpath(path))
    if (mode := _mode(folder)) & OTHERS and not _is_shared(folder, is_ours):
        opened += [f"{path} ({mode:04o})"] if _changed_mode(folder, 0o700) else []
    opened += [each.name for each in files if _mode(each) & OTHERS and _changed_mode(each, 0o600)]
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
    _changed_mode(path, 0o700)  # the umask may have taken away our own rights


def _check_parents(path: Path) -> None:
    """Check that nobody else can replace *path* by renaming a folder or changing a link."""
    for each in _way_to(path):
        status = each.lstat()
        if each.is_symlink():
            _check_link(each, path)
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
            if not _may_change(status.st_uid):
                raise _refused(
                    "Everybody may write to {folder}, and could replace the data in {path}; only "
                    "{owner} can change that: choose a folder of your own elsewhere with "
                    "koikoi-server --data.",
                    path,
                    each,
                )
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


def _check_link(link: Path, path: Path) -> None:
    """Check that a link on the way to *path* leads to a folder, and may lead there."""
    if sys.platform == "win32":  # never called there
        raise NotImplementedError
    if not link.exists():
        raise _refused(
            "{folder} is a link to a folder that does not exist: make that folder, or choose "
            "another one with koikoi-server --data.",
            path,
            link,
        )
    if link.lstat().st_uid not in (ROOT, NOBODY, os.geteuid(), link.stat().st_uid):
        raise _refused(
            "{folder} is a link that belongs to {owner}, but leads to a folder of another user: "
            "enter that folder itself with koikoi-server --data.",
            path,
            link,
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
    is_group_others = not _is_own_group(status.st_gid)
    is_writable = status.st_mode & (stat.S_IWOTH | (stat.S_IWGRP if is_group_others else 0))
    if not is_writable or not _has_modes(path):
        return
    is_shared = _is_shared(path, is_ours)
    if not _may_change(status.st_uid) and (is_shared or status.st_mode & stat.S_IWOTH):
        raise _refused(
            "Other users of this machine may write to {folder}, and only {owner} can change that: "
            "choose a folder of your own elsewhere with koikoi-server --data.",
            path,
            path,
        )
    if is_shared:
        if status.st_mode & stat.S_ISVTX:  # is meant for all users
            raise _refused(
                "Other users of this machine may write to {folder}, which is not only for the data "
                "of a server: choose a folder of its own with koikoi-server --data.",
                path,
                path,
            )
        raise _refused(
            "Other users of this machine may write to {folder}, which is not only for the data of "
            "a server: choose a folder of its own with koikoi-server --data, or enter: "
            "chmod go-w {folder}",
            path,
            path,
        )


def _is_shared(path: Path, is_ours: Callable[[str], bool]) -> bool:
    """Whether a folder is used for other things than a server's data."""
    names = {each.name for each in path.iterdir()} - DISK
    return os.path.realpath(path) in TEMPORARY or not all(map(is_ours, names))


def _files(path: Path, is_ours: Callable[[str], bool]) -> list[Path]:
    """The server's files in a folder.

    Raises:
        JournalError: when one is a link or not a file, or belongs to somebody else.
    """
    found = [each for each in path.iterdir() if is_ours(each.name)]
    owner = path.stat().st_uid
    for each in found:
        if _is_link(each, owner):
            raise _refused(
                "{folder} is a link, and may lead to a file that is not the server's: put the file "
                "itself there, or move the link away.",
                path,
                each,
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


def _is_link(path: Path, owner: int) -> bool:
    """Whether a file is a link, or also another name of a file that is not *owner*'s."""
    status = path.lstat()
    is_file = stat.S_ISREG(status.st_mode)
    return path.is_symlink() or (is_file and status.st_nlink > 1 and status.st_uid != owner)


def _changed_mode(path: Path, mode: int) -> bool:
    """Give *path* that mode. Log a warning if its file system has no modes, or it is not ours."""
    before = _mode(path)
    with suppress(OSError):
        set_mode(path, mode)
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


def set_mode(path: Path, mode: int) -> None:
    """Change the mode of a file or folder, but never of what a link leads to.

    Raises:
        OSError: when it is a link, or its mode cannot be changed.
    """
    if sys.platform != "linux":
        path.chmod(mode, follow_symlinks=os.chmod not in os.supports_follow_symlinks)
        return
    descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW)  # needs no right to read it
    try:
        if stat.S_ISLNK(os.fstat(descriptor).st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        os.chmod(f"/proc/self/fd/{descriptor}", mode)
    finally:
        os.close(descriptor)


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
    if sys.platform == "win32":  # never called there
        raise NotImplementedError
    return os.geteuid() in (ROOT, user)


def _is_own_group(group: int) -> bool:
    """Whether a group is root's, or has no other members than this user."""
    if sys.platform == "win32":  # never called there
        raise NotImplementedError
    import grp
    import pwd

    try:
        found, user = grp.getgrgid(group), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return group == ROOT or (found.gr_name == user and set(found.gr_mem) <= {user})


def _refused(pattern: str, path: Path, folder: Path) -> JournalError:
    if sys.platform == "win32":  # never called there
        raise NotImplementedError
    import pwd

    user = folder.lstat().st_uid
    try:
        owner = pwd.getpwuid(user).pw_name
    except KeyError:
        owner = str(user)
    return JournalError(text(pattern, folder=folder, path=path, owner=owner))
