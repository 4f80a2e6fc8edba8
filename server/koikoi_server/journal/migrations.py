"""Migrates the database from each schema to the next."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

Migration = Callable[[sqlite3.Connection], None]
"""Changes the database inside an open transaction; raises ValueError if an entry is damaged."""

_COMMANDS = ("SetBot", "Kick", "Rematch", "EndMatch", "Nudge")


def with_seat_options(body: str) -> str:
    """An entry of schema 1 in schema 2, where commands about seats and the match are UseSeatOption.

    The option gets the id that it has in schema 2, although only ``by`` is ever read again.

    Raises:
        ValueError: when *body* is not an entry.
    """
    entry = json.loads(body)
    command = entry["command"]
    if command["is"] not in _COMMANDS:
        return body
    entry["command"] = {
        "is": "UseSeatOption",
        "by": command["by"],
        "option": _option(command),
        "bot": command.get("bot", ""),
    }
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def _option(command: Mapping[str, Any]) -> str:
    match command["is"]:
        case "SetBot":
            kind = "seat_computer" if command["bot"] else "remove_computer"
            return f"{kind}.{command['seat']}.{command['seat_version']}"
        case "Kick":
            return f"kick.{command['seat']}.{command['seat_version']}"
        case "Rematch":
            kind = "rematch" if command["wanted"] else "no_rematch"
            return f"{kind}.{command['match_id']}"
        case "EndMatch":
            return f"end_match.{command['match_id']}"
    return f"nudge.{command['seat']}"


def _to_2(database: sqlite3.Connection) -> None:
    marks = ", ".join("?" * len(_COMMANDS))
    changed = f"SELECT at, body, crc FROM entries WHERE kind IN ({marks})"
    for at, body, crc in database.execute(changed, _COMMANDS).fetchall():
        if crc32(body.encode()) != crc:
            raise ValueError("an entry was changed")
        new = with_seat_options(body)
        database.execute(
            "UPDATE entries SET kind = 'UseSeatOption', body = ?, crc = ? WHERE at = ?",
            (new, crc32(new.encode()), at),
        )


MIGRATIONS: Mapping[int, Migration] = {1: _to_2}
