"""``koikoi-server replay``: a record played through the rules and told in words.

The record is a file in protobuf's JSON (record.proto says how to write one by hand), or one that
this server keeps, by its id.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TextIO

from hanafuda.cards import DECK
from hanafuda.games import GAMES
from koikoi.v1 import record_pb2, table_pb2
from koikoi_server.journal import JournalError
from koikoi_server.journal.folder import default_path, look
from koikoi_server.text import DEFAULT, joined, text
from koikoi_server.wire.record.document import RecordError, as_json, from_bytes, from_json
from koikoi_server.wire.record.replay import Difference
from koikoi_server.wire.record.steps import RecordSteps
from koikoi_server.wire.record.verify import with_news

MOST_BYTES = 50_000_000  #: of a file


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command. Exit codes: 0 the rules agree, 1 they do not, 2 there is no such record."""
    out = out or sys.stdout
    asked = _parser().parse_args(arguments)
    try:
        record = _record(asked.record, asked.data or default_path())
    except (RecordError, JournalError) as error:
        print(text("koikoi-server: {why}", why=error), file=sys.stderr)
        return 2
    try:
        if asked.expand:
            out.write(as_json(with_news(record)))
            return 0
        steps = RecordSteps(record)
    except Difference as difference:
        print(text("The record is not by the rules: {what}.", what=difference), file=sys.stderr)
        return 1
    for line in (*_heading(record, steps), *_lines(steps)):
        print(line, file=out)
    return 0


def _heading(record: record_pb2.Record, steps: RecordSteps) -> Iterator[str]:
    """What is played, by whom, when, and under which rules."""
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
    """The match, a line for each thing that happened; all hands at each deal."""
    for step in steps.responses(DEFAULT):
        said, event = step.said, step.update.news[0].events[0]
        is_deal = event.kind == table_pb2.EVENT_KIND_ROUND_DEALT
        if is_deal or event.kind == table_pb2.EVENT_KIND_MATCH_ENDED:
            yield ""
        if event.kind != table_pb2.EVENT_KIND_STOP_CALLED:  # how the round ended tells it
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


def _record(asked: str, data: Path) -> record_pb2.Record:
    """The record in a file of that name, or of that id in the data.

    Raises:
        RecordError: when there is none, in a sentence.
        JournalError: when the data cannot be read.
    """
    path = Path(asked)
    try:
        if path.is_file():
            if path.stat().st_size > MOST_BYTES:
                raise RecordError(text("{path} is too long for a record.", path=path))
            return from_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise RecordError(text("{path} is no text in UTF-8.", path=path)) from None
    except OSError as error:
        message = text("Cannot read {path}: {why}.", path=path, why=error.strerror)
        raise RecordError(message) from None
    try:
        with closing(look(data)) as store:
            whole = store.record(asked)
    except sqlite3.Error as error:
        raise JournalError(text("Cannot read {path}: {why}.", path=data, why=error)) from None
    if not whole:
        message = text(
            "There is no file {asked}, and no record of that id in {data}: see koikoi-server "
            "records list.",
            asked=asked,
            data=data,
        )
        raise RecordError(message)
    return from_bytes(whole)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="koikoi-server replay",
        description=text("Play a record through the rules and tell it in words."),
        epilog=text("Exit codes: 0 the rules agree, 1 they do not, 2 there is no such record."),
        allow_abbrev=False,
    )
    parser.add_argument("record", metavar="FILE|ID", help=text("a file, or a record's id"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=text("the server's data folder"))
    parser.add_argument(
        "--expand",
        action="store_true",
        help=text("print the record with its news instead, for viewers that know no rules"),
    )
    return parser
