"""Generates the help pages about the yaku of a game, its house rules and the 48 cards."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

from hanafuda.cards import DECK, Card, Cards, Kind
from hanafuda.game import ChartRow, Game
from hanafuda.house_rules import RuleOption
from koikoi_server.table.options import options
from koikoi_server.text import joined, paragraph, text

_KINDS = {
    Kind.BRIGHT: "Bright",
    Kind.ANIMAL: "Animal",
    Kind.RIBBON: "Ribbon",
    Kind.PLAIN: "Plain",
}

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

MAX_LISTED = 6
"""The page lists the cards of a yaku if there are at most this many."""


def yaku_text(game: Game, rules: Any, language: str) -> str:
    """The page of yaku of *game* under *rules*, in the order of its chart; empty: no yaku."""
    rows = game.chart(rules)
    if not rows:
        return ""
    intro = (
        "A yaku is a group of cards that takes points from your opponents once you have captured "
        "it. These are all of them."
        if all(row.points < 0 for row in rows)
        else "A yaku is a group of cards that is worth points once you have captured it. These are "
        "all of them, each with its Japanese name and its points before any doubling."
    )
    return _listed(text(intro, language), [_row(row, language) for row in rows])


def _row(row: ChartRow, language: str) -> str:
    worth = "Takes {points} points from every opponent." if row.points < 0 else "Worth {points}."
    if row.points_per_extra:
        worth = "Worth {points}, and {extra} more for each further {kind}."
    name, japanese = text(row.name, language), row.yaku.replace("_", " ")
    has_another = japanese != row.name.lower().replace(",", "")
    heading = "{name} ({japanese})." if has_another else "{name}."
    parts = [
        text(heading, language, name=name, japanese=japanese),
        text(row.explanation, language),
        text(
            worth,
            language,
            points=abs(row.points),
            extra=row.points_per_extra,
            kind=kind_name(row, language),
        ),
    ]
    cards = _cards_of(row, language)
    if cards:
        parts.append(text("Cards: {cards}.", language, cards=cards))
    return paragraph(parts, language)


def kind_name(row: ChartRow, language: str) -> str:
    """The kind of most cards of a yaku: "Plain" for Plains, even though they count the sake cup."""
    kinds = Counter(card.kind for card in (*row.all_of, *row.any_of))
    return text(_KINDS[max(Kind, key=lambda kind: kinds[kind])], language)


def _cards_of(row: ChartRow, language: str) -> str:
    """The names of a yaku's cards; empty if there are too many."""
    if not 0 < len(row.all_of) + len(row.any_of) <= MAX_LISTED:
        return ""
    named = [text(card.name, language) for card in row.all_of]
    if row.any_of:
        some = joined([text(card.name, language) for card in row.any_of], language)
        any_of = text("any {count} of {cards}", language, count=row.any_count, cards=some)
        named.append(any_of)
    return joined(named, language)


def house_rules_text(game: Game, language: str) -> str:
    """The page of house rules, under the headings of the form for a new table."""
    intro = text(
        "The player who opens a table may change these rules. The lobby and the table show which "
        "rules differ from the usual ones.",
        language,
    )
    grouped: dict[str, list[RuleOption]] = {}
    for option in options(game):
        grouped.setdefault(option.group, []).append(option)
    blocks = [
        _listed(
            text("{heading}:", language, heading=text(group, language)),
            [_option(option, language) for option in group_options],
        )
        for group, group_options in grouped.items()
    ]
    if game.SETS:
        sets = [_headed(each.label, each.explanation, language) for each in game.SETS]
        blocks.append(_listed(text("Sets that choose several rules at once:", language), sets))
    return "\n\n".join([intro, *blocks])


def _option(option: RuleOption, language: str) -> str:
    labels = dict(option.choices)
    usual = text(labels.pop(option.default), language)
    others = [text(label, language) for label in labels.values()]
    if option.numbers is not None:
        least, most = option.numbers.start, option.numbers.stop - 1
        numbers = "any whole number from {least} to {most}"
        others.append(text(numbers, language, least=least, most=most))
    sentences = [
        _headed(option.label, option.explanation, language),
        text("Usual: {choice}.", language, choice=usual),
    ]
    if others:
        choices = text("; ", language).join(others)
        sentences.append(text("Or: {choices}.", language, choices=choices))
    return paragraph(sentences, language)


def _headed(label: str, explanation: str, language: str) -> str:
    heading = text("{label}.", language, label=text(label, language))
    return paragraph([heading, text(explanation, language)], language)


def cards_text(language: str) -> str:
    """The page of the 48 cards, one line for each month."""
    count = Counter(card.kind for card in DECK)
    intro = text(
        "There are twelve plants, one for each month of the year, and four cards of each. "
        "Only cards of the same plant match. There are {brights} Brights, {animals} Animals, "
        "{ribbons} Ribbons and {plains} Plains.",
        language,
        brights=count[Kind.BRIGHT],
        animals=count[Kind.ANIMAL],
        ribbons=count[Kind.RIBBON],
        plains=count[Kind.PLAIN],
    )
    return _listed(
        intro,
        [_month(tuple(cards), language) for _, cards in groupby(DECK, lambda card: card.month)],
    )


def _month(cards: Cards, language: str) -> str:
    faces = Counter((card.object, card.kind) for card in cards)
    named = [
        text(
            "{object} ({kind})" if count == 1 else "{object} ({kind}, {count} cards)",
            language,
            object=text(name, language),
            kind=text(_KINDS[kind], language),
            count=count,
        )
        for (name, kind), count in faces.items()
    ]
    return text(
        "Month {month}, {called}, {plant}: {cards}.",
        language,
        month=cards[0].month,
        called=text(_MONTHS[cards[0].month - 1], language),
        plant=_plant(cards[0], language),
        cards=joined(named, language),
    )


def _plant(card: Card, language: str) -> str:
    """The plant, with its long name if it has one."""
    if card.plant == "Mum":
        return text("Mum (chrysanthemum)", language)
    return text(card.plant, language)


def _listed(heading: str, items: list[str]) -> str:
    return "\n".join([heading, *(f"- {item}" for item in items)])
