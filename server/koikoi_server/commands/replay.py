"""``koikoi-server replay``: checks a record by the rules and prints the match in words.

The record is a file in protobuf's JSON (record.proto explains how to write one by hand), or one in
the server's data folder, named by its id.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TextIO

from hanafuda.cards import DECK
from hanafuda.games import GAMES
from koikoi.v1 import record_pb2, table_pb2
from koikoi_server.command_line import folder_path
from koikoi_server.journal import JournalError
from koikoi_server.journal.folder import default_path, open_store
from koikoi_server.parser import Parser
from koikoi_server.text import DEFAULT, joined, text
from koikoi_server.wire.record.document import RecordError, as_json, from_bytes, from_json
from koikoi_server.wire.record.replay import Difference
from koikoi_server.wire.record.steps import RecordSteps
from koikoi_server.wire.record.verify import with_news

MAX_FILE_BYTES = 50_000_000


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command. Exit codes: 0 by the rules, 1 against the rules, 2 no such record."""
    out = out or sys.stdout
    options = _parser().parse_args(arguments)
    try:
        record = _record(options.record, options.data or default_path())
    except (RecordError, JournalError) as error:
        print(text("koikoi-server: {why}", why=error), file=sys.stderr)
        return 2
    try:
        if options.expand:
            out.write(as_json(with_news(record)))
            return 0
        steps = RecordSteps(record)
    except Difference as difference:
        message = text("koikoi-server: The record breaks the rules: {what}.", what=difference)
        print(message, file=sys.stderr)
        return 1
    for line in (*_heading(record, steps), *_lines(steps)):
        print(line, file=out)
    return 0


def _heading(record: record_pb2.Record, steps: RecordSteps) -> Iterator[str]:
    """The game, its players, the time and the house rules."""
    game = text(GAMES[record.game].ABOUT.name)
    names = joined([*next(steps.responses(DEFAULT)).said.seat_names])
    if record.HasField("start_time"):
        when = f"{record.start_time.ToDatetime():%Y-%m-%d %H:%M} UTC"
        yield text("{game}: {names}, {when}", game=game, names=names, when=when)
    else:
        yield text("{game}: {names}", game=game, names=names)
    if record.rules:
        chosen = ", ".join(f"{key}={value}" for key, value in sorted(record.rules.items()))
        yield text("House rules: {rules}", rules=chosen)


def _lines(steps: RecordSteps) -> Iterator[str]:
    """A line for each event of the match, and all hands after each deal."""
    for step in steps.responses(DEFAULT):
        said, event = step.said, step.update.news[0].events[0]
        is_deal = event.kind == table_pb2.EVENT_KIND_ROUND_DEALT
        if is_deal or event.kind == table_pb2.EVENT_KIND_MATCH_ENDED:
            yield ""
        if event.kind != table_pb2.EVENT_KIND_STOP_CALLED:  # the line for the round's end says so
            yield from said.news[0].lines
        if is_deal:
            for name, hand in zip(said.seat_names, step.hands, strict=True):
                if hand.cards:
                    cards = joined([text(DECK[card - 1].name) for card in hand.cards])
                    yield text("{name} holds {cards}.", name=name, cards=cards)
        if event.kind == table_pb2.EVENT_KIND_ROUND_ENDED:
            yield from (f"  {row.full}" for row in said.result_lines)
            yield from (f"  {each}" for each in said.lost)
            sides = step.update.match.sides
            scores = (f"{said.seat_names[each.seat - 1]} {each.score}" for each in sides)
            yield text("Scores: {scores}.", scores=", ".join(scores))


def _record(name: str, data: Path) -> record_pb2.Record:
    """The record in the file *name*, or with the id *name* in the data folder.

    Raises:
        RecordError: when there is none; the text is a sentence.
        JournalError: when the data folder cannot be read.
    """
    path = Path(name)
    try:
        if path.is_file():
            if path.stat().st_size > MAX_FILE_BYTES:
                raise RecordError(text("{path} is too long for a record.", path=path))
            return from_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise RecordError(text("{path} is not UTF-8 text.", path=path)) from None
    except OSError as error:
        message = text("Cannot read {path}: {why}.", path=path, why=error.strerror)
        raise RecordError(message) from None
    try:
        with closing(open_store(data)) as store:
            whole = store.record(name)
    except sqlite3.Error as error:
        raise JournalError(text("Cannot read {path}: {why}.", path=data, why=error)) from None
    if not whole:
        message = text(
            'There is neither a file {name} nor a record with that id in {data}: "koikoi-server '
            'records list" lists them.',
            name=name,
            data=data,
        )
        raise RecordError(message)
    return from_bytes(whole)


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-server replay",
        examples={
            "koikoi-server replay ID": text("check and print a kept match"),
            "koikoi-server replay match.json": text("check and print a saved match"),
            "koikoi-server replay match.json --expand": text("print its events as JSON"),
        },
        description=text("Check a finished match by the rules and print it in words."),
        epilog=text(
            "Exit codes: 0 the match follows the rules, 1 it does not, 2 there is no such record."
        ),
    )
    parser.add_argument(
        "record", metavar="FILE|ID", help=text("the record: a file, or an id in the data folder")
    )
    parser.add_argument(
        "--data",
        type=folder_path,
        metavar="DIR",
        help=text("the server's data folder (default: your user's)"),
    )
    parser.add_argument(
        "--expand",
        action="store_true",
        help=text(
            "print the record as JSON with all events, for programs that do not know the rules"
        ),
    )
    return parser
