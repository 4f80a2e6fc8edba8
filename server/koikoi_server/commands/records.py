"""``koikoi-server records``: lists and deletes the records of finished matches.

This also works while the server is running.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import TextIO

from koikoi_server.command_line import folder_path
from koikoi_server.journal import JournalError
from koikoi_server.journal.folder import default_path, open_store
from koikoi_server.journal.store import Store
from koikoi_server.parser import Parser
from koikoi_server.text import text
from koikoi_server.user_text import clean
from koikoi_server.wire.record.document import RecordError, from_bytes

ALL = 1_000_000


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command. Exit codes: 0 done, 1 no such record, 2 no usable data folder."""
    out = out or sys.stdout
    options = _parser().parse_args(arguments)
    data = options.data or default_path()
    try:
        with closing(open_store(data)) as store:
            if options.command == "list":
                return _list(store, out)
            return _delete(store, options.id, out)
    except JournalError as error:
        print(text("koikoi-server: {why}", why=error), file=sys.stderr)
    except sqlite3.Error as error:
        message = text("koikoi-server: Cannot use {data}: {why}.", data=data, why=error)
        print(message, file=sys.stderr)
    return 2


def _list(store: Store, out: TextIO) -> int:
    kept = store.records(None, ALL, private=True)
    if not kept:
        print(text("No records."), file=out)
    for _, listed in kept:
        try:
            record = from_bytes(listed)
        except RecordError as error:
            print(text("koikoi-server: {why}", why=error), file=sys.stderr)
            continue
        ended = record.end_time.ToDatetime()
        players = ", ".join(clean(player.name or player.bot) for player in record.players)
        scores = ":".join(map(str, record.scores))
        print(
            f"{clean(record.record_id)}  {ended:%Y-%m-%d %H:%M} UTC  {clean(record.game)}  "
            f"{players}  {scores}",
            file=out,
        )
    return 0


def _delete(store: Store, record_id: str, out: TextIO) -> int:
    if not store.delete_record(record_id):
        message = text(
            'koikoi-server: There is no record {id}: "koikoi-server records list" lists them.',
            id=record_id,
        )
        print(message, file=sys.stderr)
        return 1
    print(text("Deleted {id}.", id=record_id), file=out)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-server records",
        examples={
            "koikoi-server records list": text("list all records"),
            "koikoi-server records delete ID": text("delete one"),
            "koikoi-server records list --data DIR": text("list those of another data folder"),
        },
        description=text("List or delete the records of finished matches."),
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="list|delete")
    about = {
        "list": text("list all records, newest first, including those of private tables"),
        "delete": text("delete a record for good"),
    }
    parsers = {
        name: commands.add_parser(name, help=what, description=what) for name, what in about.items()
    }
    parsers["delete"].add_argument("id", metavar="RECORD", help=text("the record's id"))
    for each in parsers.values():
        each.add_argument(
            "--data",
            type=folder_path,
            metavar="DIR",
            help=text("the server's data folder (default: your user's)"),
        )
    return parser
