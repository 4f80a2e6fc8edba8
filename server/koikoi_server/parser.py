"""An argument parser whose help begins with examples, and whose errors suggest what was meant."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill, indent
from typing import Any, NoReturn

from koikoi_server.system.version import program_version
from koikoi_server.text import text


class Parser(argparse.ArgumentParser):
    """Differs from argparse in its help, in its errors, and in what it refuses.

    *examples* maps command lines to what they do. Options cannot be abbreviated, and an option
    with a value cannot be given twice with different values.
    """

    def __init__(self, *, examples: Mapping[str, str] | None = None, **how: Any) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **how)
        self.examples = examples or {}
        for action in (None, "store"):
            self.register("action", action, _Store)

    def format_help(self) -> str:
        if not self.examples:
            return super().format_help()
        heading, examples = text("Examples:"), indent(rows(self.examples), "  ")
        return f"{heading}\n{examples}\n\n{super().format_help()}"

    def print_help(self, file: Any = None) -> None:
        """Print the help. Raises OSError, which argparse would ignore."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        columns = max(40, shutil.get_terminal_size().columns)
        sentence = f"{self.prog}: {text('error')}: {message}"
        self.print_usage(sys.stderr)
        shown = fill(sentence, columns - 1, break_long_words=False, break_on_hyphens=False)
        self.exit(2, shown + "\n")

    def parse_known_args(  # type: ignore[override]  # typeshed has overloads for each default
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """As argparse, but the first unknown option is an error, even if others are missing."""
        words = list(sys.argv[1:] if args is None else args)
        if self._subparsers is None:  # else they know their options
            for word in words[: words.index("--") if "--" in words else None]:
                name = word.partition("=")[0]
                if re.match("--?[^-0-9]", name) and name not in self._option_string_actions:
                    self.error(self._unknown(name))
        return super().parse_known_args(words, namespace)

    def split(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """The first word that is neither an option nor its value, or ""; and all other words.

        What came before it comes last.
        """
        takes_value = False
        for place, word in enumerate(words):
            if not takes_value and not word.startswith("-"):
                return word, [*words[place + 1 :], *words[:place]]
            action = self._option_string_actions.get(word)
            takes_value = not takes_value and action is not None and action.nargs is None
        return "", list(words)

    def _unknown(self, option: str) -> str:
        if near := nearest(option, self._option_string_actions):
            return text(
                "there is no option {option}: did you mean {near}?", option=option, near=near
            )
        return text(
            'there is no option {option}: "{command}" lists them',
            option=option,
            command=f"{self.prog} --help",
        )


class _Formatter(argparse.HelpFormatter):
    """Wraps each line of a description on its own."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            fill(line, width, initial_indent=indent, subsequent_indent=indent)
            for line in text.splitlines()
        )


class _Store(argparse.Action):
    """Stores the value of an option or argument."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        given = getattr(self, "given", values)
        if option_string is not None and given != values:
            raise argparse.ArgumentError(self, text("given twice, with different values"))
        self.given = values
        setattr(namespace, self.dest, values)


class Version(argparse.Action):
    """Prints the version and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"{parser.prog} {program_version()}")
        parser.exit()


def nearest(word: str, known: Iterable[str], cutoff: float = 0.7) -> str:
    """The one of *known* of which *word* is probably a misspelling or the beginning; or "".

    *cutoff* is how similar they are, from 0 to 1.
    """
    from difflib import get_close_matches  # needed for errors only

    by_letters = {each.strip("-").casefold(): each for each in known}
    letters = word.strip("-\N{EN DASH}\N{EM DASH}").casefold()
    begun = [each for each in by_letters if len(letters) > 2 and each.startswith(letters)]
    close = begun or get_close_matches(letters, by_letters, 1, cutoff)
    return by_letters[close[0]] if close else ""


def rows(texts: Mapping[str, str]) -> str:
    """Lines of two columns."""
    width = max(map(len, texts), default=0) + 2
    return "\n".join(f"{left:<{width}}{right}" for left, right in texts.items())
