"""How far the cursor keys move, in all lists and pages."""

from __future__ import annotations

from koikoi_client.actions import keys

_LINES = {keys.UP: -1, keys.DOWN: 1}
_PAGES = {keys.PAGE_UP: -1, keys.PAGE_DOWN: 1}
_FAR = 10_000
_ENDS = {keys.HOME: -_FAR, keys.END: _FAR}
_TABS = {keys.BACK_TAB: -1, keys.TAB: 1}


def scrolled(key: str, page: int = 10) -> int:
    """The number of lines that a key scrolls down; 0: none. A page has *page* lines."""
    return _LINES.get(key, 0) or _PAGES.get(key, 0) * page or _ENDS.get(key, 0)


def moved(key: str, page: int = 10) -> int:
    """The number of rows that a key moves the cursor down; Tab and Shift-Tab move it as well."""
    return _TABS.get(key, 0) or scrolled(key, page)


def direction(key: str) -> int:
    """+1 for keys that lead right, down or on; -1 for those that lead left, up or back."""
    return 1 if key in (keys.RIGHT, keys.DOWN, keys.TAB, keys.SPACE) else -1
