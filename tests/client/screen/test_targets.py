"""Click targets: every cell of every screen has the target that is drawn there."""

from __future__ import annotations

from collections import defaultdict

import pytest
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from koikoi_client.actions import keys
from koikoi_client.cards import COLUMNS, Line, shortened
from koikoi_client.screen import targets
from koikoi_client.screen.board import board
from koikoi_client.screen.field import highlighted
from koikoi_client.screen.hand import playable
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.support.tiers import slow_after

from . import screens, tables

SIZES = ((80, 24), (120, 40), (100, 30), (170, 50), (201, 60))
CAPS = {
    "enter": "Enter", "escape": "Esc", "tab": "Tab", "up": "Up", "down": "Down", "left": "Left",
    "right": "Right", "page up": "PgUp", "page down": "PgDn", "home": "Home", "end": "End",
    "ctrl-u": "Ctrl-U",
}  # fmt: skip
Cell = tuple[int, int]


def cells(lines: list[Line]) -> dict[Cell, str]:
    """The character of each cell by (row, column); a wide one is in both its columns."""
    found: dict[Cell, str] = {}
    for y, line in enumerate(lines):
        x = 0
        for _, words in line:
            for character in words:
                for _ in range(get_cwidth(character)):
                    found[y, x] = character
                    x += 1
    return found


def clicked(lines: list[Line]) -> dict[str, list[Cell]]:
    """The cells with a target, by target."""
    found = defaultdict(list)
    for y, x in cells(lines):
        if what := targets.target_at(lines, x, y):
            found[what].append((y, x))
    return found


def words(lines: list[Line], where: list[Cell]) -> str:
    """The text of these cells, with a line for each row."""
    signs = cells(lines)
    rows: dict[int, str] = defaultdict(str)
    for y, x in where:
        rows[y] += signs[y, x]
    return "\n".join(rows.values())


def assert_is_drawn(view: View, lines: list[Line], what: str, where: list[Cell]) -> None:
    """The cells show their target: a key cap, or a card with its key or sign."""
    shown = words(lines, where)
    if (number := targets.target_number(what, "card")) is None:
        assert f" {CAPS.get(what, what.upper())}" in f" {shown}", (what, shown)
        return
    card, (taken, others) = view.card(number), highlighted(view)
    assert len({x for _, x in where}) == COLUMNS
    assert str(card.month) in shown.splitlines()[0]
    assert shortened(card.object).removesuffix(".") in shown or shortened(card.plant) in shown
    if number in view.hand:
        assert number in playable(view)
        place = list(view.hand).index(number) + 1
        assert f"[{place % 10}]" in shown or place > 10
    else:
        assert number in taken | others
        assert any(sign in shown for sign in (("▲",) if number in taken else ("▲", "△", "or: Tab")))


@pytest.mark.parametrize("size", slow_after(1, SIZES))
@pytest.mark.parametrize("name", tables.TABLES)
def test_targets_on_a_table_are_what_is_drawn_there(name: str, size: tuple[int, int]) -> None:
    """Every card that may be played or taken, and every key in the bottom row, is a target."""
    view = tables.TABLES[name]()
    for pictures in (False, True):
        lines = board(tables.changed(view, pictures=pictures), Room(*size))
        found = clicked(lines)
        for what, where in found.items():
            assert_is_drawn(view, lines, what, where)
        taken, others = highlighted(view)
        assert {number for what in found if (number := targets.target_number(what, "card"))} == (
            set(playable(view)) | taken | others
        )
        assert {"?", "q", "l"} <= set(found)


@pytest.mark.parametrize("size", slow_after(1, SIZES))
def test_targets_are_right_for_every_option_under_the_cursor(size: tuple[int, int]) -> None:
    for view in (tables.ordinary(), tables.placing(), tables.many(5), tables.sakura(5)):
        for option in view.buttons:
            chosen = tables.changed(view, chosen=option.number)
            lines = board(tables.changed(chosen, pictures=True), Room(*size))
            for what, where in clicked(lines).items():
                assert_is_drawn(chosen, lines, what, where)


@pytest.mark.parametrize("size", slow_after(1, SIZES))
@pytest.mark.parametrize("name", screens.SCREENS)
def test_targets_on_other_screens_are_keys_and_rows(name: str, size: tuple[int, int]) -> None:
    """A key cap and its label are the key; a row of a list is one line."""
    lines = screens.SCREENS[name](Room(*size), True)
    for what, where in clicked(lines).items():
        if what.startswith(("row ", "table ")):
            assert name in ("keys", "page") or len({y for y, _ in where}) == 1
        else:
            assert_is_drawn(tables.ordinary(), lines, what, where)


@pytest.mark.parametrize("table_id", ["a b", "a~b", "a\tb\n", "a\u00a0b", "] bold", "%20", "花"])
def test_a_target_may_have_any_id(table_id: str) -> None:
    """The server chooses ids; prompt_toolkit can parse a style with any of them."""
    style = targets.target(f"table {table_id}", "bold")
    assert targets.target_id(targets.target_of(style), "table") == table_id
    assert Style([]).get_attrs_for_style_str(style).bold


def test_there_are_no_targets_outside_of_lines() -> None:
    lines: list[Line] = [
        [("", "ab"), (targets.target("x"), "花"), (targets.target("page up", "bold"), "c")]
    ]
    assert [targets.target_at(lines, x, 0) for x in range(-1, 6)] == [
        *("", "", "", "x", "x", "page up", "")
    ]
    assert targets.target_at(lines, 2, 1) == targets.target_at(lines, 2, -1) == ""
    assert targets.target_at([], 0, 0) == ""


def test_every_key_cap_shows_a_key_of_the_program() -> None:
    """Keys have the same names in the program; of several keys each is a target."""
    known = [value for name, value in vars(keys).items() if name.isupper()]
    for key, shown in CAPS.items():
        assert keys.name_of(shown) == key
        assert key in known
    assert [targets.target_of(style) for style, _ in targets.key_cap("Up Down")] == ["up", "down"]
    assert [targets.target_of(style) for style, _ in targets.key_cap("1-8")] == [""]
    assert keys.name_of("K") == "k"
