"""Lines that end between words."""

from __future__ import annotations

import shutil
from typing import TextIO

from prompt_toolkit.utils import get_cwidth


def wrapped(line: str, width: int) -> str:
    """*line* broken between words at *width* columns; what follows is indented a little more."""
    if get_cwidth(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    first, *others = line.split()
    rows = [indent + first]
    for word in others:
        longer = f"{rows[-1]} {word}"
        if get_cwidth(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(f"{indent}  {word}")
    return "\n".join(rows)


def tell(sentence: str, file: TextIO) -> None:
    """Print a sentence; on a terminal it is broken between words."""
    columns = shutil.get_terminal_size().columns
    print(wrapped(sentence, columns - 1) if file.isatty() else sentence, file=file, flush=True)
