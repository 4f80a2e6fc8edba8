"""No test can listen to the network by mistake."""

from __future__ import annotations

import socket
import subprocess
import sys

import grpc
import pytest

from tests.client.process import CLIENT, SERVER
from tests.support.loopback import Listens, listens


@pytest.mark.parametrize(
    ("command", "seen"),
    [
        ((*SERVER,), True),
        ((*SERVER, "--memory"), True),
        ((*SERVER, "--host", "127.0.0.1", "--port", "0"), False),
        ((*SERVER, "--host", "127.0.0.1", "--host", "0.0.0.0"), True),
        ((*SERVER, "--private"), False),
        ((*SERVER, "deal", "--count", "2"), False),
        (("/usr/bin/koikoi-server",), True),
        ((*CLIENT, "--host"), True),
        (("/usr/bin/koikoi-client", "--name", "Aki", "--host"), True),
        ((*CLIENT, "--practice"), False),
        (("unshare", "--net", "--", *CLIENT, "--host"), False),
    ],
)
def test_commands_that_other_machines_would_reach(command: tuple[str, ...], seen: bool) -> None:
    assert listens(command) == seen


def test_a_process_that_would_listen_to_the_network_is_not_started() -> None:
    with pytest.raises(Listens, match="--host 127"):
        subprocess.run([*SERVER, "--exit-with-stdin", "--memory"], stdin=subprocess.DEVNULL)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix")
def test_nor_in_a_terminal() -> None:
    from ptyprocess import PtyProcess

    with pytest.raises(OSError, match="--host 127"):
        PtyProcess.spawn([*CLIENT, "--host"])


async def test_sockets_and_servers_of_this_process_listen_here() -> None:
    with socket.socket() as one, pytest.raises(Listens):
        one.bind(("0.0.0.0", 0))
    for everywhere in ("0.0.0.0:0", "[::]:0"):
        with pytest.raises(Listens):
            grpc.aio.server().add_insecure_port(everywhere)
    assert grpc.aio.server().add_insecure_port("127.0.0.1:0")
