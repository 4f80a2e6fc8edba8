"""Medium's policy: how much each card is worth to each side, and which play follows from that.

A worth is a whole number without a unit; only comparisons matter. Each card belongs to one of
eleven classes, by the yaku that need it. A side's *worths* say what one more card of each class is
worth to it.

Hard's playouts call this thousands of times for a move, so it is in the subset of Python that
numba compiles (whole numbers, tuples, loops). :mod:`koikoi_server.bots.koikoi.compiled` replaces
:data:`size` and :func:`lowest` by machine instructions.
"""

from __future__ import annotations

from hanafuda.yaku import (
    ANIMALS,
    BLUE,
    BOAR_DEER_BUTTERFLIES,
    BRIGHTS,
    CUP,
    CURTAIN,
    DRY,
    MOON,
    PLAINS,
    POETRY,
    RAIN,
    RIBBONS,
)

FULL = BRIGHTS | ANIMALS | RIBBONS | PLAINS
PLAIN_LIKE = PLAINS | CUP
FLOWER_VIEWING = CURTAIN | CUP
MOON_VIEWING = MOON | CUP

_CLASS_CARDS = (
    DRY & ~(CURTAIN | MOON),
    CURTAIN,
    MOON,
    RAIN,
    BOAR_DEER_BUTTERFLIES,
    CUP,
    ANIMALS & ~(BOAR_DEER_BUTTERFLIES | CUP),
    POETRY,
    BLUE,
    RIBBONS & ~(POETRY | BLUE),
    PLAINS,
)

ALL_OR_NONE = 63  # in a move's last six bits: it takes all cards of its month, if any
OWN, DENIED = 4, 3  # weights of a captured card's worth to its taker and to an opponent

# Worth of one more card, by the number of cards of its group that the side has. The dry Brights
# are all but the Rain Man.
DRY_WORTH = (12, 25, 60, 40, 12)
RAIN_WORTH = (3, 3, 12, 40, 3)  # by dry Brights
TAKEN_BRIGHT_WORTH = 2  # if others have two dry Brights
SET_WORTH = (8, 22, 60, 8)  # of a set of three of which nobody else has a card
VIEWING_WORTH = (20, 55, 55)  # of a pair of which nobody else has a card
FIVE_WORTH = (2, 2, 2, 6, 12, 12, 12, 12, 12, 12, 12)  # Animals or Ribbons
PLAIN_WORTH = (1,) * 6 + (4,) * 3 + (11,) * 17

# A side is far from every yaku if it has at most this many cards of each group.
FAR_SET_CARDS = 1  # of a set of three of which nobody else has a card
FAR_DRY_BRIGHTS = 1  # unless others have two of the four
FAR_ANIMALS = 3
FAR_RIBBONS = 3
FAR_PLAINS = 7  # counting the sake cup

Worths = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""By class: dry Bright, curtain, moon, Rain Man; boar, deer or butterflies, sake cup, other
Animal; poetry ribbon, blue ribbon, other Ribbon; Plain."""

CLASSES = tuple(
    next(index for index, cards in enumerate(_CLASS_CARDS) if cards >> card & 1)
    for card in range(48)
)
"""Each card's class."""


size = int.bit_count
"""The number of cards in a set."""


def lowest(cards: int) -> int:
    """The index of the lowest card of a set, which must not be empty."""
    return (cards & -cards).bit_length() - 1


def month_of(index: int) -> int:
    """The set of the four cards of a card's month."""
    return 15 << (index & ~3)


def taken_by(move: int, field: int) -> int:
    """The cards that a move of :func:`best_play` takes from the field."""
    return field & month_of(move >> 6) if move & 63 == ALL_OR_NONE else 1 << (move & 63)


def worths(mine: int, theirs: int, viewing: int) -> Worths:
    """What one more card of each class is worth to a side.

    *mine*: what the side has captured; *theirs*: what all others have; *viewing*: see
    kernel.VIEWING.
    """
    held = size(mine & DRY)
    dry = rain = TAKEN_BRIGHT_WORTH
    if size(theirs & DRY) <= 1:  # the side can still get three
        dry = DRY_WORTH[held]
        rain = RAIN_WORTH[held]
    flower = 0
    moon = 0
    if viewing != 0:
        if theirs & FLOWER_VIEWING == 0:
            flower = VIEWING_WORTH[size(mine & FLOWER_VIEWING)]
        if theirs & MOON_VIEWING == 0:
            moon = VIEWING_WORTH[size(mine & MOON_VIEWING)]
    animal = FIVE_WORTH[size(mine & ANIMALS)]
    boar_deer_butterflies = animal
    if not theirs & BOAR_DEER_BUTTERFLIES:
        boar_deer_butterflies += SET_WORTH[size(mine & BOAR_DEER_BUTTERFLIES)]
    ribbon = FIVE_WORTH[size(mine & RIBBONS)]
    plain = PLAIN_WORTH[size(mine & PLAIN_LIKE)]
    return (
        dry,
        dry + flower,
        dry + moon,
        rain,
        animal
        if theirs & BOAR_DEER_BUTTERFLIES
        else animal + SET_WORTH[size(mine & BOAR_DEER_BUTTERFLIES)],
        animal + plain + flower + moon,
        animal,
        ribbon if theirs & POETRY else ribbon + SET_WORTH[size(mine & POETRY)],
        ribbon if theirs & BLUE else ribbon + SET_WORTH[size(mine & BLUE)],
        ribbon,
        plain,
    )


