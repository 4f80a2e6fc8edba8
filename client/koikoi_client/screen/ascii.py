"""Replace the signs on screens with ASCII, for terminals that cannot show them."""

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
"""Each sign on the screens, with an ASCII character of the same width."""


def to_ascii(text: str) -> str:
    """The text with its signs replaced; the letters of names stay the same."""
    return text.translate(_ASCII)
