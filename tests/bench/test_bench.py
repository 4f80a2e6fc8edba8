"""The benchmarks run. What they measure is for people: no test compares a time."""

from __future__ import annotations

import sys

import pytest

from tests.bench import __main__ as bench
from tests.bench import encryption, moves, rounds


def test_rounds_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("TURNS", 1), ("ROUNDS", 2), ("SHUFFLES", 10)):
        monkeypatch.setattr(rounds, name, few)
    said = list(rounds.lines())
    assert len(said) == 5
    assert all("rounds/s" in line for line in said)


@pytest.mark.slow
def test_moves_to_the_other_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "MOVES", 30)
    said = list(moves.lines())
    assert "p50" in said[1]
    assert "p99" in said[1]


@pytest.mark.slow
def test_encryption_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("MOVES", 30), ("STREAMS", 2), ("CONNECTIONS", 2), ("HELD", 10)):
        monkeypatch.setattr(encryption, name, few)
    said = list(encryption.lines())
    assert [line.split()[0] for line in said] == ["moves", "streams", "connections", "memory"]


def test_an_unknown_bench_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "nothing"])
    assert bench.main() == 2
    assert "rounds, moves, journal" in capsys.readouterr().err
