"""The arena measures programs like the server's own bots."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from koikoi_server.commands import arena, arena_programs
from tests.support.tiers import slow, slow_after

BOT = shlex.join([sys.executable, str(Path(__file__).parents[2] / "examples/bot.py")])
RULE = ("--rule", "months=1")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs may leave files in this folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("game", "seats"), [slow("koikoi", 2), slow("coin", 3)])
def test_a_program_is_as_strong_as_itself(
    game: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The matches of a set have the same decks, and that bot uses no chance, so they are even."""
    rule = "months=2" if game == "koikoi" else "rounds=2"
    options = ("--game", game, "--seats", str(seats), "--matches", str(2 * seats))
    assert arena.main([BOT, BOT, *options, "--rule", rule, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["matches"] == 2 * seats
    assert said["win_rate"] == pytest.approx(1 / seats)
    assert said["lead"] == pytest.approx(0)
    assert said["win_rate_error"] == pytest.approx(0)
    assert said["rules"] == dict([rule.split("=")])


@pytest.mark.slow
@pytest.mark.parametrize("players", slow_after(1, [("easy", BOT), (BOT, "greedy")]))
def test_a_program_plays_against_ours_and_the_seed_decides_all(
    players: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert arena.main([*players, "--matches", "4", *RULE, "--seed", "5"]) == 0
    one, again = capsys.readouterr().out.splitlines()
    assert one == again
    assert one.startswith(f"{players[0]} v {players[1]}: ")
    assert " of 4 matches, mean lead " in one


def test_a_program_that_ends_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    gone = shlex.join([sys.executable, "-c", "pass"])
    assert arena.main([gone, "easy", *RULE]) == 1
    said = capsys.readouterr().err
    assert "ended before all matches were played." in said
    assert "Traceback" not in said


def test_a_program_that_does_nothing_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena_programs, "MOVE_TIMEOUT", 0.2)
    idle = shlex.join([sys.executable, "-c", "input(); input()"])
    assert arena.main(["easy", idle, *RULE]) == 1
    assert "Nobody has moved" in capsys.readouterr().err
