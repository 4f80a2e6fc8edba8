"""The same log in another world: the cards that a viewer has not seen are others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hanafuda.cards import Card, Cards
from hanafuda.events import (
    CardDrawn,
    CardPlayed,
    CardsCaptured,
    HandShown,
    HikiCalled,
    RoundDealt,
    Seat,
)
from koikoi_server.table.events import AnyEvent, Entry, MatchStarted

Place = tuple[int, int]  #: an entry of a log, and an event of it


def deals(log: Sequence[Entry]) -> list[Place]:
    """Where rounds are dealt."""
    return [
        (at, number)
        for at, entry in enumerate(log)
        for number, event in enumerate(entry.events)
        if isinstance(event, RoundDealt)
    ]


def started(log: Sequence[Entry]) -> int:
    """Where the last match begins."""
    return max(
        at
        for at, entry in enumerate(log)
        if any(isinstance(event, MatchStarted) for event in entry.events)
    )


def deal_at(log: Sequence[Entry], place: Place) -> RoundDealt:
    event = log[place[0]].events[place[1]]
    assert isinstance(event, RoundDealt)
    return event


def named(event: AnyEvent) -> set[Card]:
    """The cards that come to light by *event*."""
    match event:
        case CardPlayed() | CardDrawn():
            return {event.card}
        case HandShown() | HikiCalled() | CardsCaptured():
            return set(event.cards)
        case _:
            return set()


def hidden(log: Sequence[Entry], place: Place, viewer: Seat) -> list[Card]:
    """The cards of that deal that *viewer* (0: a spectator) has not seen by the end of *log*."""
    dealt = deal_at(log, place)
    seen = set(dealt.hands[viewer - 1]) if viewer else set()
    ended = False
    for entry_at in range(place[0], len(log)):
        first = place[1] + 1 if entry_at == place[0] else 0
        for event in log[entry_at].events[first:]:
            ended = ended or isinstance(event, RoundDealt)
            if not ended:
                seen |= named(event)
    return [card for hand in (*dealt.hands, dealt.draw_pile) for card in hand if card not in seen]


def renamed(log: Sequence[Entry], place: Place, names: Mapping[Card, Card]) -> list[Entry]:
    """*log* with the cards of that deal renamed. Nothing after it names any of them."""

    def other(cards: Cards) -> Cards:
        return tuple(names.get(card, card) for card in cards)

    dealt = deal_at(log, place)
    changed = replace(
        dealt,
        hands=tuple(tuple(sorted(other(hand))) for hand in dealt.hands),
        draw_pile=other(dealt.draw_pile),
    )
    entry = log[place[0]]
    events = (*entry.events[: place[1]], changed, *entry.events[place[1] + 1 :])
    return [*log[: place[0]], replace(entry, events=events), *log[place[0] + 1 :]]
