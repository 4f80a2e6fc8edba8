"""The other screens: sizes, colours, and what must not be cut or missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.faces import Line, Palette, Theme
from koikoi_client.faces.theme import readability
from koikoi_client.screen import (
    asking,
    cards,
    chart,
    form,
    handoff,
    help,
    lobby,
    log,
    records,
    result,
    seats,
)
from koikoi_client.screen.board import board
from koikoi_client.screen.cells import width
from koikoi_client.screen.form import OPEN, YOU
from koikoi_client.screen.inks import KEY

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
    "form": lambda *at: form.create_form(FORM, tables.CATALOG, *at, notice="No."),
    "seats": lambda *at: seats.seats(tables.late(), *at),
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
every_screen = pytest.mark.parametrize("name", SCREENS)


def text(lines: list[Line]) -> str:
    return "\n".join("".join(words for _, words in line) for line in lines)


@every_screen
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fills_the_window_in_readable_colours(name: str, size: tuple[int, int]) -> None:
    """Exactly the window's size, in every palette, with a contrast of 4.5 or more."""
    for theme in THEMES:
        lines = SCREENS[name](*size, theme)
        assert len(lines) == size[1]
        assert {width(line) for line in lines} == {size[0]}
        for line in lines:
            for style, words in line:
                if words.strip() and "▀" not in words:
                    assert readability(style) >= 4.5, (style, words)


TYPING = ("entry", "lobby_search", "log_typed")
"""Screens on which letters are written, and are no keys."""


@every_screen
def test_the_bottom_row_tells_keys_that_work(name: str) -> None:
    """? and Q stand in it everywhere but where they are letters, and at the hand-off."""
    bottom = {words.strip() for _, words in SCREENS[name](80, 24, TILES)[-1]}
    if name in TYPING:
        assert {"Enter", "Esc", "Ctrl-U"} <= bottom
        assert not any(len(words) == 1 for words in bottom)
    elif name != "handoff":
        assert {"?", "Q"} <= bottom


CAPS = {name: SCREENS[name] for name in SCREENS if name != "handoff"}


@pytest.mark.parametrize("theme", [TILES, Theme()], ids=["tiles", "pictures"])
def test_every_key_is_in_the_help(theme: Theme) -> None:
    """Whatever key a screen names in its bottom row or below a hand, the help tells it."""
    readers = [help.Reader(), help.Reader("koikoi"), help.Reader("sakura")]
    told = {
        key
        for reader in readers
        for line in help.help_page(tables.CATALOG, reader, 0, 200, 200, theme)
        for style, words in line
        if style == KEY
        for key in words.split()
    }
    boards = [
        board(view(), columns, 40, theme)
        for view in tables.TABLES.values()
        for columns in (80, 200)
    ]
    for lines in [*boards, *(draw(200, 60, theme) for draw in CAPS.values())]:
        caps = {words.strip() for style, words in lines[-1] if style == KEY}
        for key in (key for cap in caps for key in cap.split()):
            first = re.sub(r"^1-\d$", "1-9", key)
            assert first in told, key


