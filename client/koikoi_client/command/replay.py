"""``koikoi-client replay``: shows a recorded match step by step, with open hands."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from koikoi.v1 import service_pb2
from koikoi.v1.record_pb2 import Record
from koikoi_client.command.arguments import add_colours
from koikoi_client.command.parser import Parser
from koikoi_client.command.private_server import CATALOGUE, private_server
from koikoi_client.errors import RecordError, Refused
from koikoi_client.records.file import read
from koikoi_client.records.steps import ReplaySteps, replay_steps
from koikoi_client.system.process import run
from koikoi_client.system.progress import waiting
from koikoi_client.system.store import Store
from koikoi_client.system.terminal import needs_plain
from koikoi_client.text import text
from koikoi_client.wire.session import Session

Show = Callable[[ReplaySteps, service_pb2.GetCatalogResponse], Awaitable[int]]
"""Shows a match until the user leaves it, and returns the exit code."""


def main(argv: Sequence[str], store: Store | None = None) -> int:
    """Run the command; return its exit code.

    0 shown, 1 no usable record in the file, or an error, 2 usage, 3 our own server did not start,
    130 Ctrl-C, 128 + n signal n.
    """
    store = store or Store()
    arguments = _parser().parse_args(argv)
    arguments.plain = arguments.plain or needs_plain()
    return run(lambda: _show(arguments, store), store)


async def _show(arguments: argparse.Namespace, store: Store) -> int:
    async with AsyncExitStack() as ending:
        reading = text("Reading {path}.", path=arguments.record)
        with waiting(reading, stays=arguments.plain, seconds=0):  # a long record takes a moment
            record = _record(arguments.record)
            # Our own server replays the record, because the client does not know the rules.
            log = store.log_path("server.log")
            server = await ending.enter_async_context(private_server(log, CATALOGUE))
            show = _front_end(arguments)
            await server.ready()
            session = Session(server.address, own=True)
            ending.push_async_callback(session.close)
            await session.open()
            steps = await ending.enter_async_context(replay_steps(session, record))
            try:
                await steps.reach(0)
            except Refused as refused:
                raise _of_file(arguments.record, refused) from None
        return await show(steps, session.catalog)


def _record(path: Path) -> Record:
    try:
        return read(path)
    except RecordError as wrong:
        raise _of_file(path, wrong) from None


def _of_file(path: Path, why: Exception) -> RecordError:
    return RecordError(text("{path}: {why}", path=path, why=why))


def _front_end(arguments: argparse.Namespace) -> Show:
    """The chosen front end; the other one is not loaded."""
    if arguments.plain:
        from koikoi_client.lines.replay import show

        return show
    from koikoi_client.app.replay_front_end import ReplayFrontEnd
    from koikoi_client.app.settings import terminal_settings

    return ReplayFrontEnd(terminal_settings(color=arguments.color, ascii=arguments.ascii)).show


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-client replay",
        description=text(
            "Show a finished match step by step, with open hands. No server is needed."
        ),
        epilog=text("Exit codes: 0 the match was shown, 1 the file is not a valid record."),
        examples={
            "koikoi-client replay match.json": text("show each step on the screen"),
            "koikoi-client replay --plain match.json": text("show it line by line"),
            "koikoi-client replay match.json | less": text("print all steps"),
        },
    )
    parser.add_argument("record", metavar="FILE", type=Path, help=text("a saved match"))
    look = parser.add_argument_group(text("screen"))
    look.add_argument(
        "--plain",
        action="store_true",
        help=text("use line mode; in a pipe, show all steps at once"),
    )
    add_colours(look)
    return parser
