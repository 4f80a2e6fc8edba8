"""Records in line mode and in files: listed, told, saved, refused; and what was shown is kept."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format

from koikoi.v1 import record_pb2
from koikoi_client.command import verify
from koikoi_client.command.replay import main
from koikoi_client.errors import RecordError
from koikoi_client.follow.user import Quit
from koikoi_client.lines.console import Lines
from koikoi_client.lines.replay import LineReplay
from koikoi_client.records import file as record_file
from koikoi_client.records.steps import ReplaySteps
from koikoi_client.system import store
from koikoi_client.system.store import Store
from tests.client.fake import catalogue
from tests.client.lines.typed import TypedConsole
from tests.client.playing import people
from tests.client.records.made_steps import coming, steps
from tests.client.screen.finished import finished
from tests.records.served import listed, play
from tests.support.server import serving, soon


def document(record: record_pb2.Record) -> dict[str, Any]:
    return json_format.MessageToDict(record)


# -- line mode ----------------------------------------------------------------------------------


async def test_words_lead_through_a_match() -> None:
    """Enter, back, a round's number, its ends; a step is one line, a deal tells the hands."""
    console, told = TypedConsole(), ReplaySteps()
    await told.collect(coming(steps(seats=3, rounds=2)))
    replay = LineReplay(Lines(console), told, catalogue())
    beyond = ["9", "00000000112", "1" * 5000]
    console.type("hands", "", "", "back", "2", "hands", "end", "", "start", *beyond, "what", "quit")
    with pytest.raises(Quit):
        await replay.run()
    said = console.said
    places = [line.partition(":")[0] for line in said if line.startswith("step ")]
    assert places == [f"step {n} of 10" for n in (1, 2, 3, 2, 6, 10, 1)]
    assert "step 3 of 10: seat 1 CARD_PLAYED 2" in said
    assert "Month 1 of 2. Score: Aki 0, Ben 0, Cat 0." in said
    assert said.count("Hand of Ben: Plant1 boar (animal); Plant6 boar (animal).") == 4
    assert any(line.startswith("Field: ") for line in said)
    assert said[2] == "No cards are dealt yet."
    assert not any("Month 0" in line for line in said)
    assert "This is the last step. Type back, start or leave." in said
    assert said.count("Type a number from 1 to 2.") == len(beyond)
    assert '"what" is not known here. Type help for all commands.' in said


async def test_matches_are_listed_told_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with serving() as client, people(client.running.port, tmp_path, "Cat") as (cat,):
        await play(client)
        await listed(client, 1)
        console = cat.console
        await cat.start()
        await console.until("Type a table's number to sit down")
        console.type("replay 1")
        await console.until("Type records for a list")
        console.type("records", "replay 00000000112", "save " + "1" * 5000, "replay 1")
        place = await console.until("1: 20")
        for _ in range(2):
            place = await console.until("Type records for a list", place)
        assert any("1: 20" in line and "Koi-Koi: Aki" in line for line in console.said)
        await console.until("A match begins.", place)
        console.type("1", "end", "leave", "save 1")
        await console.until("Hand of Aki: ", place)
        await console.until(" won the match", place)
        await console.until("Saved as", place)
        (path,) = tmp_path.glob("koikoi-*.json")
        assert verify.verify(record_file.read(path)).wrong == []
        console.type("quit")
        assert await cat.end() == 0


# -- files --------------------------------------------------------------------------------------


