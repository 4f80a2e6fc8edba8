"""The golden screens: every screen as text."""

from __future__ import annotations

import pytest

from . import goldens


@pytest.mark.parametrize("name", goldens.SCREENS)
def test_screen_is_the_golden_one(name: str) -> None:
    """A screen equals its file; `python -m tests.client.screen.goldens` writes the files."""
    path = goldens.FOLDER / f"{name}.txt"
    assert goldens.shown(goldens.SCREENS[name]()) == path.read_text(encoding="utf-8")


def test_no_golden_screen_is_left_over() -> None:
    """Every file belongs to a screen."""
    assert {path.stem for path in goldens.FOLDER.glob("*.txt")} == set(goldens.SCREENS)
