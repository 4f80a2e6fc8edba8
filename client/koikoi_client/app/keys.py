"""Keys by short names: "a" and "A" are themselves, all others as here."""

from __future__ import annotations

from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import ALL_KEYS, Keys

ENTER, TAB, BACK_TAB, ESCAPE, SPACE = "enter", "tab", "back tab", "escape", " "
LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
PAGE_UP, PAGE_DOWN, HOME, END = "page up", "page down", "home", "end"
BACKSPACE, ERASE_WORD, ERASE_LINE = "backspace", "erase word", "erase line"
INTERRUPT, SUSPEND, REDRAW, PASTE = "interrupt", "suspend", "redraw", "paste"

_NAMES = {
    Keys.ControlM: ENTER,
    Keys.ControlJ: ENTER,
    Keys.ControlI: TAB,
    Keys.BackTab: BACK_TAB,
    Keys.Escape: ESCAPE,
    Keys.Left: LEFT,
    Keys.Right: RIGHT,
    Keys.Up: UP,
    Keys.Down: DOWN,
    Keys.PageUp: PAGE_UP,
    Keys.PageDown: PAGE_DOWN,
    Keys.Home: HOME,
    Keys.End: END,
    Keys.ControlH: BACKSPACE,
    Keys.ControlW: ERASE_WORD,
    Keys.ControlU: ERASE_LINE,
    Keys.ControlC: INTERRUPT,
    Keys.ControlZ: SUSPEND,
    Keys.ControlL: REDRAW,
    Keys.BracketedPaste: PASTE,
}
_NO_KEYS = {
    Keys.Any, Keys.CPRResponse, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.SIGINT,
    Keys.Ignore, Keys.ScrollUp, Keys.ScrollDown,
}  # fmt: skip
WATCHED = (Keys.Any, *(Keys(key) for key in ALL_KEYS if Keys(key) not in _NO_KEYS))
"""What a program binds in order to see every key."""


def name(press: KeyPress) -> str:
    """The name of a key; empty for one that means nothing here."""
    if isinstance(press.key, Keys):
        return _NAMES.get(press.key, "")
    return press.key if press.key.isprintable() else ""


def digit(key: str) -> int | None:
    """The number that a key of 0 to 9 stands for; None for all others, "²" and "①" among them."""
    return int(key) if len(key) == 1 and key.isascii() and key.isdigit() else None
