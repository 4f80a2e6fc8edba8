"""The style classes of cards: their months, their kinds, and why they are highlighted."""

from __future__ import annotations

from typing import Literal

from koikoi.v1 import catalog_pb2

Highlight = Literal["", "match", "chosen", "moved"]
"""Why a card is highlighted: it can be taken, it is chosen, or it has just moved."""


def month(card: catalog_pb2.Card) -> str:
    """The style of a card's month; a thirteenth month looks like the first."""
    return f"class:card.month{(card.month - 1) % 12 + 1}"


def header(card: catalog_pb2.Card, highlight: Highlight) -> str:
    """The style of a card's top line: that of its highlight, or else of its month."""
    return f"class:card.{highlight}" if highlight else month(card)


def kind(card: catalog_pb2.Card) -> str:
    """The style of a card's kind; ribbons have a style for each colour."""
    return f"class:card.{_kind(card)}"


def chip(card: catalog_pb2.Card) -> str:
    """The style of a captured card in a row of captured cards."""
    return f"class:chip.{_kind(card)}"


def _kind(card: catalog_pb2.Card) -> str:
    return {
        catalog_pb2.CARD_KIND_BRIGHT: "bright",
        catalog_pb2.CARD_KIND_ANIMAL: "animal",
        catalog_pb2.CARD_KIND_RIBBON: "blue" if "blue" in card.tags else "red",
    }.get(card.kind, "plain")
