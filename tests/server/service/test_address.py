"""Limits count callers by address: all ports, and all addresses of an IPv6 network, are one."""

from __future__ import annotations

import pytest

from koikoi_server.service.address import address_of


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:192.168.1.20:50551", "192.168.1.20"),
        ("ipv4:192.168.1.20:1", "192.168.1.20"),
        ("ipv4:127.0.0.1:5", "127.0.0.1"),
        ("ipv6:[::1]:5", "::1"),
        ("ipv6:%5B::1%5D:5", "::1"),
        ("ipv6:[2001:db8:1:2::3]:5", "2001:db8:1:2::/64"),
        ("ipv6:%5B2001:db8:1:2:ffff::9%5D:77", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:3::3]:5", "2001:db8:1:3::/64"),
        ("ipv6:[fe80::1%2]:5", "fe80::/64%2"),
        ("ipv6:%5Bfe80::1%252%5D:5", "fe80::/64%2"),
        ("ipv6:%5Bfe80::77%25eth0%5D:5", "fe80::/64%eth0"),
        ("ipv6:[fe80::1%25]:5", "fe80::/64%25"),
        ("ipv6:[fe80::1%3]:5", "fe80::/64%3"),
        ("ipv6:[::ffff:192.168.1.20]:5", "192.168.1.20"),
        ("ipv6:%5B::ffff:192.168.1.20%5D:5", "192.168.1.20"),
        ("unix:", "unix:"),
        ("unix:/run/koikoi.sock", "unix:/run/koikoi.sock"),
        ("", ""),
        ("ipv4:", "ipv4:"),
        ("ipv6:%5Bgarbage%5D:5", "ipv6:%5Bgarbage%5D:5"),
        ("fd:7", "fd:7"),
    ],
)
def test_an_address_is_that_of_a_host_or_of_an_ipv6_network(peer: str, address: str) -> None:
    assert address_of(peer) == address
