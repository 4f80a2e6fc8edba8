"""Finds the keys in a terminal's input, and drops everything else that terminals send.

A terminal answers requests (also those of the program before this one), and reports the focus, the
mouse and its size. These are control sequences of ECMA-48, which end where that standard says. The
keys that send a sequence are those of prompt_toolkit's table; any other sequence is dropped whole.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from prompt_toolkit.input import Input
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.bindings.mouse import typical_mouse_events
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

PATIENCE = 2.0
"""Seconds for which the rest of a sequence is expected that did not come in one burst."""

_ESC, _BEL, _CTRL_C = "\x1b", "\x07", "\x03"
_CANCELS = "\x18\x1a"  # CAN and SUB end any sequence
_STRINGS = "]P_^X"  # ESC and one of these begins OSC, DCS, APC, PM and SOS
_STRING_END = ("\x9c", "\udc9c")  # ST as one character
_ENDS_STRING = re.compile("\x07|\x1b\\\\|\x9c|\udc9c")
_LONGEST_CSI = 64  # characters; no key or click needs more
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
_CLICK = re.compile(r"\x1b\[(<\d{1,5};\d{1,5};\d{1,5}[mM]|\d{1,5};\d{1,5};\d{1,5}M)")
_CURSOR_REPORT = re.compile(r"\x1b\[\d+;\d+R")  # some terminals send Shift-F3 as this


class KeyParser(Vt100Parser):
    """Reports keys, pasted text and, if wanted, the mouse."""

    def __init__(
        self,
        feed_key_callback: Callable[[KeyPress], None],
        *,
        mouse: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(feed_key_callback)
        self._mouse = mouse
        self._monotonic = monotonic
        self._state: Callable[[str], None] = self._ground
        self._read = ""  # of a sequence that is kept
        self._stalled_since: float | None = None  # when a sequence paused; of a paste the last time
        self._escape_since: float | None = None  # when Esc was reported, if nothing came since

    def feed(self, data: str) -> None:
        """Take the next characters of the input."""
        if not data:
            return
        now = self._monotonic()
        if self._stalled_since is not None and (
            self._is_typed(data)
            or (now - self._stalled_since > PATIENCE and not self._is_late_end(data))
        ):
            self._give_up()
        escape_since, self._escape_since = self._escape_since, None
        if (
            escape_since is not None
            and now - escape_since <= PATIENCE
            and (data[0] in "[]^_\\" or (data[0] in "OPX" and len(data) > 1))
        ):
            # The rest of a sequence whose ESC came alone. A single letter is a key.
            self._state = self._escape
        for character in data:
            self._state(character)

    def flush(self) -> None:
        """Report an Esc that came alone. Called when nothing has come for a moment."""
        if self._state == self._escape:
            self._state = self._ground
            self._report(_ESC)
            self._escape_since = self._monotonic()
        elif self._state == self._intermediate:  # Alt and a key
            self._state = self._ground
            self._report(_ESC)
            self._report(self._read[1:])
        elif self._state == self._old_click and self._read[-1] > "\x7f":
            self._state = self._ground  # its last two bytes were decoded as one character
        elif self._state != self._ground and self._stalled_since is None:
            self._stalled_since = self._monotonic()

    def _report(self, sequence: str) -> None:
        """Report the key of a whole sequence."""
        super().feed(sequence)
        super().flush()

    def _is_typed(self, data: str) -> bool:
        """Whether this is a key, not the rest of the sequence that paused.

        A rest comes in one burst, or it is one character that ends the sequence.
        """
        if len(data) > 1:
            return False
        if self._state == self._string:
            return data not in (_BEL, *_CANCELS, *_STRING_END)
        return self._state in (self._csi, self._ss3) and " " <= data < "@"

    def _is_late_end(self, data: str) -> bool:
        """Whether this is the rest of a string, which comes very late."""
        in_string = self._state in (self._string, self._string_escape)
        return in_string and len(data) > 1 and _ENDS_STRING.search(data) is not None

    def _give_up(self) -> None:
        if self._state == self._paste:
            self.feed_key_callback(KeyPress(Keys.BracketedPaste, self._read))
        self._state = self._ground

    # -- the states: each takes one character ---------------------------------------------------

    def _ground(self, character: str) -> None:
        if character == _ESC:
            self._state = self._escape
            return
        code = ord(character)
        if 0xDC80 <= code <= 0xDCFF:  # a byte that is not valid in the terminal's encoding
            code -= 0xDC00
            if code >= 0xA0:
                return
        if 0x80 <= code < 0xA0:  # an eight-bit control character stands for ESC and a letter
            introducer = chr(code - 0x40)
            if introducer in "[O" or introducer in _STRINGS:
                self._escape(introducer)
        else:
            self._report(character)

    def _escape(self, character: str) -> None:
        self._stalled_since = None
        if character == "[":
            self._state, self._read = self._csi, "\x1b["
        elif character == "O":
            self._state, self._read = self._ss3, "\x1bO"
        elif character in _STRINGS:
            self._state = self._string
        elif character == "\\":  # the end of a string that was given up
            self._state = self._ground
        elif " " <= character <= "/":
            self._state, self._read = self._intermediate, _ESC + character
        elif character == "\t":
            self._state = self._ground
            self._report("\x1b\t")
        else:
            self._state = self._ground
            self._report(_ESC)
            self._ground(character)

    def _intermediate(self, character: str) -> None:
        """``ESC``, characters up to "/", and one more: an answer of a VT52, or a character set."""
        if self._is_broken(character):
            return
        if character > "/" or len(self._read) > _LONGEST_CSI:
            self._state = self._ground
        self._read += character

    def _csi(self, character: str) -> None:
        if self._is_broken(character):
            return
        if len(self._read) < _LONGEST_CSI:
            self._read += character
        if self._read == "\x1b[[":  # a function key of the Linux console
            self._state = self._linux_key
        elif self._read == "\x1b[M":
            self._state = self._old_click
        elif character >= "@":
            self._state = self._ground
            self._csi_ended(self._read)

    def _csi_ended(self, sequence: str) -> None:
        if sequence == _PASTE_BEGINS:
            self._state, self._read = self._paste, ""
        elif _CLICK.fullmatch(sequence):
            if self._mouse:
                self._report(sequence)
        elif sequence in ANSI_SEQUENCES and not _CURSOR_REPORT.fullmatch(sequence):
            self._report(sequence)

    def _linux_key(self, character: str) -> None:
        if not self._is_broken(character):
            self._state = self._ground
            if self._read + character in ANSI_SEQUENCES:
                self._report(self._read + character)

    def _old_click(self, character: str) -> None:
        """The three characters after ``CSI M``."""
        if character == _ESC:
            self._state = self._escape
            return
        self._read += character
        if len(self._read) == len("\x1b[Mbxy"):
            self._state = self._ground
            if self._mouse and ord(self._read[3]) in typical_mouse_events:
                self._report(self._read)

    def _ss3(self, character: str) -> None:
        if self._is_broken(character):
            return
        self._read += character
        if character >= "@" or len(self._read) > _LONGEST_CSI:
            self._state = self._ground
            if self._read in ANSI_SEQUENCES:
                self._report(self._read)

    def _string(self, character: str) -> None:
        if character == _ESC:
            self._state = self._string_escape
        elif character == _BEL or character in _CANCELS or character in _STRING_END:
            self._state = self._ground
        elif character == _CTRL_C:
            self._state = self._ground
            self._report(character)

    def _string_escape(self, character: str) -> None:
        """Either ``ESC \\``, which ends the string, or the ESC of another sequence."""
        self._escape(character)

    def _paste(self, character: str) -> None:
        self._stalled_since = None
        self._read += character
        if character == "~" and self._read.endswith(_PASTE_ENDS):
            self._read = self._read.removesuffix(_PASTE_ENDS)
            self._give_up()

    def _is_broken(self, character: str) -> bool:
        """Whether a character is in no control sequence: it ends this one and counts itself."""
        if " " <= character <= "~":
            return False
        self._state = self._ground
        if character not in _CANCELS:
            self._ground(character)
        return True


def report_only_keys(keyboard: Input, *, mouse: bool = False) -> Input:
    """Give an input of prompt_toolkit the parser of this module, and return the input."""
    windows = getattr(keyboard, "console_input_reader", None)
    for holder, name in ((keyboard, "vt100_parser"), (windows, "_vt100_parser")):
        parser = getattr(holder, name, None)
        if isinstance(parser, Vt100Parser):
            setattr(holder, name, KeyParser(parser.feed_key_callback, mouse=mouse))
    return keyboard
