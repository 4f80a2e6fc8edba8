"""Folders that exist for one run, and the removal of those whose run was killed.

Each folder has a lock file beside it, which is locked as long as the folder is in use. The lock,
not the age of a file, tells whether a run has ended. The folders lie in the user's own folder, not
in the one that all users share.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os.path import samestat
from pathlib import Path

from koikoi_client.system.file_lock import lock
from koikoi_client.system.private_folder import NO_FOLLOW, private_folder

PREFIX = "koikoi-"
LOCK = ".lock"


@contextmanager
def temporary_folder(parent: Path) -> Iterator[tuple[Path, tuple[int, ...]]]:
    """A new folder in *parent* that only its owner can read, deleted at the end of the block.

    Yields it with the descriptors of its lock: the folder is in use until all processes that
    inherit them have ended too. If *parent* cannot be written, the folder is in the system's
    folder for temporary files, without a lock.
    """
    try:
        path, descriptor = _create(parent)
    except OSError:
        with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:
            yield Path(folder), ()
        return
    try:
        yield path, (descriptor,)
    finally:
        _delete(path, descriptor)


def delete_abandoned(parent: Path) -> None:
    """Delete the folders in *parent* that no process uses. Symbolic links are not followed."""
    if parent.is_symlink():
        return
    for locked in parent.glob(f"{PREFIX}*{LOCK}"):
        with suppress(OSError):
            descriptor = os.open(locked, os.O_RDWR | NO_FOLLOW)
            if lock(descriptor):
                _delete(locked.with_suffix(""), descriptor)
            else:
                os.close(descriptor)


def _create(parent: Path) -> tuple[Path, int]:
    """A new folder, and the descriptor of its lock file. Raises OSError."""
    private_folder(parent, parent)
    while True:
        path = parent / f"{PREFIX}{secrets.token_hex(8)}"
        locked = path.with_suffix(LOCK)
        descriptor = os.open(locked, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            lock(descriptor)
            # Another run's delete_abandoned() may have deleted the file before it was locked.
            if locked.exists() and samestat(os.fstat(descriptor), locked.stat()):
                path.mkdir(mode=0o700)
                return path, descriptor
        except OSError:
            _delete(path, descriptor)
            raise
        os.close(descriptor)


def _delete(path: Path, descriptor: int) -> None:
    """Delete a folder, and then its lock file, which stays if the folder cannot be deleted."""
    with suppress(OSError):
        if path.is_symlink():
            path.unlink()
        shutil.rmtree(path, ignore_errors=True)
    os.close(descriptor)  # Windows does not delete an open file
    with suppress(OSError):
        if not path.exists():
            path.with_suffix(LOCK).unlink(missing_ok=True)
