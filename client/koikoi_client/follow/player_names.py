"""Player names: which ones a server accepts, and which one to offer."""

from __future__ import annotations

import getpass

from prompt_toolkit.utils import get_cwidth

from koikoi_client.text import printable, text

_GENERIC = frozenset({"root", "admin", "administrator", "user", "guest"})
"""Login names that are not a person's name."""


def name_problem(name: str, most: int) -> str:
    """Why a server that accepts *most* columns (0: unknown) would refuse a name; or ""."""
    name = printable(name).strip()
    if not name:
        return text("A name needs at least one visible character.")
    wide = get_cwidth(name)
    if not most or wide <= most:
        return ""
    return text("This name is {wide} columns wide; at most {most} fit.", most=most, wide=wide)


def login(most: int) -> str:
    """The login name on this machine, cut to *most* columns (0: not cut)."""
    try:
        found = printable(getpass.getuser()).strip()
    except (OSError, KeyError, ImportError):  # this user has no name
        found = ""
    if not found or found.casefold() in _GENERIC:
        found = text("Player")
    while most and get_cwidth(found) > most:
        found = found[:-1]
    return found
