"""Lines that end between words."""

from __future__ import annotations

import shutil
from typing import TextIO

from prompt_toolkit.utils import get_cwidth

from koikoi_client.text import printable


def wrap(text: str, columns: int, *, indent: int = 0, whole_words: bool = False) -> list[str]:
    """*text* in lines of at most so many columns, the later ones indented; never empty.

    It is broken at blanks, and inside of a word only where a word is wider than a line; with
    *whole_words* not even there, so that the terminal breaks it, and it can be copied whole.
    """
    columns = max(2, columns)
    indent = indent if columns > 2 * indent else 0
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line.strip() else line + word
        if get_cwidth(joined) <= columns:
            line = joined
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
    """As much of the beginning of *text* as fits into so many columns."""
    if get_cwidth(text) <= columns:
        return text
    used = 0
    for place, character in enumerate(text):
        used += get_cwidth(character)
        if used > columns:
            return text[:place]
    return text


def wrapped(line: str, width: int) -> str:
    """*line* broken between words at *width* columns; what follows is indented a little more.

    Its own blanks at the beginning stand before every row, where they leave enough of it.
    """
    if get_cwidth(line) <= width:
        return line
    blanks = line[: min(width // 2, len(line) - len(line.lstrip()))] if line.strip() else ""
    rows = wrap(line, width - len(blanks), indent=2, whole_words=True)
    return "\n".join(f"{blanks}{row}" for row in rows)


def tell(sentence: str, file: TextIO) -> None:
    """Print a sentence, made :func:`.texts.printable`; on a terminal it is broken between words."""
    sentence = printable(sentence)
    columns = shutil.get_terminal_size().columns
    print(wrapped(sentence, columns - 1) if file.isatty() else sentence, file=file, flush=True)
