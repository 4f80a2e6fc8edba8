"""All text for people goes through one function."""

from __future__ import annotations

import pytest

from koikoi_server.text import LANGUAGES, joined, paragraph, plural, supported_language, text


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


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 card"), (-1, "-1 card"), (0, "0 cards"), (2, "2 cards")]
)
def test_one_and_many_are_sentences_of_their_own(number: int, said: str) -> None:
    assert plural(number, "{n} card", "{n} cards") == said


@pytest.mark.parametrize(
    ("sentences", "said"),
    [([], ""), (["A."], "A."), (["", "A.", "", "B."], "A. B."), (["A.", "B.", "C."], "A. B. C.")],
)
def test_sentences_follow_each_other(sentences: list[str], said: str) -> None:
    assert paragraph(sentences) == said


@pytest.mark.parametrize("asked", ["", "en", "en-GB", "EN_us", "xx", "日本", "-"])
def test_any_language_asked_for_gets_one_that_is_spoken(asked: str) -> None:
    assert supported_language(asked) in LANGUAGES
