"""Every way in which a card is drawn, at every colour depth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.utils import get_cwidth
from scripts.sheet import cards

from koikoi.v1 import catalog_pb2
from koikoi_client.cards import (
    COLUMNS,
    PICTURE_ROWS,
    TILE_ROWS,
    Highlight,
    Line,
    back,
    chip,
    mark,
    picture,
    shortened,
    tile,
)
from koikoi_client.screen.ascii import to_ascii
from tests.client.cards.contrast import DEPTHS, assert_readable, attributes, colours, on_cube

CARDS = cards()
HIGHLIGHTS: tuple[Highlight, ...] = get_args(Highlight)


def card(code: str) -> catalog_pb2.Card:
    return next(each for each in CARDS if each.code == code)


def text(line: Line) -> str:
    return "".join(piece for _, piece in line)


def drawings() -> Iterator[tuple[catalog_pb2.Card, list[Line]]]:
    """Tile and picture of each card, with and without marks and highlights."""
    for each, marks, highlight in product(CARDS, (True, False), HIGHLIGHTS):
        yield each, tile(each, marks=marks, highlight=highlight)
        yield each, picture(each, marks=marks, highlight=highlight)


def lines() -> Iterator[Line]:
    """Every line of every drawing of every card."""
    for _, drawn in drawings():
        yield from drawn
    for each, named in product(CARDS, (True, False)):
        yield chip(each, named=named)
    yield from back(6, 24, "Draw")


def test_a_card_has_its_size_to_the_column() -> None:
    for each, drawn in drawings():
        assert len(drawn) in (TILE_ROWS, PICTURE_ROWS)
        for line in drawn:
            assert get_cwidth(text(line)) == COLUMNS, (each.code, line)


def test_every_word_is_readable_at_every_colour_depth() -> None:
    assert_readable(list(lines()))


def test_colours_are_those_that_the_terminal_has() -> None:
    """Of 256 those of the cube or the grey ramp, of sixteen those with a name; a card has both."""
    for style in {style for line in lines() for style, words in line if "▀" not in words}:
        full = colours(attributes(style, ColorDepth.DEPTH_8_BIT))
        sixteen = colours(attributes(style, ColorDepth.DEPTH_4_BIT))
        assert full is not None
        assert sixteen is not None
        assert all(map(on_cube, full)), style
        assert all(each.startswith("ansi") for each in sixteen), style


def test_in_ascii_cards_are_as_wide_as_before() -> None:
    """★ ○ ◇ ▬ ▀ are two columns wide on some terminals."""
    for line in lines():
        drawn = text(line)
        assert to_ascii(drawn).isascii()
        assert len(to_ascii(drawn)) == len(drawn)


def test_month_and_kind_are_text_and_can_be_hidden() -> None:
    for each in CARDS:
        sign = mark(each.kind)
        for draw in (tile, picture):
            head = text(draw(each, marks=True)[0]).split()
            assert "".join(head).startswith(f"{each.month}{sign}")
            hidden = " ".join(text(line) for line in draw(each, marks=False))
            assert sign not in hidden.split()
            assert not any(letter.isdigit() for letter in hidden)


def test_a_tile_identifies_its_card_without_colour() -> None:
    """Cards of different names have different words."""
    told = {"".join(text(line) for line in tile(each, marks=True)) for each in CARDS}
    assert len(told) == len({(each.plant, each.object) for each in CARDS})


def test_names_are_whole_words_or_known_short_forms() -> None:
    allowed = {word for each in CARDS for word in f"{each.plant} {each.object}".split()}
    allowed |= {"butterfly", "rib."}
    for each in CARDS:
        for draw in (tile, picture):
            said = [text(line) for line in draw(each, marks=False)]
            words = " ".join(line for line in said if "▀" not in line).split()
            assert set(words) <= allowed, each.code
        head = text(picture(each, marks=True)[0])
        shorter = {"Wisteria": "Wist.", "Paulownia": "Paul."}.get(each.plant, each.plant)
        assert head.strip("0123456789★○▬◇ ") == shorter


@pytest.mark.parametrize("worth", [None, 20])
def test_every_picture_names_its_plant_in_the_header_and_its_object_below(
    worth: int | None,
) -> None:
    """Wisteria and Paulownia are shortened beside number and mark."""
    said = {
        code: [text(line).strip() for line in picture(card(code), marks=True, worth=worth)]
        for code in ("4-2", "4-3", "11-1", "12-1")
    }
    assert [(lines[0], lines[-1]) for lines in said.values()] == [
        ("4▬ Wist.", "red rib."),
        ("4◇ Wist.", "plain"),
        ("11★Willow", "rain man"),
        ("12★ Paul.", "phoenix"),
    ]
    corner = {lines[-2].strip("▀").strip() for lines in said.values()}
    assert corner == {"" if worth is None else "20"}


@pytest.mark.parametrize("code", ["3-1", "10-1", "11-1"])
def test_headers_of_cherry_maple_and_willow_are_black(code: str) -> None:
    """White would be unreadable on their colours."""
    style = tile(card(code), marks=True)[0][0][0]
    pair = colours(attributes(style, ColorDepth.DEPTH_8_BIT))
    assert pair is not None
    assert pair[0] == "#000000"


def test_a_card_that_moved_is_highlighted_up_to_its_points() -> None:
    """The points are at the right end, so no column is left in the month's colour."""
    head = tile(card("3-1"), marks=True, highlight="moved", worth=20)[0]
    lit = tile(card("3-1"), marks=True, highlight="match", worth=20)[0]
    assert len("".join(words for _, words in head if words)) == COLUMNS
    assert len([words for _, words in head if words]) == len(lit) == 1


