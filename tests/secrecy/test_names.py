"""Names and chat cannot mislead a reader or break a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth, wcwidth

from koikoi_server import user_text
from koikoi_server.refusal import Refusal
from koikoi_server.table import commands
from tests.support.table import BEN, CHO, PureTable

NOTHING = "\u3164\u2800\u115f\uffa0\ufe0f\u034f\u200d\u00ad\U000e0041\u180e"
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
TAGS = range(0xE0000, 0xE0200)


@given(st.text(max_size=40))
def test_each_character_of_a_cleaned_text_has_a_width_or_follows_one_that_has(text: str) -> None:
    cleaned = user_text.clean(text)
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned.isprintable()
    without = 0
    for before, char in zip(" " + cleaned, cleaned, strict=False):
        without = without + 1 if wcwidth(char) == 0 else 0
        assert wcwidth(char) >= 0
        assert without <= user_text.MAX_MARKS
        assert not (without and before == " "), "a mark on nothing"


def test_every_unicode_character_is_cleaned() -> None:
    for code in (*range(0x10000), *range(0x1D100, 0x1D200), *range(0x1F000, 0x1FB00), *TAGS):
        alone = user_text.clean(chr(code))
        assert alone == "" or wcswidth(alone) > 0, hex(code)
        assert not alone or unicodedata.bidirectional(alone[0]) not in DIRECTIONS


@pytest.mark.parametrize("char", NOTHING, ids=lambda char: f"U+{ord(char):04X}")
def test_an_invisible_text_is_not_a_name(char: str) -> None:
    with pytest.raises(Refusal):
        user_text.clean_name(char * 3, "player_name", 16)
    assert user_text.clean(f"A{char}ki") == "Aki"


def test_many_characters_without_width_are_dropped() -> None:
    assert (
        len(user_text.clean("a" + "\u0301" * 500 + "b" + "\u1161" * 500))
        <= 2 + 2 * user_text.MAX_MARKS
    )


def two_more(name: str, again: str, max_columns: int) -> list[str]:
    """How *again* is called when *name* sits there, and *again* once more."""
    table = PureTable(game="coin", bots=("", "", ""), rules={"rounds": "3"})
    table.do(commands.Join(name, 0, BEN, max_columns=max_columns))
    table.do(commands.Join(again, 0, CHO, max_columns=max_columns))
    return [seat.name for seat in table.state.seats]


@pytest.mark.parametrize(
    ("name", "again", "shown"),
    [
        ("Ben", "Ben", "Ben (2)"),
        ("Ben", "BEN", "BEN (2)"),
        ("Aki (2)", "aki", "aki (3)"),
        ("x" * 16, "x" * 16, "x" * 12 + " (2)"),
        ("あ" * 8, "あ" * 8, "あ" * 6 + " (2)"),
    ],
)
def test_two_players_with_one_name_get_different_names_that_are_not_too_wide(
    name: str, again: str, shown: str
) -> None:
    called = two_more(name, again, 16)
    assert called == ["Aki", name, shown]
    assert all(wcswidth(each) <= 16 for each in called)


CUT: list[Callable[[str], str]] = [str.upper, str.lower, str.title]


@given(st.text(min_size=1, max_size=12), st.sampled_from(CUT))
def test_no_two_players_at_a_table_have_the_same_name(
    text: str, change: Callable[[str], str]
) -> None:
    try:
        name = user_text.clean_name(text, "player_name", 16)
        again = user_text.clean_name(change(text), "player_name", 16)
    except Refusal:
        return
    called = [each.casefold() for each in two_more(name, again, 16)]
    assert len(set(called)) == 3
