"""Sentences and their blanks."""

from __future__ import annotations

import pytest

from koikoi_client.text import all_of, count, duration, fill, printable, text


def test_a_value_is_never_read_as_a_blank() -> None:
    """A person called "{card}" stays one."""
    assert fill("{seat} plays {card}", {"seat": "{card}", "card": "Pine"}) == "{card} plays Pine"


def test_an_unknown_blank_is_dropped() -> None:
    assert fill("a{later}b", {}) == "ab"


def test_control_and_direction_characters_never_reach_the_terminal() -> None:
    assert printable("a\x1b[31mb\u202ec\nd\u200b") == "a[31mbc d"
    assert printable("あき 🎴") == "あき 🎴"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("🇯🇵 Ken", "JP Ken"),  # a flag is two letters
        ("👩\u200d👩\u200d👧", "👩👩👧"),  # a family its members
        ("👍🏽", "👍"),  # skin has no colour
        ("❤\ufe0f", "❤"),  # nor has a sign another look
        ("1\ufe0f\u20e3", "1"),
        ("Wisteria…", "Wisteria.."),  # dots are as many as stand there
        ("é e\u0301 क्षि 한글 桜", "é e\u0301 क्षि 한글 桜"),  # letters stay as they are
    ],
)
def test_signs_about_whose_width_terminals_disagree_come_in_their_parts(
    typed: str, shown: str
) -> None:
    """Each part is as wide for this program as for every terminal."""
    assert printable(typed) == shown
    assert printable(shown) == shown


def test_lists_numbers_and_times() -> None:
    assert all_of([]) == ""
    assert all_of(["a"]) == "a"
    assert all_of(["a", "b", "c"]) == "a, b and c"
    assert count(1, "{n} card", "{n} cards") == "1 card"
    assert count(3, "{n} card", "{n} cards") == "3 cards"
    assert text("You are {seat}.", seat="Red") == "You are Red."
    assert [duration(n) for n in (-5, 20, 120, 3600, 5520)] == [
        "0 s", "20 s", "2 min", "60 min", "1 h 32 min",
    ]  # fmt: skip
