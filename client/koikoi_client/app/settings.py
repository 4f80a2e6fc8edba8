"""How the program looks and behaves: what the person wished, and what the terminal can."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from prompt_toolkit.output import ColorDepth

from koikoi_client.app import terminal


@dataclass(frozen=True)
class Pace:
    """Seconds; tests make them short."""

    grace: float = 0.35  #: in which a key answers no decision that has just come
    news: float = 0.9  #: that cards stay lit
    notice: float = 8.0  #: that a sentence stays
    result: float = 8.0  #: that a round's result stays
    bell: float = 2.0  #: of waiting, after which one's turn rings


@dataclass(frozen=True)
class Settings:
    """How the program looks and behaves."""

    colours: ColorDepth = ColorDepth.DEPTH_24_BIT
    ascii: bool = False  #: for terminals that draw ★ two columns wide or not at all
    motion: bool = True
    mouse: bool = False
    notify: bool = False
    pace: Pace = field(default_factory=Pace)
    typed: bytes = b""  #: keys that came before the program

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
    """The settings for this terminal, which is asked how wide it draws ★.

    *color* is one of ``device.COLOURS``.
    """
    colours = terminal.depth(color, environment, windows=sys.platform == "win32")
    probe = terminal.Probe(1) if ascii else terminal.probe()
    ascii = ascii or not probe.narrow
    return Settings(colours, ascii, motion, mouse, notify, typed=probe.typed)
