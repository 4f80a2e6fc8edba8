"""The golden screens: every screen as a text file, which is readable in a diff.

    python -m tests.client.screen.goldens

writes the files; look at their diff before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from functools import partial
from pathlib import Path

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
    replay,
    result,
    seats,
    yaku_chart,
)
from koikoi_client.screen.ascii import to_ascii
from koikoi_client.screen.board import board
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View

from . import tables
from .finished import finished, steps

FOLDER = Path(__file__).parent / "golden"

Screen = Callable[[], list[Line]]


def pictured(view: View, pictures: bool = True) -> View:
    """The view on a terminal that can show card pictures, or cannot."""
    return replace(view, pictures=pictures)


def in_ascii(lines: list[Line]) -> list[Line]:
    """The lines with their signs replaced, as with --ascii."""
    return [[(style, to_ascii(words)) for style, words in line] for line in lines]


def _board(make: Callable[[], View], room: Room) -> Screen:
    return lambda: board(make(), room)


def _boards() -> dict[str, Screen]:
    found: dict[str, Screen] = {}
    for name, make in tables.TABLES.items():
        found[f"{name}_80x24"] = _board(make, Room(80, 24))
    for name in ("fullest", "seven_full", "six_full"):
        found[f"{name}_80x23"] = _board(tables.TABLES[name], Room(80, 23))
    found["ordinary_ascii_80x24"] = lambda: in_ascii(board(tables.ordinary(), Room(80, 24)))
    found["not_encrypted_80x23"] = lambda: board(
        tables.changed(tables.TABLES["fullest"](), exposed=True, spectators=12), Room(80, 23)
    )
    found["lost_80x24"] = lambda: board(tables.lost(tables.ordinary()), Room(80, 24))
    found["own_turn_80x24"] = lambda: board(tables.own_turn(), Room(80, 24))
    found["own_turn_120x40"] = lambda: board(pictured(tables.own_turn()), Room(120, 40))
    found["ordinary_100x32"] = lambda: board(pictured(tables.ordinary()), Room(100, 32))
    found["ordinary_120x40"] = lambda: board(pictured(tables.ordinary()), Room(120, 40))
    found["ordinary_200x60"] = lambda: board(pictured(tables.ordinary()), Room(200, 60))
    found["sakura_seven_120x40"] = lambda: board(pictured(tables.sakura(7)), Room(120, 40))
    found["sakura_three_100x34"] = lambda: board(pictured(tables.sakura(3)), Room(100, 34))
    found["sakura_seven_ascii_80x23"] = lambda: in_ascii(board(tables.sakura(7), Room(80, 23)))
    found["moves_120x40"] = lambda: board(pictured(tables.moves()), Room(120, 40))
    found["five_full_120x40"] = lambda: board(pictured(tables.many(5)), Room(120, 40))
    found["watching_100x30"] = lambda: board(tables.watching(), Room(100, 30))
    found["seven_full_120x40"] = lambda: board(pictured(tables.many(7)), Room(120, 40))
    return found


def replayed(seats: int, place: int, room: Room, pictures: bool = False) -> list[Line]:
    """A position of a match of *seats* players; a negative place counts from the end."""
    told = steps(seats)
    step = told[place % len(told)]
    shown = replay.replay_view(step, tables.CATALOG, pictures=pictures)
    return replay.replay_screen(step, shown, room)


def _replays() -> dict[str, Screen]:
    found: dict[str, Screen] = {
        f"replay_{seats}_80x24": partial(replayed, seats, 40, Room(80, 24))
        for seats in (2, 3, 4, 7)
    }
    found["replay_2_120x40"] = lambda: replayed(2, 41, Room(120, 40), pictures=True)
    found["replay_7_80x23"] = lambda: in_ascii(replayed(7, -1, Room(80, 23)))
    return found


def _others() -> dict[str, Screen]:
    room = Room(80, 24)
    catalog = tables.CATALOG
    shown = lobby.Lobby(
        rows=tables.rows(), catalog=catalog, name="Aki", server="192.168.1.20:50551",
        cursor="t1", mine=frozenset({"t4"}),
    )  # fmt: skip
    new = new_table.begin(catalog, "koikoi")
    over = records.Records([finished(2), finished(7)], catalog, cursor=1, more=True, zone=UTC)
    return {
        "result_80x24": lambda: result.result(tables.round_over(), room, closes_in=6),
        "lost_result_80x24": lambda: result.result(tables.lost(tables.round_over()), room),
        "coins_result_80x24": lambda: result.result(tables.coins_paid(), room),
        "result_120x40": lambda: result.result(
            pictured(tables.round_over()), Room(120, 40), closes_in=6
        ),
        "cards_100x30": lambda: all_cards.all_cards(tables.ordinary(), Room(100, 30)),
        "match_over_24_rounds_80x24": lambda: result.result(tables.match_over(24), room),
        "match_over_80x24": lambda: result.result(tables.match_over(), room),
        "sakura_result_teams_80x24": lambda: result.result(tables.sakura_over(6), room),
        "sakura_result_seven_80x24": lambda: result.result(tables.sakura_over(7), room),
        "sakura_match_over_80x24": lambda: result.result(tables.sakura_over(6, match=True), room),
        "sakura_chart_80x24": lambda: yaku_chart.yaku_chart(tables.sakura(7), room),
        "chart_80x24": lambda: yaku_chart.yaku_chart(tables.ordinary(), room),
        "chart_seven_80x24": lambda: yaku_chart.yaku_chart(tables.many(7), room),
        "cards_80x24": lambda: all_cards.all_cards(tables.ordinary(), room),
        "log_80x24": lambda: log.log(tables.LOG, room),
        "log_search_80x24": lambda: log.log(tables.LOG, room, search="ben"),
        "help_keys_80x24": lambda: help_page.help_page(
            catalog, help_page.HelpContext("koikoi"), 0, room
        ),
        "help_page_80x24": lambda: help_page.help_page(
            catalog, help_page.HelpContext("koikoi"), 1, room
        ),
        "lobby_80x24": lambda: lobby.lobby(shown, room),
        "records_80x24": lambda: records.records(over, room),
        "form_80x24": lambda: form_page.form_page(new, catalog, room),
        "seats_waiting_80x24": lambda: seats.seats(
            tables.gathering("easy", "", "", "", "", ""), room, cursor=1
        ),
        "lobby_typing_80x24": lambda: lobby.lobby(
            replace(shown, search="table 2", typing=True), room
        ),
        "entry_80x24": lambda: dialogs.input_dialog(
            "Say something", "Everybody hears it.", "Say", "hello", room, above=tables.LOG
        ),
        "help_sakura_80x24": lambda: help_page.help_page(
            catalog, help_page.HelpContext("sakura"), 0, room
        ),
        "help_lobby_80x24": lambda: help_page.help_page(catalog, help_page.HelpContext(), 0, room),
        "seats_80x24": lambda: seats.seats(
            tables.changed(
                tables.late(), encryption="Code of the server: KMQR-ABCD-EFGH-TUVW. Compare it."
            ),
            room,
        ),
        "lobby_not_encrypted_80x24": lambda: lobby.lobby(replace(shown, exposed=True), room),
        "handoff_80x24": lambda: handoff.handoff(tables.watching(), 1, room),
        "question_80x24": lambda: dialogs.choice_dialog(
            "Quit or leave?",
            ["Your seat stays yours when you quit: come back with the same command."],
            [("Q", "Quit; the seat stays yours"), ("L", "Leave for good; the seat is free")],
            room,
        ),
        "small_40x10": lambda: board(tables.ordinary(), Room(40, 10)),
    }


SCREENS: dict[str, Screen] = {**_boards(), **_replays(), **_others()}


def shown(lines: list[Line]) -> str:
    """The text of a screen, without trailing blanks."""
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
