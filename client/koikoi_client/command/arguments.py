"""The command line of ``koikoi-client``: its options, and which of them exclude each other."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from koikoi_client.command.parser import Parser, Version, nearest, rows
from koikoi_client.system.terminal import COLOURS, needs_plain
from koikoi_client.text import text
from koikoi_client.wire.address import Address, AddressError, parse

RULES = "rules"
"""The word on the command line that prints the rules instead of playing."""


@dataclass
class Arguments(argparse.Namespace):
    """The parsed command line."""

    address: str | None = None
    words: Sequence[str] = ()
    """The words after the address: "rules", perhaps with a game."""
    practice: bool = False
    host: bool = False
    hot_seat: bool = False
    rule: list[tuple[str, str]] = field(default_factory=list)
    name: str | None = None
    join: str = ""
    insecure: bool = False
    plain: bool = False
    color: str = "auto"
    ascii: bool = False
    no_motion: bool = False
    mouse: bool = False
    notify: bool = False

    @property
    def prints_rules(self) -> bool:
        """Whether to print the rules and exit."""
        return bool(self.words)

    @property
    def own_server(self) -> bool:
        """Whether to start our own server."""
        return self.practice or self.host or self.hot_seat


def parse_arguments(argv: Sequence[str], last_server: str) -> tuple[Arguments, Address | None]:
    """Parse the command line into the arguments and the server's address.

    The default address is *last_server*. The address is None when we start our own server. Exits
    with code 2 and a message when the arguments are wrong or exclude each other.
    """
    parser = play_parser()
    arguments = parser.parse_intermixed_args(argv, Arguments())
    if arguments.address == RULES:  # no address: ask our own server
        arguments.address, arguments.practice = None, True
        arguments.words = [RULES, *arguments.words]
    if arguments.address and (command := mistyped_command(arguments.address)):
        parser.error(command)
    arguments.plain = arguments.plain or needs_plain()
    if conflict := _conflict(arguments, last_server):
        parser.error(conflict)
    if arguments.own_server:
        return arguments, None
    try:
        address = parse(arguments.address or last_server)
    except AddressError as error:
        parser.error(str(error))
    return arguments, replace(address, insecure=arguments.insecure)


def _conflict(arguments: Arguments, last_server: str) -> str:
    """Why the arguments cannot be combined; or ""."""
    if arguments.words and arguments.words[0] != RULES:
        return text(
            'after the address, only "rules" and the name of a game may follow, not "{word}"',
            word=arguments.words[0],
        )
    if arguments.own_server and arguments.address:
        return text(
            "{option} starts its own server: leave out {address} or {option}",
            option=_own_server_option(arguments),
            address=arguments.address,
        )
    if arguments.prints_rules and (ignored := _ignored(arguments)):
        return text("rules only prints the rules: leave out {option}", option=ignored)
    if arguments.insecure and (arguments.hot_seat or arguments.practice):
        return text(
            "{option} stays on this machine: leave out --insecure",
            option=_own_server_option(arguments),
        )
    if arguments.insecure and "@" in (arguments.address or ""):
        return text("a server with a code is encrypted: leave out --insecure, or the code")
    if (arguments.hot_seat or arguments.practice) and arguments.join:
        return text(
            "{option} opens a table of its own, so there is no code to join: leave out --join",
            option=_own_server_option(arguments),
        )
    if arguments.hot_seat and arguments.plain:
        return text(
            "--hot-seat must hide each hand from the other players, so it needs a full screen: "
            "run it in a terminal, without --plain"
        )
    if arguments.rule and not arguments.own_server:
        return text("--rule needs a table of your own: add --practice, --host or --hot-seat")
    if not (arguments.own_server or arguments.address or last_server):
        return text(
            "no server given, now or before. Type its address, for example koikoi-client "
            "192.168.1.20, or play against the computer with --practice, or start a server of "
            "your own with --host"
        )
    return ""


COMMANDS = {
    "rules": "koikoi-client rules",
    "replay": "koikoi-client replay FILE",
    "verify": "koikoi-client verify FILE",
    "help": "koikoi-client help",
    "version": "koikoi-client --version",
    "practice": "koikoi-client --practice",
    "host": "koikoi-client --host",
    "hot-seat": "koikoi-client --hot-seat",
    "join": "koikoi-client --join CODE",
    "tables": "koikoi-server tables",
    "close": "koikoi-server close",
    "kick": "koikoi-server kick",
    "records": "koikoi-server records",
    "deal": "koikoi-server deal",
    "arena": "koikoi-server arena",
}
"""Words that are not the name of a server but of a command or an option, with what to type."""
WITH_HELP = ("rules", "replay", "verify", "help")
"""The words of which "koikoi-client help" prints the help."""
MISTYPED = 0.82
"""How similar a mistyped command is to one, from 0 to 1. "clone" is a machine, not "close"."""


def mistyped_command(word: str) -> str:
    """Why *word* is not taken as the name of a server; "" if it is one."""
    if not word.strip("-\N{EN DASH}\N{EM DASH}").replace("-", "").isalpha():
        return ""
    near = nearest(word, COMMANDS, MISTYPED)
    if not near:
        return ""
    return text(
        'there is no command "{word}": did you mean "{command}"? If a server has this name, type '
        "koikoi-client {word}:50551",
        word=word,
        command=COMMANDS[near],
    )


def check_command(words: Sequence[str]) -> None:
    """Exit with code 2 and a message unless the first of *words* is a command that has help."""
    word = words[0] if words else ""
    if not word or word.startswith("-") or word in WITH_HELP:
        return
    if near := nearest(word, COMMANDS, MISTYPED):
        why = text(
            'there is no command "{word}": did you mean "{command}"?',
            word=word,
            command=COMMANDS[near],
        )
    else:
        why = text('there is no command "{word}": see "koikoi-client help"', word=word)
    play_parser().error(why)


def _own_server_option(arguments: Arguments) -> str:
    """The option that starts our own server."""
    return "--hot-seat" if arguments.hot_seat else "--host" if arguments.host else "--practice"


def _ignored(arguments: Arguments) -> str:
    """An option that has no effect on printing rules; or ""."""
    given = {
        "--host": arguments.host,
        "--hot-seat": arguments.hot_seat,
        "--rule": arguments.rule,
        "--name": arguments.name,
        "--join": arguments.join,
    }
    return next((option for option, value in given.items() if value), "")


def rule(argument: str) -> tuple[str, str]:
    """Split "months=3" into the name and the value of a house rule."""
    name, sign, value = (part.strip() for part in argument.partition("="))
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(text("give a rule and its value, for example months=3"))
    return name, value


def play_parser() -> Parser:
    """The parser of ``koikoi-client`` without a subcommand."""
    parser = Parser(
        prog="koikoi-client",
        usage="koikoi-client [HOST[:PORT]] [OPTION]...\n       koikoi-client COMMAND ...",
        description=text(
            "Play Koi-Koi (hanafuda) in a terminal, over the local network. Without an "
            "address, the client connects to the last one that you gave."
        ),
        examples={
            "koikoi-client --practice": text("play against the computer"),
            "koikoi-client --host": text("start a server and wait for a friend"),
            "koikoi-client 192.168.1.20": text("join a friend at this address"),
        },
        add_help=False,
    )
    _add_place(parser.add_argument_group(text("where to play")))
    _add_table(parser.add_argument_group(text("at the table")))
    look = parser.add_argument_group(text("screen"))
    look.add_argument(
        "--plain",
        action="store_true",
        help=text(
            'use line mode, for screen readers and pipes; a script must wait for "Your turn" '
            "before it types a card"
        ),
    )
    add_look(look)
    commands = {
        "rules [GAME]": text("print the rules of all games or of one game"),
        "HOST rules [GAME]": text("print the rules of a server's games"),
        "replay FILE": text("show a finished match, step by step"),
        "verify FILE": text("check that a finished match was fair"),
        "help [COMMAND]": text("print this, or how to use a command"),
    }
    parser.add_argument_group(text("commands"), rows(commands)).add_argument(
        "words", nargs="*", help=argparse.SUPPRESS
    )
    variables = {
        "KOIKOI_PASSWORD": text("the password of the server; with --host of your own"),
    }
    parser.add_argument_group(text("environment variables"), rows(variables))
    other = parser.add_argument_group(text("other options"))
    other.add_argument("-h", "--help", action="help", help=text("print this and exit"))
    other.add_argument(
        "--version", action=Version, nargs=0, help=text("print the version and exit")
    )
    return parser


def _add_place(group: argparse._ArgumentGroup) -> None:
    """Add the ways to a server, of which only one can be taken."""
    group.add_argument(
        "address",
        nargs="?",
        metavar="HOST[:PORT]",
        help=text(
            "the address that the server shows when it starts; with its code in front, "
            "CODE@HOST, no other server is accepted; the default port is 50551"
        ),
    )
    group.add_argument(
        "--insecure",
        action="store_true",
        help=text(
            "connect to a server that does not encrypt, or start one with --host; others can "
            "then read all cards"
        ),
    )
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--practice", action="store_true", help=text("play against the computer on this machine")
    )
    where.add_argument(
        "--host",
        action="store_true",
        help=text("start a server for your network, open a table and wait for a friend"),
    )
    where.add_argument(
        "--hot-seat",
        action="store_true",
        help=text("let two or more people take turns at this keyboard"),
    )


def _add_table(group: argparse._ArgumentGroup) -> None:
    """Add the options of the player and the table."""
    group.add_argument("--name", help=text("your name at the table"))
    group.add_argument("--join", metavar="CODE", help=text("join a private table by its code"))
    group.add_argument(
        "--rule",
        action="append",
        type=rule,
        metavar="NAME=VALUE",
        help=text(
            "set a house rule of the table that you open, for example months=3 for a short match "
            "(may be repeated)"
        ),
    )


def add_look(group: argparse._ArgumentGroup) -> None:
    """Add the options for how the screen looks and behaves."""
    add_colours(group)
    group.add_argument(
        "--no-motion", action="store_true", help=text("do not highlight cards that have just moved")
    )
    group.add_argument(
        "--mouse",
        action="store_true",
        help=text("choose by mouse clicks; turns off the terminal's text selection"),
    )
    group.add_argument(
        "--notify",
        action="store_true",
        help=text("send a desktop notification when it is your turn (OSC 9 and 777)"),
    )


def add_colours(group: argparse._ActionsContainer) -> None:
    """Add the options for colours and characters."""
    group.add_argument(
        "--color",
        choices=COLOURS,
        default="auto",
        help=text("the number of colours (default: auto)"),
    )
    group.add_argument("--ascii", action="store_true", help=text("use only ASCII characters"))
