"""The labels of a seat's options in the game, ready to be shown on buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanafuda.cards import Card
from hanafuda.events import ScoreLine
from hanafuda.game import Game, Option, Verb
from hanafuda.yaku import score_of
from koikoi_server.table.commands import Answer, Choice
from koikoi_server.text import DEFAULT, joined, paragraph, plural, text
from koikoi_server.wire.sentences.result_lines import MULTIPLIERS


def labels(choices: Sequence[Choice], game: Game, rules: Any, language: str = DEFAULT) -> list[str]:
    """The labels of all *choices* that one seat has now, in the same order."""
    stops = [each for each in choices if isinstance(each, Option) and each.verb is Verb.STOP]
    now = stops[0].lines if stops else ()
    return [_label(choice, now, game, rules, language) for choice in choices]


def _label(choice: Choice, now: Sequence[ScoreLine], game: Game, rules: Any, language: str) -> str:
    if choice is Answer.CUT:
        return text("Cut the deck", language)
    if choice is Answer.GO_ON:
        return text("Go on", language)
    match choice.verb:
        case Verb.STOP:
            return _stop(choice.lines, game, language)
        case Verb.KOIKOI:
            return _koikoi(score_of(now), game.stakes(rules, _points(now)), language)
    assert choice.card is not None, "every other verb needs a card"
    card = _card(choice.card, language)
    taken = joined([_name(each, language) for each in choice.taken], language)
    match choice.verb:
        case Verb.PLAY if taken:
            return text("Play {card}, take {taken}", language, card=card, taken=taken)
        case Verb.PLAY if choice.card == game.ABOUT.wild:
            return text("Play {card}: it may take any card on the field", language, card=card)
        case Verb.PLAY:
            return text("Play {card}: it stays on the field", language, card=card)
        case Verb.TAKE:
            return text("Take {taken} with {card}", language, card=card, taken=taken)
        case Verb.HIKI:
            month, plant = choice.card.month, text(choice.card.plant, language)
            return text("Hiki: take all of {plant} ({month})", language, plant=plant, month=month)
        case _:
            return text("Leave {card} on the field", language, card=card)


def _stop(lines: Sequence[ScoreLine], game: Game, language: str) -> str:
    score = score_of(lines)
    paid = game.ABOUT.stop_is_paid
    times = [line for line in lines if line.times]
    if not times:
        pattern = "Stop: every other player pays you {score}" if paid else "Stop and score {score}"
        return text(pattern, language, score=score)
    pattern = "Stop and score {score} ({sum})"
    if paid:
        pattern = "Stop: every other player pays you {score} ({sum})"
    terms = [plural(_points(lines), "{n} point", "{n} points", language)]
    terms += [_times(line, language) for line in times]
    return text(pattern, language, score=score, sum=text(", ", language).join(terms))


def _times(line: ScoreLine, language: str) -> str:
    row = MULTIPLIERS.get(line.item)
    return text(row.in_stop_label if row is not None else "times {n}", language, n=line.times)


def _points(lines: Sequence[ScoreLine]) -> int:
    """The sum of the points, before any multiplication."""
    return sum(line.points for line in lines)


def _koikoi(now: int, stakes: Sequence[str], language: str) -> str:
    label = text("Koi-koi: play on for more than {now}.", language, now=now)
    return paragraph([label, *(text(each, language) for each in stakes)], language)


def _card(card: Card, language: str) -> str:
    """ "Cherry curtain (3)": the name and the month of a card."""
    return text("{card} ({month})", language, card=_name(card, language), month=card.month)


def _name(card: Card, language: str) -> str:
    return text(card.name, language)
