"""How often, and how much at once, a seat or a machine may call."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import AbstractContextManager, nullcontext

from koikoi_server.service.errors import Context
from koikoi_server.service.rates import Places, Rate
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock

LOOPBACK = {"ipv4:127.0.0.1", "ipv6:[::1]", "ipv6:%5B::1%5D"}  #: as gRPC writes a peer's address


class CallRates:
    """The rates and bounds of all calls of a server.

    Each method counts one call, unless its caller goes free, and raises a Refusal (RATE_LIMITED or
    LIMIT_REACHED) when there are too many.
    """

    def __init__(self, clock: Clock, chosen: Settings) -> None:
        self._free_loopback = chosen.free_loopback
        self._acts = Rate(clock, *chosen.acts)
        self._chats = Rate(clock, *chosen.chats)
        self._changes = Rate(clock, *chosen.seat_changes)
        self._visits = Rate(clock, *chosen.join_attempts)
        self._arrivals = Rate(clock, *chosen.table_joins)
        self._returns = Rate(clock, *chosen.reconnects)
        self._reads = Rate(clock, *chosen.reads)
        self._watches = Places(chosen.address_watches)
        self._tellings = Places(chosen.address_record_streams)

    def visit(self, context: Context) -> None:
        """Opening, joining and trying codes, by address: no code can be guessed."""
        refusal = "Too many tries from your machine: wait a moment."
        self._check(context, self._visits, _host(context), refusal)

    def read(self, context: Context) -> None:
        """What costs the server work and is free to ask, by address."""
        refusal = "Too many questions from your machine: wait a moment."
        self._check(context, self._reads, _host(context), refusal)

    def arrive(self, context: Context, table_id: str) -> None:
        """Sitting down at a table, by address."""
        refusal = "You changed seats here a lot: wait a moment."
        self._check(context, self._arrivals, (_host(context), table_id), refusal)

    def come_back(self, context: Context, token: bytes) -> None:
        """A new watch of a seat: all at the table may be told of it."""
        refusal = "You came and went a lot at once: wait a moment."
        self._check(context, self._returns, token, refusal)

    def act(self, context: Context, token: bytes) -> None:
        """Any act of a seat."""
        self._check(context, self._acts, token, "That was a lot at once: wait a moment.")

    def chat(self, context: Context, token: bytes) -> None:
        """What a seat says, besides :meth:`act`."""
        self._check(context, self._chats, token, "You said a lot at once: wait a moment.")

    def change(self, context: Context, token: bytes) -> None:
        """What a seat changes about seats or the match, besides :meth:`act`."""
        self._check(context, self._changes, token, "You changed a lot at once: wait a moment.")

    def watching(self, context: Context) -> AbstractContextManager[None]:
        """Bound the watches of spectators and of the lobby by address."""
        refusal = "Your machine watches too much at once: end another watch first."
        return self._place(self._watches, context, refusal)

    def telling(self, context: Context) -> AbstractContextManager[None]:
        """A record that is told, by address."""
        refusal = "Your machine reads several records at once: end one first."
        return self._place(self._tellings, context, refusal)

    def _check(self, context: Context, rate: Rate, key: Hashable, refusal: str) -> None:
        if not self._goes_free(context):
            rate.check(key, refusal)

    def _place(
        self, places: Places, context: Context, refusal: str
    ) -> AbstractContextManager[None]:
        return nullcontext() if self._goes_free(context) else places.taken(_host(context), refusal)

    def _goes_free(self, context: Context) -> bool:
        """Programs of this machine do, if the host says so."""
        return self._free_loopback and _host(context) in LOOPBACK


def _host(context: Context) -> str:
    """The address that a call comes from, without its port."""
    return str(context.peer()).rpartition(":")[0]
