"""Names for the keys that prompt_toolkit reports."""

from __future__ import annotations

from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import ALL_KEYS, Keys

from koikoi_client.actions import keys

_NAMES = {
    Keys.ControlM: keys.ENTER,
    Keys.ControlJ: keys.ENTER,
    Keys.ControlI: keys.TAB,
    Keys.BackTab: keys.BACK_TAB,
    Keys.Escape: keys.ESCAPE,
    Keys.Left: keys.LEFT,
    Keys.Right: keys.RIGHT,
    Keys.Up: keys.UP,
    Keys.Down: keys.DOWN,
    Keys.PageUp: keys.PAGE_UP,
    Keys.PageDown: keys.PAGE_DOWN,
    Keys.Home: keys.HOME,
    Keys.End: keys.END,
    Keys.ControlH: keys.BACKSPACE,
    Keys.ControlC: keys.CTRL_C,
    Keys.ControlL: keys.CTRL_L,
    Keys.ControlU: keys.CTRL_U,
    Keys.ControlW: keys.CTRL_W,
    Keys.ControlZ: keys.CTRL_Z,
    Keys.BracketedPaste: keys.PASTE,
}
_NOT_KEYS = {
    Keys.Any, Keys.CPRResponse, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.SIGINT,
    Keys.Ignore, Keys.ScrollUp, Keys.ScrollDown,
}  # fmt: skip
ALL = (Keys.Any, *(Keys(key) for key in ALL_KEYS if Keys(key) not in _NOT_KEYS))
"""The keys to bind in order to get every key press."""


def name_of_press(press: KeyPress) -> str:
    """The name of a key, of :mod:`koikoi_client.actions.keys`; empty for a key without one."""
    if isinstance(press.key, Keys):
        return _NAMES.get(press.key, "")
    return press.key if press.key.isprintable() else ""
