"""Leaks in what the server works out for readers: progress, what options bring, notes, turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hanafuda.analysis.progress import Progress, ProgressState, brings, progress
from hanafuda.cards import DECK, Cards
from hanafuda.game import View
from koikoi.v1 import table_pb2
from koikoi_server.table.state import TableState
from koikoi_server.wire import game_options, views
from tests.secrecy.planting import Patch, after


def brings_after_the_draw(patch: Patch) -> None:
    """What an option brings counts the card that will be drawn after it."""
    real = game_options._moves

    def changed(made: Any, said: Any, state: TableState, *rest: Any) -> Any:
        drawn = _spread(state).draw_pile[:1]

        def counted(game: Any, rules: Any, view: View, seat: int, options: Any) -> Any:
            more = [
                each._replace(taken=(*each.taken, *drawn) if each.taken else ()) for each in options
            ]
            return brings(game, rules, view, seat, more)

        patch.setattr(game_options, "brings", counted)
        return real(made, said, state, *rest)

    patch.setattr(game_options, "_moves", changed)


def note_of_the_draw(patch: Patch) -> None:
    """A note names the card that will be drawn."""

    def change(made: Any, state: TableState, *_: Any) -> Any:
        for option in made:
            if option.note:
                option.note = "".join(DECK[card - 1].name for card in _spread(state).draw_pile[:1])
        return made

    after(patch, views, "game_options", change)


def out_of_reach_by_a_hand(patch: Patch) -> None:
    """A yaku is out of reach when the others hold a card of it."""

    def change(told: Any, row: Progress) -> None:
        if row.state is ProgressState.OUT:
            told.state = table_pb2.PROGRESS_STATE_OUT

    _progress(patch, change)


def one_card_that_can_come(patch: Patch) -> None:
    """One card away is said when the card is on the field or in the draw pile."""

    def change(told: Any, row: Progress) -> None:
        told.one_card = row.one_card

    _progress(patch, change)


def _progress(patch: Patch, change: Callable[[Any, Progress], None]) -> None:
    """Change rows by what they would be if the others' hands were captured."""

    def changed(made: Any, state: TableState, match: Any, *_: Any) -> Any:
        view = state.module.view(match.state)
        hands = _spread(state).hands
        for told in made.sides:
            rows = progress(state.module, state.rules, _captured(view, told.seat, hands))
            named = {row.yaku: row for row in rows[told.seat - 1]}
            for row in told.progress:
                if row.yaku in named:
                    change(row, named[row.yaku])
        return made

    after(patch, views, "match", changed)


def _captured(view: View, seat: int, hands: tuple[Cards, ...]) -> View:
    """*view* with all hands but that of *seat* among what is captured."""
    sides = [
        side if other == seat else side._replace(captured=(*side.captured, *hand))
        for other, (side, hand) in enumerate(zip(view.sides, hands, strict=True), 1)
    ]
    return view._replace(sides=tuple(sides))


def turn_with_a_hidden_card(patch: Patch) -> None:
    """The last turn tells a card that is still in the hand of whose turn it was."""

    def change(made: Any, state: TableState, *_: Any) -> Any:
        if made.turns:
            turn = made.turns[-1]
            turn.events[-1].cards.extend(_spread(state).hands[turn.seat - 1][:1])
        return made

    after(patch, views, "match", change)


def lost_with_a_hand(patch: Patch) -> None:
    """What was lost counts the cards that stayed in the hand."""

    def change(made: Any, state: TableState, *_: Any) -> Any:
        if made.HasField("result"):
            for seat, hand in enumerate(_spread(state).hands, 1):
                lost = made.result.lost.add(seat=seat, why=table_pb2.LOSS_REASON_NOBODY_STOPPED)
                lost.yaku.cards.extend(hand)
        return made

    after(patch, views, "match", change)


def _spread(state: TableState) -> Any:
    """Where all cards are."""
    assert state.match is not None
    return state.match.state.spread
