"""``python -m tests.support.elsewhere MODULE …``: run a command without what Unix alone has.

Windows has no ``resource``, ``fcntl``, ``termios``, SIGHUP, Unix sockets, ``os.nice`` or handlers
of signals in the loop; its lock of files is ``msvcrt.locking``, here made of Unix's.
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
from typing import Any

import grpc.aio  # others' modules are loaded as the system that this really is would load them
import platformdirs
import prompt_toolkit.shortcuts

LOADED = (grpc.aio, platformdirs, prompt_toolkit.shortcuts)
MISSING = ("resource", "fcntl", "termios", "tty", "pwd", "grp")


def lock(descriptor: int, mode: int, count: int) -> None:
    """What ``msvcrt.locking`` does, of a whole file."""
    fcntl.flock(descriptor, fcntl.LOCK_UN if mode == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB)


def no_handler(*_: Any) -> None:
    raise NotImplementedError


def hide() -> None:
    """Take away what the other system lacks, for all modules that are imported from now on."""
    platformdirs.user_data_path()  # it looks at the system when it is first asked
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
