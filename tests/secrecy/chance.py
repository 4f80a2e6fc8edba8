"""The system's random numbers, as a test sets them: which bits a value is made of."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from hashlib import shake_128

import pytest

Made = bytes | str


class Source:
    """What :mod:`secrets` and ``SystemRandom`` draw from. It always starts with the same bytes."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.drawn: list[bytes] = []  #: since the start
        self._flipped = -1
        patch.setattr(os, "urandom", self.draw)
        patch.setattr(random, "_urandom", self.draw)

    def start(self, flipped: int = -1) -> None:
        """Start again, with the bit *flipped* (0 and up) changed; -1: none."""
        self.drawn = []
        self._flipped = flipped

    def bits(self, make: Callable[[], Made]) -> int:
        """Of how many random bits the value that *make* makes is made; 0: also of something else.

        A value that is stretched from a few bits has only these.
        """
        self.start()
        made = make()
        number = 8 * sum(map(len, self.drawn))
        self.start()
        if make() != made:
            return 0
        changed = 0
        for bit in range(number):
            self.start(bit)
            changed += make() != made
        return changed

    def draw(self, size: int) -> bytes:
        """As :func:`os.urandom`."""
        begin = 8 * sum(map(len, self.drawn))
        made = bytearray(shake_128(b"%d" % len(self.drawn)).digest(size))
        if begin <= self._flipped < begin + 8 * size:
            bit = self._flipped - begin
            made[bit // 8] ^= 128 >> bit % 8
        self.drawn.append(bytes(made))
        return self.drawn[-1]
