"""The help pages are complete, and everybody can read them or have them read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import pytest

from hanafuda.cards import DECK
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError
from hanafuda.koikoi import play as koikoi
from koikoi_server import help
from koikoi_server.help import Page, pages, unfold
from koikoi_server.table.options import options
from koikoi_server.text import LANGUAGES
from koikoi_server.wire.catalog import catalog

LONGEST = 600
"""Characters of a paragraph, or of one line of a list: some forty seconds of listening."""

SPOKEN = re.compile(r"[A-Za-z0-9 .,;:?!'\"()%-]+")
"""What every screen reader says as it is meant: no arrows, stars, signs or other scripts."""


def written() -> Iterator[Page]:
    """Every page of a file, of games too that are not played yet."""
    for folder in (files(help) / "en").iterdir():
        game = "" if folder.name == help.GENERAL else folder.name
        yield from (page for _, page in help._written(game, "en"))


def everything() -> dict[str, Page]:
    """All pages, by id."""
    return {page.page: page for page in (*pages(), *written())}


every_page = pytest.mark.parametrize("page", everything().values(), ids=lambda page: page.page)


def test_ids_are_of_one_page_each_and_plain() -> None:
    ids = [page.page for page in {*pages(), *written()}]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z_]+", page) for page in ids)


def test_every_file_is_a_page() -> None:
    """A file with an unknown form of name would silently be missing."""
    names = [f.name for d in (files(help) / "en").iterdir() for f in d.iterdir()]
    assert len(names) == len(list(written()))


def test_contents_begin_with_the_game_and_end_with_what_is_not_offered() -> None:
    ids = [page.page for page in pages(game="koikoi")]
    assert ids == [
        "minute",
        "turn",
        "decision",
        "scoring",
        "koikoi_yaku",
        "deals",
        "strategy",
        "questions",
        "koikoi_house_rules",
        "cards",
        "history",
        "card_questions",
        "hwatu",
        "connecting",
        "not_offered",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_asked_for_brings_its_own_pages_and_the_general_ones(game: str) -> None:
    assert {page.game for page in pages(game=game)} == {game, ""}
    assert set(pages(game=game)) <= set(pages())


def test_all_games_pages_come_before_the_general_ones() -> None:
    order = list(dict.fromkeys(page.game for page in pages()))
    assert order == [*GAMES, ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_page(language: str) -> None:
    assert [page.page for page in pages(language)] == [page.page for page in pages("en")]


def test_an_unknown_language_is_served_in_english() -> None:
    assert pages("tlh-Latn") == pages("en") == pages("")


def test_the_catalogue_carries_the_pages_in_order() -> None:
    """For all games, and for one game with its rules."""
    for asked in (("en", "", None), ("en", "koikoi", {"nomi": "4"})):
        sent = [(h.page, h.game, h.title, h.text) for h in catalog(*asked).help]
        assert sent == list(pages(*asked))


@every_page
def test_no_paragraph_is_too_long(page: Page) -> None:
    assert all(len(line) <= LONGEST for line in page.text.split("\n"))


@every_page
def test_a_page_can_be_read_aloud(page: Page) -> None:
    """Only letters, digits and everyday punctuation; a hyphen opens a list's line or joins."""
    assert SPOKEN.fullmatch(page.title)
    for line in filter(None, page.text.split("\n")):
        assert SPOKEN.fullmatch(line), line
        assert " - " not in line
        assert "  " not in line
        assert line[-1] in '.?:"', line


@every_page
def test_a_page_is_paragraphs_with_one_empty_line_between(page: Page) -> None:
    assert page.text == page.text.strip() != ""
    assert "\n\n\n" not in page.text
    for block in page.text.split("\n\n"):
        first, *rest = block.split("\n")
        assert all(line.startswith("- ") for line in rest), "only lists have lines"
        assert not (rest and not first.startswith("- ") and not first.endswith((":", ".")))


