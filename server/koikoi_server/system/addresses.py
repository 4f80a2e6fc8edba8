"""The addresses of this machine on its networks."""

from __future__ import annotations

import ipaddress
import socket

LOOPBACK = "127.0.0.1"

# A reserved address (RFC 5737). Nothing is sent to it: the system only selects the local address.
_FAR_AWAY = ("192.0.2.1", 9)


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses, the best one first; loopback if it has no others."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
            found.append(probe.getsockname()[0])
        except OSError:
            pass  # no network
    try:
        names = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(name[4][0]) for name in names]
    except OSError:
        pass  # the machine's name cannot be resolved: only the probed address is known
    usable = [each for each in dict.fromkeys(found) if _is_usable(each)]
    return usable or [LOOPBACK]


def endpoint(host: str, port: int) -> str:
    """An address with its port: "192.168.1.20:50551", "[fe80::1]:50551"."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _is_usable(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_link_local)
