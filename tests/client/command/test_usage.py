"""What is wrong on a command line is said in lines that end between words, in every program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from koikoi_client.command.verify import verify
from koikoi_client.records import file as record_file
from koikoi_client.records.file import read
from tests.client.process import terminal
from tests.records.matches import random_match


@pytest.mark.parametrize("program", ["verify", "replay"])
def test_words_stay_whole(tmp_path: Path, program: str) -> None:
    stray = [f"word{number:02}" for number in range(30)]
    with terminal(tmp_path, program, "a-record", *stray) as one:
        assert one.end() == 2
        lines = one.text().splitlines()
    told = "\n".join(lines[next(n for n, line in enumerate(lines) if ": error: " in line) :])
    assert told.startswith(f"koikoi-client {program}: error: ")
    assert all(word in told for word in stray)


def test_a_replay_says_at_once_what_it_reads_and_leaves_no_trace_of_it(tmp_path: Path) -> None:
    with terminal(tmp_path, "replay", "no-such-file") as one:
        assert one.end() == 1
        assert b"Reading no-such-file." in one.bytes
        assert one.text() == "no-such-file: Cannot be read: No such file or directory."


def test_a_verdict_ends_its_lines_between_words(tmp_path: Path) -> None:
    """The chain has a line of its own, so that it can be copied."""
    record = str(record_file.write(random_match(2).record, tmp_path))
    with terminal(tmp_path, "verify", record) as one:
        assert one.end() == 0
        lines = one.text().splitlines()
    unwrapped = " ".join(line.strip() for line in lines)
    assert "it cannot check that the record matches what the players saw." in unwrapped
    assert lines[-1].strip() == verify(read(Path(record))).chain.hex()
