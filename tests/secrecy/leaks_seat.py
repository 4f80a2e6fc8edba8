"""Leaks in what one seat is told: options, versions, errors; and a computer that peeks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hanafuda.game import seat_view
from hanafuda.koikoi import play as koikoi
from koikoi_server.journal import states
from koikoi_server.refusal import Refusal
from koikoi_server.table import commands, computers, decide, derived, runner, seating
from koikoi_server.table.state import TableState
from koikoi_server.wire import views
from tests.secrecy.planting import Patch, after, peek, set_field


def label(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        held = {card.month for hand in state.match.state.spread.hands for card in hand}  # type: ignore[union-attr]
        for option in made:
            if option.card and (option.card + 3) // 4 + 1 in held:
                option.label += ", which is bold"
        return made

    def guarded(made: Any, state: TableState, *rest: Any) -> Any:
        return change(made, state) if state.match is not None else made

    after(patch, views, "game_options", guarded)


def likeness(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        if made and peek(state, 2):
            made[-1].same_as = made[0].number
        return made

    after(patch, views, "game_options", change)


def order_of_options(patch: Patch) -> None:
    def change(made: Any, table: TableState, seat: int) -> Any:
        return made[::-1] if peek(table, 2) else made

    after(patch, derived, "choices", change)


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
    after(patch, states, "evolve", change)


def error_text(patch: Patch) -> None:
    def change(made: str, table: TableState, *_: Any) -> str:
        return f"{made} The draw pile is{' not' * peek(table)} good."

    after(patch, decide, "_why_not", change)


def error_of_a_stranger(patch: Patch) -> None:
    real = seating.join

    def changed(table: TableState, *rest: Any) -> Any:
        try:
            return real(table, *rest)
        except Refusal as refusal:
            raise Refusal(refusal.reason, f"{refusal.message[:-1]}{' ' * peek(table)}.") from None

    patch.setattr(decide, "join", changed)


def error_or_not(patch: Patch) -> None:
    real = decide._use_seat_option

    def changed(table: TableState, *rest: Any) -> Any:
        return () if peek(table, 2) else real(table, *rest)

    patch.setattr(decide, "_use_seat_option", changed)


def wait_in_an_error(patch: Patch) -> None:
    real = decide._choose

    def changed(table: TableState, me: int, command: commands.Choose) -> Any:
        try:
            return real(table, me, command)
        except Refusal as refusal:
            refusal.retry_ms = 1000 + peek(table)
            raise

    patch.setattr(decide, "_choose", changed)


def computer_that_peeks(patch: Patch) -> None:
    def peeking(module: Any, rules: Any, state: Any, seat: int) -> Any:
        view = seat_view(module, rules, state, seat)
        best = sum(sum(hand) * at for at, hand in enumerate(state.spread.hands, 1))
        return view._replace(options=view.options[best % len(view.options or "x") :][:1])

    patch.setattr(computers, "seat_view", peeking)


def label_of_a_capture(patch: Patch) -> None:
    def change(made: Any, state: TableState, *_: Any) -> Any:
        for option in made:
            if option.taken:
                option.label += "!" * peek(state)
        return made

    after(patch, views, "game_options", change)
