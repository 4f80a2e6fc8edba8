"""Where lines come from: none is lost, and the end of input is one."""

from __future__ import annotations

import asyncio
import io

import pytest
from prompt_toolkit.input import create_pipe_input

from koikoi_client.errors import Interrupted
from koikoi_client.lines.console import DumbTerminal, Lines
from tests.client.lines.typed import TypedConsole
from tests.support.timeouts import HANG


@pytest.mark.parametrize("turns", range(6))
async def test_a_line_that_is_not_wanted_any_more_is_for_who_asks_next(turns: int) -> None:
    """Also when it is finished in the moment in which the question ends."""
    console = TypedConsole()
    lines = Lines(console)
    first = asyncio.create_task(lines.ask())
    await asyncio.sleep(0)
    console.type("typed once")
    for _ in range(turns):
        await asyncio.sleep(0)
    first.cancel()
    [answer] = await asyncio.gather(first, return_exceptions=True)
    if answer != "typed once":
        assert isinstance(answer, asyncio.CancelledError)
        async with asyncio.timeout(HANG):
            assert await lines.ask() == "typed once"
    console.type("and another")
    assert await lines.ask() == "and another"
    await lines.close()


@pytest.mark.parametrize(("typed", "error"), [(None, EOFError), ("^C", Interrupted)])
async def test_the_end_of_input_is_told_to_who_asks(
    typed: str | None, error: type[Exception]
) -> None:
    console = TypedConsole()
    lines = Lines(console)
    console.type(typed, "later")
    with pytest.raises(error):
        await lines.ask()
    assert await lines.ask() == "later"
    console.type(typed)
    await lines.close()


@pytest.mark.parametrize("typed", ["", "half a line", "a line\rhalf"])
async def test_a_dumb_terminal_that_is_gone_ends_the_input(typed: str) -> None:
    """Whatever was half typed: it is no command, and nobody waits for its end."""
    with create_pipe_input() as keys:
        console = DumbTerminal(keys, io.StringIO())
        keys.send_text(typed)
        console.read_keys()
        lines = typed.split("\r")
        for line in lines[:-1]:
            assert await console.read() == line
        reading = asyncio.create_task(console.read())
        await asyncio.sleep(0)
        keys.close()
        console.read_keys()
        with pytest.raises(EOFError):
            async with asyncio.timeout(HANG):
                await reading
