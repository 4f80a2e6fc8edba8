"""A server of one's own: up when it says so, gone when we are."""

from __future__ import annotations

import asyncio
import gc
import sys
import warnings
from pathlib import Path

import pytest

from koikoi_client.command.private_server import RETRY_SECONDS, private_server, temporary_server
from koikoi_client.errors import CannotConnect
from koikoi_client.wire.session import Session
from tests.support.timeouts import HANG

MEMORY = ("--private", "--memory")


async def no_pause(_seconds: float) -> None:
    """Take the place of asyncio.sleep."""


@pytest.mark.slow
async def test_it_is_there_for_the_block_and_gone_after_it(tmp_path: Path) -> None:
    async with private_server(tmp_path / "log", MEMORY) as server:
        await server.ready()
        assert server.address.only_here
        session = Session(server.address)
        await session.open()
        await session.close()
    gone = Session(server.address)
    with pytest.raises(CannotConnect):
        await gone.open()
    await gone.close()


async def test_one_that_does_not_start_is_told_in_its_own_last_words(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "import sys; sys.exit('the disk is full')")
    with pytest.raises(CannotConnect, match="did not start: the disk is full"):
        async with private_server(tmp_path / "log", (), command) as server:
            await server.ready()


@pytest.mark.skipif(sys.platform == "win32", reason="processes end by signals on Unix")
async def test_one_that_a_signal_ends_says_so(tmp_path: Path) -> None:
    """Its last line of output is no reason: it did not expect to end."""
    script = "import os, sys; print('a note', file=sys.stderr, flush=True); os.kill(os.getpid(), 9)"
    with pytest.raises(CannotConnect, match="did not start: signal 9 ended it"):
        async with private_server(tmp_path / "log", (), (sys.executable, "-c", script)) as server:
            await server.ready()


async def test_one_that_would_keep_nothing_any_more_does_not_replace_one_that_keeps(
    tmp_path: Path,
) -> None:
    """Another window has taken its folder, so that the tables are not there."""
    script = (
        "import sys; lines = ['koikoi-client 127.0.0.1:7']; again = '--port' in sys.argv\n"
        "if again:\n"
        "    print('another window is open', file=sys.stderr, flush=True)\n"
        "    lines.append('koikoi-server keeps nothing: Another window is open.')\n"
        "print(chr(10).join([*lines, '']), end='', flush=True)\n"
        "if again: sys.stdin.read()"
    )
    async with private_server(tmp_path / "log", (), (sys.executable, "-c", script)) as server:
        await server.ready()
        with pytest.raises(CannotConnect, match="could not be restarted: another window is open"):
            async with asyncio.timeout(HANG):
                await server.keep_up(lambda: 0.0, no_pause)


async def test_a_server_that_talks_on_never_blocks(tmp_path: Path) -> None:
    """It goes on reading what the server prints, so that the server can."""
    script = (
        "import sys; print('koikoi-client 127.0.0.1:7', flush=True);"
        "print('x' * 1_000_000, flush=True); print('done', file=sys.stderr, flush=True);"
        "sys.stdin.read()"
    )
    log = tmp_path / "log"
    async with private_server(log, (), (sys.executable, "-c", script)) as server:
        await server.ready()
        assert server.address.port == 7
        async with asyncio.timeout(HANG):
            while "done" not in log.read_text():
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("lives", "starts"),
    [
        ([(0.0, 1.0)] * 3, 4),  # within five seconds of each start
        ([(0.0, 60.0), *[(60.0, 61.0)] * 3], 5),
        ([(0.0, 60.0), (60.0, 3600.0), *[(3600.0, 3604.9)] * 3], 6),
        ([(0.0, 1.0), (1.0, 2.0), (2.0, 60.0), *[(60.0, 61.0)] * 3], 7),
        ([(10.0, 12.0)] * 3, 4),  # it took ten seconds to start
    ],
)
async def test_one_that_ends_is_started_again_where_it_was_until_that_does_not_help(
    lives: list[tuple[float, float]], starts: int, tmp_path: Path
) -> None:
    """What ends soon after it was there again is given up with a sentence, and nothing is left
    open. Each of *lives* is from when it was there to its end. The pauses grow."""
    started = tmp_path / "started"
    script = (
        f"import sys; open({str(started)!r}, 'a').write(' '.join(sys.argv[1:]) + chr(10));"
        "print('koikoi-client 127.0.0.1:7', flush=True); sys.exit('the disk is full')"
    )
    command = (sys.executable, "-c", script)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    times = iter([0.0, 0.0, *(time for life in lives for time in life)])
    with warnings.catch_warnings(record=True) as left_open:
        warnings.simplefilter("always", ResourceWarning)
        async with private_server(tmp_path / "log", (), command) as server:
            await server.ready()
            with pytest.raises(CannotConnect, match="could not be restarted: the disk is full"):
                await server.keep_up(lambda: next(times), pause)
        del server
        gc.collect()
    assert [str(each.message) for each in left_open if str(tmp_path) in str(each.message)] == []
    assert pauses[-3:] == [0.0, RETRY_SECONDS, 2 * RETRY_SECONDS]
    assert started.read_text().splitlines() == ["", *["--port 7"] * (starts - 1)]


@pytest.mark.parametrize("keeps", [True, False])
async def test_only_what_is_kept_is_said_to_be_there_next_time(keeps: bool, tmp_path: Path) -> None:
    script = "import sys; print('koikoi-client 127.0.0.1:7', flush=True); sys.exit('no memory')"
    command = (sys.executable, "-c", script)
    log = tmp_path / "log"
    async with (
        private_server(log, (), command)
        if keeps
        else temporary_server(log, tmp_path, command) as one
    ):
        await one.ready()
        with pytest.raises(CannotConnect, match="could not be restarted: no memory") as told:
            await one.keep_up(lambda: 0.0, no_pause)
    assert ("Its tables are kept" in str(told.value)) is keeps
