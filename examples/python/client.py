"""A client that uses nothing but the proto files. It has no rules and no sentences of any game.
python client.py SERVER NAME list | create GAME SEAT ... [OPTION=CHOICE ...] | join TABLE|-
SERVER: CODE@HOST[:PORT], as the server prints it. HOST[:PORT] is enough if KOIKOI_CERTIFICATE in
the environment names a file with its certificate, or with --insecure if it does not encrypt.
SEAT: a computer, or - for any person. join -: a match at each table named on standard input.
It makes random moves. With --ask at the end you play: type the word before an option.
The environment variable KOIKOI_PASSWORD holds the password of a server that needs one; it is not
sent with --insecure."""

import asyncio
import io
import os
import secrets
import signal
import sys
from pathlib import Path
from threading import Thread

os.environ.setdefault("GRPC_DNS_RESOLVER", "native")  # also finds names of mDNS and hosts files

import grpc
from connect import MISMATCH, connect
from google.rpc import error_details_pb2, status_pb2

from koikoi.v1 import service_pb2 as s
from koikoi.v1 import service_pb2_grpc
from koikoi.v1.table_pb2 import OPTION_KIND_CUT, PHASE_MATCH_OVER, STAGE_CLOSED
from koikoi.v1.table_pb2 import SEAT_OPTION_KIND_TAKE_BACK as TAKE_BACK

LANGUAGE = "en"
METADATA = [("koikoi-language", LANGUAGE)]  # sent with every call: the language of error messages
CHECKS = []  # to call when the server is unavailable: connect.py explains it
PASSWORD = " Set the environment variable KOIKOI_PASSWORD. With --insecure it is not sent."
RETRIED = "UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL", "CANCELLED"
LOST = "SEAT_TOKEN_INVALID", "REQUEST_ID_REUSED"  # after all other errors we still have the seat


def details(error):
    """The ErrorReason of a failed call, and the seconds to wait before a retry (0: not given)."""
    raw = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for each in status_pb2.Status.FromString(raw).details:
        each.Unpack(info) or each.Unpack(retry)
    return info.reason, retry.retry_delay.ToMilliseconds() / 1000


def sentence(error):
    """What to tell the person about a failed call."""
    return error.details() + PASSWORD * (details(error)[0] == "PASSWORD_WRONG")


async def send(call, request, mismatch=""):
    """Repeat the request, with the same request id, until there is a response; return it.

    *mismatch* is what may be wrong if nothing answers the first request.
    """
    while True:
        delay = 0
        try:
            return await call(request, timeout=10, metadata=METADATA)
        except TimeoutError:  # a watch without messages
            pass
        except grpc.RpcError as error:
            code, (reason, delay) = error.code().name, details(error)
            if code == "UNAVAILABLE" and not reason:
                for check in CHECKS:
                    check()
                if mismatch:
                    sys.exit(f"Cannot connect: {error.details()}. {mismatch}")
            if code not in RETRIED and not (code == "RESOURCE_EXHAUSTED" and delay):
                raise
        await asyncio.sleep((delay or 0.5) + secrets.randbelow(1000) / 1000)


def offers(view):
    """For each option: the word to type, the label and the fields of the ActRequest."""
    for one in (each for each in view.options if not each.same_as):
        choose = {"state_version": view.state_version, "option": one.number}
        note = f" ({one.note})" if one.note else ""
        yield f"{one.number}", one.label + note, {"choose": choose}
    for number, one in enumerate(view.seat_options, 1):
        use, mark = {"id": one.id, "bot": "".join(one.bots[:1])}, "!" * one.confirm
        since = one.possible_time.ToJsonString() if one.HasField("possible_time") else ""
        yield f"s{number}{mark}", " ".join([one.label, *one.bots, since]), {"use_seat_option": use}


def lines_now(message):
    """The lines about the current state: results, what the table is waiting for, options."""
    said = message.said
    result = [said.headline, *(line.full for line in said.result_lines), *said.lost]
    options = [f"{word:>4}  {label}".rstrip() for word, label, _ in offers(message.seat_view)]
    return [line for line in [*result, said.match_headline, said.waiting, *options] if line]


