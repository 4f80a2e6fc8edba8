"""Replace the signs that screens draw by ASCII, for terminals that cannot show them."""

from __future__ import annotations

_ASCII = str.maketrans(
    {
        "★": "*",
        "○": "o",
        "▬": "=",
        "◇": ".",
        "▲": "^",
        "△": "?",
        "▶": ">",
        "✓": "*",
        "▒": "#",
        "▀": "#",
    }
)
"""Every sign that screens draw, and an ASCII character of the same width."""


def to_ascii(text: str) -> str:
    """The text with its signs replaced; letters of names stay as they are."""
    return text.translate(_ASCII)
