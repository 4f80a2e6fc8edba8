"""The password of a server: which one is sent, and to whom."""

from __future__ import annotations

from typing import TypeAlias

from koikoi.v1 import service_pb2
from koikoi_client.errors import PASSWORD_WRONG, Refused, Untrusted
from koikoi_client.text import text
from koikoi_client.wire.address import Address
from koikoi_client.wire.trust import Trust

Metadata: TypeAlias = tuple[tuple[str, str], ...]


class Password:
    """The password for the server at one address.

    Attributes:
        typed: by the user for this run; empty: the one that is kept for the server is sent.
    """

    def __init__(self, address: Address, trust: Trust) -> None:
        self._address = address
        self._trust = trust
        self._has_connected = False
        self.typed = ""

    @property
    def kept(self) -> str:
        """The password that is kept for the server; or ""."""
        return self._trust.kept_password

    def metadata(self, info: service_pb2.GetServerInfoResponse, known_id: str) -> Metadata:
        """What is sent with each call to the server that said *info*, which is trusted.

        *known_id*: of the server to which we were connected before; or "".

        Raises:
            Refused: PASSWORD_WRONG when there is no password.
            Untrusted: when none may be sent.
        """
        if not info.password_needed:
            return ()
        if self._address.insecure:
            self._check_plain(info.server_id, known_id)
        password = self.typed or self.kept
        if not (password and password.isascii() and password.isprintable()):  # the server has none
            raise self.refused()
        return (("koikoi-password", password),)

    def accepted(self, info: service_pb2.GetServerInfoResponse) -> None:
        """Keep the password, if one was needed, with the server's pin."""
        self._has_connected = True
        if info.password_needed:
            self._trust.keep_password(info.server_id, self.typed or self.kept)

    def refused(self) -> Refused:
        """The refusal of a password that is wrong or missing."""
        if not self._has_connected:
            return Refused(PASSWORD_WRONG, text("This server needs a password."))
        changed = text(
            "The server wants another password now: start koikoi-client again and type it. Your "
            "seats are kept."
        )
        return Refused(PASSWORD_WRONG, changed)

    def _check_plain(self, server_id: str, known_id: str) -> None:
        """Raises Untrusted if a password must not be sent to a server that does not encrypt."""
        if not self._address.only_here:
            unsafe = text(
                "The server at {address} needs a password, but the connection is not encrypted, so "
                "none is sent.",
                address=self._address,
            )
            raise Untrusted(unsafe)
        if known_id not in ("", server_id):
            another = text(
                "Another server answers at {address} now: start koikoi-client again to use it.",
                address=self._address,
            )
            raise Untrusted(another)
