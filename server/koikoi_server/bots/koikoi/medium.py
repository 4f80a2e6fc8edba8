"""Medium: plays toward its own yaku, and denies opponents the cards for theirs.

Every card has a worth to each side, depending on what is captured so far (see
:mod:`koikoi_server.bots.koikoi.policy`). A captured card counts what it is worth to Medium and what
it denies the others; a card laid on the field costs what it may give them. Medium calls koi-koi
only with enough cards in hand and while every opponent is far from a yaku. It plays with any
number of seats and uses no random numbers.
"""

from __future__ import annotations

from random import Random

from hanafuda.cards import card_set
from hanafuda.game import Option, SeatView, Verb
from koikoi_server.bots.koikoi.policy import (
    CLASSES,
    Worths,
    capture_worths,
    cards_worth,
    is_far,
    laying_worth,
    worths,
)
from koikoi_server.bots.seen_cards import captured, unseen, viewing

MIN_HAND = 4
"""Medium calls koi-koi only with at least this many cards in hand."""


def choose(view: SeatView, rng: Random) -> Option:
    """Medium's choice among ``view.options``, which must not be empty."""
    del rng
    return choose_with(view, MIN_HAND)


def choose_with(view: SeatView, min_hand: int) -> Option:
    """Medium's choice if it calls koi-koi only with *min_hand* or more cards in hand."""
    by_verb = {option.verb: option for option in view.options}
    if Verb.STOP in by_verb:
        goes_on = Verb.KOIKOI in by_verb and calls_koikoi(view, min_hand)
        return by_verb[Verb.KOIKOI if goes_on else Verb.STOP]
    own, other = side_worths(view)
    both = capture_worths(own, other)
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
    """What a card of each class is worth to the seat, and the most that it is worth to another."""
    mine, others = captured(view)
    own = worths(mine, union(others), viewing(view))
    threats = [
        worths(other, mine | rest, viewing(view)) for other, rest in with_union_of_others(others)
    ]
    return own, tuple(map(max, zip(*threats, strict=True)))


def calls_koikoi(view: SeatView, min_hand: int = MIN_HAND) -> bool:
    """Whether Medium calls koi-koi.

    It does with *min_hand* or more cards in hand, if nobody else has called and all others are far
    from a yaku."""
    mine, others = captured(view)
    called = any(
        side.koikoi_calls for seat, side in enumerate(view.table.sides, 1) if seat != view.seat
    )
    return (
        len(view.hand) >= min_hand
        and not called
        and all(
            is_far(other, mine | rest, viewing(view))
            for other, rest in with_union_of_others(others)
        )
    )


def union(sets: list[int]) -> int:
    """All cards of several sets."""
    everything = 0
    for cards in sets:
        everything |= cards
    return everything


def with_union_of_others(sets: list[int]) -> list[tuple[int, int]]:
    """Each set with the union of the others. No card may be in two sets."""
    everything = union(sets)
    return [(cards, everything & ~cards) for cards in sets]
