"""A catalogue for drawings: the server's cards, charts and names; few rules and two short pages."""

from __future__ import annotations

from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_server.wire import catalog as server


def catalog() -> service_pb2.GetCatalogResponse:
    """The three games, with one or two rules each, so that a form has few lines."""
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
    found = server.catalog()
    koikoi, coin, sakura = found.games[:3]
    for game in found.games:
        del game.options[:], game.sets[:]
    koikoi.options.extend(options)
    koikoi.sets.extend(sets)
    coin.options.extend(options[:1])
    coin.sets.extend(sets[:1])
    sakura.options.extend(hiki)
    del found.help[:]
    found.help.extend(
        [
            service_pb2.HelpPage(
                page="rules",
                game="koikoi",
                title="How Koi-Koi is played",
                text="Capture cards of one month.\n\n- Play a card.\n- Turn one over.\n\n"
                + "Then decide whether to go on. " * 20,
            ),
            service_pb2.HelpPage(page="history", title="A short history", text="Long ago."),
        ]
    )
    return found


CATALOG = catalog()
