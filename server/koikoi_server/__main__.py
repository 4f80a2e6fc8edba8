"""The program ``koikoi-server``: reads its options, and serves until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, nullcontext, suppress
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from koikoi_server.command_line import given
from koikoi_server.password import PasswordError, given_password
from koikoi_server.server_options import server_parser, unknown_command
from koikoi_server.system.addresses import DEFAULT_PORT
from koikoi_server.system.open_files import raise_open_files
from koikoi_server.system.stopping import stop_at_end_of_input, stop_on_signals
from koikoi_server.system.streams import CannotWrite, discard_output, with_streams
from koikoi_server.system.wrapping import wrapped
from koikoi_server.text import text
from koikoi_server.welcome import print_lines, welcome

if TYPE_CHECKING:
    from koikoi_server.identity import Identity
    from koikoi_server.journal.folder import Folder
    from koikoi_server.parser import Parser
    from koikoi_server.service.serve import Running
    from koikoi_server.settings import Settings

COMMANDS = {
    "arena": "arena",
    "deal": "deal",
    "identity": "identity",
    "records": "records",
    "replay": "replay",
    "host": "host_commands",
}
"""Commands that run instead of a server, with the module of each in ``koikoi_server.commands``."""
HOST_COMMANDS = ("tables", "close", "kick")
"""Short forms of "host tables" and so on."""
PRIVATE_AGE = 30 * 24 * 3_600_000  #: milliseconds until a table of a private server is closed
NOTHING_SAVED = "koikoi-server keeps nothing: "
"""A private server that cannot use its data folder prints this and why, after its addresses."""
LOOPBACK = "127.0.0.1"
INTERRUPTED = 128 + signal.SIGINT  #: exit code of a command that Ctrl-C ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program. Exit codes of a server: 0 stopped, 1 could not start, 2 wrong options."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    return with_streams(lambda: _main(typed))


def _main(typed: list[str]) -> int:
    command, rest = typed[0] if typed else "", typed[1:]
    if command.startswith("-"):  # options may come before the command
        command, rest = server_parser().split(typed)
    if command in HOST_COMMANDS:
        return _command("host_commands", [command, *rest])
    if command in COMMANDS:
        return _command(COMMANDS[command], rest)
    if command == "help":
        return _main([*rest[:1], "--help"])
    parser = server_parser()
    known = (*COMMANDS, *HOST_COMMANDS, "help")
    if typed and not typed[0].startswith("-"):  # also if --help follows
        parser.error(unknown_command(typed[0], known))
    options, extra = parser.parse_known_args(typed)
    if extra:
        parser.error(unknown_command(extra[0], known))
    if options.private and options.host:
        parser.error(text("--private serves only this machine: leave out --host"))
    if options.private and options.password_file:
        parser.error(text("--private serves only this machine: leave out --password-file"))
    if options.private:
        options.host, options.exit_with_stdin = [LOOPBACK], True
        options.insecure = True  # nobody else can listen
    if options.port is None:
        options.port = 0 if options.private else DEFAULT_PORT
    password = "" if options.private else _password(parser, options)
    logging.basicConfig(
        level=options.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # We print gRPC's errors as sentences, so turn off its own log before it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from koikoi_server.journal import JournalError
    from koikoi_server.settings import Settings
    from koikoi_server.table.limits import Limits

    limits = Limits(**given(Limits, options))
    if options.private:
        # A match against computers may rest for days, also while the player is in the lobby.
        limits = replace(limits, age=PRIVATE_AGE, empty=PRIVATE_AGE)
    settings = Settings(limits=limits, password=password, **given(Settings, options))
    listeners = len(options.host or [""])
    possible = raise_open_files(settings.accepted_connections * listeners) // listeners
    settings = settings.with_files(possible)
    try:
        data, why_not = _data_folder(options)
        with data as folder:
            return asyncio.run(_serve(settings, options, folder, why_not))
    except JournalError as error:
        print(wrapped(f"koikoi-server: {error}", sys.stderr), file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # where no signal handler can be set
        return 0


def _password(parser: Parser, options: argparse.Namespace) -> str:
    """The password that players must know; empty: none. Ends the program if it cannot be used."""
    try:
        password, warning = given_password(options.password_file, os.environ)
    except PasswordError as error:
        parser.error(str(error))
    if warning:
        print(wrapped(text("koikoi-server: {why}", why=warning), sys.stderr), file=sys.stderr)
    return password


def _command(module: str, arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    command = import_module(f"koikoi_server.commands.{module}")
    try:
        return int(command.main(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED


def _data_folder(
    options: argparse.Namespace,
) -> tuple[AbstractContextManager[Folder | None], str]:
    """The server's data folder; None: it saves nothing. And why, as a sentence; "" with --memory.

    Raises:
        JournalError: when the folder cannot be used. A practice server then saves nothing.
    """
    from koikoi_server.journal import JournalError
    from koikoi_server.journal.folder import Folder, FolderInUse, default_path

    if options.memory:
        return nullcontext(), ""
    os.umask(0o077)  # whatever it was: for the files that SQLite makes, too
    path = options.data or default_path("practice" if options.private else "server")
    try:
        return Folder(path), ""
    except JournalError as error:
        if not options.private or options.data:
            raise
        if isinstance(error, FolderInUse):
            why = text("Another practice window is open.")
        else:
            why = text("Nothing can be saved in {path} ({why}).", path=path, why=error.why)
        print(wrapped(text("koikoi-server: {why}", why=why), sys.stderr), file=sys.stderr)
        return nullcontext(), why


async def _serve(
    settings: Settings, options: argparse.Namespace, folder: Folder | None, why_not: str
) -> int:
    from koikoi_server.journal.durable import DurableJournal
    from koikoi_server.service.serve import start

    hosts = options.host or ()
    if folder is None:
        identity = None if options.insecure else _user_identity()
        starting = start(settings, hosts, options.port, identity=identity)
        return await _run(starting, options, None, why_not)
    journal = DurableJournal(folder.store())
    try:
        starting = start(
            settings,
            hosts,
            options.port,
            journal=journal,
            key=folder.key,
            server_id=folder.server_id,
            ran_until=folder.ran_until(),
            identity=None if options.insecure else folder.identity(),
        )
        return await _run(starting, options, folder, "")
    finally:
        await journal.close()


def _user_identity() -> Identity:
    """The identity of a server that saves nothing else.

    Raises:
        JournalError: when its file is damaged.
    """
    from koikoi_server.journal.kept_file import user_identity

    identity, why_not = user_identity()
    if why_not:
        message = text(
            "koikoi-server: The server's code cannot be kept ({why}), so it is another one at the "
            "next start.",
            why=why_not,
        )
        print(wrapped(message, sys.stderr), file=sys.stderr)
    return identity


async def _run(
    starting: Awaitable[Running],
    options: argparse.Namespace,
    folder: Folder | None,
    why_not: str,
) -> int:
    """Run the server until a signal or the end of standard input; return the exit code.

    *why_not*: why nothing is saved, as a sentence; "" if it is, or with --memory.
    """
    from koikoi_server.commands.data_folder import serving_folder
    from koikoi_server.service.invitations import follow_changes, invitations
    from koikoi_server.service.listening import CannotListen
    from koikoi_server.system.addresses import lan_addresses

    stopping = asyncio.Event()
    try:
        running = await starting
    except CannotListen as error:
        print(wrapped(text("koikoi-server: {why}", why=str(error)), sys.stderr), file=sys.stderr)
        return 1
    async with AsyncExitStack() as ending:
        ending.push_async_callback(running.stop)
        if folder is not None:
            await ending.enter_async_context(serving_folder(folder, running))
        stop_on_signals(stopping.set)
        if options.exit_with_stdin:
            stop_at_end_of_input(stopping.set)
        everywhere = not running.listening.addresses
        found = await asyncio.to_thread(lan_addresses) if everywhere else []
        lines = invitations(running.listening, found)
        notes = [NOTHING_SAVED + why_not] if why_not else []
        try:
            print_lines([*lines, *notes])
            if sys.stdout.isatty():  # only for people
                exposed = options.insecure and not options.private
                encrypted = folder is not None and folder.has_identity
                saves = folder is not None
                print_lines(welcome(lines, saves=saves, exposed=exposed, was_encrypted=encrypted))
        except CannotWrite as error:  # it can still be used
            discard_output()
            message = text(
                "koikoi-server: The server is running ({addresses}), but it cannot write its "
                "addresses to standard output: {why}.",
                addresses=", ".join(lines),
                why=error.strerror,
            )
            print(wrapped(message, sys.stderr), file=sys.stderr)
        if everywhere:
            following = asyncio.create_task(follow_changes(running.listening, lines, _print_again))
            ending.callback(following.cancel)
        await stopping.wait()
    return 0


def _print_again(lines: Sequence[str]) -> None:
    """Print the lines with the addresses after they have changed."""
    said = [text("The addresses have changed. To play, type:")] if sys.stdout.isatty() else []
    with suppress(OSError):
        print_lines(["", *said, *lines])


if __name__ == "__main__":
    sys.exit(main())
