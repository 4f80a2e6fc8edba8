"""The command ``koikoi-client``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import getpass
import importlib.metadata
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import TextIO

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # gRPC reads it once, when it is imported

from prompt_toolkit.utils import get_cwidth

from koikoi_client import plain, reading, verify
from koikoi_client.address import Address, AddressError, parse
from koikoi_client.console import Interrupted, Lines, console
from koikoi_client.errors import CannotConnect, Refused
from koikoi_client.plain_visit import Visit
from koikoi_client.private import FOR_THE_LAN, PRACTICE, private_server
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
    parser = _parser()
    asked = parser.parse_intermixed_args(given)
    if asked.address == reading.WORD:  # without a server: what this machine's own would say
        asked.address, asked.practice = None, True
        asked.rules.insert(0, reading.WORD)
    if asked.rules and asked.rules[0] != reading.WORD:
        parser.error(text("after the server there may only be rules and the name of a game"))
    address = None
    if not (asked.practice or asked.host):
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
            return asyncio.run(_until_signal(asked, address, store))
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="koikoi-client",
        description=text("Play Koi-Koi (hanafuda) in a terminal, over the local network."),
        epilog=text(
            "Without an address it goes to the server that was used last. Another command: "
            "koikoi-client verify FILE checks the record of a match."
        ),
    )
    version = importlib.metadata.version("koikoi")
    parser.add_argument("--version", action="version", version=f"koikoi-client {version}")
    parser.add_argument(
        "address",
        nargs="?",
        metavar="HOST[:PORT]",
        help=text("the server, as its window shows it; the port is 50551 if not given"),
    )
    parser.add_argument(
        "rules",
        nargs="*",
        metavar=f"{reading.WORD} [GAME]",
        help=text("print the rules of the games, or of one, and end; without a server as well"),
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--practice", action="store_true", help=text("play against the computer, on this machine")
    )
    where.add_argument(
        "--host",
        action="store_true",
        help=text("start a server for your network, sit down and wait for a friend"),
    )
    parser.add_argument("--name", help=text("what you are called at the table"))
    parser.add_argument("--join", metavar="CODE", help=text("sit down at a private table"))
    parser.add_argument(
        "--plain", action="store_true", help=text("line by line, for screen readers and pipes")
    )
    return parser


async def _until_signal(asked: argparse.Namespace, address: Address | None, store: Store) -> int:
    """Run the client; a signal that ends it makes the exit code 128 + its number."""
    loop = asyncio.get_running_loop()
    playing = asyncio.create_task(_play(asked, address, store))
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


async def _play(asked: argparse.Namespace, address: Address | None, store: Store) -> int:
    async with contextlib.AsyncExitStack() as stack:
        invitations: tuple[str, ...] = ()
        if address is None:
            # Before the first word to a server: no process is started once gRPC runs.
            options = PRACTICE if asked.practice else FOR_THE_LAN
            log = store.log_path("server.log")
            server = await stack.enter_async_context(private_server(log, options))
            address = server.address
            invitations = server.shown if asked.host else ()
        session = Session(address)
        stack.push_async_callback(session.close)
        await session.open()
        if asked.rules:
            reading.show(session.catalog, " ".join(asked.rules[1:]))
            return EXIT_OK
        lines = await stack.enter_async_context(console())
        name = await _name(asked, store, lines, session.info.max_name_columns)
        with contextlib.suppress(OSError):  # a convenience: play goes on without
            store.keep_last(name=name)
            if not (asked.practice or asked.host):
                store.keep_last(server=str(address))
        visit = Visit(lines, session, store, name, invitations, asked.practice)
        return await plain.run(visit, asked.join or "")


async def _name(asked: argparse.Namespace, store: Store, lines: Lines, columns: int) -> str:
    known = asked.name or store.last("name")
    if known:
        return str(known)
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such name on this system
        login = text("Guest")
    while columns and get_cwidth(login) > columns:
        login = login[:-1]
    if not lines.console.interactive or asked.practice:
        return login
    prompt = text("What is your name? (Enter for {name}) > ", name=login)
    return await lines.ask(prompt) or login


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
