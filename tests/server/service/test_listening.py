"""What a server prints is where it listens, or it says why it does not."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Sequence
from itertools import chain, repeat

import grpc
import pytest

from koikoi_server.identity import Identity
from koikoi_server.service import listening
from koikoi_server.service.invitations import follow_changes, invitations
from koikoi_server.service.listening import CannotListen, Listening, listen
from tests.support.timeouts import HANG

HERE = "127.0.0.1"


def bound(*hosts: str, port: int = 0) -> Listening:
    return listen(grpc.aio.server(), hosts, port, identity=None)


def taken() -> socket.socket:
    one = socket.socket()
    one.bind((HERE, 0))
    one.listen()
    return one


async def test_each_address_is_bound_once() -> None:
    assert bound(HERE, HERE).addresses == (HERE,)
    assert HERE in bound("localhost").addresses
    assert bound(f"::ffff:{HERE}", f"{HERE}%lo").addresses == (HERE,)


@pytest.mark.parametrize(
    ("hosts", "why"),
    [
        ((HERE, "no-such-host.invalid"), 'There is no host "no-such-host.invalid"'),
        ((HERE, "192.0.2.77"), "does not have the address 192.0.2.77"),
        (("fe80::77",), "does not have the address fe80::77"),
        (("224.0.0.1",), "does not have the address 224.0.0.1"),
        (("255.255.255.255",), "does not have the address 255.255.255.255"),
        (("127.255.255.255",), "does not have the address 127.255.255.255"),
        (("::ffff:224.0.0.1",), "does not have the address 224.0.0.1"),
        (("ff02::1",), "does not have the address ff02::1"),
    ],
)
async def test_what_cannot_be_bound_is_refused(hosts: Sequence[str], why: str) -> None:
    with pytest.raises(CannotListen, match=why):
        bound(*hosts)


async def test_a_port_that_is_taken_is_refused() -> None:
    with taken() as other, pytest.raises(CannotListen, match="another program uses it"):
        bound(HERE, port=other.getsockname()[1])


@pytest.mark.parametrize(
    "host", ["::", "::0", "::%lo", "0.0.0.0", "0", "0x0", "0.0", "::ffff:0.0.0.0", "all.lan"]
)
async def test_all_addresses_have_several_names(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that a hosts file gives them. (Only in this test no socket is opened.)"""
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo",
        lambda name, *rest, **named: real("0.0.0.0" if name == "all.lan" else name, *rest, **named),
    )  # fmt: skip
    monkeypatch.setattr(listening, "_failure", lambda *_: 0)
    monkeypatch.setattr(listening, "_bind", lambda *_: 7)
    assert bound(HERE, host, port=7) == Listening(7)


LAN = ("192.168.1.20", "fd00::20")
OURS = Identity(b"", ssl.DER_cert_to_PEM_cert(b"certificate").encode())
CODE = OURS.code
PLAIN = "koikoi-client --insecure"


@pytest.mark.parametrize(
    ("where", "found", "lines"),
    [
        (
            Listening(7, identity=OURS), LAN,
            [f"koikoi-client {CODE}@192.168.1.20:7", f'koikoi-client "{CODE}@[fd00::20]:7"'],
        ),
        (Listening(7), LAN, [f"{PLAIN} 192.168.1.20:7", f'{PLAIN} "[fd00::20]:7"']),
        (Listening(7), (), [f"{PLAIN} 127.0.0.1:7", "Only this machine can connect"]),
        (
            Listening(7, ipv6_taken=True), LAN,
            [f"{PLAIN} 192.168.1.20:7", "Another program uses port 7 of the IPv6 addresses"],
        ),
        (
            Listening(7, (HERE, "fe80::1%2", "fe80::1%3"), OURS), (),
            [f'koikoi-client "{CODE}@[fe80::1]:7"', f"koikoi-client {CODE}@127.0.0.1:7"],
        ),
    ],
)  # fmt: skip
def test_lines_that_friends_can_type(
    where: Listening, found: Sequence[str], lines: list[str]
) -> None:
    shown = [line.removeprefix("koikoi-server: ") for line in invitations(where, found)]
    assert len(shown) == len(lines)
    assert all(map(str.startswith, shown, lines))


async def test_ipv6_that_another_program_has_taken_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """gRPC then listens on IPv4 without a word. (Only in this test no socket is opened.)"""
    monkeypatch.setattr(listening, "_failure", lambda *_: errno.EADDRINUSE)
    monkeypatch.setattr(listening, "_bind", lambda *_: 7)
    assert bound(port=7).ipv6_taken
    assert not bound(port=0).ipv6_taken


async def test_new_addresses_are_shown() -> None:
    """When an interface comes and goes."""
    networks = chain([[], [], ["10.0.0.5"], ["10.0.0.5"]], repeat([]))
    shown: asyncio.Queue[str] = asyncio.Queue()
    following = asyncio.create_task(
        follow_changes(
            Listening(7), invitations(Listening(7), ()), lambda lines: shown.put_nowait(lines[0]),
            lambda: next(networks), 0.001,
        )
    )  # fmt: skip
    async with asyncio.timeout(HANG):
        assert await shown.get() == f"{PLAIN} 10.0.0.5:7"
        assert await shown.get() == f"{PLAIN} 127.0.0.1:7"
    following.cancel()
