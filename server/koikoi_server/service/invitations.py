"""The lines to type on other machines, which a server prints when it starts and when they change.

A program that started the server reads them: commands begin with "koikoi-client ", and sentences
for people with "koikoi-server: ". An empty line comes before each later block of lines.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NoReturn

from koikoi_server.service.listening import Listening
from koikoi_server.system.addresses import LOOPBACK, client_command, is_loopback, lan_addresses
from koikoi_server.text import text

CHECK_SECONDS = 5.0  #: how often the server looks for new addresses of this machine


def invitations(listening: Listening, found: Sequence[str]) -> list[str]:
    """The lines of a server; *found* are the machine's addresses, the likeliest first."""
    lines = _addresses(listening, found)
    if listening.has_password:
        lines.append(text("koikoi-server: Players must type the password."))
    return lines


def _addresses(listening: Listening, found: Sequence[str]) -> list[str]:
    """The commands to type, and sentences about them."""
    code = listening.identity.code if listening.identity else ""
    if listening.addresses:
        # A zone has a meaning on one machine only. Others try all of theirs.
        bare = dict.fromkeys(each.partition("%")[0] for each in listening.addresses)
        return [
            client_command(each, listening.port, code) for each in sorted(bare, key=is_loopback)
        ]
    usable = [each for each in found if not (listening.ipv6_taken and ":" in each)]
    lines = [client_command(each, listening.port, code) for each in usable or [LOOPBACK]]
    if listening.ipv6_taken:
        lines.append(
            text(
                "koikoi-server: Another program uses port {port} of the IPv6 addresses, so others "
                "can connect only by IPv4.",
                port=listening.port,
            )
        )
    if not usable:
        lines.append(
            text(
                "koikoi-server: Only this machine can connect, because it is not on a network. "
                "When it joins one, its addresses appear here."
            )
        )
    return lines


async def follow_changes(
    listening: Listening,
    lines: Sequence[str],
    on_change: Callable[[Sequence[str]], None],
    find: Callable[[], list[str]] = lan_addresses,
    seconds: float = CHECK_SECONDS,
) -> NoReturn:
    """Call *on_change* with the new lines whenever this machine gets or loses an address.

    *lines* are those that are shown now.
    """
    while True:
        await asyncio.sleep(seconds)
        now = invitations(listening, await asyncio.to_thread(find))
        if now != lines:
            lines = now
            on_change(lines)
