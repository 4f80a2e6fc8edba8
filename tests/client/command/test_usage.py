"""What is wrong on a command line is said in lines that end between words, in every program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from tests.client.process import terminal


@pytest.mark.parametrize("program", ["verify", "replay"])
def test_words_stay_whole(tmp_path: Path, program: str) -> None:
    stray = [f"word{number:02}" for number in range(30)]
    with terminal(tmp_path, program, "a-record", *stray) as one:
        assert one.end() == 2
        lines = one.text().splitlines()
    told = "\n".join(lines[next(n for n, line in enumerate(lines) if ": error: " in line) :])
    assert told.startswith(f"koikoi-client {program}: error: ")
    assert all(word in told for word in stray)


def test_a_replay_says_at_once_what_it_reads(tmp_path: Path) -> None:
    with terminal(tmp_path, "replay", "no-such-file") as one:
        assert one.end() == 1
        assert one.text().splitlines()[0] == "Reading no-such-file."
        assert "no-such-file: Cannot be read" in one.text()
