"""Who had each seat of a table, entry by entry: what the names in a sentence are made of."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.v1 import table_pb2 as pb


class Sitting(NamedTuple):
    """A seat as far as its name goes. Open: neither a name nor a computer."""

    name: str = ""  #: the person who owns it; empty: nobody does
    bot: str = ""  #: the computer that plays it; empty: none
    owner: int = 0  #: how many persons have sat down in it; another number is another person


People = tuple[Sitting, ...]
"""All seats of a table, seat 1 first."""


def nobody(seats: int) -> People:
    """A table of so many open seats."""
    return (Sitting(),) * seats


def after(people: People, event: pb.Event) -> People:
    """Who has each seat after *event*."""
    if not 0 < event.seat <= len(people):
        return people
    sitting = people[event.seat - 1]
    match event.kind:
        case pb.EVENT_KIND_PERSON_JOINED:
            sitting = Sitting(event.text, "", sitting.owner + 1)
        case pb.EVENT_KIND_PERSON_LEFT | pb.EVENT_KIND_PERSON_KICKED:
            sitting = Sitting("", "", sitting.owner)
        case pb.EVENT_KIND_BOT_SEATED:
            sitting = sitting._replace(bot=event.text)
        case pb.EVENT_KIND_BOT_REMOVED:
            sitting = sitting._replace(bot="")
        case _:
            return people
    return (*people[: event.seat - 1], sitting, *people[event.seat :])
