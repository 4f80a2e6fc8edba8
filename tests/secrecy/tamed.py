"""Chance, logs and output that belong to one world at a time."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest

from koikoi_server.service.turns import Turns

T = TypeVar("T")


class Chance:
    """What :mod:`secrets` gives, from the world's own seed."""

    def __init__(self) -> None:
        self.random: Random | None = None

    def token_bytes(self, length: int = 32) -> bytes:
        assert self.random is not None, "chance is asked for outside of a world"
        return self.random.randbytes(length)

    def token_hex(self, length: int = 16) -> str:
        return self.token_bytes(length).hex()

    def token_urlsafe(self, length: int = 16) -> str:
        return self.token_hex(length)[:22]

    def choice(self, among: str) -> str:
        assert self.random is not None, "chance is asked for outside of a world"
        return self.random.choice(among)


class Written:
    """What is logged by any logger, at every level, and what is printed."""

    def __init__(self) -> None:
        self.lines: list[str] | None = None

    def write(self, text: str) -> int:
        """As of a stream."""
        assert self.lines is not None, "something is printed outside of a world"
        self.lines.append(text)
        return len(text)

    def flush(self) -> None:
        """Nothing: all that was written is kept at once."""

    def handle(self, record: logging.LogRecord) -> None:
        """As :meth:`logging.Logger.handle`."""
        more = {key: value for key, value in vars(record).items() if key not in _USUAL}
        text = f"{record.levelname} {record.name} {_FORMAT.format(record)} {more or ''}"
        self.write(text)


CHANCE = Chance()
WRITTEN = Written()
_FORMAT = logging.Formatter()
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime"}


def tame_chance(patch: pytest.MonkeyPatch) -> None:
    """Let the server draw from the world that it runs in, log everything to it, use no thread."""
    for name in ("token_bytes", "token_hex", "token_urlsafe", "choice"):
        patch.setattr(secrets, name, getattr(CHANCE, name))
    patch.setattr(asyncio, "to_thread", _at_once)
    patch.setattr(Turns.__init__, "__defaults__", (lambda: 0.0,))  # no turn takes any time
    enabled, handle = logging.Logger.isEnabledFor, logging.Logger.handle

    def is_enabled(self: logging.Logger, level: int) -> bool:
        return WRITTEN.lines is not None or enabled(self, level)

    def kept(self: logging.Logger, record: logging.LogRecord) -> None:
        if WRITTEN.lines is None:
            handle(self, record)
        else:
            WRITTEN.handle(record)

    patch.setattr(logging.Logger, "isEnabledFor", is_enabled)
    patch.setattr(logging.Logger, "handle", kept)


async def _at_once(call: Callable[..., T], *given: object) -> T:
    """As :func:`asyncio.to_thread`, but it takes no time, however busy the machine is."""
    return call(*given)
