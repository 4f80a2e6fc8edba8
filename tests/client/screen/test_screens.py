"""The other screens: sizes, colours, and what must not be cut or missing."""

from __future__ import annotations

import re

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.screen import (
    all_cards,
    handoff,
    help_page,
    log,
    result,
    yaku_chart,
)
from koikoi_client.screen.board import board
from koikoi_client.screen.cells import width
from koikoi_client.screen.room import Room
from tests.client.cards.contrast import assert_readable
from tests.support.tiers import slow_after

from . import tables
from .goldens import in_ascii, pictured
from .screens import SCREENS, SIZES, TYPING, text

every_screen = pytest.mark.parametrize("name", SCREENS)


@every_screen
@pytest.mark.parametrize("size", slow_after(3, SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def test_fills_the_window_in_readable_colours(name: str, size: tuple[int, int]) -> None:
    """Every screen fills the window exactly, and is readable at every colour depth."""
    for pictures in (False, True):
        lines = SCREENS[name](Room(*size), pictures)
        assert len(lines) == size[1]
        assert {width(line) for line in lines} == {size[0]}
        assert_readable(lines)


@every_screen
def test_the_bottom_row_has_keys_that_work(name: str) -> None:
    """? and Q are in it, unless letters are typed, and but for the hand-off."""
    bottom = {words.strip() for _, words in SCREENS[name](Room(80, 24), False)[-1]}
    if name in TYPING:
        assert {"Enter", "Esc", "Ctrl-U"} <= bottom
        assert not any(len(words) == 1 for words in bottom)
    elif name != "handoff":
        assert {"?", "Q"} <= bottom


@every_screen
def test_a_window_that_is_too_small_names_no_key(name: str) -> None:
    """No key but Q works there, so only a larger window is asked for."""
    for size in ((79, 23), (80, 22), (60, 12)):
        words = " ".join(text(SCREENS[name](Room(*size), False)).split())
        assert "Please enlarge this window" in words
        assert "Enter" not in words
        assert "press" not in words.lower()


@every_screen
def test_ascii_screens_are_ascii(name: str) -> None:
    """Only names of people have other characters."""
    lines = in_ascii(SCREENS[name](Room(80, 24), False))
    strange = {each for each in text(lines) if not each.isascii()}
    assert strange <= set("".join(tables.LONG)) | {"桜"}


def test_a_result_has_everything() -> None:
    """Winner, points, yaku with their cards, multipliers, all months, last turn, next step."""
    shown = text(result.result(tables.round_over(), Room(80, 24), closes_in=6))
    for part in (
        "You stopped and won Month 3 with 28 points. You deal next.",
        "Flower Viewing: Cherry curtain and Mum sake cup",
        "Ribbons",
        "Iris red",
        "7 points or more",
        "x2",
        "Score",
        "You played Cherry plain and took Cherry curtain",
        "Enter  Month 4",
        "by itself in 6 s",
    ):
        assert part in shown


def test_a_long_match_shows_every_month() -> None:
    """Twenty-four months are two tables; no month is cut, and the total comes last."""
    shown = text(result.result(tables.match_over(24), Room(80, 24)))
    assert "You won the match, 128 to 56!" in shown
    assert " R  Play again   Ben wants another match. Do you?" in shown
    shown += text(result.result(tables.match_over(24), Room(80, 24), scroll=99))
    assert all(f" {number} " in shown for number in range(1, 25))


def test_a_match_may_have_no_winner() -> None:
    """A match that was ended has no result; equal scores are a draw."""
    view = tables.changed(tables.match_over())
    del view.match.winners[:]
    assert "without a result" in text(result.result(tables.told(view), Room(80, 24)))
    view.match.winners.extend([1, 2])
    assert "a draw" in text(result.result(tables.told(view), Room(80, 24)))


def test_the_chart_shows_where_cards_are() -> None:
    """Each yaku with its points, the progress of every side, and the places of its cards."""
    shown = text(yaku_chart.yaku_chart(tables.ordinary(), Room(80, 60)))
    row = next(line for line in shown.split("\n") if line.startswith(" Moon Viewing"))
    assert row.split() == [
        "Moon",
        "Viewing:",
        "5",
        "points",
        "(1)",
        "(1)",
    ]  # each has one of the two
    row = next(line for line in shown.split("\n") if line.startswith(" Animals"))
    assert row.startswith(" Animals: 1 point, and 1 for each further Animal ")
    assert row.split()[-2:] == ["1/5", "2/5"]
    assert "8 moon (Ben)  9 sake cup (you)" in shown


@pytest.mark.parametrize("seat", range(1, 8))
@pytest.mark.parametrize("spectating", [True, False])
def test_a_result_says_whom_the_table_waits_for_and_who_wants_a_rematch(
    seat: int, spectating: bool
) -> None:
    """In the server's sentence, for players who have gone on; others see what Enter does."""
    more: dict[str, object] = {"seat_view": None} if spectating else {}
    waiting = tables.changed(tables.sakura_over(7), **more)
    waiting.match.waiting_for[:] = [seat]
    waiting = tables.told(waiting)
    others = spectating or waiting.me != seat
    waits = f"Round 5 begins when {waiting.name(seat)} has seen the result."
    assert (waits in text(result.result(waiting, Room(120, 40)))) is others
    over = tables.changed(tables.sakura_over(7, match=True), **more)
    for each in over.table.seats:
        each.wants_rematch = each.number == seat
    over = tables.told(over)
    assert over.said.waiting in " ".join(text(result.result(over, Room(120, 40))).split())


def test_the_key_of_a_rematch_says_when_it_takes_the_wish_back() -> None:
    view = tables.match_over()
    assert "R again" in text(board(view, Room(80, 24)))
    assert view.seat_view is not None
    view.seat_view.seat_options[0].kind = table_pb2.SEAT_OPTION_KIND_NO_REMATCH
    assert "R not again" in text(board(view, Room(80, 24)))


def test_a_spectator_wins_nothing() -> None:
    """The player of the near seat is named, not called "you"."""
    for make in (tables.round_over, tables.match_over):
        view = tables.told(tables.changed(make(), seat_view=None))
        words = text(result.result(view, Room(120, 40)))
        assert "You" not in words
        assert re.search("Aki (stopped and )?won", words)


def test_teams_collect_together() -> None:
    """In teams the chart has a column for each team, with its members' cards together."""
    shown = text(yaku_chart.yaku_chart(tables.many(4, game="sakura"), Room(100, 30)))
    assert "you+3    2+4" in shown  # mine is marked


def test_all_48_cards_are_listed() -> None:
    """Every plant and object, in words and as pictures."""
    for room, pictures in ((Room(80, 24), False), (Room(120, 34), True)):
        shown = text(all_cards.all_cards(pictured(tables.ordinary(), pictures), room))
        for thing in ("crane", "butterfly", "sake cup", "rain man", "lightning", "phoenix"):
            assert thing in shown
        assert shown.count("plain") == 22


def test_the_chart_says_what_is_out_of_reach() -> None:
    """If others captured cards of a yaku, the number of one's own is in brackets, not bold."""
    page = yaku_chart.yaku_chart(tables.ordinary(), Room(80, 40))
    line = next(line for line in page if "Moon Viewing" in text([line]))
    assert text([line]).split()[-2:] == ["(1)", "(1)"]  # each of us has one of the two
    assert not any("(1)" in words and "bold" in style for style, words in line)
    line = next(line for line in page if "Flower Viewing" in text([line]))
    assert text([line]).split()[-2:] == ["1/2!", "(0)"]


def test_abbreviations_are_explained() -> None:
    """At the end of the chart and of the help; the lightning only in games that have it."""
    last = text(yaku_chart.yaku_chart(tables.many(4, game="sakura"), Room(80, 24), scroll=99))
    for said in ("D  ", "Now", "L8", "3+1", "yaku 5", "2/3!", "(1)  -", "Discards"):
        assert said in last
    assert "L8" not in text(yaku_chart.yaku_chart(tables.ordinary(), Room(80, 24), scroll=99))
    keys = help_page.help_page(
        tables.CATALOG, help_page.HelpContext("sakura"), 0, Room(80, 24), scroll=999
    )
    assert "dealer" in text(keys)


def test_pictures_of_all_cards_have_a_legend_of_places() -> None:
    """As the list in words has; the pictures do not touch the edge of the window."""
    shown = text(all_cards.all_cards(pictured(tables.ordinary()), Room(120, 40))).split("\n")
    assert "hand: yours; field: on the field;" in shown[1]
    assert shown[2].startswith(" 1★ Pine")


def test_results_of_teams_show_the_team_of_each_seat() -> None:
    shown = text(result.result(tables.many(4, game="sakura"), Room(80, 24)))
    assert re.search(r"Round +Team +1 +2 +3 +Total", shown)


def test_the_log_shows_its_end_and_searches() -> None:
    """It opens at the newest line; a search keeps the entries with a match."""
    entries = [f"line {number}" for number in range(100)]
    assert "line 99" in text(log.log(entries, Room(80, 24)))
    assert "line 10 " in text(log.log(entries, Room(80, 24), scroll=0))
    found = text(log.log(entries, Room(80, 24), search="LINE 4"))
    assert "11 entries" in found
    assert "line 50" not in found


def test_a_handoff_never_draws_a_hand() -> None:
    """It refuses a view with a hand."""
    with pytest.raises(ValueError, match="without a hand"):
        handoff.handoff(tables.ordinary(), 2, Room(80, 24))
    assert "Hand the keyboard to Ben (Blue)." in text(
        handoff.handoff(tables.watching(), 2, Room(80, 24))
    )
