"""Seats of earlier runs: which are offered, in which words, and which are given up."""

from __future__ import annotations

from typing import Any, cast

import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.command.arguments import Arguments
from koikoi_client.command.opening import _farewell
from koikoi_client.errors import Refused
from koikoi_client.follow.start import first_place
from koikoi_client.lines.console import Lines
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.wire.session import Session
from tests.client.fake import catalogue
from tests.client.lines.typed import TypedConsole

PLAYING, OVER = table_pb2.STAGE_PLAYING, table_pb2.STAGE_FINISHED
WAITING = table_pb2.STAGE_GATHERING


class Tables:
    """A session at a server that has these tables; each token is the id of its table."""

    def __init__(self, *stages: table_pb2.Stage | None) -> None:
        self.connected = True
        self.info = service_pb2.GetServerInfoResponse(server_id="S")
        self.catalog = catalogue()
        self.left: list[str] = []
        self.created: list[service_pb2.CreateTableRequest] = []
        self._stages = {f"t{n}": stage for n, stage in enumerate(stages)}
        self.refusal: Exception | None = None

    async def seats(self, tokens: list[str]) -> list[service_pb2.SeatRow]:
        if self.refusal is not None:
            raise self.refusal
        return [self._row(token) for token in tokens]

    def _row(self, token: str) -> service_pb2.SeatRow:
        stage = self._stages[token]
        if stage is None:
            return service_pb2.SeatRow()
        table = table_pb2.Table(table_id=token, name=f"Table {token}", game="koikoi", stage=stage)
        playing = stage == PLAYING
        row = service_pb2.TableRow(table=table, round=3 if playing else 0, rounds=12)
        return service_pb2.SeatRow(seat=1, row=row)

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        assert request.HasField("leave")
        self.left.append(token)
        return 1

    async def create(self, request: service_pb2.CreateTableRequest) -> service_pb2.SeatGrant:
        self.created.append(request)
        return service_pb2.SeatGrant(
            table_id="new", seat=1, seat_token="new", player_name="Aki", server_id="S"
        )

    def keep(self, store: Store) -> None:
        """Keep a seat at each table, the first one as the newest."""
        for token in reversed(self._stages):
            store.keep(KeptSeat("S", token, 1, token, "Aki", private=True))


async def asked(store: Store, session: Tables, *answers: str, practice: bool) -> list[str]:
    """The questions at the start."""
    session.keep(store)
    console = TypedConsole()
    console.type(*answers)
    user = LineUser(Lines(console), cast(Session, session), store, "Aki", practice=practice)
    place = await first_place(user, "")
    await user.lines.close()
    assert place is None or isinstance(place, KeptSeat)
    return [*console.said, place.table_id if place is not None else "the lobby"]


async def test_each_unfinished_match_is_named(store: Store) -> None:
    """What a no leads to is said. Practice tables whose match is over are left."""
    session = Tables(PLAYING, OVER, WAITING)
    questions = await asked(store, session, "n", "n", practice=True)
    assert questions == [
        "You have an unfinished match: Koi-Koi, Month 3 of 12. Go on with it? If not, you are "
        "asked about another one.",
        "You have an unfinished match: Koi-Koi, waiting for players. Go on with it? If not, a new "
        "match begins, and you keep this one.",
        "new",
    ]
    assert session.left == ["t1"]
    assert {seat.table_id for seat in store.seats("S")} == {"t0", "t2", "new"}


async def test_seats_at_a_server_are_named_too(store: Store) -> None:
    """Also at private tables, and where the match is over. A seat that is gone is forgotten."""
    session = Tables(None, OVER, PLAYING)
    questions = await asked(store, session, "n", "y", practice=False)
    assert questions == [
        "You have a seat at Table t1: Koi-Koi, match over. Return to it? If not, you are asked "
        "about another one.",
        "You have a seat at Table t2: Koi-Koi, Month 3 of 12. Return to it? If not, you go to the "
        "lobby, and you keep that seat.",
        "t2",
    ]
    assert session.left == []
    assert {seat.table_id for seat in store.seats("S")} == {"t1", "t2"}


async def test_a_refusal_leads_to_the_lobby_and_loses_no_seat(store: Store) -> None:
    session = Tables(PLAYING)
    session.refusal = Refused("RATE_LIMITED", "Too many requests.")
    assert await asked(store, session, practice=False) == ["Too many requests.", "the lobby"]
    assert len(store.seats("S")) == 1


MATCH = "Your match is kept: run the same command again to go on with it."
SEAT = "Your seat is kept while its table is open: run the same command again to return to it."


@pytest.mark.parametrize(
    ("options", "stages", "said"),
    [
        ({"practice": True}, [WAITING], MATCH),  # before the deal
        ({"practice": True}, [PLAYING], MATCH),
        ({"practice": True}, [OVER], ""),
        ({"practice": True}, [OVER, PLAYING], MATCH),
        ({"practice": True}, [PLAYING, PLAYING], "Your 2 matches are kept: run the same command "
         "again to go on with one of them."),
        ({"practice": True}, [], ""),  # the seat was left
        ({}, [], ""),
        ({}, [None], ""),  # the table was closed
        ({}, [WAITING], SEAT),
        ({}, [OVER], SEAT),
        ({}, [PLAYING, OVER], "Your 2 seats are kept while their tables are open: run the same "
         "command again to return to one of them."),
        ({"host": True}, [], "The server has stopped. Tables that were open are kept: run the same "
         "command again to return to them."),
        ({"hot_seat": True}, [PLAYING], ""),
    ],
)  # fmt: skip
async def test_what_is_said_at_the_end_is_true(
    store: Store, options: dict[str, bool], stages: list[Any], said: str
) -> None:
    session = Tables(*stages)
    session.keep(store)
    arguments = Arguments()
    for name, value in options.items():
        setattr(arguments, name, value)
    assert await _farewell(arguments, store, cast(Session, session), True) == said
    assert await _farewell(arguments, store, cast(Session, session), False) == ""


async def test_a_server_that_does_not_answer_promises_nothing(store: Store) -> None:
    session = Tables(PLAYING)
    session.keep(store)
    session.refusal = TimeoutError()
    said = await _farewell(Arguments(), store, cast(Session, session), True)
    assert said.startswith("The server does not answer now.")
    session.refusal = Refused("SERVER_CHANGED", "Another server answers.")
    assert await _farewell(Arguments(), store, cast(Session, session), True) == ""
