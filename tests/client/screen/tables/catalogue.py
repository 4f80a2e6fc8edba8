"""A small catalogue, independent of the server's texts: cards, a game of each kind, help."""

from __future__ import annotations

from collections.abc import Iterable

from hanafuda.cards import DECK, Kind, cards, cards_in
from hanafuda.sakura_rules import POINTS
from hanafuda.sakura_scoring import COST, TABLE
from koikoi.v1 import catalog_pb2, service_pb2

_KINDS = {
    Kind.BRIGHT: catalog_pb2.CARD_KIND_BRIGHT,
    Kind.ANIMAL: catalog_pb2.CARD_KIND_ANIMAL,
    Kind.RIBBON: catalog_pb2.CARD_KIND_RIBBON,
    Kind.PLAIN: catalog_pb2.CARD_KIND_PLAIN,
}
_KOIKOI = ("play", "take", "koikoi", "stop")
_PHRASES = {
    "event.5": "{seat} deals round {number}.",
    "event.10": "{seat} takes {cards} with {card}.",
    "event.15": "The round ends.",
    "score.double_at_7": "Seven points or more",
    "score.koikoi": "The other player had called koi-koi",
    "score.cards": "Own cards",
    "score.team_cards": "Partners' cards",
    "score.others_yaku": "Opponents' yaku",
}


def yaku(
    name: str, points: int, all_of: str = "", any_of: Iterable[int] = (), count: int = 0
) -> catalog_pb2.Yaku:
    return catalog_pb2.Yaku(
        id=name.lower().replace(" ", "_"),
        name=name,
        explanation=f"What makes {name}.",
        points=points,
        points_per_extra=1 if count else 0,
        all_of=cards(all_of),
        any_of=any_of,
        any_count=count,
    )


def of_kind(kind: Kind) -> list[int]:
    return [each for each in DECK if each.kind is kind]


YAKU = [
    yaku("Five Brights", 10, "1-1 3-1 8-1 11-1 12-1"),
    yaku("Four Brights", 8, "1-1 3-1 8-1 12-1"),
    yaku("Rainy Four Brights", 7, "11-1", cards("1-1 3-1 8-1 12-1"), 3),
    yaku("Three Brights", 5, "", cards("1-1 3-1 8-1 12-1"), 3),
    yaku("Flower Viewing", 5, "3-1 9-1"),
    yaku("Moon Viewing", 5, "8-1 9-1"),
    yaku("Boar, Deer, Butterflies", 5, "6-1 7-1 10-1"),
    yaku("Poetry Ribbons", 5, "1-2 2-2 3-2"),
    yaku("Blue Ribbons", 5, "6-2 9-2 10-2"),
    yaku("Animals", 1, "", of_kind(Kind.ANIMAL), 5),
    yaku("Ribbons", 1, "", of_kind(Kind.RIBBON), 5),
    yaku("Plains", 1, "", [*of_kind(Kind.PLAIN), *cards("9-1")], 10),
]


def catalog() -> service_pb2.GetCatalogResponse:
    """Cards, one game of each kind, phrases and help pages."""
    bots = [
        catalog_pb2.Bot(id=level, name=level.capitalize(), explanation=f"Plays {level}.")
        for level in ("easy", "medium", "hard")
    ]
    options = [
        catalog_pb2.RuleOption(
            option="months",
            label="Number of months",
            explanation="How many rounds a match has.",
            group="Length",
            choices=[catalog_pb2.RuleChoice(choice=n, label=f"{n} months") for n in ("12", "6")],
            default_choice="12",
            min_number=1,
            max_number=24,
        ),
        catalog_pb2.RuleOption(
            option="sake_cup",
            label="Sake cup",
            explanation="What the sake cup counts as.",
            group="Scoring",
            choices=[
                catalog_pb2.RuleChoice(choice="both", label="Animal and plain at once"),
                catalog_pb2.RuleChoice(choice="animal", label="Animal only"),
            ],
            default_choice="both",
        ),
    ]
    hiki = [
        catalog_pb2.RuleOption(
            option="hiki",
            label="Hiki",
            explanation="When a month may be taken whole.",
            group="Play",
            choices=[
                catalog_pb2.RuleChoice(choice="any_time", label="At any time"),
                catalog_pb2.RuleChoice(choice="own_turn", label="In one's own turn"),
            ],
            default_choice="any_time",
        )
    ]
    sets = [
        catalog_pb2.RuleSet(set="site", label="Standard", explanation="All defaults."),
        catalog_pb2.RuleSet(
            set="short", label="Short", explanation="Six months.", rules={"months": "6"}
        ),
    ]
    return service_pb2.GetCatalogResponse(
        cards=[
            catalog_pb2.Card(
                id=each,
                code=each.code,
                month=each.month,
                kind=_KINDS[each.kind],
                plant=each.plant,
                object=each.object,
                tags=each.tags,
            )
            for each in DECK
        ],
        games=[
            catalog_pb2.Game(
                id="koikoi",
                name="Koi-Koi",
                summary="Capture cards of the same month and make yaku.",
                min_seats=2,
                max_seats=2,
                round_name="Month",
                score_name="points",
                options=options,
                sets=sets,
                yaku=YAKU,
                bots=bots,
                seat_names=["Red", "Blue"],
                verbs=_KOIKOI,
            ),
            catalog_pb2.Game(
                id="coin",
                name="Coin game",
                summary="Koi-Koi for coins.",
                min_seats=2,
                max_seats=7,
                round_name="Round",
                score_name="coins",
                options=options[:1],
                sets=sets[:1],
                yaku=YAKU,
                bots=bots,
                verbs=_KOIKOI,
            ),
            catalog_pb2.Game(
                id="sakura",
                name="Sakura",
                summary="Hawaiian Koi-Koi.",
                min_seats=2,
                max_seats=7,
                round_name="Round",
                score_name="points",
                yaku=[
                    catalog_pb2.Yaku(
                        id=row.yaku,
                        name=row.name,
                        explanation=row.explanation,
                        points=COST,
                        any_of=cards_in(row.of),
                        any_count=row.need,
                    )
                    for (row,) in TABLE
                ],
                options=hiki,
                bots=bots,
                card_points=POINTS,
                verbs=["play", "take", "leave", "hiki"],
            ),
        ],
        phrases=_PHRASES,
        help=[
            service_pb2.HelpPage(
                page="rules",
                game="koikoi",
                title="How Koi-Koi is played",
                text="Capture cards of one month.\n\n- Play a card.\n- Turn one over.\n\n"
                + "Then decide whether to go on. " * 20,
            ),
            service_pb2.HelpPage(page="history", title="A short history", text="Long ago."),
        ],
    )


CATALOG = catalog()
