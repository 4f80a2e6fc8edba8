"""The tables of kept seats, as the server finds them."""

from __future__ import annotations

from typing import Any

from koikoi.v1 import service_pb2
from koikoi_client.follow.kept_seats import kept_tables
from koikoi_client.system.store import KeptSeat, Store


class Server:
    """A session whose server answers with *seats*."""

    def __init__(self, *seats: service_pb2.SeatRow) -> None:
        self.info = service_pb2.GetServerInfoResponse(server_id="S1")
        self._seats = seats

    async def seats(self, tokens: list[str]) -> list[service_pb2.SeatRow]:
        return [*self._seats]


async def test_a_seat_whose_table_cannot_be_read_is_kept_and_the_user_is_told(store: Store) -> None:
    seat = KeptSeat("S1", "T1", 1, "the-token", "Aki")
    store.keep(seat)
    said: list[str] = []
    session: Any = Server(service_pb2.SeatRow(problem="The table's data is damaged."))
    assert await kept_tables(session, store, on_problem=said.append) == {}
    assert said == ["The table's data is damaged."]
    assert store.seats("S1") == [seat]
    session = Server(service_pb2.SeatRow())
    assert await kept_tables(session, store) == {}
    assert store.seats("S1") == []


async def test_the_user_is_told_once_why_the_table_of_a_seat_was_closed(store: Store) -> None:
    store.keep(KeptSeat("S1", "T1", 1, "the-token", "Aki"))
    said: list[str] = []
    session: Any = Server(service_pb2.SeatRow(closed="It made room for another table."))
    for _ in range(2):
        assert await kept_tables(session, store, on_closed=said.append) == {}
    assert said == ["It made room for another table."]
