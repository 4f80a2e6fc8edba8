"""The test of two worlds can fail: it finds each planted leak."""

from __future__ import annotations

from random import Random

import pytest

from koikoi_server.bots import BOTS
from koikoi_server.table.limits import Limits
from tests.secrecy.leaks import LEAKS
from tests.secrecy.matches import Match
from tests.secrecy.pair import Leak, Pair
from tests.secrecy.renaming import deals
from tests.secrecy.world import tame_chance

PAIRS = 400  #: of worlds, at the most, until a leak must have shown
TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "koikoi": (2, {"months": "2", "turn_limit": "30"}),
    "coin": (3, {"rounds": "2", "coins": "30", "turn_limit": "31"}),
    "sakura": (3, {"rounds": "2", "turn_limit": "60"}),
}


QUICK = {
    "the last card of the draw pile",
    "which options are alike",
    "a row of the list",
    "a heartbeat",
    "a hidden card in a turn",
    "words from a seat's view",
    "a hand in the log, as numbers",
    "the metadata of what succeeds",
    "a seat's replacement under a turn limit",
}
"""Leaks that are found soon: the others are planted by the slow tests."""


@pytest.mark.parametrize(
    "leak",
    [leak if leak in QUICK else pytest.param(leak, marks=pytest.mark.slow) for leak in LEAKS],
)
async def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, plant = LEAKS[leak]
    tame_chance(monkeypatch)
    plant(monkeypatch)
    with pytest.raises(Leak):
        await hunt(game)


async def hunt(game: str) -> None:
    """Look for a leak in matches of *game*."""
    seats, rules = TABLES[game]
    limits = Limits(absence=20_000, auto_bot=BOTS[game][0].id if game in BOTS else "")
    pairs = 0
    for seed in range(PAIRS):
        match, random = Match(seed, game, seats, rules, limits=limits), Random(seed)
        for _ in range(2):
            while match.step():
                if not deals(match.log) or random.random() > 0.25:
                    continue
                pair = Pair(pairs % (seats + 1), random)
                try:
                    if await pair.start(match.log, match.records):
                        await pair.go(12)
                finally:
                    await pair.stop()
                pairs += 1
                if pairs > PAIRS:
                    return
            match.again()


def test_there_are_leaks_of_every_kind() -> None:
    """In public and private data, errors, lists, times and numbers of messages."""
    assert len(LEAKS) >= 30
    assert {game for game, _ in LEAKS.values()} == set(TABLES)
    assert LEAKS.keys() >= QUICK
