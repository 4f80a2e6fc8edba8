"""The sentence for players whose table was closed while they were away."""

from __future__ import annotations

from koikoi_server.table.state import TableState
from koikoi_server.text import plural


def why_closed(table: TableState, language: str) -> str:
    """Why the server has closed a table at which nobody was; empty: it was closed otherwise."""
    if not table.empty_minutes:
        return ""
    return plural(
        table.empty_minutes,
        "{table} was closed to make room for another table: nobody had been there for 1 minute.",
        "{table} was closed to make room for another table: nobody had been there for {n} minutes.",
        language,
        table=table.name,
    )
