"""The catalogue: all names and texts that a client needs to show a game it does not know."""

from __future__ import annotations

from collections.abc import Mapping

from hanafuda.cards import DECK, Card, Kind
from hanafuda.game import ChartRow, Game, RuleSet
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleOption
from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_server.bots import BOTS, Bot
from koikoi_server.help import pages
from koikoi_server.help.generated import kind_name
from koikoi_server.refusal import Reason
from koikoi_server.table.options import options, split
from koikoi_server.text import DEFAULT, text
from koikoi_server.wire.option_notes import points_text

_KINDS = {
    Kind.BRIGHT: catalog_pb2.CARD_KIND_BRIGHT,
    Kind.ANIMAL: catalog_pb2.CARD_KIND_ANIMAL,
    Kind.RIBBON: catalog_pb2.CARD_KIND_RIBBON,
    Kind.PLAIN: catalog_pb2.CARD_KIND_PLAIN,
}


def catalog(
    language: str = DEFAULT, game: str = "", chosen: Mapping[str, str] | None = None
) -> service_pb2.GetCatalogResponse:
    """The catalogue in *language*.

    Args:
        game: id of the only game to include; empty: all games.
        chosen: house rules of that game; its chart of yaku has the points under these rules.

    Raises:
        KeyError: if there is no such game.
        RuleError: if *chosen* has an unknown option or choice, or choices that exclude each other.
    """
    shown = {game: GAMES[game]} if game else GAMES
    return service_pb2.GetCatalogResponse(
        cards=[_card(card, language) for card in DECK],
        games=[_game(each, chosen if game else None, language) for each in shown.values()],
        phrases={
            f"error.{reason.name}": text(reason.value.sentence, language) for reason in Reason
        },
        help=[service_pb2.HelpPage(**page._asdict()) for page in pages(language, game, chosen)],
    )


def _card(card: Card, language: str) -> catalog_pb2.Card:
    return catalog_pb2.Card(
        id=card,
        code=card.code,
        month=card.month,
        kind=_KINDS[card.kind],
        plant=text(card.plant, language),
        name=text(card.name, language),
        object=text(card.object, language),
        tags=card.tags,
    )


def _game(game: Game, chosen: Mapping[str, str] | None, language: str) -> catalog_pb2.Game:
    about = game.ABOUT
    rules, _ = split(game, chosen or {})
    return catalog_pb2.Game(
        id=about.game,
        name=text(about.name, language),
        summary=text(about.summary, language),
        min_seats=about.min_seats,
        max_seats=about.max_seats,
        round_name=text(about.round_name, language),
        score_name=text(about.score_name, language),
        options=[_option(option, language) for option in options(game)],
        sets=[_set(each, language) for each in game.SETS],
        yaku=[_yaku(row, language) for row in game.chart(rules)],
        bots=[_bot(bot, language) for bot in BOTS.get(about.game, ())],
        card_points=about.card_points,
        seat_names=[text(name, language) for name in about.seat_names],
        verbs=[verb.value for verb in about.verbs],
    )


def _option(option: RuleOption, language: str) -> catalog_pb2.RuleOption:
    numbers = option.numbers
    return catalog_pb2.RuleOption(
        option=option.option,
        label=text(option.label, language),
        explanation=text(option.explanation, language),
        group=text(option.group, language),
        choices=[
            catalog_pb2.RuleChoice(choice=choice, label=text(label, language))
            for choice, label in option.choices
        ],
        default_choice=option.default,
        min_number=numbers.start if numbers is not None else 0,
        max_number=numbers.stop - 1 if numbers is not None else 0,
        usual_matter=option.usual_matter,
        one_label=text(option.counted[0], language),
        number_label=text(option.counted[1], language),
    )


def _set(rule_set: RuleSet, language: str) -> catalog_pb2.RuleSet:
    return catalog_pb2.RuleSet(
        set=rule_set.set,
        label=text(rule_set.label, language),
        explanation=text(rule_set.explanation, language),
        rules=rule_set.rules,
    )


def _yaku(row: ChartRow, language: str) -> catalog_pb2.Yaku:
    return catalog_pb2.Yaku(
        id=row.yaku,
        name=text(row.name, language),
        explanation=text(row.explanation, language),
        points=row.points,
        points_per_extra=row.points_per_extra,
        all_of=row.all_of,
        any_of=row.any_of,
        any_count=row.any_count,
        need=row.need,
        counts_twice=row.twice,
        needs_another=row.needs_another,
        instead_of=row.instead_of,
        worth=_worth(row, language),
    )


def _worth(row: ChartRow, language: str) -> str:
    """ "5 points, and 1 for each further Animal"."""
    worth = points_text(row.points, language)
    if not row.points_per_extra:
        return worth
    return text(
        "{worth}, and {n} for each further {kind}",
        language,
        worth=worth,
        n=row.points_per_extra,
        kind=kind_name(row, language),
    )


def _bot(bot: Bot, language: str) -> catalog_pb2.Bot:
    return catalog_pb2.Bot(
        id=bot.id,
        name=text(bot.name, language),
        explanation=text(bot.explanation, language),
    )
