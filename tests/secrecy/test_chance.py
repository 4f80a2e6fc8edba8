"""Every secret is made of as many random bits of the system as are promised."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterable
from dataclasses import fields
from math import log2
from pathlib import Path
from random import Random

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.wire import session
from koikoi_server import tokens
from koikoi_server.commands import host_socket
from koikoi_server.journal.folder import Folder
from koikoi_server.lobby import chance
from koikoi_server.settings import Settings
from koikoi_server.table import commands, deck
from koikoi_server.table.events import MatchStarted, TableOpened
from tests.secrecy.chance import Made, Source
from tests.secrecy.leaks_chance import WEAK
from tests.secrecy.planting import Plant
from tests.secrecy.world import World, act, request_id
from tests.shuffle.figures import card_by_place_z
from tests.support.clock import FakeClock

CODE_BITS = log2(24**8)
ID_BITS = 120  #: of an id of 22 characters; its first is drawn again until it is no dash

Secret = tuple[float, Callable[[Source], Made]]


def drawn(source: Source | None = None) -> commands.Chance:
    """The random values of a command."""
    return chance.draw(Settings(), lambda code: None, 1, None)


def host_key(source: Source) -> str:
    socket = host_socket.HostSocket(Path(), None, FakeClock(), has_sockets=False)  # type: ignore[arg-type]  # it does not listen
    return socket._key


SECRETS: dict[str, Secret] = {
    "shuffle secret": (256, lambda source: drawn().secret),
    "match id": (ID_BITS, lambda source: drawn().match_id),
    "record id": (ID_BITS, lambda source: drawn().record_id),
    "join code": (CODE_BITS, lambda source: drawn().join_code),
    "table id": (ID_BITS, lambda source: tokens.fresh_id()),
    "key of the server": (256, lambda source: tokens.fresh_key()),
    "seat token": (256, lambda source: tokens.seat_token(secret(source), "join", "x" * 16, b"")),
    "deck": (256, lambda source: bytes(deck.deck(secret(source), "M", 1, 1, [b"", b""]))),
    "deck by a cut": (256, lambda source: bytes(deck.deck(b"S", "M", 1, 1, [b"", secret(source)]))),
    "host's key": (256, host_key),
    "request id of our client": (128, lambda source: session.new_id()),
}
"""What nobody can guess: its random bits, and how it is made."""


def secret(source: Source) -> bytes:
    """32 random bytes that something else is made of."""
    return source.draw(32)


def weak(patch: pytest.MonkeyPatch, names: Iterable[str] = SECRETS) -> dict[str, int]:
    """Those of *names* that have fewer random bits than they need, and how many."""
    found = {}
    with patch.context() as context:
        source = Source(context)
        for name in names:
            needed, make = SECRETS[name]
            bits = source.bits(lambda make=make: make(source))  # type: ignore[misc]  # bound now
            if bits < needed:
                found[name] = bits
    return found


def test_every_secret_is_made_of_as_many_random_bits_as_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert weak(monkeypatch) == {}


@pytest.mark.parametrize(("name", "plant"), WEAK.values(), ids=WEAK)
def test_a_weak_secret_is_found(name: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert weak(monkeypatch, [name])


def test_no_random_value_of_a_table_is_forgotten_here() -> None:
    """A new one needs a row above."""
    assert {each.name for each in fields(commands.Chance)} == {
        "match_id", "secret", "record_id", "join_code", "cut",
    }  # fmt: skip


async def test_a_server_uses_the_values_that_were_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each is in its log, whole; the key is in its folder."""
    source = Source(monkeypatch)
    with Folder(tmp_path / "data") as folder:
        assert folder.key in source.drawn
        assert (tmp_path / "data" / "key").read_bytes() == folder.key
        assert of_id(folder.server_id) in source.drawn
    world = World(seed=1, script=None)  # type: ignore[arg-type]  # no computer plays
    create = service_pb2.CreateTableRequest(
        request_id=request_id("create"), player_name="Aki", game="koikoi", needs_code=True
    )
    await world.call("CreateTable", create)
    opened = next(each for each in events(world) if isinstance(each, TableOpened))
    join = service_pb2.JoinTableRequest(
        request_id=request_id("join"), player_name="Ben", join_code=opened.join_code
    )
    answer = service_pb2.JoinTableResponse.FromString((await world.call("JoinTable", join))[0])
    started = next(each for each in events(world) if isinstance(each, MatchStarted))
    await world.call("Act", act(answer.grant.seat_token, request_id("leave"), leave={}))
    await world.stop()
    assert len(started.secret) == 32
    assert started.secret in source.drawn
    for each in (started.match_id, started.record_id, opened.table_id):
        assert of_id(each) in source.drawn
    letters = [byte for drawn in source.drawn if len(drawn) == 1 for byte in drawn]
    codes = {opened.join_code, world.state.join_code}
    assert len(codes) == 2, "it changes when somebody leaves"
    made = "".join(tokens._LETTERS[each >> 3] for each in letters if each >> 3 < 24)
    assert all(code in made for code in codes)


def events(world: World) -> list[object]:
    return [event for entry in world.log() for event in entry.events]


def of_id(text: str) -> bytes:
    """The 16 bytes that an id is made of."""
    made = urlsafe_b64decode(text + "==")
    assert len(made) == 16
    return made


@pytest.mark.slow
def test_the_first_decks_of_many_matches_are_fair() -> None:
    """Not only the decks of one match after the other."""
    random = Random(7)
    decks = [bytes(deck.deck(random.randbytes(32), "M", 1, 1, [b"", b""])) for _ in range(10_000)]
    assert abs(card_by_place_z(decks)) < 5
