"""``python -m tests.support.elsewhere MODULE …``: run a command as if this were Windows.

Windows has no ``resource``, ``fcntl``, ``termios``, SIGHUP, Unix sockets, ``os.nice`` or signal
handlers in the event loop. Its file lock is ``msvcrt.locking``, which is imitated here.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import runpy
import signal
import subprocess
import sys
import types
from concurrent.futures import process
from typing import Any

import grpc.aio
import platformdirs
import prompt_toolkit.shortcuts

LOADED = (process, grpc.aio, platformdirs, prompt_toolkit.shortcuts)
"""Modules of others, imported before the change, because they need the real system."""
MISSING = ("resource", "fcntl", "termios", "tty", "pwd", "grp")


def lock(descriptor: int, mode: int, count: int) -> None:
    """Lock a whole file, as ``msvcrt.locking`` would lock a range of it."""
    fcntl.flock(descriptor, fcntl.LOCK_UN if mode == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB)


def no_handler(*_: Any) -> None:
    raise NotImplementedError


def hide() -> None:
    """Remove what Windows lacks, for all modules that are imported from now on."""
    platformdirs.user_data_path()  # its first call looks at sys.platform
    hidden: dict[str, Any] = dict.fromkeys(MISSING)
    locking = types.ModuleType("msvcrt")
    locking.__dict__.update(locking=lock, LK_UNLCK=0, LK_NBLCK=2)
    sys.modules.update(hidden, msvcrt=locking)
    for owner, name in (
        (signal, "SIGHUP"),
        (os, "nice"),
        (os, "getuid"),
        (asyncio, "start_unix_server"),
    ):
        delattr(owner, name)
    subprocess.__dict__["CREATE_NEW_PROCESS_GROUP"] = 0
    asyncio.SelectorEventLoop.add_signal_handler = no_handler  # type: ignore[method-assign, assignment]
    sys.platform = "win32"


if __name__ == "__main__":
    hide()
    module, sys.argv = sys.argv[1], sys.argv[1:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
