"""Hard's playouts: deal the hidden cards at random many times, and play each candidate out.

All candidates get the same deals (common random numbers). All values are whole numbers, so that
compiled and plain code make the same choice. The code is in the subset of Python that numba
compiles.
"""

from __future__ import annotations

from collections.abc import Sequence

from koikoi_server.bots.koikoi.kernel import (
    CHECK,
    DEALER_CHANGES,
    DEALT_HAND_POINTS,
    DEALT_HANDS,
    DRAW,
    MEDIUM,
    PAIRS_ARE_VOID,
    PASS,
    PLAY,
    below,
    playout,
)
from koikoi_server.bots.koikoi.policy import month_of, size, taken_by

# Kinds of choice: a card of the hand, a target of the drawn card, koi-koi.
PLAYING, PLACING, GOING_ON = 0, 1, 2

MAX_LEAD = 150
"""A larger lead counts as this one."""

VOID = 1000
"""Returned in place of a round's outcome if the deal is void."""


def shuffle(deck: list[int], rng: list[int]) -> None:
    """Shuffle *deck* in place."""
    for index in range(len(deck) - 1, 0, -1):
        other = below(rng, index + 1)
        held = deck[index]
        deck[index] = deck[other]
        deck[other] = held


def chance(win: Sequence[int], lead: int, dealer: int, won: int, rules: Sequence[int]) -> int:
    """Side 0's chance of winning the match after it scored *won* in the round.

    *win*: a win table of match_chances. *lead* and *dealer* are those before the round.
    """
    deals = 0 if won > 0 else 1
    if won == 0:
        deals = dealer ^ 1 if rules[DEALER_CHANGES] else dealer
    return win[2 * (min(max(lead + won, -MAX_LEAD), MAX_LEAD) + MAX_LEAD) + deals]


def play_out(
    kind: int,
    moves: list[int],
    hand: int,
    field: int,
    captured0: int,
    captured1: int,
    calls0: int,
    calls1: int,
    points0: int,
    points1: int,
    hand_size1: int,
    open_card: int,
    dealer: int,
    samples: int,
    min_hand: int,
    last: int,
    lead: int,
    win: Sequence[int],
    rules: Sequence[int],
    rng: list[int],
    hidden: list[int],
    pile: list[int],
    sums: list[int],
) -> None:
    """Play out side 0's *moves* with *samples* deals; add to *sums* each one's match chances.

    Args:
        kind: the kind of choice: PLAYING, PLACING or GOING_ON.
        moves: for PLAYING, numbers as policy.best_play returns them; for PLACING, the indexes of
            the cards that *open_card* may take; for GOING_ON, one number, which is not used.
        hidden: indexes of the cards that side 0 cannot see, in any order; they are shuffled.
        pile: a buffer for the draw pile: as long as *hidden*, less *hand_size1*.
    """
    for _sample in range(samples):
        shuffle(hidden, rng)
        hand1 = 0
        for index in range(hand_size1):
            hand1 |= 1 << hidden[index]
        for index in range(len(pile)):
            pile[index] = hidden[hand_size1 + index]
        for index in range(len(moves)):
            move = moves[index]
            hand_after = hand
            field_after = field
            captured_after = captured0
            calls_after = calls0
            phase = PASS
            if kind == PLAYING:
                card = 1 << (move >> 6)
                taken = taken_by(move, field)
                hand_after ^= card
                field_after ^= taken if taken else card
                captured_after |= taken | card if taken else 0
                phase = DRAW
            elif kind == PLACING:
                field_after ^= 1 << move
                captured_after |= 1 << move | 1 << open_card
                phase = CHECK
            else:
                calls_after += 1
            won = playout(
                hand_after,
                hand1,
                field_after,
                captured_after,
                captured1,
                calls_after,
                calls1,
                points0,
                points1,
                0,
                dealer,
                pile,
                phase,
                MEDIUM,
                min_hand,
                last,
                lead,
                rules,
                rng,
            )
            sums[index] += chance(win, lead, dealer, won, rules)


def dealt_hand(hand: int) -> int:
    """1 if a dealt hand has four of a month, or four pairs of different months; else 0."""
    pairs = 0
    for month in range(0, 48, 4):
        held = size(hand & month_of(month))
        if held == 4:
            return 1
        if held == 2:
            pairs += 1
    return 1 if pairs == 4 else 0


def void_field(field: int, rules: Sequence[int]) -> int:
    """1 if the cards must be dealt again because of this field; else 0."""
    pairs = 0
    for month in range(0, 48, 4):
        lying = size(field & month_of(month))
        if lying == 4:
            return 1
        if lying == 2:
            pairs += 1
    return 1 if pairs == 4 and rules[PAIRS_ARE_VOID] else 0


def whole_round(
    deck: list[int],
    dealer: int,
    policy: int,
    min_hand: int,
    rules: Sequence[int],
    rng: list[int],
    pile: list[int],
) -> int:
    """Play a round from a shuffled deck. Return side 0's score (negative: side 1's), or VOID.

    *deck*: 8 cards for the seat that does not deal, 8 for the field, 8 for the dealer, and 24 for
    the draw pile, which are written to *pile*.
    """
    hand0 = 0
    hand1 = 0
    field = 0
    for index in range(8):
        hand1 |= 1 << deck[index]
        field |= 1 << deck[8 + index]
        hand0 |= 1 << deck[16 + index]
    if dealer == 1:
        hand0, hand1 = hand1, hand0
    if void_field(field, rules):
        return VOID
    if rules[DEALT_HANDS] > 0:
        shown0 = dealt_hand(hand0)
        shown1 = dealt_hand(hand1)
        if shown0 or shown1:
            if rules[DEALT_HANDS] == 2:
                return VOID
            return (shown0 - shown1) * rules[DEALT_HAND_POINTS]
    for index in range(24):
        pile[index] = deck[24 + index]
    return playout(
        hand0,
        hand1,
        field,
        0,
        0,
        0,
        0,
        0,
        0,
        dealer,
        dealer,
        pile,
        PLAY,
        policy,
        min_hand,
        0,
        0,
        rules,
        rng,
    )


def many_rounds(
    outcomes: list[int],
    policy: int,
    min_hand: int,
    rules: Sequence[int],
    rng: list[int],
    deck: list[int],
    pile: list[int],
) -> None:
    """Fill *outcomes* with the outcomes of rounds that side 0 deals. *deck*: all 48 indexes."""
    for index in range(len(outcomes)):
        outcomes[index] = VOID
        while outcomes[index] == VOID:
            shuffle(deck, rng)
            outcomes[index] = whole_round(deck, 0, policy, min_hand, rules, rng, pile)
