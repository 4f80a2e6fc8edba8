"""A sentence for everything that a seat may do, ready to show on a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanafuda.cards import Card
from hanafuda.events import ScoreLine
from hanafuda.game import Game, Option, Verb
from hanafuda.yaku import reckoned
from koikoi_server.table.commands import Answer, Choice
from koikoi_server.text import DEFAULT, joined, text
from koikoi_server.wire.phrases import SCORES


def labels(choices: Sequence[Choice], game: Game, rules: Any, language: str = DEFAULT) -> list[str]:
    """A label for each of a seat's choices in *game*, under its *rules*."""
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
            return _koikoi(reckoned(now), game.stakes(rules, _points(now)), language)
    assert choice.card is not None, "all else is done with a card"
    card = _card(choice.card, language)
    taken = joined([_name(each, language) for each in choice.taken], language)
    match choice.verb:
        case Verb.PLAY if taken:
            return text("Play {card}, take {taken}", language, card=card, taken=taken)
        case Verb.PLAY if choice.card == game.ABOUT.wild:
            return text("Play {card}, it may take any card on the field", language, card=card)
        case Verb.PLAY:
            return text("Play {card}, it stays on the field", language, card=card)
        case Verb.TAKE:
            return text("Take {taken} with {card}", language, card=card, taken=taken)
        case Verb.HIKI:
            month, plant = choice.card.month, text(choice.card.full_plant, language)
            return text("Hiki: take all of {plant} ({month})", language, plant=plant, month=month)
        case _:
            return text("Leave {card} on the field", language, card=card)


def _stop(lines: Sequence[ScoreLine], game: Game, language: str) -> str:
    score = reckoned(lines)
    if game.ABOUT.stop_is_paid:
        said = text("Stop: every other player pays you {score}", language, score=score)
    else:
        said = text("Stop and score {score}", language, score=score)
    times = [line for line in lines if line.times]
    if not times:
        return said
    base = _points(lines)
    points = text("1 point", language) if base == 1 else text("{n} points", language, n=base)
    parts = [points, *(_times(line, language) for line in times)]
    return text("{said} ({sum})", language, said=said, sum=text(", ", language).join(parts))


def _points(lines: Sequence[ScoreLine]) -> int:
    """Before anything is doubled."""
    return sum(line.points for line in lines)


def _times(line: ScoreLine, language: str) -> str:
    item = SCORES.get(line.item)
    if item is None:
        return text("times {n}", language, n=line.times)
    return text("times {n} {why}", language, n=line.times, why=text(item.why, language))


def _koikoi(now: int, stakes: Sequence[str], language: str) -> str:
    said = text("Koi-koi: play on for more than {now}", language, now=now)
    return said + "".join(text(each, language) for each in stakes)


def _card(card: Card, language: str) -> str:
    """ "Cherry curtain (3)": its month's number, as it stands on the card, after its name."""
    return text("{card} ({month})", language, card=_name(card, language), month=card.month)


def _name(card: Card, language: str) -> str:
    return text(card.name, language)