class Player:
    """Plays a match in a seat; *choose* is None if a person plays."""

    def __init__(self, api, info, catalog, token, choose):
        self.api, self.silence, self.catalog = api, info.silence_limit.ToSeconds(), catalog
        self.token, self.choose, self.seen = token, choose, s.WatchSeatResponse()

    async def watch(self, request, timeout, metadata):
        """Play until the match is over; return the winners. `send` retries this like a call."""
        stream = self.api.WatchSeat(request, metadata=metadata)
        while message := await asyncio.wait_for(stream.read(), self.silence):
            update, view, before = message.update, message.seat_view, lines_now(self.seen)
            if not update.seq and message.heartbeat.head_seq == self.seen.update.seq:
                continue
            if not update.seq:
                stream.cancel()  # an update is missing: watch again
                break
            self.seen, request.after = message, update.cursor
            news = [line for entry in message.said.news for line in entry.lines]
            now = [line for line in lines_now(message) if line not in before + news]
            print("\n".join(news + now), flush=True)
            left = not message.HasField("seat_view") or update.table.stage == STAGE_CLOSED
            if left or (self.choose and update.match.phase == PHASE_MATCH_OVER):
                return update.match.winners
            choose = {"state_version": view.state_version}
            back = [one.id for one in view.seat_options if one.kind == TAKE_BACK]
            if self.choose and back:  # a computer plays for us
                await self.act(use_seat_option={"id": back[0]})
            elif view.options and view.options[0].kind == OPTION_KIND_CUT:  # needs no decision
                choose |= {"option": view.options[0].number, "nonce": secrets.token_bytes(32)}
                await self.act(choose=choose)
            elif self.choose and view.options:
                choose["option"] = self.choose(message, self.catalog).number
                await self.act(choose=choose)
        raise TimeoutError

    async def typed(self, line):
        word, bot, *_ = [*line.split(), "", ""]
        for fields in [fields for each, _, fields in offers(self.seen.seat_view) if each == word]:
            if bot and "use_seat_option" in fields:
                fields["use_seat_option"]["bot"] = bot
            await self.act(**fields)

    async def act(self, **fields):
        fields |= {"seat_token": self.token, "request_id": secrets.token_hex(16)}
        try:
            await send(self.api.Act, s.ActRequest(**fields))
        except grpc.RpcError as error:  # somebody may have been faster: wait for the next update
            print(error.details(), flush=True)


async def run(address, name, how, rest, choose, insecure):
    channel, check = connect(address, insecure)
    CHECKS.append(check)
    api = service_pb2_grpc.KoikoiServiceStub(channel)
    first = s.GetServerInfoRequest(protocol=2)
    info = await send(api.GetServerInfo, first, MISMATCH[insecure])
    password = os.environ.get("KOIKOI_PASSWORD", "")
    if info.password_needed and not insecure and password:
        if not (password.isascii() and password.isprintable()):
            sys.exit("KOIKOI_PASSWORD has a character that no password may have.")
        METADATA.append(("koikoi-password", password))
    catalog = await send(api.GetCatalog, s.GetCatalogRequest(language=LANGUAGE))
    for row in (await send(api.ListTables, s.ListTablesRequest())).rows if how == "list" else ():
        print(row.table.table_id, row.table.game, row.table.name)
    for what in map(str.strip, sys.stdin) if rest[:1] == ["-"] else rest[:1]:
        kept = Path(f"{name}.{info.server_id}.seat")  # the request id gets the seat again
        kept.touch(0o600)
        kept.write_text(kept.read_text() or secrets.token_hex(16))
        me = {"request_id": kept.read_text(), "player_name": name}
        try:
            if how == "join":
                grant = (await send(api.JoinTable, s.JoinTableRequest(**me, table_id=what))).grant
            else:
                seats = [s.SeatPlan(bot=word.strip("-")) for word in rest[1:] if "=" not in word]
                rules = dict(word.split("=") for word in rest[1:] if "=" in word)
                mine = {"game": what, "rules": rules, "seats": [s.SeatPlan(yours=True), *seats]}
                grant = (await send(api.CreateTable, s.CreateTableRequest(**me, **mine))).grant
            print("TABLE", grant.table_id, f"(your seat is stored in {kept})", flush=True)
            player = Player(api, info, catalog, grant.seat_token, choose)
            if not choose:
                loop = asyncio.get_running_loop()
                Thread(target=keyboard, args=(player, loop), daemon=True).start()
            mine = {"seat_token": grant.seat_token, "window": secrets.token_hex(16)}
            watch = s.WatchSeatRequest(language=LANGUAGE, **mine)
            print("WINNERS", *await send(player.watch, watch), flush=True)
            kept.unlink()
        except grpc.RpcError as error:
            if details(error)[0] in LOST:
                kept.unlink()
            sys.exit(sentence(error) + f" (Your request is still stored in {kept})" * kept.exists())


def keyboard(player, loop):
    for line in sys.stdin:
        asyncio.run_coroutine_threadsafe(player.typed(line), loop)


def main(*words, choose=lambda view, catalog: secrets.choice(view.seat_view.options)):
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends the program without a traceback
    if sys.stdout is None:
        sys.exit("Standard output is closed.")
    sys.stdin = sys.stdin or io.StringIO()
    typed = [word for word in words if word not in ("--ask", "--insecure")]
    if typed[2:3] != ["list"] and (len(typed) < 4 or typed[2] not in ("create", "join")):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    address, name, how, *rest = typed
    try:
        choose = None if "--ask" in words else choose
        asyncio.run(run(address, name, how, rest, choose, "--insecure" in words))
        sys.stdout.flush()
    except grpc.RpcError as error:
        sys.exit(sentence(error))
    except (OSError, ValueError) as error:  # of standard output, or of a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python would try again at exit
        sys.exit(None if isinstance(error, BrokenPipeError) else str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
