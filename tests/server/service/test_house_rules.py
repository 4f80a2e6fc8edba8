"""House rules in requests, lists and charts."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from hypothesis import given, settings
from hypothesis import strategies as st

from hanafuda.games import GAMES
from hanafuda.house_rules import differing, rule_options
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.bots import BOTS
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.settings import Settings
from koikoi_server.table.fold import folded
from tests.hanafuda.test_conservation import allowed
from tests.support.server import BOT, MINE, Client, Follower, match_is_over, serving

EMPTY = service_pb2.SeatPlan()
OUT_OF_RANGE = [
    (game, option.option, value)
    for game, module in GAMES.items()
    for option in rule_options(module.Rules)
    for value in ("", "perhaps", "-1", *([str(option.numbers.stop)] if option.numbers else []))
]


async def refused_option(call: Any) -> tuple[str, str, str]:
    """The reason with which *call* is refused, the house rule that it names, and the sentence."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    info = error_details_pb2.ErrorInfo()
    status = rpc_status.from_call(caught.value)
    assert status is not None
    assert status.details[0].Unpack(info)
    return info.reason, info.metadata["option"], caught.value.details() or ""


async def test_a_value_out_of_range_is_refused_with_the_name_of_its_rule() -> None:
    async with serving(Settings(join_attempts=(1000, 100))) as client:
        for game, option, value in OUT_OF_RANGE:
            said = await refused_option(client.create(game=game, rules={option: value}))
            assert said[:2] == ("RULES_INVALID", option), (game, option, value)
            assert "choose" in said[2]
            chart = service_pb2.GetCatalogRequest(game=game, rules={option: value})
            asked = await refused_option(client.stub.GetCatalog(chart))
            assert asked[:2] == ("RULES_INVALID", option)
        assert not client.running.lobby.open_tables()


@pytest.mark.parametrize("game", GAMES)
async def test_an_unknown_house_rule_is_refused_with_its_name(game: str) -> None:
    async with serving() as client:
        said = await refused_option(client.create(game=game, rules={"jokers": "2"}))
        assert said == ("RULES_INVALID", "jokers", 'There is no house rule "jokers".')


@pytest.mark.parametrize(
    "rules",
    [
        {"viewing": "off", "viewing_points": "3"},
        {"drawn": "same_dealer", "drawn_points": "1"},
        {"dealt_hands": "off", "dealt_hand_points": "12"},
        {"counting": "older", "bukku": "12"},
        {"koi_multiplier": "off", "own_koi_doubles": "true"},
    ],
)
async def test_values_without_effect_are_accepted_and_shown(rules: dict[str, str]) -> None:
    async with serving() as client:
        grant = await client.create(rules=rules)
        shown = (await client.watch(grant).read()).update.table.rules
    defaults = {each.option: each.default for each in rule_options(GAMES["koikoi"].Rules)}
    assert dict(shown) == {name: value for name, value in rules.items() if value != defaults[name]}


@pytest.mark.parametrize("game", GAMES)
async def test_lobby_and_table_list_exactly_what_a_rule_set_changes(game: str) -> None:
    """The chart has the points under these rules."""
    async with serving() as client:
        [told] = (await client.stub.GetCatalog(service_pb2.GetCatalogRequest(game=game))).games
        assert [each.set for each in told.sets] == [each.set for each in GAMES[game].SETS]
        for each in told.sets:
            grant = await client.create(game=game, rules=each.rules)
            rows = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
            listed = next(row for row in rows if row.table.table_id == grant.table_id)
            seen = (await client.watch(grant).read()).update.table
            assert dict(listed.table.rules) == dict(seen.rules) == dict(each.rules)
            asked = service_pb2.GetCatalogRequest(game=game, rules=seen.rules)
            [chart] = (await client.stub.GetCatalog(asked)).games
            rules = GAMES[game].Rules(**_values(game, each.rules))
            rows_of_chart = [(row.id, row.points) for row in chart.yaku]
            assert rows_of_chart == [(row.yaku, row.points) for row in GAMES[game].chart(rules)]


def _values(game: str, chosen: Any) -> dict[str, Any]:
    return {
        name: int(value) if value.isdigit() else {"true": True, "false": False}.get(value, value)
        for name, value in chosen.items()
    }


