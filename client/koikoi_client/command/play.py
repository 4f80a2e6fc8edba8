"""``koikoi-client`` itself: where to play, and with which front end.

A server of one's own is started before anything else is loaded: it gets ready in the meantime.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Protocol

from koikoi_client.command import options
from koikoi_client.command.options import Arguments
from koikoi_client.command.private_server import (
    CATALOGUE,
    FOR_THE_LAN,
    PRACTICE,
    PrivateServer,
    passing_server,
    private_server,
)
from koikoi_client.follow.store import Store
from koikoi_client.system.process import run
from koikoi_client.wire.address import Address


class FrontEnd(Protocol):
    """What the person sees, hears and presses."""

    async def run(
        self, address: Address, invitations: tuple[str, ...] = (), keeps: bool = True
    ) -> int:
        """Go to the server and be there until the person quits; the exit code.

        *invitations* are the lines for friends, of a server of one's own, and *keeps* whether what
        is played there outlives it.
        """


def main(argv: Sequence[str]) -> int:
    """Run the command; return its exit code.

    0 ended as wished, 1 error, 2 usage, 3 cannot connect, 4 refused, 130 Ctrl-C, 128 + n signal n.
    """
    store = Store()
    arguments, address = options.read(argv, store.last("server"))
    return run(lambda: _play(arguments, address, store), store)


async def _play(arguments: Arguments, address: Address | None, store: Store) -> int:
    if address is not None:
        return await _front_end(arguments, store).run(address)
    async with _own_server(arguments, store) as server:
        front_end = _front_end(arguments, store)
        await server.ready()
        shown = server.shown if arguments.host else ()
        return await _kept_up(server, front_end.run(server.address, shown, server.keeps))


def _own_server(arguments: Arguments, store: Store) -> AbstractAsyncContextManager[PrivateServer]:
    log = store.log_path("server.log")
    if arguments.hot_seat:  # who played together here is not asked again
        return passing_server(log)
    kind = CATALOGUE if arguments.reads else PRACTICE if arguments.practice else FOR_THE_LAN
    return private_server(log, kind, keeps=not arguments.reads)


def _front_end(arguments: Arguments, store: Store) -> FrontEnd:
    """The front end that the arguments name; the others are not loaded."""
    if arguments.reads:
        from koikoi_client.command.rules_pages import RulesPrinter

        return RulesPrinter(arguments)
    if arguments.plain:
        from koikoi_client.lines.front_end import LineFrontEnd

        return LineFrontEnd(arguments, store)
    from koikoi_client.app.front_end import ScreenFrontEnd

    return ScreenFrontEnd(arguments, store)


async def _kept_up(server: PrivateServer, playing: Coroutine[Any, Any, int]) -> int:
    """Play, while the server is started again when it has ended.

    Raises:
        CannotConnect: when it ends for good.
    """
    async with AsyncExitStack() as stack:
        tasks = [asyncio.create_task(each) for each in (playing, server.keep_up())]
        for task in tasks:
            stack.push_async_callback(_given_up, task)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        played, kept = tasks
        return played.result() if played.done() else kept.result()


async def _given_up(task: asyncio.Task[int]) -> None:
    while not task.done():  # a task that is just tidying up may miss it once
        task.cancel()
        await asyncio.wait({task}, timeout=1.0)
