"""What a program shows: screens, of which the top one is drawn and gets the keys."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol, runtime_checkable

from koikoi_client.cards import Line
from koikoi_client.screen.room import Room


class Screen(Protocol):
    """One screen: lines to draw, and what its keys do."""

    @property
    def ticking(self) -> bool:
        """Whether it shows a countdown, so that it is drawn anew every second."""

    def draw(self, room: Room) -> list[Line]:
        """Lines that fill the room exactly."""

    def press(self, key: str) -> None:
        """Do what a key says; names as in :mod:`.keys`.

        Or what was clicked on: what the screen drew there means, as in :mod:`..screen.spots`.
        """

    def paste(self, words: str) -> None:
        """Take text that was pasted."""


@runtime_checkable
class Changing(Screen, Protocol):
    """A screen on which something may come up that no key typed ahead of it is meant for."""

    @property
    def showing(self) -> Hashable:
        """What it shows now; another value for another thing."""
