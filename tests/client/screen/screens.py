"""Every screen but the table, as a function of the window and the theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from koikoi_client.cards import Line, Palette, Theme
from koikoi_client.screen import (
    cards,
    chart,
    form,
    form_page,
    handoff,
    help,
    lobby,
    log,
    records,
    result,
    seats,
)
from koikoi_client.screen import prompts as asking

from . import tables
from .finished import finished
from .goldens import replayed

SIZES = ((80, 23), (80, 24), (100, 30), (120, 40), (200, 60), (40, 10), (1, 1))
THEMES = [Theme(palette, ascii) for palette in Palette for ascii in (False, True)]
TILES = Theme(Palette.SIXTEEN)
LOBBY = lobby.Lobby(rows=tables.rows(), catalog=tables.CATALOG, name="Aki", server="here")
FORM = form.begin(tables.CATALOG, "coin")

Drawing = Callable[[int, int, Theme], list[Line]]
SCREENS: dict[str, Drawing] = {
    "result": lambda *at: result.result(tables.round_over(), *at, closes_in=6),
    "match_over": lambda *at: result.result(tables.match_over(24), *at),
    "seven_result": lambda *at: result.result(tables.many(7), *at),
    "chart": lambda *at: chart.chart(tables.many(7), *at),
    "cards": lambda *at: cards.all_cards(tables.ordinary(), *at),
    "log": lambda *at: log.log(tables.LOG * 20, *at, search="ben"),
    "keys": lambda *at: help.help_page(tables.CATALOG, help.Reader("koikoi"), 0, *at),
    "page": lambda *at: help.help_page(tables.CATALOG, help.Reader("koikoi"), 1, *at),
    "lobby": lambda *at: lobby.lobby(LOBBY, *at),
    "form": lambda *at: form_page.create_form(FORM, tables.CATALOG, *at, notice="No."),
    "seats": lambda *at: seats.seats(tables.late(), *at),
    "seats_gathering": lambda *at: seats.seats(tables.gathering(*[""] * 6), *at, cursor=8),
    "seats_seven": lambda *at: seats.seats(tables.many(7), *at),
    "handoff": lambda *at: handoff.handoff(tables.watching(), 1, *at),
    "question": lambda *at: asking.question("Quit?", ["Really?"], [("Q", "Quit")], *at),
    "replay": lambda *at: replayed(2, 5, *at),
    "replay_seven": lambda *at: replayed(7, -2, *at),
    "records": lambda *at: records.records(
        records.Records([finished(7)] * 40, tables.CATALOG, cursor=30, notice="No."), *at
    ),
    "lobby_search": lambda *at: lobby.lobby(replace(LOBBY, search="ta", typing=True), *at),
    "log_typed": lambda *at: log.log(tables.LOG, *at, search="ben", typing=True),
    "entry": lambda *at: asking.entry("Name", "Yours.", "Name", "桜" * 50, *at, notice="No."),
}
TYPING = ("entry", "lobby_search", "log_typed")
"""Screens on which letters are written, and are no keys."""


def text(lines: list[Line]) -> str:
    return "\n".join("".join(words for _, words in line) for line in lines)
