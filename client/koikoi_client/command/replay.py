"""``koikoi-client replay``: a record in a file, looked at with open hands; no server is needed."""

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
from koikoi_client.text.wrapping import tell
from koikoi_client.wire.session import Session

Show = Callable[[ReplaySteps, service_pb2.GetCatalogResponse], Awaitable[int]]
"""Shows a match until the person has seen enough; the exit code."""


def main(arguments: Sequence[str], store: Store | None = None) -> int:
    """Run the command.

    Exit codes: 0 seen, 1 the file holds no record that can be shown, or an error, 2 usage, 3 what
    cards are called cannot be found out, 130 Ctrl-C, 128 + n signal n.
    """
    store = store or Store()
    asked = _parser().parse_args(arguments)
    if sys.stderr.isatty():  # it takes a moment
        tell(text("Reading {path}.", path=asked.record), sys.stderr)
    try:
        record = read(asked.record)
    except RecordError as wrong:
        tell(str(_of_file(asked.record, wrong)), sys.stderr)
        return EXIT_ERROR
    return run(lambda: _show(asked, record, store), store)


async def _show(asked: argparse.Namespace, record: Record, store: Store) -> int:
    # This machine's own server tells it, and knows its rules.
    async with private_server(store.log_path("server.log"), CATALOGUE) as server:
        show = _front_end(asked)
        await server.ready()
        session = Session(server.address, own=True)
        try:
            await session.open()
            async with replay_steps(session, record) as told:
                try:
                    await told.reach(0)
                except Refused as refused:
                    raise _of_file(asked.record, refused) from None
                return await show(told, session.catalog)
        finally:
            await session.close()


def _of_file(path: Path, why: Exception) -> RecordError:
    return RecordError(text("{path}: {why}", path=path, why=why))


def _front_end(asked: argparse.Namespace) -> Show:
    """How it is shown; what another way would need is not loaded."""
    if asked.plain or needs_plain():
        from koikoi_client.lines.replay import show

        return show
    from koikoi_client.app.replay_front_end import ReplayFrontEnd
    from koikoi_client.app.settings import of_terminal

    return ReplayFrontEnd(of_terminal(color=asked.color, ascii=asked.ascii)).show


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-client replay",
        description=text(
            "Look at a match that is over, step by step and with open hands. No server is needed."
        ),
        epilog=text("Exit codes: 0 seen, 1 the file holds no record that can be shown."),
        allow_abbrev=False,
    )
    parser.add_argument(
        "record", metavar="FILE", type=Path, help=text("a record in protobuf's JSON")
    )
    parser.add_argument(
        "--plain", action="store_true", help=text("line by line; into a pipe all of it at once")
    )
    add_colours(parser)
    return parser
