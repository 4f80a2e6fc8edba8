"""Options of ``koikoi-server``: when a seat is free for a computer, and how much is too much."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from koikoi_server.commands.arguments import whole
from koikoi_server.text import text

if TYPE_CHECKING:
    from koikoi_server.settings import Settings

MILLIS = 1000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let *parser* read them; :func:`bounded` puts them into settings."""
    away = parser.add_argument_group(
        text("absence"), text("What happens at tables that are opened from now on.")
    )
    away.add_argument(
        "--absence",
        type=_seconds(0, 3600),
        metavar="SECONDS",
        help=text("after so long others may let a computer play for who is away; default 120"),
    )
    away.add_argument(
        "--auto-bot",
        metavar="LEVEL",
        type=_level,
        help=text("this computer does it by itself then, unless everybody is away; default: off"),
    )
    away.add_argument(
        "--notice",
        type=_seconds(1, 60),
        metavar="SECONDS",
        help=text("a lost connection is noticed within this; default 12"),
    )
    bounds = parser.add_argument_group(text("limits"), text("A club does not reach the defaults."))
    for option, metavar, low, high, meaning in (
        ("--tables", "NUMBER", 1, 100_000, text("open tables; default 500")),
        ("--watches", "NUMBER", 2, 100_000, text("watchers of a table, or the lobby; default 300")),
        ("--address-watches", "NUMBER", 1, 100_000, text("watches of one address, those of seats "
                                                         "left out; default 64")),
        ("--connections", "NUMBER", 2, 1_000_000, text("connections in all; default 2000")),
        ("--acts", "NUMBER", 1, 1000, text("acts a second, of one seat; default 40")),
        ("--chats", "NUMBER", 1, 1000, text("chat messages a second, of one seat; default 1")),
        ("--visits", "NUMBER", 1, 1000, text("tables opened or joined a second, of one address, "
                                             "or codes tried; default 5")),
        ("--name-length", "COLUMNS", 4, 40, text("of names of players and tables; default 16")),
        ("--chat-length", "CHARACTERS", 20, 380, text("of a chat message; default 300")),
        ("--message-size", "BYTES", 4096, 1 << 24, text("of a request; default 16384")),
    ):  # fmt: skip
        bounds.add_argument(option, type=whole(low, high), metavar=metavar, help=meaning)
    bounds.add_argument(
        "--handshake",
        type=_seconds(1, 600),
        metavar="SECONDS",
        help=text("a connection that has said nothing by then is closed; default 10"),
    )
    bounds.add_argument(
        "--free-loopback",
        action="store_true",
        help=text(
            "no rate, and no limit of watches, for programs on this machine (127.0.0.1, ::1)"
        ),
    )


def bounded(settings: Settings, options: argparse.Namespace) -> Settings:
    """*settings* with what *options* say; of those that are not given, the default stays."""
    limits: dict[str, Any] = {
        name: value
        for name, value in (("absence", options.absence), ("auto_bot", options.auto_bot))
        if value is not None
    }
    chosen: dict[str, Any] = {
        "notice": options.notice,
        "handshake": options.handshake,
        "max_tables": options.tables,
        "max_watches": options.watches,
        "address_watches": options.address_watches,
        "max_connections": options.connections,
        "max_name": options.name_length,
        "max_chat": options.chat_length,
        "max_message": options.message_size,
        "acts": _rate(options.acts, settings.acts),
        "chats": _rate(options.chats, settings.chats),
        "visits": _rate(options.visits, settings.visits),
        "free_loopback": options.free_loopback,
    }
    given: dict[str, Any] = {name: value for name, value in chosen.items() if value is not None}
    return replace(settings, limits=replace(settings.limits, **limits), **given)


def _rate(per_second: int | None, default: tuple[int, int]) -> tuple[int, int] | None:
    """So many a second; at once in the proportion of the default."""
    if per_second is None:
        return None
    burst, usual = default
    return per_second * burst // usual, per_second


def _seconds(low: int, high: int) -> Callable[[str], int]:
    """Seconds, with decimals if need be; in milliseconds."""

    def seconds(given: str) -> int:
        whole, _, part = given.partition(".")
        digits = whole + part
        if digits.isascii() and digits.isdigit() and len(digits) < 12:
            millis = int(float(given) * MILLIS)
            if low * MILLIS <= millis <= high * MILLIS:
                return millis
        raise argparse.ArgumentTypeError(text("say seconds, {low} to {high}", low=low, high=high))

    return seconds


def _level(given: str) -> str:
    from koikoi_server.bots import LEVELS

    known = dict.fromkeys(level.level for levels in LEVELS.values() for level in levels)
    if given in known:
        return given
    raise argparse.ArgumentTypeError(
        text("there is no such computer: choose one of {levels}", levels=", ".join(known))
    )
