"""Make a gRPC server listen, and say in a sentence why it cannot."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import grpc

from koikoi_server.identity import Identity
from koikoi_server.system.addresses import LOOPBACK, endpoint, is_for_many, is_loopback
from koikoi_server.text import text

EVERYWHERE = ("::", "0.0.0.0")
_ZONE_IN_URL = re.compile(r"%25(?=\D)")  # RFC 6874


class CannotListen(Exception):
    """The server cannot listen on every address that it was given; the message says why."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server listens."""

    port: int
    addresses: tuple[str, ...] = ()  #: empty: all addresses of this machine
    identity: Identity | None = None  #: None: connections are not encrypted
    ipv6_taken: bool = False  #: only IPv4, because another program uses the port on IPv6
    has_password: bool = False  #: which players must know


def listen(
    server: grpc.aio.Server,
    hosts: Sequence[str],
    port: int,
    identity: Identity | None,
    *,
    has_password: bool = False,
) -> Listening:
    """Listen on *port* (0: a free one) of all *hosts*, names or addresses; empty: all addresses.

    Connections are encrypted with *identity*; None: they are not. *has_password*: whether clients
    send a password.

    "::" and "0.0.0.0" both stand for all addresses, as gRPC does not tell them apart. So does
    whatever the system looks up as one of them, such as "0".

    Raises:
        CannotListen: when one of *hosts* is unknown, or is not this machine's, or its port is
            taken; or when clients would send a password over the network unencrypted.
    """
    addresses = dict.fromkeys(each for host in hosts for each in _addresses(host, port))
    if has_password and identity is None and not (addresses and all(map(is_loopback, addresses))):
        raise CannotListen(
            text(
                "With --insecure, everybody on the network could read the password: leave out "
                "--insecure, or serve only this machine with --host 127.0.0.1."
            )
        )
    if not hosts or any(each in addresses for each in EVERYWHERE):
        return replace(_listen_everywhere(server, port, identity), has_password=has_password)
    bound = 0
    for address in addresses:
        bound = _bind(server, address, bound or port, identity)
        if not bound:
            raise CannotListen(_why_not(address, port))
    return Listening(bound, tuple(addresses), identity, has_password=has_password)


def _listen_everywhere(server: grpc.aio.Server, port: int, identity: Identity | None) -> Listening:
    # gRPC falls back to IPv4 without a word.
    taken = bool(port) and _failure(EVERYWHERE[0], port) == errno.EADDRINUSE
    for address in EVERYWHERE:
        if bound := _bind(server, address, port, identity):
            return Listening(bound, identity=identity, ipv6_taken=taken)
    raise CannotListen(_why_not(EVERYWHERE[1], port))


def _bind(server: grpc.aio.Server, address: str, port: int, identity: Identity | None) -> int:
    """The port on which *server* now listens; 0 if it cannot."""
    if is_for_many(address):  # the system would allow it
        return 0
    try:
        if identity is None:
            return server.add_insecure_port(endpoint(address, port))
        secret = grpc.ssl_server_credentials([(identity.key, identity.certificate)])
        return server.add_secure_port(endpoint(address, port), secret)
    except RuntimeError:
        return 0


def _addresses(host: str, port: int) -> list[str]:
    """The addresses of *host*; of a name only those that this machine has.

    Raises:
        CannotListen: when *host* is unknown, or none of its addresses is this machine's.
    """
    try:
        rows = socket.getaddrinfo(_readable(host), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise CannotListen(
            text(
                'There is no host "{host}". Give --host an address of this machine, or leave it '
                "out to listen on all of them.",
                host=host,
            )
        ) from None
    found = [each for *_, where in rows for each in _zoned(where)]
    if len(found) == 1:
        return found
    ours = [each for each in found if _failure(each, port) != errno.EADDRNOTAVAIL]
    return ours or found[:1]


def _readable(host: str) -> str:
    """*host* without a zone, unless it is a link-local address: the system takes no other zones."""
    bare = host.partition("%")[0]
    try:
        ip = ipaddress.ip_address(bare)
    except ValueError:
        return host
    has_zone = ip.version == 6 and ip.is_link_local
    return _ZONE_IN_URL.sub("%", host).removesuffix("%") if has_zone else bare


def _zoned(where: tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]) -> list[str]:
    """The address of a row of getaddrinfo; a link-local one that lacks its zone, with each zone.

    An address of IPv4 that is written as one of IPv6 ("::ffff:10.0.0.1") is returned as IPv4.
    """
    address = str(where[0]).partition("%")[0]
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv4Address) or not ip.is_link_local:
        return [str(getattr(ip, "ipv4_mapped", None) or ip)]
    zone = where[3] if len(where) == 4 else 0
    zones = [zone] if zone else [index for index, _ in socket.if_nameindex()]
    return [f"{address}%{each}" for each in zones]


def _failure(address: str, port: int) -> int:
    """The errno of an attempt to listen on *address*; 0 if it works."""
    if is_for_many(address):
        return errno.EADDRNOTAVAIL
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as tried:
            if family == socket.AF_INET6:
                tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            if sys.platform != "win32":  # there it would share the port
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(where)
            tried.listen()
    except OSError as error:
        return error.errno or errno.EADDRNOTAVAIL
    return 0


def _why_not(address: str, port: int) -> str:
    match _failure(address, port):
        case errno.EADDRNOTAVAIL | errno.EAFNOSUPPORT | errno.EINVAL:
            return text(
                "This machine does not have the address {address}. Give --host one that it has, "
                "or leave it out to listen on all of them.",
                address=address,
            )
        case errno.EACCES | errno.EPERM:
            return text(
                "Cannot listen on port {port}: the system does not allow it. Choose a port above "
                "1023 with koikoi-server --port.",
                port=port,
            )
        case _:
            return text(
                "Cannot listen on port {port}, because another program uses it. If that is a "
                "koikoi-server, play there with koikoi-client {address}. Otherwise stop that "
                "program, or choose another port with koikoi-server --port.",
                address=endpoint(LOOPBACK if address in EVERYWHERE else address, port),
                port=port,
            )
