"""The harness of the attacks works. What it measures is judged by ``make soak``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.attacks import run
from tests.attacks.catalogue import ATTACKS
from tests.attacks.soak import HEAD, lines


@pytest.mark.slow
async def test_a_short_attack_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(ATTACKS["guesses"], seconds=2, newcomer=0.5, repeat=0.2)
    monkeypatch.setitem(ATTACKS, "guesses", short)
    monkeypatch.setattr(run, "REPEATS", 3)
    for times in ("NOTHING", "GROWTH", "MUCH", "LATE"):
        monkeypatch.setattr(run, times, float("inf"))  # no test compares a time
    report = await run.attacked("guesses", "")
    assert report.faults == []
    assert report.counts["guesses: status 5"] > 0
    assert report.p50[0] > 0
    assert report.rss[0] > 0
    assert len(report.growth) == 3
    assert len(next(lines(report))) <= len(HEAD) + 10
