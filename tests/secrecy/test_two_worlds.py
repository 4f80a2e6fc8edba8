"""Two worlds that differ only in cards hidden from a viewer send it the same bytes."""

from __future__ import annotations

from random import Random

import pytest

from hanafuda.games import GAMES
from tests.secrecy.matches import Match
from tests.secrecy.pair import Pair
from tests.secrecy.renaming import deals
from tests.secrecy.world import tame_chance

STEPS = 12  #: of a pair, at the most
FEW, MANY = 4, 12  #: pairs of worlds for each table, in quick and in slow tests

TABLES = [
    ("koikoi", 2, {"months": "2"}, False),
    ("koikoi", 2, {"months": "2", "dealt_hands": "off", "bot_delay": "1500"}, True),
    ("coin", 2, {"rounds": "2", "coins": "30"}, False),
    ("coin", 3, {"rounds": "2", "coins": "30"}, False),
    ("coin", 7, {"rounds": "2"}, True),
    ("sakura", 2, {"rounds": "2"}, False),
    ("sakura", 3, {"rounds": "2", "end": "pile_empty"}, True),
    ("sakura", 4, {"rounds": "2", "teams": "2", "hiki": "own_turn"}, False),
    ("sakura", 7, {"rounds": "2"}, False),
]
QUICK = [TABLES[1], TABLES[3], TABLES[6]]


@pytest.fixture(autouse=True)
def _tame_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    tame_chance(monkeypatch)


@pytest.mark.parametrize(
    ("game", "seats", "rules", "private", "pairs"),
    [
        *((*table, FEW) for table in QUICK),
        *(pytest.param(*table, MANY, marks=pytest.mark.slow) for table in TABLES),
    ],
)
async def test_no_byte_depends_on_a_card_that_its_reader_may_not_see(
    game: str, seats: int, rules: dict[str, str], private: bool, pairs: int
) -> None:
    """For spectators, each seat and its computer, late watchers, and the lobby."""
    random = Random(f"{game} {seats} {rules}")
    compared = started = steps = 0
    seen: set[tuple[int, bool]] = set()
    for seed in range(MANY):
        match = Match(seed, game, seats, rules, private=private)
        for _ in range(2):
            while match.step():
                if not deals(match.log) or random.random() > 0.15:
                    continue
                viewer = started % (seats + 1)
                pair = Pair(viewer, random)
                try:
                    if await pair.start(match.log, match.records):
                        await pair.go(STEPS)
                        started += 1
                        seen.add((viewer, bool(match.records)))
                finally:
                    await pair.stop()
                compared += pair.compared
                steps += pair.steps
            match.again()
        if started >= pairs and len(seen) > seats + 1:
            break
    assert {viewer for viewer, _ in seen} == set(range(seats + 1))
    assert {listed for _, listed in seen} == {False, True}, "with and without a record in the list"
    assert steps > started, "cards stay hidden for a while"
    assert compared > 3 * started


def test_every_game_is_tested() -> None:
    """With the fewest players, with three, and with the most."""
    for name, game in GAMES.items():
        played = {seats for each, seats, *_ in TABLES if each == name}
        fewest, most = game.ABOUT.min_seats, game.ABOUT.max_seats
        assert {fewest, min(3, most), most} <= played
