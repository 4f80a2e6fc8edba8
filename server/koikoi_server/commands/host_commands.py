"""``koikoi-server tables``, ``close`` and ``kick``: manage the tables of a running server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TextIO

from koikoi_server.command_line import folder_path, whole
from koikoi_server.commands.host_socket import Message, NoAnswer, NoServer, call
from koikoi_server.journal.folder import default_path
from koikoi_server.parser import Parser
from koikoi_server.text import plural, text
from koikoi_server.user_text import clean


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command. Exit codes: 0 done, 1 refused, 2 no server uses that data folder, or
    it does not answer."""
    out = out or sys.stdout
    options = _parser().parse_args(arguments)
    folder = options.data or default_path()
    request: Message = {"command": options.command}
    if options.command != "tables":
        request["table"] = options.id
    if options.command == "kick":
        request["seat"] = options.seat
    try:
        response = call(folder, request)
    except NoServer:
        message = text(
            "koikoi-server: No running server uses the data folder {folder}: start one, or name "
            "its data folder with --data.",
            folder=folder,
        )
        print(message, file=sys.stderr)
        return 2
    except NoAnswer:
        message = text(
            "koikoi-server: The server that uses the data folder {folder} does not answer: it is "
            "suspended, or too busy. It may still do what you asked for when it goes on.",
            folder=folder,
        )
        print(message, file=sys.stderr)
        return 2
    if response.get("problem"):
        print(text("koikoi-server: {why}.", why=response["problem"]), file=sys.stderr)
    if "error" in response:
        print(text("koikoi-server: {why}", why=response["error"]), file=sys.stderr)
        return 1
    for line in _lines(options, response):
        print(line, file=out)
    return 0


def _lines(options: argparse.Namespace, response: Message) -> list[str]:
    if options.command == "tables":
        lines = [line for each in response["tables"] for line in _table(each)]
        lines += [
            text("{table}  set aside, because its data is damaged: {why}", table=table, why=why)
            for table, why in response.get("damaged", ())
        ]
        return lines or [text("No open tables.")]
    name = clean(response["name"])
    if options.command == "close":
        return [text("Closed {name}.", name=name)]
    return [text("Seat {seat} of {name} is open now.", seat=options.seat, name=name)]


def _table(table: Message) -> list[str]:
    """A line for the table, and one for each seat."""
    facts = [table["game"], table["stage"], text("{n} min", n=table["minutes"])]
    if table["private"]:
        facts.append(text("private"))
    if table["spectators"]:
        facts.append(plural(table["spectators"], "1 spectator", "{n} spectators"))
    return [
        f"{table['table']}  {clean(table['name'])}: {', '.join(facts)}",
        *(f"  {seat['seat']}  {_sitting(seat)}" for seat in table["seats"]),
    ]


def _sitting(seat: Message) -> str:
    name, bot, away = clean(seat["name"]), seat["bot"], seat["away"]
    if not name:
        return text("computer ({bot})", bot=bot) if bot else text("open")
    if away is not None:
        name = text("{name}, away for {seconds} s", name=name, seconds=away)
    return text("{name}, computer ({bot}) plays", name=name, bot=bot) if bot else name


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-server",
        examples={
            "koikoi-server tables": text("list the tables"),
            "koikoi-server close 3f2a": text("close the table whose id begins with 3f2a"),
            "koikoi-server kick 3f2a 2": text("remove the player in its seat 2"),
        },
        description=text("Manage the tables of a server that is running on this machine."),
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="tables|close|kick")
    about = {
        "tables": text("List all open tables, including private ones."),
        "close": text("Close a table for good."),
        "kick": text("Remove a person from a table."),
    }
    parsers = {
        name: commands.add_parser(name, help=what, description=what) for name, what in about.items()
    }
    for name in ("close", "kick"):
        parsers[name].add_argument(
            "id", metavar="TABLE", help=text("the table's id, or its first characters")
        )
    parsers["kick"].add_argument(
        "seat", metavar="SEAT", type=whole(1, 7), help=text("the person's seat, from 1 to 7")
    )
    for each in parsers.values():
        each.add_argument(
            "--data",
            type=folder_path,
            metavar="DIR",
            help=text("the server's data folder (default: your user's)"),
        )
    return parser
