"""The commands that list, delete, replay and verify records."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.command import verify
from koikoi_server.commands import records as record_list
from koikoi_server.commands import replay
from koikoi_server.journal import StoredRecord
from koikoi_server.journal.folder import Folder
from koikoi_server.settings import Settings
from koikoi_server.wire.record.document import as_json, from_bytes, from_json
from koikoi_server.wire.record.recording import stored_record
from tests.records.matches import random_match
from tests.records.served import get, listed, play
from tests.support.durable import serving_from
from tests.support.tiers import slow_after
from tests.support.timeouts import HANG


async def test_the_commands_list_replay_and_delete_beside_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    async with serving_from(tmp_path, Settings()) as client:
        record_id = (await play(client)).last.match.record_id
        private = (await play(client, needs_code=True)).last.match.record_id
        await listed(client, 1)
        await get(client, private)
        out = io.StringIO()
        assert await asyncio.to_thread(record_list.main, ["list", *data], out) == 0
        assert record_id in out.getvalue()
        out = io.StringIO()
        assert replay.main([record_id, *data], out) == 0
        assert "Month 1" in out.getvalue()
        assert "Aki holds" in out.getvalue()
        assert await asyncio.to_thread(record_list.main, ["delete", record_id, *data], out) == 0
        assert await asyncio.to_thread(record_list.main, ["delete", record_id, *data], out) == 1
        assert await asyncio.to_thread(record_list.main, ["delete", private, *data], out) == 0
        out = io.StringIO()
        assert await asyncio.to_thread(record_list.main, ["list", *data], out) == 0
        assert out.getvalue() == "No records.\n"
        assert await listed(client, 0) == []
    assert replay.main([record_id, *data], io.StringIO()) == 2
    assert "no record" in capsys.readouterr().err


def test_replay_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_match(1).record
    path = tmp_path / "match.json"
    path.write_text(as_json(record), encoding="utf-8")
    out = io.StringIO()
    assert replay.main([str(path)], out) == 0
    assert "holds" in out.getvalue()
    assert verify.main([str(path)], out) == 0
    assert verify.main([str(path), "--chain", "00" * 32], out) == 1
    path.write_text(as_json(record).replace('"play"', '"leave"', 1), encoding="utf-8")
    assert replay.main([str(path)], io.StringIO()) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_record_is_written_anew_with_its_news(tmp_path: Path) -> None:
    record = random_match(2).record
    sent = [event for entry in record.proof.news for event in entry.events]
    record.proof.ClearField("news")
    record.ClearField("digest")
    path = tmp_path / "match.json"
    path.write_text(as_json(record), encoding="utf-8")
    out = io.StringIO()
    assert replay.main([str(path), "--expand"], out) == 0
    whole = from_json(out.getvalue())
    cut = table_pb2.EVENT_KIND_DECK_CUT  # one that added nothing is in no record but as news
    told = [event for entry in whole.proof.news for event in entry.events]
    assert [each for each in told if each.kind != cut] == [
        each for each in sent if each.kind != cut
    ]
    assert whole.digest
    path.write_text(out.getvalue(), encoding="utf-8")
    assert replay.main([str(path)], io.StringIO()) == 0
    assert verify.main([str(path)], io.StringIO()) == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_changed_byte_in_what_is_kept_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """SQLite does not notice it."""
    random, record = Random(seed), stored_record(*random_match(seed)[:2])
    changed = bytearray(record.whole)
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    with Folder(tmp_path) as folder:
        store = folder.store()
        store.keep(record._replace(whole=bytes(changed)))
        store.close()
    assert replay.main([record.record_id, "--data", str(tmp_path)], io.StringIO()) in (1, 2)
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
@pytest.mark.parametrize(
    "words", slow_after(1, [["replay", "--expand"], ["replay"], ["records", "list"]])
)
def test_a_reader_that_has_enough_ends_a_command_quietly(tmp_path: Path, words: list[str]) -> None:
    record = stored_record(*random_match(1)[:2])
    with Folder(tmp_path) as folder:
        store = folder.store()
        store.keep(record)
        store.close()
    asked = [record.record_id] if "replay" in words else []
    running = subprocess.Popen(
        [sys.executable, "-m", "koikoi_server", *words, *asked, "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    running.stdout.close()
    assert running.communicate(timeout=HANG)[1] == b""
    assert running.returncode == 0


def test_a_time_that_cannot_be_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = from_bytes(stored_record(*random_match(1)[:2]).whole)
    record.end_time.seconds = 2**60
    damaged = record.SerializeToString()
    with Folder(tmp_path) as folder:
        store = folder.store()
        store.keep(StoredRecord("damaged", 1, True, damaged, damaged))
        store.close()
    data = ["--data", str(tmp_path)]
    assert replay.main(["damaged", *data], io.StringIO()) == 2
    assert record_list.main(["list", *data], io.StringIO()) == 0
    assert capsys.readouterr().err.count("is damaged") == 2


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b'{"game": 3}', b'{"\\ud800": 1}', b"{" * 99_999]
)
def test_a_file_that_is_no_record_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    code = replay.main([str(path)], io.StringIO())
    said = capsys.readouterr().err
    assert code in (1, 2)
    assert said.count("\n") == 1
    out = io.StringIO()
    assert verify.main([str(path)], out) in (0, 2)
    assert out.getvalue().count("\n") == 1


def test_data_that_are_not_there_are_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert record_list.main(["list", "--data", str(tmp_path / "nowhere")]) == 2
    assert replay.main(["id", "--data", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert not (tmp_path / "nowhere").exists()
