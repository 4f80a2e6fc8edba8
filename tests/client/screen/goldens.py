"""The golden screens: what a person sees, as text files that read well in a diff.

    python -m tests.client.screen.goldens

writes them anew; look at the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from pathlib import Path

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
    replay,
    result,
    seats,
)
from koikoi_client.screen import prompts as asking
from koikoi_client.screen.board import board

from . import tables
from .finished import finished, steps

FOLDER = Path(__file__).parent / "golden"
TILES = Theme(Palette.SIXTEEN)
ASCII = Theme(Palette.MONO, ascii=True)
PICTURES = Theme()

Screen = Callable[[], list[Line]]


def _boards() -> dict[str, Screen]:
    found: dict[str, Screen] = {}
    for name, make in tables.TABLES.items():
        found[f"{name}_80x24"] = lambda make=make: board(make(), 80, 24, TILES)  # type: ignore[misc]
    for name in ("fullest", "seven_full", "six_full"):
        found[f"{name}_80x23"] = lambda make=tables.TABLES[name]: board(make(), 80, 23, TILES)  # type: ignore[misc]
    found["ordinary_ascii_80x24"] = lambda: board(tables.ordinary(), 80, 24, ASCII)
    found["own_turn_80x24"] = lambda: board(tables.own_turn(), 80, 24, TILES)
    found["own_turn_120x40"] = lambda: board(tables.own_turn(), 120, 40, PICTURES)
    found["ordinary_100x32"] = lambda: board(tables.ordinary(), 100, 32, PICTURES)
    found["ordinary_120x40"] = lambda: board(tables.ordinary(), 120, 40, PICTURES)
    found["ordinary_200x60"] = lambda: board(tables.ordinary(), 200, 60, PICTURES)
    found["sakura_seven_120x40"] = lambda: board(tables.sakura(7), 120, 40, PICTURES)
    found["sakura_three_100x34"] = lambda: board(tables.sakura(3), 100, 34, PICTURES)
    found["sakura_seven_ascii_80x23"] = lambda: board(tables.sakura(7), 80, 23, ASCII)
    found["moves_120x40"] = lambda: board(tables.moves(), 120, 40, PICTURES)
    found["five_full_120x40"] = lambda: board(tables.many(5), 120, 40, PICTURES)
    found["watching_100x30"] = lambda: board(tables.watching(), 100, 30, TILES)
    found["seven_full_120x40"] = lambda: board(tables.many(7), 120, 40, PICTURES)
    return found


def replayed(seats: int, place: int, columns: int, rows: int, theme: Theme) -> list[Line]:
    """A position of a match of so many seats; a place below 0 counts from the end."""
    told = steps(seats)
    step = told[place % len(told)]
    shown = replay.view(step, tables.CATALOG)
    return replay.replay_screen(step, shown, columns, rows, theme)


def _replays() -> dict[str, Screen]:
    found: dict[str, Screen] = {
        f"replay_{seats}_80x24": lambda seats=seats: replayed(seats, 40, 80, 24, TILES)  # type: ignore[misc]
        for seats in (2, 3, 4, 7)
    }
    found["replay_2_120x40"] = lambda: replayed(2, 41, 120, 40, PICTURES)
    found["replay_7_80x23"] = lambda: replayed(7, -1, 80, 23, ASCII)
    return found


def _others() -> dict[str, Screen]:
    size = (80, 24, TILES)
    catalog = tables.CATALOG
    shown = lobby.Lobby(
        rows=tables.rows(), catalog=catalog, name="Aki", server="192.168.1.20:50551",
        cursor="t1", mine=frozenset({"t4"}),
    )  # fmt: skip
    new = form.begin(catalog, "koikoi")
    over = records.Records([finished(2), finished(7)], catalog, cursor=1, more=True, zone=UTC)
    return {
        "result_80x24": lambda: result.result(tables.round_over(), *size, closes_in=6),
        "coins_result_80x24": lambda: result.result(tables.coins_paid(), *size),
        "result_120x40": lambda: result.result(tables.round_over(), 120, 40, PICTURES, closes_in=6),
        "cards_100x30": lambda: cards.all_cards(tables.ordinary(), 100, 30, TILES),
        "match_over_24_rounds_80x24": lambda: result.result(tables.match_over(24), *size),
        "match_over_80x24": lambda: result.result(tables.match_over(), *size),
        "sakura_result_teams_80x24": lambda: result.result(tables.sakura_over(6), *size),
        "sakura_result_seven_80x24": lambda: result.result(tables.sakura_over(7), *size),
        "sakura_match_over_80x24": lambda: result.result(tables.sakura_over(6, match=True), *size),
        "sakura_chart_80x24": lambda: chart.chart(tables.sakura(7), *size),
        "chart_80x24": lambda: chart.chart(tables.ordinary(), *size),
        "chart_seven_80x24": lambda: chart.chart(tables.many(7), *size),
        "cards_80x24": lambda: cards.all_cards(tables.ordinary(), *size),
        "log_80x24": lambda: log.log(tables.LOG, *size),
        "log_search_80x24": lambda: log.log(tables.LOG, *size, search="ben"),
        "help_keys_80x24": lambda: help.help_page(catalog, help.Reader("koikoi"), 0, *size),
        "help_page_80x24": lambda: help.help_page(catalog, help.Reader("koikoi"), 1, *size),
        "lobby_80x24": lambda: lobby.lobby(shown, *size),
        "records_80x24": lambda: records.records(over, *size),
        "form_80x24": lambda: form_page.create_form(new, catalog, *size),
        "seats_waiting_80x24": lambda: seats.seats(
            tables.gathering("easy", "", "", "", "", ""), *size, cursor=1
        ),
        "lobby_typing_80x24": lambda: lobby.lobby(
            replace(shown, search="table 2", typing=True), *size
        ),
        "entry_80x24": lambda: asking.entry(
            "Say something", "Everybody hears it.", "Say", "hello", *size, above=tables.LOG
        ),
        "help_sakura_80x24": lambda: help.help_page(catalog, help.Reader("sakura"), 0, *size),
        "help_lobby_80x24": lambda: help.help_page(catalog, help.Reader(), 0, *size),
        "seats_80x24": lambda: seats.seats(tables.late(), *size),
        "handoff_80x24": lambda: handoff.handoff(tables.watching(), 1, *size),
        "question_80x24": lambda: asking.question(
            "Quit or leave?",
            ["Your seat stays yours when you quit: come back with the same command."],
            [("Q", "Quit; the seat stays yours"), ("L", "Leave for good; the seat is free")],
            *size,
        ),
        "small_40x10": lambda: board(tables.ordinary(), 40, 10, TILES),
    }


SCREENS: dict[str, Screen] = {**_boards(), **_replays(), **_others()}


def shown(lines: list[Line]) -> str:
    """The text of a screen, without blanks at the ends of lines."""
    return "".join(f"{''.join(words for _, words in line).rstrip()}\n" for line in lines)


def main() -> None:
    """Write all golden screens."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, screen in SCREENS.items():
        (FOLDER / f"{name}.txt").write_text(shown(screen()), encoding="utf-8")


if __name__ == "__main__":
    main()
