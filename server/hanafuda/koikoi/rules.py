"""Koi-Koi: its description and its house rules. A rule is a field here and a line that reads it."""

from __future__ import annotations

from dataclasses import dataclass

from hanafuda.game import About, RuleSet, Verb
from hanafuda.house_rules import RuleError, rule

ABOUT = About(
    game="koikoi",
    name="Koi-Koi",
    summary=(
        "Two players match cards of the same plant and collect sets, the yaku. Whoever makes one "
        "either stops and scores, or calls koi-koi and plays on for more, at the risk of getting "
        "nothing. The higher total after the last month wins."
    ),
    min_seats=2,
    max_seats=2,
    round_name="Month",
    score_name="points",
    seat_names=("Red", "Blue"),
    verbs=(Verb.PLAY, Verb.TAKE, Verb.KOIKOI, Verb.STOP),
)

_LENGTH, _YAKU, _SCORING, _DEAL = "Length", "Yaku", "Scoring", "Deal and cards"


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of Koi-Koi (rules: section 2)."""

    months: int = rule(
        12,
        "Months",
        "How many months a match lasts; each is a new deal.",
        group=_LENGTH,
        choices={12: "12 months", 6: "6 months", 3: "3 months"},
        numbers=range(1, 25),
        counted=("1 month", "{n} months"),
        usual_matter=True,
    )
    first_dealer: str = rule(
        "random",
        "First dealer",
        "How the first month's dealer, who also plays first, is chosen.",
        group=_DEAL,
        choices={"random": "At random", "draw": "By drawing a card each"},
    )
    viewing: str = rule(
        "count",
        "Flower and Moon Viewing",
        "Whether the sake cup makes a yaku with the curtain, and another with the moon.",
        group=_YAKU,
        choices={"count": "Count", "off": "Don't count", "with_other": "Only with another yaku"},
    )
    viewing_points: int = rule(
        5,
        "Points for a viewing",
        "What Flower Viewing and Moon Viewing are each worth.",
        group=_YAKU,
        choices={5: "5 points", 3: "3 points"},
    )
    double_at_7: bool = rule(
        True,
        "Double at 7 points",
        "Whether yaku worth 7 points or more together score double.",
        group=_SCORING,
        choices={True: "Double", False: "Don't double"},
    )
    bright_points: str = rule(
        "site",
        "Points for the Brights",
        "What Five, Four, Rainy Four and Three Brights are worth.",
        group=_YAKU,
        choices={"site": "10, 8, 7, 5", "goko15": "15, 8, 7, 5", "high": "15, 10, 8, 6"},
    )
    set_points: int = rule(
        5,
        "Points for a set of three",
        "What Boar, Deer, Butterflies, Poetry Ribbons and Blue Ribbons are each worth.",
        group=_YAKU,
        choices={5: "5 points", 6: "6 points"},
    )
    counting: str = rule(
        "highest",
        "Counting",
        "Whether a set of three replaces Animals or Ribbons and gains a point for each extra card, "
        "or both count.",
        group=_YAKU,
        choices={"highest": "The set of three, plus extra cards", "older": "Both, the older way"},
    )
    koi_multiplier: str = rule(
        "opponent",
        "Doubling for koi-koi",
        "What your opponent's koi-koi does to your score when you stop.",
        group=_SCORING,
        choices={
            "opponent": "Doubles it once",
            "koi_bai": "Times 2, 4 or 8, by the number of calls",
            "off": "Nothing",
        },
    )
    own_koi_doubles: bool = rule(
        False,
        "Own koi-koi doubles",
        "Whether your own koi-koi doubles your score as well.",
        group=_SCORING,
        choices={False: "No", True: "Yes"},
    )
    sake_cup: str = rule(
        "both",
        "Sake cup",
        "What the sake cup counts as.",
        group=_YAKU,
        choices={
            "both": "Animal and Plain at once",
            "either": "Animal or Plain, whichever is worth more",
            "animal": "Animal only",
            "double": "Animal and two Plains at once",
        },
    )
    bukku: int = rule(
        0,
        "Six Ribbons",
        "Points for all six Poetry and Blue Ribbons, at least twice those of a set of three, or 0.",
        group=_YAKU,
        choices={0: "Not played", 12: "12 points"},
        numbers=range(10, 49),
        counted=("1 point", "{n} points"),
    )
    nomi: int = rule(
        0,
        "Drinking",
        "Points for the curtain, the moon and the sake cup together, or 0.",
        group=_YAKU,
        choices={0: "Not played"},
        numbers=range(1, 49),
        counted=("1 point", "{n} points"),
    )
    dealt_hands: str = rule(
        "score",
        "Dealt hands",
        "What happens when a player is dealt all four cards of a plant, or four pairs.",
        group=_DEAL,
        choices={
            "score": "It scores and ends the month",
            "redeal": "All cards are dealt again",
            "off": "Nothing",
        },
    )
    dealt_hand_points: int = rule(
        6,
        "Points for a dealt hand",
        "What a dealt hand scores, without any doubling.",
        group=_DEAL,
        choices={6: "6 points"},
        numbers=range(1, 25),
        counted=("1 point", "{n} points"),
    )
    field_redeal: str = rule(
        "four",
        "Void field",
        "Which cards on the field make a deal void, so that all cards are dealt again.",
        group=_DEAL,
        choices={
            "four": "All four cards of a plant",
            "four_or_pairs": "All four cards of a plant, or four pairs",
        },
    )
    drawn: str = rule(
        "same_dealer",
        "Drawn month",
        "What happens when all cards are played and nobody has stopped.",
        group=_SCORING,
        choices={
            "same_dealer": "Nobody scores, same dealer",
            "change_dealer": "Nobody scores, the other deals",
            "oya_ken": "The dealer wins",
            "tsukazu": "The dealer's opponent wins",
        },
    )
    drawn_points: int = rule(
        6,
        "Points for a drawn month",
        "What the winner of a drawn month scores, if a player wins it.",
        group=_SCORING,
        choices={6: "6 points", 1: "1 point"},
        numbers=range(1, 25),
        counted=("1 point", "{n} points"),
    )
    lightning_wild: bool = rule(
        False,
        "Wild lightning",
        "Whether the lightning may take any card of the field when it is played or drawn.",
        group=_DEAL,
        choices={False: "No", True: "Yes"},
    )

    def __post_init__(self) -> None:
        """Refuse a contradiction.

        Raises:
            RuleError: if Six Ribbons is worth less than the two sets that it replaces, so that
                better cards would score less (rules: D-19).
        """
        if 0 < self.bukku < 2 * self.set_points:
            raise RuleError(
                "bukku",
                'Six Ribbons cannot be "{value}": choose 0, or at least {least}, twice the points '
                "of a set of three",
                value=self.bukku,
                least=2 * self.set_points,
            )


SETS: tuple[RuleSet, ...] = (
    RuleSet("site", "Standard", "The usual rules, with nothing changed.", {}),
    RuleSet(
        "nintendo",
        "Nintendo",
        "Players draw cards for the first deal, and the other player deals after a drawn month.",
        {"first_dealer": "draw", "drawn": "change_dealer"},
    ),
    RuleSet(
        "threshold",
        "Threshold",
        "Players draw cards for the first deal, and a field of four pairs is dealt again as well.",
        {"first_dealer": "draw", "field_redeal": "four_or_pairs"},
    ),
    RuleSet(
        "older",
        "Older counting",
        "Sets of three count together with Animals and Ribbons, and nothing doubles at 7 points.",
        {"counting": "older", "double_at_7": "false"},
    ),
    RuleSet(
        "high",
        "High Brights",
        "More points for the Brights, and 6 for each set of three.",
        {"bright_points": "high", "set_points": "6"},
    ),
    RuleSet(
        "strict",
        "No viewing",
        "Flower and Moon Viewing don't count, so the sake cup is weaker.",
        {"viewing": "off"},
    ),
    RuleSet(
        "bold",
        "Bold",
        "Each koi-koi raises the stakes: your opponent's calls multiply your score by 2, 4 or 8, "
        "and your own call doubles it too.",
        {"koi_multiplier": "koi_bai", "own_koi_doubles": "true"},
    ),
)

DOUBLE_AT = 7  #: points of yaku, before any doubling
_RAISES = {
    "opponent": "If your opponent stops first, they score double and you score nothing.",
    "koi_bai": (
        "If your opponent stops first, they score 2, 4 or 8 times as much (by the number of your "
        "calls) and you score nothing."
    ),
    "off": "If your opponent stops first, you score nothing.",
}
_DRAWN = {
    "oya_ken": "If the cards run out, the dealer wins.",
    "tsukazu": "If the cards run out, the dealer loses.",
}


def stakes(rules: Rules, points: int) -> tuple[str, ...]:
    """What calling koi-koi at *points* may win or cost, in sentences for its button.

    They are kept short: that nobody scores when the cards run out is in the help.
    """
    near = ("7 points or more count double.",) if rules.double_at_7 and points < DOUBLE_AT else ()
    own = ("It doubles your own score when you stop.",) if rules.own_koi_doubles else ()
    drawn = (_DRAWN[rules.drawn],) if rules.drawn in _DRAWN else ()
    return (*near, *own, _RAISES[rules.koi_multiplier], *drawn)
