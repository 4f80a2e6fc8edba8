"""A client of another author: only grpcio, the stubs and the comments in proto/; plays at random.

python client.py HOST:PORT NAME [create | create-bot | JOIN_CODE]; prints its news, then who won.
"""

import random
import sys
import time
import uuid
from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import service_pb2_grpc
from koikoi.v1 import table_pb2 as t

AGAIN = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
)


def reason(error: Any) -> str:
    raw = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    for detail in status_pb2.Status.FromString(raw).details:
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info) and info.domain == "koikoi.v1":
            return str(info.reason)
    return ""


def patiently(call: Any, request: Any) -> Any:
    """Step 5: the same request, with the same id, until there is an answer."""
    while True:
        try:
            return call(request, timeout=10)
        except grpc.RpcError as error:
            if error.code() not in AGAIN and reason(error) != "RATE_LIMITED":
                raise
            time.sleep(0.2 + random.random() * 0.3)


def play(address: str, name: str, how: str = "create", say: Any = print, rules: Any = ()) -> Any:
    """Play one match and return the last view of it; None when the seat was lost."""
    api = service_pb2_grpc.KoikoiServiceStub(grpc.insecure_channel(address))
    patiently(api.GetServerInfo, s.GetServerInfoRequest(protocol=1))
    catalog = patiently(api.GetCatalog, s.GetCatalogRequest(language="en"))
    ask: dict[str, Any] = {"request_id": uuid.uuid4().hex, "player_name": name}
    if how.startswith("create"):
        bot = catalog.games[0].bots[0].bot if how == "create-bot" else ""
        seats = [s.SeatPlan(yours=True), s.SeatPlan(bot=bot)]
        table = s.CreateTableRequest(
            **ask, game=catalog.games[0].game, seats=seats, rules=dict(rules), needs_code=not bot
        )
        token = patiently(api.CreateTable, table).grant.seat_token
    else:
        request = s.JoinTableRequest(**ask, join_code=how)
        token = patiently(api.JoinTable, request).grant.seat_token
    seq, code = 0, ""
    while True:
        try:
            for message in api.WatchSeat(s.WatchSeatRequest(seat_token=token, after_seq=seq)):
                if not message.HasField("update"):
                    if message.heartbeat.head_seq != seq:
                        break
                    continue
                update, view = message.update, message.seat_view
                news = [entry.seq for entry in update.news]
                assert update.snapshot or news == list(range(seq + 1, update.seq + 1)), "a gap"
                seq = update.seq
                for event in (event for entry in update.news for event in entry.events):
                    say(catalog.phrases.get(f"event.{event.kind}", ""), event.seat, event.card)
                if view.join_code != code:
                    code = view.join_code
                    say("JOIN", code)
                if update.table.stage in (t.STAGE_FINISHED, t.STAGE_CLOSED):
                    return update.match
                if view.options:
                    option = random.choice(view.options).option
                    act = s.ActRequest(seat_token=token, request_id=uuid.uuid4().hex)
                    act.choose.state_version, act.choose.option = view.state_version, option
                    try:
                        patiently(api.Act, act)
                    except grpc.RpcError as error:
                        if reason(error) not in ("STATE_STALE", "OPTION_NOT_OFFERED"):
                            raise
        except grpc.RpcError as error:
            if reason(error) in ("WATCH_REPLACED", "SEAT_TOKEN_INVALID"):
                return None
        time.sleep(0.2 + random.random() * 0.3)


if __name__ == "__main__":
    match = play(*sys.argv[1:4])
    print("WINNERS", match.winners if match else "unknown: the seat was lost")
