"""The command ``koikoi-client``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import getpass
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import TextIO

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # gRPC reads it once, when it is imported

from prompt_toolkit.utils import get_cwidth

from koikoi_client import options, plain, reading, verify
from koikoi_client.address import Address, AddressError, parse
from koikoi_client.app import manner as manners
from koikoi_client.app.guest import ScreenGuest
from koikoi_client.app.hot_seat import hot_seat
from koikoi_client.app.manner import Manner
from koikoi_client.app.program import Program
from koikoi_client.app.terminal import is_dumb
from koikoi_client.app.wander import wander
from koikoi_client.console import Interrupted, Lines, console
from koikoi_client.errors import CannotConnect, Refused
from koikoi_client.plain_visit import Visit
from koikoi_client.private import FOR_THE_LAN, HOT_SEAT, PRACTICE, private_server
from koikoi_client.session import Session
from koikoi_client.store import Store
from koikoi_client.texts import text

EXIT_OK = 0
EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_CANNOT_CONNECT = 3
EXIT_REFUSED = 4
EXIT_INTERRUPTED = 130
LOG = "client.log"
LOG_BYTES = 1_000_000
"""A log that is longer is begun anew."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; return its exit code.

    0 ended as wished, 1 error, 2 usage, 3 cannot connect, 4 refused, 130 Ctrl-C, 128 + n signal n.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["verify"]:
        return verify.main(given[1:])
    store = Store()
    parser = options.parser()
    asked = parser.parse_intermixed_args(given)
    if asked.address == reading.WORD:  # without a server: what this machine's own would say
        asked.address, asked.practice = None, True
        asked.rules.insert(0, reading.WORD)
    if asked.rules and asked.rules[0] != reading.WORD:
        parser.error(text("after the server there may only be rules and the name of a game"))
    plain_mode = asked.plain or bool(asked.rules) or _needs_plain()
    if asked.hot_seat and plain_mode:
        parser.error(
            text(
                "--hot-seat needs a whole screen, which hides each hand from the others: use it "
                "in a terminal and without --plain"
            )
        )
    address = None
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
    with _errors_to_log(store) as stderr:
        try:
            manner = None if plain_mode else _manner(asked)
            return asyncio.run(_until_signal(asked, address, store, manner))
        except (CannotConnect, Refused) as error:
            print(error, file=stderr)
            return EXIT_CANNOT_CONNECT if isinstance(error, CannotConnect) else EXIT_REFUSED
        except (KeyboardInterrupt, Interrupted):
            return EXIT_INTERRUPTED
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else Python complains while it ends
            return EXIT_ERROR
        except Exception:
            traceback.print_exc()  # goes to the log
            where = store.state / LOG
            print(
                text("Something went wrong in this program; {log} says what.", log=where),
                file=stderr,
            )
            return EXIT_ERROR


def _needs_plain() -> bool:
    """Whether there is no terminal on which a screen could be drawn."""
    return not (sys.stdin.isatty() and sys.stdout.isatty()) or is_dumb(os.environ)


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


async def _until_signal(
    asked: argparse.Namespace, address: Address | None, store: Store, manner: Manner | None
) -> int:
    """Run the client; a signal that ends it makes the exit code 128 + its number."""
    loop = asyncio.get_running_loop()
    playing = asyncio.create_task(_play(asked, address, store, manner))
    caught: list[int] = []

    def end(number: int) -> None:
        caught.append(number)
        playing.cancel()

    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP,
        with contextlib.suppress(NotImplementedError):  # and its loop takes no handlers
            if number is not None:
                loop.add_signal_handler(number, end, number)
    try:
        return await playing
    except asyncio.CancelledError:
        if caught:
            return 128 + caught[0]
        raise


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
        known = asked.name or store.last("name")
        if known:
            _remember(store, name=known)
        name = known or _login(session.info.max_name_columns)
        if manner is None:
            lines = await stack.enter_async_context(console())
            if not (known or asked.practice) and lines.console.interactive:
                name = await _ask_name(lines, name)
                _remember(store, name=name)
            visit = Visit(lines, session, store, name, invitations, asked.practice)
            return await plain.run(visit, asked.join or "")
        program = Program(manner)
        guest = ScreenGuest(program, session, store, name, invitations, asked.practice)
        if asked.hot_seat:
            return await program.run(hot_seat(guest))
        ask_name = not (known or asked.practice)
        return await program.run(wander(guest, asked.join or "", ask_name=ask_name))


def _remember(store: Store, **values: str) -> None:
    with contextlib.suppress(OSError):  # a convenience: play goes on without
        store.keep_last(**values)


def _login(columns: int) -> str:
    """The name under which the person uses this machine, in at most so many columns."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such name on this system
        login = text("Guest")
    while columns and get_cwidth(login) > columns:
        login = login[:-1]
    return login


async def _ask_name(lines: Lines, offered: str) -> str:
    prompt = text("What is your name? (Enter for {name}) > ", name=offered)
    return await lines.ask(prompt) or offered


@contextlib.contextmanager
def _errors_to_log(store: Store) -> Iterator[TextIO]:
    """Send stderr, that of C code too, to the log; give the real one for our own sentences."""
    try:
        path = store.log_path(LOG)
        begin_anew = path.exists() and path.stat().st_size > LOG_BYTES
        log = os.open(
            path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if begin_anew else os.O_APPEND), 0o600
        )
    except OSError:
        log = os.open(os.devnull, os.O_WRONLY)
    sys.stderr.flush()
    real = os.dup(2)
    with open(real, "w", encoding=sys.stderr.encoding, errors="replace", closefd=False) as stderr:
        os.dup2(log, 2)
        os.close(log)
        try:
            yield stderr
        finally:
            sys.stderr.flush()
            os.dup2(real, 2)
    os.close(real)


if __name__ == "__main__":
    sys.exit(main())
