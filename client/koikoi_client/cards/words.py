"""The words on a face, in nine columns or fewer."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2
from koikoi_client import text as texts

COLUMNS = 9
"""How wide a face is."""

# What is too long for a face, and how it is written there; the rest is written as it is.
_SHORT = {
    "butterflies": "butterfly",
    "poem ribbon": "poem rib.",
    "red ribbon": "red rib.",
    "blue ribbon": "blue rib.",
    "chrysanthemum": "mum",
    "wisteria": "Wist.",
    "paulownia": "Paul.",
}
_MARKS = {
    catalog_pb2.CARD_KIND_BRIGHT: "★",
    catalog_pb2.CARD_KIND_ANIMAL: "○",
    catalog_pb2.CARD_KIND_RIBBON: "▬",
    catalog_pb2.CARD_KIND_PLAIN: "◇",
}


def mark(kind: catalog_pb2.CardKind) -> str:
    """The sign of a kind of card, one column wide: ★ ○ ▬ ◇ (unknown: blank)."""
    return _MARKS.get(kind, " ")


def shortened(text: str, columns: int = COLUMNS) -> str:
    """A name in so many columns or fewer: its short form, or as many whole words as fit.

    Only a single word that is too long, in a language without short forms, is cut.
    """
    if get_cwidth(text) > columns and (known := _SHORT.get(text.lower())):
        text = texts.text(known)
    words = text.split()
    while len(words) > 1 and get_cwidth(" ".join(words)) > columns:
        words.pop()
    text = " ".join(words)
    while get_cwidth(text) > columns:
        text = text[:-1]
    return text


def plant_name(plant: str, columns: int) -> str:
    """A plant in so many columns or fewer: whole, or in its short form; empty when neither fits."""
    if get_cwidth(plant) > columns and (known := _SHORT.get(plant.lower())):
        plant = texts.text(known)
    return plant if get_cwidth(plant) <= columns else ""


def ribbon_sort(ribbon: str) -> str:
    """Which sort of ribbon, in a word: "poem", of a "poem ribbon"."""
    return shortened(ribbon).removesuffix(texts.text(" rib."))


def padded(text: str, columns: int = COLUMNS, *, centred: bool = False) -> str:
    """Text of at most so many columns, with blanks to exactly that width."""
    blanks = columns - get_cwidth(text)
    before = blanks // 2 if centred else 0
    return " " * before + text + " " * (blanks - before)