def _cut_off(written: str) -> str:
    return written[: len(written) // 2]


def _a_list(written: str) -> str:
    return f"[{written}]"


def _newer(written: str) -> str:
    return json.dumps(json.loads(written) | {"format": 2, "somethingNew": 1})


def _another_thing(written: str) -> str:
    return '{"hello": "world"}'


def _nothing(written: str) -> str:
    return "{}"


def _a_changed_score(written: str) -> str:
    return json.dumps(json.loads(written) | {"scores": [99, 0]})


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (_cut_off, "Not a record: not JSON."),
        (_a_list, "Not a record: not a JSON object."),
        (_newer, "The record has the newer format 2: update koikoi-client."),
        (_another_thing, 'Not a record (Message type "koikoi.v1.Record" has no field named'),
        (_nothing, "Not a record: the game or the players are missing."),
        (_a_changed_score, "The record is damaged or was changed: its digest does not match."),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(
    harm: Callable[[str], str],
    sentence: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Exit code 1, and no server is started for it."""
    record = finished()
    record.digest = record_file.digest(record)
    path = record_file.write(record, tmp_path)
    path.write_text(harm(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert main([str(path)], Store(tmp_path / "config", tmp_path / "state")) == 1
    (said,) = capfd.readouterr().err.splitlines()
    assert said.startswith(f"{path}: ")
    assert sentence in said
    assert not [*tmp_path.rglob("server.log")]


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"Not UTF-8 text\."):
        record_file.read(tmp_path / "binary")
    with pytest.raises(RecordError, match="Cannot be read: No such file"):
        record_file.read(tmp_path / "none")


def test_a_record_is_written_over_no_other_file(tmp_path: Path) -> None:
    """The same one stays where it is; another of that name gets a number; a name stays inside."""
    record = finished()
    first = record_file.write(record, tmp_path)
    assert record_file.write(record, tmp_path) == first
    assert record_file.read(first) == record
    record.scores[0] = 7
    assert record_file.write(record, tmp_path).name == f"{first.stem}-2.json"
    record.game = "../../elsewhere"
    record.players[0].name = "../../Zoë/"
    assert record_file.write(record, tmp_path).parent == tmp_path
    for player, name in zip(record.players, ("花太郎 (2)", "花太郎"), strict=True):
        player.name = name
    assert record_file.write(record, tmp_path).stem.endswith("-player-1-player-2")


def test_where_no_folder_takes_it_the_sentence_says_why(tmp_path: Path) -> None:
    said = record_file.save(finished(), tmp_path / "none", tmp_path)
    (path,) = tmp_path.glob("*.json")
    assert f"Saved as {path}. " in said
    assert "could not be saved" in record_file.save(finished(), tmp_path / "none")


# -- what was shown -----------------------------------------------------------------------------


async def test_who_looked_on_is_told_whether_the_record_is_what_was_shown(tmp_path: Path) -> None:
    """The client keeps the chain by itself, and verify finds it; of a forged record it says so."""
    async with serving() as client, people(client.running.port, tmp_path, "Cat") as (cat,):
        follower = await play(client)
        match = follower.last.match
        record_id = match.record_id
        await cat.start()
        await cat.console.until("Type a table's number to sit down")
        cat.console.type("watch 1")
        await soon(lambda: bool(cat.store.chain(match.match_id)))
        assert cat.store.chain(match.match_id) == match.chain
        record = await cat.session.record(record_id)
    path = record_file.write(record, tmp_path)
    out = io.StringIO()
    assert verify.main([str(path)], out, cat.store) == 0
    assert "The record matches what you saw." in out.getvalue()
    cat.store.keep_chain(match.match_id, bytes(32), server_id=cat.session.info.server_id)
    out = io.StringIO()
    assert verify.main([str(path)], out, cat.store) == 1
    assert "The record does not match what you saw" in out.getvalue()
    assert verify.main([str(path), "--chain", match.chain.hex()], io.StringIO(), cat.store) == 0


async def test_a_match_of_a_private_table_is_listed_for_who_was_there(tmp_path: Path) -> None:
    """No list has it, so the client remembers it; nobody else sees it."""
    async with (
        serving() as client,
        people(client.running.port, tmp_path, "Cat", "Dan") as (cat, dan),
    ):
        follower = await play(client, needs_code=True)
        message = await client.watch(follower.grant).read()
        code = message.seat_view.join_code
        await play(client, seed=2)
        await listed(client, 1)
        for each in (cat, dan):
            await each.start()
            await each.console.until("Type a table's number to sit down")
        cat.console.type(f"watch {code}")
        await cat.console.until("Score after 1 of 1")
        cat.console.type("leave", "records")
        dan.console.type("records")
        for each, number in ((cat, 2), (dan, 1)):
            await each.console.until("Type replay and a number")
            assert (
                sum("won by" in line or "no result" in line for line in each.console.said) == number
            )


def test_only_the_newest_chains_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_CHAINS", 3)
    kept = Store(tmp_path / "config", tmp_path / "state")
    for number in range(5):
        kept.keep_chain(f"M{number}", bytes([number]) * 32, server_id="S")
        path = tmp_path / "state" / "chains" / f"M{number}.json"
        os.utime(path, (number + 1, number + 1))
        if os.name != "nt":
            assert path.stat().st_mode & 0o777 == 0o600
    assert [bool(kept.chain(f"M{number}")) for number in range(5)] == [False] * 2 + [True] * 3
    kept.keep_chain("M4", bytes(32), server_id="S")
    assert kept.chain("M4") == bytes(32)
    kept.keep_chain("M4", bytes([1]) * 32, server_id="another server, which claims the match")
    assert kept.chain("M4") == bytes(32)
    (tmp_path / "state" / "chains" / "M4.json").write_text('{"match_id": "M4", "chain": "zz"}')
    assert kept.chain("M4") == b""
