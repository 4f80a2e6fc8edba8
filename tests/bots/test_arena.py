"""The arena is fair: both players play the same decks, in all seats."""

from __future__ import annotations

import pytest

from hanafuda.coin import play as coin
from hanafuda.game import Game
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots import easy
from koikoi_server.bots.koikoi import medium
from koikoi_server.commands import arena, contests


@pytest.mark.parametrize(
    ("game", "rules", "seats"), [(koikoi, koikoi.Rules(months=3), 2), (coin, coin.Rules(3), 4)]
)
def test_a_player_is_as_strong_as_itself(game: Game, rules: object, seats: int) -> None:
    """As the seats are swapped, each set of matches is even, whatever its decks."""
    tally = contests.contest(
        game, rules, medium.choose, medium.choose, matches=20, seed=1, seats=seats
    )
    assert tally.wins == pytest.approx([1 / seats] * len(tally.wins))
    assert tally.lead == pytest.approx(0)
    assert tally.error < 1e-9


def test_the_same_seed_gives_the_same_matches() -> None:
    """Players that use random numbers get them from the seed, too."""
    rules = koikoi.Rules(months=2)
    one, again, other = (
        contests.contest(koikoi, rules, easy.choose, contests.greedy, matches=10, seed=seed)
        for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


def test_the_command_prints_the_rate_with_its_error(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints one line."""
    assert (
        arena.main(["medium", "random", "--matches", "10", "--rule", "months=1", "--seed", "3"])
        == 0
    )
    said = capsys.readouterr().out
    assert said.startswith("medium v random: ")
    assert " of 10 matches, mean lead " in said


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("medium nobody", 'there is no player "nobody": choose from random, greedy, easy'),
        ("medium easy --seats 3", "Koi-Koi: choose 2 seats"),
        ("hard:0 easy", 'hard:0: give a whole number from 1 to 1000000, not "0"'),
        ("medium easy --rule months=1 --rule months=2", "--rule months is given twice"),
        ("medium easy --sead 2", "did you mean --seed?"),
        ("medium easy --rule months=99", 'Months cannot be "99"'),
        ("medium easy --rule weeks=4", 'no house rule "weeks": choose from months, first_dealer'),
        ("medium easy --rule mnths=4", 'no house rule "mnths": did you mean months?'),
    ],
)
def test_the_command_refuses_in_a_sentence(
    given: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong option ends it with a sentence that says what is right."""
    with pytest.raises(SystemExit) as ended:
        arena.main(given.split())
    assert ended.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())
