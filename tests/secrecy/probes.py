"""What one may ask of a server about a table, most of it refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.message import Message

from hanafuda.cards import DECK
from hanafuda.events import Seat
from koikoi.v1 import record_pb2, service_pb2
from koikoi_server.table import derived
from koikoi_server.table.seat_options import Kind, seat_options
from koikoi_server.table.state import TableState
from tests.secrecy.world import act
from tests.support.table import option_id

Probe = tuple[str, Message | bytes]


def probes(state: TableState, viewer: Seat, mine: str, fresh: Callable[[], str]) -> list[Probe]:
    """All that *viewer* (0: somebody without a seat) may try at this moment; none changes anything.

    *mine* is the viewer's token; *fresh* makes request ids.
    """
    asked: list[Probe] = [
        ("ListTables", service_pb2.ListTablesRequest()),
        ("ListSeats", service_pb2.ListSeatsRequest(seat_tokens=[mine, "nobody's token"])),
        ("ListRecords", service_pb2.ListRecordsRequest()),
        ("ListRecords", service_pb2.ListRecordsRequest(page_size=1)),
        ("GetRecord", service_pb2.GetRecordRequest(record_id="record-0-not-guesser")),
        ("GetRecord", service_pb2.GetRecordRequest(record_id=state.table_id)),
        ("TellRecord", service_pb2.TellRecordRequest(record_id=state.table_id)),
        ("TellRecord", service_pb2.TellRecordRequest(record=_forged(state), language="en")),
        ("GetCatalog", service_pb2.GetCatalogRequest(game=state.game, rules={"months": "x"})),
        ("Act", b"\xff\xff\xff"),
        ("Act", act("nobody's token", fresh(), chat={"text": "hello"})),
        ("JoinTable", _join(fresh(), table_id=state.table_id)),
        ("JoinTable", _join(fresh(), table_id=state.table_id, seat=1)),
        ("JoinTable", _join(fresh(), table_id=state.table_id, seat=9)),
        ("JoinTable", _join(fresh(), table_id="none")),
        ("JoinTable", _join(fresh(), join_code="AAAAAAAA")),
    ]
    if state.match is not None:  # its id is told when it is over; who guesses it is told nothing
        record_id = state.match.record_id
        asked += [
            ("GetRecord", service_pb2.GetRecordRequest(record_id=record_id)),
            ("TellRecord", service_pb2.TellRecordRequest(record_id=record_id)),
            ("TellRecord", service_pb2.TellRecordRequest(record_id=record_id, language="en")),
        ]
    if viewer:
        asked += [("Act", act(mine, fresh(), **what)) for what in _acts(state, viewer)]
        asked.append(("Act", act(mine, "short", chat={"text": "hello"})))
    return asked


def server_probes(
    state: TableState, records: Sequence[str], fresh: Callable[[], str]
) -> list[Probe]:
    """What anybody may ask about a server, and about the *records* that it has."""
    opening: dict[str, Any] = {"request_id": fresh(), "player_name": "Eve", "game": state.game}
    asked: list[Probe] = [
        ("GetServerInfo", service_pb2.GetServerInfoRequest()),
        ("GetServerInfo", service_pb2.GetServerInfoRequest(protocol=1)),
        ("GetCatalog", service_pb2.GetCatalogRequest()),
        ("GetCatalog", service_pb2.GetCatalogRequest(game="whist")),
        ("ListTables", service_pb2.ListTablesRequest(page_size=1)),
        ("ListTables", service_pb2.ListTablesRequest(page_token="1.none")),
        ("CreateTable", service_pb2.CreateTableRequest(**opening | {"player_name": ""})),
        ("CreateTable", service_pb2.CreateTableRequest(**opening, rules={"months": "x"})),
    ]
    asked += [("GetRecord", service_pb2.GetRecordRequest(record_id=each)) for each in records]
    return asked


def _join(asked: str, **fields: Any) -> service_pb2.JoinTableRequest:
    return service_pb2.JoinTableRequest(request_id=asked, player_name="Eve", **fields)


def _acts(state: TableState, viewer: Seat) -> list[dict[str, Any]]:
    version, offered = state.version, len(derived.choices(state, viewer))
    tried: list[dict[str, Any]] = [
        {"choose": {"state_version": version + by, "option": 1}} for by in (-1, 1, 1000) if version
    ]
    tried += [
        {"choose": {"state_version": version, "option": option}}
        for option in (0, offered + 1, offered + 2, 4_294_967_295)
    ]
    if offered:
        nonce = {"state_version": version, "option": 1, "nonce": b"x" * 33}
        tried.append({"choose": nonce})
    return [*tried, {"chat": {"text": "\u200b"}}, {}]


def seat_probes(
    state: TableState, viewer: Seat, mine: str, fresh: Callable[[], str]
) -> list[Probe]:
    """The same, about seats and the match: options of others, of another state, and none."""
    return [
        ("Act", act(mine, fresh(), use_seat_option=each)) for each in _seat_options(state, viewer)
    ]


def _seat_options(state: TableState, viewer: Seat) -> list[dict[str, str]]:
    mine = {option.id: option for option in seat_options(state, viewer)}
    others = {option.id for sitting in state.seats for option in seat_options(state, sitting.seat)}
    every = {option_id(state, kind, seat.seat) for kind in Kind for seat in state.seats}
    tried = [{"id": each, "bot": "easy"} for each in sorted((others | every) - set(mine))]
    tried += [{"id": each, "bot": "clever"} for each in mine]
    seats = [f"{sitting.seat}.{sitting.version + 1}" for sitting in state.seats]
    names = [*seats, "9.1", "another", ""]
    tried += [{"id": f"{kind.value}.{name}"} for kind in Kind for name in names]
    return [*tried, {"id": "hiki"}, {"id": "x" * 65}, {}]


def _forged(state: TableState) -> record_pb2.Record:
    """A record of the match that is played, with decks that somebody has made up."""
    deck = " ".join(card.code for card in DECK)
    made = record_pb2.Record(game=state.game, rules=dict(state.chosen), first_dealer=1)
    made.players.extend(record_pb2.RecordPlayer() for _ in state.seats)
    made.rounds.add(decks=[deck])
    return made
