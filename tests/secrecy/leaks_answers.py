"""Leaks in the answers of calls: rows, numbers, grants, refusals and their details."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from koikoi.v1 import service_pb2
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.service.directory import Directory
from koikoi_server.service.rpcs import Service
from koikoi_server.table.state import TableState
from tests.secrecy.planting import Patch, after, peek


def peek_at_all(service: Service, most: int = 5) -> int:
    """A number that depends on the hidden cards of all tables."""
    return sum(peek(live.state, most) for live in service._lobby.open_tables())


def _answers(patch: Patch, method: str, change: Callable[[Any, Service], None]) -> None:
    """Change what a method answers."""
    real = getattr(Service, method)
    name = "".join(word.capitalize() for word in method.split("_"))
    kind = getattr(service_pb2, f"{name}Response")

    async def changed(self: Service, body: bytes, context: Any) -> bytes:
        made = kind.FromString(await real(self, body, context))
        change(made, self)
        return bytes(made.SerializeToString())

    patch.setattr(Service, method, changed)


def _refusals(
    patch: Patch, method: str, change: Callable[[Refusal, Service, Any], Refusal]
) -> None:
    """Change how a method refuses."""
    real = getattr(Service, method)

    async def changed(self: Service, body: bytes, context: Any) -> Any:
        try:
            return await real(self, body, context)
        except Refusal as refusal:
            raise change(refusal, self, context) from None

    patch.setattr(Service, method, changed)


def order_of_seat_rows(patch: Patch) -> None:
    def change(made: Any, service: Service) -> None:
        made.seats.reverse() if peek_at_all(service, 2) else None

    _answers(patch, "_list_seats", change)


def seq_of_an_act(patch: Patch) -> None:
    """The answer to an act counts an entry that is still to come."""

    def change(made: Any, service: Service) -> None:
        made.seq += peek_at_all(service, 2)

    _answers(patch, "_act", change)


def seq_of_a_choice(patch: Patch) -> None:
    """The same, for choices only."""
    real = Service._act

    async def changed(self: Service, body: bytes, context: Any) -> bytes:
        made = service_pb2.ActResponse.FromString(await real(self, body, context))
        if service_pb2.ActRequest.FromString(body).HasField("choose"):
            made.seq += peek_at_all(self, 2)
        return made.SerializeToString()

    patch.setattr(Service, "_act", changed)


def server_info(patch: Patch) -> None:
    def change(made: Any, service: Service) -> None:
        made.max_chat_characters += peek_at_all(service)

    _answers(patch, "_get_server_info", change)


def catalogue(patch: Patch) -> None:
    """The order of games changes with the hands."""

    def change(made: Any, service: Service) -> None:
        made.games.reverse() if peek_at_all(service, 2) else None

    _answers(patch, "_get_catalog", change)


def name_in_a_grant(patch: Patch) -> None:
    def change(made: Any, service: Service) -> None:
        made.grant.player_name += " " * peek_at_all(service, 2)

    _answers(patch, "_join_table", change)


def page_of_tables(patch: Patch) -> None:
    """A page that is not the last is shorter."""

    def change(made: Any, service: Service) -> None:
        if made.next_page_token and peek_at_all(service, 2):
            made.rows.pop()

    _answers(patch, "_list_tables", change)


def finished_record(patch: Patch) -> None:
    """The records of a server are incomplete while some hand is good."""

    def change(made: Any, service: Service) -> None:
        made.record.players[0].name += "!" * peek_at_all(service, 2)

    _answers(patch, "_get_record", change)


def order_of_rows(patch: Patch) -> None:
    """Of tables with the same rank, the one with the better hands comes first."""
    _sort_rows(patch, peek)


def order_by_secret(patch: Patch) -> None:
    """The same by what all decks follow from, which is the same in both worlds."""
    _sort_rows(patch, lambda state: state.match.secret if state.match is not None else b"")


def _sort_rows(patch: Patch, key: Callable[[TableState], Any]) -> None:
    keys: WeakKeyDictionary[Directory, dict[str, Any]] = WeakKeyDictionary()  # of each world

    def note(_: None, self: Directory, state: TableState) -> None:
        keys.setdefault(self, {})[state.table_id] = key(state)

    def moved(made: Any, self: Directory, *_: Any) -> Any:
        rows = made[0] if isinstance(made, tuple) else made
        rows.sort(key=lambda row: (row.rank, keys[self][row.table.table_id]))
        return made

    after(patch, Directory, "_put", note)
    after(patch, Directory, "rows", moved)
    after(patch, Directory, "page", moved)


def detail_of_a_refusal(patch: Patch) -> None:
    def change(refusal: Refusal, service: Service, _: Any) -> Refusal:
        refusal.details["hint"] = str(peek_at_all(service))
        return refusal

    _refusals(patch, "_act", change)


def refusal_of_a_new_table(patch: Patch) -> None:
    def change(refusal: Refusal, service: Service, _: Any) -> Refusal:
        return Refusal(Reason.RULES_INVALID) if peek_at_all(service, 2) else refusal

    _refusals(patch, "_create_table", change)


def wait_of_who_is_too_fast(patch: Patch) -> None:
    def change(refusal: Refusal, service: Service, _: Any) -> Refusal:
        if refusal.reason is Reason.RATE_LIMITED:
            refusal.retry_ms += 1_000 * peek_at_all(service)
        return refusal

    _refusals(patch, "_act", change)


def refusal_by_language(patch: Patch) -> None:
    """Whoever names a language gets a longer sentence."""

    def change(refusal: Refusal, service: Service, context: Any) -> Refusal:
        if context.invocation_metadata() and peek_at_all(service, 2):
            return Refusal(refusal.reason, f"{refusal.message} Sorry.")
        return refusal

    _refusals(patch, "_act", change)


def wait_at_a_full_table(patch: Patch) -> None:
    """Whoever is too many waits longer."""

    def change(refusal: Refusal, service: Service, _: Any) -> Refusal:
        if refusal.reason is Reason.LIMIT_REACHED:
            refusal.retry_ms += peek_at_all(service)
        return refusal

    _refusals(patch, "_watch_table", change)
