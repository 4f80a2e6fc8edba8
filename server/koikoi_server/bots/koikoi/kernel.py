"""A second implementation of Koi-Koi's rules, without objects: fast enough for Hard's playouts.

:mod:`hanafuda.koikoi.play` is the reference: tests play many random rounds both ways and compare
them. The code is in the subset of Python that numba compiles, as in
:mod:`koikoi_server.bots.koikoi.policy`. House rules are a sequence of whole numbers, *rules*,
indexed by the names below. The wild lightning is not one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanafuda.yaku import (
    ANIMALS,
    BLUE,
    BOAR_DEER_BUTTERFLIES,
    BRIGHTS,
    CUP,
    CURTAIN,
    MOON,
    PLAINS,
    POETRY,
    RAIN,
    RIBBONS,
)
from koikoi_server.bots.koikoi.policy import (
    FULL,
    best_play,
    best_target,
    capture_worths,
    is_far,
    lowest,
    month_of,
    size,
    taken_by,
    worths,
)

# Indexes into *rules*.
VIEWING = 0  # 0 off, 1 count, 2 only with another yaku
VIEWING_POINTS = 1
GOKO, SHIKO, AME_SHIKO, SANKO = 2, 3, 4, 5  # points
SET_POINTS = 6
OLDER = 7  # 1: the older way to count Animals and Ribbons
CUP_USE = 8  # 0 both, 1 either, 2 animal, 3 double
BUKKU, NOMI = 9, 10  # points, 0: off
DOUBLE_AT_7 = 11
KOIKOI_TIMES = 12  # 0 off, 1 opponent's calls once, 2 by their number
OWN_DOUBLES = 13
DEALER_IF_DRAWN = 14  # points for the dealer of a drawn round; negative: for the other seat
DEALER_CHANGES = 15  # 1: after a drawn round the other seat deals
DEALT_HANDS = 16  # 0 off, 1 score, 2 deal again
DEALT_HAND_POINTS = 17
PAIRS_ARE_VOID = 18  # 1: a field of four pairs is void too
RULES = 19  # the number of indexes

# Phases of a turn: what the player does next.
PLAY, DRAW, CHECK, PASS = 0, 1, 2, 3

# Policies.
RANDOM, MEDIUM = 0, 1


def below(rng: list[int], limit: int) -> int:
    """A random number from 0 to *limit* - 1, from a linear congruential generator.

    *rng* holds its state. It is good enough for playouts, and must never shuffle a real deck.
    """
    rng[0] = (rng[0] * 0x5DEECE66D + 11) & FULL
    return (rng[0] >> 17) % limit


def animal_and_plain_points(animals: int, plains: int, trio: int, rules: Sequence[int]) -> int:
    """Points for these numbers of Animals and Plains; *trio*: 1 with boar, deer, butterflies."""
    points = 0
    if trio:
        points = rules[SET_POINTS]
        if rules[OLDER] == 0:
            points += animals - 3
    if animals >= 5 and (trio == 0 or rules[OLDER] == 1):
        points += animals - 4
    if plains >= 10:
        points += plains - 9
    return points


def ribbon_points(captured: int, rules: Sequence[int]) -> int:
    """Points for captured Ribbons."""
    ribbons = size(captured & RIBBONS)
    poetry = 1 if captured & POETRY == POETRY else 0
    blue = 1 if captured & BLUE == BLUE else 0
    points = (poetry + blue) * rules[SET_POINTS]
    if poetry + blue == 2 and rules[BUKKU] > 0:
        points = rules[BUKKU]
    if rules[OLDER] == 0 and poetry + blue > 0:
        return points + ribbons - 3 * (poetry + blue)
    if ribbons >= 5:
        points += ribbons - 4
    return points


def total(captured: int, rules: Sequence[int]) -> int:
    """Points for the yaku among the captured cards, before any doubling."""
    points = 0
    brights = size(captured & BRIGHTS)
    if brights == 5:
        points = rules[GOKO]
    elif brights == 4:
        points = rules[AME_SHIKO] if captured & RAIN else rules[SHIKO]
    elif brights == 3 and not captured & RAIN:
        points = rules[SANKO]
    animals = size(captured & ANIMALS)
    plains = size(captured & PLAINS)
    trio = 1 if captured & BOAR_DEER_BUTTERFLIES == BOAR_DEER_BUTTERFLIES else 0
    cup = 1 if captured & CUP else 0
    use = rules[CUP_USE]
    if use == 0:
        points += animal_and_plain_points(animals, plains + cup, trio, rules)
    elif use == 1:
        points += max(
            animal_and_plain_points(animals, plains, trio, rules),
            animal_and_plain_points(animals - cup, plains + cup, trio, rules),
        )
    elif use == 2:
        points += animal_and_plain_points(animals, plains, trio, rules)
    else:
        points += animal_and_plain_points(animals, plains + 2 * cup, trio, rules)
    points += ribbon_points(captured, rules)
    if cup:
        flower = captured & CURTAIN
        moon = captured & MOON
        if flower and moon:
            points += rules[NOMI]
        if rules[VIEWING] == 1 or (rules[VIEWING] == 2 and points > 0):
            if flower:
                points += rules[VIEWING_POINTS]
            if moon:
                points += rules[VIEWING_POINTS]
    return points


def score(points: int, own_calls: int, other_calls: int, rules: Sequence[int]) -> int:
    """The score for stopping with a total of *points*, after these calls of koi-koi."""
    if rules[DOUBLE_AT_7] and points >= 7:
        points *= 2
    if rules[KOIKOI_TIMES] == 1 and other_calls > 0:
        points *= 2
    elif rules[KOIKOI_TIMES] == 2:
        points <<= min(other_calls, 3)
    if rules[OWN_DOUBLES] and own_calls > 0:
        points *= 2
    return points


def nth(cards: int, skip: int) -> int:
    """A set of one card: the lowest of *cards* after skipping *skip* of them."""
    while skip:
        cards &= cards - 1
        skip -= 1
    return cards & -cards


def playout(
    hand0: int,
    hand1: int,
    field: int,
    captured0: int,
    captured1: int,
    calls0: int,
    calls1: int,
    points0: int,
    points1: int,
    turn: int,
    dealer: int,
    pile: list[int],
    phase: int,
    policy: int,
    min_hand: int,
    last: int,
    lead: int,
    rules: Sequence[int],
    rng: list[int],
) -> int:
    """Play a round to its end and return side 0's score (negative: the score of side 1).

    Args:
        points0, points1: each side's total at the end of its last turn.
        turn, phase: whose turn it is, and what that side does next.
        pile: card indexes, top first.
        policy: RANDOM or MEDIUM, for both sides.
        min_hand: Medium calls koi-koi only with at least this many cards in hand.
        last: 1 in the last round. A side then stops when that puts it ahead, and goes on while it
            would stay behind.
        lead: side 0's score less side 1's, before the round.
    """
    top = 0
    while True:
        if turn == 0:
            hand, captured, other, other_calls, own_calls = (
                hand0,
                captured0,
                captured1,
                calls1,
                calls0,
            )
            before = points0
        else:
            hand, captured, other, other_calls, own_calls = (
                hand1,
                captured1,
                captured0,
                calls0,
                calls1,
            )
            before = points1
        held = 0  # the cards for which `before` is the total
        if phase == PLAY:
            held = captured
            if hand == 0:
                drawn = rules[DEALER_IF_DRAWN]
                return drawn if dealer == 0 else -drawn
            if policy == RANDOM:
                card = nth(hand, below(rng, size(hand)))
                taken = field & month_of(lowest(card))
                if size(taken) == 2:
                    taken = nth(taken, below(rng, 2))
            else:
                own = worths(captured, other, rules[VIEWING])
                theirs = worths(other, captured, rules[VIEWING])
                unseen = FULL & ~(hand | field | captured | other)
                move = best_play(own, theirs, hand, field, unseen)
                card = 1 << (move >> 6)
                taken = taken_by(move, field)
            hand ^= card
            field ^= taken if taken else card
            captured |= taken | card if taken else 0
            phase = DRAW
        if phase == DRAW:
            card = 1 << pile[top]
            taken = field & month_of(pile[top])
            top += 1
            if size(taken) == 2:
                if policy == RANDOM:
                    taken = nth(taken, below(rng, 2))
                else:
                    own = worths(captured, other, rules[VIEWING])
                    theirs = worths(other, captured, rules[VIEWING])
                    taken = best_target(capture_worths(own, theirs), taken)
            field ^= taken if taken else card
            captured |= taken | card if taken else 0
            phase = CHECK
        if phase == CHECK and captured != held:
            now = total(captured, rules)
            if now > before:
                if hand == 0:
                    goes_on = False
                elif policy == RANDOM:
                    goes_on = below(rng, 2) == 1
                else:
                    goes_on = (
                        other_calls == 0
                        and size(hand) >= min_hand
                        and is_far(other, captured, rules[VIEWING])
                    )
                won = score(now, own_calls, other_calls, rules)
                if last == 1 and hand != 0:
                    after = won + lead if turn == 0 else won - lead
                    if after > 0:
                        goes_on = False
                    elif after < 0:
                        goes_on = True
                if not goes_on:
                    return won if turn == 0 else -won
                own_calls += 1
            before = now
        if turn == 0:
            hand0, captured0, calls0, points0 = hand, captured, own_calls, before
        else:
            hand1, captured1, calls1, points1 = hand, captured, own_calls, before
        turn ^= 1
        phase = PLAY
