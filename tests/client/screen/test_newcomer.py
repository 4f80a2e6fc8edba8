"""What newcomers look for: where cards are, what they count for, who did what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.output import ColorDepth

from hanafuda.cards import DECK, Kind, card, cards
from koikoi_client.cards import Line, chip
from koikoi_client.screen import result, score_breakdown, yaku_chart
from koikoi_client.screen.actions import option_note
from koikoi_client.screen.board import board
from koikoi_client.screen.captured import Chips, also_counted, by_kind, captured_lines
from koikoi_client.screen.field import CardSize, cards_across, draw_card, field_grid
from koikoi_client.screen.last_turns import last_turns
from koikoi_client.screen.room import Room
from koikoi_client.screen.side_panel import progress_table
from koikoi_client.screen.styles import styles
from koikoi_client.screen.view import View
from tests.support.tiers import slow_after

from . import tables
from .goldens import pictured, shown

SIZES = ((80, 23), (80, 24), (100, 30), (120, 40), (160, 50))
decks = st.permutations(DECK)


def lying(field: Sequence[int]) -> View:
    view = tables.changed(tables.ordinary())
    view.match.field[:] = field
    return view


def said(lines: list[Line]) -> str:
    return " ".join(shown(lines).split())


@given(decks, st.integers(2, 14), st.sampled_from([80, 100, 120]))
def test_a_card_keeps_its_row_when_another_is_taken_or_laid(
    deck: list[int], number: int, columns: int
) -> None:
    """If each half of the year fits in a row beside the pile; cards are in order of month."""
    now, before = (field_grid(lying(deck[:count]), columns) for count in (number - 1, number))
    assert list(chain(*before)) == sorted(deck[:number])
    early = sum(each <= 24 for each in deck[:number])
    if max(early, number - early) < cards_across(columns):
        assert len(now) == len(before) == 2
        assert all(set(row) <= set(row_before) for row, row_before in zip(now, before, strict=True))


def test_the_halves_of_the_year_have_a_row_each() -> None:
    """Also if one of them is empty; only a half that is too wide is broken."""
    early, late = list(cards("2-1 2-4")), list(cards("9-3 12-1"))
    assert field_grid(lying([late[0], early[0], late[1], early[1]]), 80) == [early, late]
    assert field_grid(lying(late), 80) == [[], late]
    assert [len(row) for row in field_grid(lying(list(DECK[:9])), 80)] == [5, 4]


@pytest.mark.parametrize("name", [name for name, make in tables.TABLES.items() if make().playing])
@pytest.mark.parametrize("size", slow_after(2, SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def test_captured_cards_of_all_sides_have_one_shape(name: str, size: tuple[int, int]) -> None:
    """Groups, and cards, have their names on all sides or on none."""
    view = tables.TABLES[name]()
    rows = shown(board(pictured(view), Room(*size))).split("\n")
    chips = [row for row in rows if re.match(r" [★○▬◇] (\w+ )?(-|\d+)", row)]
    assert len({bool(re.match(r" [★○▬◇] [A-Z]", row)) for row in chips}) <= 1
    ribbons = [each for row in chips for each in re.findall(r"▬ (?:\w+ )?\d+: (\S+ \S*)", row)]
    named = {bool(re.match(r"\d+ (poem|blue|red)", each)) for each in ribbons}
    assert len(named) <= 1


def test_a_ribbon_always_shows_its_sort() -> None:
    """By its name or a letter, in its own colour, in every shape but the shortest."""
    view = tables.changed(tables.ordinary())
    view.match.sides[0].captured[:] = [each for each in DECK if each.kind is Kind.RIBBON]
    for columns in (60, 70, 80, 120):
        shape = Chips(view, columns).shape([1], 1)
        text = said(captured_lines(view, 1, Room(columns, 1), shape))
        assert re.search(r"1 ?p.* 6 ?b.* 11 ?r", text)
    for each, colour in (("1-2", "red"), ("6-2", "blue"), ("4-2", "red")):
        assert chip(view.card(card(each)))[0][0] == f"class:chip.{colour}"


def test_a_card_that_counts_in_another_group_is_shown_there_too() -> None:
    """The sake cup is among the plains too, unless a house rule forbids it."""
    view = tables.ordinary()
    plain = by_kind(view, 1)[3][0]
    assert also_counted(view, 1, plain) == [card("9-1")]
    assert "◇ 2+1: 1 9 +9 sake cup" in said(captured_lines(view, 1, Room(80, 1)))
    without = tables.changed(view, chart=type(view.game)())
    without.chart.CopyFrom(view.game)  # type: ignore[union-attr]
    for row in without.chart.yaku:  # type: ignore[union-attr]
        if row.id == "kasu":
            row.any_of.remove(card("9-1"))
    assert also_counted(without, 1, plain) == []


def test_a_card_that_moved_keeps_its_months_colour() -> None:
    """Only its number is highlighted."""
    view = tables.changed(tables.waiting(), news=frozenset([card("4-1")]))
    for face in CardSize:
        head, before = (
            draw_card(each, card("4-1"), face)[0]
            for each in (view, tables.changed(view, news=frozenset()))
        )
        assert head[0][0] != before[0][0]
        assert head[1][0] == before[0][0]


def test_no_month_has_the_colour_of_a_highlight_in_sixteen_colours() -> None:
    """The chosen card and matching cards differ from all months."""
    sixteen = styles(ColorDepth.DEPTH_4_BIT)
    for each in DECK:
        view = tables.ordinary()
        plain, *lit = (
            sixteen.get_attrs_for_style_str(
                draw_card(view, each, CardSize.TILE, light)[0][0][0]
            ).bgcolor
            for light in ("", "chosen", "match")
        )
        assert plain not in lit
        assert plain is not None
        assert "cyan" not in plain


def test_a_mark_shows_the_state_of_a_yaku() -> None:
    """Held, replaced by a better yaku, one card short, or out of reach."""
    view = tables.changed(tables.ordinary())
    view.match.sides[1].captured[:] = cards("1-1 3-1 8-1 11-1")
    view = tables.told(view)
    rows = {line[0][1].strip(): line[-1] for line in progress_table(view, 37)}
    assert rows["Rainy Four Brights"] == ("class:badge", "4 ✓")
    assert rows["Three Brights"] == ("", "3 ~")
    assert rows["Five Brights"] == ("bold", "4/5!")
    assert rows["Moon Viewing"] == ("", "(1)")  # I have the sake cup
    assert rows["Ribbons"] == ("", "0/5")


def test_a_yaku_that_counts_only_beside_another_has_its_mark() -> None:
    """It is complete and does not count yet, under the house rule viewing=with_other."""
    view = tables.changed(tables.ordinary())
    view.table.rules["viewing"] = "with_other"
    view.match.sides[0].captured[:] = cards("3-1 9-1")
    view = tables.told(view)
    rows = {line[0][1].strip(): line for line in progress_table(view, 37)}
    assert ("", "2 ?") in rows["Flower Viewing"]
    assert "2 ? not yet" in said(yaku_chart.yaku_chart(view, Room(80, 24)))


@pytest.mark.parametrize("seats", [3, 5, 6, 7])
def test_numbers_of_the_chart_are_apart(seats: int) -> None:
    """In the panel and on the page, there is a number for each side, and names are whole."""
    view = tables.many(seats)
    for columns in (37, 57):
        text = said(progress_table(view, columns))
        numbers = re.search(r" Plains (?:1\+ )?(.*)$", text)
        assert numbers
        cells = numbers[1].split()
        assert len(cells) == (seats if seats <= 3 else seats + 1), cells
        assert re.search(r"Boar, Deer, .*Butterflies", text)
        assert ".." not in text
    page = shown(yaku_chart.yaku_chart(view, Room(80, 60)))
    row = next(line for line in page.split("\n") if line.startswith(" Plains"))
    assert len(re.findall(r" (?:\d+/10!?|\(\d+\))(?= |$)", row)) == seats


def test_the_result_says_who_pays() -> None:
    """There is a row for each player who pays, and the payments sum up to the score."""
    text = said(score_breakdown.score_breakdown(tables.coins_paid(), 80))
    assert "You called koi-koi x2 Player 1 pays 10 Player 2 pays 10 Player 3 pays 10" in text
    assert text.endswith("Player 4 pays 10 Score 40")
    assert "pay" not in said(score_breakdown.score_breakdown(tables.round_over(), 80))


def test_yaku_that_cost_the_opponents_are_named() -> None:
    """Each with its party and its cost; there are none in games where yaku bring points."""
    view = tables.changed(tables.sakura_over(4))
    for side in view.match.sides:
        del side.yaku[2 if side.seat % 2 else 0 :]
    text = said(score_breakdown.costly_yaku(view, 80))
    assert re.search(
        r"Yaku held by you and .*: .* \(-50 points for each opponent\), .* opponent\)$", text
    )
    assert not score_breakdown.costly_yaku(tables.round_over(), 80)


def test_a_large_result_shows_the_cards_and_who_captured_what() -> None:
    """Scored cards are drawn and captured cards listed; in small windows neither is."""
    text = shown(result.result(pictured(tables.round_over()), Room(120, 40)))
    assert re.search(r"3★ Cherry 9○ Mum", text)
    assert re.search(r"Captured\n  Aki \(Red\) +★ Brights 1: 3 curtain", text)
    small = shown(result.result(tables.round_over(), Room(80, 24)))
    assert "Captured" not in small
    assert "Enter  Month 4" in small


def test_each_of_several_others_has_a_line() -> None:
    """If not all fit, the newest are shown."""
    view = tables.moves()
    lines = [said([line]) for line in last_turns(view, Room(80, 5))]
    assert lines[0].startswith("You: took")
    assert [line.split(" played")[0] for line in lines[1:]] == [
        f"Player {n}:" for n in (1, 2, 3, 4)
    ]
    assert [said([line])[:8] for line in last_turns(view, Room(80, 2))] == ["Player 3", "Player 4"]
    assert last_turns(view, Room(80, 0)) == []


def test_during_a_decision_the_running_turn_is_shown() -> None:
    """It made the yaku; the opponent's turn comes before it where both fit."""
    one, *rest = (said([line]) for line in last_turns(tables.deciding(), Room(80, 1)))
    assert one == "You: took Cherry curtain and plain; made Flower Viewing 5"
    assert not rest
    whole = said(last_turns(tables.deciding(), Room(80, 5)))
    assert whole.startswith("Ben played")
    assert "You played Cherry plain and took Cherry curtain" in whole


@pytest.mark.parametrize("size", SIZES)
def test_the_turn_that_made_the_yaku_is_not_cut(size: tuple[int, int]) -> None:
    """It names the yaku; where there are rows, in a whole sentence."""
    text = said(board(tables.deciding(), Room(*size)))
    assert re.search("You: .*; made Flower Viewing 5|You made Flower Viewing", text)
    if size[1] >= 30:
        assert "You played Cherry plain and took Cherry curtain" in text


def test_the_note_of_an_option_is_below_it() -> None:
    """The server's note is whole; an option may have none."""
    view = tables.ordinary()
    for size in SIZES:
        assert "Makes Flower Viewing: 5 points." in said(board(view, Room(*size)))
    stays = next(each for each in view.options if not each.taken)
    assert not option_note(tables.changed(view, chosen=stays.number), 80)
    assert "Poetry Ribbons 2 of 3" in said(option_note(tables.placing(), 120))
    assert len(option_note(tables.placing(), 30)) > 1


def test_a_spectator_has_the_log_in_place_of_a_hand() -> None:
    """Also in the smallest windows."""
    for size in SIZES:
        assert "Ben: good luck!" in shown(board(tables.watching(), Room(*size)))
