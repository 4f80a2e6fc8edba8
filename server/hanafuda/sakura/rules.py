"""Sakura: its description and its house rules. A rule is a field here and a line that reads it."""

from __future__ import annotations

from dataclasses import dataclass

from hanafuda.cards import DECK, Card, Kind, card
from hanafuda.game import About, RuleSet, Verb
from hanafuda.house_rules import RuleError, rule


def _points(card: Card) -> int:
    if "dry" in card.tags:
        return 20
    if card.kind is Kind.RIBBON or "yellow" in card.tags:
        return 10
    return 5 if card.kind is Kind.ANIMAL or "rain" in card.tags else 0


POINTS = tuple(map(_points, DECK))
"""What each card is worth, card 1 first: 240 together (rules: D-32)."""

LIGHTNING = card("11-4")  #: the gaji, a wild card

ABOUT = About(
    game="sakura",
    name="Sakura",
    summary=(
        "Hawaiian Koi-Koi for two to seven, alone or in teams. The cards you capture bring points, "
        "and each yaku takes 50 points from every opponent. The lightning takes any card, and "
        "whoever holds all cards of a plant that are not on the field may take all four at once. "
        "The highest total after the last round wins."
    ),
    min_seats=2,
    max_seats=7,
    round_name="Round",
    score_name="points",
    card_points=POINTS,
    wild=LIGHTNING,
    verbs=(Verb.PLAY, Verb.TAKE, Verb.LEAVE, Verb.HIKI),
)

_LENGTH, _PLAYERS, _SCORING, _PLAY = "Length", "Players", "Scoring", "Play"


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of Sakura (rules: section 8)."""

    rounds: int = rule(
        12,
        "Rounds",
        "How many rounds a match lasts.",
        group=_LENGTH,
        choices={12: "12 rounds", 6: "6 rounds"},
        numbers=range(1, 25),
        counted=("1 round", "{n} rounds"),
        usual_matter=True,
    )
    teams: str = rule(
        "none",
        "Teams",
        "Whether players form teams: two teams with 4 or 6 players, three teams with 6.",
        group=_PLAYERS,
        choices={"none": "Everybody plays alone", "2": "Two teams", "3": "Three teams"},
        usual_matter=True,
    )
    yaku: str = rule(
        "on",
        "Yaku",
        "Whether a yaku takes 50 points from every opponent.",
        group=_SCORING,
        choices={"on": "Play with yaku", "off": "Count only the cards"},
    )
    hiki: str = rule(
        "any_time",
        "Hiki",
        "When a player may take all four cards of a plant from their hand and the field.",
        group=_PLAY,
        choices={
            "any_time": "In anybody's turn, besides playing",
            "own_turn": "In your own turn, instead of playing",
        },
    )
    end: str = rule(
        "hands_empty",
        "End of a round",
        "When a round ends.",
        group=_PLAY,
        choices={
            "hands_empty": "When all hands are empty",
            "pile_empty": "When the draw pile is empty as well",
        },
    )
    tie: str = rule(
        "old_dealer",
        "Tied round",
        "Who deals next when players share the best score of a round.",
        group=_PLAY,
        choices={
            "old_dealer": "The dealer of that round",
            "turn_order": "The first of them in turn order",
        },
    )


SETS: tuple[RuleSet, ...] = (
    RuleSet("site", "Standard", "Twelve rounds with yaku, without teams.", {}),
    RuleSet("half", "Half length", "Six rounds with yaku.", {"rounds": "6"}),
    RuleSet("first", "First game", "Six rounds without yaku.", {"rounds": "6", "yaku": "off"}),
    RuleSet(
        "fuda_wiki",
        "Fuda Wiki",
        "Hiki instead of playing a card, and rounds that last until the draw pile is empty.",
        {"hiki": "own_turn", "end": "pile_empty", "tie": "turn_order"},
    ),
)


def teams(rules: Rules, seats: int) -> tuple[int, ...]:
    """Each seat's team, seat 1 first. Teams alternate; 0: the seat plays alone (rules: D-33).

    Raises:
        RuleError: if this number of players cannot form these teams.
    """
    if rules.teams == "none":
        return (0,) * seats
    number = int(rules.teams)
    if seats % number or seats == number:
        pattern = "Three teams need 6 players, not {seats}: change the seats or the teams"
        if number == 2:
            pattern = "Two teams need 4 or 6 players, not {seats}: change the seats or the teams"
        raise RuleError("teams", pattern, seats=seats)
    return tuple(seat % number + 1 for seat in range(seats))


def stakes(rules: Rules, points: int) -> tuple[str, ...]:
    """Nothing: there is no koi-koi in Sakura."""
    return ()
