"""Settings of the full-screen front end: what the user wants and what the terminal can do."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from prompt_toolkit.output import ColorDepth

from koikoi_client.app import terminal
from koikoi_client.text import text


@dataclass(frozen=True)
class Pace:
    """Times in seconds; tests make them short."""

    grace: float = 0.35  #: a new decision is visible before a key can answer it
    news: float = 0.9  #: a card stays highlighted
    notice: float = 8.0  #: a sentence stays
    result: float = 8.0  #: a round's result stays open
    late: float = 1.0  #: a choice without an answer, until the user is told
    bell: float = 2.0  #: waiting before the user's turn rings the bell


@dataclass(frozen=True)
class Settings:
    """The settings of one run."""

    colours: ColorDepth = ColorDepth.DEPTH_24_BIT
    ascii: bool = False  #: for terminals that draw ★ two columns wide or not at all
    motion: bool = True
    mouse: bool = False
    notify: bool = False
    pace: Pace = field(default_factory=Pace)
    typed: bytes = b""  #: keys typed before the program was ready
    lacking: str = ""  #: why the terminal gets no pictures, if the user did not ask for that

    @property
    def pictures(self) -> bool:
        """Whether the terminal has the colours and signs that card pictures need."""
        many = self.colours in (ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT)
        return many and not self.ascii


def terminal_settings(
    *,
    color: str = "auto",
    ascii: bool = False,
    motion: bool = True,
    mouse: bool = False,
    notify: bool = False,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings for this terminal. Asks the terminal how wide it draws ★.

    The locale C means ASCII, like --ascii; without a locale, the terminal's answer decides.

    *color* is one of ``device.COLOURS``.
    """
    colours = terminal.depth(color, environment, windows=sys.platform == "win32")
    probe = terminal.Probe(1) if ascii else terminal.probe()
    wanted = ascii or terminal.is_ascii_locale(environment)
    lacking = ""
    if not (wanted or probe.narrow):
        lacking = text("No pictures here: this terminal does not show special signs in one column.")
    elif not wanted and color == "auto" and colours is ColorDepth.DEPTH_4_BIT:
        lacking = text(
            "No pictures here: this terminal has 16 colours. If it has more: --color 256."
        )
    ascii = wanted or not probe.narrow
    return Settings(colours, ascii, motion, mouse, notify, typed=probe.typed, lacking=lacking)
