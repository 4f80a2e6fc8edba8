"""Keeps other users of the machine out of the client's own folders."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from koikoi_client.text import text

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)  # Windows has none
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(path: Path, within: Path | None = None) -> None:
    """Create a folder that only its owner can open, and its parents, or make it private.

    *within* is one of its parents, or itself: the folders from there on are made private too. A
    line says so. Where a file system has no modes, they stay as they are.

    Raises:
        OSError: when it cannot be created, or belongs to another user.
    """
    own = [each for each in path.parents if within is not None and each.is_relative_to(within)]
    for each in (*reversed(own), path):
        if not each.is_dir():
            _create(each)
            continue
        status = each.stat()
        if not is_own(status):
            raise PermissionError(errno.EPERM, text("it belongs to another user"), str(each))
        if sys.platform != "win32" and status.st_mode & OTHERS:
            _make_private(each)


def is_own(status: os.stat_result) -> bool:
    """Whether a file belongs to this user; root may use all."""
    return sys.platform == "win32" or os.geteuid() in (0, status.st_uid)


def _create(path: Path) -> None:
    if not path.parent.is_dir():  # mkdir gives parents the default mode
        _create(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def _make_private(folder: Path) -> None:
    try:
        folder.chmod(0o700)
    except OSError:
        return
    if not folder.stat().st_mode & OTHERS:
        line = text(
            "koikoi-client: other users of this machine could open {folder}: now only you can.",
            folder=folder,
        )
        print(line, file=sys.stderr)
