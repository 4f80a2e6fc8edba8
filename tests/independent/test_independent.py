"""Whoever has the stubs and their comments alone can write a client that plays whole matches."""

from __future__ import annotations

import ast
import asyncio
import queue
from pathlib import Path

import pytest

from koikoi.v1 import table_pb2 as t
from koikoi_server.serve import start
from koikoi_server.settings import Settings
from tests.independent import client

SETTINGS = Settings(seed="independent")
FAST = {"months": "3", "bot_delay": "0"}


def test_it_shares_no_code_and_is_short() -> None:
    source = Path(client.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 100
    modules = {
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    }
    assert modules <= {"random", "sys", "time", "typing", "uuid", "grpc", "google.rpc", "koikoi.v1"}


async def test_two_of_them_play_a_whole_match() -> None:
    running = await start(SETTINGS, ["127.0.0.1"], 0)
    codes: queue.Queue[str] = queue.Queue()

    def say(*said: object) -> None:
        if said[0] == "JOIN" and said[1]:
            codes.put(str(said[1]))

    address = f"127.0.0.1:{running.port}"
    try:
        async with asyncio.timeout(60), asyncio.TaskGroup() as both:
            first = both.create_task(
                asyncio.to_thread(client.play, address, "Aki", "create", say=say, rules=FAST)
            )
            code = await asyncio.to_thread(codes.get, timeout=30)
            second = both.create_task(
                asyncio.to_thread(client.play, address, "Ben", code, say=lambda *_: None)
            )
    finally:
        await running.stop()
    assert first.result() == second.result()
    check(first.result())


async def test_one_plays_a_whole_match_against_a_computer() -> None:
    running = await start(SETTINGS, ["127.0.0.1"], 0)
    address = f"127.0.0.1:{running.port}"
    try:
        async with asyncio.timeout(60):
            match = await asyncio.to_thread(
                client.play, address, "Aki", "create-bot", say=lambda *_: None, rules=FAST
            )
    finally:
        await running.stop()
    check(match)


def check(match: t.Match | None) -> None:
    """A match of three months that is over: each side's months add up to its score."""
    if match is None:
        pytest.fail("the seat was lost")
    assert (match.phase, match.rounds, match.round) == (t.PHASE_MATCH_OVER, 3, 3)
    for side in match.sides:
        assert len(side.round_scores) == 3
        assert sum(side.round_scores) == side.score
    best = max(side.score for side in match.sides)
    assert list(match.winners) == [side.seat for side in match.sides if side.score == best]
