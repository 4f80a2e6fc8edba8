"""Converts Koi-Koi's house rules to the numbers that the kernel reads."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hanafuda.yaku import BRIGHT_POINTS
from koikoi_server.bots.koikoi import kernel

VIEWING = {"off": 0, "count": 1, "with_other": 2}
CUP_USE = {"both": 0, "either": 1, "animal": 2, "double": 3}
KOIKOI_TIMES = {"off": 0, "opponent": 1, "koi_bai": 2}
DEALT_HANDS = {"off": 0, "score": 1, "redeal": 2}


KNOWN = frozenset({
    "months", "first_dealer", "viewing", "viewing_points", "double_at_7", "bright_points",
    "set_points", "counting", "koi_multiplier", "own_koi_doubles", "sake_cup", "bukku", "nomi",
    "dealt_hands", "dealt_hand_points", "field_redeal", "drawn", "drawn_points",
})  # fmt: skip
"""The house rules that the kernel plays by, and those that make no difference within a round.

A new house rule is not in this set. At a table that uses it, Hard searches with the full rules.
"""


def is_in_kernel(rules: Any) -> bool:
    """Whether the kernel can play by *rules*: those not in :data:`KNOWN` have their default."""
    return all(
        getattr(rules, each.name) == each.default
        for each in fields(rules)
        if each.name not in KNOWN
    )


def rule_numbers(rules: Any) -> tuple[int, ...]:
    """Koi-Koi's *rules* as numbers, by the kernel's indexes, without those it does not know."""
    found = [0] * kernel.RULES
    found[kernel.VIEWING] = VIEWING[rules.viewing]
    found[kernel.VIEWING_POINTS] = rules.viewing_points
    brights = BRIGHT_POINTS[rules.bright_points]
    for place, points in zip(
        (kernel.GOKO, kernel.SHIKO, kernel.AME_SHIKO, kernel.SANKO), brights, strict=True
    ):
        found[place] = points
    found[kernel.SET_POINTS] = rules.set_points
    found[kernel.OLDER] = int(rules.counting == "older")
    found[kernel.CUP_USE] = CUP_USE[rules.sake_cup]
    found[kernel.BUKKU] = rules.bukku
    found[kernel.NOMI] = rules.nomi
    found[kernel.DOUBLE_AT_7] = int(rules.double_at_7)
    found[kernel.KOIKOI_TIMES] = KOIKOI_TIMES[rules.koi_multiplier]
    found[kernel.OWN_DOUBLES] = int(rules.own_koi_doubles)
    drawn = {"oya_ken": rules.drawn_points, "tsukazu": -rules.drawn_points}
    found[kernel.DEALER_IF_DRAWN] = drawn.get(rules.drawn, 0)
    found[kernel.DEALER_CHANGES] = int(rules.drawn == "change_dealer")
    found[kernel.DEALT_HANDS] = DEALT_HANDS[rules.dealt_hands]
    found[kernel.DEALT_HAND_POINTS] = rules.dealt_hand_points
    found[kernel.PAIRS_ARE_VOID] = int(rules.field_redeal == "four_or_pairs")
    return tuple(found)
