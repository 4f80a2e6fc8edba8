"""All text for people goes through one function."""

from __future__ import annotations

import pytest

from koikoi_server.text import LANGUAGES, joined, spoken_language, text


def test_fields_are_filled_in() -> None:
    assert text("Play {card}", card="Pine crane") == "Play Pine crane"


def test_a_pattern_for_clients_stays_one() -> None:
    assert text("{seat} played {card}.") == "{seat} played {card}."


def test_what_is_filled_in_is_no_pattern() -> None:
    assert text("Hello {name}", name="{card}") == "Hello {card}"


@pytest.mark.parametrize(
    ("parts", "list_"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_a_list_reads_as_one(parts: list[str], list_: str) -> None:
    assert joined(parts) == list_


@pytest.mark.parametrize("asked", ["", "en", "en-GB", "EN_us", "xx", "日本", "-"])
def test_any_language_asked_for_gets_one_that_is_spoken(asked: str) -> None:
    assert spoken_language(asked) in LANGUAGES
