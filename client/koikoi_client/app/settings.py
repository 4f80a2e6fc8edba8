"""How the program looks and behaves: what the person wished, and what the terminal can."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from prompt_toolkit.output import ColorDepth

from koikoi_client.app import terminal
from koikoi_client.cards import Theme


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

    theme: Theme = field(default_factory=Theme)
    colours: ColorDepth = ColorDepth.DEPTH_24_BIT
    motion: bool = True
    mouse: bool = False
    notify: bool = False
    pace: Pace = field(default_factory=Pace)
    typed: bytes = b""  #: keys that came before the program


def of_terminal(
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
    theme = terminal.theme(colours, ascii=ascii or not probe.narrow)
    return Settings(theme, colours, motion, mouse, notify, typed=probe.typed)
