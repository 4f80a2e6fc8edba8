"""Which addresses of a machine its friends are told, and in which order."""

from __future__ import annotations

from ipaddress import ip_interface

import pytest

from koikoi_server.system import addresses
from koikoi_server.system.addresses import Interface, ranked

HOME, WIRE, VPN = "192.168.1.20/24", "10.0.0.5/24", "10.8.0.2/24"


@pytest.fixture(autouse=True)
def _all_interfaces_are_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each network has a route: the system sends from an address in it."""
    monkeypatch.setattr(addresses, "_source", str)


def interface(name: str, *found: str) -> Interface:
    return Interface((name, name), tuple(ip_interface(each) for each in found))


LO = interface("lo", "127.0.0.1/8", "::1/128")
DOCKER = interface("docker0", "172.17.0.1/16")


@pytest.mark.parametrize(
    ("interfaces", "default", "shown"),
    [
        ([LO], "", []),
        ([LO, interface("eth0", HOME)], "", ["192.168.1.20"]),  # no default route
        ([interface("eth0", "fd00::2/64", "fe80::2/64")], "fd00::2", ["fd00::2"]),
        ([interface("eth0", "fe80::2/64")], "", ["fe80::2"]),
        ([interface("eth0", "169.254.3.4/16", "fe80::2/64")], "", ["169.254.3.4", "fe80::2"]),
        (  # the default route leads through a VPN
            [interface("wg0", VPN), interface("wlan0", HOME)],
            "10.8.0.2",
            ["192.168.1.20", "10.8.0.2"],
        ),
        (
            [interface("eth9", "100.80.1.2/32"), interface("en0", HOME)],
            "100.80.1.2",
            ["192.168.1.20", "100.80.1.2"],
        ),
        (
            [interface("Ethernet 2 OpenVPN TAP", VPN), interface("Wi-Fi", HOME)],
            "10.8.0.2",
            ["192.168.1.20", "10.8.0.2"],
        ),
        (  # two networks, and the one of containers
            [DOCKER, interface("eth0", WIRE, "fd01::5/64"), interface("wlan0", HOME)],
            "192.168.1.20",
            ["192.168.1.20", "10.0.0.5", "fd01::5", "172.17.0.1"],
        ),
        ([interface("utun3", "fe80::9/64"), interface("awdl0", "fe80::8/64")], "", []),
    ],
)
def test_usable_addresses_come_with_the_likeliest_first(
    interfaces: list[Interface], default: str, shown: list[str]
) -> None:
    assert ranked(interfaces, {default}) == shown


def test_an_address_without_a_route_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its interface is down."""
    monkeypatch.setattr(addresses, "_source", lambda _: None)
    assert ranked([interface("eth0", HOME)], set()) == []
