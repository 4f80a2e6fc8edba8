"""Two worlds that differ only in cards hidden from a viewer send it the same bytes."""

from __future__ import annotations

from contextlib import nullcontext
from random import Random

import pytest

from hanafuda.games import GAMES
from koikoi_server.table.options import options
from tests.secrecy import leaks_elsewhere
from tests.secrecy.known import id_probes, ids_told
from tests.secrecy.matches import Match
from tests.secrecy.pair import Leak, Pair
from tests.secrecy.planting import Plant
from tests.secrecy.renaming import deals
from tests.secrecy.tables import TABLES, Table, values
from tests.secrecy.world import tame_chance
from tests.support.tiers import slow

STEPS = 12  #: of a pair, at the most
FEW, MANY = 4, 8  #: pairs of worlds for each table, in quick and in slow tests
QUICK = [
    next(table for table in TABLES[::-1] if table[:2] == each and "turn_limit" in table.rules)
    for each in (("koikoi", 2), ("coin", 3), ("sakura", 3))
]


@pytest.fixture(autouse=True)
def _tame_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    tame_chance(monkeypatch)


@pytest.mark.parametrize(
    ("table", "pairs"),
    [*((table, FEW) for table in QUICK), *(slow(table, MANY) for table in TABLES)],
    ids=str,
)
async def test_no_byte_depends_on_a_card_that_its_reader_may_not_see(
    table: Table, pairs: int
) -> None:
    """For spectators, each seat and its computer, late watchers, and the lobby."""
    random = Random(repr(table))
    compared = started = steps = 0
    pairs = max(pairs, table.seats + 1)
    seen: set[tuple[int, bool]] = set()
    for seed in range(MANY):
        match = Match(seed, *table)
        for _ in range(2):
            tried = 0
            while match.step():
                if tried > pairs / 2 or not deals(match.log) or random.random() > 0.15:
                    continue
                viewer = started % (table.seats + 1)
                pair = Pair(viewer, random)
                try:
                    if await pair.start(match.log, match.records):
                        await pair.go(STEPS)
                        tried += 1
                        started += 1
                        seen.add((viewer, bool(match.records)))
                finally:
                    await pair.stop()
                compared += pair.compared
                steps += pair.steps
            match.again()
        if started >= pairs and len({listed for _, listed in seen}) == 2:
            break
    assert {viewer for viewer, _ in seen} == set(range(table.seats + 1))
    assert {listed for _, listed in seen} == {False, True}, "with and without a record in the list"
    assert steps > started / 4, "cards stay hidden for a while, though not long among many players"
    assert compared >= 2 * started


@pytest.mark.parametrize(
    "plant", [None, leaks_elsewhere.record_by_match_id, slow(leaks_elsewhere.record_by_commitment)]
)
async def test_no_id_that_somebody_is_told_shows_a_running_match(
    plant: Plant | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All ids are tried here, and some of them in every pair. A planted leak is found."""
    if plant is not None:
        plant(monkeypatch)
    match = Match(1, *QUICK[0])
    while not deals(match.log):
        match.step()
    pair = Pair(1, Random(2))
    assert await pair.start(match.log)
    ids = ids_told(pair.worlds[0].streams, "seat 1")
    assert len(ids) > 8
    with pytest.raises(Leak) if plant is not None else nullcontext():
        for each in ids:
            for method, request in id_probes(each):
                await pair.both(method, request)
    await pair.stop()


def test_every_game_is_tested() -> None:
    """With the fewest players, with three, and with the most."""
    for name, game in GAMES.items():
        played = {table.seats for table in TABLES if table.game == name}
        fewest, most = game.ABOUT.min_seats, game.ABOUT.max_seats
        assert {fewest, min(3, most), most} <= played
        assert {table.private for table in TABLES if table.game == name} == {False, True}


def test_every_choice_of_every_option_is_tested() -> None:
    """Of each game's rules and of the table's pace, as the catalogue lists them."""
    wanted = {
        (name, option.option, value)
        for name, game in GAMES.items()
        for option in options(game)
        for value in values(option)
    }
    tested = {
        (table.game, option.option, table.rules.get(option.option, option.default))
        for table in TABLES
        for option in options(GAMES[table.game])
    }
    assert tested == wanted
