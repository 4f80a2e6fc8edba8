"""The interface of a screen. The program draws the top one and gives it the keys."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol, runtime_checkable

from koikoi_client.cards import Line
from koikoi_client.screen.room import Room


class Screen(Protocol):
    """A screen: lines to draw, and what its keys do."""

    @property
    def ticking(self) -> bool:
        """Whether it shows a countdown and must be redrawn every second."""

    def draw(self, room: Room) -> list[Line]:
        """Lines that fill the room exactly."""

    def press(self, key: str) -> None:
        """Handle a key press or a click.

        Args:
            key: the name of a key, as in :mod:`..actions.keys`, or the target that was clicked on,
                as in :mod:`..screen.targets`.
        """

    def paste(self, words: str) -> None:
        """Insert pasted text."""


@runtime_checkable
class ChangingScreen(Screen, Protocol):
    """A screen whose content changes without a key, so that a key typed ahead may be too late."""

    @property
    def showing(self) -> Hashable:
        """Identifies the content: it changes when the content changes."""
