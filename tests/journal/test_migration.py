"""Data of older servers: a present server continues from there.

journal-1.sqlite3.gz was written by version 0.1.0, with commands of every kind at tables of all
games; journal-1.json says what that server held when it stopped, and what it had answered.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from koikoi.v1 import service_pb2
from koikoi_server.journal import JournalError, schema
from koikoi_server.journal.folder import Folder
from koikoi_server.journal.store import FILE, Store
from koikoi_server.table import commands
from koikoi_server.table.fold import folded
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage, TableState
from tests.support.clock import FakeClock
from tests.support.durable import serving_from
from tests.support.table import PureTable

DATA = Path(__file__).parent
WAS: dict[str, Any] = json.loads((DATA / "journal-1.json").read_text(encoding="utf-8"))


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder of data as that server left it."""
    tmp_path.chmod(0o700)
    (tmp_path / FILE).write_bytes(gzip.decompress((DATA / "journal-1.sqlite3.gz").read_bytes()))
    (tmp_path / "key").write_bytes(bytes.fromhex(WAS["key"]))
    (tmp_path / "server-id").write_text(WAS["server_id"], encoding="ascii")
    return tmp_path


def entries(path: Path) -> list[dict[str, Any]]:
    """All entries as they stand in the database."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT kind, body, crc FROM entries ORDER BY at").fetchall()
    for kind, body, crc in rows:
        assert crc == crc32(body.encode())
        assert kind == json.loads(body)["command"]["is"]
    return [json.loads(body) for _, body, _ in rows]


def described(table: TableState) -> dict[str, Any]:
    """What journal-1.json says of a table."""
    match = table.match
    assert match is not None
    return {
        "table": table.table_id,
        "game": table.game,
        "stage": table.stage.value,
        "seq": table.seq,
        "version": table.version,
        "host": table.host,
        "seats": [
            [each.name, each.bot, each.version, each.wants_rematch, each.token.hex()]
            for each in table.seats
        ],
        "match": [match.number, match.match_id, match.over, match.pause and match.pause.value],
        "hands": [[*map(int, table.module.hand(match.state, each.seat))] for each in table.seats],
        "scores": [side.score for side in table.module.view(match.state).sides],
    }


def test_every_table_is_what_it_was(old: Path) -> None:
    with Folder(old) as folder, closing(folder.store()) as store:
        tables = {table: folded(store.log(table)) for table in store.tables()}
    assert [described(tables[each["table"]]) for each in WAS["tables"]] == WAS["tables"]
    (closed,) = (table for table in tables.values() if table.stage is Stage.CLOSED)
    assert closed.seats[1].last_name == "Ben"


def test_commands_about_seats_and_the_match_become_seat_options(old: Path) -> None:
    before = entries(old / FILE)
    with Folder(old), closing(Store(old / FILE)) as store:
        logs = [entry for table in store.tables() for entry in store.log(table)]
    kept = old / "journal-1.sqlite3"
    assert schema.version(kept) == 1
    assert entries(kept) == before
    after = entries(old / FILE)
    gone = Counter(each["command"]["is"] for each in before)
    assert all(gone[each] for each in ("SetBot", "Kick", "Rematch", "EndMatch", "Nudge"))
    for was, now in zip(before, after, strict=True):
        assert {**was, "command": 0} == {**now, "command": 0}
        assert was["command"].get("by") == now["command"].get("by")
    used = [each.command for each in logs if isinstance(each.command, commands.UseSeatOption)]
    assert {each.option.partition(".")[0] for each in used} == {
        "seat_computer", "remove_computer", "kick", "rematch", "no_rematch", "end_match", "nudge"
    }  # fmt: skip
    assert all(len(each.option) <= 64 for each in used)
    assert {each.bot for each in used} == {"", "easy", "medium", "hard"}


async def test_old_requests_get_the_same_answers_again(old: Path) -> None:
    """Fields that are new in an answer are right for the seat."""
    async with serving_from(old, clock=FakeClock()) as client:
        for call, request, answer in WAS["requests"]:
            kind = getattr(service_pb2, f"{call}Request")
            again = await getattr(client.stub, call)(kind.FromString(bytes.fromhex(request)))
            if call == "Act":
                assert again == service_pb2.ActResponse.FromString(bytes.fromhex(answer))
                continue
            first = service_pb2.SeatGrant.FromString(bytes.fromhex(answer))
            assert again.grant.player_name in {"Aki", "Ben", "Cho"}
            assert again.grant.server_id == WAS["server_id"]
            first.player_name, first.server_id = again.grant.player_name, again.grant.server_id
            assert again.grant == first


@pytest.mark.parametrize("number", range(len(WAS["tables"])))
def test_a_table_goes_on_to_the_end_of_its_match_and_to_another(old: Path, number: int) -> None:
    with Folder(old) as folder, closing(folder.store()) as store:
        table = PureTable.going_on(store.log(WAS["tables"][number]["table"]))
    persons = [each.seat for each in table.state.seats if each.name]
    for seat in persons:
        table.back(seat)
        if table.state.at(seat).bot:
            table.use(seat, Kind.TAKE_BACK, seat)
    for seat in [each.seat for each in table.state.seats if each.is_open]:
        table.use(persons[0], Kind.SEAT_COMPUTER, seat, "easy")
    table.play(Stage.FINISHED)
    for seat in persons:
        table.use(seat, Kind.REMATCH)
    assert table.is_in(Stage.PLAYING)


def test_a_damaged_entry_is_found_before_it_is_migrated(old: Path) -> None:
    with closing(sqlite3.connect(old / FILE)) as database:
        database.execute("UPDATE entries SET body = replace(body, 'SetBot', 'SetBoT')")
        database.commit()
        before = [*database.execute("SELECT * FROM entries")]
    with pytest.raises(JournalError, match="damaged"):
        schema.prepare(old / FILE)
    assert schema.version(old / FILE) == 1
    with closing(sqlite3.connect(old / FILE)) as database:
        assert [*database.execute("SELECT * FROM entries")] == before
