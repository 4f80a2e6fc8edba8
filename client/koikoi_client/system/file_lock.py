"""Locks on open files, which end with the process that holds them."""

from __future__ import annotations

import errno
import sys
from contextlib import suppress

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def lock(descriptor: int, *, without_locks: bool = False) -> bool:
    """Lock a file; False when another process has locked it.

    *without_locks*: what to return if the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return without_locks and error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def unlock(descriptor: int) -> None:
    """Unlock a file that :func:`lock` has locked."""
    with suppress(OSError):  # there are no locks
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
