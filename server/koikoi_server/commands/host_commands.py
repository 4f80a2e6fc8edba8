"""``koikoi-server tables``, ``close`` and ``kick``: for the host, while the server runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from koikoi_server.commands.host_socket import NoServer, Words, ask
from koikoi_server.journal.folder import default_path
from koikoi_server.text import text
from koikoi_server.user_text import clean


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command. Exit codes: 0 done, 1 refused, 2 no server works on those data."""
    out = out or sys.stdout
    asked = _parser().parse_args(arguments)
    folder = asked.data or default_path()
    question: Words = {"command": asked.command}
    if asked.command != "tables":
        question["table"] = asked.id
    if asked.command == "kick":
        question["seat"] = asked.seat
    try:
        answer = ask(folder, question)
    except NoServer:
        message = text(
            "koikoi-server: no server works on the data in {folder}: start one, or say where its "
            "data are with --data.",
            folder=folder,
        )
        print(message, file=sys.stderr)
        return 2
    if "error" in answer:
        print(text("koikoi-server: {why}", why=answer["error"]), file=sys.stderr)
        return 1
    for line in _lines(asked, answer):
        print(line, file=out)
    return 0


def _lines(asked: argparse.Namespace, answer: Words) -> list[str]:
    if asked.command == "tables":
        tables = answer["tables"]
        return [line for each in tables for line in _table(each)] or [text("No table is open.")]
    name = clean(answer["name"])
    if asked.command == "close":
        return [text("{name} is closed.", name=name)]
    return [text("Seat {seat} of {name} is open.", seat=asked.seat, name=name)]


def _table(table: Words) -> list[str]:
    """A line for the table and one for each seat."""
    facts = [table["game"], table["stage"], text("{n} min", n=table["minutes"])]
    if table["private"]:
        facts.append(text("private"))
    if table["spectators"]:
        facts.append(text("{n} looking on", n=table["spectators"]))
    return [
        f"{table['table']}  {clean(table['name'])}: {', '.join(facts)}",
        *(f"  {seat['seat']}  {_sitting(seat)}" for seat in table["seats"]),
    ]


def _sitting(seat: Words) -> str:
    name, bot, away = clean(seat["name"]), seat["bot"], seat["away"]
    if not name:
        return text("computer ({bot})", bot=bot) if bot else text("open")
    if away is not None:
        name = text("{name}, away for {seconds} s", name=name, seconds=away)
    return text("{name}, computer ({bot}) plays", name=name, bot=bot) if bot else name


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="koikoi-server",
        description=text("Look after the tables of a server that runs on this machine."),
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="tables|close|kick")
    listing = commands.add_parser("tables", help=text("list the open tables, private ones too"))
    closing = commands.add_parser("close", help=text("close a table for good"))
    kicking = commands.add_parser("kick", help=text("put a person out of a seat"))
    for each in (closing, kicking):
        each.add_argument("id", help=text("of the table, or how it begins"))
    kicking.add_argument("seat", type=int, help=text("1 to 7"))
    for each in (listing, closing, kicking):
        each.add_argument("--data", type=Path, metavar="DIR", help=text("the server's data folder"))
    return parser
