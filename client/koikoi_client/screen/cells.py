"""Cut, pad and wrap text, plain or styled, by its width in terminal columns.

A wide character takes two columns and is never split; a combining one takes none.
"""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from koikoi_client.cards import Line
from koikoi_client.text import wrapping

from .room import Room

CUT = ".."
"""The end of a text that was cut. An ellipsis would be two columns wide on some terminals."""


def width(line: Line) -> int:
    """The width of a line in columns."""
    return sum(get_cwidth(text) for _, text in line)


def cut(text: str, columns: int) -> str:
    """*text* in at most *columns* columns; a text that was cut ends in ".."."""
    if get_cwidth(text) <= columns:
        return text
    end = CUT if columns >= 6 else ""
    return wrapping.head(text, columns - len(end)).rstrip() + end


def cut_at_word(text: str, columns: int) -> str:
    """Like :func:`cut`, but cut between two words if a word ends in the second half."""
    kept = cut(text, columns)
    if kept == text or not kept.endswith(CUT):
        return kept
    head = kept.removesuffix(CUT)
    ends = text[len(head) : len(head) + 1].isspace()  # just at the end of a word
    words, blank, _ = head.rpartition(" ")
    if ends or not blank or 2 * get_cwidth(words) < columns:
        return kept
    return words.rstrip() + CUT


def cut_lines(lines: Sequence[Line], room: Room) -> list[Line]:
    """The lines that fit in the rows; the last ends in ".." if lines were left out."""
    kept = list(lines[: max(0, room.rows)])
    if len(kept) < len(lines) and kept:
        style = next((style for style, words in reversed(kept[-1]) if words.strip()), "")
        last = fill_line(kept[-1], min(room.columns - len(CUT), width(kept[-1])))
        kept[-1] = [*last, (style, CUT)]
    return kept


def fill(text: str, columns: int, *, right: bool = False) -> str:
    """*text* cut or padded to exactly *columns* columns; right-aligned if *right*."""
    return pad(cut(text, columns), columns, right=right)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """*text* padded to at least *columns* columns; right-aligned if *right*."""
    blanks = " " * max(0, columns - get_cwidth(text))
    return blanks + text if right else text + blanks


def fill_line(line: Line, columns: int, style: str = "") -> Line:
    """A styled line cut or padded to exactly *columns* columns; blanks have *style*."""
    left = columns
    kept: Line = []
    for fragment, text in line:
        part = wrapping.head(text, left)
        if part:
            kept.append((fragment, part))
            left -= get_cwidth(part)
        if part != text:
            break
    if left > 0:
        kept.append((style, " " * left))
    return kept


def wrap_line(line: Line, columns: int, *, indent: int = 0) -> list[Line]:
    """Break a styled line at blanks into lines of at most *columns* columns.

    All lines but the first are indented. A word that is wider than a line is split.
    """
    lines: list[Line] = [[]]
    used = 0
    for word in _words(line):
        size = width(word)
        blank = word[0][1] == " "
        if used + size > columns and not blank and used > indent:
            lines.append([("", " " * indent)] if indent else [])
            used = indent
        if blank and (not lines[-1] or used >= columns):
            continue
        for style, part in word:
            while used + get_cwidth(part) > columns:
                head = wrapping.head(part, columns - used)
                if not head and used <= indent:
                    break  # not even its first character fits
                lines[-1].append((style, head))
                lines.append([("", " " * indent)] if indent else [])
                part, used = part[len(head) :], indent
            part = wrapping.head(part, columns - used)
            lines[-1].append((style, part))
            used += get_cwidth(part)
    return lines


def _words(line: Line) -> list[Line]:
    """The words of a line, each as its fragments, and the blanks between them."""
    words: list[Line] = []
    joins = False
    for style, text in line:
        for number, part in enumerate(text.split(" ")):
            if number:
                words.append([(style, " ")])
                joins = False
            if part and joins:
                words[-1].append((style, part))
            elif part:
                words.append([(style, part)])
            joins = joins or bool(part)
    return words


def side_by_side(blocks: Sequence[Sequence[Line]], gap: int = 1) -> list[Line]:
    """Blocks of lines side by side; shorter blocks are padded at the bottom."""
    if not blocks:
        return []
    widths = [max((width(line) for line in block), default=0) for block in blocks]
    lines: list[Line] = []
    for row in range(max(map(len, blocks))):
        line: Line = []
        for number, (block, columns) in enumerate(zip(blocks, widths, strict=True)):
            if number and gap:
                line.append(("", " " * gap))
            line += fill_line(block[row] if row < len(block) else [], columns)
        lines.append(line)
    return lines


def indented(lines: Sequence[Line], columns: int) -> list[Line]:
    """The lines, indented by *columns* blanks."""
    return [[("", " " * columns), *line] for line in lines] if columns else list(lines)


def fit_lines(lines: Sequence[Line], room: Room) -> list[Line]:
    """The lines, cut or padded to exactly the columns and rows of *room*."""
    kept = [fill_line(line, room.columns) for line in lines[: room.rows]]
    return kept + [fill_line([], room.columns) for _ in range(room.rows - len(kept))]
