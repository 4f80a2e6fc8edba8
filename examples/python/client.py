"""A client from the proto files alone: stubs, grpcio, google.rpc. It knows no rule of any game.
python client.py HOST:PORT NAME list | create GAME SEAT ... [OPTION=CHOICE ...] | join TABLE|-
SEAT: a computer, or - for whoever comes. join -: one match for each line of standard input."""

import secrets
import signal
import sys
import time
from pathlib import Path

import grpc
from google.rpc import error_details_pb2, status_pb2

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import service_pb2_grpc, table_pb2

OFTEN = {"keepalive_time_ms": 8000, "http2.ping_timeout_ms": 4000, "max_reconnect_backoff_ms": 3000}
AGAIN = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL", "RATE_LIMITED"}
FASTER = "STATE_STALE", "OPTION_NOT_OFFERED", "SEAT_STALE"  # others were: the next update says more


def reason(error):
    raw = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    details, info = status_pb2.Status.FromString(raw).details, error_details_pb2.ErrorInfo()
    return any(detail.Unpack(info) for detail in details) and info.reason


def asked(call, request, passing=()):
    """The answer; the same request, with the same id, until there is one."""
    while True:
        try:
            return call(request, timeout=10)
        except grpc.RpcError as error:
            if reason(error) in passing:
                return None
            if not AGAIN & {error.code().name, reason(error)}:
                raise
        time.sleep(0.5 + secrets.randbelow(1000) / 1000)


def play(api, catalog, token, choose):
    """Play with that seat until the match is over; the seats that won."""
    seq = 0
    while True:
        try:
            for message in api.WatchSeat(s.WatchSeatRequest(seat_token=token, after_seq=seq)):
                update, view = message.update, message.seat_view  # both empty in a heartbeat
                if message.heartbeat.head_seq != seq and not update.seq:
                    break  # something is missing: watch again
                seq = update.seq or seq
                for event in (event for entry in update.news for event in entry.events):
                    print(event.seat, event.card, catalog.phrases.get(f"event.{event.kind}"))
                if update.match.phase == table_pb2.PHASE_MATCH_OVER:
                    return update.match.winners
                act = s.ActRequest(seat_token=token, request_id=secrets.token_hex(16))
                if view.options:
                    act.choose.option = choose(message, catalog).option
                    act.choose.state_version = view.state_version
                for seat in [my for my in update.table.seats if my.seat == view.seat and my.bot]:
                    act.set_bot.seat_version, act.set_bot.seat = seat.version, seat.seat
                if act.WhichOneof("act"):
                    asked(api.Act, act, passing=FASTER)
        except grpc.RpcError as error:
            if error.code().name not in AGAIN:
                raise
        time.sleep(0.5 + secrets.randbelow(1000) / 1000)


def main(address, name, how, *rest, choose=lambda seen, _: secrets.choice(seen.seat_view.options)):
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupted call would keep us from ending
    channel = grpc.insecure_channel(address, [(f"grpc.{key}", OFTEN[key]) for key in OFTEN])
    api = service_pb2_grpc.KoikoiServiceStub(channel)
    seat = Path(f"{name}.seat")
    try:
        server = asked(api.GetServerInfo, s.GetServerInfoRequest(protocol=1)).server_id
        catalog = asked(api.GetCatalog, s.GetCatalogRequest())
        for row in asked(api.ListTables, s.ListTablesRequest()).rows if how == "list" else ():
            print(row.table.table_id, row.table.game, row.table.name)
        for what in map(str.strip, sys.stdin) if rest == ("-",) else rest[:1]:
            seat = Path(f"{name}.{server}.seat")  # its request id: with it we get it again
            seat.touch(0o600)
            seat.write_text(seat.read_text() or secrets.token_hex(16))
            me = {"request_id": seat.read_text(), "player_name": name}
            if how == "join":
                grant = asked(api.JoinTable, s.JoinTableRequest(**me, table_id=what)).grant
            else:
                seats = [s.SeatPlan(bot=word.strip("-")) for word in rest[1:] if "=" not in word]
                rules = dict(word.split("=") for word in rest[1:] if "=" in word)
                mine = {"game": what, "rules": rules, "seats": [s.SeatPlan(yours=True), *seats]}
                grant = asked(api.CreateTable, s.CreateTableRequest(**me, **mine)).grant
            print("TABLE", grant.table_id, flush=True)
            print("WINNERS", *play(api, catalog, grant.seat_token, choose), flush=True)
            seat.unlink()
    except grpc.RpcError as error:  # refused; a seat that was kept is lost
        seat.unlink(missing_ok=True)
        sys.exit(error.details())


if __name__ == "__main__":
    main(*sys.argv[1:])
