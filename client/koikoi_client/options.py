"""The options of the command ``koikoi-client``."""

from __future__ import annotations

import argparse
import importlib.metadata
import shutil
import sys
from typing import NoReturn

from koikoi_client import house_rules, reading
from koikoi_client.app.terminal import COLOURS
from koikoi_client.console import wrapped
from koikoi_client.texts import text


class Parser(argparse.ArgumentParser):
    """Says what is wrong in lines that end between words, as its help does."""

    def error(self, message: str) -> NoReturn:
        columns = max(40, shutil.get_terminal_size().columns)
        sentence = f"{self.prog}: {text('error')}: {message}"
        self.print_usage(sys.stderr)
        self.exit(2, wrapped(sentence, columns - 1) + "\n")


def parser() -> argparse.ArgumentParser:
    """All options of ``koikoi-client``."""
    made = Parser(
        prog="koikoi-client",
        description=text("Play Koi-Koi (hanafuda) in a terminal, over the local network."),
        epilog=text(
            "Without an address it goes to the server that was used last. Other commands: "
            "koikoi-client replay FILE shows a match that is over; koikoi-client verify FILE "
            "checks its record."
        ),
    )
    version = importlib.metadata.version("koikoi")
    made.add_argument("--version", action="version", version=f"koikoi-client {version}")
    made.add_argument(
        "address",
        nargs="?",
        metavar="HOST[:PORT]",
        help=text("the server, as its window shows it; the port is 50551 if not given"),
    )
    made.add_argument(
        "rules",
        nargs="*",
        metavar=f"{reading.WORD} [GAME]",
        help=text("print the rules of the games, or of one, and end; without a server as well"),
    )
    where = made.add_mutually_exclusive_group()
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
    made.add_argument(
        "--rule",
        action="append",
        type=house_rules.written,
        default=[],
        metavar="NAME=VALUE",
        help=text(
            "a house rule of the table that you open, for example months=3 for a shorter match "
            "(may be repeated)"
        ),
    )
    made.add_argument("--name", help=text("what you are called at the table"))
    made.add_argument("--join", metavar="CODE", help=text("sit down at a private table"))
    made.add_argument(
        "--plain", action="store_true", help=text("line by line, for screen readers and pipes")
    )
    look = made.add_argument_group(text("the screen"))
    look.add_argument(
        "--color", choices=COLOURS, default="auto", help=text("how many colours; default: auto")
    )
    look.add_argument(
        "--ascii", action="store_true", help=text("only signs that every keyboard has")
    )
    look.add_argument(
        "--no-motion", action="store_true", help=text("cards that moved do not light up")
    )
    look.add_argument(
        "--mouse", action="store_true", help=text("clicks choose; the terminal's selection is off")
    )
    look.add_argument(
        "--notify", action="store_true", help=text("tell the desktop of your turn (OSC 9 and 777)")
    )
    return made
