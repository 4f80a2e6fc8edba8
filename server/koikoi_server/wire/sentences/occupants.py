"""Who has each seat of a table: the names in a sentence depend on it."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.v1 import table_pb2


class Occupant(NamedTuple):
    """Who has a seat. If it is open, neither name nor bot is set."""

    name: str = ""  #: the person who owns it; empty: nobody does
    bot: str = ""  #: the computer that plays it; empty: none
    owner: int = 0  #: number of persons who have sat down in it; differs from owner to owner


Occupants = tuple[Occupant, ...]
"""Of all seats of a table, seat 1 first."""


def open_seats(seats: int) -> Occupants:
    """The occupants of a new table with that number of *seats*: nobody."""
    return (Occupant(),) * seats


def occupants_after(occupants: Occupants, event: table_pb2.Event) -> Occupants:
    """Who has each seat after *event*."""
    if not 0 < event.seat <= len(occupants):
        return occupants
    occupant = occupants[event.seat - 1]
    match event.kind:
        case table_pb2.EVENT_KIND_PERSON_JOINED:
            occupant = Occupant(event.text, "", occupant.owner + 1)
        case table_pb2.EVENT_KIND_PERSON_LEFT | table_pb2.EVENT_KIND_PERSON_KICKED:
            occupant = Occupant("", "", occupant.owner)
        case table_pb2.EVENT_KIND_BOT_SEATED:
            occupant = occupant._replace(bot=event.text)
        case table_pb2.EVENT_KIND_BOT_REMOVED:
            occupant = occupant._replace(bot="")
        case _:
            return occupants
    return (*occupants[: event.seat - 1], occupant, *occupants[event.seat :])
