"""What a user reads about the encryption of the connection."""

from __future__ import annotations

from koikoi_client.follow.invitations import Invitations
from koikoi_client.text import text
from koikoi_client.wire.session import Session


def is_exposed(session: Session, invitations: Invitations | None) -> bool:
    """Whether others on the network can read what is sent; *invitations* to our own server."""
    private = session.own and invitations is None  # a child process, only for this machine
    return session.address.insecure and not private


def first_visit(session: Session) -> str:
    """The code of a server that nothing vouches for; else ""."""
    if not session.trust.first_visit:
        return ""
    return text(
        "First visit. Code {code}: compare it with the server's window.", code=session.trust.code
    )


def encryption(session: Session, invitations: Invitations | None) -> str:
    """The code of the server, or that the connection is not encrypted; "": it needs no code."""
    if is_exposed(session, invitations):
        return text("Not encrypted: others on the network can read your cards.")
    if not session.trust.code:
        return ""
    if session.own or session.address.code:  # a code that was typed has been compared
        return text("Code of this server: {code}.", code=session.trust.code)
    return text(
        "Code of the server: {code}. Compare it with the server's window.",
        code=session.trust.code,
    )
