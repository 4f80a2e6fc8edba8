"""The board at all sizes and colour depths, for ordinary and for full tables."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from hanafuda.cards import card, cards
from koikoi.v1 import table_pb2
from koikoi_client.cards import Line
from koikoi_client.cards import mark as mark_of
from koikoi_client.screen.board import board
from koikoi_client.screen.cells import width
from koikoi_client.screen.field import CardSize, field, highlighted
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.client.cards.contrast import assert_readable
from tests.support.tiers import slow_after

from . import tables
from .goldens import in_ascii, pictured

SIZES = ((80, 23), (120, 40), (80, 24), (100, 30), (100, 31), (119, 40), (200, 60))

every_table = pytest.mark.parametrize("name", tables.TABLES)
every_size = pytest.mark.parametrize(
    "size", slow_after(1, SIZES), ids=lambda size: f"{size[0]}x{size[1]}"
)


def shown(lines: list[Line]) -> list[str]:
    return ["".join(words for _, words in line) for line in lines]


def drawn(view: View, size: tuple[int, int] = (80, 24), *, pictures: bool = False) -> str:
    return "\n".join(shown(board(pictured(view, pictures), Room(*size))))


@every_table
@every_size
def test_every_window_and_palette(name: str, size: tuple[int, int]) -> None:
    """The board fills the window exactly and is readable; ? and Q are in the bottom row."""
    view = tables.TABLES[name]()
    for pictures in (False, True):
        lines = board(pictured(view, pictures), Room(*size))
        assert len(lines) == size[1]
        assert {width(line) for line in lines} == {size[0]}
        assert {" ? ", " Q "} <= {words for _, words in lines[-1]}
        assert_readable(lines)
        if not pictures:
            strange = {
                each for line in shown(in_ascii(lines)) for each in line if not each.isascii()
            }
            assert strange <= set("".join(seat.player_name for seat in view.table.seats))
            assert not any(unicodedata.east_asian_width(each) == "A" for each in strange)


@every_table
@every_size
def test_no_card_is_cut(name: str, size: tuple[int, int]) -> None:
    """Every card on the field, in the hand and on the pile is drawn with month and mark."""
    view = tables.TABLES[name]()
    if not view.playing:
        return
    for pictures in (False, True):
        wanted: Counter[tuple[str, str]] = Counter()
        for number in [*view.match.field, *view.hand, view.match.open_card or 0]:
            if number:
                known = view.card(number)
                wanted[str(known.month), mark_of(known.kind)] += 1
        rows = drawn(view, size, pictures=pictures).split("\n")
        heads = [row for row in rows if not re.match(r" [★○▬◇] ", row)]
        found = Counter(re.findall(r"(?<!\d)(\d+) ?([★○▬◇])", "\n".join(heads)))
        assert found == wanted


@every_table
@every_size
def test_no_number_is_cut(name: str, size: tuple[int, int]) -> None:
    """Name, total, hand, koi-koi, points and absence of every seat; pile, round and deadline."""
    view = tables.TABLES[name]()
    if not view.playing:
        return
    text = drawn(view, size)
    rows = text.split("\n")
    for seat in view.table.seats:
        side = view.side(seat.number)
        own = seat.number == view.me
        number = "" if len(view.table.seats) == 2 else f"{seat.number} "
        start = f"{number}{seat.player_name} "
        tag = next(row for row in rows[1:] if row.lstrip().startswith(start))
        numbers = re.findall(r"-?\d+", tag)
        assert str(side.score) in numbers
        if not own:
            assert str(side.hand_size) in numbers
        if side.yaku:
            assert str(side.points) in numbers
        if side.koikoi_calls:
            times = side.koikoi_calls
            said = f" called {times} times" if times > 1 else " called"
            assert re.search(rf" koi-koi({said}| {times})? | ?KK{times} ", tag)
        if seat.HasField("absent_since") and not seat.bot:
            gone = int(view.now) - seat.absent_since.seconds
            assert f"away {gone // 60}:{gone % 60:02d}" in tag
        assert (view.match.dealer == seat.number) == bool(re.search(r" (dealer|[dD]) ", tag))
    assert re.search(rf"(?<!\d){view.match.round}( of |/){view.match.rounds}(?!\d)", rows[0])
    assert re.search(rf"(Pile|pile| )\s*{view.match.draw_pile}(?!\d)", text)
    if view.match.HasField("deadline"):
        assert "1:23" in rows[0]


@every_table
def test_every_captured_card_is_counted(name: str) -> None:
    """Each of a side's four groups shows its number of cards, also in the smallest window."""
    view = tables.TABLES[name]()
    rows = drawn(view, (80, 23)).split("\n")
    if not view.playing or view.game.card_points:
        return
    for seat in view.table.seats:
        captured = [view.card(each) for each in view.side(seat.number).captured]
        counts = [
            sum(each.kind == kind for each in captured) for kind in (1, 2, 3, 4)
        ]  # fmt: skip
        chips = [
            rf"{mark} ([A-Z]\w+ )?{count or '-'}(?!\d)"
            for mark, count in zip("★○▬◇", counts, strict=True)
        ]
        columns = "".join(f"{count:>3}" for count in counts)
        pairs = [f"{row} {below}" for row, below in pairwise(rows)]
        assert any(columns in pair or all(re.search(c, pair) for c in chips) for pair in pairs)


