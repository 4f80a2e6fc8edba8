"""Limits how often a seat or an address may call, and how many streams an address may open."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from koikoi_server.service.address import LOOPBACK, address_of
from koikoi_server.service.errors import Context
from koikoi_server.service.limiters import ConcurrencyLimit, TokenBucket
from koikoi_server.service.turns import Turn, Turns
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock

READ = 1  #: cost of a small request: up to about a millisecond of work
LIST = 3  #: of a list of tables or records, or a chart
RECORD = 10  #: of a whole record, whose hashes are checked

_ADDRESS_WATCHES = (
    "Too many programs at your network address watch tables or the list of tables (limit: {most}): "
    "close one of them, or wait {wait}."
)
_SERVER_WATCHES = "Too many people are watching tables on this server (limit: {most}): wait {wait}."
_ADDRESS_RECORDS = (
    "Too many matches are being replayed at your network address (limit: {most}): close one of "
    "them, or wait {wait}."
)
_SERVER_RECORDS = "Too many matches are being replayed on this server (limit: {most}): wait {wait}."


class RateLimits:
    """The limits of all calls of a server.

    Each method counts one call, unless its caller is exempt, and raises a Refusal (RATE_LIMITED or
    LIMIT_REACHED) when there are too many.
    """

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self._free_loopback = settings.free_loopback
        self._acts = TokenBucket(clock, *settings.acts)
        self._chats = TokenBucket(clock, *settings.chats)
        self._seat_changes = TokenBucket(clock, *settings.seat_changes)
        self._join_attempts = TokenBucket(clock, *settings.join_attempts)
        self._table_joins = TokenBucket(clock, *settings.table_joins)
        self._reconnects = TokenBucket(clock, *settings.reconnects)
        self._reads = TokenBucket(clock, *settings.reads)
        self._watches = ConcurrencyLimit(settings.address_watches, settings.server_watches)
        self._record_streams = ConcurrencyLimit(
            settings.address_record_streams, settings.server_record_streams
        )
        self._turns = Turns()

    def address(self, context: Context) -> str:
        """The caller's address, whose resources are limited; empty: they are not."""
        return "" if self._is_exempt(context) else _address(context)

    def join_attempt(self, context: Context) -> None:
        """Count opening, joining or trying a join code, by address: nobody can guess a code."""
        refusal = "Too many attempts to join from your address: wait {wait}."
        self._check(context, self._join_attempts, _address(context), refusal)

    def read(self, context: Context, cost: int = READ) -> None:
        """Count a request that only reads, by address; *cost*: the work that it makes, in READs."""
        refusal = "Too many requests from your address: wait {wait}."
        self._check(context, self._reads, _address(context), refusal, cost)

    def table_join(self, context: Context, table_id: str) -> AbstractContextManager[None]:
        """Count somebody who sits down at a table, by address, unless the block fails."""
        if self._is_exempt(context):
            return nullcontext()
        refusal = "People at your address sit down at this table too often: wait {wait}."
        return self._table_joins.unless_refused((_address(context), table_id), refusal)

    def reconnect(self, context: Context, token: bytes) -> None:
        """Count a new watch of a seat, of which everybody at the table may be notified."""
        refusal = "You have reconnected too often: wait {wait}."
        self._check(context, self._reconnects, token, refusal)

    def act(self, context: Context, token: bytes) -> None:
        """Count any act of a seat."""
        self._check(context, self._acts, token, "You are going too fast: wait {wait}.")

    def chat(self, context: Context, token: bytes) -> None:
        """Count a chat message of a seat, in addition to :meth:`act`."""
        self._check(context, self._chats, token, "You are chatting too fast: wait {wait}.")

    def seat_change(self, context: Context, token: bytes) -> None:
        """Count the use of a seat option by a seat, in addition to :meth:`act`."""
        refusal = "You are changing seats too often: wait {wait}."
        self._check(context, self._seat_changes, token, refusal)

    def watching(self, context: Context) -> AbstractContextManager[None]:
        """Count a watch of a spectator or of the lobby while it is open, by address."""
        return self._running(self._watches, context, _ADDRESS_WATCHES, _SERVER_WATCHES)

    def streaming_record(self, context: Context) -> AbstractContextManager[None]:
        """Count the stream of a record while it is open, by address."""
        return self._running(self._record_streams, context, _ADDRESS_RECORDS, _SERVER_RECORDS)

    def turn(self, context: Context) -> Turn:
        """Waits for the caller's turn to have something analysed: one at a time, by address."""
        return partial(self._turns.turn, _address(context))

    def _check(
        self, context: Context, bucket: TokenBucket, key: Hashable, refusal: str, cost: int = 1
    ) -> None:
        if not self._is_exempt(context):
            bucket.check(key, refusal, cost)

    def _running(
        self, limit: ConcurrencyLimit, context: Context, refusal: str, refusal_in_all: str
    ) -> AbstractContextManager[None]:
        if self._is_exempt(context):
            return nullcontext()
        return limit.running(_address(context), refusal, refusal_in_all)

    def _is_exempt(self, context: Context) -> bool:
        """Whether programs on this machine are exempt, and the caller is one of them."""
        return self._free_loopback and _address(context) in LOOPBACK


def _address(context: Context) -> str:
    """The address of the caller, as limits count it."""
    return address_of(str(context.peer()))
