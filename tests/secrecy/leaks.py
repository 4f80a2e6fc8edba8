"""Leaks to plant: small changes of the server by which something depends on a hidden card."""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hanafuda import koikoi
from hanafuda.events import CardPlayed, RoundDealt
from hanafuda.game import Option, seat_view
from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_server import broadcast, directory, lobby, records
from koikoi_server.broadcast import Broadcast
from koikoi_server.clock import sleep_until
from koikoi_server.records import Records
from koikoi_server.refusal import Refusal
from koikoi_server.table import commands as ask
from koikoi_server.table import computers, decide, fold, levels, runner, seating, watches
from koikoi_server.table.computers import Computers
from koikoi_server.table.state import TableState
from koikoi_server.table.watches import Watches
from koikoi_server.wire import events, views

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def peek(state: TableState, most: int = 5) -> int:
    """A number, 0 to *most* - 1, that depends on where the hidden cards are."""
    if state.match is None:
        return 0
    spread = state.match.state.spread
    cards = [*(card for hand in spread.hands for card in (*hand, 50)), *spread.draw_pile]
    return sum((at + 1) ** 2 * int(card) for at, card in enumerate(cards)) // 3 % most


def options_of_turn(state: TableState) -> int:
    """How many options the seat on turn has."""
    match = levels.running(state)
    return len(state.module.options(match.state, match.state.turn)) if match is not None else 0


def after(patch: Patch, owner: Any, name: str, change: Callable[..., Any]) -> None:
    """Let what *owner*'s *name* returns be changed by *change*, which gets the arguments too."""
    real = getattr(owner, name)

    def changed(*given: Any, **named: Any) -> Any:
        return change(real(*given, **named), *given, **named)

    patch.setattr(owner, name, changed)


def set_field(patch: Patch, owner: Any, name: str, field: str, value: Callable[..., int]) -> None:
    """Let a message that *owner*'s *name* makes have more in *field*."""

    def change(made: Any, *given: Any, **named: Any) -> Any:
        setattr(made, field, getattr(made, field) + value(*given))
        return made

    after(patch, owner, name, change)


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
            made.last_turn.add(kind=table_pb2.EVENT_KIND_CARD_DRAWN, card=pile[-1])
        return made

    after(patch, views, "match", change)


def hiki_seat(patch: Patch) -> None:
    def change(made: Any, state: TableState) -> Any:
        match = levels.running(state)
        if match is None or match.pause is not None or state.game != "sakura":
            return made
        able = [each.seat for each in state.seats if state.module.options(match.state, each.seat)]
        return tuple(sorted({*made, *able}))

    after(patch, levels, "waiting_for", change)


