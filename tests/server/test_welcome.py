"""What a server prints for its host, and how it fits a terminal."""

from __future__ import annotations

import io

import pytest

from koikoi_server.system.wrapping import wrapped
from koikoi_server.welcome import welcome

COMMAND = 'koikoi-client "KMQR-ABCD-EFGH-TUVW@[2001:db8:1234:5678:9abc:def0:1234:5678]:50551"'


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_sentences_fit_a_terminal_and_commands_stay_whole(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    said = welcome([COMMAND], saves=True, exposed=True, was_encrypted=True)
    words = "\n".join([COMMAND, *said])
    rows = wrapped(words, Terminal()).split("\n")
    assert rows[0] == COMMAND
    assert all(len(row) < columns for row in rows[1:])
    assert " ".join(rows) == words.replace("\n", " ")
    assert wrapped(words, io.StringIO()) == words


@pytest.mark.parametrize("was_encrypted", [False, True])
def test_a_host_who_turns_encryption_off_reads_who_cannot_connect(was_encrypted: bool) -> None:
    said = welcome([COMMAND], saves=True, exposed=True, was_encrypted=was_encrypted)
    found = [each for each in said if "players who connected then cannot connect now" in each]
    assert bool(found) is was_encrypted
