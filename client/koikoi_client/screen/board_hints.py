"""The bottom row of a table: the keys that work now, the most important first."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.actions.command import VERBS, Command, Need
from koikoi_client.actions.table import (
    COMMANDS,
    THE_TABLE,
    TableAction,
    command,
    option_command,
)
from koikoi_client.screen.targets import digit_key

from .bottom_row import Hint
from .view import View


def needs_met(view: View) -> frozenset[Need]:
    """The needs of a table's commands that are met while no result is open."""
    met = {*VERBS, Need.SEAT if view.seat_view or view.shared else Need.WATCHING}
    if not view.shared:
        met.add(Need.OTHERS)
    if view.connected:
        met.add(Need.CONNECTED)
    over = view.match.phase == table_pb2.PHASE_MATCH_OVER
    met.add(Need.OVER if over else Need.BOARD)
    if over or view.match.HasField("result"):
        met.add(Need.CLOSED_RESULT)
    return frozenset(met)


def board_hints(view: View) -> list[Hint]:
    """The hints of the keys that work now, the most important first."""
    options = _option_hints(view) if view.connected else []
    shown = [command(TableAction.SHOW_RESULT).hint] if Need.OVER in needs_met(view) else []
    return [*options, *shown, *_next_steps(view), *(row.hint for row in _rows(view))]


def _option_hints(view: View) -> list[Hint]:
    """The keys for the offered options."""
    kinds = {option.kind for option in view.buttons}
    confirm = command(TableAction.CONFIRM)
    found: list[Hint] = []
    if table_pb2.OPTION_KIND_HIKI in kinds:
        found.append(option_command(table_pb2.OPTION_KIND_HIKI).hint)
    if table_pb2.OPTION_KIND_PLAY in kinds:
        card = command(TableAction.CARD)
        found.append(card.hint_as(card.label, keys=_card_keys(len(view.hand))))
        found.append(confirm.hint_as("play"))
    elif kinds & {table_pb2.OPTION_KIND_KOIKOI, table_pb2.OPTION_KIND_STOP}:
        decisions = (table_pb2.OPTION_KIND_KOIKOI, table_pb2.OPTION_KIND_STOP)
        found += [option_command(kind).hint for kind in decisions]
    elif view.awaited or kinds & {table_pb2.OPTION_KIND_HIKI}:
        found += [command(TableAction.NEXT_OPTION).hint, confirm.hint]
    if table_pb2.OPTION_KIND_LEAVE in kinds:
        found.append(option_command(table_pb2.OPTION_KIND_LEAVE).hint)
    return found


def result_hints(view: View) -> list[Hint]:
    """The hints beside a result: those of the board that are of use there."""
    hidden = (TableAction.CARDS, TableAction.MARKS)
    return [
        *_next_steps(view),
        *(row.hint_as(row.short or row.label) for row in _rows(view) if row.action not in hidden),
    ]


def _next_steps(view: View) -> list[Hint]:
    """What can be done when the match is over."""
    met = needs_met(view)
    rows = map(command, (TableAction.REMATCH, TableAction.TO_LOBBY, TableAction.SAVE))
    no_rematch = table_pb2.SEAT_OPTION_KIND_NO_REMATCH
    asked = any(each.kind == no_rematch for each in view.seat_options) and not view.shared
    return [
        each.hint_as("no other match", "not again")
        if asked and each.action is TableAction.REMATCH
        else each.hint
        for each in rows
        if Need.OVER in each.needs <= met
        and (each.action is not TableAction.SAVE or view.match.record_id)
    ]


def _rows(view: View) -> list[Command[TableAction]]:
    """The other commands; those for seats and chat come first while a seat is open."""
    met = needs_met(view)
    rows = sorted(
        (each for each in COMMANDS if each.rank and each.needs <= met), key=lambda row: row.rank
    )
    if view.table.stage == table_pb2.STAGE_GATHERING or view.open_seats:
        rows.sort(key=lambda row: row not in THE_TABLE.commands)
    return rows


def _card_keys(cards: int) -> str:
    """The keys of a hand: "1" for one card, "1-8" for eight, "1-9 0" for ten."""
    if cards == 1:
        return digit_key(1)
    return f"1-{digit_key(max(1, min(9, cards)))}" + (" 0" if cards > 9 else "")
