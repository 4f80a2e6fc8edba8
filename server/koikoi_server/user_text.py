"""Cleans the text that people type, so that it cannot harm a terminal or mislead a reader."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from wcwidth import wcswidth, wcwidth

from koikoi_server.refusal import invalid

MAX_MARKS = 2  #: characters without width, such as combining marks, after one letter

# Controls, format characters (direction, zero width), surrogates, private and unassigned ones.
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Invisible characters: fillers, the Braille blank, and variation selectors. Terminals and libraries
# seldom agree on the width of a variation selector.
_UNSEEN = {*map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))} | {
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}


def clean(text: str) -> str:
    """*text* in NFC without harmful characters, with a single space for any white space."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    kept = "".join(char for char in text if not _is_harmful(char))
    words = (_with_few_marks(word) for word in kept.split())
    # Once more: a removed character may have separated two that combine.
    return unicodedata.normalize("NFC", " ".join(word for word in words if word))


def _is_harmful(char: str) -> bool:
    return unicodedata.category(char) in _HARMFUL or char in _UNSEEN


def _with_few_marks(word: str) -> str:
    """*word* with at most MAX_MARKS marks after each letter, and none before the first."""
    runs = groupby(word, key=lambda char: wcwidth(char) == 0)
    kept = "".join(
        char for is_mark, run in runs for char in list(run)[: MAX_MARKS if is_mark else None]
    )
    while kept and wcwidth(kept[0]) == 0:
        kept = kept[1:]
    return kept


def clean_name(text: str, field: str, max_columns: int) -> str:
    """The name in *text*, cleaned.

    Raises:
        Refusal: FIELD_INVALID when the name has no visible character, or is too wide.
    """
    name = clean(text)
    columns = wcswidth(name)
    if columns < 1:
        raise invalid(field, "Please type a name, with letters or digits.")
    if columns > max_columns:
        raise invalid(
            field, "That name is too long: there is room for {most} letters.", most=max_columns
        )
    return name


def cut_to(name: str, max_columns: int) -> str:
    """*name*, shortened to *max_columns*."""
    while wcswidth(name) > max_columns:
        name = name[:-1]
    return name.rstrip()


def clean_chat(text: str, max_characters: int) -> str:
    """The chat message in *text*, cleaned.

    Raises:
        Refusal: FIELD_INVALID when the message is empty or too long.
    """
    message = clean(text)
    if not message:
        raise invalid("chat.text", "That message is empty: type a few words.")
    if len(message) > max_characters:
        raise invalid(
            "chat.text", "That message is too long: at most {most} characters.", most=max_characters
        )
    return message
