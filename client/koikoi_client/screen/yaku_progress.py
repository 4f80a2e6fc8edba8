"""Draw the progress of yaku in few columns: the server's count of cards and a mark for the state.

The marks work without colours. ``5 ✓``: the yaku counts. ``4/5!``: one card is missing. ``3 ~``: a
better yaku counts instead. ``2 ?``: it does not count yet. ``(1)`` or ``-``: it is out of reach.
"""

from __future__ import annotations

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.cards import Line
from koikoi_client.text import text

from .view import View

_COMPLETE = {
    table_pb2.PROGRESS_STATE_HELD: "✓",
    table_pb2.PROGRESS_STATE_REPLACED: "~",
    table_pb2.PROGRESS_STATE_ALONE: "?",
}
"""The marks of states in which all cards of a yaku are captured."""


def of_party(view: View, party: table_pb2.Party) -> dict[str, table_pb2.Progress]:
    """A party's progress by yaku id; yaku of which it has no card are missing."""
    return {each.yaku: each for each in view.side(party.seats[0]).progress}


def progress_text(progress: table_pb2.Progress, need: int) -> tuple[str, str]:
    """The style and the text, in at most five columns.

    Args:
        need: the number of cards that the yaku needs, to show with the count; 0: do not show it.
    """
    have = progress.have
    if progress.state in _COMPLETE:
        words = f"{have}{' ' if need else ''}{_COMPLETE[progress.state]}"
        return "class:badge" if progress.state == table_pb2.PROGRESS_STATE_HELD else "", words
    if progress.state == table_pb2.PROGRESS_STATE_OUT:
        return "", f"({have})" if need else "-"
    words = f"{have}/{need}" if need else str(have)
    return ("bold", f"{words}!") if progress.one_card else ("", words)


def progress_cell(
    row: catalog_pb2.Yaku, progress: table_pb2.Progress | None, columns: int, *, need: bool
) -> Line:
    """A party's progress with a yaku, right-aligned; if *need*, with the number of cards needed."""
    style, words = progress_text(progress or table_pb2.Progress(), row.need if need else 0)
    return [("", " " * (columns - len(words))), (style, words)]


def progress_legend() -> Line:
    """The legend of the marks, in one line."""
    held, replaced, alone = _COMPLETE.values()
    return [
        ("", " "), ("bold", f"{text('Cards')}  "),
        ("class:badge", f"3 {held}"), ("", f" {text('counts')}  "),
        ("bold", "2/3!"), ("", f" {text('one short')}  "),
        ("", f"3 {replaced} {text('replaced')}  "),
        ("", f"2 {alone} {text('not yet')}  "),
        ("", f"(1) {text('out of reach')}"),
    ]  # fmt: skip


def mark_meanings() -> list[tuple[str, str]]:
    """The marks, each with its meaning in a sentence."""
    held, replaced, alone = _COMPLETE.values()
    return [
        (f"3 {held}", text("3 cards: the yaku is complete and counts")),
        ("2/3!", text("2 of 3 cards: one more makes it count")),
        (f"3 {replaced}", text("it is complete, but a better yaku counts instead")),
        (f"2 {alone}", text("it is complete, but counts only together with another yaku")),
        ("(1)  -", text("it can no longer be made: others captured its cards")),
    ]