async def test_high_brights_are_in_the_chart() -> None:
    async with serving() as client:
        asked = service_pb2.GetCatalogRequest(
            game="koikoi", rules={"bright_points": "high", "viewing": "off", "bukku": "20"}
        )
        [chart] = (await client.stub.GetCatalog(asked)).games
    points = {row.id: row.points for row in chart.yaku}
    assert (points["goko"], points["sanko"], points["bukku"]) == (15, 6, 20)
    assert not points.keys() & {"hanami", "tsukimi", "akatan_aotan"}


any_table = given(st.data(), st.sampled_from(sorted(GAMES)), st.integers(0, 2**32))


@pytest.mark.slow
@settings(max_examples=4)
@any_table
def test_a_few_tables_keep_the_laws(data: st.DataObject, game: str, seed: int) -> None:
    keeps_the_laws(data, game, seed)


@pytest.mark.slow
@settings(max_examples=25)
@any_table
def test_many_tables_keep_the_laws(data: st.DataObject, game: str, seed: int) -> None:
    keeps_the_laws(data, game, seed)


def keeps_the_laws(data: st.DataObject, game: str, seed: int) -> None:
    """Play a random match under any house rules by any number of people and computers over gRPC.

    The laws hold after every entry, and the log folds to the same state.
    """
    module, chosen = GAMES[game], {}
    for option in rule_options(module.Rules):
        values = [value for value, _ in option.choices]
        if option.numbers is not None:
            values += [str(option.numbers[0]), str(option.numbers[-1])]
        chosen[option.option] = data.draw(st.sampled_from(values), label=option.option)
    seats = data.draw(st.integers(module.ABOUT.min_seats, module.ABOUT.max_seats), label="seats")
    fewest = 1 if BOTS.get(game) else seats  # a game that no computer plays
    people = data.draw(st.integers(fewest, seats), label="people")
    rules = differing(allowed(module, chosen, seats, rounds=2))
    asyncio.run(_life(game, rules, people, seats, seed))


async def _life(game: str, rules: dict[str, str], people: int, seats: int, seed: int) -> None:
    journal = MemoryJournal()
    async with serving(journal=journal) as client:
        plan = [MINE, *[EMPTY] * (people - 1), *[BOT] * (seats - people)]
        rules = rules | {"bot_delay": "0"}
        grant = await client.create(game=game, rules=rules, seats=plan)
        sitting = [grant, *[await client.join(grant.table_id) for _ in range(people - 1)]]
        players = [Follower(client, each, Random(seed + at)) for at, each in enumerate(sitting)]
        await asyncio.gather(*(player.play(match_is_over) for player in players))
        last = players[0].last
        assert all(player.last.match == last.match for player in players)
        for player in players:
            for update in player.updates:
                hold_the_laws(game, update, seats)
        assert await _folds(client, journal, grant.table_id)
    assert dict(last.table.rules) == rules
    assert last.match.winners


async def _folds(client: Client, journal: MemoryJournal, table_id: str) -> bool:
    live = client.running.lobby.get(table_id)
    assert live is not None
    [log] = [log async for log in journal.logs()]
    return bool(folded(log) == live.state)


def hold_the_laws(game: str, update: table_pb2.Update, seats: int) -> None:
    """48 cards, those that are seen each once; scores are the rounds' sums; coins are kept."""
    match = update.match
    if not match.round:
        return
    sides = match.sides
    seen = [*match.field, *(card for side in sides for card in side.captured)]
    seen += [match.open_card] if match.open_card else []
    assert len(set(seen)) == len(seen)
    assert len(seen) + match.draw_pile + sum(side.hand_size for side in sides) == 48
    assert [side.seat for side in sides] == list(range(1, seats + 1))
    start = int(update.table.rules.get("coins", "100")) if game == "coin" else 0
    for side in sides:
        assert side.score == start + sum(side.round_scores)
        assert not (side.out and side.seat in match.waiting_for and match.turn == side.seat)
        if game == "coin":
            over = match.phase in (table_pb2.PHASE_ROUND_OVER, table_pb2.PHASE_MATCH_OVER)
            assert side.out == (side.score == 0), "who has no coins is out, at once"
            assert over or not side.out or side.hand_size == 0
    if game == "coin":
        assert sum(side.score for side in sides) == start * seats
