"""The yaku of captured cards, and which deals are void; cards are their codes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

Options = Mapping[str, Any]

DECK = [f"{month}-{place}" for month in range(1, 13) for place in range(1, 5)]
BRIGHTS = {"1-1", "3-1", "8-1", "11-1", "12-1"}
ANIMALS = {"2-1", "4-1", "5-1", "6-1", "7-1", "8-2", "9-1", "10-1", "11-2"}
POETRY, BLUE = {"1-2", "2-2", "3-2"}, {"6-2", "9-2", "10-2"}
RIBBONS = POETRY | BLUE | {"4-2", "5-2", "7-2", "11-3"}
PLAINS = set(DECK) - BRIGHTS - ANIMALS - RIBBONS
BOARS = {"6-1", "7-1", "10-1"}
CUP, CURTAIN, MOON, RAIN, LIGHTNING = "9-1", "3-1", "8-1", "11-1", "11-4"

DEFAULTS: Options = {
    "viewing": "count",
    "viewing_points": 5,
    "double_at_7": True,
    "bright_points": {"goko": 10, "shiko": 8, "ame_shiko": 7, "sanko": 5},
    "set_points": 5,
    "counting": "highest",
    "koi_multiplier": "opponent",
    "own_koi_doubles": False,
    "sake_cup": "both",
    "bukku": 0,
    "nomi": 0,
    "dealt_hands": "score",
    "dealt_hand_points": 6,
    "field_redeal": "four",
    "drawn": "same_dealer",
    "drawn_points": 6,
    "lightning_wild": False,
}


def month(card: str) -> int:
    return int(card.split("-")[0])


def ascending(some: Collection[str]) -> list[str]:
    return sorted(some, key=DECK.index)


def yaku(captured: Collection[str], options: Options) -> dict[str, int]:
    """The yaku of captured cards, with the use of the sake cup that is worth more."""
    match options["sake_cup"]:
        case "animal":
            return _yaku(captured, options, animal=True, plains=0)
        case "double":
            return _yaku(captured, options, animal=True, plains=2)
        case "both":
            return _yaku(captured, options, animal=True, plains=1)
    animal = _yaku(captured, options, animal=True, plains=0)
    plain = _yaku(captured, options, animal=False, plains=1)
    return plain if sum(plain.values()) > sum(animal.values()) else animal


def _yaku(
    captured: Collection[str], options: Options, *, animal: bool, plains: int
) -> dict[str, int]:
    mine = set(captured)
    cup = CUP in mine
    found = _brights(mine, options["bright_points"])
    animals = len(mine & ANIMALS) - (cup and not animal)
    older, points = options["counting"] == "older", options["set_points"]
    if mine >= BOARS:
        found["inoshikacho"] = points if older else points + animals - 3
    if animals >= 5 and (older or not mine >= BOARS):
        found["tane"] = animals - 4
    found |= _older_ribbons(mine, options) if older else _ribbons(mine, options)
    count = len(mine & PLAINS) + plains * cup
    if count >= 10:
        found["kasu"] = count - 9
    if options["nomi"] and mine >= {CURTAIN, MOON, CUP}:
        found["nomi"] = options["nomi"]
    if options["viewing"] == "count" or (options["viewing"] == "with_other" and found):
        if mine >= {CURTAIN, CUP}:
            found["hanami"] = options["viewing_points"]
        if mine >= {MOON, CUP}:
            found["tsukimi"] = options["viewing_points"]
    return found


def _brights(mine: set[str], points: Mapping[str, int]) -> dict[str, int]:
    rainy = RAIN in mine
    name = {
        (5, True): "goko",
        (4, False): "shiko",
        (4, True): "ame_shiko",
        (3, False): "sanko",
    }.get((len(mine & BRIGHTS), rainy))
    return {name: points[name]} if name else {}


def _ribbons(mine: set[str], options: Options) -> dict[str, int]:
    """The best ribbon yaku only, with a point for each extra ribbon."""
    count, points = len(mine & RIBBONS), options["set_points"]
    if mine >= POETRY | BLUE:
        name = "bukku" if options["bukku"] else "akatan_aotan"
        return {name: (options["bukku"] or 2 * points) + count - 6}
    if mine >= POETRY:
        return {"akatan": points + count - 3}
    if mine >= BLUE:
        return {"aotan": points + count - 3}
    return {"tan": count - 4} if count >= 5 else {}


def _older_ribbons(mine: set[str], options: Options) -> dict[str, int]:
    """Sets without extra points, and Ribbons besides."""
    found = {}
    if options["bukku"] and mine >= POETRY | BLUE:
        found["bukku"] = options["bukku"]
    else:
        if mine >= POETRY:
            found["akatan"] = options["set_points"]
        if mine >= BLUE:
            found["aotan"] = options["set_points"]
    count = len(mine & RIBBONS)
    return found | ({"tan": count - 4} if count >= 5 else {})


def months(some: Collection[str]) -> list[int]:
    """The number of cards of each month."""
    return [sum(month(card) == each for card in some) for each in range(1, 13)]


def dealt_hand(hand: Collection[str]) -> str:
    """The yaku of a hand as dealt, or ""."""
    if 4 in months(hand):
        return "teshi"
    return "kuttsuki" if months(hand).count(2) == 4 else ""


def is_void(field: Collection[str], options: Options) -> bool:
    """Whether a field is void."""
    pairs = months(field).count(2) == 4 and options["field_redeal"] == "four_or_pairs"
    return 4 in months(field) or pairs
