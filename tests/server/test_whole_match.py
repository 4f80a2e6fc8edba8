"""Whole matches over real gRPC, in one process, by clients that know no rule."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from hanafuda.games import GAMES
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.seat_options import Kind
from tests.support.server import BOT, MINE, QUICK, Follower, match_is_over, serving
from tests.support.tiers import slow

ONE_MONTH = QUICK | {"months": "1"}


async def test_a_match_against_a_computer() -> None:
    async with serving() as client:
        aki = Follower(client, await client.create(seats=[MINE, BOT]))
        await aki.play(match_is_over)
    match = aki.last.match
    assert [len(side.round_scores) for side in match.sides] == [3, 3]
    best = max(side.score for side in match.sides)
    assert list(match.winners) == [side.seat for side in match.sides if side.score == best]
    assert aki.last.table.stage == table_pb2.STAGE_FINISHED


async def test_two_persons_and_a_spectator_are_told_the_same() -> None:
    async with serving() as client:
        aki = Follower(client, await client.create(), Random(1))
        watched: list[table_pb2.Entry] = []

        async def spectate() -> None:
            async for message in client.spectate(aki.grant.table_id):
                watched.extend(message.update.news)
                if message.HasField("update") and match_is_over(message.update):
                    return

        ben = Follower(client, await client.join(aki.grant.table_id), Random(2))
        await asyncio.gather(aki.play(match_is_over), ben.play(match_is_over), spectate())
    assert [entry.seq for entry in aki.entries] == list(range(1, len(aki.entries) + 1))
    assert aki.entries == ben.entries == watched
    assert aki.last == ben.last
    assert len({update.match.commitment for update in aki.updates if update.HasField("match")}) == 1


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        ("coin", 3, {"rounds": "2"}),
        ("sakura", 4, {"rounds": "2", "teams": "2"}),
        slow("sakura", 2, {"rounds": "2"}),
        slow("sakura", 3, {"rounds": "2"}),
        slow("sakura", 5, {"rounds": "1"}),
        slow("sakura", 7, {"rounds": "1"}),
    ],
)
async def test_a_match_of_several_persons(game: str, seats: int, rules: dict[str, str]) -> None:
    async with serving() as client:
        plan = [MINE, *[service_pb2.SeatPlan()] * (seats - 1)]
        aki = Follower(client, await client.create(game=game, rules=rules, seats=plan))
        table_id = aki.grant.table_id
        watched: list[table_pb2.Entry] = []

        async def spectate() -> None:
            async for message in client.spectate(table_id):
                watched.extend(message.update.news)
                if message.HasField("update") and match_is_over(message.update):
                    return

        others = [
            Follower(client, await client.join(table_id, f"Player {seat}"), Random(seat))
            for seat in range(2, seats + 1)
        ]
        players = [each.play(match_is_over) for each in (aki, *others)]
        await asyncio.gather(*players, spectate())
    assert all(other.entries == aki.entries for other in others)
    assert watched == aki.entries[-len(watched) :]
    sides = aki.last.match.sides
    best = max(side.score for side in sides)
    assert list(aki.last.match.winners) == [side.seat for side in sides if side.score == best]
    teams = [seat.team for seat in aki.last.table.seats]
    assert teams == ([1, 2, 1, 2] if "teams" in rules else [0] * seats)


async def test_a_rematch_is_another_match_at_the_same_table() -> None:
    async with serving() as client:
        aki = Follower(client, await client.create(seats=[MINE, BOT], rules=ONE_MONTH))
        await aki.play(match_is_over)
        first = aki.last.match.match_id
        await client.use(aki.grant, Kind.REMATCH)
        await aki.play(lambda update: match_is_over(update) and update.match.match_id != first)
    assert [len(side.round_scores) for side in aki.last.match.sides] == [1, 1]


@pytest.mark.parametrize("game", GAMES)
async def test_a_computer_plays_on_for_a_person_who_asks_it_to(game: str) -> None:
    async with serving() as client:
        rules = ONE_MONTH if game == "koikoi" else {"rounds": "1", "bot_delay": "0"}
        plan = [MINE, service_pb2.SeatPlan()]
        aki = Follower(client, await client.create(game=game, rules=rules, seats=plan))
        ben = Follower(client, await client.join(aki.grant.table_id))
        await client.use(ben.grant, Kind.LET_PLAY, 2, "easy")
        await aki.play(match_is_over)
    assert aki.last.table.seats[1].player_name == "Ben"
    assert aki.last.table.seats[1].bot == "easy"


async def test_a_seed_gives_the_same_match_again() -> None:
    told = []
    for _ in range(2):
        async with serving(Settings(seed="a word")) as client:
            aki = Follower(client, await client.create(seats=[MINE, BOT]), Random(5))
            await aki.play(match_is_over)
            told.append([list(entry.events) for entry in aki.entries[:-1]])
            assert all(update.match.phase != table_pb2.PHASE_CUT for update in aki.updates)
    assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [4, pytest.param(20, marks=pytest.mark.slow)])
async def test_many_tables_play_at_once(at_once: int) -> None:
    async with serving(Settings(join_attempts=(1000, 100))) as client:
        players = [
            Follower(client, await client.create(seats=[MINE, BOT]), Random(each))
            for each in range(at_once)
        ]
        await asyncio.gather(*(player.play(match_is_over) for player in players))
        assert len({player.last.match.match_id for player in players}) == at_once
