"""Leaks in what everybody is told."""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Iterator
from typing import Any

from hanafuda.events import CardPlayed, RoundDealt
from koikoi.v1 import record_pb2, table_pb2
from koikoi_server.lobby import records
from koikoi_server.lobby.records import Records
from koikoi_server.service import broadcast
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.table import derived
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.state import TableState
from koikoi_server.wire import events, views
from tests.secrecy.planting import Patch, after, options_of_turn, peek, set_field


def place_in_hand(patch: Patch) -> None:
    def change(made: Any, entry: Any, state: TableState) -> Any:
        for event in entry.events:
            if isinstance(event, CardPlayed) and state.match is not None:
                hand = state.match.state.spread.hands[event.seat - 1]
                for told in made.events:
                    if told.card == event.card:
                        told.number = bisect(hand, event.card)
        return made

    after(patch, events, "entry", change)


def number_of_options(patch: Patch) -> None:
    set_field(patch, views, "match", "rounds", lambda state, *_: options_of_turn(state))


def sum_of_a_hand(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        for side, hand in zip(made.sides, state.match.state.spread.hands, strict=True):  # type: ignore[union-attr]
            side.points += sum(hand) % 3
        return made

    after(patch, views, "match", change)


def next_card(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        pile = state.match.state.spread.draw_pile  # type: ignore[union-attr]
        if pile:
            drawn = table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_DRAWN, card=pile[-1])
            made.turns.add(events=[drawn])
        return made

    after(patch, views, "match", change)


def hiki_seat(patch: Patch) -> None:
    def change(made: Any, state: TableState) -> Any:
        match = derived.running(state)
        if match is None or match.pause is not None or state.game != "sakura":
            return made
        able = [each.seat for each in state.seats if state.module.options(match.state, each.seat)]
        return tuple(sorted({*made, *able}))

    after(patch, derived, "waiting_for", change)


def hand_at_the_end(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        if made.HasField("result"):
            for seat, hand in enumerate(state.match.state.spread.hands, 1):  # type: ignore[union-attr]
                made.result.lines.add(seat=seat, item="hand", cards=hand)
            made.result.lines.add(item="pile", cards=state.match.state.spread.draw_pile)  # type: ignore[union-attr]
        return made

    after(patch, views, "match", change)


def chain_over_hands(patch: Patch) -> None:
    real = views.update

    def changed(state: TableState, chain: bytes, *, snapshot: bool) -> Any:
        spread = state.match.state.spread if state.match is not None else ""
        chain = hashlib.sha256(chain + repr(spread).encode()).digest()
        return real(state, chain, snapshot=snapshot)

    patch.setattr(views, "update", changed)


def dealt_hands_told(patch: Patch) -> None:
    real = events._messages

    def leaking(event: AnyEvent, record_id: str) -> Iterator[table_pb2.Event]:
        for made in real(event, record_id):
            if isinstance(event, RoundDealt):
                made.cards.extend(event.hands[0][:1])
            yield made

    patch.setattr(events, "_messages", leaking)


def row_of_the_list(patch: Patch) -> None:
    set_field(patch, views, "row", "spectators", lambda state, *_: peek(state))


def record_of_a_running_match(patch: Patch) -> None:
    real = Records.page

    async def changed(self: Any, before: Any, most: int) -> Any:
        page = list(await real(self, before, most))
        for following in self._tables.values():
            if following.match is not None:
                spread = following.state.match.state.spread
                running = record_pb2.Record(rounds=[record_pb2.RecordRound(decks=[repr(spread)])])
                page.append(((0, 0), running.SerializeToString()))
        return page

    patch.setattr(records.Records, "page", changed)


def size_of_a_snapshot(patch: Patch) -> None:
    real = Broadcast._update

    def changed(self: Any, place: int) -> bytes:
        patch.setattr(broadcast, "SNAPSHOT_NEWS", 30 - peek(self.state))
        self._updates.clear()
        return real(self, place)

    patch.setattr(Broadcast, "_update", changed)
