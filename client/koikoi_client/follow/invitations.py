"""How friends reach our own server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from koikoi_client.text import text
from koikoi_client.wire.address import Address


@dataclass
class Invitations:
    """What friends type to reach our own server. It changes with the networks of this machine.

    Attributes:
        commands: what friends type; empty: only this machine can connect.
        notes: the server's sentences about them.
        on_change: called without arguments when they change.
    """

    commands: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    on_change: Callable[[], None] = lambda: None


def ways_to_join(own: Invitations | None, address: Address, code: str) -> Invitations:
    """What friends type to join a table with the join *code*, or to come to the lobby.

    *own* belongs to our own server; otherwise friends use *address*, as we do.
    """
    if own is None and not code:
        return Invitations()
    commands = (address.command,) if own is None else own.commands
    notes = () if own is None else own.notes
    if own is None and address.only_here:
        here = text(
            "This address works on this machine only. On another one, use the address that the "
            "server shows."
        )
        notes = (here,)
    end = f" --join {code}" if code else ""
    return Invitations(tuple(each + end for each in commands), notes)
