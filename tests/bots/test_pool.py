"""Slow bots choose in worker processes, and the event loop goes on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from koikoi_server.bots import Bot, ask_bot, pool
from tests.bots.strange import VIEW, bot, choose_quickly, interrupts_its_worker, kills_its_worker
from tests.support.timeouts import HANG

ROOT = Path(__file__).parents[2]
LEVEL = Bot("hard", "Hard", "In a worker.", choose_quickly, choose_quickly)

unix = pytest.mark.skipif(sys.platform == "win32", reason="sends signals to one process")


@pytest.fixture(autouse=True)
def no_workers() -> Iterator[None]:
    """Each test starts its own workers and leaves none."""
    pool.close()
    yield
    pool.close()


def workers() -> set[int]:
    """The process ids of the live workers."""
    return {each.pid for each in multiprocessing.active_children() if each.pid}


async def test_a_worker_chooses_like_the_function_itself() -> None:
    """The same view and seed give the same option; one question at a time needs one worker."""
    before = workers()
    chosen = [await ask_bot(LEVEL, VIEW, seed) for seed in (1, 1, 2)]
    assert chosen == [choose_quickly(VIEW, Random(seed)) for seed in (1, 1, 2)]
    assert len(workers() - before) == 1


async def test_the_event_loop_goes_on_while_ask_bot() -> None:
    """Other tasks run between a question and its answer."""
    thinking = asyncio.ensure_future(ask_bot(LEVEL, VIEW, 1))
    turns = 0
    while not thinking.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10


@unix
async def test_a_worker_that_is_killed_is_replaced() -> None:
    """All its questions are asked again, and get the same answers."""
    before = workers()
    first = await ask_bot(LEVEL, VIEW, 1)
    [worker] = workers() - before
    thinking = [asyncio.ensure_future(ask_bot(LEVEL, VIEW, 1)) for _ in range(3)]
    await asyncio.sleep(0)
    os.kill(worker, signal.SIGKILL)
    assert [await each for each in thinking] == [first] * 3
    assert worker not in workers()
    assert await ask_bot(LEVEL, VIEW, 1) == first


@unix
async def test_without_workers_a_thread_of_the_server_answers() -> None:
    """The computer's turn comes even if no worker lives long enough."""
    assert await ask_bot(bot(kills_its_worker), VIEW, 1) == VIEW.options[0]


async def test_without_semaphores_a_thread_of_the_server_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some systems have no multiprocessing."""

    def missing() -> None:
        raise NotImplementedError

    monkeypatch.setattr(pool, "_worker_pool", missing)
    assert await ask_bot(LEVEL, VIEW, 1) == choose_quickly(VIEW, Random(1))


@unix
async def test_a_worker_ignores_ctrl_c() -> None:
    """The terminal sends it to the whole process group; the server ends its workers itself."""
    before = workers()
    assert await ask_bot(bot(interrupts_its_worker), VIEW, 1) == VIEW.options[0]
    assert len(workers() - before) == 1, "the first one lives on"


CONSOLE_SCRIPT = """
import sys
from koikoi_server.__main__ import main
if __name__ == "__main__":
    from tests.bots.strange import ask_and_be_killed
    sys.exit(ask_and_be_killed())
"""
MODULE = "from tests.bots.strange import ask_and_be_killed; ask_and_be_killed()"


@unix
@pytest.mark.parametrize("is_script", [True, False])
def test_a_worker_needs_no_grpc_and_ends_when_the_server_is_killed(
    is_script: bool, tmp_path: Path
) -> None:
    """However the server was started: a worker imports the main module of a script again."""
    script = tmp_path / "console-script"
    script.write_text(CONSOLE_SCRIPT, encoding="utf-8")
    command = [str(script)] if is_script else ["-c", MODULE]
    # The worker has this pipe too: it is at its end only when the worker has ended.
    server = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=HANG,
        check=False,
    )
    assert server.returncode == -signal.SIGKILL
    [worker] = server.stdout.split()
    assert int(worker), "it has imported nothing of gRPC"
    assert server.stderr == b"", "nothing is left that a person would have to clean up"
