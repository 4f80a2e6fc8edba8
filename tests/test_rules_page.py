"""docs/rules.md is what code and tests cite: "(rules: D-17)", "(rules: section 4.4)"."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
DECISIONS = set(re.findall(r"^\| (D-\d\d) \|", PAGE, re.MULTILINE))
SECTIONS = set(re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE))


def cited() -> list[tuple[str, str]]:
    """Each citation, and the file that it stands in."""
    files = [path for folder in ("server", "tests") for path in (ROOT / folder).rglob("*.py")]
    return [
        (words, str(path.relative_to(ROOT)))
        for path in sorted(files)
        for words in re.findall(r"\(rules: ([^)]*)\)", path.read_text(encoding="utf-8"))
        if re.match(r"D-\d|sections? \d", words)
    ]


@pytest.mark.parametrize(("words", "file"), cited())
def test_what_is_cited_stands_there(words: str, file: str) -> None:
    assert set(re.findall(r"D-\d\d", words)) <= DECISIONS, file
    sections = re.findall(r"(?<![-\d.])\d+", words)  # of "4.4c" the 4
    assert set(sections) <= SECTIONS, file


def test_there_are_citations_and_decisions() -> None:
    assert len(cited()) > 20
    assert sorted(DECISIONS) == [f"D-{number:02}" for number in range(1, 36)]