def hand_at_the_end(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        if made.HasField("result"):
            for seat, hand in enumerate(state.match.state.spread.hands, 1):  # type: ignore[union-attr]
                made.result.lines.add(seat=seat, item="hand", cards=hand)
            made.result.lines.add(item="pile", cards=state.match.state.spread.draw_pile)  # type: ignore[union-attr]
        return made

    after(patch, views, "match", change)


def deadline(patch: Patch) -> None:
    def change(made: Any, state: TableState) -> Any:
        return made if made is None else made + peek(state)

    after(patch, levels, "deadline", change)


def chain_over_hands(patch: Patch) -> None:
    real = views.update

    def changed(state: TableState, news: Any, chain: bytes, *, snapshot: bool) -> Any:
        spread = state.match.state.spread if state.match is not None else ""
        chain = hashlib.sha256(chain + repr(spread).encode()).digest()
        return real(state, news, chain, snapshot=snapshot)

    patch.setattr(views, "update", changed)


def dealt_hands_told(patch: Patch) -> None:
    told = events.TOLD[RoundDealt]

    def tell(event: RoundDealt) -> Any:
        made = told(event)
        made.cards.extend(event.hands[0][:1])
        return made

    patch.setitem(events.TOLD, RoundDealt, tell)


def label(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        held = {card.month for hand in state.match.state.spread.hands for card in hand}  # type: ignore[union-attr]
        for option in made:
            if option.card and (option.card + 3) // 4 + 1 in held:
                option.label += ", which is bold"
        return made

    def guarded(made: Any, state: TableState, *rest: Any) -> Any:
        return change(made, state) if state.match is not None else made

    after(patch, views, "_options", guarded)


def likeness(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        if made and peek(state, 2):
            made[-1].same_as = made[0].option
        return made

    after(patch, views, "_options", change)


def order_of_options(patch: Patch) -> None:
    def change(made: Any, table: TableState, seat: int) -> Any:
        return made[::-1] if peek(table, 2) else made

    after(patch, levels, "choices", change)


def option_that_fears(patch: Patch) -> None:
    def change(made: Any, state: Any, seat: int) -> Any:
        other = {card.month for card in state.spread.hands[seat % 2]}
        return (*made, *[each for each in made if each.card and each.card.month in other][:1])

    after(patch, koikoi, "options", change)


def anothers_hand(patch: Patch) -> None:
    def change(made: Any, state: TableState, seat: int, *_: Any) -> Any:
        if state.match is not None:
            hands = state.match.state.spread.hands
            made.hand.extend(hands[seat % len(hands)][:1])
        return made

    after(patch, views, "seat_view", change)


def version(patch: Patch) -> None:
    set_field(patch, views, "seat_view", "state_version", lambda state, *_: peek(state))


def version_in_the_log(patch: Patch) -> None:
    def change(made: TableState, *_: Any) -> TableState:
        return replace(made, version=made.version + peek(made, 3))

    after(patch, runner, "evolve", change)
    after(patch, lobby, "evolve", change)


def error_text(patch: Patch) -> None:
    def change(made: str, table: TableState, *_: Any) -> str:
        return f"{made} The draw pile is{' not' * peek(table)} good."

    after(patch, decide, "_why_not", change)


def error_of_a_stranger(patch: Patch) -> None:
    real = seating.join

    def changed(table: TableState, command: ask.Join) -> Any:
        try:
            return real(table, command)
        except Refusal as refusal:
            raise Refusal(refusal.reason, f"{refusal.message[:-1]}{' ' * peek(table)}.") from None

    patch.setattr(decide, "join", changed)


def error_or_not(patch: Patch) -> None:
    real = decide._nudge

    def changed(table: TableState, *rest: Any) -> Any:
        return () if peek(table, 2) else real(table, *rest)

    patch.setattr(decide, "_nudge", changed)


def wait_in_an_error(patch: Patch) -> None:
    real = decide._choose

    def changed(table: TableState, me: int, command: ask.Choose) -> Any:
        try:
            return real(table, me, command)
        except Refusal as refusal:
            refusal.retry_ms = 1000 + peek(table)
            raise

    patch.setattr(decide, "_choose", changed)


def answer_time(patch: Patch) -> None:
    real = Computers._answer

    async def changed(self: Any, table: TableState, question: Any, view: Any) -> None:
        longer = 10 * (sum(view.hand) % 7 + len(view.options))
        pace = replace(table.pace, bot_delay=table.pace.bot_delay + longer)
        await real(self, replace(table, pace=pace), question, view)

    patch.setattr(Computers, "_answer", changed)


def answer_when_ready(patch: Patch) -> None:
    async def changed(self: Any, table: TableState, question: Any, view: Any) -> None:
        chosen = await self._think(table.game, question[1], view)
        await sleep_until(self._clock, self._clock.now() + table.pace.bot_delay)
        self._tell(ask.BotChoose(view.seat, question[0], chosen))

    patch.setattr(Computers, "_answer", changed)


def computer_that_peeks(patch: Patch) -> None:
    def peeking(module: Any, rules: Any, state: Any, seat: int) -> Any:
        view = seat_view(module, rules, state, seat)
        best = sum(sum(hand) * at for at, hand in enumerate(state.spread.hands, 1))
        return view._replace(options=view.options[best % len(view.options or "x") :][:1])

    patch.setattr(computers, "seat_view", peeking)


def row_of_the_list(patch: Patch) -> None:
    set_field(patch, views, "row", "spectators", lambda state, *_: peek(state))


def heartbeat(patch: Patch) -> None:
    def change(made: bytes, self: Any, *_: Any) -> bytes:
        beat = service_pb2.WatchTableResponse.FromString(made)
        beat.heartbeat.spectators += peek(self.state)
        return beat.SerializeToString()

    after(patch, Broadcast, "_beat", change)


def number_of_messages(patch: Patch) -> None:
    real = Watches.publish

    def changed(self: Any, state: TableState, entry: Any) -> None:
        everybody = self._all
        if peek(state, 2):  # told with the next heartbeat
            self._all = set()
        real(self, state, entry)
        self._all = everybody

    patch.setattr(watches.Watches, "publish", changed)


def time_of_heartbeats(patch: Patch) -> None:
    real = Watches._woken

    async def changed(self: Any, watch: Any) -> bool:
        self._heartbeat = 4_000 - 100 * peek(self._table.state)
        return await real(self, watch)

    patch.setattr(Watches, "_woken", changed)


def time_of_an_entry(patch: Patch) -> None:
    def change(made: Any, entry: Any, state: TableState) -> Any:
        made.time.nanos += peek(state)
        return made

    after(patch, events, "entry", change)


def closing_time(patch: Patch) -> None:
    def change(made: int, table: TableState) -> int:
        return made + peek(table)

    after(patch, levels, "close_time", change)


def record_of_a_running_match(patch: Patch) -> None:
    real = Records.page

    async def changed(self: Any, before: Any, most: int) -> Any:
        page = list(await real(self, before, most))
        for following in self._tables.values():
            if following.entries:
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


def order_of_the_list(patch: Patch) -> None:
    real = directory.Directory.put

    def changed(self: Any, state: TableState, spectators: int) -> None:
        self._change += peek(state, 2)
        if peek(state, 2):
            self._wake()
        real(self, state, spectators)

    patch.setattr(directory.Directory, "put", changed)


def label_of_a_capture(patch: Patch) -> None:
    def change(made: Any, state: TableState, choices: Any, *_: Any) -> Any:
        for option, choice in zip(made, choices, strict=True):
            if isinstance(choice, Option) and choice.taken:
                option.label += "!" * peek(state)
        return made

    after(patch, views, "_options", change)


def question_time(patch: Patch) -> None:
    def change(made: TableState, *_: Any) -> TableState:
        if made.match is None:
            return made
        return replace(made, match=replace(made.match, since=made.match.since + peek(made)))

    after(patch, fold, "evolve", change)
    after(patch, runner, "evolve", change)
    after(patch, lobby, "evolve", change)


LEAKS: dict[str, tuple[str, Plant]] = {
    "the place of a played card in its hand": ("koikoi", place_in_hand),
    "the number of options, in public": ("koikoi", number_of_options),
    "what a hand adds up to": ("coin", sum_of_a_hand),
    "the last card of the draw pile": ("koikoi", next_card),
    "a seat that may call hiki is waited for": ("sakura", hiki_seat),
    "unplayed hands and the pile when a round is over": ("koikoi", hand_at_the_end),
    "a deadline": ("coin", deadline),
    "a chain over the hands": ("sakura", chain_over_hands),
    "a dealt hand in the news": ("koikoi", dealt_hands_told),
    "a label": ("koikoi", label),
    "a label of what captures": ("coin", label_of_a_capture),
    "which options are alike": ("coin", likeness),
    "the order of options": ("koikoi", order_of_options),
    "an option twice when another holds its month": ("koikoi", option_that_fears),
    "a card of another's hand": ("sakura", anothers_hand),
    "the state version": ("koikoi", version),
    "the state version that the log counts": ("coin", version_in_the_log),
    "the sentence of an error": ("koikoi", error_text),
    "the sentence of a stranger's error": ("koikoi", error_of_a_stranger),
    "whether there is an error": ("coin", error_or_not),
    "the wait in an error": ("coin", wait_in_an_error),
    "the time that a computer takes by its hand": ("coin", answer_time),
    "the time that a computer thinks": ("koikoi", answer_when_ready),
    "a computer that peeks": ("koikoi", computer_that_peeks),
    "a row of the list": ("sakura", row_of_the_list),
    "a heartbeat": ("koikoi", heartbeat),
    "when heartbeats come": ("koikoi", time_of_heartbeats),
    "the number of messages": ("coin", number_of_messages),
    "the number of the lobby's messages": ("koikoi", order_of_the_list),
    "the time of an entry": ("sakura", time_of_an_entry),
    "when the table closes": ("koikoi", closing_time),
    "when a pause ends": ("koikoi", question_time),
    "the record of a match that is played": ("koikoi", record_of_a_running_match),
    "the size of a snapshot": ("koikoi", size_of_a_snapshot),
}
"""What is leaked: the game in which it is, and how it is planted."""
