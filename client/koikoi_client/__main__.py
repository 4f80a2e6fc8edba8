"""The command ``koikoi-client``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import shutil
import sys
import traceback
from collections.abc import Sequence
from typing import TextIO

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # gRPC reads it once, when it is imported

from koikoi_client import house_rules, names, options, plain, reading, replay, verify
from koikoi_client.address import Address, AddressError, parse
from koikoi_client.app import manner as manners
from koikoi_client.app.guest import ScreenGuest
from koikoi_client.app.hot_seat import hot_seat
from koikoi_client.app.manner import Manner
from koikoi_client.app.program import Program
from koikoi_client.app.terminal import needs_plain
from koikoi_client.app.wander import wander
from koikoi_client.console import Interrupted, Lines, console, wrapped
from koikoi_client.errors import CannotConnect, Refused
from koikoi_client.plain_visit import Visit
from koikoi_client.private import FOR_THE_LAN, HOT_SEAT, PRACTICE, private_server
from koikoi_client.process import LOG, errors_to_log, until_signal
from koikoi_client.session import Session
from koikoi_client.store import Store
from koikoi_client.texts import text

EXIT_OK = 0
EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_CANNOT_CONNECT = 3
EXIT_REFUSED = 4
EXIT_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; return its exit code.

    0 ended as wished, 1 error, 2 usage, 3 cannot connect, 4 refused, 130 Ctrl-C, 128 + n signal n.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["verify"]:
        return verify.main(given[1:])
    store = Store()
    if given[:1] == ["replay"]:
        return replay.main(given[1:], store)
    parser = options.parser()
    asked = parser.parse_intermixed_args(given)
    if asked.address == reading.WORD:  # without a server: what this machine's own would say
        asked.address, asked.practice = None, True
        asked.rules.insert(0, reading.WORD)
    if asked.rules and asked.rules[0] != reading.WORD:
        parser.error(text("after the server there may only be rules and the name of a game"))
    plain_mode = asked.plain or bool(asked.rules) or needs_plain()
    if asked.hot_seat and plain_mode:
        parser.error(
            text(
                "--hot-seat needs a whole screen, which hides each hand from the others: use it "
                "in a terminal and without --plain"
            )
        )
    address = None
    if asked.rule and not _has_own_server(asked):
        parser.error(
            text("--rule is for a table of your own: with --practice, --host or --hot-seat")
        )
    if not _has_own_server(asked):
        written = asked.address or store.last("server")
        if not written:
            parser.error(
                text(
                    "say where the server is, for example koikoi-client 192.168.1.20; or play "
                    "against the computer with --practice, or start a server with --host"
                )
            )
        try:
            address = parse(written)
        except AddressError as wrong:
            parser.error(str(wrong))
    with errors_to_log(store) as stderr:
        try:
            manner = None if plain_mode else _manner(asked)
            return asyncio.run(until_signal(_play(asked, address, store, manner)))
        except (CannotConnect, Refused) as error:
            _say(str(error), stderr)
            return EXIT_CANNOT_CONNECT if isinstance(error, CannotConnect) else EXIT_REFUSED
        except (house_rules.WrongRule, WrongName) as error:
            _say(str(error), stderr)
            return EXIT_USAGE
        except (KeyboardInterrupt, Interrupted):
            return EXIT_INTERRUPTED
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else Python complains while it ends
            return EXIT_ERROR
        except Exception:
            traceback.print_exc()  # goes to the log
            where = store.state / LOG
            _say(text("Something went wrong in this program; {log} says what.", log=where), stderr)
            return EXIT_ERROR


class WrongName(Exception):
    """No server takes the name, and there is nobody to ask for another."""


def _say(sentence: str, file: TextIO) -> None:
    """Print a sentence; on a terminal it is broken between words."""
    columns = shutil.get_terminal_size().columns
    print(wrapped(sentence, columns - 1) if file.isatty() else sentence, file=file)


def _has_own_server(asked: argparse.Namespace) -> bool:
    return bool(asked.practice or asked.host or asked.hot_seat)


def _manner(asked: argparse.Namespace) -> Manner:
    return manners.of_terminal(
        color=asked.color,
        ascii=asked.ascii,
        motion=not asked.no_motion,
        mouse=asked.mouse,
        notify=asked.notify,
    )


async def _play(
    asked: argparse.Namespace, address: Address | None, store: Store, manner: Manner | None
) -> int:
    """Play with a whole screen, or without a *manner* of one in lines."""
    async with contextlib.AsyncExitStack() as stack:
        invitations: tuple[str, ...] = ()
        if address is None:
            # Before the first word to a server: no process is started once gRPC runs.
            kind = PRACTICE if asked.practice else HOT_SEAT if asked.hot_seat else FOR_THE_LAN
            log = store.log_path("server.log")
            server = await stack.enter_async_context(private_server(log, kind))
            address = server.address
            invitations = server.shown if asked.host else ()
        session = Session(address)
        stack.push_async_callback(session.close)
        await session.open()
        if asked.rules:
            reading.show(session.catalog, " ".join(asked.rules[1:]))
            return EXIT_OK
        if not _has_own_server(asked):
            _remember(store, server=str(address))
        rules = house_rules.chosen(session.catalog.games[0], asked.rule) if asked.rule else {}
        most = session.info.max_name_columns
        last = store.last("name")
        known = asked.name or ("" if names.wrong_name(last, most) else last)
        wrong = names.wrong_name(known, most) if known else ""
        if known and not wrong and not asked.hot_seat:  # there are several persons
            _remember(store, name=known)
        name = known or names.login(most)
        ask_name = not (known or asked.practice)
        if manner is None:
            lines = await stack.enter_async_context(console())
            if lines.console.interactive and (ask_name or wrong):
                name = await _ask_name(lines, names.login(most), most, wrong)
                _remember(store, name=name)
            elif wrong:
                raise WrongName(wrong)
            visit = Visit(lines, session, store, name, invitations, asked.practice)
            visit.rules = rules
            code = await plain.run(visit, asked.join or "")
        else:
            program = Program(manner)
            guest = ScreenGuest(program, session, store, name, invitations, asked.practice)
            guest.rules = rules
            if asked.hot_seat:
                return await program.run(hot_seat(guest))
            code = await program.run(wander(guest, asked.join or "", ask_name=ask_name))
        if sys.stdout.isatty():
            _say_farewell(asked, bool(store.seats(session.info.server_id)))
        return code


def _say_farewell(asked: argparse.Namespace, seated: bool) -> None:
    """What becomes of the seat, and of the tables on a server of one's own."""
    if asked.host:
        _say(
            text(
                "The server has stopped with this window. Its tables are kept: koikoi-client "
                "--host goes on with them."
            ),
            sys.stdout,
        )
    elif seated:
        again = "koikoi-client --practice" if asked.practice else "koikoi-client"
        _say(text("Your seat is kept: {again} brings you back.", again=again), sys.stdout)


def _remember(store: Store, **values: str) -> None:
    with contextlib.suppress(OSError):  # a convenience: play goes on without
        store.keep_last(**values)


async def _ask_name(lines: Lines, offered: str, most: int, wrong: str) -> str:
    """A name that the server takes; *wrong* says why the one that was given does not do."""
    prompt = text("What is your name? (Enter for {name}) > ", name=offered)
    while True:
        if wrong:
            lines.say(wrong)
        name = await lines.ask(prompt) or offered
        wrong = names.wrong_name(name, most)
        if not wrong:
            return name


if __name__ == "__main__":
    sys.exit(main())
