"""Draw the log of a table, with a search."""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_client.actions.command import row_of
from koikoi_client.actions.pages import PAGE, PageAction, search_hints
from koikoi_client.cards import Line
from koikoi_client.text import count, text
from koikoi_client.text.wrapping import wrap

from .page import READING, Page, scrolling_page
from .room import Room


def log(
    entries: Sequence[str],
    room: Room,
    *,
    search: str | None = None,
    typing: bool = False,
    scroll: int | None = None,
) -> Page:
    """The log, with its newest line at the bottom.

    Args:
        search: show only entries with this text, ignoring case; None: no search is open.
        typing: whether the user is typing the search, so that letters are not keys.
        scroll: the first line to show; None: show the newest lines.
    """
    wanted = (search or "").casefold()
    body: list[Line] = []
    for entry in entries:
        if wanted in entry.casefold():
            wrapped = wrap(entry, min(room.columns, READING) - 2, indent=2)
            body += [_highlighted(f" {line}", wanted) for line in wrapped]
    foot: list[Line] = []
    if search is not None:
        found = sum(wanted in entry.casefold() for entry in entries)
        words = count(found, "   1 entry", "   {n} entries")
        foot = [[("bold", f" {text('Search')}: {search}"), ("class:key", " "), ("", words)]]
    leave = "back" if search is None else "end the search"
    hints = [row_of(PAGE, PageAction.BACK).hint_as(leave), row_of(PAGE, PageAction.SEARCH).hint]
    if typing:
        hints = search_hints(leave)
    return scrolling_page(
        text("Log"),
        body,
        room,
        foot=foot,
        hints=hints,
        typing=typing,
        scroll=len(body) if scroll is None else scroll,
    )


def _highlighted(line: str, wanted: str) -> Line:
    """The line with the first match highlighted."""
    folded = line.casefold()
    if not wanted or wanted not in folded or len(folded) != len(line):
        return [("", line)]
    start = folded.index(wanted)
    end = start + len(wanted)
    return [("", line[:start]), ("class:match", line[start:end]), ("", line[end:])]
