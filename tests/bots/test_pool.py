"""Slow computers think in worker processes, and the event loop goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from koikoi_server.bots import Level, pool, think
from koikoi_server.bots.koikoi import hard
from koikoi_server.bots.koikoi.engine import PLAIN
from koikoi_server.bots.worker import ask
from tests.bots.koikoi.positions import position


@pytest.fixture(autouse=True)
def no_workers() -> Iterator[None]:
    """Each test starts its own workers and leaves none."""
    pool.close()
    yield
    pool.close()


LEVEL = Level("hard", "Hard", "In a worker.", hard.choose, slow=True)
VIEW = position(hand="1-3 2-3", field="1-1 2-1 3-1 3-3", round=12)


async def test_a_worker_chooses_as_the_level_does() -> None:
    """The same view and seed, the same option, from one worker for one question at a time."""
    chosen = [await think(LEVEL, VIEW, seed) for seed in (1, 1, 2)]
    assert chosen == [hard.choose_by(PLAIN, hard.PLAYOUTS, VIEW, Random(s)) for s in (1, 1, 2)]
    assert len(pool.workers()) == 1


async def test_the_event_loop_goes_on_while_computers_think() -> None:
    """Other work gets its turn between the first question and its answer."""
    thinking = asyncio.ensure_future(think(LEVEL, VIEW, 1))
    turns = 0
    while not thinking.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10


async def test_a_worker_that_dies_is_replaced() -> None:
    """Its question is asked again, and answered alike."""
    first = await think(LEVEL, VIEW, 1)
    [worker] = pool.workers()
    os.kill(worker, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    assert await think(LEVEL, VIEW, 1) == first
    [other] = pool.workers()
    assert other != worker
    assert [each.pid for each in pool._workers] == [other], "nothing is left of the dead"


async def test_a_question_that_got_no_answer_is_put_to_another_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The one that failed may be dying still, and look alive."""
    asked: list[int] = []

    def fails_once(worker: subprocess.Popen[bytes], *question: Any) -> int:
        asked.append(worker.pid)
        if len(asked) == 1:
            raise BrokenPipeError
        return ask(worker, *question)

    monkeypatch.setattr(pool, "ask", fails_once)
    await think(LEVEL, VIEW, 1)
    assert len(set(asked)) == 2
    assert pool.workers() == asked[1:]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to the one process")
async def test_a_worker_ignores_ctrl_c_and_ends_with_its_input() -> None:
    """Ctrl-C reaches the whole terminal; the server stops by itself, its workers then."""
    code = "from koikoi_server.bots.worker import main; main()"
    worker = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    asked = ask(worker, hard.choose, VIEW, 1)
    worker.send_signal(signal.SIGINT)
    assert ask(worker, hard.choose, VIEW, 1) == asked
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(timeout=30) == 0
    assert worker.stdout is not None
    worker.stdout.close()


def test_a_worker_imports_nothing_of_grpc() -> None:
    """It must start fast and stay small."""
    code = (
        "import sys, koikoi_server.bots.worker; "
        "print(*[name for name in sys.modules if name.split('.')[0] in ('grpc', 'google')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert found.stdout.split() == []
