"""The terminal: its colours, the width of ★, its title, desktop notifications."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from prompt_toolkit.output import Output
from prompt_toolkit.output.color_depth import ColorDepth

PROBE_SECONDS = 0.4
"""How long to wait for the terminal's answer."""
_ANSWER = re.compile(rb"\x1b\[(\d+);(\d+)R")


@dataclass(frozen=True)
class Probe:
    """The terminal's answer: how many columns ★ takes, and the keys typed meanwhile."""

    columns: int | None = None  #: None: no answer
    typed: bytes = b""

    @property
    def narrow(self) -> bool:
        """Whether signs such as ★ can be used."""
        return self.columns == 1


def depth(wanted: str, environment: Mapping[str, str], windows: bool = False) -> ColorDepth:
    """The colour depth for ``--color`` and the environment."""
    depths = {
        "never": ColorDepth.DEPTH_1_BIT,
        "16": ColorDepth.DEPTH_4_BIT,
        "256": ColorDepth.DEPTH_8_BIT,
        "24bit": ColorDepth.DEPTH_24_BIT,
    }
    if wanted in depths:
        return depths[wanted]
    if environment.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    term = environment.get("TERM", "").lower()
    many = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    if windows or many or "direct" in term or "kitty" in term:
        return ColorDepth.DEPTH_24_BIT
    if "256" in term:
        return ColorDepth.DEPTH_8_BIT
    if term.startswith("vt") or "mono" in term:
        return ColorDepth.DEPTH_1_BIT
    return ColorDepth.DEPTH_4_BIT


def is_ascii_locale(environment: Mapping[str, str]) -> bool:
    """Whether the user has asked for the locale C, in which there is only ASCII."""
    # LC_CTYPE is left out: Python sets it to C.UTF-8 itself when LANG is C.
    locale = environment.get("LC_ALL") or environment.get("LANG", "")
    return locale in ("C", "POSIX")


def probe(keyboard: int = 0, screen: int = 1, seconds: float = PROBE_SECONDS) -> Probe:
    """Write ★, ask the terminal where the cursor is, and erase it again.

    Keys typed meanwhile are part of the answer.
    """
    if sys.platform == "win32":
        return Probe(1)  # Windows' terminals draw ★ in one column
    import termios  # only on Unix
    import tty

    try:
        before = termios.tcgetattr(keyboard)
    except termios.error:
        return Probe()
    read = b""
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        os.write(screen, "\r★\x1b[6n".encode())
        end = time.monotonic() + seconds
        while not (found := _ANSWER.search(read)):
            left = end - time.monotonic()
            if left <= 0 or not select.select([keyboard], [], [], left)[0]:
                break
            if not (more := os.read(keyboard, 1024)):
                break
            read += more
    except OSError:
        return Probe(None, read)
    finally:
        with suppress(OSError, termios.error):
            os.write(screen, b"\r\x1b[K")
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    if not found:
        return Probe(None, read)
    return Probe(int(found[2]) - 1, read[: found.start()] + read[found.end() :])


class Title:
    """The terminal's title, which is restored at the end."""

    def __init__(self, output: Output, environment: Mapping[str, str]) -> None:
        self._output = output
        term = environment.get("TERM", "").lower()
        self._supported = not (term.startswith(("linux", "vt")) or term == "eterm-color")
        self._shown = ""
        self._last = ""

    def show(self, words: str) -> None:
        """Set the title if it has changed."""
        if not self._supported or words == self._shown:
            return
        if not self._shown:
            self._output.write_raw("\x1b[22;2t")  # xterm and others save their title on a stack
        self._shown = self._last = words
        self._output.set_title(words)
        self._output.flush()

    def show_again(self) -> None:
        """Set the last title again, after a shell had the terminal."""
        self.restore()
        if self._last:
            self.show(self._last)

    def restore(self) -> None:
        """Restore the title."""
        if self._shown:
            self._shown = ""
            self._output.clear_title()
            self._output.write_raw("\x1b[23;2t")
            with suppress(OSError):  # the window may be closed
                self._output.flush()


def notify(output: Output, words: str) -> None:
    """Show a desktop notification with both common escape sequences (OSC 9 and 777)."""
    words = "".join(each for each in words if each.isprintable() and each != ";")
    output.write_raw(f"\x1b]9;{words}\x07\x1b]777;notify;Koi-Koi;{words}\x07")
    output.flush()
