"""The command line of ``koikoi-server`` without a command: the options of a server."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from koikoi_server.command_line import add_options, folder_path, host_address, whole
from koikoi_server.parser import Parser, Version, nearest, rows
from koikoi_server.system.addresses import DEFAULT_PORT
from koikoi_server.text import text

LOG_LEVELS = ("debug", "info", "warning", "error")
OF_THE_CLIENT = ("rules", "verify", "practice", "hot-seat")
"""Words that belong to ``koikoi-client``."""

CANNOT_CONNECT = """\
1. Type "koikoi-client 127.0.0.1" on this machine. If that works, the server is fine.
2. All must be on the same network. A guest Wi-Fi often separates its devices, and a VPN may cut \
a machine off from its own network: use a hotspot or a cable; turn off the VPN.
3. The firewall must accept TCP port 50551 (or the one of --port). Windows: search for "Allow an \
app through Windows Firewall", and allow Python on private networks. macOS: System Settings, \
Network, Firewall, Options: allow incoming connections for Python. Linux: "sudo ufw allow \
50551/tcp" or "sudo firewall-cmd --add-port=50551/tcp"."""


def unknown_command(word: str, commands: Iterable[str]) -> str:
    """Why *word* is no command, and which one was probably meant."""
    if near := nearest(word, commands):
        return text('there is no command "{word}": did you mean "{near}"?', word=word, near=near)
    if nearest(word, OF_THE_CLIENT):
        return text('there is no command "{word}" here: see "koikoi-client help"', word=word)
    return text('there is no command "{word}": see "koikoi-server help"', word=word)


def server_parser() -> Parser:
    """The parser of ``koikoi-server`` without a command."""
    from koikoi_server.settings import DATA, GROUPS, Settings
    from koikoi_server.table.limits import Limits

    parser = Parser(
        prog="koikoi-server",
        usage="koikoi-server [OPTION]...\n       koikoi-server COMMAND [OPTION]...",
        description=text("Serve card games to this network."),
        examples={
            "koikoi-server": text("serve everybody on this network"),
            "koikoi-server --name Club --data DIR": text("with a name, and a folder for its data"),
            "koikoi-server tables": text("list the tables of the running server"),
        },
        add_help=False,
    )
    commands = {
        "tables": text("list the tables of a running server"),
        "close TABLE": text("close one of its tables"),
        "kick TABLE SEAT": text("remove a player from a table"),
        "identity": text("print the code by which players recognize this server"),
        "records list": text("list finished matches"),
        "records delete ID": text("delete a finished match"),
        "replay FILE|ID": text("check a finished match by the rules, and print it"),
        "arena PLAYER OPPONENT": text("compare computer players"),
        "deal --count NUMBER": text("print deals"),
        "help [COMMAND]": text("print this, or how to use a command"),
    }
    parser.add_argument_group(text("commands"), rows(commands))
    _add_network(parser.add_argument_group(text("network")))
    _add_data(parser.add_argument_group(text(DATA)))
    for settings in (Limits, Settings):
        add_options(parser, settings, GROUPS)
    other = parser.add_argument_group(text("other options"))
    other.add_argument(
        "--log-level",
        choices=LOG_LEVELS,
        default="warning",
        metavar="LEVEL",
        help=text(
            "how much to log on standard error: {levels} (default: warning)",
            levels=", ".join(LOG_LEVELS),
        ),
    )
    other.add_argument("-h", "--help", action="help", help=text("print this and exit"))
    other.add_argument(
        "--version", action=Version, nargs=0, help=text("print the version and exit")
    )
    parser.add_argument_group(text("if others cannot connect"), text(CANNOT_CONNECT))
    return parser


def _add_network(group: argparse._ArgumentGroup) -> None:
    """Add the options for the network, and for how long the server runs."""
    group.add_argument(
        "--host",
        action="append",
        type=host_address,
        metavar="ADDRESS",
        help=text(
            "listen only on this address of this machine; may be repeated (default: all "
            "addresses, of IPv4 and IPv6, which 0.0.0.0 and :: stand for too)"
        ),
    )
    group.add_argument(
        "--port",
        type=whole(0, 65535),
        help=text("listen on this port; 0: any free one (default: {port})", port=DEFAULT_PORT),
    )
    group.add_argument(
        "--insecure",
        action="store_true",
        help=text("do not encrypt connections: everybody on the network can read all cards"),
    )
    group.add_argument(
        "--password-file",
        type=Path,
        metavar="FILE",
        help=text(
            "let only those in who know the password in this file (default: the one in the "
            "environment variable KOIKOI_PASSWORD, if it is set)"
        ),
    )
    group.add_argument(
        "--private",
        action="store_true",
        help=text("serve only this machine, on a free port, until standard input closes"),
    )
    group.add_argument(
        "--exit-with-stdin", action="store_true", help=text("stop when standard input closes")
    )


def _add_data(group: argparse._ArgumentGroup) -> None:
    """Add the options for where the server keeps its data."""
    storage = group.add_mutually_exclusive_group()
    storage.add_argument(
        "--data",
        type=folder_path,
        metavar="DIR",
        help=text("keep matches, records and keys in this folder (default: your user's)"),
    )
    storage.add_argument(
        "--memory",
        action="store_true",
        help=text(
            "write nothing to disk: matches are lost when the server stops, and only the newest "
            "1000 records are kept"
        ),
    )
