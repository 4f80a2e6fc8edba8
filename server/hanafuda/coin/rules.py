"""The coin game: its description and its house rules."""

from __future__ import annotations

from dataclasses import dataclass

from hanafuda.game import About, RuleSet, Verb
from hanafuda.house_rules import rule

ABOUT = About(
    game="coin",
    name="Coin game",
    summary=(
        "Koi-Koi for two to seven. Whoever stops is paid the points of their yaku by every other "
        "player, and as much again for each koi-koi called in the round. Whoever has no coins "
        "left is out. The most coins after the last round win."
    ),
    min_seats=2,
    max_seats=7,
    round_name="Round",
    score_name="coins",
    stop_is_paid=True,
    verbs=(Verb.PLAY, Verb.TAKE, Verb.KOIKOI, Verb.STOP),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of the coin game. Everything else is as in Koi-Koi by default."""

    rounds: int = rule(
        12,
        "Rounds",
        "How many rounds a match lasts; it ends sooner when only one player has coins left.",
        group="Length",
        choices={12: "12 rounds", 6: "6 rounds", 3: "3 rounds"},
        numbers=range(1, 25),
        counted=("1 round", "{n} rounds"),
        usual_matter=True,
    )
    coins: int = rule(
        100,
        "Coins",
        "How many coins each player has at the start.",
        group="Scoring",
        choices={100: "100 coins", 50: "50 coins", 200: "200 coins"},
        numbers=range(1, 1001),
        counted=("1 coin", "{n} coins"),
    )
    set_points: int = rule(
        5,
        "Points for a set of three",
        "What Boar, Deer, Butterflies, Poetry Ribbons and Blue Ribbons are each worth.",
        group="Yaku",
        choices={5: "5 points", 6: "6 points"},
    )


SETS: tuple[RuleSet, ...] = (
    RuleSet("site", "Standard", "Twelve rounds with 100 coins each.", {}),
    RuleSet("quick", "Quick", "Three rounds with 50 coins each.", {"rounds": "3", "coins": "50"}),
)


def stakes(rules: Rules, points: int) -> tuple[str, ...]:
    """What calling koi-koi does, in sentences for its button."""
    return ("Whoever stops is paid more for each koi-koi called.",)
