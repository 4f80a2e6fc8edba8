"""Parts of tables: seats, events, options and yaku."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from google.protobuf.timestamp_pb2 import Timestamp

from hanafuda.cards import DECK, Kind, card, cards
from koikoi.v1 import table_pb2
from koikoi_client.screen.view import View

NOW = 1_800_000_000.0
_ALIKE = tuple(letter * 24 for letter in "imGl")
LONG = ("花見の宴と月見の宴が好き", "W" * 24, "桜のさくら abcdefghijklmn", *_ALIKE)
"""Names of 24 columns, the most that a server allows; a table's are all different."""


def score(yaku: str, points: int, codes: str) -> table_pb2.YakuScore:
    return table_pb2.YakuScore(yaku=yaku, points=points, cards=cards(codes))


def seat(number: int, name: str = "", **more: object) -> table_pb2.Seat:
    return table_pb2.Seat(number=number, player_name=name, version=1, **more)  # type: ignore[arg-type]


def after(seconds: float) -> Timestamp:
    return Timestamp(seconds=int(NOW + seconds))


def option(
    number: int, kind: table_pb2.OptionKind, played: str = "", taken: str = "", label: str = ""
) -> table_pb2.Option:
    return table_pb2.Option(
        number=number,
        kind=kind,
        card=card(played) if played else 0,
        taken=cards(taken),
        label=label,
    )


def offer(
    kind: str,
    label: str,
    seat: int = 0,
    *,
    bots: str = "",
    possible: float = 0,
    confirm: bool = False,
) -> table_pb2.SeatOption:
    """A seat option that is possible in *possible* seconds."""
    return table_pb2.SeatOption(
        id=f"{kind.lower()}.{seat}", kind=f"SEAT_OPTION_KIND_{kind}", seat=seat, label=label,
        bots=bots.split(), possible_time=after(possible) if possible else None, confirm=confirm,
    )  # fmt: skip


BOTS = "medium easy hard"
ALWAYS = (
    offer("LET_PLAY", "Let a computer play for you", 1, bots=BOTS),
    offer("KICK", "Remove Ben from the table", 2, confirm=True),
    offer("LEAVE", "Leave the table", 1, confirm=True),
)
"""The seat options of the host of a match for two."""


def plays(hand: Sequence[int], field: Sequence[int]) -> list[table_pb2.Option]:
    """Options like those of a server for an ordinary hand; they serve only to be drawn."""
    found: list[table_pb2.Option] = []
    for each in hand:
        played = DECK[each - 1]
        matches = [DECK[on - 1] for on in field if DECK[on - 1].month == played.month]
        choices = [[match] for match in matches] if len(matches) == 2 else [matches]
        first = len(found) + 1
        for taken in choices:
            label = f"Play {played.name} ({played.month})"
            if taken:
                label += ", take " + " and ".join(card.name for card in taken)
            same = 0
            if len(choices) == 2 and taken == choices[1]:
                kinds = {match.kind for match in matches}
                same = first if kinds == {Kind.PLAIN} else 0
            found.append(
                table_pb2.Option(
                    number=len(found) + 1,
                    kind=table_pb2.OPTION_KIND_PLAY,
                    card=played,
                    taken=taken,
                    label=label,
                    same_as=same,
                )
            )
    return found


def event(
    kind: table_pb2.EventKind, seat: int = 0, played: str = "", taken: str = ""
) -> table_pb2.Event:
    return table_pb2.Event(
        kind=kind, seat=seat, card=card(played) if played else 0, cards=cards(taken)
    )  # fmt: skip


def turn(seat: int, played: str, taken: str, drawn: str, found: str = "") -> table_pb2.Turn:
    """A finished turn: a card played and a card drawn, each with the cards that it takes."""
    events = []
    kinds = (table_pb2.EVENT_KIND_CARD_PLAYED, table_pb2.EVENT_KIND_CARD_DRAWN)
    for kind, code, takes in zip(kinds, (played, drawn), (taken, found), strict=True):
        events.append(event(kind, seat, code))
        if takes:
            events.append(event(table_pb2.EVENT_KIND_CARDS_CAPTURED, seat, code, f"{code} {takes}"))
        else:
            events.append(event(table_pb2.EVENT_KIND_CARD_LAID, 0, code))
    return table_pb2.Turn(seat=seat, events=events)


LAST_TURN = turn(2, "7-2", "7-1", "11-2")
OWN = turn(1, "12-2", "12-1", "4-2", "4-1")
LOG = (
    "Month 3: Aki deals.",
    "Aki played Mum plain and took Mum sake cup.",
    "Aki drew Pine poem ribbon and took Pine plain.",
    "Ben played Clover red ribbon and took Clover boar.",
    "Ben drew Willow swallow, which stays on the field.",
    "Ben called koi-koi.",
    "Ben: good luck!",
)


def changed(view: View, **more: object) -> View:
    """A copy of the view with other attributes; its messages are copies that may be edited."""
    update, own = table_pb2.Update(), table_pb2.SeatView()
    update.CopyFrom(view.update)
    if view.seat_view:
        own.CopyFrom(view.seat_view)
    values: dict[str, object] = {"update": update, "seat_view": own if view.seat_view else None}
    return replace(view, **{**values, **more})  # type: ignore[arg-type]


def many_yaku() -> list[table_pb2.YakuScore]:
    """The most yaku that a side can hold at once."""
    return [
        score("goko", 10, "1-1 3-1 8-1 11-1 12-1"),
        score("hanami", 5, "3-1 9-1"),
        score("tsukimi", 5, "8-1 9-1"),
        score("inoshikacho", 11, "6-1 7-1 10-1"),
        score("kasu", 7, "1-3"),
    ]
