"""``koikoi-client replay``: shows a recorded match step by step, with open hands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from koikoi.v1 import service_pb2
from koikoi.v1.record_pb2 import Record
from koikoi_client.command.arguments import Parser, add_colours
from koikoi_client.command.private_server import CATALOGUE, private_server
from koikoi_client.errors import RecordError, Refused
from koikoi_client.records.file import read
from koikoi_client.records.steps import ReplaySteps, replay_steps
from koikoi_client.system.process import EXIT_ERROR, run
from koikoi_client.system.store import Store
from koikoi_client.system.terminal import needs_plain
from koikoi_client.text import text
from koikoi_client.text.wrapping import print_sentence
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
    if sys.stderr.isatty():  # a long record takes a moment
        print_sentence(text("Reading {path}.", path=arguments.record), sys.stderr)
    try:
        record = read(arguments.record)
    except RecordError as wrong:
        print_sentence(str(_of_file(arguments.record, wrong)), sys.stderr)
        return EXIT_ERROR
    return run(lambda: _show(arguments, record, store), store)


async def _show(arguments: argparse.Namespace, record: Record, store: Store) -> int:
    # Our own server replays the record, because the client does not know the rules.
    async with private_server(store.log_path("server.log"), CATALOGUE) as server:
        show = _front_end(arguments)
        await server.ready()
        session = Session(server.address, own=True)
        try:
            await session.open()
            async with replay_steps(session, record) as steps:
                try:
                    await steps.reach(0)
                except Refused as refused:
                    raise _of_file(arguments.record, refused) from None
                return await show(steps, session.catalog)
        finally:
            await session.close()


def _of_file(path: Path, why: Exception) -> RecordError:
    return RecordError(text("{path}: {why}", path=path, why=why))


def _front_end(arguments: argparse.Namespace) -> Show:
    """The chosen front end; the other one is not loaded."""
    if arguments.plain or needs_plain():
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
        allow_abbrev=False,
    )
    parser.add_argument("record", metavar="FILE", type=Path, help=text("a saved match"))
    parser.add_argument(
        "--plain",
        action="store_true",
        help=text("use line mode; in a pipe, show all steps at once"),
    )
    add_colours(parser)
    return parser
