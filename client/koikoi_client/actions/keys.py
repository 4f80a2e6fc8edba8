"""The names of keys. A character is its own name; all other names are here."""

from __future__ import annotations

ENTER, TAB, BACK_TAB, ESCAPE, SPACE = "enter", "tab", "back tab", "escape", " "
LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
PAGE_UP, PAGE_DOWN, HOME, END, BACKSPACE = "page up", "page down", "home", "end", "backspace"
CTRL_C, CTRL_L, CTRL_U, CTRL_W, CTRL_Z = "ctrl-c", "ctrl-l", "ctrl-u", "ctrl-w", "ctrl-z"
PASTE = "paste"

SHOWN = {
    "Enter": ENTER, "Tab": TAB, "Shift-Tab": BACK_TAB, "Esc": ESCAPE,
    "Left": LEFT, "Right": RIGHT, "Up": UP, "Down": DOWN,
    "PgUp": PAGE_UP, "PgDn": PAGE_DOWN, "Home": HOME, "End": END,
    "Ctrl-C": CTRL_C, "Ctrl-L": CTRL_L, "Ctrl-U": CTRL_U, "Ctrl-W": CTRL_W, "Ctrl-Z": CTRL_Z,
}  # fmt: skip
"""The names of keys by their labels on the screen."""


def name_of(shown: str) -> str:
    """The name of the key with this label on the screen; empty for several keys, such as "1-8"."""
    return SHOWN.get(shown, shown.lower() if len(shown) == 1 else "")


def shown(key: str) -> str:
    """The label of a key by its name: "Enter", "S"."""
    labels = {name: label for label, name in SHOWN.items()} | {SPACE: "Space"}
    return labels.get(key, key.upper() if len(key) == 1 else "")


def digit(key: str) -> int | None:
    """The number of a digit key; None for other keys, including characters such as "²" and "①"."""
    return int(key) if len(key) == 1 and key.isascii() and key.isdigit() else None
