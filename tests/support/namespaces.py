"""Network namespaces: one without a network, and two whose connection can be cut silently."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from functools import cache
from types import TracebackType

SERVER_ADDRESS, CLIENT_ADDRESS = "10.77.0.1", "10.77.0.2"
ADDRESS_ALONE = "192.168.1.20"


class NoNamespaces(Exception):
    """Network namespaces are not available; the message says why."""


ONE_NETWORK = (f"ip addr add {ADDRESS_ALONE}/24 dev lo", "ip route add default dev lo")


@cache
def alone(networks: tuple[str, ...] = ONE_NETWORK) -> tuple[str, ...]:
    """Return words to put before a command so that it runs in a network namespace of its own.

    The namespace has the loopback interface, and what the commands *networks* make: by default the
    address `ADDRESS_ALONE`, as if it were on a network. Nothing that listens there can be reached
    from outside. It ends with the command.

    Raises:
        NoNamespaces: if they are not available.
    """
    prepare = " && ".join(("ip link set lo up", *networks, 'exec "$@"'))
    why = ""
    for user in ((), ("--map-root-user",)):  # root may need no user namespace
        command = ("unshare", *user, "--net", "--", "sh", "-c", prepare, "sh")
        try:
            _run(*command, "true")
        except NoNamespaces as error:
            why = str(error)
        else:
            return command
    raise NoNamespaces(why)


class Network:
    """Namespaces for a server and a client, each connected to a bridge.

    A cut happens at the bridge: neither side sees its link go down, and packets are lost without
    an answer.

    Raises:
        NoNamespaces: if they cannot be created.
    """

    def __init__(self) -> None:
        self._name = f"kk{os.getpid()}"
        self._server, self._client, self._switch = (f"{self._name}{each}" for each in "scm")

    @property
    def at_server(self) -> tuple[str, ...]:
        """Words to put before a command that runs on the server's side."""
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
            with suppress(NoNamespaces):  # it may not exist
                _ip("netns", "del", each)

    def cut(self) -> None:
        """Disconnect the client from the bridge."""
        _ip("-n", self._switch, "link", "set", "cable2", "nomaster")

    def heal(self) -> None:
        """Connect the client again."""
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
