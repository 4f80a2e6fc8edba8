"""How many files and connections the system lets a program have open."""

from __future__ import annotations

import sys

SPARE = 200  #: for the journal, computers' processes, and what libraries open


def raise_open_files(connections: int) -> int:
    """Ask the system for so many connections; how many there may be now.

    Systems begin with a low limit that a program may raise by itself, up to a high one.
    """
    if sys.platform == "win32":
        return connections  # has no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # macOS says infinity and means less
        most = soft
    return max(1, min(connections, most - SPARE))