def test_a_played_card_names_what_it_takes() -> None:
    """The row below the hand says what Enter does, and what else the card could take."""
    text = drawn(tables.ordinary())
    assert " Enter  Play Cherry plain (3), take Cherry curtain" in text
    assert " Tab  Take Cherry plain instead" in text


def test_matching_cards_are_highlighted() -> None:
    """The card that Enter takes and one that it could take instead differ without colours."""
    view = tables.ordinary()
    assert highlighted(view) == ({card("3-1")}, {card("3-4")})
    text = drawn(view)
    assert "▲ take    or: Tab" in text


def test_the_chosen_card_is_raised() -> None:
    """The chosen card is a row higher than its neighbours, where there is a row for it."""
    rows = drawn(tables.ordinary()).split("\n")
    first = next(number for number, row in enumerate(rows) if row.startswith(" " * 21 + " 3 ◇"))
    assert rows[first + 1].startswith("  1 ★       2 ▬       Cherry ")


def test_nothing_is_highlighted_while_another_player_plays() -> None:
    """Without options no card matches and none is raised."""
    view = tables.waiting()
    assert highlighted(view) == (set(), set())
    assert "take" not in drawn(view).replace("took", "")
    assert "Ben is away: the match waits." in drawn(view)


def test_koikoi_and_stop_are_in_the_rows_below_the_hand() -> None:
    """Both labels are whole and have their keys at every size; the field does not move."""
    for size in SIZES:
        text = drawn(tables.deciding(), size)
        flat = " ".join(text.split())
        assert " K Koi-koi: play on for more than 10. If your opponent stops first, they" in flat
        assert "S Stop and score 10 (5 points, times 2 for koi-koi calls)" in flat
        assert "You have Flower Viewing (5 points): koi-koi or stop?" in flat
    before, now = (drawn(each()).split("\n") for each in (tables.ordinary, tables.deciding))
    assert [row.index("Pile") for row in (before[3], now[3])] == [3, 3]
    assert [row.startswith(" Aki (Red)") for row in (before[11], now[11])] == [True, True]


def test_a_drawn_card_lies_on_the_pile_while_it_is_placed() -> None:
    """The drawn card covers the pile; the number of the pile is below it."""
    lines = shown(field(tables.placing(), 80, CardSize.TILE, captions=True))
    assert lines[0].startswith("  3 ▬ ")
    assert lines[3].startswith(" pile 16")
    assert "▲ take" in lines[3]


def test_marks_can_be_hidden() -> None:
    """Without marks cards do not show their month; chips of captured cards still do."""
    text = drawn(tables.changed(tables.ordinary(), marks=False))
    heads = [row for row in text.split("\n") if not re.match(r" [★○▬◇] ", row)]
    assert not re.search(r"\d+ ?[★○▬◇]", "\n".join(heads))


def test_pictures_need_rows_and_colours() -> None:
    """Pictures need 31 rows, and a terminal that can show them; else there are tiles."""
    view = tables.ordinary()
    assert "▀" in drawn(view, (100, 31), pictures=True)
    assert "▀" not in drawn(view, (100, 30), pictures=True)
    assert "▀" not in drawn(view, (100, 31))


