"""The words on a card, shortened to its nine columns."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2
from koikoi_client import text as texts

COLUMNS = 9
"""The width of a card."""

# Names that are too long for a card, and their short forms.
_SHORT = {
    "butterflies": "butterfly",
    "poem ribbon": "poem rib.",
    "red ribbon": "red rib.",
    "blue ribbon": "blue rib.",
    "wisteria": "Wist.",
    "paulownia": "Paul.",
}
# Objects for which one word is enough where the kind of the card is shown beside them.
_LABELS = {"poem ribbon": "poem", "red ribbon": "red", "blue ribbon": "blue"}
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
    """A name that fits: in full, in its short form, or as many whole words as fit.

    A word is cut only if it is the first, too long, and without a short form.
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
    """A plant's name that fits, in full or in its short form; empty if neither fits."""
    if get_cwidth(plant) > columns and (known := _SHORT.get(plant.lower())):
        plant = texts.text(known)
    return plant if get_cwidth(plant) <= columns else ""


def object_label(name: str) -> str:
    """The name of an object beside the kind of its card: "poem" for a "poem ribbon"."""
    label = _LABELS.get(name.lower())
    return texts.text(label) if label else shortened(name)


def padded(text: str, columns: int = COLUMNS, *, centred: bool = False) -> str:
    """The text padded to exactly *columns* columns; it must not be wider."""
    blanks = columns - get_cwidth(text)
    before = blanks // 2 if centred else 0
    return " " * before + text + " " * (blanks - before)
