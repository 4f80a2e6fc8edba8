"""The help pages of the catalogue: rules, yaku, strategy, cards, history, questions.

Most pages are files, ``<language>/<game or "general">/<place>-<page>.txt``: the first line is the
title, then come paragraphs separated by empty lines. The table of contents is sorted by the places.
The pages about yaku, house rules and cards are generated (:mod:`koikoi_server.help.generated`), so
they include every new yaku and house rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from hanafuda.games import GAMES
from koikoi_server.help.generated import cards_text, house_rules_text, yaku_text
from koikoi_server.table.options import split
from koikoi_server.text import DEFAULT, supported_language, text

__all__ = ["Page", "pages", "unfold"]

GENERAL = "general"
"""The folder of the pages about all games."""

YAKU_PLACE, HOUSE_RULES_PLACE, CARDS_PLACE = 50, 90, 10

_FILE = re.compile(r"(?P<place>\d+)-(?P<page>\w+)\.txt")


class Page(NamedTuple):
    """A help page, with the fields of HelpPage in service.proto."""

    page: str  #: id, unique among all pages: "strategy"
    game: str  #: id of a game; empty: about all games
    title: str  #: one line
    text: str  #: each paragraph is one line, with empty lines between; list items begin with "- "


def pages(
    language: str = DEFAULT, game: str = "", chosen: Mapping[str, str] | None = None
) -> tuple[Page, ...]:
    """The help pages in the order of the table of contents.

    Args:
        game: id of a game, to get only its pages and the general ones; empty: all pages.
        chosen: house rules of that game; its page of yaku has the points under these rules.

    Raises:
        KeyError: if there is no such game.
        RuleError: if *chosen* has an unknown option or choice, or choices that exclude each other.
    """
    language = supported_language(language)
    shown = {game: GAMES[game]} if game else GAMES
    return tuple(
        page
        for each in (*shown, "")
        for _, page in sorted(_pages_of(each, chosen if game else None, language))
    )


def _pages_of(
    game: str, chosen: Mapping[str, str] | None, language: str
) -> tuple[tuple[int, Page], ...]:
    """The pages about *game*, each with its place."""
    written = _written(game, language)
    if not game:
        title = text("The 48 cards", language)
        return (*written, (CARDS_PLACE, Page("cards", "", title, cards_text(language))))
    played = GAMES[game]
    name = text(played.ABOUT.name, language)
    rules, _ = split(played, chosen or {})
    yaku = Page(
        f"{game}_yaku",
        game,
        text("{game}: the yaku", language, game=name),
        yaku_text(played, rules, language),
    )
    house_rules = Page(
        f"{game}_house_rules",
        game,
        text("{game}: house rules", language, game=name),
        house_rules_text(played, language),
    )
    generated = ((YAKU_PLACE, yaku), (HOUSE_RULES_PLACE, house_rules))
    return (*written, *(each for each in generated if each[1].text))


@cache
def _written(game: str, language: str) -> tuple[tuple[int, Page], ...]:
    """The pages about *game* that are files, each with its place."""
    folder = files(__name__) / language / (game or GENERAL)
    if not folder.is_dir():
        return ()
    found = []
    for file in folder.iterdir():
        name = _FILE.fullmatch(file.name)
        if name:
            title, _, body = file.read_text(encoding="utf-8").partition("\n")
            page = Page(name["page"], game, title, unfold(body))
            found.append((int(name["place"]), page))
    return tuple(found)


def unfold(body: str) -> str:
    """Put each paragraph and each list item of *body* on one line."""
    return re.sub(r"(?<=[^\n])\n(?!\n|- )", " ", body.strip())