def test_a_wrapped_file_becomes_lines() -> None:
    wrapped = "\nOne\ntwo.\n\nThree:\n- four\nfive\n- six\n\nSeven\n"
    assert unfold(wrapped) == "One two.\n\nThree:\n- four five\n- six\n\nSeven"


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_is_explained_with_all_its_choices(game: str) -> None:
    """Label, explanation, usual choice, the others and the range of numbers, on one line."""
    lines = everything()[f"{game}_house_rules"].text.split("\n")
    for option in options(GAMES[game]):
        start = f"- {option.label}. {option.explanation} Usual: "
        [line] = [line for line in lines if line.startswith(start)]
        choices = dict(option.choices)
        assert line.startswith(f"{start}{choices[option.default]}.")
        assert all(label in line for label in choices.values())
        if option.numbers is not None:
            assert f"from {option.numbers[0]} to {option.numbers[-1]}." in line


@pytest.mark.parametrize("game", GAMES)
def test_every_set_of_house_rules_is_explained(game: str) -> None:
    lines = everything()[f"{game}_house_rules"].text.split("\n")
    for each in GAMES[game].SETS:
        assert f"- {each.label}. {each.explanation}" in lines


@pytest.mark.parametrize("game", GAMES)
def test_every_yaku_is_in_the_chart_with_its_points(game: str) -> None:
    played = GAMES[game]
    lines = everything()[f"{game}_yaku"].text.split("\n")[1:]
    rows = played.chart(played.Rules())
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        assert line.startswith((f"- {row.name} (", f"- {row.name}. "))
        assert row.explanation in line
        assert f" {abs(row.points)}" in line
        assert (" more for each further " in line) == bool(row.points_per_extra)
        if row.points_per_extra:
            kind = {"tane": "Animal", "inoshikacho": "Animal", "kasu": "Plain"}
            assert f" more for each further {kind.get(row.yaku, 'Ribbon')}." in line
        if 0 < len(row.all_of) <= 6:
            assert all(card.name in line for card in row.all_of)


def test_a_new_house_rule_and_a_new_yaku_appear_by_themselves() -> None:
    """Nothing in the help names the options: any fields of any Rules will do."""
    from hanafuda.game import ChartRow, Game
    from hanafuda.house_rules import rule
    from koikoi_server.help.generated import house_rules_text, yaku_text

    @dataclass(frozen=True)
    class Rules:
        moons: int = rule(
            1, "Moons", "How many moons.", group="Sky", choices={1: "One"}, numbers=range(1, 4)
        )

    class Moonlit:
        ABOUT, SETS = koikoi.ABOUT, ()

        def chart(self, rules: object) -> tuple[ChartRow, ...]:
            return (ChartRow("futatsuki", "Two Moons", "Two moons.", -50, all_of=DECK[28:30]),)

    game: Game = Moonlit()  # type: ignore[assignment]  # no more of a game than help reads
    game.Rules = Rules
    text = house_rules_text(game, "en")
    assert "Sky:\n- Moons. How many moons. Usual: One. Or: any whole number from 1 to 3." in text
    assert yaku_text(game, Rules(), "en").endswith(
        "- Two Moons (futatsuki). Two moons. Takes 50 points from every opponent. "
        "Cards: Pampas moon and Pampas geese."
    )


def test_the_chart_has_the_points_under_the_rules_asked_for() -> None:
    chart = {page.page: page for page in pages("en", "koikoi", {"nomi": "4"})}["koikoi_yaku"]
    assert "Drinking (nomi). The cherry curtain, the moon and the sake cup. Worth 4." in chart.text
    assert "nomi" not in everything()["koikoi_yaku"].text


def test_rules_and_games_that_there_are_not_are_refused() -> None:
    with pytest.raises(RuleError):
        pages("en", "koikoi", {"nomi": "many"})
    with pytest.raises(KeyError):
        pages("en", "poker")


def test_all_48_cards_are_on_their_months_line() -> None:
    intro, *lines = everything()["cards"].text.split("\n")
    assert "5 Brights, 9 Animals, 10 Ribbons and 24 Plains" in intro
    assert len(lines) == 12
    for card in DECK:
        line = lines[card.month - 1]
        assert line.startswith(f"- Month {card.month}, ")
        assert card.plant in line
        alike = sum((c.month, c.object) == (card.month, card.object) for c in DECK)
        kind = card.kind.value.capitalize()
        count = f", {alike} cards" if alike > 1 else ""
        assert f"{card.object} ({kind}{count})" in line