@pytest.mark.parametrize(
    ("reader", "there", "not_there"),
    [
        (help.Reader("koikoi"), ("K  S", "T", "B", "C"), ("H", "X")),
        (help.Reader("coin"), ("K  S",), ("H", "X")),
        (help.Reader("sakura"), ("H", "X"), ("K  S",)),
        (help.Reader("koikoi", shared=True), ("K  S", "Y"), ("T", "B", "C", "J")),
        (help.Reader("koikoi", seated=False), ("T", "Y"), ("1-9", "Enter play", "B", "C", "K  S")),
        (help.Reader("koikoi", replaying=True), ("G", "M"), ("T", "K  S", "N")),
        (help.Reader(), ("N", "W", "J", "E", "/", "R"), ("H", "X")),
    ],
)
def test_the_help_tells_only_keys_that_mean_something_there(
    reader: help.Reader, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    lines = help.help_page(tables.CATALOG, reader, 0, 100, 100, TILES)
    keys = {words.strip() for line in lines for style, words in line if style == KEY}
    assert set(there) <= keys
    assert not set(not_there) & keys


@pytest.mark.parametrize("theme", [TILES, Theme(ascii=True)], ids=["signs", "ascii"])
def test_the_signs_of_the_groups_are_explained(theme: Theme) -> None:
    """In the help before the first scroll, in the yaku chart and with all cards."""
    marks = ("* Brights", "o Animals") if theme.ascii else ("★ Brights", "○ Animals")
    for name in ("keys", "chart", "cards"):
        shown = text(SCREENS[name](80, 24, theme))
        assert all(mark in shown for mark in marks), name


@every_screen
def test_ascii_screens_are_ascii(name: str) -> None:
    """With --ascii only names of people are anything else."""
    strange = {each for each in text(SCREENS[name](80, 24, THEMES[-1])) if not each.isascii()}
    assert strange <= set("".join(tables.LONG)) | {"桜"}


def test_a_result_has_everything() -> None:
    """Winner, points, yaku with their cards, multipliers, all months, last turn, what is next."""
    shown = text(result.result(tables.round_over(), 80, 24, TILES, closes_in=6))
    for part in (
        "You win month 3 with 28 points. You deal next.",
        "Flower Viewing: Cherry curtain and Mum sake cup",
        "Ribbons",
        "Iris red",
        "Seven points or more",
        "x2",
        "Score",
        "Previous turn: Ben played Clover red ribbon",
        "Enter  Month 4",
        "waiting for Ben",
        "by itself in 6 s",
    ):
        assert part in shown


def test_a_long_match_shows_every_month() -> None:
    """Twenty-four months stand in two blocks, none of them cut, the total last."""
    shown = text(result.result(tables.match_over(24), 80, 24, TILES))
    assert "You win the match, 128 : 56!" in shown
    assert all(f" {number} " in shown for number in range(1, 25))
    assert " R  another match" in shown
    assert "wanted by Ben" in shown


def test_a_match_without_a_result_says_so() -> None:
    """Nobody wins a match that was ended; equal scores are a draw."""
    view = tables.changed(tables.match_over())
    del view.match.winners[:]
    assert "ended without a result" in text(result.result(view, 80, 24, TILES))
    view.match.winners.extend([1, 2])
    assert "The match is a draw" in text(result.result(view, 80, 24, TILES))


def test_the_chart_says_where_cards_are() -> None:
    """Each yaku with its points, every side's progress, and where its cards lie."""
    shown = text(chart.chart(tables.ordinary(), 80, 60, TILES))
    row = next(line for line in shown.split("\n") if line.startswith(" Moon Viewing"))
    assert row.split() == ["Moon", "Viewing", "5", "1/2", "1/2"]
    assert "8 moon Blue  9 sake cup you" in shown


def test_teams_collect_together() -> None:
    """In teams the chart has a column for each team, with its members' cards together."""
    shown = text(chart.chart(tables.many(4, game="sakura"), 100, 30, TILES))
    assert "you    2+4" in shown


def test_all_48_cards_are_listed() -> None:
    """Every plant and object, in words and as pictures."""
    for size, theme in (((80, 24), TILES), ((120, 34), Theme())):
        shown = text(cards.all_cards(tables.ordinary(), *size, theme))
        for thing in ("crane", "butterfly", "sake cup", "rain man", "lightning", "phoenix"):
            assert thing in shown
        assert shown.count("plain") == (18 if theme.pictures else 22)  # 4 with their plant's name


def test_the_log_shows_its_end_and_searches() -> None:
    """The newest line is seen first; a search keeps the entries that have it."""
    entries = [f"line {number}" for number in range(100)]
    assert "line 99" in text(log.log(entries, 80, 24, TILES))
    assert "line 10 " in text(log.log(entries, 80, 24, TILES, back=70))
    found = text(log.log(entries, 80, 24, TILES, search="LINE 4"))
    assert "11 entries" in found
    assert "line 50" not in found


def test_a_handoff_never_draws_a_hand() -> None:
    """A view with a hand is refused, so that a hand cannot stay on the screen."""
    with pytest.raises(ValueError, match="without a hand"):
        handoff.handoff(tables.ordinary(), 2, 80, 24, TILES)
    assert "Hand the keyboard to  Ben (Blue)" in text(
        handoff.handoff(tables.watching(), 2, 80, 24, TILES)
    )


def test_the_lobby_scrolls_to_the_cursor() -> None:
    """Of thirty tables the one under the cursor is seen, with its players and house rules."""
    for row in LOBBY.found:
        shown = text(lobby.lobby(replace(LOBBY, cursor=row.table.table_id), 80, 24, TILES))
        assert f"▶ {row.table.name}" in shown
    shown = text(lobby.lobby(replace(LOBBY, cursor="t1"), 80, 24, TILES))
    assert "Rules: Number of months: 6 months." in shown


def test_the_lobby_searches() -> None:
    """Names of tables, players and games are searched; nothing found is said."""
    found = replace(LOBBY, search="table 2")
    assert [row.table.table_id for row in found.found][:2] == ["t2", "t22"]
    assert "No table has that" in text(lobby.lobby(replace(LOBBY, search="zz"), 80, 24, TILES))
    empty = lobby.Lobby(rows=[], catalog=tables.CATALOG)
    assert "No table is open" in text(lobby.lobby(empty, 80, 24, TILES))


def test_tables_with_a_seat_of_mine_stand_first() -> None:
    """A seat of mine comes before tables with a free seat, and those before full ones."""
    first = replace(LOBBY, mine=frozenset({"t8"})).found
    assert first[0].table.table_id == "t8"
    assert lobby.free(first[1])
    assert not lobby.free(first[-1])


def test_the_form_offers_what_the_catalogue_has() -> None:
    """Games, seats, computers, sets and options, all of them from the catalogue."""
    names = [item.name for item in form.items(FORM, tables.CATALOG)]
    assert names == ["game", "seats", "seat.1", "seat.2", "private", "months"]
    koikoi = form.begin(tables.CATALOG, "koikoi")
    assert [item.name for item in form.items(koikoi, tables.CATALOG)][-3:] == [
        "set", "months", "sake_cup",
    ]  # fmt: skip


def at(new: form.Form, name: str) -> form.Form:
    names = [item.name for item in form.items(new, tables.CATALOG)]
    return replace(new, cursor=names.index(name))


def test_the_form_keeps_one_seat_for_its_maker() -> None:
    """Whatever is chosen, YOU sits in exactly one seat."""
    new = at(FORM, "seats")
    for _ in range(5):
        new = form.stepped(new, tables.CATALOG, 1)
    assert new.seats == (YOU, *[OPEN] * 6)
    for name in ("seat.1", "seat.4", "seat.7"):
        for _ in range(7):
            new = form.stepped(at(new, name), tables.CATALOG, 1)
            assert new.seats.count(YOU) == 1
    for _ in range(5):
        new = form.stepped(at(new, "seats"), tables.CATALOG, -1)
        assert new.seats.count(YOU) == 1


def test_the_form_keeps_only_rules_that_differ() -> None:
    """A set fills the form at once; the default is left out; a number may be typed."""
    new = at(form.begin(tables.CATALOG, "koikoi"), "set")
    new = form.stepped(new, tables.CATALOG, 1)
    assert new.rules == {"months": "6"}
    new = form.stepped(at(new, "months"), tables.CATALOG, -1)
    assert new.rules == {}
    new = form.typed(form.typed(new, tables.CATALOG, 2), tables.CATALOG, 3)
    assert new.rules == {"months": "23"}
    assert form.typed(new, tables.CATALOG, 9).rules == {"months": "9"}
    assert "your own" in text(form.create_form(new, tables.CATALOG, 80, 24, TILES))


def test_deeds_are_those_that_the_server_allows() -> None:
    """Taking back, replacing who is late, reminding, putting out: each only where it may be."""
    late = seats.deeds(tables.late())
    assert [deed.what for deed in late] == [
        *("back", "bot", "bot", "bot", "nudge", "kick", "alone", "end")
    ]
    assert [deed.what for deed in seats.deeds(tables.waiting())] == [
        "nudge", "kick", "bot", "bot", "bot",
    ]  # fmt: skip
    assert seats.deeds(tables.watching()) == []
    assert [deed.seat for deed in seats.deeds(tables.gathering())] == [2, 2, 2, 1, 1, 1]


def test_open_seats_come_first_and_ones_own_last() -> None:
    """The number keys reach what a table of seven waits for, whatever stands in other seats."""
    update = table_pb2.Update()
    update.CopyFrom(tables.gathering().update)
    table = replace(tables.gathering(), update=update)
    del update.table.seats[1:]
    for seat, bot in ((2, "easy"), (3, "easy"), (4, ""), (5, "")):
        update.table.seats.add(seat=seat, bot=bot)
    offered = [deed.seat for deed in seats.deeds(table)]
    assert offered == [4, 4, 4, 5, 5, 5, 2, 2, 3, 3, 1, 1, 1]
