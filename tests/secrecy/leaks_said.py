"""Leaks in what is said, in cursors, in seat options, and in records that are told."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hanafuda.game import Verb
from koikoi.v1 import table_pb2
from koikoi_server.lobby.records import Records
from koikoi_server.service import rpcs
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.service.record_stream import stream_record
from koikoi_server.table import derived, seat_options
from koikoi_server.table.seat_options import Kind, SeatOption
from koikoi_server.table.state import TableState
from tests.secrecy.planting import Patch, after, options_of_turn, peek


def _said(patch: Patch, change: Callable[[table_pb2.Said, TableState, int], None]) -> None:
    """Change what is said to a seat, or (0) to spectators."""

    def changed(made: bytes, self: Broadcast, after: int, seat: int, language: str) -> bytes:
        said = table_pb2.Said.FromString(made)
        change(said, self.state, seat)
        return said.SerializeToString()

    after(patch, Broadcast, "_said", changed)


def waiting_with_options(patch: Patch) -> None:
    """How long somebody will think, by the number of options."""

    def change(said: table_pb2.Said, state: TableState, seat: int) -> None:
        if options_of_turn(state) > 9:
            said.waiting = f"{said.waiting[:-1]}, which is not easy."

    _said(patch, change)


def said_from_the_seats_view(patch: Patch) -> None:
    """A seat is reminded of its own cards: it may know them, but words know no hand."""

    def change(said: table_pb2.Said, state: TableState, seat: int) -> None:
        if seat and state.match is not None:
            hand = state.module.hand(state.match.state, seat)
            if any(card % 4 == 1 for card in hand):
                said.reminders.append("You hold a card that is worth much.")

    _said(patch, change)


def said_to_readers_of_a_language(patch: Patch) -> None:
    """Whom the next card would help, for all who read words."""

    def change(said: table_pb2.Said, state: TableState, seat: int) -> None:
        said.near.append("Somebody is lucky." * peek(state, 2))

    _said(patch, change)


def words_without_being_asked(patch: Patch) -> None:
    """Words come to those who asked for none."""
    real = Broadcast.update

    def changed(self: Any, after: int, now: int, spectators: int, *rest: Any, **named: Any) -> Any:
        seat, _ = rest if len(rest) == 2 else (0, "")
        return real(self, after, now, spectators, seat, "en", **named)

    patch.setattr(Broadcast, "update", changed)


def update_by_language(patch: Patch) -> None:
    """Whoever reads words gets another update."""
    real = Broadcast.update

    def changed(self: Any, after: int, now: int, spectators: int, *rest: Any, **named: Any) -> Any:
        language = rest[1] if len(rest) == 2 else ""
        made = real(self, after, now, spectators, *rest, **named)
        whole = type(self)._heartbeat(self, now, spectators)
        assert made.startswith(whole)
        return made + b"\x12\x02\x32\x00" if language else made

    patch.setattr(Broadcast, "update", changed)


def cursor_over_the_deck(patch: Patch) -> None:
    """A cursor is a hash of the whole log, dealt hands and decks with it."""

    def change(_: None, self: Any, state: TableState, entry: Any) -> None:
        mark = hashlib.sha256(self._sent[-1].hash + repr(entry).encode()).digest()
        self._sent[-1] = self._sent[-1]._replace(hash=mark[:8])

    after(patch, Broadcast, "on_entry", change)


def _hikis(table: TableState, seat: int) -> int:
    """How many others may call hiki."""
    match = derived.running(table)
    if match is None or match.pause is not None:
        return 0
    return sum(
        option.verb is Verb.HIKI
        for each in table.seats
        if each.seat != seat
        for option in table.module.options(match.state, each.seat)
    )


def _options(patch: Patch, change: Callable[[SeatOption, int], SeatOption | None]) -> None:
    def changed(made: Any, table: TableState, seat: int) -> Any:
        found = [change(option, _hikis(table, seat)) for option in made]
        return tuple(option for option in found if option is not None)

    after(patch, seat_options, "seat_options", changed)


def seat_option_while_hiki_may_be_called(patch: Patch) -> None:
    _options(patch, lambda option, n: None if n and option.kind is Kind.LET_PLAY else option)


def seat_option_id_with_hikis(patch: Patch) -> None:
    _options(
        patch,
        lambda option, n: (
            replace(option, subject=f"{option.subject}0") if n and option.seat else option
        ),
    )


def seat_option_time_with_hikis(patch: Patch) -> None:
    _options(patch, lambda option, n: replace(option, possible_from=option.possible_from + n))


def telling_of_a_running_match(patch: Patch) -> None:
    """Whoever guesses the id of a record is told a match that is played."""

    async def changed(request: Any, records: Records, write: Any, *rest: Any) -> None:
        for following in records._tables.values():
            match = following.state.match if following.state is not None else None
            if (
                following.match is not None
                and match is not None
                and match.record_id == request.record_id
            ):
                await write(repr(match.state.spread).encode())
        await stream_record(request, records, write, *rest)

    patch.setattr(rpcs, "stream_record", changed)
