"""What a terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Palette(Enum):
    """The colours that a face may use."""

    FULL = "full"
    """24 bits or 256: colours of the 6x6x6 cube and the grey ramp, the same in both."""
    SIXTEEN = "16"
    """The sixteen named colours, whose exact values are the terminal's own."""
    MONO = "mono"
    """None: bold, underlined and reversed text."""


@dataclass(frozen=True)
class Theme:
    """How faces are drawn; the same on light and dark terminals, as cards have their own ground.

    Attributes:
        ascii: only ASCII, for terminals that draw ★ two columns wide or not at all.
    """

    palette: Palette = Palette.FULL
    ascii: bool = False

    @property
    def pictures(self) -> bool:
        """Whether there are colours and half blocks enough for pictures."""
        return self.palette is Palette.FULL and not self.ascii
