"""Lines that are longer than the window, in line mode and on the command line."""

from __future__ import annotations

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from koikoi_client.text.wrapping import print_sentence, wrapped

LINES = st.text(alphabet="ab 桜é́-", max_size=120)


@given(LINES, st.integers(20, 60))
@example(" " * 90, 79)
@example(" " * 90 + "a", 20)
@example("", 20)
def test_nothing_is_lost_and_only_a_long_word_is_wider(line: str, width: int) -> None:
    """Whatever a server or a person wrote, blanks alone too; a path can be copied whole."""
    rows = wrapped(line, width).split("\n")
    assert " ".join(rows).split() == line.split()
    for row in rows:
        assert get_cwidth(row) <= width or (len(row.split()) == 1 and get_cwidth(row.strip()) > 9)


def test_what_follows_is_indented_a_little_more() -> None:
    assert wrapped("  one two three four five six", 20) == "  one two three four\n    five six"


def test_a_command_to_copy_has_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    print_sentence("If that is so,\x1b type:\nkoikoi-client 127.0.0.1:1", sys.stdout)
    assert capsys.readouterr().out == "If that is so, type:\nkoikoi-client 127.0.0.1:1\n"
