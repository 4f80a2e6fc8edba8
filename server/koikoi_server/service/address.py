"""The network address of a caller, as every limit counts it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import unquote

LOOPBACK = frozenset({"127.0.0.1", "::1"})

NETWORK_BITS = 64  #: of an IPv6 address: one host can use all addresses of such a network
_HOST_BITS = 128 - NETWORK_BITS


@lru_cache(maxsize=4096)
def address_of(peer: str) -> str:
    """The address of a *peer* as gRPC writes it, such as "ipv4:192.168.1.20:50551".

    An IPv6 address is represented by its /64 network (a link-local one with its zone), except for
    ::1; an IPv4-mapped one is an IPv4 address. Anything else, such as "unix:", stays as it is.
    """
    kind, _, endpoint = peer.partition(":")
    if kind not in {"ipv4", "ipv6"}:
        return peer
    if endpoint.startswith("%5B"):
        endpoint = unquote(endpoint)  # "%5Bfe80::1%252%5D:50551"
    host = endpoint.rpartition(":")[0].removeprefix("[").removesuffix("]")
    try:
        return _counted(ip_address(host))
    except ValueError:
        return peer


def _counted(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if address.is_loopback:
        return "::1"
    network = IPv6Address(int(address) >> _HOST_BITS << _HOST_BITS)
    zone = f"%{address.scope_id}" if address.scope_id else ""
    return f"{network}/{NETWORK_BITS}{zone}"
