"""Machines made of network namespaces: one alone, and two whose cable can be pulled in silence."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from functools import cache
from types import TracebackType

SERVER_ADDRESS, CLIENT_ADDRESS = "10.77.0.1", "10.77.0.2"
ADDRESS_ALONE = "192.168.1.20"


class NoNamespaces(Exception):
    """This system, or this user, has none; the text says why."""


@cache
def alone() -> tuple[str, ...]:
    """What comes before a command that runs on a machine of its own, gone when the command is.

    The machine has loopback and, as if it were on a network, `ADDRESS_ALONE`; nothing that
    listens there can be reached from anywhere else.

    Raises:
        NoNamespaces: when there is no such thing here.
    """
    prepare = (
        f"ip link set lo up && ip addr add {ADDRESS_ALONE}/24 dev lo"
        ' && ip route add default dev lo && exec "$@"'
    )
    why = ""
    for user in ((), ("--map-root-user",)):  # root may need no namespace of users
        command = ("unshare", *user, "--net", "--", "sh", "-c", prepare, "sh")
        try:
            _run(*command, "true")
        except NoNamespaces as error:
            why = str(error)
        else:
            return command
    raise NoNamespaces(why)


class Network:
    """A server's machine and a client's, each with a cable to a switch.

    Neither sees its own link go down when the client's cable is pulled out of the switch, and
    nothing is sent back: packets are gone.

    Raises:
        NoNamespaces: when they cannot be made.
    """

    def __init__(self) -> None:
        self._name = f"kk{os.getpid()}"
        self._server, self._client, self._switch = (f"{self._name}{each}" for each in "scm")

    @property
    def at_server(self) -> tuple[str, ...]:
        """What comes before a command that runs on the server's machine."""
        return ("ip", "netns", "exec", self._server)

    @property
    def at_client(self) -> tuple[str, ...]:
        return ("ip", "netns", "exec", self._client)

    def __enter__(self) -> Network:
        try:
            for each in (self._server, self._client, self._switch):
                _ip("netns", "add", each)
            _ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
            for there, address, cable in (
                (self._server, SERVER_ADDRESS, "cable1"),
                (self._client, CLIENT_ADDRESS, "cable2"),
            ):
                plug = ("type", "veth", "peer", "name", cable, "netns", self._switch)
                _ip("-n", there, "link", "add", "lan", *plug)
                _ip("-n", there, "addr", "add", f"{address}/24", "dev", "lan")
                _ip("-n", there, "link", "set", "lan", "up")
                _ip("-n", there, "link", "set", "lo", "up")
                _ip("-n", self._switch, "link", "set", cable, "master", "switch", "up")
            _ip("-n", self._switch, "link", "set", "switch", "up")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for each in (self._server, self._client, self._switch):
            with suppress(NoNamespaces):  # one that was never made
                _ip("netns", "del", each)

    def cut(self) -> None:
        """Pull the client's cable out of the switch."""
        _ip("-n", self._switch, "link", "set", "cable2", "nomaster")

    def heal(self) -> None:
        """Put it back."""
        _ip("-n", self._switch, "link", "set", "cable2", "master", "switch")


def _ip(*words: str) -> None:
    _run("ip", *words)


def _run(*words: str) -> None:
    try:
        subprocess.run(words, capture_output=True, text=True, check=True)
    except OSError as error:
        raise NoNamespaces(f"{words[0]}: {error.strerror}") from None
    except subprocess.CalledProcessError as error:
        raise NoNamespaces(f"{' '.join(words)}: {error.stderr.strip()}") from None
