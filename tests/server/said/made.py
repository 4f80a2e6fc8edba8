"""Updates made by hand, for what seldom happens in a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanafuda.cards import card
from hanafuda.games import GAMES
from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.occupants import Occupant, Occupants
from tests.server.said.tables import Moment

K = table_pb2.EventKind
AKI_BEN = (Occupant("Aki", "", 1), Occupant("Ben", "", 1))


def cards(codes: str) -> list[int]:
    """The numbers of cards by their codes: "3-1 9-1"."""
    return [int(card(code)) for code in codes.split()]


def event(kind: str, seat: int = 0, codes: str = "", **fields: Any) -> table_pb2.Event:
    """An event of that *kind*; *codes* has its card."""
    made = table_pb2.Event(kind=f"EVENT_KIND_{kind}", seat=seat, **fields)
    if codes:
        made.card = cards(codes)[0]
    return made


def captured(seat: int, by: str, taken: str, bot: str = "") -> table_pb2.Event:
    """A capture by the open card *by*; empty: without one."""
    return event("CARDS_CAPTURED", seat, by, cards=cards(taken), by=bot)


def yaku(name: str, points: int, codes: str = "") -> table_pb2.YakuScore:
    return table_pb2.YakuScore(yaku=name, points=points, cards=cards(codes))


def moment(
    *entries: Sequence[table_pb2.Event],
    game: str = "koikoi",
    occupants: Occupants = AKI_BEN,
    rules: Mapping[str, str] | None = None,
    teams: Sequence[int] = (),
    phase: str = "PLAY",
    stage: table_pb2.Stage = table_pb2.STAGE_PLAYING,
    sides: Sequence[Mapping[str, Any]] = (),
    **match: Any,
) -> Moment:
    """An update with these entries; *occupants* have the seats before them and now."""
    update = table_pb2.Update(seq=90 + len(entries))
    update.table.table_id = "T"
    update.table.stage = stage
    update.table.game = game
    update.table.rules.update(rules or {})
    for number, sitting in enumerate(occupants, 1):
        team = teams[number - 1] if teams else 0
        update.table.seats.add(number=number, player_name=sitting.name, bot=sitting.bot, team=team)
    for number, events in enumerate(entries, 91):
        update.news.add(seq=number, events=events)
    fields: dict[str, Any] = {
        "match_id": "M",
        "round": 3,
        "rounds": 12,
        "dealer": 1,
        "turn": 1,
    } | match
    update.match.CopyFrom(table_pb2.Match(phase=f"PHASE_{phase}", **(fields | match)))
    for number in range(1, len(occupants) + 1):
        own = sides[number - 1] if sides else {}
        update.match.sides.add(seat=number, hand_size=5)
        update.match.sides[-1].MergeFrom(table_pb2.Side(**own))
        if "hand_size" in own:
            update.match.sides[-1].hand_size = own["hand_size"]
    grouped: dict[int, list[int]] = {}
    for number in range(1, len(occupants) + 1):
        team = teams[number - 1] if teams else 0
        grouped.setdefault(team or -number, []).append(number)
    for seats in grouped.values():
        update.match.parties.add(seats=seats, score=update.match.sides[seats[0] - 1].score)
    return Moment(update, occupants, GAMES[game])


def lines(*events: table_pb2.Event, seat: int = 0, **fields: Any) -> list[str]:
    """The lines of an entry with these events."""
    return list(moment(events, **fields).said(seat).news[0].lines)


def occupants(*names: str) -> Occupants:
    """Persons by name, computers as "=hard", open seats as ""."""
    return tuple(
        Occupant("", name[1:], 0) if name.startswith("=") else Occupant(name, "", bool(name))
        for name in names
    )
