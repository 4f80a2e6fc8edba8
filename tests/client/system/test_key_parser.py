"""Of everything that terminals send, only keys and pasted text are reported."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from koikoi_client.system.key_parser import PATIENCE, KeyParser, report_only_keys
from tests.client.system.terminal_answers import ANSWERS


class Typing:
    """A parser with a clock, and what it has reported: keys, and pasted text in brackets."""

    def __init__(self, *, mouse: bool = False) -> None:
        self.now = 100.0
        self.reported: list[str] = []
        self.parser = KeyParser(self._report, mouse=mouse, monotonic=lambda: self.now)

    def _report(self, press: KeyPress) -> None:
        pasted = press.key is Keys.BracketedPaste
        self.reported.append(
            f"<{press.data}>" if pasted else str(getattr(press.key, "value", press.key))
        )

    def feed(self, *parts: str, pause: float | None = None) -> list[str]:
        """Take the parts, with a pause of so many seconds after each, and return the reports."""
        for part in parts:
            self.parser.feed(part)
            if pause is not None:
                self.parser.flush()
                self.now += pause
        return self.reported


def splits(sequence: str) -> Iterator[tuple[str, ...]]:
    """The sequence whole, in two parts in all ways, and in single characters."""
    yield (sequence,)
    for at in range(1, len(sequence)):
        yield sequence[:at], sequence[at:]
    yield tuple(sequence)


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_no_answer_of_a_terminal_is_a_key(answer: str) -> None:
    """Whole and in parts, between keys, which are all reported; also when a part comes late."""
    for parts in splits(answer):
        assert Typing().feed("a", *parts, "b") == ["a", "b"], parts
    for parts in splits(answer):
        if len(parts) > 2:
            continue  # nothing is that slow
        escape_alone = parts[0] == "\x1b"  # that is the Esc key; its rest is still no key
        expected = ["a", *(["escape"] if escape_alone else []), "b"]
        assert Typing().feed("a", *parts, "b", pause=PATIENCE / 2) == expected, parts


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_cut_answer_holds_keys_back_for_a_moment_only(answer: str) -> None:
    """Whatever its end was, after two seconds keys are keys again; Ctrl-C is one at once."""
    for at in range(2, len(answer)):
        typing = Typing()
        typing.feed(answer[:at], pause=PATIENCE + 1)
        assert typing.feed("1", "\r") == ["1", "c-m"], answer[:at]


@pytest.mark.parametrize("begun", ["\x1bP", "\x1b]", "\x1bX", "\x1b]11;rgb:12", "\x1b[", "\x1bO"])
def test_keys_that_are_typed_after_a_cut_answer_are_keys_at_once(begun: str) -> None:
    """Or after Alt and a letter that begins a sequence, however long one goes on typing."""
    typing = Typing()
    typing.feed(begun, pause=0.2)
    assert typing.feed("1", "o", "\r", "\x1b", pause=0.2) == ["1", "o", "c-m", "escape"]


@pytest.mark.parametrize("begun", ["\x1bP", "\x1b]11;rgb:12", "\x1b[", "\x1bO", "\x1b[M"])
def test_no_cut_answer_holds_keys_back_for_long(begun: str) -> None:
    """Not even such as come in pairs, or end sequences, without a pause."""
    typing = Typing()
    typing.feed(begun, pause=PATIENCE / 2)
    typing.feed(*["22"] * 5, pause=PATIENCE / 4)
    assert typing.reported[-2:] == ["2", "2"]


@pytest.mark.parametrize("end", ["\x07", "\x1b\\", "\x9c"])
def test_the_end_of_an_answer_may_come_very_late(end: str) -> None:
    assert Typing().feed("\x1b]11;rgb:12", f"34/56{end}", "1", pause=PATIENCE * 2) == ["1"]


@pytest.mark.slow
def test_answers_in_a_row_in_three_parts() -> None:
    """Pairs of answers, split in two places in all ways."""
    for first in list(ANSWERS.values())[::3]:
        for second in list(ANSWERS.values())[::11]:
            both = first + second
            for one in range(1, len(both) - 1):
                for two in range(one + 1, len(both)):
                    parts = both[:one], both[one:two], both[two:]
                    assert Typing().feed(*parts, "b") == ["b"], parts


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("\x1b[A", ["up"]),
        ("\x1bOA", ["up"]),
        ("\x1b[5~", ["pageup"]),
        ("\x1b[Z", ["s-tab"]),
        ("\x1b[[A", ["f1"]),
        ("\x1b[1;5C", ["c-right"]),
        ("\x1bf", ["escape", "f"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b\r", ["escape", "c-m"]),
        ("\x1b/Z\x1b(B1", ["1"]),  # a VT52's answer, a character set
        ("\x1b/\r", ["c-m"]),
        ("é★²\r", ["é", "★", "²", "c-m"]),
        ("\x9b5~", ["pageup"]),
        ("\udc9b5~", ["pageup"]),
        ("\udcff\x85", []),
        ("\x1b[200~1\x1b[c\x9d2\x1b[201~3", ["<1\x1b[c\x9d2>", "3"]),
        ("\x1b[12\x03", ["c-c"]),
        ("\x1b]11;rgb:\x03", ["c-c"]),
        ("\x1b]11;rgb:\x1b[A", ["up"]),
        ("\x1b[12\x18a", ["a"]),
        ("\x1b[1;2é", ["é"]),
    ],
)
def test_keys_are_reported(sent: str, keys: list[str]) -> None:
    """Whole and in any two parts without a pause; a sequence that is broken off is none."""
    for parts in splits(sent):
        assert Typing().feed(*parts) == keys, parts


def test_esc_alone_is_reported_at_once() -> None:
    """What follows it is a key, unless it is the rest of a sequence."""
    typing = Typing()
    assert typing.feed("\x1b", pause=0.1) == ["escape"]
    assert typing.feed("P", "O", "1", pause=0.1) == ["escape", "P", "O", "1"]
    assert Typing().feed("\x1b", pause=PATIENCE + 1) == ["escape"]
    later = Typing()
    later.feed("\x1b", pause=PATIENCE + 1)
    assert later.feed("[") == ["escape", "["]


def test_alt_and_a_key_are_two() -> None:
    assert Typing().feed("\x1b/", "Z", pause=0.2) == ["escape", "/", "Z"]


def test_a_paste_without_an_end_is_given_up() -> None:
    """What came is reported, and the keyboard works again."""
    typing = Typing()
    assert typing.feed("\x1b[200~one", "two", pause=PATIENCE / 2) == []
    typing.now += PATIENCE
    assert typing.feed("3") == ["<onetwo>", "3"]


def test_the_mouse_counts_if_it_is_wanted() -> None:
    """In three encodings; reports that make no sense are dropped as without a mouse."""
    clicks = ["\x1b[<0;12;5M", "\x1b[<0;12;5m", "\x1b[32;12;5M", "\x1b[M !!"]
    for click in clicks:
        assert Typing(mouse=True).feed(click) == ["<vt100-mouse-event>"], click
        assert Typing().feed(click) == []
    for wrong in ("\x1b[<M", "\x1b[5M", "\x1b[M~!!", f"\x1b[<0;{'9' * 5000};1M", "\x1b[<0;1M"):
        assert Typing(mouse=True).feed(wrong, "b") == ["b"], wrong


def test_an_old_mouse_report_may_be_decoded_as_fewer_characters() -> None:
    """Column 163 and row 137 are the bytes of é; no key is taken for a part of the report."""
    assert Typing().feed("\x1b[M é", "1", pause=0.1) == ["1"]
    assert Typing().feed("\x1b[M é!", "1", pause=0.1) == ["1"]  # the UTF-8 encoding
    assert Typing().feed("\x1b[M é\x1b[A") == ["up"]


def test_the_parser_is_put_into_inputs() -> None:
    """Into those of Unix, and the one of Windows' terminals; keys go where they went before."""
    with create_pipe_input() as keyboard:
        keyboard.send_text("\x1b[?64;1c1")
        assert [press.key for press in report_only_keys(keyboard).read_keys()] == ["1"]
    keys: list[KeyPress] = []
    reader = SimpleNamespace(_vt100_parser=Vt100Parser(keys.append))
    windows = SimpleNamespace(console_input_reader=reader)
    report_only_keys(windows)  # type: ignore[arg-type]  # only this attribute is used
    reader._vt100_parser.feed("\x1b[?64;1c1")
    assert [press.key for press in keys] == ["1"]
