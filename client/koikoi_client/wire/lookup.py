"""Look up a host as the system does: hosts file, DNS, mDNS and whatever else it is set up for."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress


async def look_up(host: str) -> tuple[str, ...]:
    """The IP addresses of *host*, in the order in which the system would try them.

    A link-local IPv6 address ends with its zone: "fe80::1%2". Without a zone it may belong to any
    network of this machine, so it is returned once for each interface.

    Raises:
        OSError: when the host is unknown, or names cannot be looked up now.
    """
    if _is_address(host):
        return tuple(_zoned(host))
    # In a daemon thread, because a look-up cannot be cancelled and must not delay the exit.
    found: Future[tuple[str, ...]] = Future()
    found.set_running_or_notify_cancel()

    def run() -> None:
        try:
            found.set_result(_resolve(host))
        except Exception as error:
            found.set_exception(error)

    threading.Thread(target=run, daemon=True, name="look-up").start()
    return await asyncio.wrap_future(found)


def target(addresses: Sequence[str], port: int) -> str:
    """The gRPC target of one port of several IP addresses; gRPC tries them all.

    A name is never part of a target, as gRPC would take "dns:1" or "unix:1" for a URI, and looks
    names up in DNS only. One target takes IPv4 addresses beside IPv6 addresses if they are mapped.
    """
    if all(":" not in each for each in addresses):
        return "ipv4:" + ",".join(f"{each}:{port}" for each in addresses)
    mapped = (each if ":" in each else f"::ffff:{each}" for each in addresses)
    return "ipv6:" + ",".join(f"[{each.replace('%', '%25')}]:{port}" for each in mapped)


def _is_address(host: str) -> bool:
    """Whether *host* is an IP address without a zone, which needs no look-up."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return "%" not in host


def _resolve(host: str) -> tuple[str, ...]:
    """Look *host* up, which may take seconds. A name beyond ASCII is tried as UTF-8 and as IDNA."""
    names = [host.lower().encode(errors="surrogateescape")]  # UTF-8 in hosts files and in mDNS
    if not host.isascii():
        with suppress(UnicodeError):
            names.append(host.encode("idna"))
    for last, name in enumerate(names, 1):
        try:
            found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
            break
        except OSError:
            if last == len(names):
                raise
    addresses: list[str] = []
    for *_, where in found:
        address = str(where[0]).partition("%")[0]
        zone = where[3] if len(where) == 4 else 0
        addresses += [f"{address}%{zone}"] if zone else _zoned(address)
    return tuple(dict.fromkeys(addresses))


def _zoned(address: str) -> Iterator[str]:
    """*address*; a link-local IPv6 address once for each interface of this machine."""
    if ":" in address and ipaddress.ip_address(address).is_link_local:
        yield from (f"{address}%{index}" for index, _ in socket.if_nameindex())
    else:
        yield address
