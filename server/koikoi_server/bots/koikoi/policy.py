"""What a card is worth to a side: the judgement that Medium plays by.

Plain Python in the subset that numba
compiles (whole numbers, tuples, loops), because Hard's playouts ask it thousands of times a move;
:mod:`koikoi_server.bots.koikoi.compiled` replaces :data:`size` and :func:`lowest` then.

A worth is a whole number without a unit; only comparisons matter. Each card is of one of eleven
classes, by the yaku that ask for it; a side's *worths* are what one more card of each class is
worth to it.
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

WHOLE = 63  # in a move's last six bits: no target named, all of the month is taken, or none
OWN, DENIED = 4, 3  # how a card's worth to its taker and to an opponent count together

# Worth of one more card, by how many of its group the side has.
DRY_WORTH = (12, 25, 60, 40, 12)
RAIN_WORTH = (3, 3, 12, 40, 3)  # by dry Brights
TAKEN_BRIGHT_WORTH = 2  # when others have two dry ones
SET_WORTH = (8, 22, 60, 8)  # of a set of three that nobody else has broken
VIEWING_WORTH = (20, 55, 55)  # of a pair that nobody else has broken
FIVE_WORTH = (2, 2, 2, 6, 12, 12, 12, 12, 12, 12, 12)  # Animals or Ribbons
PLAIN_WORTH = (1,) * 6 + (4,) * 3 + (11,) * 17

# Far from a yaku: at most this much of each.
FAR_SET_CARDS = 1  # of a set of three that nobody else has broken
FAR_DRY_BRIGHTS = 1  # unless others hold two of the four
FAR_ANIMALS = 3
FAR_RIBBONS = 3
FAR_PLAINS = 7  # the sake cup among them

Worths = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""By class: dry Bright, curtain, moon, rain man, one of boar-deer-butterflies, the cup, another
Animal, poetry ribbon, blue ribbon, another Ribbon, Plain."""

CLASSES = tuple(
    next(index for index, cards in enumerate(_CLASS_CARDS) if cards >> card & 1)
    for card in range(48)
)
"""Each card's class."""


size = int.bit_count
"""Number of cards in a set."""


def lowest(cards: int) -> int:
    """Index of the lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def month_of(index: int) -> int:
    """All four cards of a card's month."""
    return 15 << (index & ~3)


def taken_by(move: int, field: int) -> int:
    """What a move takes from the field: card index * 64 + index of the card taken, or WHOLE."""
    return field & month_of(move >> 6) if move & 63 == WHOLE else 1 << (move & 63)


def worths(mine: int, theirs: int, viewing: int) -> Worths:
    """What one more card of each class is worth to who captured *mine*, others *theirs*.

    *viewing* as in kernel.VIEWING.
    """
    held = size(mine & DRY)
    dry = rain = TAKEN_BRIGHT_WORTH
    if size(theirs & DRY) <= 1:  # three are still to be had
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


def together(own: Worths, other: Worths) -> Worths:
    """Worths of capturing: what it gives and what it takes away from the other."""
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


def cards_worth(of: Worths, cards: int) -> int:
    """What several cards are worth together, each by itself."""
    total = 0
    while cards:
        total += of[CLASSES[lowest(cards)]]
        cards &= cards - 1
    return total


def laying_worth(own: Worths, other: Worths, index: int, unseen: int) -> int:
    """What it costs (never above 0) to lay a card on the field.

    The others may take it as far as cards of its month are *unseen*; with it goes the best of them.
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
    """The play that is worth most: card index * 64 + index of the card taken, or WHOLE.

    Capturing is always worth more than 0, laying a card never is: it is weighed only without a
    capture to choose.
    """
    both = together(own, other)
    best_worth = -1000000
    best = 0
    left = hand
    while left:
        index = lowest(left)
        left &= left - 1
        matches = field & month_of(index)
        if matches == 0:
            continue
        target = WHOLE
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
            best = index * 64 + WHOLE
    return best


def best_target(both: Worths, matches: int) -> int:
    """Which of two matching cards to take; the lower when they are worth the same."""
    low = matches & -matches
    high = matches ^ low
    return high if both[CLASSES[lowest(high)]] > both[CLASSES[lowest(low)]] else low


def is_far(theirs: int, mine: int, viewing: int) -> bool:
    """Whether who captured *theirs* is far from every yaku; *mine*: what others captured."""
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
