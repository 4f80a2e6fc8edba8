"""Which servers a client trusts: by the code that was typed, or by what it has pinned.

The first connection to an unknown server trusts it, as ssh does, and pins its certificate under the
server's id. From then on that server is accepted with no other certificate, and never without.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

from koikoi_client.errors import Untrusted
from koikoi_client.text import text
from koikoi_client.wire.address import Address
from koikoi_client.wire.certificate import code_of, digest_of, is_digest

MAX_ADDRESSES = 8
"""Of one server: those at which it was seen first are forgotten."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A server that is known, and its certificate."""

    server_id: str
    digest: str  #: of its certificate, as :func:`.digest_of`
    addresses: tuple[str, ...] = ()  #: at which it was last seen, as they were typed, with the port
    password: str = field(default="", repr=False)  #: never shown, or given to another server

    def __post_init__(self) -> None:
        words = (self.server_id, self.digest, self.password, *self.addresses)
        if not all(isinstance(each, str) for each in words) or not is_digest(self.digest):
            raise TypeError("not a pin")  # the file was edited


class Pins(Protocol):
    """The known servers."""

    def pins(self) -> Sequence[Pin]:
        """All of them."""

    def keep_pin(self, pin: Pin) -> None:
        """Keep *pin* instead of one with the same server id."""

    def drop_pin(self, pin: Pin) -> None:
        """Forget a server."""

    def pin_path(self, pin: Pin) -> str:
        """The file of a pin, for people."""

    def damaged_pin(self, server_id: str) -> str:
        """The file of a server's pin, if it cannot be read; or ""."""


class MemoryPins:
    """Servers that are known until the program ends."""

    def __init__(self) -> None:
        self._pins: dict[str, Pin] = {}

    def pins(self) -> Sequence[Pin]:
        return list(self._pins.values())

    def keep_pin(self, pin: Pin) -> None:
        self._pins[pin.server_id] = pin

    def drop_pin(self, pin: Pin) -> None:
        self._pins.pop(pin.server_id, None)

    def pin_path(self, pin: Pin) -> str:
        return ""

    def damaged_pin(self, server_id: str) -> str:
        return ""


