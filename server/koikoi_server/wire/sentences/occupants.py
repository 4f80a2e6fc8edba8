"""Who has each seat of a table, which decides the names in sentences."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.v1 import table_pb2


class Occupant(NamedTuple):
    """The person and the computer in a seat. An open seat has neither."""

    name: str = ""  #: of the person who owns the seat; empty: nobody does
    bot: str = ""  #: id of the computer that plays the seat; empty: none does
    owner: int = 0  #: how many people have sat down in it so far; tells its owners apart


Occupants = tuple[Occupant, ...]
"""The occupants of all seats of a table, seat 1 first."""


def open_seats(seats: int) -> Occupants:
    """The occupants of a new table with this number of *seats*."""
    return (Occupant(),) * seats


def occupants_after(occupants: Occupants, event: table_pb2.Event) -> Occupants:
    """The occupants after *event*."""
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
