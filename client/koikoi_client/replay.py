"""``koikoi-client replay``: a record in a file, looked at with open hands; no server is needed."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from koikoi.v1 import service_pb2
from koikoi_client.app import manner as manners
from koikoi_client.app.manner import Manner
from koikoi_client.app.overlays import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.replay import ReplayScreen
from koikoi_client.app.terminal import COLOURS, needs_plain
from koikoi_client.console import Interrupted, console
from koikoi_client.errors import CannotConnect, Refused
from koikoi_client.guest import Quit
from koikoi_client.plain_replay import PlainReplay
from koikoi_client.private import HOT_SEAT, private_server
from koikoi_client.process import LOG, errors_to_log, until_signal
from koikoi_client.record_file import NotARecord, read
from koikoi_client.replaying import Replay, folded
from koikoi_client.session import Session
from koikoi_client.store import Store
from koikoi_client.texts import text

INTERRUPTED = 130


def main(arguments: Sequence[str], store: Store) -> int:
    """Run the command.

    Exit codes: 0 seen, 1 the file holds no record that can be shown, or an error, 2 usage, 130
    Ctrl-C, 128 + n signal n.
    """
    asked = _parser().parse_args(arguments)
    try:
        replay = folded(read(asked.record))
    except NotARecord as wrong:
        print(text("{path}: {why}", path=asked.record, why=wrong), file=sys.stderr)
        return 1
    with errors_to_log(store) as stderr:
        try:
            manner = None if asked.plain or needs_plain() else _manner(asked)
            return asyncio.run(until_signal(_show(replay, store, manner)))
        except (CannotConnect, Refused) as error:
            print(error, file=stderr)
        except (KeyboardInterrupt, Interrupted):
            return INTERRUPTED
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else Python complains while it ends
        except Exception:
            traceback.print_exc()  # goes to the log
            where = store.state / LOG
            print(
                text("Something went wrong in this program; {log} says what.", log=where),
                file=stderr,
            )
    return 1


async def _show(replay: Replay, store: Store, manner: Manner | None) -> int:
    """Show it on a whole screen, or without a *manner* of one in lines."""
    catalog = await _catalog(store)
    if manner is None:
        async with console() as lines:
            with contextlib.suppress(Quit, EOFError):
                await PlainReplay(lines, replay, catalog).run()
        return 0
    program = Program(manner)
    program.help = lambda: program.show(HelpScreen(program, catalog, replay.record.game))
    program.title(text("Replay - Koi-Koi"))
    return await program.run(_look(program, replay, catalog))


async def _look(program: Program, replay: Replay, catalog: service_pb2.GetCatalogResponse) -> int:
    seen = asyncio.Event()
    program.show(ReplayScreen(program, replay, catalog, seen.set, seen.set))
    await seen.wait()
    return 0


async def _catalog(store: Store) -> service_pb2.GetCatalogResponse:
    """What things are called: this machine's own server is asked, which is then stopped."""
    async with private_server(store.log_path("server.log"), HOT_SEAT) as server:
        session = Session(server.address)
        try:
            await session.open()
            return session.catalog
        finally:
            await session.close()


def _manner(asked: argparse.Namespace) -> Manner:
    return manners.of_terminal(color=asked.color, ascii=asked.ascii)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
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
    parser.add_argument(
        "--color", choices=COLOURS, default="auto", help=text("how many colours; default: auto")
    )
    parser.add_argument(
        "--ascii", action="store_true", help=text("only signs that every keyboard has")
    )
    return parser
