"""Text from people, cleaned so that no terminal and no other reader is harmed by it."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from wcwidth import wcswidth

from koikoi_server.refusal import invalid

MAX_MARKS = 2  #: combining marks on one letter

# Controls, format characters (direction, zero width), surrogates, private and unassigned ones.
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKS = frozenset({"Mn", "Me"})


def clean(text: str) -> str:
    """*text* in NFC without harmful characters; runs of blanks and line ends are one blank."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    kept = (char for char in text if unicodedata.category(char) not in _HARMFUL)
    runs = groupby(kept, key=lambda char: unicodedata.category(char) in _MARKS)
    fewer = (list(run)[: MAX_MARKS if is_mark else None] for is_mark, run in runs)
    return " ".join("".join(char for run in fewer for char in run).split())


def clean_name(text: str, field: str, max_columns: int) -> str:
    """The name in *text*, cleaned.

    Raises:
        Refusal: FIELD_INVALID when nothing of it can be seen, or it is too wide.
    """
    name = clean(text)
    columns = wcswidth(name)
    if columns < 1:
        raise invalid(field, "A name is needed: letters, digits or other signs that can be seen.")
    if columns > max_columns:
        raise invalid(field, f"That name is too long: at most {max_columns} columns.")
    return name


def cut_to(name: str, max_columns: int) -> str:
    """*name*, shortened to *max_columns*."""
    while wcswidth(name) > max_columns:
        name = name[:-1]
    return name.rstrip()


def clean_chat(text: str, max_characters: int) -> str:
    """What somebody says, cleaned.

    Raises:
        Refusal: FIELD_INVALID when nothing is left of it, or it is too long.
    """
    said = clean(text)
    if not said:
        raise invalid("chat", "There is nothing to say: type a few words.")
    if len(said) > max_characters:
        raise invalid("chat", f"That is too long: at most {max_characters} characters.")
    return said