class Trust:
    """Decides whether to trust the server at an address.

    Attributes:
        certificate: the accepted certificate (DER); empty before :meth:`accept`.
        first_visit: whether nothing vouches for the server: neither a code nor a pin.
    """

    def __init__(self, address: Address, pins: Pins) -> None:
        self._address = address
        self._pins = pins
        self.certificate = b""
        self.first_visit = False

    @property
    def code(self) -> str:
        """The code of the accepted certificate; empty: there is none."""
        return code_of(digest_of(self.certificate)) if self.certificate else ""

    def expects(self, certificate: bytes) -> bool:
        """Whether a certificate (DER) has the code that was typed, or is pinned at this address.

        If there is neither, every certificate is expected. After :meth:`accept` it is the accepted
        one only.
        """
        if self.certificate:
            return certificate == self.certificate
        digest = digest_of(certificate)
        if self._address.code:
            return code_of(digest) == self._address.code
        known = self._at_address()
        return known is None or known.digest == digest

    def accept(self, certificate: bytes) -> None:
        """Use a certificate (DER) from now on.

        Raises:
            Untrusted: when it has not the code that was typed, or another one is known here.
        """
        digest = digest_of(certificate)
        if not self.expects(certificate):
            code = self._address.code
            raise Untrusted(self._wrong_code(digest) if code else self._another_server(digest))
        known = any(each.digest == digest for each in self._pins.pins())
        self.first_visit = not (known or self._address.code)
        self.certificate = certificate

    def check_plain(self) -> None:
        """Raises Untrusted when the server at this address must be encrypted."""
        if (known := self._at_address()) is not None:
            raise Untrusted(self._must_be_encrypted(known))

    def check_id(self, server_id: str) -> None:
        """Check what the server says of itself.

        Raises:
            Untrusted: when another certificate belongs to *server_id*, or nobody knows which.
        """
        if path := self._pins.damaged_pin(server_id):
            raise Untrusted(self._damaged(path))
        known = self._known(server_id)
        if not self.certificate:
            if known is not None:
                raise Untrusted(self._must_be_encrypted(known))
            return
        if known is not None and known.digest != digest_of(self.certificate):
            raise Untrusted(self._another_certificate(known))

    def keep(self, server_id: str) -> None:
        """Pin the server, which has let us in; on a first visit its code can be shown now."""
        if self.certificate and server_id:
            new = Pin(server_id, digest_of(self.certificate), password=self.kept_password)
            self._pin(self._known(server_id) or new)

    def _known(self, server_id: str) -> Pin | None:
        return next((each for each in self._pins.pins() if each.server_id == server_id), None)

    def check_same(self, certificate: bytes) -> None:
        """Raises Untrusted when the server now has another certificate than the accepted one."""
        if certificate != self.certificate:
            raise Untrusted(self._another_server(digest_of(certificate)))

    def check_unencrypted_answer(self) -> None:
        """Raises Untrusted when the server does not encrypt, but a code or a pin says it does."""
        known = self._at_address()
        if self.certificate or known is not None:
            raise Untrusted(self._no_longer_encrypted(known))
        if self._address.code:
            raise Untrusted(self._not_encrypted())

    @property
    def kept_password(self) -> str:
        """The password that is kept for the owner of the accepted certificate; or ""."""
        if not self.certificate:
            return ""
        digest = digest_of(self.certificate)
        pins = self._pins.pins()
        return next((each.password for each in pins if each.digest == digest and each.password), "")

    def keep_password(self, server_id: str, password: str) -> None:
        """Keep the right password of a server, if it is pinned."""
        known = self._known(server_id)
        if known is not None and known.password != password:
            with suppress(OSError):  # a read-only disk: it is asked for again
                self._pins.keep_pin(replace(known, password=password))

    def _pin(self, pin: Pin) -> None:
        """Keep *pin* with this address, at which no other server is known any more.

        A server that saves nothing has a new id at each start: its earlier ones are forgotten.
        """
        here = str(self._address)
        for other in self._pins.pins():
            if other.server_id == pin.server_id:
                continue
            if other.digest == pin.digest:
                self._pins.drop_pin(other)
            elif here in other.addresses:
                left = tuple(each for each in other.addresses if each != here)
                with suppress(OSError):
                    self._pins.keep_pin(replace(other, addresses=left))
        if here not in pin.addresses:
            pin = replace(pin, addresses=(*pin.addresses, here)[-MAX_ADDRESSES:])
            with suppress(OSError):  # a read-only disk: it stays a first visit
                self._pins.keep_pin(pin)

    def _at_address(self) -> Pin | None:
        here = str(self._address)
        return next((each for each in self._pins.pins() if here in each.addresses), None)

    def _wrong_code(self, digest: str) -> str:
        return text(
            "The code of the server at {address} is {code}, not {typed}. If the server's window "
            "shows {code}, type that; if not, another machine answers at this address.",
            address=self._address,
            code=code_of(digest),
            typed=self._address.code,
        )

    def _another_server(self, digest: str) -> str:
        return text(
            "Another server than before answers at {address}, or the same one with a new key. If "
            "your server's window shows the code {code}, type:\n{command}",
            address=self._address,
            code=code_of(digest),
            command=replace(self._address, code=code_of(digest)).command,
        )

    def _another_certificate(self, known: Pin) -> str:
        path = self._pins.pin_path(known)
        refused = text(
            "The server at {address} claims to be one that you know, but its code is {code} "
            "instead of {known}. Another machine may be pretending to be that server.",
            address=self._address,
            code=self.code,
            known=code_of(known.digest),
        )
        if not path:
            return refused
        remedy = text(
            "If the server has a new key, and its window shows the code {code}, delete this file:\n"
            "{path}\nThen type:\n{command}",
            code=self.code,
            path=path,
            command=self._command,
        )
        return f"{refused} {remedy}"

    def _damaged(self, path: str) -> str:
        if not self.code:
            return text(
                "The file by which the server at {address} is recognized is damaged. If its host "
                "has turned encryption off, delete the file and type the same again:\n{path}",
                address=self._address,
                path=path,
            )
        return text(
            "The file by which the server at {address} is recognized is damaged. If the server's "
            "window shows the code {code}, delete the file:\n{path}\nThen type:\n{command}",
            address=self._address,
            code=self.code,
            path=path,
            command=self._command,
        )

    @property
    def _command(self) -> str:
        """What to type to connect to the owner of the accepted certificate, and to no other."""
        return replace(self._address, code=self.code).command

    def _must_be_encrypted(self, known: Pin) -> str:
        return text(
            "Your connection to the server at {address} was encrypted before: leave out "
            "--insecure. If its host has turned encryption off, delete this file first:\n{path}",
            address=self._address,
            path=self._pins.pin_path(known),
        )

    def _no_longer_encrypted(self, known: Pin | None) -> str:
        refused = text(
            "The server at {address} was encrypted before, and now it is not. Another machine may "
            "be answering.",
            address=self._address,
        )
        path = self._pins.pin_path(known) if known is not None else ""
        if not path:
            return refused
        remedy = text(
            "If its host has turned encryption off, delete this file:\n{path}\nThen type:\n"
            "{command}",
            path=path,
            command=replace(self._address, code="", insecure=True).command,
        )
        return f"{refused} {remedy}"

    def _not_encrypted(self) -> str:
        return text(
            "The server at {address} does not encrypt, although you typed a code. Ask its host "
            "why: another machine may be answering.",
            address=self._address,
        )