def test_wide_windows_have_progress_and_log() -> None:
    """From 120 columns on, progress and log are in a panel."""
    view = tables.ordinary()
    wide, narrow = drawn(view, (120, 40)), drawn(view, (119, 40))
    assert re.search(r"Yaku +pts +you +Blue", wide)
    assert re.search(r"Flower Viewing +5 +1/2! +\(0\)", wide)
    assert "Ben: good luck!" in wide
    assert not re.search(r"Yaku +pts", narrow)


def test_a_spectator_sees_no_hand() -> None:
    """Without a seat there is no hand; both sides have backs."""
    text = drawn(tables.watching())
    assert "spectator" in text
    assert "8 cards" in text
    assert "[1]" not in text


def test_cards_that_moved_are_highlighted() -> None:
    """Cards that have just moved differ in style from the same cards a moment later."""
    view = tables.waiting()
    now = board(view, Room(80, 24))
    later = board(tables.changed(view, news=frozenset()), Room(80, 24))
    assert shown(now) == shown(later)
    assert now != later


def test_a_seat_can_be_taken_back_and_replaced() -> None:
    """The option to take the seat back has its key; a notice is shown as well."""
    text = drawn(tables.late())
    assert " B  Take your seat back from Medium" in text
    assert "The game has moved on: choose again." in text


def test_an_unknown_option_is_offered_by_its_label() -> None:
    """An option that only later servers have is shown and chosen by its label."""
    view = tables.changed(tables.waiting())
    assert view.seat_view is not None
    view.seat_view.options.append(table_pb2.Option(number=1, kind=99, label="Dance"))  # type: ignore[arg-type]
    assert " Enter  Dance" in drawn(tables.changed(view, chosen=1))


def test_hiki_has_its_key_while_a_card_is_chosen() -> None:
    """Hiki is offered beside the chosen card; when it is chosen, what it takes is highlighted."""
    view = tables.changed(tables.many(3, game="sakura", full=False))
    assert view.seat_view is not None
    hiki = table_pb2.Option(
        number=90,
        kind=table_pb2.OPTION_KIND_HIKI,
        card=card("5-1"),
        taken=cards("5-1 5-2"),
        label="Hiki",
    )
    view.seat_view.options.append(hiki)
    assert " H  Hiki" in drawn(view)
    assert highlighted(tables.changed(view, chosen=90))[0] == set(cards("5-1 5-2"))


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 40), (10, 3), (79, 24), (80, 22), (300, 5)])
def test_a_small_window_says_so(size: tuple[int, int]) -> None:
    """A window that is too small shows one sentence."""
    lines = shown(board(tables.ordinary(), Room(*size)))
    assert len(lines) == size[1]
    assert {get_cwidth(line) for line in lines} <= {size[0], size[0] - 1}
    if size[0] * size[1] > 100:
        assert "Your turn: play a card." in " ".join(" ".join(lines).split())


@pytest.mark.slow
@given(st.integers(2, 7), st.integers(80, 220), st.integers(23, 70), st.randoms())
@settings(max_examples=60, deadline=None)
def test_any_table_fills_any_window(seats: int, columns: int, rows: int, random: Random) -> None:
    """With any cards in any window, no line is too wide and none is missing."""
    view = tables.changed(tables.many(seats, full=False) if seats > 2 else tables.ordinary())
    deck = list(range(1, 49))
    random.shuffle(deck)
    view.match.field[:] = [deck.pop() for _ in range(random.randint(0, 20))]
    assert view.seat_view is not None
    view.seat_view.hand[:] = sorted(deck.pop() for _ in range(random.randint(0, 12)))
    for side in view.match.sides:
        side.captured[:] = [deck.pop() for _ in range(random.randint(0, len(deck)))]
    lines = board(pictured(view, random.choice([False, True])), Room(columns, rows))
    assert len(lines) == rows
    assert {width(line) for line in lines} == {columns}
    assert {" ? ", " Q "} <= {words for _, words in lines[-1]}


def test_a_very_wide_window_centres_the_table() -> None:
    """The top row and the keys begin in the same column as the table."""
    lines = drawn(tables.ordinary(), (200, 60)).split("\n")
    for place in (0, 1, -1):
        assert lines[place].startswith(" " * 20), place
        assert lines[place][20:23].strip(), place


def test_backs_of_hands_are_drawn_only_for_a_single_opponent() -> None:
    """With several opponents some name tags would have no room for backs."""
    assert "▒▒ ▒▒" in drawn(tables.ordinary(), (120, 40))
    assert "▒" not in drawn(tables.sakura(3), (120, 40))
