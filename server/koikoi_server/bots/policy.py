"""What a card is worth to a side: the judgement that Medium plays by.

Sets of cards are 48-bit numbers here, bit 0 for card 1. Plain Python in the subset that numba
compiles (whole numbers, tuples, loops), because Hard's playouts ask it thousands of times a move;
:mod:`koikoi_server.bots.fast` replaces :func:`size` and :func:`lowest` then.

A worth is a whole number without a unit; only comparisons matter. A side's *worths* are ten of
them, one for each group of cards that a yaku asks for: dry Brights, rain man, boar-deer-butterfly,
poetry ribbons, blue ribbons, flower viewing, moon viewing, Animals, Ribbons, Plains.
"""

from __future__ import annotations

FULL = (1 << 48) - 1
DRY = 1 << 0 | 1 << 8 | 1 << 28 | 1 << 44
RAIN = 1 << 40
BRIGHTS = DRY | RAIN
CURTAIN = 1 << 8
MOON = 1 << 28
CUP = 1 << 32
TRIO = 1 << 20 | 1 << 24 | 1 << 36  # butterflies, boar, deer
ANIMALS = TRIO | CUP | 1 << 4 | 1 << 12 | 1 << 16 | 1 << 29 | 1 << 41
POETRY = 1 << 1 | 1 << 5 | 1 << 9
BLUE = 1 << 21 | 1 << 33 | 1 << 37
RIBBONS = POETRY | BLUE | 1 << 13 | 1 << 17 | 1 << 25 | 1 << 42
PLAINS = FULL & ~(BRIGHTS | ANIMALS | RIBBONS)
PLAIN_LIKE = PLAINS | CUP
FLOWER_VIEWING = CURTAIN | CUP
MOON_VIEWING = MOON | CUP

WHOLE = 63  # in a move's last six bits: no target named, all of the month is taken, or none
OWN, DENIED = 4, 3  # how a card's worth to its taker and to an opponent count together

# Far from a yaku: at most this much of each.
FAR_SET_CARDS = 1  # of a set of three that nobody else has broken
FAR_DRY_BRIGHTS = 1  # unless others hold two of the four
FAR_ANIMALS = 3
FAR_RIBBONS = 3
FAR_PLAINS = 7  # the sake cup among them

Worths = tuple[int, int, int, int, int, int, int, int, int, int]


def size(cards: int) -> int:
    """Number of cards in a set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """Index of the lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def month_of(index: int) -> int:
    """All four cards of a card's month."""
    return 15 << (index & ~3)


def taken_by(move: int, field: int) -> int:
    """What a move takes from the field: card index * 64 + index of the card taken, or WHOLE."""
    return field & month_of(move >> 6) if move & 63 == WHOLE else 1 << (move & 63)


def set_worth(held: int, broken: bool) -> int:
    """One more card of a set of three, of which *held* are captured."""
    if broken:
        return 0
    return 60 if held == 2 else (22 if held == 1 else 8)


def viewing_worth(mine: int, theirs: int, pair: int, viewing: int) -> int:
    """A card of a pair that makes a viewing yaku; *viewing* as in kernel.VIEWING."""
    if viewing == 0 or theirs & pair:
        return 0
    return 55 if mine & pair else 20


def five_worth(held: int) -> int:
    """One more Animal or Ribbon: five make a yaku."""
    return 12 if held >= 4 else (6 if held == 3 else 2)


def worths(mine: int, theirs: int, viewing: int) -> Worths:
    """What one more card of each group is worth to who captured *mine*, others *theirs*."""
    if size(theirs & DRY) <= 1:
        held = size(mine & DRY)
        dry = 60 if held == 2 else (40 if held == 3 else (25 if held == 1 else 12))
        rain = 40 if held == 3 else (12 if held == 2 else 3)
    else:
        dry = 2
        rain = 2
    plains = size(mine & PLAIN_LIKE)
    return (
        dry,
        rain,
        set_worth(size(mine & TRIO), theirs & TRIO != 0),
        set_worth(size(mine & POETRY), theirs & POETRY != 0),
        set_worth(size(mine & BLUE), theirs & BLUE != 0),
        viewing_worth(mine, theirs, FLOWER_VIEWING, viewing),
        viewing_worth(mine, theirs, MOON_VIEWING, viewing),
        five_worth(size(mine & ANIMALS)),
        five_worth(size(mine & RIBBONS)),
        11 if plains >= 9 else (4 if plains >= 6 else 1),
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
    )


def card_worth(of: Worths, index: int) -> int:
    """What one card is worth by a side's worths: the sum over its groups."""
    card = 1 << index
    if card & PLAINS:
        return of[9]
    if card & RIBBONS:
        return of[8] + (of[3] if card & POETRY else (of[4] if card & BLUE else 0))
    if card & CUP:
        return of[9] + of[5] + of[6] + of[7]
    if card & ANIMALS:
        return of[7] + (of[2] if card & TRIO else 0)
    if card & DRY:
        return of[0] + (of[5] if card & CURTAIN else (of[6] if card & MOON else 0))
    return of[1]


def cards_worth(of: Worths, cards: int) -> int:
    """What several cards are worth together, each by itself."""
    total = 0
    while cards:
        total += card_worth(of, lowest(cards))
        cards &= cards - 1
    return total


def laying_worth(own: Worths, other: Worths, index: int, unseen: int) -> int:
    """What it costs (never above 0) to lay a card on the field.

    The others may take it as far as cards of its month are *unseen*; with it goes the best of them.
    """
    month = (unseen >> (index & ~3)) & 15
    cost = card_worth(own, index)
    if month == 0:
        return -cost
    best = 0
    for place in range(4):
        if month >> place & 1:
            best = max(best, card_worth(other, (index & ~3) + place))
    return -cost - (OWN * card_worth(other, index) + DENIED * best) * size(month) // 4


def best_play(own: Worths, other: Worths, hand: int, field: int, unseen: int) -> int:
    """The play that is worth most: card index * 64 + index of the card taken, or WHOLE."""
    both = together(own, other)
    best_worth = -1000000
    best = 0
    while hand:
        index = lowest(hand)
        hand &= hand - 1
        matches = field & month_of(index)
        target = WHOLE
        if matches == 0:
            worth = laying_worth(own, other, index, unseen)
        else:
            worth = card_worth(both, index)
            if size(matches) == 2:
                target = lowest(best_target(both, matches))
                worth += card_worth(both, target)
            else:
                worth += cards_worth(both, matches)
        if worth > best_worth:
            best_worth = worth
            best = index * 64 + target
    return best


def best_target(both: Worths, matches: int) -> int:
    """Which of two matching cards to take; the lower when they are worth the same."""
    low = matches & -matches
    high = matches ^ low
    return high if card_worth(both, lowest(high)) > card_worth(both, lowest(low)) else low


def is_far(theirs: int, mine: int, viewing: int) -> bool:
    """Whether who captured *theirs* is far from every yaku; *mine*: what others captured."""
    if size(theirs & DRY) > FAR_DRY_BRIGHTS and size(mine & DRY) <= 1:
        return False
    if not mine & TRIO and size(theirs & TRIO) > FAR_SET_CARDS:
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
