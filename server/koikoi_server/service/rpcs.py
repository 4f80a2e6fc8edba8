"""The RPCs of koikoi.v1.KoikoiService: each parses a request, then responds or streams."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import grpc
from google.protobuf.duration_pb2 import Duration

from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError
from koikoi.v1 import record_pb2, service_pb2
from koikoi_server import tokens
from koikoi_server.lobby.lobby import Lobby
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.refusal import Reason, Refusal, invalid
from koikoi_server.service import requests
from koikoi_server.service.directory import Directory
from koikoi_server.service.errors import Context, guarded, language_of
from koikoi_server.service.rate_limits import LIST, RECORD, RateLimits
from koikoi_server.service.record_stream import readable, record_of, stream_record
from koikoi_server.settings import OLDEST_PROTOCOL, PROTOCOL, Settings
from koikoi_server.system.clock import Clock
from koikoi_server.system.version import program_version
from koikoi_server.table.decide import seat_of
from koikoi_server.table.seat_options import LEAVE_ID
from koikoi_server.table.seating import request_forgotten
from koikoi_server.table.state import RequestResult
from koikoi_server.table.watches import Watch
from koikoi_server.text import LANGUAGES, supported_language
from koikoi_server.user_text import clean
from koikoi_server.wire.catalog import catalog
from koikoi_server.wire.closed_table import why_closed
from koikoi_server.wire.views import row

TABLES = 100, 500  #: rows of a page: default and maximum
RECORDS = 20, 100
MAX_SEATS = 100  #: seats that one request may ask about
SERVICE = service_pb2.DESCRIPTOR.services_by_name["KoikoiService"]


class Service:
    """Each RPC gets a request as bytes, and returns a response as bytes or writes to a stream."""

    def __init__(
        self,
        lobby: Lobby,
        directory: Directory,
        records: Records,
        clock: Clock,
        settings: Settings,
        *,
        key: bytes,
        server_id: str,
    ) -> None:
        self._lobby = lobby
        self._directory = directory
        self._records = records
        self._clock = clock
        self._settings = settings
        self._key = key
        self._server_id = server_id
        self._limits = RateLimits(clock, settings)

    def handlers(self) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """The RPCs, by the name of the method; their messages are bytes."""
        unary: dict[str, Callable[[bytes, Context], Awaitable[bytes]]] = {
            "GetServerInfo": self._get_server_info,
            "GetCatalog": self._get_catalog,
            "ListTables": self._list_tables,
            "ListSeats": self._list_seats,
            "CreateTable": self._create_table,
            "JoinTable": self._join_table,
            "Act": self._act,
            "ListRecords": self._list_records,
            "GetRecord": self._get_record,
        }
        streams: dict[str, Callable[[bytes, Context], Awaitable[None]]] = {
            "WatchLobby": self._watch_lobby,
            "WatchSeat": self._watch_seat,
            "WatchTable": self._watch_table,
            "TellRecord": self._tell_record,
        }
        most = self._settings.max_message_bytes
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: grpc.unary_unary_rpc_method_handler(guarded(name, call, most))
            for name, call in unary.items()
        }
        for name, stream in streams.items():
            longest = self._settings.max_request_bytes if name == "TellRecord" else most
            methods[name] = grpc.unary_stream_rpc_method_handler(guarded(name, stream, longest))
        return methods

    async def _get_server_info(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.GetServerInfoRequest, body)
        if 0 < request.protocol < OLDEST_PROTOCOL:
            raise Refusal(Reason.CLIENT_TOO_OLD)
        settings = self._settings
        return service_pb2.GetServerInfoResponse(
            server_name=clean(settings.name),
            server_version=program_version(),
            protocol=PROTOCOL,
            oldest_protocol=OLDEST_PROTOCOL,
            password_needed=bool(settings.password),
            languages=LANGUAGES,
            heartbeat_interval=_duration(settings.heartbeat),
            silence_limit=_duration(settings.keepalive_timeout),
            absence_limit=_duration(settings.limits.absence),
            max_name_columns=settings.max_name_columns,
            max_chat_characters=settings.max_chat_length,
            server_id=self._server_id,
        ).SerializeToString()

    async def _get_catalog(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.GetCatalogRequest, body)
        if request.game and request.game not in GAMES:
            raise invalid("game", "There is no such game: choose one from the catalogue.")
        language = supported_language(request.language)
        if not request.rules:
            return _catalog(language, request.game)
        self._limits.read(context, LIST)
        try:
            async with self._limits.turn(context)():
                made = catalog(language, request.game, dict(request.rules))
        except RuleError as error:
            raise requests.rules_invalid(error) from None
        return made.SerializeToString()

    async def _list_tables(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.ListTablesRequest, body)
        most = requests.page_size(request.page_size, *TABLES)
        self._limits.read(context, LIST)
        rows, following = self._directory.page(request.page_token, most)
        return service_pb2.ListTablesResponse(
            rows=rows, next_page_token=following
        ).SerializeToString()

    async def _list_seats(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.ListSeatsRequest, body)
        self._limits.read(context)
        if len(request.seat_tokens) > MAX_SEATS:
            raise invalid("seat_tokens", "Ask about at most {most} seats at once.", most=MAX_SEATS)
        language = language_of(context)
        hashes = map(tokens.token_hash, request.seat_tokens)
        seats = [self._seat_row(token, language) for token in hashes]
        return service_pb2.ListSeatsResponse(seats=seats).SerializeToString()

    def _seat_row(self, token: bytes, language: str) -> service_pb2.SeatRow:
        """The table of the seat whose token has that hash; an empty message: there is none."""
        try:
            live = self._lobby.table_of(token)
            seat = seat_of(live.state, token)
        except Refusal as refusal:
            damaged = refusal.reason is Reason.STORAGE_FAILED
            return service_pb2.SeatRow(problem=refusal.sentence(language) if damaged else "")
        if not live.is_open:
            return service_pb2.SeatRow(closed=why_closed(live.state, language))
        return service_pb2.SeatRow(seat=seat, row=row(live.state, live.watches.spectators))

    async def _watch_lobby(self, body: bytes, context: Context) -> None:
        requests.parsed(service_pb2.WatchLobbyRequest, body)
        self._limits.read(context, LIST)
        with self._limits.watching(context):
            await self._directory.stream(context.write)

    async def _create_table(self, body: bytes, context: Context) -> bytes:
        self._limits.join_attempt(context)
        request = requests.parsed(service_pb2.CreateTableRequest, body)
        body = requests.canonical(request)
        key = requests.request_key("create", b"", request.request_id, body)
        token = tokens.seat_token(self._key, "create", request.request_id, body)
        command = requests.open_command(request, self._settings, tokens.token_hash(token))
        live, result = await self._lobby.open(command, key, self._limits.address(context))
        grant = self._grant(live, result, token)
        return service_pb2.CreateTableResponse(grant=grant).SerializeToString()

    async def _join_table(self, body: bytes, context: Context) -> bytes:
        self._limits.join_attempt(context)
        request = requests.parsed(service_pb2.JoinTableRequest, body)
        body = requests.canonical(request)
        key = requests.request_key("join", b"", request.request_id, body)
        token = tokens.seat_token(self._key, "join", request.request_id, body)
        command = requests.join_command(request, self._settings, tokens.token_hash(token))
        live = self._lobby.table_of_request(key)
        if live is None:
            live = self._table(request.table_id, command.join_code)
            with self._limits.table_join(context, live.table.table_id):
                result = await live.table.execute(command, key)
        elif key.id not in live.state.requests:
            raise request_forgotten()
        else:
            result = await live.table.execute(command, key)
        grant = self._grant(live, result, token)
        return service_pb2.JoinTableResponse(grant=grant).SerializeToString()

    async def _watch_seat(self, body: bytes, context: Context) -> None:
        request = requests.parsed(service_pb2.WatchSeatRequest, body)
        self._limits.read(context)
        token = tokens.token_hash(request.seat_token)
        live = self._lobby.table_of(token)
        seat = seat_of(live.state, token)
        self._limits.reconnect(context, token)
        if live.address is None:
            live.address = self._limits.address(context)
        window = request.window[: requests.MAX_ID_LENGTH]
        watch = Watch(seat, token, _language(request.language), window)
        await live.watches.stream(watch, request.after, context.write)

    async def _watch_table(self, body: bytes, context: Context) -> None:
        request = requests.parsed(service_pb2.WatchTableRequest, body)
        self._limits.read(context)
        if request.join_code:
            self._limits.join_attempt(context)
        live = self._table(request.table_id, tokens.normalized_code(request.join_code))
        with self._limits.watching(context):
            watch = Watch(language=_language(request.language))
            await live.watches.stream(watch, request.after, context.write)

    async def _act(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.ActRequest, body)
        token = tokens.token_hash(request.seat_token)
        live = self._lobby.table_of(token)
        key = requests.request_key("act", token, request.request_id, requests.canonical(request))
        command = requests.act_command(request, self._settings, token)
        self._limits.act(context, token)
        act = request.WhichOneof("act")
        if act == "chat":
            self._limits.chat(context, token)
        elif act == "use_seat_option" and request.use_seat_option.id != LEAVE_ID:
            self._limits.seat_change(context, token)
        result = await live.table.execute(command, key)
        return service_pb2.ActResponse(seq=result.seq).SerializeToString()

    async def _list_records(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.ListRecordsRequest, body)
        most = requests.page_size(request.page_size, *RECORDS)
        before = requests.page_position(request.page_token)
        self._limits.read(context, LIST)
        found = await self._records.page(before, most + 1)
        page = found[:most]
        return service_pb2.ListRecordsResponse(
            records=readable(listed for _, listed in page),
            next_page_token=requests.page_token(page[-1][0]) if len(found) > most else "",
        ).SerializeToString()

    async def _get_record(self, body: bytes, context: Context) -> bytes:
        request = requests.parsed(service_pb2.GetRecordRequest, body)
        self._limits.read(context, RECORD)
        whole = await record_of(self._records, request.record_id, self._limits.turn(context))
        found = record_pb2.Record.FromString(whole)
        return service_pb2.GetRecordResponse(record=found).SerializeToString()

    def _grant(self, live: LiveTable, result: RequestResult, token: str) -> service_pb2.SeatGrant:
        return service_pb2.SeatGrant(
            table_id=live.table.table_id,
            seat=result.seat,
            seat_token=token,
            player_name=result.name,
            server_id=self._server_id,
        )

    async def _tell_record(self, body: bytes, context: Context) -> None:
        request = requests.parsed(service_pb2.TellRecordRequest, body)
        self._limits.read(context, RECORD)
        with self._limits.streaming_record(context):
            await stream_record(
                request,
                self._records,
                context.write,
                self._clock,
                self._settings.keepalive_timeout,
                self._limits.turn(context),
            )

    def _table(self, table_id: str, join_code: str) -> LiveTable:
        if join_code:
            return self._lobby.private_table(join_code)
        if not table_id:
            raise invalid(
                "table_id", "Say which table: set table_id or, for a private table, join_code."
            )
        return self._lobby.public_table(table_id)


@cache
def _catalog(language: str, game: str) -> bytes:
    """The catalogue under default rules, cached because making it takes some milliseconds."""
    return catalog(language, game).SerializeToString()


def _language(tag: str) -> str:
    """The language of a watch's sentences; empty: no sentences are wanted."""
    return supported_language(tag) if tag else ""


def _duration(millis: int) -> Duration:
    made = Duration()
    made.FromMilliseconds(millis)
    return made