def test_a_highlight_changes_the_look_and_no_word() -> None:
    """Without colours too."""
    plain = tile(card("3-1"), marks=True)
    for depth in DEPTHS:
        seen = set()
        for highlight in HIGHLIGHTS:
            drawn = tile(card("3-1"), marks=True, highlight=highlight)
            seen.add(tuple(attributes(style, depth) for line in drawn for style, _ in line))
            assert [*map(text, drawn)] == [*map(text, plain)]
        assert len(seen) == len(HIGHLIGHTS)


def test_a_card_without_a_drawing_is_a_tile_in_words() -> None:
    """A later server may have cards that this client does not know."""
    strange = catalog_pb2.Card(id=99, month=13, plant="Bamboo", object="hermit crab king")
    for draw in (tile, picture):
        said = "".join(text(line) for line in draw(strange, marks=True))
        assert "13" in said
        assert "Bamboo" in said
        assert "hermit" in said


def test_a_back_shows_the_number_at_every_height() -> None:
    for rows in range(1, 8):
        pile = back(rows, 24, "Draw")
        assert len(pile) == rows
        assert all(get_cwidth(text(line)) == COLUMNS for line in pile)
        assert "24" in "".join(map(text, pile))
    assert "24" in text(back(1, 24, "Ziehstapel")[0])
    assert "".join(map(text, back(3))).strip() == ""


@pytest.mark.parametrize(
    ("code", "said"), [("3-1", "3 curtain"), ("1-2", "1 poem"), ("6-2", "6 blue"), ("12-4", "12")]
)
def test_a_chip_is_as_short_as_can_be(code: str, said: str) -> None:
    assert text(chip(card(code))) == said
    sort = said.split()[1][:1] if card(code).kind == catalog_pb2.CARD_KIND_RIBBON else ""
    assert text(chip(card(code), named=False)) == f"{card(code).month}{sort}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("butterflies", "butterfly"),
        ("poem ribbon", "poem rib."),
        ("Paulownia", "Paulownia"),
        ("eight plank bridge", "eight"),
        ("Schmetterlinge", "Schmetter"),
        ("短冊に短歌", "短冊に短"),
    ],
)
def test_long_names_are_shortened_by_words(name: str, said: str) -> None:
    """Only a lone word that is too long, without a short form, is cut."""
    assert shortened(name) == said
