"""No file and no record holds a secret that it needs not hold, and no secret is used twice."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2
from koikoi_server.settings import Settings
from koikoi_server.table import commands, decide
from koikoi_server.table.seat_options import Kind
from tests.records.served import get, listed, page
from tests.secrecy.leaks_kept import KEPT
from tests.secrecy.planting import Plant
from tests.secrecy.test_logs import JOURNAL
from tests.support.durable import serving_from
from tests.support.server import MINE, Client, new_id, refused, soon

CHAT = "nobody will write this down"
OPEN = service_pb2.SeatPlan()


class Kept:
    """What a server has made of some matches at a private table, and of one at a public table."""

    def __init__(self, path: Path) -> None:
        self.data = path / "data"
        self.temporary = path / "temporary"
        self.matches: list[tuple[str, str, bytes, bytes]] = []  #: ids, secret, commitment
        self.words: set[bytes] = set()  #: of clients, which no file and no record has
        self.hashes: set[bytes] = set()  #: and join codes, which no record has either
        self.records: list[bytes] = []
        self.listed: list[str] = []
        self.files: dict[str, tuple[int, bytes]] = {}  #: while the server runs: mode, content

    def new_id(self) -> str:
        made = new_id()
        self.words.add(made.encode())
        return made

    async def join(self, client: Client, **where: Any) -> service_pb2.SeatGrant:
        request = service_pb2.JoinTableRequest(request_id=self.new_id(), player_name="Ben", **where)
        grant: service_pb2.SeatGrant = (await client.stub.JoinTable(request)).grant
        return grant

    async def use(self, client: Client, grant: service_pb2.SeatGrant, kind: Kind) -> None:
        option = {"id": client.option(grant, kind)}
        await client.act(grant, request_id=self.new_id(), use_seat_option=option)

    async def note(self, client: Client, *grants: service_pb2.SeatGrant) -> None:
        """Note the secrets of a table whose match has just begun, and of its players."""
        live = client.running.lobby.get(grants[0].table_id)
        assert live is not None
        await soon(lambda: live.state.match is not None and not live.state.match.over)
        match = live.state.match
        assert match is not None
        self.matches.append((match.match_id, match.record_id, match.secret, match.commitment))
        self.words |= {grant.seat_token.encode() for grant in grants}
        self.hashes |= {each.token for each in live.state.seats if each.token}
        if live.state.needs_code:
            self.hashes.add(live.state.join_code.encode())

    def wrong(self) -> list[str]:
        """What is not as it is promised."""
        found = []
        for name, (mode, content) in self.files.items():
            found += [f"{name} has mode {mode:o}"] if mode & 0o077 else []
            found += [f"{name} has {each!r}" for each in _in(content, self.words)]
        found += [f"there is a file {name}" for name in self.files.keys() - JOURNAL]
        found += [f"there is a file {path.name}" for path in self.temporary.rglob("*")]
        for record in self.records:
            hidden = self.words | self.hashes | {CHAT.encode()}
            found += [f"a record has {each!r}" for each in _in(record, hidden)]
        for column in zip(*self.matches, strict=True):
            if len(set(column)) < len(column):
                found.append(f"two matches have the same {column[0]!r}")
        if self.listed != [self.matches[-1][1]]:
            found.append(f"listed are {self.listed}")
        return found


def _in(content: bytes, words: set[bytes]) -> list[bytes]:
    return [each for each in words if each in content or each.hex().encode() in content]


async def kept(path: Path, patch: pytest.MonkeyPatch) -> Kept:
    """Two matches at a private table, which are abandoned, one at a public table, and a fault."""
    kept = Kept(path)
    kept.temporary.mkdir()
    patch.setattr(tempfile, "tempdir", str(kept.temporary))
    async with serving_from(kept.data, Settings()) as client:
        one = await client.create(request_id=kept.new_id(), needs_code=True, seats=[MINE, OPEN])
        live = client.running.lobby.get(one.table_id)
        assert live is not None
        for number in range(2):
            two = await kept.join(client, join_code=live.state.join_code)
            if number:
                for grant in (one, two):
                    await kept.use(client, grant, Kind.REMATCH)
            await kept.note(client, one, two)
            await client.act(one, request_id=kept.new_id(), chat=CHAT)
            await client.act(two, request_id=kept.new_id(), leave={})
            await kept.use(client, one, Kind.END_MATCH)
        with patch.context() as planted:
            planted.setattr(decide, "_apply", _fail)
            chat = service_pb2.ActRequest(
                seat_token=one.seat_token, request_id=kept.new_id(), chat={"text": CHAT}
            )
            assert (await refused(client.stub.Act(chat)))[0] is grpc.StatusCode.INTERNAL
        three = await client.create(request_id=kept.new_id(), seats=[MINE, OPEN])
        four = await kept.join(client, table_id=three.table_id)
        await kept.note(client, three, four)
        public = client.running.lobby.get(three.table_id)
        assert public is not None
        await public.table.execute(commands.Close())
        for _, record_id, *_ in kept.matches:
            kept.records.append((await get(client, record_id)).SerializeToString())
        kept.listed = await listed(client, 1)
        kept.records.append((await page(client)).SerializeToString())
        kept.files = {
            each.name: (each.stat().st_mode & 0o777, each.read_bytes())
            for each in kept.data.rglob("*")
        }
    return kept


def _fail(*_: object) -> None:
    raise ValueError("a fault")


async def test_nothing_is_kept_that_should_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await kept(tmp_path, monkeypatch)
    assert found.wrong() == []
    assert len(found.matches) == 3
    assert found.files.keys() == JOURNAL


@pytest.mark.slow
@pytest.mark.parametrize("plant", KEPT.values(), ids=KEPT)
async def test_a_leak_in_what_is_kept_is_found(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    found = (await kept(tmp_path, monkeypatch)).wrong()
    assert found != []
