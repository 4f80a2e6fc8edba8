"""Names of keys: "a" and "A" are themselves, all others as here."""

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
"""The names of keys, by what the screen calls them."""


def name_of(shown: str) -> str:
    """The name of the key that the screen shows so; empty if it is no single key, such as "1-8"."""
    return SHOWN.get(shown, shown.lower() if len(shown) == 1 else "")


def digit(key: str) -> int | None:
    """The number that a key of 0 to 9 stands for; None for all others, "²" and "①" among them."""
    return int(key) if len(key) == 1 and key.isascii() and key.isdigit() else None
