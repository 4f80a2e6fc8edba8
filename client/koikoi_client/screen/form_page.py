"""Draw the form for a new table."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import service_pb2
from koikoi_client.actions.command import hints_of, row_of
from koikoi_client.actions.keys import name_of
from koikoi_client.actions.lobby import FORM, FormAction
from koikoi_client.actions.pages import ENTRY, EntryAction
from koikoi_client.cards import Line
from koikoi_client.follow.new_table import NewTable
from koikoi_client.follow.new_table_form import Field, fields
from koikoi_client.screen.targets import key_cap, row_target, target
from koikoi_client.text import text
from koikoi_client.text.wrapping import wrap

from .cells import cut, fill, fill_line
from .cursor_list import cursor_mark
from .page import Page, scroll_to, scrolling_page
from .room import Room


def form_page(
    table: NewTable,
    catalog: service_pb2.GetCatalogResponse,
    room: Room,
    *,
    cursor: int = 0,
    notice: str = "",
) -> Page:
    """The form, scrolled to the field under the cursor, with an explanation of that field."""
    lines = fields(table, catalog)
    wide = min(room.columns, 100)
    body: list[Line] = []
    at, group = 0, ""
    for number, field in enumerate(lines):
        if field.group != group:
            group = field.group
            body += [[], [("", " "), ("class:heading", group)]]
        at = len(body) if number == cursor else at
        body.append(row_target(_line(field, wide, number == cursor), number))
    field = lines[cursor]
    explanation = _explanation(field, wide, max(4, room.rows - _BESIDE))
    change = hints_of(FORM, FormAction.CHANGE)
    if field.free_text:
        change = hints_of(ENTRY, EntryAction.ERASE)
    hints = [*hints_of(FORM, FormAction.LINE), *change, *hints_of(FORM, FormAction.BACK)]
    foot: list[Line] = [[], *([("", f"   {each}")] for each in explanation)]
    if notice:
        foot += [[("", "   "), ("class:alarm", f" {each} ")] for each in wrap(notice, wide - 8)]
    foot += [[]] * (5 - len(foot))
    enter = row_of(FORM, FormAction.OPEN)
    opens = (target(name_of(enter.keys), "bold"), f" {text(enter.label)}")
    foot.append([("", "   "), *key_cap(enter.keys), opens])
    free = room.rows - 2 - len(foot)
    start = scroll_to(at, len(body), free)
    last = start + free - 1
    if last < len(body) and "class:heading" in {style for style, _ in body[last]}:
        body[last] = []  # a heading is not shown without a line below it
    return scrolling_page(
        text("A new table"), body, room,
        foot=foot, hints=hints, scroll=start, typing=field.free_text,
    )  # fmt: skip


_LABEL = 38
"""Columns before the value of a field."""
_BESIDE = 14
"""The rows that an explanation leaves for the fields and the rest of the screen."""


def _line(field: Field, columns: int, chosen: bool) -> Line:
    """A line of the form; arrows show that the field under the cursor can be changed."""
    before = fill(f" {cursor_mark(chosen)} {field.label}", _LABEL)
    if not chosen:
        return [("", fill(f"{before}{field.shown}", columns))]
    style = "class:chosen"
    if field.free_text:
        shown = cut(field.shown, columns - _LABEL - 2)
        return fill_line([(style, f"{before}{shown}"), ("class:key", " ")], columns, style)
    if len(field.choices) < 2:
        return [(style, fill(f"{before}{field.shown}", columns))]
    shown = cut(field.shown, columns - _LABEL - 2)
    left, right = (target("left", style), "< "), (target("right", style), " >")
    line = [(style, before[:-2]), left, (style, shown), right]
    return fill_line(line, columns, style)


def _explanation(field: Field, columns: int, rows: int) -> list[str]:
    """The explanation of a field in at most *rows* rows.

    It begins with the value if that is too long for its line.
    """
    lines = wrap(field.explanation, columns - 4)
    if get_cwidth(field.shown) > columns - _LABEL - 2:
        lines = [*wrap(f"{field.shown}.", columns - 4), *lines]
    if field.numbers is None:
        return lines[:rows]
    low, high = field.numbers
    return [*lines[: rows - 1], text("Or type a number from {a} to {b}.", a=low, b=high)]
