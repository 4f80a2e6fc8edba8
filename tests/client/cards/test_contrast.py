"""Contrast as defined by WCAG 2.2, and the fixed colours of 256-colour terminals."""

from __future__ import annotations

import pytest
from prompt_toolkit.styles import Attrs, Style

from tests.client.cards.contrast import TERMINALS, colours, contrast, on_cube, readability


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#000000", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ff0000", 1.0),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)


def meant(style: str) -> Attrs:
    return Style([]).get_attrs_for_style_str(style)


def test_readability_is_that_of_the_worst_terminal() -> None:
    """White on yellow: brown on a Linux console, unreadable on xterm."""
    ratios = [contrast(names["ansiwhite"], names["ansiyellow"]) for names in TERMINALS]
    assert readability(meant("fg:ansiwhite bg:ansiyellow")) == min(ratios) < 2 < max(ratios)


def test_a_style_without_colours_is_the_terminals_to_make_readable() -> None:
    assert colours(meant("reverse bold")) is None
    assert readability(meant("reverse bold")) == 21


@pytest.mark.parametrize("style", ["fg:#ffffff", "bg:ansired bold", "fg:#000000 fg:#ffffff"])
def test_half_a_pair_of_colours_is_refused(style: str) -> None:
    """The other half would be the terminal's, dark or light."""
    with pytest.raises(ValueError, match="one colour for text and one for background"):
        colours(meant(style))


@pytest.mark.parametrize(
    ("colour", "fixed"),
    [
        ("#5f87af", True),
        ("#000000", True),
        ("#080808", True),
        ("#eeeeee", True),
        ("#f8f8f8", False),
        ("#123456", False),
        ("#5f5f60", False),
    ],
)
def test_the_fixed_colours_are_the_cube_and_the_grey_ramp(colour: str, fixed: bool) -> None:
    assert on_cube(colour) is fixed
