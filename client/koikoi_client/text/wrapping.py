"""Wrap text between words, by display columns."""

from __future__ import annotations

import shutil
from typing import TextIO

from prompt_toolkit.utils import get_cwidth

from koikoi_client.text import printable


def wrap(text: str, columns: int, *, indent: int = 0, whole_words: bool = False) -> list[str]:
    """*text* in lines of at most *columns* columns; at least one line.

    Lines break at spaces, and where *text* has a line break. A word wider than a line is broken
    too, unless *whole_words* leaves that to the terminal, so that the word can be copied. *indent*
    is the number of spaces before each line but the first.
    """
    if "\n" in text:
        parts = text.split("\n")
        return [row for each in parts for row in wrap(each, columns, whole_words=whole_words)]
    columns = max(2, columns)
    indent = indent if columns > 2 * indent else 0
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if get_cwidth(longer) <= columns:
            line = longer
            continue
        if line.strip():
            lines.append(line)
            line = " " * indent
        room = columns - get_cwidth(line)
        while not whole_words and get_cwidth(word) > room:
            part = head(word, room)
            lines.append(line + part)
            word, line = word[len(part) :], " " * indent
            room = columns - indent
        line += word
    return [*lines, line] if line.strip() or not lines else lines


def head(text: str, columns: int) -> str:
    """The longest beginning of *text* that fits into *columns* columns."""
    if get_cwidth(text) <= columns:
        return text
    used = 0
    for place, character in enumerate(text):
        used += get_cwidth(character)
        if used > columns:
            return text[:place]
    return text


def wrapped(line: str, width: int) -> str:
    """*line* wrapped at *width* columns, with a hanging indent of two spaces.

    Leading spaces are repeated before each row, up to half of the width.
    """
    if get_cwidth(line) <= width:
        return line
    blanks = line[: min(width // 2, len(line) - len(line.lstrip()))] if line.strip() else ""
    rows = wrap(line, width - len(blanks), indent=2, whole_words=True)
    return "\n".join(f"{blanks}{row}" for row in rows)


def print_sentence(sentence: str, file: TextIO) -> None:
    """Print a sentence, made :func:`.text.printable` and, on a terminal, wrapped.

    What follows a line break in it, such as a command to copy, has a line of its own, that only
    the terminal wraps.
    """
    lines = [printable(line) for line in sentence.split("\n")]
    if file.isatty():
        width = shutil.get_terminal_size().columns - 1
        lines[0] = wrapped(lines[0], width)
    print(*lines, sep="\n", file=file, flush=True)
