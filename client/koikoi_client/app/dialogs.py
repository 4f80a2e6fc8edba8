"""Dialogs: they ask for a line of text, or for one of a few keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from koikoi_client.actions import keys
from koikoi_client.actions.command import is_pressed
from koikoi_client.actions.pages import ENTRY, PAGE, EntryAction, PageAction
from koikoi_client.app.program import Program
from koikoi_client.cards import Line
from koikoi_client.screen.dialogs import choice_dialog, input_dialog
from koikoi_client.screen.room import Room
from koikoi_client.system.process import EXIT_OK
from koikoi_client.text import printable


class LineEditor:
    """A line of text that is being typed."""

    def __init__(self, typed: str = "", limit: int = 300, *, offered: bool = False) -> None:
        """Begin with *typed*, of at most *limit* characters; *offered*: a letter replaces it."""
        self.typed = printable(typed)
        self.offered = offered and bool(typed)
        self._limit = limit

    def press(self, key: str) -> bool:
        """Edit the line if the key does that; return whether it did."""
        if self.offered and len(key) == 1:
            self.typed = ""
        self.offered = False
        if key == keys.BACKSPACE:
            self.typed = self.typed[:-1]
        elif is_pressed(ENTRY, EntryAction.ERASE_WORD, key):
            self.typed = self.typed.rstrip().rpartition(" ")[0]
        elif is_pressed(ENTRY, EntryAction.ERASE, key):
            self.typed = ""
        elif len(key) == 1:
            self.paste(key)
        else:
            return False
        return True

    def paste(self, words: str) -> None:
        """Add text, all on one line."""
        self.typed, self.offered = "" if self.offered else self.typed, False
        self.typed = (self.typed + printable(words))[: self._limit]


class TextDialog:
    """Asks for a line of text."""

    ticking = False

    def __init__(
        self,
        title: str,
        explanation: str,
        label: str,
        done: Callable[[str | None], None],
        *,
        typed: str = "",
        limit: int = 300,
        needed: str = "",
        check: Callable[[str], str] = lambda typed: "",
        above: Callable[[], Sequence[str]] = tuple,
        notice: str = "",
        enter: str = "",
        offered: bool = False,
        seen: Callable[[TextDialog], bool] = lambda dialog: True,
    ) -> None:
        """Begin with the text *typed*.

        Args:
            done: gets the text, or None for Esc.
            needed: the notice for an empty line; empty: an empty line is allowed.
            check: returns what is wrong with a line; empty: nothing.
            above: returns the lines to show above.
            notice: a sentence to begin with.
            enter: the label of Enter.
            offered: whether the first letter replaces *typed*.
            seen: returns whether the user has seen it; keys do nothing before.
        """
        self.showing: Hashable = object()
        self._seen = seen
        self.notice = notice
        self._check = check
        self._above = above
        self._words = (title, explanation, label)
        self._done = done
        self._line = LineEditor(typed, limit, offered=offered)
        self._enter = enter
        self._needed = needed

    def draw(self, room: Room) -> list[Line]:
        title, explanation, label = self._words
        return input_dialog(
            title, explanation, label, self._line.typed, room,
            notice=self.notice, above=self._above(), enter=self._enter,
            offered=self._line.offered,
        )  # fmt: skip

    def press(self, key: str) -> None:
        if not self._seen(self):
            return
        if is_pressed(ENTRY, EntryAction.DONE, key):
            typed = self._line.typed.strip()
            if not typed and self._needed:
                self.notice = self._needed
            elif wrong := self._check(typed):
                self.notice = wrong
            else:
                self._done(typed)
        elif is_pressed(ENTRY, EntryAction.BACK, key):
            self._done(None)
        else:
            self._line.press(key)
            self.notice = ""

    def paste(self, words: str) -> None:
        if self._seen(self):
            self._line.paste(words)


class Question:
    """Asks with a key for each answer, and closes when one is pressed.

    A key that came before the question was on the screen is ignored: it was not meant for it.
    """

    ticking = False

    def __init__(
        self,
        program: Program,
        title: str,
        words: Sequence[str],
        answers: Sequence[tuple[str, str, Callable[[], None]]],
        back: Callable[[], None] = lambda: None,
        *,
        enter: bool = False,
        grace: float = 0.0,
    ) -> None:
        """Show some paragraphs and the answers.

        Args:
            answers: the key, what it does, and the function to call.
            back: is called for Esc.
            enter: whether Enter gives the first answer as well.
            grace: seconds on the screen before it takes keys; for a question that opens by itself.
        """
        self.showing: Hashable = object()
        self._grace = grace
        self._enter = enter
        self._program = program
        self._title = title
        self._words = list(words)
        self._answers = list(answers)
        self._back = back

    def draw(self, room: Room) -> list[Line]:
        answers = [(cap, does) for cap, does, _ in self._answers]
        return choice_dialog(self._title, self._words, answers, room)

    def press(self, key: str) -> None:
        if not self._program.has_shown(self, self._grace):
            return
        calls = {keys.name_of(shown): call for shown, _, call in self._answers}
        calls.setdefault(keys.ESCAPE, self._back)
        if self._enter:
            calls[keys.ENTER] = self._answers[0][2]
        call = calls.get(key.lower())
        if call is not None:
            self._program.close(self)
            call()
        elif is_pressed(PAGE, PageAction.HELP, key):
            self._program.help()
        elif is_pressed(PAGE, PageAction.QUIT, key):
            self._program.end(EXIT_OK)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""
