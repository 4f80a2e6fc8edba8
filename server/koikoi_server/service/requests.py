"""Requests read: what a client sent becomes a command, or is refused with a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError
from koikoi.v1 import service_pb2
from koikoi_server import tokens
from koikoi_server.bots import BOTS
from koikoi_server.journal import Place
from koikoi_server.refusal import NOT_A_PAGE_TOKEN, Reason, Refusal, invalid
from koikoi_server.settings import Settings
from koikoi_server.table import commands
from koikoi_server.table import options as rules
from koikoi_server.table.events import RequestKey
from koikoi_server.table.limits import Limits
from koikoi_server.text import Phrase
from koikoi_server.user_text import clean, clean_chat, clean_name, cut_to

M = TypeVar("M", bound=Message)

SHORTEST_ID, LONGEST_ID = 16, 64  #: characters of a request id


def parsed(kind: type[M], body: bytes) -> M:
    """The message in *body*.

    Raises:
        Refusal: FIELD_INVALID when it is none.
    """
    try:
        return kind.FromString(body)
    except DecodeError:
        raise invalid("", "That is no message of koikoi.v1: write it by proto/koikoi/v1.") from None


def canonical(request: Message) -> bytes:
    """The body of a request, the same bytes however it was written."""
    return request.SerializeToString(deterministic=True)


def request_key(call: str, caller: bytes, request_id: str, body: bytes) -> RequestKey:
    """How a request is known when it is repeated.

    Raises:
        Refusal: FIELD_INVALID when its id is too short to be a secret, or too long.
    """
    if not SHORTEST_ID <= len(request_id) <= LONGEST_ID:
        raise invalid(
            "request_id",
            "A request id has {least} to {most} random characters.",
            least=SHORTEST_ID,
            most=LONGEST_ID,
        )
    return RequestKey(tokens.request_key(call, caller, request_id), tokens.body_digest(body))


def open_command(
    request: service_pb2.CreateTableRequest, settings: Settings, token: bytes
) -> commands.Open:
    """The table that is asked for.

    Raises:
        Refusal: FIELD_INVALID or RULES_INVALID.
    """
    player = clean_name(request.player_name, "player_name", settings.max_name_columns)
    name = f"{player}'s table"
    if cut_to(name, settings.max_name_columns) != name:
        name = player  # whole, rather than with a part of a word
    if request.table_name:
        name = clean_name(request.table_name, "table_name", settings.max_name_columns)
    if request.game not in GAMES:
        raise invalid(
            "game", "There is no such game here: choose one of {games}.", games=", ".join(GAMES)
        )
    game = GAMES[request.game]
    try:
        parts = rules.split(game, request.rules)
        seat, bots = _plan(request)
        game.teams(parts[0], len(bots))
    except RuleError as error:
        raise rules_invalid(error) from None
    return commands.Open(
        table_id=tokens.fresh_id(),
        number=0,  # the lobby numbers its tables
        name=name,
        game=request.game,
        rules=rules.chosen(*parts),
        private=request.needs_code,
        limits=_limits(settings, request.game),
        bots=bots,
        seat=seat,
        player=player,
        token=token,
    )


def _limits(settings: Settings, game: str) -> Limits:
    """A computer that does not play *game* takes no seat in it by itself."""
    limits = settings.limits
    plays = any(bot.id == limits.auto_bot for bot in BOTS.get(game, ()))
    return limits if plays else replace(limits, auto_bot="")


def rules_invalid(error: RuleError) -> Refusal:
    """The refusal of a house rule. What the client sent is cleaned before it is said back."""
    values = {name: _shown(name, value) for name, value in error.values.items()}
    return Refusal(
        Reason.RULES_INVALID,
        error.pattern + ".",
        option=clean(error.option)[:60],
        **values,  # type: ignore[arg-type]  # by name
    )


def _shown(name: str, value: object) -> object:
    """What fills a field of a rule's message; what comes from the client is cleaned."""
    if not isinstance(value, str):
        return value
    return Phrase(value) if name == "label" else clean(value)[:120]


def _plan(request: service_pb2.CreateTableRequest) -> tuple[int, tuple[str, ...]]:
    """The creator's seat, and for each seat its computer or ""."""
    about = GAMES[request.game].ABOUT
    plan = list(request.seats)
    if not plan:
        return 1, ("",) * about.min_seats
    if not about.min_seats <= len(plan) <= about.max_seats:
        raise invalid(
            "seats",
            "Name as many seats as this game has: at least {least}, at most {most}.",
            least=about.min_seats,
            most=about.max_seats,
        )
    own = [seat for seat, each in enumerate(plan, 1) if each.yours]
    if len(own) != 1 or plan[own[0] - 1].bot:
        raise invalid("seats", "Exactly one seat is yours, and no computer's.")
    levels = [bot.id for bot in BOTS.get(request.game, ())]
    for number, each in enumerate(plan):
        if each.bot and each.bot not in levels:
            known = ", ".join(levels)
            pattern = "There is no such computer: choose one of {levels}."
            if not levels:
                pattern = "There is no such computer: none plays this game."
            raise invalid(f"seats[{number}].bot", pattern, levels=known)
    return own[0], tuple(each.bot for each in plan)


def join_command(
    request: service_pb2.JoinTableRequest, settings: Settings, token: bytes
) -> commands.Join:
    """The seat that is asked for.

    Raises:
        Refusal: FIELD_INVALID.
    """
    player = clean_name(request.player_name, "player_name", settings.max_name_columns)
    code = tokens.spoken_code(request.join_code)
    return commands.Join(player, request.seat, token, code, settings.max_name_columns)


def act_command(
    request: service_pb2.ActRequest, settings: Settings, by: bytes
) -> commands.PersonCommand:
    """What is asked for by the seat of that token's hash.

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
                raise invalid("use_seat_option.id", "Name one of the options that are listed.")
            return commands.UseSeatOption(by, used.id, used.bot)
        case "leave":
            return commands.Leave(by)
        case _:
            raise invalid("act", "Nothing is asked for that this server knows: set one act.")


def page_size(asked: int, usual: int, most: int) -> int:
    """How many rows a page has: *usual* where none was *asked* for, and never more than *most*."""
    return min(asked or usual, most)


def page_token(place: Place) -> str:
    """What asks for the page after *place*."""
    return f"{place[0]}.{place[1]}"


def page_place(token: str) -> Place | None:
    """The place that a page begins after; None: it is the first.

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
