"""``koikoi-server replay``: a record played through the rules and told in words.

The record is a file in protobuf's JSON (record.proto says how to write one by hand), or one that
this server keeps, by its id.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TextIO

from koikoi.v1 import record_pb2
from koikoi_server.journal import JournalError
from koikoi_server.journal.folder import default_path, look
from koikoi_server.text import text
from koikoi_server.wire.record import RecordError, as_json, from_bytes, from_json
from koikoi_server.wire.recorded import expanded, replayed
from koikoi_server.wire.replay import Difference
from koikoi_server.wire.telling import Telling

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
            out.write(as_json(expanded(record)))
            return 0
        steps = replayed(record)
    except Difference as difference:
        print(text("The record is not by the rules: {what}.", what=difference), file=sys.stderr)
        return 1
    telling = Telling(record)
    for line in (*telling.heading(), *telling.lines(steps), *telling.ending()):
        print(line, file=out)
    return 0


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
