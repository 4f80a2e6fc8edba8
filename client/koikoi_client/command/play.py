"""``koikoi-client`` itself: starts a server if needed, opens a session, and runs a front end.

Our own server is started first, so that it gets ready while the other modules are loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

from koikoi_client.command.arguments import Arguments, parse_arguments
from koikoi_client.command.private_server import (
    CATALOGUE,
    FOR_THE_LAN,
    PRACTICE,
    PrivateServer,
    private_server,
    temporary_server,
)
from koikoi_client.follow.invitations import Invitations
from koikoi_client.system.process import run
from koikoi_client.system.progress import waiting
from koikoi_client.system.store import Store
from koikoi_client.system.temporary_folder import delete_abandoned
from koikoi_client.text import text
from koikoi_client.wire.address import Address

RunAt = Callable[[Address, Invitations | None, bool, str], Coroutine[Any, Any, int]]
"""Takes the server's address, the invitations to show, whether the server keeps its tables, and why
it cannot keep them."""


def main(argv: Sequence[str]) -> int:
    """Run the command; return its exit code.

    0 the user quit, 1 error, 2 usage, 3 cannot connect, 4 refused, 130 Ctrl-C, 128 + n signal n.
    """
    store = Store()
    arguments, address = parse_arguments(argv, store.last("server"))
    delete_abandoned(store.hot_seats)
    return run(lambda: _play(arguments, address, store), store)


async def _play(arguments: Arguments, address: Address | None, store: Store) -> int:
    if address is not None:
        return await _load(arguments, store)(address, None, True, "")
    async with _own_server(arguments, store) as server:
        run_at = _load(arguments, store)
        with waiting(text("Starting the server."), stays=arguments.plain):
            await server.ready()
        invitations = server.invitations if arguments.host else None
        playing = run_at(server.address, invitations, server.keeps, server.why_not)
        return await _run_beside_server(server, playing)


def _own_server(arguments: Arguments, store: Store) -> AbstractAsyncContextManager[PrivateServer]:
    """The server that this client starts, of the kind that *arguments* ask for."""
    log = store.log_path("server.log")
    if arguments.hot_seat:  # nothing is kept: next time, other people may play here
        return temporary_server(log, store.hot_seats)
    kind = CATALOGUE if arguments.prints_rules else PRACTICE if arguments.practice else FOR_THE_LAN
    if arguments.insecure:
        kind = (*kind, "--insecure")
    return private_server(log, kind, keeps=not arguments.prints_rules)


def _load(arguments: Arguments, store: Store) -> RunAt:
    """Import only the modules that the arguments need, because imports make the start slow."""
    if arguments.prints_rules:
        from koikoi_client.command.rules_pages import print_rules

        return lambda address, *_: print_rules(arguments, address, store)
    from koikoi_client.command.opening import run_front_end

    if arguments.plain:
        from koikoi_client.lines.front_end import LineFrontEnd

        line = LineFrontEnd()
        return lambda *where: run_front_end(line, arguments, store, *where)
    from koikoi_client.app.front_end import ScreenFrontEnd
    from koikoi_client.app.settings import terminal_settings

    settings = terminal_settings(
        color=arguments.color,
        ascii=arguments.ascii,
        motion=not arguments.no_motion,
        mouse=arguments.mouse,
        notify=arguments.notify,
    )
    screen = ScreenFrontEnd(settings)
    return lambda *where: run_front_end(screen, arguments, store, *where)


async def _run_beside_server(server: PrivateServer, playing: Coroutine[Any, Any, int]) -> int:
    """Play, and meanwhile restart the server whenever it ends.

    Raises:
        CannotConnect: when the server cannot be started again.
    """
    async with AsyncExitStack() as stack:
        tasks = [asyncio.create_task(each) for each in (playing, server.keep_up())]
        for task in tasks:
            stack.push_async_callback(_cancel, task)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        played, kept = tasks
        return played.result() if played.done() else kept.result()


async def _cancel(task: asyncio.Task[int]) -> None:
    while not task.done():  # a task in its own cleanup may swallow one cancellation
        task.cancel()
        await asyncio.wait({task}, timeout=1.0)
