"""What one may ask of a server about a table, most of it refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from hanafuda.events import Seat
from koikoi.v1 import service_pb2
from koikoi_server.table import levels
from koikoi_server.table.state import TableState
from tests.secrecy.world import act

Probe = tuple[str, Message | bytes]


def probes(state: TableState, viewer: Seat, mine: str, fresh: Callable[[], str]) -> list[Probe]:
    """All that *viewer* (0: somebody without a seat) may try at this moment; none changes anything.

    *mine* is the viewer's token; *fresh* makes request ids.
    """
    asked: list[Probe] = [
        ("ListTables", service_pb2.ListTablesRequest()),
        ("ListRecords", service_pb2.ListRecordsRequest()),
        ("ListRecords", service_pb2.ListRecordsRequest(page_size=1)),
        ("GetRecord", service_pb2.GetRecordRequest(record_id="record-0-not-guesser")),
        ("GetRecord", service_pb2.GetRecordRequest(record_id=state.table_id)),
        ("GetCatalog", service_pb2.GetCatalogRequest(game=state.game, rules={"months": "x"})),
        ("Act", b"\xff\xff\xff"),
        ("Act", act("nobody's token", fresh(), chat="hello")),
        ("JoinTable", _join(fresh(), table_id=state.table_id)),
        ("JoinTable", _join(fresh(), table_id=state.table_id, seat=1)),
        ("JoinTable", _join(fresh(), table_id=state.table_id, seat=9)),
        ("JoinTable", _join(fresh(), table_id="none")),
        ("JoinTable", _join(fresh(), join_code="AAAAAAAA")),
    ]
    if viewer:
        asked += [("Act", act(mine, fresh(), **what)) for what in _acts(state, viewer)]
        asked.append(("Act", act(mine, "short", chat="hello")))
    return asked


def _join(asked: str, **fields: Any) -> service_pb2.JoinTableRequest:
    return service_pb2.JoinTableRequest(request_id=asked, player_name="Eve", **fields)


def _acts(state: TableState, viewer: Seat) -> list[dict[str, Any]]:
    version, offered = state.version, len(levels.choices(state, viewer))
    match_id = state.match.match_id if state.match is not None else ""
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
    for sitting in state.seats:
        if sitting.seat == viewer:
            continue
        seat = {"seat": sitting.seat, "seat_version": sitting.version}
        tried += [
            {"set_bot": seat | {"bot": "easy"}},
            {"set_bot": seat | {"seat_version": sitting.version + 1}},
            {"kick": seat | {"seat_version": sitting.version + 1}},
        ]
        if sitting.seat not in levels.waiting_for(state) or sitting.bot:
            tried.append({"nudge": sitting.seat})
    tried += [
        {"set_bot": {"seat": 9, "bot": "easy"}},
        {"set_bot": {"seat": viewer, "bot": "clever"}},
        {"rematch": {"match_id": match_id}},
        {"rematch": {"match_id": "another"}},
        {"end_match": match_id},
        {"end_match": "another"},
        {"nudge": viewer},
        {"nudge": 0},
        {"chat": "\u200b"},
        {},
    ]
    return tried
