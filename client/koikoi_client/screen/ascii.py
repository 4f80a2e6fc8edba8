"""ASCII for terminals that cannot show the signs that screens draw."""

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
"""Every sign that is drawn, and a character of the same width that stands for it."""


def to_ascii(text: str) -> str:
    """The text with ASCII in place of signs; other characters, such as those of names, stay."""
    return text.translate(_ASCII)
