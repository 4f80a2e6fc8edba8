"""The table on the screen: a pure function of the last update, the window and the theme.

From top to bottom: the bar, the other seats, the field, my side, my hand, what the keys do now, and
the bottom row. A plan says how rich each part is: what is necessary comes first, then rows are
given out in a fixed order, so that a window of the same size always looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from koikoi.v1 import table_pb2 as pb

from ..faces import Line, Theme
from ..texts import text
from .bottom import Hint, bottom
from .cells import beside, fill_line, indented, sized, width
from .field import Face, covered, field
from .fitting import Part, fitted, plain
from .foot import previous, prompt, recent
from .hand import hand
from .inks import ink
from .panel import panel
from .sides import captured, row, row_heading, tag
from .small import small, too_small
from .spoken import turn_state
from .view import View, clock

PANEL_FROM = 120  # columns
_BOARD = 80  # columns of the table when there is a panel
_WIDEST = 160  # what is wider stands in the middle
_PICTURES_FROM = 31  # rows
_FOOT = (
    5  # rows for what the keys do; kept when there is less to say, as koi-koi and stop need them
)


def board(view: View, columns: int, rows: int, theme: Theme) -> list[Line]:
    """The whole screen of a table: exactly *rows* lines of exactly *columns* columns."""
    if too_small(columns, rows):
        return small(columns, rows, waited_for=bool(view.options))
    lines = [bar(view, columns, theme)]
    body = rows - 2
    if columns < PANEL_FROM:
        lines += _table(view, columns, body, theme, log=True)
    else:
        used = min(columns, _WIDEST)
        margin = (columns - used) // 2
        left = max(_BOARD, used * 5 // 8)
        table = _table(view, left, body, theme, log=False)
        aside = panel(view, used - left - 3, body, theme)
        lines += indented(beside([table, aside], gap=2), margin)
    lines += [bottom(hints(view), columns, theme)]
    return sized(lines, columns, rows)


def bar(view: View, columns: int, theme: Theme) -> Line:
    """The top row: game and round; whose turn it is, the deadline, the connection."""
    style = ink("bar", theme)
    bold = f"{style} bold"
    match = view.match
    left = [Part(([(bold, f" {view.game.name or view.table.game}")],), 9)]
    if view.playing and match.round:
        name = view.game.round_name or text("Round")
        left.append(
            plain(
                text("{name} {n} of {all}", name=name, n=match.round, all=match.rounds),
                weight=9,
                style=bold,
            )
        )
    if view.playing and covered(view, _field_columns(columns), signs=False):
        left.append(plain(text("Pile {number}", number=match.draw_pile), weight=8, style=style))
    if dropped := len(view.discards()):
        left.append(plain(text("Discards {number}", number=dropped), weight=7, style=style))
    if len(view.table.rules):
        left.append(plain(text("house rules"), "", weight=1, style=style))
    if view.spectators:
        left.append(plain(text("{n} watching", n=view.spectators), "", weight=2, style=style))
    right = [plain(turn_state(view), weight=8, style=bold)]
    if match.HasField("deadline"):
        right.append(plain(clock(view.seconds_to(match.deadline)), weight=8, style=bold))
    if view.seat_view is None:
        right.insert(0, plain(text("you watch"), weight=6, style=style))
    words = view.connection
    right.append(plain(words, weight=7, style=style))
    start = fitted(left, columns * 2 // 3)
    end = [*fitted(right, columns - width(start) - 3), (style, " ")]
    blanks = columns - width(start) - width(end)
    line = [*start, (style, " " * max(1, blanks)), *end]
    return fill_line([(each or style, words) for each, words in line], columns, style)


def hints(view: View) -> list[Hint]:
    """What the keys do now, the most important first."""
    kinds = {option.kind for option in view.buttons}
    found: list[Hint] = []
    if pb.OPTION_KIND_PLAY in kinds:
        last = min(9, max(1, len(view.hand)))
        found += [(f"1-{last}", text("card")), ("Enter", text("play")), ("Tab", text("next"))]
    elif kinds & {pb.OPTION_KIND_KOIKOI, pb.OPTION_KIND_STOP}:
        found += [("K", text("koi-koi")), ("S", text("stop"))]
    elif kinds:
        found += [("Tab", text("next")), ("Enter", text("choose"))]
    return [
        *found,
        ("Y", text("yaku")),
        ("A", text("cards")),
        ("L", text("log")),
        ("C", text("chat")),
        ("T", text("table")),
        ("M", text("marks")),
    ]


@dataclass
class _Plan:
    """How rich each part of the table is, in a window of some rows."""

    field: Face
    hand: Face
    signs: bool = False  # rows under the field's cards
    lift: bool = False  # a row for the chosen card to be lifted into
    chips: bool = False  # a second row for each of the other seats, with their captured cards
    more_chips: int = 0  # a second row of chips where one does not do: 1 for me, 2 for all
    heading: bool = False  # over the other seats
    gaps: int = 0  # blank rows between the parts, 0-4


def _table(view: View, columns: int, rows: int, theme: Theme, *, log: bool) -> list[Line]:
    if not view.playing:
        return _gathering(view, columns, rows, theme)
    foot = prompt(view, columns, theme)
    before = previous(view, columns)
    if not any(option.kind == pb.OPTION_KIND_KOIKOI for option in view.options):
        foot = [*foot, *before]
    bare = sum(map(len, _parts(view, columns, _Plan(Face.TILE, Face.TILE), theme)))
    least = max(len(foot), min(_FOOT, rows - bare))
    plan = _plan(view, columns, rows - least, theme)
    parts = list(_parts(view, columns, plan, theme))
    lines: list[Line] = []
    for place, part in enumerate(parts):
        lines += part
        lines += [[]] if place < plan.gaps else []
    spare = rows - len(lines) - len(foot)
    if log and spare > 4:
        foot = [*foot, [], *recent(view, columns, spare - 2)]
    lines += [[]] if spare else []
    return sized([*lines, *foot], columns, rows)


def _plan(view: View, columns: int, rows: int, theme: Theme) -> _Plan:
    """The richest plan that fits into so many rows."""
    faces = [(Face.TILE, Face.TILE), (Face.TILE, Face.SLIP), (Face.SLIP, Face.TILE)]
    many = len(view.others) > 1
    plans = [_Plan(on_field, in_hand, heading=many) for on_field, in_hand in faces]
    if theme.pictures and rows >= _PICTURES_FROM - 2 - _FOOT:
        plans.insert(0, _Plan(Face.PICTURE, Face.PICTURE, signs=True, heading=many))
    plan = next(
        (each for each in plans if _rows(view, columns, each, theme) <= rows),
        _Plan(Face.SLIP, Face.SLIP, heading=many),
    )
    if many:
        _grant(plan, "chips", True, view, columns, rows, theme)
        if plan.chips:
            plan.heading = False
    _grant(plan, "signs", True, view, columns, rows, theme)
    _grant(plan, "lift", True, view, columns, rows, theme)
    for number in (1, 2):
        _grant(plan, "more_chips", number, view, columns, rows, theme)
    for number in range(1, 4):
        _grant(plan, "gaps", number, view, columns, rows - 1, theme)
    return plan


def _grant(
    plan: _Plan, what: str, value: int, view: View, columns: int, rows: int, theme: Theme
) -> None:
    """Makes a plan richer by one thing when it then still fits."""
    before = getattr(plan, what)
    setattr(plan, what, value)
    if _rows(view, columns, plan, theme) > rows:
        setattr(plan, what, before)


def _rows(view: View, columns: int, plan: _Plan, theme: Theme) -> int:
    return sum(map(len, _parts(view, columns, plan, theme))) + plan.gaps


def _parts(view: View, columns: int, plan: _Plan, theme: Theme) -> Iterator[list[Line]]:
    """The parts of the table above the foot: the others, the field, my side, my hand."""
    yield _others(view, columns, plan, theme)
    yield field(view, columns, plan.field, theme, signs=plan.signs)
    chips = captured(view, view.me, columns, 1 + (plan.more_chips > 0), theme)
    yield [tag(view, view.me, columns, theme), *chips]
    if view.seat_view:
        yield hand(view, columns, plan.hand, theme, lift=plan.lift)


def _others(view: View, columns: int, plan: _Plan, theme: Theme) -> list[Line]:
    lines: list[Line] = []
    if len(view.others) == 1 or plan.chips:
        for seat in view.others:
            chips = captured(view, seat, columns, 1 + (plan.more_chips > 1), theme)
            lines += [tag(view, seat, columns, theme), *chips]
        return lines
    if plan.heading:
        lines.append(row_heading(view, columns, theme))
    return lines + [row(view, seat, columns, theme) for seat in view.others]


def _gathering(view: View, columns: int, rows: int, theme: Theme) -> list[Line]:
    """A table whose match has not begun: its seats, and what is waited for."""
    lines: list[Line] = [[]]
    for seat in view.table.seats:
        lines += [tag(view, seat.seat, columns, theme), []]
    foot = prompt(view, columns, theme) + recent(view, columns, max(0, rows - len(lines) - 3))
    return [*lines, *foot][:rows]


def _field_columns(columns: int) -> int:
    return columns if columns < PANEL_FROM else max(_BOARD, min(columns, _WIDEST) * 5 // 8)