def capture_worths(own: Worths, other: Worths) -> Worths:
    """What capturing a card of each class is worth: what it gives, and what it denies the other."""
    return (
        OWN * own[0] + DENIED * other[0],
        OWN * own[1] + DENIED * other[1],
        OWN * own[2] + DENIED * other[2],
        OWN * own[3] + DENIED * other[3],
        OWN * own[4] + DENIED * other[4],
        OWN * own[5] + DENIED * other[5],
        OWN * own[6] + DENIED * other[6],
        OWN * own[7] + DENIED * other[7],
        OWN * own[8] + DENIED * other[8],
        OWN * own[9] + DENIED * other[9],
        OWN * own[10] + DENIED * other[10],
    )


def cards_worth(by_class: Worths, cards: int) -> int:
    """The sum of the worths of *cards*."""
    total = 0
    while cards:
        total += by_class[CLASSES[lowest(cards)]]
        cards &= cards - 1
    return total


def laying_worth(own: Worths, other: Worths, index: int, unseen: int) -> int:
    """What laying a card on the field is worth: 0 or less.

    Others may capture it together with the best *unseen* card of its month. That is more likely the
    more cards of its month are unseen.
    """
    month = (unseen >> (index & ~3)) & 15
    cost = own[CLASSES[index]]
    if month == 0:
        return -cost
    best = 0
    for place in range(4):
        if month >> place & 1:
            best = max(best, other[CLASSES[(index & ~3) + place]])
    return -cost - (OWN * other[CLASSES[index]] + DENIED * best) * size(month) // 4


def best_play(own: Worths, other: Worths, hand: int, field: int, unseen: int) -> int:
    """The best play: the card's index * 64 + the index of the card that it takes, or ALL_OR_NONE.

    Capturing is always worth more than 0 and laying a card never, so laying is considered only if
    no card captures.
    """
    both = capture_worths(own, other)
    best_worth = -1000000
    best = 0
    left = hand
    while left:
        index = lowest(left)
        left &= left - 1
        matches = field & month_of(index)
        if matches == 0:
            continue
        target = ALL_OR_NONE
        worth = both[CLASSES[index]]
        if size(matches) == 2:
            target = lowest(best_target(both, matches))
            worth += both[CLASSES[target]]
        else:
            worth += cards_worth(both, matches)
        if worth > best_worth:
            best_worth = worth
            best = index * 64 + target
    if best_worth > 0:
        return best
    while hand:
        index = lowest(hand)
        hand &= hand - 1
        worth = laying_worth(own, other, index, unseen)
        if worth > best_worth:
            best_worth = worth
            best = index * 64 + ALL_OR_NONE
    return best


def best_target(both: Worths, matches: int) -> int:
    """Which of two matching cards to take; the lower if they are worth the same."""
    low = matches & -matches
    high = matches ^ low
    return high if both[CLASSES[lowest(high)]] > both[CLASSES[lowest(low)]] else low


def is_far(theirs: int, mine: int, viewing: int) -> bool:
    """Whether the side that captured *theirs* is far from every yaku; others captured *mine*."""
    if size(theirs & DRY) > FAR_DRY_BRIGHTS and size(mine & DRY) <= 1:
        return False
    if not mine & BOAR_DEER_BUTTERFLIES and size(theirs & BOAR_DEER_BUTTERFLIES) > FAR_SET_CARDS:
        return False
    if not mine & POETRY and size(theirs & POETRY) > FAR_SET_CARDS:
        return False
    if not mine & BLUE and size(theirs & BLUE) > FAR_SET_CARDS:
        return False
    if viewing == 1:
        if theirs & FLOWER_VIEWING and not mine & FLOWER_VIEWING:
            return False
        if theirs & MOON_VIEWING and not mine & MOON_VIEWING:
            return False
    return (
        size(theirs & ANIMALS) <= FAR_ANIMALS
        and size(theirs & RIBBONS) <= FAR_RIBBONS
        and size(theirs & PLAIN_LIKE) <= FAR_PLAINS
    )
