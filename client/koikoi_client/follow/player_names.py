"""Check player names, and suggest one."""

from __future__ import annotations

import getpass

from prompt_toolkit.utils import get_cwidth

from koikoi_client.text import printable, text

_GENERIC = frozenset({"root", "admin", "administrator", "user", "guest"})
"""Login names that are not suggested."""


def name_problem(name: str, most: int) -> str:
    """Why a server would refuse a name; or "". *most* is its limit in columns; 0: unknown."""
    name = printable(name).strip()
    if not name:
        return text("Please type a name, with letters or digits.")
    if most and get_cwidth(name) > most:
        return text("That name is too long: at most {most} columns.", most=most)
    return ""


def login(most: int) -> str:
    """The login name on this machine, cut to *most* columns (0: no limit)."""
    try:
        found = printable(getpass.getuser()).strip()
    except (OSError, KeyError, ImportError):  # the user has no login name
        found = ""
    if not found or found.casefold() in _GENERIC:
        found = text("Player")
    while most and get_cwidth(found) > most:
        found = found[:-1]
    return found
