"""Makes the options of a seat: what it may do now in the game, each with its label and its gain."""

from __future__ import annotations

from hanafuda.analysis.progress import brings
from hanafuda.events import Seat
from hanafuda.game import Option, Verb, View, same_as
from koikoi.v1 import table_pb2
from koikoi_server.table import derived
from koikoi_server.table.commands import Answer
from koikoi_server.table.state import TableState
from koikoi_server.wire.events import yaku
from koikoi_server.wire.option_labels import labels
from koikoi_server.wire.option_notes import note
from koikoi_server.wire.sides import progress_rows

_KINDS = {
    Answer.CUT: table_pb2.OPTION_KIND_CUT,
    Answer.GO_ON: table_pb2.OPTION_KIND_GO_ON,
    Verb.PLAY: table_pb2.OPTION_KIND_PLAY,
    Verb.TAKE: table_pb2.OPTION_KIND_TAKE,
    Verb.LEAVE: table_pb2.OPTION_KIND_LEAVE,
    Verb.KOIKOI: table_pb2.OPTION_KIND_KOIKOI,
    Verb.STOP: table_pb2.OPTION_KIND_STOP,
    Verb.HIKI: table_pb2.OPTION_KIND_HIKI,
}


def game_options(state: TableState, seat: Seat, language: str) -> list[table_pb2.Option]:
    """The options of *seat*, numbered from 1: moves, or in a pause to cut the deck or to go on."""
    choices = derived.choices(state, seat)
    texts = labels(choices, state.module, state.rules, language)
    moves = tuple(choice for choice in choices if isinstance(choice, Option))
    if moves and state.match is not None:
        view = state.module.view(state.match.state)
        return _moves(moves, texts, state, view, seat, language)
    return [
        table_pb2.Option(number=number, kind=_KINDS[choice], label=label)
        for number, (choice, label) in enumerate(zip(choices, texts, strict=True), 1)
        if isinstance(choice, Answer)
    ]


def _moves(
    choices: tuple[Option, ...],
    texts: list[str],
    state: TableState,
    view: View,
    seat: Seat,
    language: str,
) -> list[table_pb2.Option]:
    game, rules = state.module, state.rules
    alike = same_as(game, rules, choices)
    distinct = [choice for choice, earlier in zip(choices, alike, strict=True) if earlier < 0]
    # Gains are computed from the public view and the cards of each choice. So they cannot reveal
    # anything about another hand, although a lightning may have to give way to that hand's hiki.
    gains = dict(zip(distinct, brings(game, rules, view, seat, distinct), strict=True))
    held = {each.yaku for each in view.sides[seat - 1].yaku}
    messages = []
    for number, (choice, earlier, label) in enumerate(zip(choices, alike, texts, strict=True), 1):
        option = table_pb2.Option(
            number=number,
            kind=_KINDS[choice.verb],
            card=choice.card or 0,
            taken=choice.taken,
            label=label,
            same_as=earlier + 1,
        )
        gain = gains.get(choice)
        if gain is not None:
            option.brings.progress.extend(progress_rows(gain.progress))
            option.brings.yaku.extend(yaku(each) for each in gain.yaku)
            option.brings.points = gain.points
            option.brings.SetInParent()
            option.note = note(gain, held, game, rules, language)
        messages.append(option)
    return messages
