"""Cut, pad and wrap text by its width in columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from koikoi_client.cards import Line
from koikoi_client.screen.cells import (
    cut,
    cut_at_word,
    cut_lines,
    fill,
    fill_line,
    width,
    wrap_line,
)
from koikoi_client.screen.fitted_line import Part, fit_line, left_and_right, text_part
from koikoi_client.screen.room import Room
from koikoi_client.text.wrapping import wrap

WORDS = st.text(alphabet="ab 桜é́-", max_size=60)


@given(WORDS, st.integers(0, 40))
def test_cut_and_fill_respect_the_width(words: str, columns: int) -> None:
    """Cut text is never too wide, filled text exactly as wide; wide characters are not split."""
    assert get_cwidth(cut(words, columns)) <= columns
    assert get_cwidth(fill(words, columns)) == columns
    assert get_cwidth(fill(words, columns, right=True)) == columns
    assert width(fill_line([("", words), ("bold", words)], columns)) == columns


@given(WORDS, st.integers(2, 40), st.integers(0, 4))
def test_wrap_loses_nothing(words: str, columns: int, indent: int) -> None:
    """Every line fits, and all characters but blanks are kept in order."""
    lines = wrap(words, columns, indent=indent)
    assert all(get_cwidth(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(words.split())


@given(WORDS, st.integers(10, 40))
def test_styled_lines_wrap_at_blanks(words: str, columns: int) -> None:
    """Every line fits, and long words are kept whole over several lines."""
    lines = wrap_line([("", words)], columns, indent=2)
    assert all(width(line) <= columns for line in lines)
    kept = "".join(part for line in lines for _, part in line)
    assert "".join(kept.split()) == "".join(words.split())


def test_a_cut_text_ends_in_two_points() -> None:
    """They are part of the width."""
    assert cut("abcdefgh", 7) == "abcde.."
    assert cut("桜桜桜桜", 7) == "桜桜.."


def test_a_name_is_cut_between_words_where_that_leaves_enough() -> None:
    assert cut_at_word("Aki and the others at home", 18) == "Aki and the.."
    assert cut_at_word("Aki and the others", 18) == "Aki and the others"
    assert cut_at_word("Ben Wolkenkuckucksheim", 15) == "Ben Wolkenkuc.."
    assert cut_at_word("Aki and the others", 13) == "Aki and the.."


def test_of_more_lines_than_fit_the_last_ends_in_two_points() -> None:
    lines: list[Line] = [[("", "one two")], [("bold", "three four")], [("", "five")]]
    assert cut_lines(lines, Room(10, 3)) == lines
    kept = cut_lines(lines, Room(10, 2))
    assert ["".join(words for _, words in line) for line in kept] == ["one two", "three fo.."]
    assert cut_lines(lines, Room(10, 0)) == []


def test_the_least_important_part_is_shortened_first() -> None:
    """Parts are shortened in order of weight; an empty form leaves its part out."""
    parts = [text_part("long name", "name", weight=2), text_part("detail", "", weight=1)]
    assert fit_line(parts, 20) == [("", "long name"), ("", "  "), ("", "detail")]
    assert fit_line(parts, 12) == [("", "long name")]
    assert fit_line(parts, 5) == [("", "name")]
    assert fit_line([Part(([("", "abc")],))], 2) == [("", "ab")]


def test_two_ends_share_a_line() -> None:
    """The right part is at the right end, however much the left part is shortened."""
    line = left_and_right(
        [text_part("left", weight=2), text_part("more", "", weight=1)], [text_part("right")], 12
    )
    assert "".join(words for _, words in line) == "left   right"
