"""Refuse to listen to the network in tests.

A test of a program that listens on all addresses runs it in a network namespace: see the fixture
``machine``.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import PurePath
from typing import Any

import grpc.aio

EVERYWHERE = ("", "0.0.0.0", "::", "[::]")
APART = ("ip", "unshare")  #: they start a program in a network namespace
HERE = {"--host", "--private", "--help", "--version"}
"""With these options a server listens where they say, on loopback, or not at all."""


class Listens(PermissionError):
    """The program could be reached from other machines."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EACCES, why)  # ptyprocess passes on the number


def hold() -> None:
    """From now on, let this process neither listen to the network nor start a program that does."""
    sys.addaudithook(_look)
    made = grpc.aio.server

    def server(*given: Any, **named: Any) -> grpc.aio.Server:
        one = made(*given, **named)
        one.add_insecure_port = _only_here(one.add_insecure_port)  # type: ignore[method-assign]
        one.add_secure_port = _only_here(one.add_secure_port)  # type: ignore[method-assign]
        return one

    grpc.aio.server = server


def listens(command: Sequence[str]) -> bool:
    """Whether *command* starts a server of this project on all addresses."""
    words = [PurePath(word).name.replace("_", "-") for word in command]
    if words[:1] and words[0] in APART:
        return False
    if "koikoi-client" in words:
        own = set(words[words.index("koikoi-client") + 1 :])
        return "--host" in own and "--practice" not in own  # they exclude each other
    if "koikoi-server" in words:
        options = command[words.index("koikoi-server") + 1 :]
        serves = not options or options[0].startswith("-")
        hosts = [host for word, host in pairwise(options) if word == "--host"]
        return serves and (not HERE.intersection(options) or bool(set(EVERYWHERE) & set(hosts)))
    return False


def _only_here(listen: Callable[..., int]) -> Callable[..., int]:
    def only_here(address: str, *credentials: Any) -> int:
        _refuse(address.rpartition(":")[0])
        return listen(address, *credentials)

    return only_here


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.bind" and isinstance(arguments[1], tuple):
        _refuse(arguments[1][0])
    elif event in ("subprocess.Popen", "os.exec", "os.posix_spawn"):
        command = arguments[1]
        if isinstance(command, str | bytes) or not listens([os.fsdecode(each) for each in command]):
            return
        raise Listens(
            f"{command} would listen on all addresses: give its server --host 127.0.0.1, or run "
            "it with the fixture machine"
        )


def _refuse(host: str) -> None:
    if host in EVERYWHERE:
        raise Listens(f"a test would listen on {host or 'all addresses'}; allowed is 127.0.0.1")
