"""Every screen but the table, by the window's size and whether it can show pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from koikoi_client.cards import Line
from koikoi_client.follow import new_table
from koikoi_client.screen import (
    all_cards,
    dialogs,
    form_page,
    handoff,
    help_page,
    lobby,
    log,
    records,
    result,
    seats,
    yaku_chart,
)
from koikoi_client.screen.room import Room

from . import tables
from .finished import finished
from .goldens import pictured, replayed

SIZES = ((80, 23), (80, 24), (100, 30), (120, 40), (200, 60), (40, 10), (1, 1))
LOBBY = lobby.Lobby(rows=tables.rows(), catalog=tables.CATALOG, name="Aki", server="here")
FORM = new_table.begin(tables.CATALOG, "coin")

Drawing = Callable[[Room, bool], list[Line]]
SCREENS: dict[str, Drawing] = {
    "result": lambda room, pictures: result.result(
        pictured(tables.round_over(), pictures), room, closes_in=6
    ),
    "match_over": lambda room, pictures: result.result(
        pictured(tables.match_over(24), pictures), room
    ),
    "seven_result": lambda room, pictures: result.result(pictured(tables.many(7), pictures), room),
    "chart": lambda room, pictures: yaku_chart.yaku_chart(tables.many(7), room),
    "cards": lambda room, pictures: all_cards.all_cards(
        pictured(tables.ordinary(), pictures), room
    ),
    "log": lambda room, pictures: log.log(tables.LOG * 20, room, search="ben"),
    "keys": lambda room, pictures: help_page.help_page(
        tables.CATALOG, help_page.HelpContext("koikoi"), 0, room
    ),
    "page": lambda room, pictures: help_page.help_page(
        tables.CATALOG, help_page.HelpContext("koikoi"), 1, room
    ),
    "lobby": lambda room, pictures: lobby.lobby(LOBBY, room),
    "form": lambda room, pictures: form_page.form_page(FORM, tables.CATALOG, room, notice="No."),
    "seats": lambda room, pictures: seats.seats(tables.late(), room),
    "seats_gathering": lambda room, pictures: seats.seats(
        tables.gathering(*[""] * 6), room, cursor=8
    ),
    "seats_seven": lambda room, pictures: seats.seats(tables.many(7), room),
    "handoff": lambda room, pictures: handoff.handoff(tables.watching(), 1, room),
    "question": lambda room, pictures: dialogs.choice_dialog(
        "Quit?", ["Really?"], [("Q", "Quit")], room
    ),
    "replay": lambda room, pictures: replayed(2, 5, room, pictures),
    "replay_seven": lambda room, pictures: replayed(7, -2, room, pictures),
    "records": lambda room, pictures: records.records(
        records.Records([finished(7)] * 40, tables.CATALOG, cursor=30, notice="No."), room
    ),
    "lobby_search": lambda room, pictures: lobby.lobby(
        replace(LOBBY, search="ta", typing=True), room
    ),
    "log_typed": lambda room, pictures: log.log(tables.LOG, room, search="ben", typing=True),
    "entry": lambda room, pictures: dialogs.input_dialog(
        "Name", "Yours.", "Name", "桜" * 50, room, notice="No."
    ),
}
TYPING = ("entry", "lobby_search", "log_typed")
"""Screens on which letters are typed and are not keys."""


def text(lines: list[Line]) -> str:
    return "\n".join("".join(words for _, words in line) for line in lines)
