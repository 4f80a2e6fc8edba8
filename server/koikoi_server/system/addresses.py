"""The addresses at which other machines can reach this one."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Interface, IPv6Interface

DEFAULT_PORT = 50551
LOOPBACK = "127.0.0.1"

# Reserved addresses (RFC 5737, RFC 3849). Nothing is sent to them: the system only selects the
# local address of the default route.
_FAR_AWAY = ("192.0.2.1", "2001:db8::1")
_BROADCAST = "255.255.255.255"

# Networks that a friend is seldom on, by the names of their interfaces on Linux, macOS and Windows.
_TUNNEL = re.compile(
    r"^(tun|tap|utun|wg|ppp|ipsec|gpd|zt|tailscale|nordlynx|proton|mullvad)"
    r"|vpn|tunnel|wireguard|wintun|tap-windows|zerotier|tailscale"
)
_VIRTUAL = re.compile(
    r"^(docker|br-|virbr|veth[0-9a-f]{6,}|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|dummy|awdl|llw|anpi)"
    r"|hyper-v|vmware|virtualbox|wsl|bluetooth|wi-fi direct"
)
_SHARED_NETWORK = ipaddress.ip_network("100.64.0.0/10")  # RFC 6598; Tailscale uses it


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface: its names, and its addresses with their networks."""

    names: tuple[str, ...]
    addresses: tuple[IPv4Interface | IPv6Interface, ...]


def lan_addresses() -> list[str]:
    """All addresses of this machine that others can use, the likeliest first; may be empty.

    An IPv6 link-local address has no zone here, as a zone has a meaning on one machine only.
    """
    return ranked(_interfaces(), {address for far in _FAR_AWAY if (address := _source(far))})


def ranked(interfaces: Iterable[Interface], default: set[str]) -> list[str]:
    """The usable addresses of *interfaces*, the likeliest first.

    Local networks come before tunnels and the networks of virtual machines, the address of the
    default route (one of *default*) before others, one address of each interface before the second
    one of any, and IPv4 before IPv6. Link-local addresses are left out where there are others.
    """
    rows: list[tuple[tuple[int, ...], str]] = []
    for interface in interfaces:
        kind = _kind(interface)
        usable = [each for each in interface.addresses if _is_usable(each)]
        routed = [each for each in usable if not each.is_link_local]
        if not kind and not routed:
            routed = usable
        is_default = any(str(each.ip) in default for each in routed)
        routed.sort(key=lambda each: (each.version, str(each.ip) not in default))
        for place, each in enumerate(routed):
            rank = (kind, each.is_link_local, place > 0, not is_default, each.version)
            rows.append((rank, str(each.ip)))
    rows.sort(key=lambda row: row[0])
    return list(dict.fromkeys(address for _, address in rows))


def endpoint(host: str, port: int) -> str:
    """An address with its port: "192.168.1.20:50551", "[fe80::1]:50551"."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def client_command(host: str, port: int, code: str) -> str:
    """What to type to connect. *code*: of the server's identity; empty: it is not encrypted.

    Shells would read brackets as a pattern, so they are quoted.
    """
    shown = endpoint(host, port)
    if code:
        shown = f"{code}@{shown}"
    quoted = f'"{shown}"' if "[" in shown else shown
    return f"koikoi-client {quoted}" if code else f"koikoi-client --insecure {quoted}"


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach *address*."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def is_for_many(address: str) -> bool:
    """Whether this is a multicast or broadcast address, to which nobody can connect."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.is_multicast or str(ip) == _BROADCAST:
        return True
    if ip.version == 6:
        return False
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
    except OSError as error:
        return error.errno == errno.EACCES  # a broadcast address needs SO_BROADCAST
    return False


def _interfaces() -> list[Interface]:
    """This machine's interfaces; without ifaddr's help those of the default routes."""
    import ifaddr  # slow to load, and a private server does not need it

    try:
        return [
            Interface(
                (adapter.name, adapter.nice_name),
                tuple(_network(ip.ip, ip.network_prefix) for ip in adapter.ips),
            )
            for adapter in ifaddr.get_adapters()
        ]
    except (OSError, ValueError, AssertionError):  # a name or a netmask that ifaddr cannot read
        sources = (ipaddress.ip_interface(each) for far in _FAR_AWAY if (each := _source(far)))
        return [Interface((), (each,)) for each in sources]


def _network(address: str | tuple[str, int, int], prefix: int) -> IPv4Interface | IPv6Interface:
    """An address as ifaddr gives it; of IPv6 with a flow label and a zone."""
    return ipaddress.ip_interface((address if isinstance(address, str) else address[0], prefix))


def _kind(interface: Interface) -> int:
    """0 a local network, 1 a tunnel such as a VPN, 2 the network of virtual machines."""
    names = [name.lower() for name in interface.names]
    if any(_VIRTUAL.search(name) for name in names):
        return 2
    shared = any(
        isinstance(each, IPv4Interface)
        and (each.network.prefixlen == 32 or each.ip in _SHARED_NETWORK)
        for each in interface.addresses
    )
    return 1 if shared or any(_TUNNEL.search(name) for name in names) else 0


def _is_usable(address: IPv4Interface | IPv6Interface) -> bool:
    """Whether others may reach the address: its interface must be up, so that there is a route."""
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    if isinstance(address, IPv6Interface):
        return True  # systems remove these addresses from an interface that is down
    neighbour = next((each for each in address.network.hosts() if each != address.ip), None)
    if neighbour is None:
        return True
    source = _source(str(neighbour))
    return source is not None and ipaddress.ip_address(source) in address.network


def _source(remote: str) -> str | None:
    """The local address from which the system would send to *remote*; None if there is no route."""
    family = socket.AF_INET6 if ":" in remote else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((remote, 9))
            return str(probe.getsockname()[0]).partition("%")[0]
    except OSError:
        return None
