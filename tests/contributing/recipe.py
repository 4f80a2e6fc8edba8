"""Reads the recipes in ``recipes/`` and carries them out, letter by letter, in a copy of the tree.

A recipe is Markdown. Its blocks say what to do:

- ``diff``: after ``+++ path``, hunks of that file, separated by ``@@``. The old lines of a hunk are
  in the file exactly once.
- ``python``: the first line, ``# path``, names the file that the rest is appended to, or made of.
- ``sh``: lines ``cp path path``.

What is under ``tests/`` is the recipe's own test; a row of CONTRIBUTING.md names all other files.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).with_name("recipes")
NAMES = sorted(path.stem for path in FOLDER.glob("*.md"))

_BLOCK = re.compile(r"^```(diff|python|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)


class DoesNotFit(AssertionError):
    """The tree has changed, so that a recipe no longer says what to do."""


@dataclass(frozen=True)
class Hunk:
    """Lines to replace by others in a file."""

    path: str
    old: str
    new: str

    def check(self, tree: Path) -> str:
        """The file's text. Raises DoesNotFit unless the old lines are in it exactly once."""
        source = (tree / self.path).read_text(encoding="utf-8")
        if source.count(self.old) != 1:
            raise DoesNotFit(f"{self.path} has changed: mend the recipe\n{self.old}")
        return source

    def carry_out(self, tree: Path) -> None:
        changed = self.check(tree).replace(self.old, self.new)
        (tree / self.path).write_text(changed, encoding="utf-8")


@dataclass(frozen=True)
class Addition:
    """Lines to append to a file, or to make it of."""

    path: str
    code: str

    def carry_out(self, tree: Path) -> None:
        file = tree / self.path
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"\n\n{self.code}" if opened.tell() else self.code)


@dataclass(frozen=True)
class Copy:
    """A file to copy."""

    source: str
    path: str

    def carry_out(self, tree: Path) -> None:
        shutil.copy(tree / self.source, tree / self.path)


Step = Hunk | Addition | Copy


def steps(name: str) -> list[Step]:
    """What a recipe says to do, in order."""
    markdown = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return [step for kind, block in _BLOCK.findall(markdown) for step in _steps(kind, block)]


def _steps(kind: str, block: str) -> Iterator[Step]:
    if kind == "diff":
        for part in re.split(r"^\+\+\+ ", block, flags=re.MULTILINE)[1:]:
            path, _, hunks = part.partition("\n")
            for hunk in re.split(r"^@@\n", hunks, flags=re.MULTILINE):
                lines = hunk.splitlines(keepends=True)
                old = "".join(line[1:] or "\n" for line in lines if line[0] in " -\n")
                new = "".join(line[1:] or "\n" for line in lines if line[0] in " +\n")
                yield Hunk(path, old, new)
    elif kind == "python":
        first, _, code = block.partition("\n")
        yield Addition(first.removeprefix("# "), code)
    else:
        for line in block.splitlines():
            command, source, path = line.split()
            assert command == "cp", f"not a step of a recipe: {line}"
            yield Copy(source, path)


def tests(name: str) -> list[str]:
    """pytest's names for the tests of a recipe."""
    return [
        f"{step.path}::{test}"
        for step in steps(name)
        if isinstance(step, Addition) and step.path.startswith("tests/")
        for test in _TEST.findall(step.code)
    ]


def files(name: str) -> set[str]:
    """The files that a recipe touches, but for its tests."""
    return {step.path for step in steps(name) if not step.path.startswith("tests/")}


def carry_out(tree: Path, name: str, without: str = "") -> None:
    """Do what a recipe says in *tree*, but leave the file *without* as it is.

    Raises:
        DoesNotFit: when a file has changed.
    """
    for step in steps(name):
        if step.path != without:
            step.carry_out(tree)


def rows() -> dict[str, str]:
    """The rows of "To add …" in CONTRIBUTING.md, by the name of the recipe that each links to."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## To add …\n")[2].partition("\n## ")[0]
    found = re.findall(r"^- (.*?)(?=^- |^$|\Z)", section, flags=re.MULTILINE | re.DOTALL)
    link = re.compile(r"\(tests/contributing/recipes/(\w+)\.md\)")
    return {match[1] if (match := link.search(row)) else row: link.sub("", row) for row in found}


def differences(row: str, touched: set[str]) -> list[str]:
    """How the files that a row names differ from those *touched*.

    A row names files in backticks, by the end of their path, folders with a slash at the end, and
    puts alternatives behind "or" or into parentheses.
    """
    named = _names(row)
    must = _names(re.sub(r"\([^)]*\)|\bor `[^`]*`", "", row))
    wrong = [
        f"{path} is touched, and the row does not name it"
        for path in touched
        if not any(_matches(name, path) for name in named)
    ]
    wrong += [
        f"the row names {name}, and the recipe does not touch it"
        for name in must
        if not any(_matches(name, path) for path in touched)
    ]
    return wrong


def _names(row: str) -> list[str]:
    return re.findall(r"`([\w/<>-]+(?:\.py|\.proto|\.md|/))`", row)


def _matches(name: str, path: str) -> bool:
    pattern = re.sub(r"<\w+>", r"[\\w-]+", re.escape(name).replace("\\-", "-"))
    return re.search(rf"(^|/){pattern}{'' if name.endswith('/') else '$'}", path) is not None
