"""The bottom row of a table: the keys that work now, the most important first."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.actions.command import VERBS, Need
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
    met = {Need.BOARD, *VERBS, Need.SEAT if view.seat_view or view.shared else Need.WATCHING}
    if not view.shared:
        met.add(Need.OTHERS)
    if view.match.phase == table_pb2.PHASE_MATCH_OVER:
        met |= {Need.OVER, Need.CLOSED_RESULT}
    elif view.match.HasField("result"):
        met.add(Need.CLOSED_RESULT)
    return frozenset(met)


def board_hints(view: View) -> list[Hint]:
    """The hints of the keys that work now, the most important first."""
    return [*_option_hints(view), *_other_hints(view)]


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
    met = needs_met(view)
    for action in (TableAction.SHOW_RESULT, TableAction.REMATCH):
        each = command(action)
        if Need.OVER in met and each.needs <= met:
            found.append(each.hint)
    return found


def _other_hints(view: View) -> list[Hint]:
    """The other keys; those for seats and chat come first while a seat is open."""
    met = needs_met(view)
    rows = sorted(
        (each for each in COMMANDS if each.rank and each.needs <= met), key=lambda row: row.rank
    )
    if view.table.stage == table_pb2.STAGE_GATHERING or view.open_seats:
        rows.sort(key=lambda row: row not in THE_TABLE.commands)
    return [row.hint for row in rows]


def _card_keys(cards: int) -> str:
    """The keys of a hand: "1" for one card, "1-8" for eight, "1-9 0" for ten."""
    if cards == 1:
        return digit_key(1)
    return f"1-{digit_key(max(1, min(9, cards)))}" + (" 0" if cards > 9 else "")
