"""Medium: plays toward its own yaku and keeps off the field what completes another's.

Every card has a worth to each side by what is captured so far (see
:mod:`koikoi_server.bots.koikoi.policy`). Capturing counts a card's worth to oneself and what it
denies the others; laying one on the field costs what it may give them. It says koi-koi only with
many cards in hand while every opponent is
far from a yaku. For any number of seats, in any position, without chance.
"""

from __future__ import annotations

from random import Random

from hanafuda.cards import card_set
from hanafuda.game import Option, SeatView, Verb
from koikoi_server.bots.koikoi.policy import (
    CLASSES,
    Worths,
    cards_worth,
    is_far,
    laying_worth,
    together,
    worths,
)
from koikoi_server.bots.seen_cards import captured, unseen, viewing

MANY_CARDS = 4
"""Cards in hand from which on koi-koi is worth a thought."""


def choose(view: SeatView, rng: Random) -> Option:
    """Medium's choice among ``view.options``, which must not be empty."""
    del rng
    return choose_with(view, MANY_CARDS)


def choose_with(view: SeatView, many_cards: int) -> Option:
    """Medium's choice when koi-koi needs *many_cards* in hand."""
    by_verb = {option.verb: option for option in view.options}
    if Verb.STOP in by_verb:
        goes_on = Verb.KOIKOI in by_verb and says_koikoi(view, many_cards)
        return by_verb[Verb.KOIKOI if goes_on else Verb.STOP]
    own, other = side_worths(view)
    both = together(own, other)
    hidden = unseen(view)

    def worth(option: Option) -> int:
        if option.card is None:
            return 0
        index = option.card - 1
        if option.taken:
            return both[CLASSES[index]] + cards_worth(both, card_set(option.taken))
        return laying_worth(own, other, index, hidden)

    return max(view.options, key=worth)


def side_worths(view: SeatView) -> tuple[Worths, Worths]:
    """What a card is worth to the seat itself, and at most to any of the others."""
    mine, others = captured(view)
    own = worths(mine, union(others), viewing(view))
    threats = [worths(other, mine | rest, viewing(view)) for other, rest in apart(others)]
    return own, tuple(map(max, zip(*threats, strict=True)))


def says_koikoi(view: SeatView, many_cards: int = MANY_CARDS) -> bool:
    """Whether Medium goes on: *many_cards* in hand, nobody else called, and all of them far."""
    mine, others = captured(view)
    called = any(
        side.koikoi_calls for seat, side in enumerate(view.table.sides, 1) if seat != view.seat
    )
    return (
        len(view.hand) >= many_cards
        and not called
        and all(is_far(other, mine | rest, viewing(view)) for other, rest in apart(others))
    )


def union(sets: list[int]) -> int:
    """All cards of several sets."""
    everything = 0
    for cards in sets:
        everything |= cards
    return everything


def apart(sets: list[int]) -> list[tuple[int, int]]:
    """Each set with the union of the others: no card is in two of them."""
    everything = union(sets)
    return [(cards, everything & ~cards) for cards in sets]
