"""Draw dialogs that ask for a line of text or for one of a few keys."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from koikoi_client.actions.command import hints_of, row_of
from koikoi_client.actions.keys import name_of
from koikoi_client.actions.pages import ENTRY, PAGE, EntryAction, PageAction
from koikoi_client.cards import Line
from koikoi_client.screen.page import scrolling_page
from koikoi_client.screen.room import Room
from koikoi_client.screen.targets import key_cap, with_target
from koikoi_client.text.wrapping import wrap


def input_dialog(
    title: str,
    explanation: str,
    label: str,
    typed: str,
    room: Room,
    *,
    notice: str = "",
    above: Sequence[str] = (),
    enter: str = "",
    offered: bool = False,
) -> list[Line]:
    """Ask for a line of text, such as a name, a join code or a chat message.

    Args:
        above: lines of chat to show above, the newest last; the oldest are cut off.
        enter: the label of Enter; empty: "done".
        offered: whether *typed* is a suggestion, which the first typed letter replaces.
    """
    columns = room.columns
    lines: list[Line] = [[]]
    chat = [each for words in above for each in wrap(words, columns - 6, indent=2)]
    free = room.less(rows=12).rows
    lines += [[("", f"   {each}")] for each in chat[-free:]] if free else []
    lines += [[]] if chat and free else []
    lines += [[("", f"   {each}")] for each in wrap(explanation, min(columns, 80) - 6)]
    wide = columns - get_cwidth(label) - 8
    shown = typed
    while shown and get_cwidth(shown) > wide:
        shown = shown[1:]
    lines += [
        [],
        [
            ("", "   "),
            ("bold", f"{label}: "),
            ("reverse" if offered else "", shown),
            ("class:key", " "),
        ],
        [],
    ]
    if notice:
        lines += [[("", "   "), ("class:alarm", f" {each} ")] for each in wrap(notice, columns - 8)]
    hints = hints_of(ENTRY, EntryAction.DONE, EntryAction.BACK, EntryAction.ERASE)
    if enter:
        hints[0] = (row_of(ENTRY, EntryAction.DONE).keys, enter)
    return scrolling_page(title, lines, room, hints=hints, typing=True)


def choice_dialog(
    title: str,
    words: Sequence[str],
    answers: Sequence[tuple[str, str]],
    room: Room,
) -> list[Line]:
    """Ask for one of the *answers*, each with its key."""
    wide = min(room.columns, 80) - 6
    lines: list[Line] = [[]]
    for paragraph in words:
        lines += [*([("", f"   {each}")] for each in wrap(paragraph, wide)), []]
    for key, answer in answers:
        first, *rest = wrap(answer, wide - 8)
        blank = " " * max(1, 7 - len(key))
        row: list[Line] = [[*key_cap(key), ("", blank), ("bold", first)]]
        row += [[("", f"{'':9}{each}")] for each in rest]
        lines += [[("", "   "), *with_target(line, name_of(key))] for line in row]
        lines.append([])
    return scrolling_page(title, lines, room, hints=hints_of(PAGE, PageAction.BACK))
