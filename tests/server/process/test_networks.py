"""koikoi-server on real networks: what it prints can be typed on another machine of the network."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.client.process import CLIENT, SERVER, environment
from tests.support.namespaces import SERVER_ADDRESS, Network, NoNamespaces, alone
from tests.support.timeouts import HANG

pytestmark = pytest.mark.slow


def interface(name: str, *addresses: str) -> tuple[str, ...]:
    """Commands that add an interface with these addresses, and a cable to nowhere."""
    made = (f"ip link add {name} type veth peer name {name}-end", f"ip link set {name} up")
    return (
        *made,
        f"ip link set {name}-end up",
        *(f"ip addr add {each} dev {name}" for each in addresses),
    )


HOME = interface("eth0", "192.168.1.20/24")
DOWN = (HOME[0], HOME[-1])
VPN = (*interface("wg0", "10.8.0.2/24"), "ip route add default dev wg0")
BY_CABLE = interface("eth1", "169.254.3.4/16")
IPV6_ONLY = interface("eth0", "fd00::20/64 nodad")
TAKEN = (
    "import socket, subprocess, sys\n"
    "with socket.create_server(('', 50551), family=socket.AF_INET6):\n"
    "    sys.exit(subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL))"
)


@pytest.mark.parametrize(
    ("networks", "options", "printed"),
    [
        (HOME, (), ["192.168.1.20:50551"]),  # no default route
        (DOWN, (), ["127.0.0.1:50551"]),
        ((), (), ["127.0.0.1:50551"]),
        (IPV6_ONLY, (), ["[fd00::20]:50551"]),
        ((*HOME, *VPN), (), ["192.168.1.20:50551", "10.8.0.2:50551"]),
        ((*HOME, *BY_CABLE), (), ["192.168.1.20:50551", "169.254.3.4:50551"]),
        (HOME, ("--host", "0.0.0.0"), ["192.168.1.20:50551"]),
        (HOME, ("--host", "::"), ["192.168.1.20:50551"]),
        (HOME, ("--host", "0"), ["192.168.1.20:50551"]),
        (HOME, ("--host", "[::1]"), ["[::1]:50551"]),
    ],
)
def test_all_usable_addresses_are_printed(
    networks: tuple[str, ...], options: tuple[str, ...], printed: list[str]
) -> None:
    try:
        around = alone(networks)
    except NoNamespaces as error:
        pytest.skip(f"no network namespaces here: {error}")
    done = run(*around, *SERVER, "--memory", "--exit-with-stdin", *options)
    lines = done.stdout.splitlines()
    # A link-local address comes when the system has tried it out.
    typed = [each for each in map(address, lines) if each and "fe80" not in each]
    assert typed == printed, done.stderr
    noted = [line for line in lines if "Only this machine can connect" in line]
    assert len(noted) == ("127.0.0.1:50551" in printed and "fe80" not in done.stdout)


def test_ipv6_taken_by_another_program_is_said() -> None:
    try:
        around = alone((*HOME, *IPV6_ONLY[2:]))
    except NoNamespaces as error:
        pytest.skip(f"no network namespaces here: {error}")
    done = run(*around, sys.executable, "-c", TAKEN, *SERVER, "--memory", "--exit-with-stdin")
    typed, said = done.stdout.splitlines()
    assert address(typed) == "192.168.1.20:50551"
    assert "Another program uses port 50551 of the IPv6 addresses" in said


def test_an_interface_that_comes_and_goes_and_a_line_typed_elsewhere(tmp_path: Path) -> None:
    """A link-local address is printed without a zone, and the other machine needs none."""
    try:
        with Network() as network:
            ip = (*network.at_server, "ip")
            run(*ip, "link", "set", "lan", "down", check=True)
            with serving(network) as server:
                assert address(read(server)) == "127.0.0.1:50551"
                run(*ip, "link", "set", "lan", "up", check=True)
                line = until(server, SERVER_ADDRESS)
                assert address(line) == f"{SERVER_ADDRESS}:50551"
                assert connects(network, line, tmp_path)
                run(*ip, "addr", "flush", "dev", "lan", "scope", "global", check=True)
                line = until(server, "fe80")
                assert "%" not in line
                assert connects(network, line, tmp_path)
    except NoNamespaces as error:
        pytest.skip(f"no network namespaces here: {error}")


def address(line: str) -> str:
    """The address, without its code, in a line that a server printed; empty: there is none."""
    code = r"(?:[A-Z]{4}-){3}[A-Z]{4}@"
    found = re.fullmatch(rf'koikoi-client (?:{code}(.*)|"{code}(.*)")', line)
    return (found[1] or found[2]) if found else ""


def run(*command: str, check: bool = False) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=HANG,
        check=check,
        stdin=subprocess.DEVNULL,
    )


@contextmanager
def serving(network: Network) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*network.at_server, *SERVER, "--memory", "--exit-with-stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def read(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    return server.stdout.readline().rstrip("\n")


def until(server: subprocess.Popen[str], part: str) -> str:
    """Read up to a line with *part*."""
    while part not in (line := read(server)):
        assert server.poll() is None
    return line


def connects(network: Network, line: str, folder: Path) -> bool:
    """Whether *line* can be typed into a shell on the other machine."""
    typed = line.replace("koikoi-client", " ".join(CLIENT), 1) + " --plain --name Aki"
    done = subprocess.run(
        [*network.at_client, "sh", "-c", typed],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=HANG,
        env=environment(folder),
    )
    return "Connected to" in done.stdout
