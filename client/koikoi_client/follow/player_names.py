"""The name that a person is called by at a table: what a server takes, and what to offer."""

from __future__ import annotations

import getpass

from prompt_toolkit.utils import get_cwidth

from koikoi_client.text import printable, text

_NOBODYS = frozenset({"root", "admin", "administrator", "user", "guest"})
"""Names of a machine's users that say nothing of the person."""


def wrong_name(name: str, most: int) -> str:
    """What a server that takes *most* columns (0: it does not say) would not like; or ""."""
    name = printable(name).strip()
    if not name:
        return text("A name is needed: letters, digits or other signs that can be seen.")
    wide = get_cwidth(name)
    if not most or wide <= most:
        return ""
    return text("A name has at most {most} columns, this has {wide}.", most=most, wide=wide)


def login(most: int) -> str:
    """The name under which the person uses this machine, in at most so many columns (0: any)."""
    try:
        found = printable(getpass.getuser()).strip()
    except (OSError, KeyError, ImportError):  # no such name on this system
        found = ""
    if not found or found.casefold() in _NOBODYS:
        found = text("Player")
    while most and get_cwidth(found) > most:
        found = found[:-1]
    return found
