"""Turns the requests of clients into commands, or refuses them."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError
from koikoi.v1 import service_pb2
from koikoi_server import tokens
from koikoi_server.bots import BOTS
from koikoi_server.journal import RecordPosition
from koikoi_server.refusal import NOT_A_PAGE_TOKEN, Reason, Refusal, invalid
from koikoi_server.settings import Settings
from koikoi_server.table import commands, options
from koikoi_server.table.events import RequestKey
from koikoi_server.table.limits import Limits
from koikoi_server.text import Phrase
from koikoi_server.user_text import clean, clean_chat, clean_name, cut_to

M = TypeVar("M", bound=Message)

MIN_ID_LENGTH, MAX_ID_LENGTH = 16, 64  #: characters of a request id


def parsed(kind: type[M], body: bytes) -> M:
    """The message of class *kind* in *body*.

    Raises:
        Refusal: FIELD_INVALID when *body* cannot be parsed.
    """
    try:
        return kind.FromString(body)
    except DecodeError:
        raise invalid("", "That is not a valid message of koikoi.v1.") from None


def canonical(request: Message) -> bytes:
    """The bytes of a request. They do not depend on how the client encoded it."""
    return request.SerializeToString(deterministic=True)


def request_key(call: str, caller: bytes, request_id: str, body: bytes) -> RequestKey:
    """The key by which a repeated request is recognized; *caller* is its token's hash, or empty.

    Raises:
        Refusal: FIELD_INVALID when the id is too short to be a secret, or too long.
    """
    if not MIN_ID_LENGTH <= len(request_id) <= MAX_ID_LENGTH:
        raise invalid(
            "request_id",
            "A request id needs {least} to {most} random characters.",
            least=MIN_ID_LENGTH,
            most=MAX_ID_LENGTH,
        )
    return RequestKey(tokens.request_key(call, caller, request_id), tokens.body_digest(body))


def open_command(
    request: service_pb2.CreateTableRequest, settings: Settings, token: bytes
) -> commands.Open:
    """The command that opens the requested table.

    Raises:
        Refusal: FIELD_INVALID or RULES_INVALID.
    """
    player = clean_name(request.player_name, "player_name", settings.max_name_columns)
    name = f"{player}'s table"
    if cut_to(name, settings.max_name_columns) != name:
        name = player  # the name alone, rather than half a word
    if request.table_name:
        name = clean_name(request.table_name, "table_name", settings.max_name_columns)
    if request.game not in GAMES:
        raise invalid(
            "game",
            "There is no such game: choose one of {games}.",
            games=", ".join(GAMES),
        )
    game = GAMES[request.game]
    try:
        parts = options.split(game, request.rules)
        seat, bots = _plan(request)
        game.teams(parts[0], len(bots))
    except RuleError as error:
        raise rules_invalid(error) from None
    return commands.Open(
        table_id=tokens.fresh_id(),
        number=0,  # set by the lobby
        name=name,
        game=request.game,
        rules=options.chosen(*parts),
        private=request.needs_code,
        limits=_limits(settings, request.game),
        bots=bots,
        seat=seat,
        player=player,
        token=token,
    )


def _limits(settings: Settings, game: str) -> Limits:
    """The limits of a new table, without an ``auto_bot`` that cannot play *game*."""
    limits = settings.limits
    plays = any(bot.id == limits.auto_bot for bot in BOTS.get(game, ()))
    return limits if plays else replace(limits, auto_bot="")


def rules_invalid(error: RuleError) -> Refusal:
    """The refusal of a house rule. Text that the client sent is cleaned before it is shown."""
    values = {name: _shown(name, value) for name, value in error.values.items()}
    return Refusal(
        Reason.RULES_INVALID,
        error.pattern + ".",
        option=clean(error.option)[:60],
        **values,  # type: ignore[arg-type]  # by name
    )


def _shown(name: str, value: object) -> object:
    """A value for a field of a rule's error message."""
    if not isinstance(value, str):
        return value
    return Phrase(value) if name == "label" else clean(value)[:120]


def _plan(request: service_pb2.CreateTableRequest) -> tuple[int, tuple[str, ...]]:
    """The creator's seat, and the computer of each seat or ""."""
    about = GAMES[request.game].ABOUT
    plan = list(request.seats)
    if not plan:
        return 1, ("",) * about.min_seats
    if not about.min_seats <= len(plan) <= about.max_seats:
        raise invalid(
            "seats",
            "This game is for {least} to {most} players: list a seat for each.",
            least=about.min_seats,
            most=about.max_seats,
        )
    own = [seat for seat, each in enumerate(plan, 1) if each.yours]
    if len(own) != 1 or plan[own[0] - 1].bot:
        raise invalid("seats", "Mark exactly one seat as yours, and put no computer in it.")
    levels = [bot.id for bot in BOTS.get(request.game, ())]
    for number, each in enumerate(plan):
        if each.bot and each.bot not in levels:
            known = ", ".join(levels)
            pattern = "There is no such computer: choose one of {levels}."
            if not levels:
                pattern = "No computer can play this game: leave the seat open."
            raise invalid(f"seats[{number}].bot", pattern, levels=known)
    return own[0], tuple(each.bot for each in plan)


def join_command(
    request: service_pb2.JoinTableRequest, settings: Settings, token: bytes
) -> commands.Join:
    """The command that takes the requested seat.

    Raises:
        Refusal: FIELD_INVALID.
    """
    player = clean_name(request.player_name, "player_name", settings.max_name_columns)
    code = tokens.normalized_code(request.join_code)
    return commands.Join(
        player, request.seat, token, code, settings.max_name_columns, request.only_if_present
    )


def act_command(
    request: service_pb2.ActRequest, settings: Settings, by: bytes
) -> commands.PersonCommand:
    """The command of the seat whose token has the hash *by*.

    Raises:
        Refusal: FIELD_INVALID.
    """
    match request.WhichOneof("act"):
        case "choose":
            choose = request.choose
            return commands.Choose(by, choose.state_version, choose.option, choose.nonce)
        case "chat":
            return commands.Chat(by, clean_chat(request.chat.text, settings.max_chat_length))
        case "use_seat_option":
            used = request.use_seat_option
            if not used.id:
                raise invalid("use_seat_option.id", "Set the id of one of the listed seat options.")
            return commands.UseSeatOption(by, used.id, used.bot)
        case "leave":
            return commands.Leave(by)
        case _:
            raise invalid("act", "This server does not know that act: set a field of ActRequest.")


def page_size(requested: int, default: int, most: int) -> int:
    """The number of rows of a page: *requested*, or if that is 0 *default*; at most *most*."""
    return min(requested or default, most)


def page_token(position: RecordPosition) -> str:
    """The token of the page after *position*."""
    return f"{position[0]}.{position[1]}"


def page_position(token: str) -> RecordPosition | None:
    """The position after which a page begins; None: it is the first page.

    Raises:
        Refusal: FIELD_INVALID.
    """
    if not token:
        return None
    parts = token.split(".")
    if len(parts) != 2 or not all(_is_number(part) for part in parts):
        raise invalid("page_token", NOT_A_PAGE_TOKEN)
    return int(parts[0]), int(parts[1])


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) <= 18  # SQLite has 64 bits
