"""Hosts are looked up as the system does, again at each reconnect, and all addresses are tried."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koikoi_client.wire.address import Address
from koikoi_client.wire.lookup import look_up, target
from koikoi_client.wire.session import Session
from tests.client.fake import Running
from tests.client.wire.test_session import chosen
from tests.support.namespaces import ADDRESS_ALONE
from tests.support.timeouts import HANG

Knows = Callable[[dict[str, list[str]]], None]


@pytest.fixture
def system_knows(monkeypatch: pytest.MonkeyPatch) -> Knows:
    """Let the system's resolver know only the given names."""
    real = socket.getaddrinfo

    def patch(names: dict[str, list[str]]) -> None:
        def getaddrinfo(host: str | bytes, port: Any, *rest: Any, **named: Any) -> Any:
            # Python encodes a str with IDNA before it asks the system.
            name = host if isinstance(host, bytes) else host.encode("idna")
            if name.decode() in names:
                found = (real(each, port, *rest, **named) for each in names[name.decode()])
                return [one for each in found for one in each]
            if name.replace(b".", b"").isdigit() or b":" in name:
                return real(host, port, *rest, **named)
            raise socket.gaierror(socket.EAI_NONAME, "unknown")

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return patch


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("aki.local", "aki.local"),
        ("dns", "dns"),
        ("unix", "unix"),
        ("ipv4", "ipv4"),
        ("büro.lan", "xn--bro-hoa.lan"),
        ("Büro.lan", "büro.lan"),  # in hosts files
    ],
)
async def test_a_name_that_the_system_knows_connects(
    host: str, known: str, running: Running, system_knows: Knows
) -> None:
    system_knows({known: ["127.0.0.1"]})
    session = Session(Address(host, running.port, insecure=True))
    await session.open()
    assert session.status == f"Connected to {host}:{running.port}."
    await session.close()


@pytest.mark.parametrize("others", [["::1"], ["127.0.0.9"], ["::1", "127.0.0.9"]])
async def test_all_addresses_of_a_name_are_tried(
    others: list[str], running: Running, system_knows: Knows
) -> None:
    """Nobody answers at the first ones."""
    system_knows({"aki-pc": [*others, "127.0.0.1"]})
    session = Session(Address("aki-pc", running.port, insecure=True))
    await session.open()
    await session.close()


async def test_a_name_that_has_a_new_address_is_found_there(
    running: Running, session: Session, system_knows: Knows
) -> None:
    """Calls that are being repeated go to the new address too."""
    system_knows({"aki.local": ["127.0.0.1"]})
    session.address = Address("aki.local", running.port, insecure=True)
    await session.open()
    await running.stop()
    running.host = "::1"
    await running.start()
    system_knows({"aki.local": ["::1"]})
    assert await session.act("tok", chosen(), "S1") == 1


async def test_a_host_that_cannot_be_looked_up_any_more_is_tried_where_it_was(
    running: Running, session: Session, system_knows: Knows
) -> None:
    system_knows({"aki.local": ["127.0.0.1"]})
    session.address = Address("aki.local", running.port, insecure=True)
    await session.open()
    await running.stop()
    await running.start()
    system_knows({})
    assert await session.act("tok", chosen(), "S1") == 1


async def test_a_link_local_address_is_tried_on_every_interface_unless_it_names_one() -> None:
    zones = [index for index, _ in socket.if_nameindex()]
    assert await look_up("fe80::1") == tuple(f"fe80::1%{zone}" for zone in zones)
    assert await look_up(f"fe80::1%{zones[0]}") == (f"fe80::1%{zones[0]}",)
    assert await look_up("fd00::1") == ("fd00::1",)


def test_one_target_holds_addresses_of_both_kinds() -> None:
    assert target(["10.0.0.1", "10.0.0.2"], 7) == "ipv4:10.0.0.1:7,10.0.0.2:7"
    both = "ipv6:[fe80::1%252]:7,[::ffff:10.0.0.1]:7"
    assert target(["fe80::1%2", "10.0.0.1"], 7) == both


_REACH = """
import asyncio, sys
from koikoi_client.errors import CannotConnect
from koikoi_client.wire.address import parse
from koikoi_client.wire.session import Session

async def reach(written):
    session = Session(parse(written))
    try:
        await session.open()
        print("reached")
    except CannotConnect as error:
        print(error)
    await session.close()

for written in sys.argv[1:]:
    asyncio.run(reach(written))
"""


@pytest.mark.slow
def test_real_names_of_a_hosts_file(tmp_path: Path, machine: tuple[str, ...]) -> None:
    """The system's own resolver, in a network where one address of a name is dead."""
    (tmp_path / "nsswitch.conf").write_text("hosts: files\n")
    (tmp_path / "hosts").write_text(
        f"{ADDRESS_ALONE} dns unix ipv4 aki.local xn--bro-hoa.lan café.lan two.lan\n"
        "fd99::1 two.lan\n192.168.1.77 two.lan\n"
    )
    names = ["dns", "unix", "ipv4:50551", "aki.local", "büro.lan", "café.lan", "two.lan"]
    script = (
        "mount --bind hosts /etc/hosts && mount --bind nsswitch.conf /etc/nsswitch.conf || exit 9\n"
        'mkfifo input; "$1" -m koikoi_server --memory --exit-with-stdin <input >lines &\n'
        'exec 9>input; until grep -q : lines; do sleep 0.05; done; exec "$@"'
    )
    program = ("sh", "-c", script, "sh", sys.executable, "-c", _REACH, *names, "nobody.lan")
    done = subprocess.run(
        [*machine, "unshare", "--mount", *program],
        capture_output=True,
        text=True,
        timeout=HANG,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode == 9:
        pytest.skip(f"no mount namespaces here: {done.stderr}")
    *reached, unknown = done.stdout.splitlines()
    assert reached == ["reached"] * len(names), done.stderr
    assert unknown.startswith('There is no host "nobody.lan"')
