"""The 48 drawings."""

from __future__ import annotations

from itertools import combinations

from scripts.sheet import cards

from koikoi_client.cards import picture, pixels
from koikoi_client.cards.art import COLOURS, PIXELS
from tests.client.cards.contrast import on_cube


def test_every_card_has_a_drawing_of_9_by_8_known_colours() -> None:
    assert sorted(PIXELS) == list(range(1, 49))
    for card, rows in PIXELS.items():
        assert [len(row) for row in rows] == [9] * 8, card
        assert set("".join(rows)) <= set(COLOURS), card


def test_colours_are_those_that_256_colour_terminals_show_as_they_are() -> None:
    assert all(on_cube(each) for each in COLOURS.values())
    assert len(set(COLOURS.values())) == len(COLOURS)


def test_no_two_cards_are_drawn_alike() -> None:
    """Cards of different names differ in a quarter of their pixels; plains of a month a little."""
    names = {card.id: (card.plant, card.object) for card in cards()}
    for one, other in combinations(PIXELS, 2):
        a, b = "".join(PIXELS[one]), "".join(PIXELS[other])
        differing = sum(x != y for x, y in zip(a, b, strict=True))
        assert differing >= (1 if names[one] == names[other] else 18), (one, other, differing)


def test_a_picture_shows_the_drawing_two_pixels_a_cell() -> None:
    """The upper pixel is the half block's colour, the lower one the ground's."""
    for card in cards():
        drawing = pixels(card)
        rows = picture(card, marks=True)[1:5]
        for y, row in enumerate(rows):
            assert row == [
                (f"fg:{drawing[2 * y][x]} bg:{drawing[2 * y + 1][x]}", "▀") for x in range(9)
            ]
