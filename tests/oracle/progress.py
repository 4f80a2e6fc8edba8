"""How far a side is with each yaku, found in the simplest way: by adding each card in turn."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from tests.oracle.counting import (
    ANIMALS,
    BLUE,
    BOARS,
    BRIGHTS,
    CUP,
    CURTAIN,
    DECK,
    MOON,
    PLAINS,
    POETRY,
    RAIN,
    RIBBONS,
    Options,
    yaku,
)

DRY = BRIGHTS - {RAIN}

Pile = frozenset[str]
Counts = dict[str, tuple[int, int]]  #: of each yaku: how many a pile has, and how many it takes


class Row(NamedTuple):
    """How far a side is with a yaku."""

    have: int
    state: str
    one_card: bool


class Way(NamedTuple):
    """How a game counts yaku."""

    held: Callable[[Pile], Collection[str]]  #: those that count
    counts: Callable[[Pile], Counts]  #: all that there are
    needs_another: Collection[str] = ()  #: those that count only beside another


def rows(way: Way, mine: Collection[str], others: Collection[str]) -> dict[str, Row]:
    """The rows to report for a side that has captured *mine*."""
    pile, theirs = frozenset(mine), frozenset(others)
    held = way.held(pile)
    most = way.counts(frozenset(DECK) - theirs)
    with_one = [way.held(pile | {card}) for card in DECK if card not in pile | theirs]
    told = {}
    for name, (have, need) in way.counts(pile).items():
        if name in held:
            state = "held"
        elif have >= need:
            state = "alone" if name in way.needs_another else "replaced"
        else:
            state = "out" if most[name][0] < need else "open"
        one_card = name not in held and any(name in then for then in with_one)
        if have or state != "open" or one_card:
            told[name] = Row(have, state, one_card)
    return told


def koikoi(options: Options) -> Way:
    """Koi-Koi under *options*."""
    viewings = ("hanami", "tsukimi") if options["viewing"] == "with_other" else ()
    return Way(
        lambda pile: yaku(pile, options), lambda pile: koikoi_counts(pile, options), viewings
    )


def koikoi_counts(mine: Pile, options: Options) -> Counts:
    """The yaku with every card that may count; extra cards only where they are worth points."""
    older = options["counting"] == "older"
    dry, rain = len(mine & DRY), RAIN in mine
    counts = {
        "goko": (dry + rain, 5),
        "shiko": (dry, 4),
        "ame_shiko": (min(dry, 3) + rain, 4),
        "sanko": (min(dry, 3), 3),
    }
    if options["nomi"]:
        counts["nomi"] = (len(mine & {CURTAIN, MOON, CUP}), 3)
    if options["viewing"] != "off":
        counts["hanami"] = (len(mine & {CURTAIN, CUP}), 2)
        counts["tsukimi"] = (len(mine & {MOON, CUP}), 2)
    counts["inoshikacho"] = _set(mine, BOARS, BOARS if older else ANIMALS)
    counts["tane"] = (len(mine & ANIMALS), 5)
    flat = older
    if options["bukku"]:
        counts["bukku"] = _set(mine, POETRY | BLUE, POETRY | BLUE if flat else RIBBONS)
    elif not older:
        counts["akatan_aotan"] = _set(mine, POETRY | BLUE, RIBBONS)
    counts["akatan"] = _set(mine, POETRY, POETRY if flat else RIBBONS)
    counts["aotan"] = _set(mine, BLUE, BLUE if flat else RIBBONS)
    counts["tan"] = (len(mine & RIBBONS), 5)
    cup = {"both": 1, "either": 1, "animal": 0, "double": 2}[options["sake_cup"]]
    counts["kasu"] = (len(mine & PLAINS) + cup * (CUP in mine), 10)
    return counts


def _set(mine: Pile, needed: Collection[str], growing: Collection[str]) -> tuple[int, int]:
    """A set that needs all its cards, and then gains a point for each extra card of its kind."""
    have = len(mine & set(needed))
    return (len(mine & set(growing)) if have == len(needed) else have, len(needed))


SAKURA = {
    "curtain_moon_cup": "3-1 8-1 9-1",
    "crane_warbler_curtain": "1-1 2-1 3-1",
    "akatan": "1-2 2-2 3-2",
    "aotan": "6-2 9-2 10-2",
    "butterflies_cup_deer": "6-1 9-1 10-1",
    "red_ribbons": "4-2 5-2 7-2",
    "cuckoo_bridge_boar": "4-1 5-1 7-1",
    "boar_geese_deer": "7-1 8-2 10-1",
}


def sakura(with_yaku: bool = True) -> Way:
    """Sakura: yaku of three cards, none of which replaces another."""

    def counts(mine: Pile) -> Counts:
        if not with_yaku:
            return {}
        return {name: (len(mine & set(codes.split())), 3) for name, codes in SAKURA.items()}

    def held(mine: Pile) -> Collection[str]:
        return [name for name, (have, need) in counts(mine).items() if have == need]

    return Way(held, counts)
