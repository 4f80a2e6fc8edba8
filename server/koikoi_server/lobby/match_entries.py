"""The entries of a running match that its record needs, in little memory.

Seats may change as often as the table's log allows, so changes of seats between two moves are
merged into one entry. Commands, requests, chat and presence are left out.
"""

from __future__ import annotations

from dataclasses import replace

from hanafuda.events import Seat
from koikoi_server.table.commands import Tick
from koikoi_server.table.events import (
    AnyEvent,
    BotRemoved,
    BotSeated,
    ChatSent,
    CodeChanged,
    ConnectionBack,
    ConnectionLost,
    Entry,
    PersonJoined,
    PersonKicked,
    PersonLeft,
    PersonNudged,
)

_LEFT_OUT = (ChatSent, CodeChanged, ConnectionBack, ConnectionLost, PersonNudged)
_RANKS = {PersonJoined: 0, PersonLeft: 1, PersonKicked: 1, BotSeated: 2, BotRemoved: 2}
"""The events of a seat that change who has it. One replaces earlier ones of its rank or above."""


class MatchEntries:
    """The entries of one match so far, from the one that starts it on."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """Add the next entry."""
        needed = tuple(event for event in entry.events if not isinstance(event, _LEFT_OUT))
        if not needed:
            return
        added = replace(entry, command=Tick(), events=needed, request=None)
        if self.entries and _is_about_seats(added) and _is_about_seats(self.entries[-1]):
            added = replace(added, events=_merged((*self.entries.pop().events, *needed)))
        self.entries.append(added)


def _is_about_seats(entry: Entry) -> bool:
    return all(type(event) in _RANKS for event in entry.events)


def _merged(events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """Those of *events*, all about seats, that decide who has each seat in the end."""
    kept: dict[tuple[Seat, int], AnyEvent] = {}
    for event in events:
        rank, seat = _RANKS[type(event)], event.seat  # type: ignore[union-attr]  # of _RANKS
        for replaced in range(rank, 3):
            kept.pop((seat, replaced), None)
        kept[seat, rank] = event
    return tuple(kept.values())
