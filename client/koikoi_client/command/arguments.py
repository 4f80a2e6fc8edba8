"""The command line of ``koikoi-client``: its options, and what they mean together."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from koikoi_client.system.terminal import COLOURS, needs_plain
from koikoi_client.text import text
from koikoi_client.wire.address import Address, AddressError, parse

READ = "rules"
"""What follows the server's address to read instead of to play."""


@dataclass
class Arguments(argparse.Namespace):
    """What the command line asks for."""

    address: str | None = None
    words: Sequence[str] = ()
    """Behind the address: "rules", and perhaps a game."""
    practice: bool = False
    host: bool = False
    hot_seat: bool = False
    rule: list[tuple[str, str]] = field(default_factory=list)
    name: str | None = None
    join: str = ""
    plain: bool = False
    color: str = "auto"
    ascii: bool = False
    no_motion: bool = False
    mouse: bool = False
    notify: bool = False

    @property
    def reads(self) -> bool:
        """Whether the rules are to be read, and nothing is played."""
        return bool(self.words)

    @property
    def own_server(self) -> bool:
        """Whether the server is one of our own."""
        return self.practice or self.host or self.hot_seat


def parsed(argv: Sequence[str], last_server: str) -> tuple[Arguments, Address | None]:
    """What is asked for, and where the server is; None: it is one of our own.

    Without an address it is the *last_server*. What makes no sense is said, and ends the program
    with code 2.
    """
    parser = _parser()
    arguments = parser.parse_intermixed_args(argv, Arguments())
    if arguments.address == READ:  # without a server: what this machine's own would say
        arguments.address, arguments.practice = None, True
        arguments.words = [READ, *arguments.words]
    arguments.plain = arguments.plain or needs_plain()
    if wrong := _wrong(arguments, last_server):
        parser.error(wrong)
    if arguments.own_server:
        return arguments, None
    try:
        return arguments, parse(arguments.address or last_server)
    except AddressError as error:
        parser.error(str(error))


def _wrong(arguments: Arguments, last_server: str) -> str:
    """Why what is asked for makes no sense together; or ""."""
    if arguments.words and arguments.words[0] != READ:
        return text("after the server there may only be rules and the name of a game")
    if arguments.own_server and arguments.address:
        return text(
            "{option} has a server of its own: leave out {address}, or {option}",
            option=_own(arguments),
            address=arguments.address,
        )
    if arguments.reads and (unread := _unread(arguments)):
        return text("rules are only printed, nothing is played: leave out {option}", option=unread)
    if arguments.hot_seat and arguments.join:
        return text(
            "--hot-seat opens a table for this keyboard alone, which has no code: leave out --join"
        )
    if arguments.hot_seat and arguments.plain:
        return text(
            "--hot-seat needs a whole screen, which hides each hand from the others: use it "
            "in a terminal and without --plain"
        )
    if arguments.rule and not arguments.own_server:
        return text("--rule is for a table of your own: with --practice, --host or --hot-seat")
    if not (arguments.own_server or arguments.address or last_server):
        return text(
            "say where the server is, for example koikoi-client 192.168.1.20; or play "
            "against the computer with --practice, or start a server with --host"
        )
    return ""


def _own(arguments: Arguments) -> str:
    """The option that asks for a server of one's own."""
    return "--hot-seat" if arguments.hot_seat else "--host" if arguments.host else "--practice"


def _unread(arguments: Arguments) -> str:
    """An option that means nothing for who only reads; or ""."""
    given = {
        "--host": arguments.host,
        "--hot-seat": arguments.hot_seat,
        "--rule": arguments.rule,
        "--name": arguments.name,
        "--join": arguments.join,
    }
    return next((option for option, value in given.items() if value), "")


class Parser(argparse.ArgumentParser):
    """Says what is wrong in lines that end between words, as its help does."""

    def error(self, message: str) -> NoReturn:
        from koikoi_client.text.wrapping import wrapped  # much to load, only for who mistypes

        columns = max(40, shutil.get_terminal_size().columns)
        sentence = f"{self.prog}: {text('error')}: {message}"
        self.print_usage(sys.stderr)
        self.exit(2, wrapped(sentence, columns - 1) + "\n")


class _Version(argparse.Action):
    """Prints which version this is, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version  # it reads mail headers: only for who asks

        print(f"{parser.prog} {version('koikoi')}")
        parser.exit()


def rule(argument: str) -> tuple[str, str]:
    """A house rule's name and value as they were typed, "months=3"."""
    name, sign, value = (part.strip() for part in argument.partition("="))
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(text("say a rule and its value, for example months=3"))
    return name, value


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-client",
        description=text("Play Koi-Koi (hanafuda) in a terminal, over the local network."),
        epilog=text(
            "Without an address it goes to the server that was used last. Other commands: "
            "koikoi-client replay FILE shows a match that is over; koikoi-client verify FILE "
            "checks its record."
        ),
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help=text("say which version this is, and end")
    )
    parser.add_argument(
        "address",
        nargs="?",
        metavar="HOST[:PORT]",
        help=text("the server, as its window shows it; the port is 50551 if not given"),
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar=f"{READ} [GAME]",
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
    where.add_argument(
        "--hot-seat",
        action="store_true",
        help=text("two or more players on this device, with one keyboard"),
    )
    parser.add_argument(
        "--rule",
        action="append",
        type=rule,
        metavar="NAME=VALUE",
        help=text(
            "a house rule of the table that you open, for example months=3 for a shorter match "
            "(may be repeated)"
        ),
    )
    parser.add_argument("--name", help=text("what you are called at the table"))
    parser.add_argument("--join", metavar="CODE", help=text("sit down at a private table"))
    parser.add_argument(
        "--plain", action="store_true", help=text("line by line, for screen readers and pipes")
    )
    add_look(parser.add_argument_group(text("the screen")))
    return parser


def add_look(group: argparse._ArgumentGroup) -> None:
    """Options of how the screen looks and behaves."""
    add_colours(group)
    group.add_argument(
        "--no-motion", action="store_true", help=text("cards that moved do not light up")
    )
    group.add_argument(
        "--mouse", action="store_true", help=text("clicks choose; the terminal's selection is off")
    )
    group.add_argument(
        "--notify", action="store_true", help=text("tell the desktop of your turn (OSC 9 and 777)")
    )


def add_colours(group: argparse._ActionsContainer) -> None:
    """Options of what the terminal can show."""
    group.add_argument(
        "--color", choices=COLOURS, default="auto", help=text("how many colours; default: auto")
    )
    group.add_argument(
        "--ascii", action="store_true", help=text("only signs that every keyboard has")
    )
