"""The 48 cards.

A card belongs to a month, its suit: only cards of the same month match. Each month has four cards,
in the order Bright, Animal, Ribbon, Plain.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

CardSet = int
"""A set of cards as 48 bits: card 1 is bit 0, so a month is four neighbouring bits."""


class Kind(Enum):
    """The four kinds of cards."""

    BRIGHT = "bright"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    PLAIN = "plain"


class Card(int):
    """One of the 48 cards: its number in the protocol, 1-48, and what it shows.

    Cards compare, sort and hash as their numbers. Get them from :data:`DECK` or :func:`card`.
    """

    bit: CardSet  #: the set of this card alone
    month: int  #: 1-12
    place: int  #: 1-4, in the month
    kind: Kind
    plant: str  #: "Cherry", "Mum": short enough for a drawn card
    object: str  #: "curtain", "plain"
    tags: tuple[
        str, ...
    ]  #: "dry", "rain", "poetry", "blue", "red", "sake_cup", "lightning", "yellow"

    @property
    def code(self) -> str:
        """Month and place, as in records: "3-1"."""
        return f"{self.month}-{self.place}"

    @property
    def name(self) -> str:
        """The English name: "Cherry curtain", "Mum sake cup"."""
        return f"{self.plant} {self.object}"

    def __repr__(self) -> str:
        return f"<{self.code} {self.name}>"


Cards = tuple[Card, ...]

_B, _A, _R, _P = Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.PLAIN
_PLAIN = (_P, "plain", "")
_FACES: tuple[tuple[str, tuple[tuple[Kind, str, str], ...]], ...] = (
    ("Pine", ((_B, "crane", "dry"), (_R, "poem ribbon", "poetry"), _PLAIN, _PLAIN)),
    ("Plum", ((_A, "warbler", ""), (_R, "poem ribbon", "poetry"), _PLAIN, _PLAIN)),
    ("Cherry", ((_B, "curtain", "dry"), (_R, "poem ribbon", "poetry"), _PLAIN, _PLAIN)),
    ("Wisteria", ((_A, "cuckoo", ""), (_R, "red ribbon", "red"), _PLAIN, _PLAIN)),
    ("Iris", ((_A, "bridge", ""), (_R, "red ribbon", "red"), _PLAIN, _PLAIN)),
    ("Peony", ((_A, "butterflies", ""), (_R, "blue ribbon", "blue"), _PLAIN, _PLAIN)),
    ("Clover", ((_A, "boar", ""), (_R, "red ribbon", "red"), _PLAIN, _PLAIN)),
    ("Pampas", ((_B, "moon", "dry"), (_A, "geese", ""), _PLAIN, _PLAIN)),
    ("Mum", ((_A, "sake cup", "sake_cup"), (_R, "blue ribbon", "blue"), _PLAIN, _PLAIN)),
    ("Maple", ((_A, "deer", ""), (_R, "blue ribbon", "blue"), _PLAIN, _PLAIN)),
    (
        "Willow",
        (
            (_B, "rain man", "rain"),
            (_A, "swallow", ""),
            (_R, "red ribbon", "red"),
            (_P, "lightning", "lightning"),
        ),
    ),
    ("Paulownia", ((_B, "phoenix", "dry"), (_P, "yellow", "yellow"), _PLAIN, _PLAIN)),
)


def _make(number: int) -> Card:
    made = Card(number)
    made.bit = 1 << (number - 1)
    made.month, made.place = (number - 1) // 4 + 1, (number - 1) % 4 + 1
    made.plant, faces = _FACES[made.month - 1]
    made.kind, made.object, tag = faces[made.place - 1]
    made.tags = (tag,) if tag else ()
    return made


DECK: Cards = tuple(map(_make, range(1, 49)))
"""All cards, card 1 first."""

_BY_CODE = {made.code: made for made in DECK}


def card(code: str) -> Card:
    """The card of a code such as "3-1".

    Raises:
        ValueError: if there is no such card.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(
            f'there is no card "{code}": cards are "1-1" to "12-4" (month and place)'
        ) from None


def cards(codes: str | Iterable[str]) -> Cards:
    """The cards of several codes, in a string with spaces between them or in an iterable.

    Raises:
        ValueError: if there is no such card.
    """
    return tuple(map(card, codes.split() if isinstance(codes, str) else codes))


def card_set(of: Iterable[Card]) -> CardSet:
    """The set of some cards."""
    found = 0
    for each in of:
        found |= each.bit
    return found


def cards_in(found: CardSet) -> Cards:
    """The cards of a set, ascending."""
    listed = []
    while found:
        lowest = found & -found
        listed.append(DECK[lowest.bit_length() - 1])
        found ^= lowest
    return tuple(listed)
