"""Server addresses: ``HOST[:PORT]`` as people write them."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from koikoi_client.text import text
from koikoi_client.wire.certificate import CODE_LETTERS, LETTERS, grouped

DEFAULT_PORT = 50551
_ZONE_IN_URL = re.compile(r"%25(?=\D)")  # RFC 6874


class AddressError(ValueError):
    """The text is not an address; the message shows an example of one."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host name or IP address, and a port from 1 to 65535.

    As a string it has neither code nor option: "192.168.1.20:50551".
    """

    host: str  #: without brackets
    port: int
    code: str = ""  #: of the server's certificate, "KMQR-ABCD-EFGH-TUVW"; empty: any
    insecure: bool = False  #: the connection is not encrypted

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def command(self) -> str:
        """What others type to connect to it.

        Shells would read brackets as a pattern, so they are quoted. The zone of an address has a
        meaning on this machine only, and other machines try all of theirs.
        """
        shown = str(Address(self.host.partition("%")[0], self.port))
        if self.code:
            shown = f"{self.code}@{shown}"
        quoted = f'"{shown}"' if "[" in shown else shown
        return f"koikoi-client --insecure {quoted}" if self.insecure else f"koikoi-client {quoted}"

    @property
    def only_here(self) -> bool:
        """Whether this is a loopback address, which only this machine can reach."""
        if self.host.lower() == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.partition("%")[0]).is_loopback
        except ValueError:
            return False


def parse(written: str, default_port: int = DEFAULT_PORT) -> Address:
    """The address in *written*: "host", "host:port", "::1", "[::1]:port", "CODE@host".

    Raises:
        AddressError: when it is not an address.
    """
    code, at, host = written.strip().rpartition("@")
    port = str(default_port)
    if "://" in host:
        raise AddressError(_with_scheme(host))
    if at:
        code = _code(code)
    if host.startswith("["):
        host, bracket, rest = host[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError(_wrong(written))
        port = rest[1:] if rest else port
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
    if not host or any(c.isspace() or c in "/[]" for c in host):
        raise AddressError(_wrong(written))
    if ":" in host:
        try:
            ipaddress.IPv6Address(host.partition("%")[0])
        except ValueError:
            raise AddressError(_wrong(written)) from None
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise AddressError(
            text(
                '"{port}" in "{written}" is not a port: use a number from 1 to 65535.',
                port=port,
                written=written,
            )
        )
    return Address(_readable(host), int(port), code)


def _code(typed: str) -> str:
    """A code as the server shows it; case, dashes and spaces do not matter. Raises AddressError."""
    letters = "".join(typed.upper().replace("-", " ").split())
    if len(letters) != CODE_LETTERS or not set(letters) <= set(LETTERS):
        raise AddressError(
            text(
                '"{code}" is not the code of a server: it has {n} letters, like '
                "KMQR-ABCD-EFGH-TUVW. Copy the line that the server shows, or leave out the code.",
                code=typed,
                n=CODE_LETTERS,
            )
        )
    return grouped(letters)


def _readable(host: str) -> str:
    """*host* without a zone, unless it is a link-local address: the system takes no other zones."""
    bare = host.partition("%")[0]
    try:
        ip = ipaddress.ip_address(bare)
    except ValueError:
        return host
    has_zone = ip.version == 6 and ip.is_link_local
    return _ZONE_IN_URL.sub("%", host).removesuffix("%") if has_zone else bare


def _wrong(written: str) -> str:
    return text(
        '"{written}" is not an address: write HOST or HOST:PORT, for example '
        "192.168.1.20:50551 or [fe80::1]:50551.",
        written=written,
    )


def _with_scheme(written: str) -> str:
    scheme, sign, rest = written.partition("://")
    return text(
        'An address is HOST or HOST:PORT, without "{scheme}": type {rest}.',
        scheme=scheme + sign,
        rest=rest.partition("/")[0] or "HOST",
    )
