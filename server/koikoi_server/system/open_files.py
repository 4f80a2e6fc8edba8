"""Raises the limit on open files, which also limits connections."""

from __future__ import annotations

import sys

SPARE = 200  #: files for the journal, worker processes and libraries


def raise_open_files(connections: int) -> int:
    """Raise the limit to allow this many *connections*, and return how many are possible.

    A program may raise its soft limit up to the hard limit.
    """
    if sys.platform == "win32":
        return connections  # Windows has no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # macOS reports no limit, but has one
        most = soft
    return max(1, min(connections, most - SPARE))
