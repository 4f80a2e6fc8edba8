"""Hard sees only what its seat sees, plays well, and calls koi-koi by the number of rounds left."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random
from statistics import fmean

import pytest

from hanafuda.cards import cards
from hanafuda.game import Option, Phase, SeatView, Verb
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots import easy, seen_cards
from koikoi_server.bots.koikoi import compiled, engine, hard, medium
from koikoi_server.bots.koikoi.engine import PLAIN, outcomes, run_search, win_table
from koikoi_server.bots.koikoi.kernel_rules import rule_numbers
from koikoi_server.bots.koikoi.match_chances import SURE
from koikoi_server.bots.koikoi.search import MAX_LEAD
from koikoi_server.commands import contests
from tests.bots.koikoi import regret
from tests.bots.koikoi.positions import position
from tests.support.tiers import slow

HAND, FIELD = "1-3 2-3 3-4 4-4 5-3 12-4", "1-1 2-1 3-1 3-3 9-1 8-4"


def choice(view: SeatView, seed: int = 1, playouts: int = 200) -> Option:
    return hard.choose_with(PLAIN, playouts, view, Random(seed))


def test_two_worlds_that_look_alike_get_the_same_move() -> None:
    """Only the opponent's hand and the order of the pile differ, so the move does not."""
    worlds = [position(hand=HAND, field=FIELD, hidden=hidden) for hidden in range(3)]
    assert len(set(worlds)) == 1
    assert len({choice(world) for world in worlds}) == 1


def test_a_seats_view_has_no_place_for_a_hidden_card() -> None:
    """Only the seat's own hand, what lies open, and numbers can be read from it."""
    view = position(hand=HAND, field=FIELD)
    open_cards = {*cards(HAND), *cards(FIELD)}

    def found(thing: object) -> set[object]:
        if isinstance(thing, tuple):
            return set().union(*map(found, thing))
        return {thing} if type(thing).__name__ == "Card" else set()

    assert found(view) == open_cards


@pytest.mark.slow
@pytest.mark.parametrize(("every", "most"), [(40, 0.15), slow(8, 0.07)])
def test_regret_is_small(every: int, most: float) -> None:
    """Hard plays a part of the fixed positions. On all: Hard 0.03, Medium 0.19, Easy 0.61."""
    positions = regret.load()
    assert len(positions) == regret.POSITIONS
    given_away = {
        "hard": fmean(regret.regrets(hard.choose, positions[::every])),
        "medium": fmean(regret.regrets(medium.choose, positions)),
        "easy": fmean(regret.regrets(easy.choose, positions)),
    }
    assert given_away["hard"] <= most
    assert 0.1 < given_away["medium"] < 0.3
    assert 0.4 < given_away["easy"] < 0.9


def deciding(
    rounds_left: int, lead: int, hand: str = "2-3 4-3 5-3 6-3", other: str = "5-4 5-2"
) -> SeatView:
    """Three Brights are made, 5 points, with *rounds_left* after this round."""
    return position(
        hand=hand,
        captured=("1-1 1-3 3-1 3-3 8-1 8-3", other),
        phase=Phase.DECIDE,
        round=12 - rounds_left,
        scores=(max(lead, 0), max(-lead, 0)),
    )


@pytest.mark.parametrize(
    ("lead", "verb"), [(-4, Verb.STOP), (30, Verb.STOP), (-6, Verb.KOIKOI), (-30, Verb.KOIKOI)]
)
def test_in_the_last_round_it_stops_when_that_wins(lead: int, verb: Verb) -> None:
    """5 points win the match from a lead of -4 on; below, it must go on."""
    assert choice(deciding(0, lead), playouts=1).verb is verb


def test_in_the_last_round_a_level_score_is_for_the_playouts() -> None:
    """Stopping would draw the match. With one card against an opponent close to a yaku it stops."""
    near = "9-1 9-3 6-1 6-3 7-1 7-3 2-1 2-3"
    assert choice(deciding(0, -5, hand="4-3", other=near)).verb is Verb.STOP


@pytest.mark.parametrize("rounds_left", [1, hard.CAUTIOUS_ROUNDS])
def test_with_few_rounds_left_it_is_as_careful_as_medium(rounds_left: int) -> None:
    """With three cards in hand it stops, however far behind it is."""
    view = deciding(rounds_left, lead=-40, hand="12-1 9-1 11-1")
    assert not medium.calls_koikoi(view)
    assert choice(view).verb is Verb.STOP


def test_with_many_rounds_left_the_playouts_alone_decide() -> None:
    """With the same three cards, far behind, the playouts expect more Brights."""
    view = position(
        hand="12-1 9-1 11-1",
        field="12-2 9-3 11-2",
        captured=("1-1 1-3 3-1 3-3 8-1 8-3", "5-4 5-2"),
        phase=Phase.DECIDE,
        round=12 - hard.CAUTIOUS_ROUNDS - 1,
        scores=(0, 60),
    )
    assert not medium.calls_koikoi(view)
    assert choice(view).verb is Verb.KOIKOI


def test_it_searches_only_options_that_differ() -> None:
    """Two plains of a month are one candidate; Medium's choice is the first."""
    view = position(hand="12-1 4-4", field="12-2 12-3 8-4")
    candidates = hard.candidates(view)
    assert len(candidates) == 2
    assert candidates[0] == medium.choose(view, Random(0))


def test_the_total_before_a_turn_follows_from_the_view() -> None:
    """While a drawn card waits to be placed, the hand card may already have raised the total."""

    def before(captured: str, calls: int) -> int:
        return seen_cards.total_before(
            position(
                hand="4-4",
                field="3-1 3-3",
                open_card="3-4",
                phase=Phase.PLACE,
                captured=(captured, ""),
                calls=(calls, 0),
                totals=(0, 0),
            ),
            rule_numbers(koikoi.Rules()),
        )

    sanko = "1-1 1-3 3-1 3-2 8-1 8-3"
    assert before(sanko, calls=0) == 0
    assert before(f"{sanko} 7-3 7-4", calls=1) == 5
    assert before(f"{sanko} 9-3 9-1", calls=1) == 5  # Flower Viewing is new


@pytest.mark.parametrize("rules", [koikoi.Rules(), slow(koikoi.Rules(drawn="change_dealer"))])
def test_the_win_table_is_a_chance(rules: koikoi.Rules) -> None:
    """It grows with the lead, is the same for both sides, and certain after the last round."""
    found = [win_table(PLAIN, rule_numbers(rules), left) for left in range(3)]
    assert [found[0][2 * (lead + MAX_LEAD)] for lead in (-1, 0, 1)] == [
        0,
        SURE // 2,
        SURE,
    ]
    for table in found:
        for deals in (0, 1):
            assert all(
                here <= more
                for here, more in zip(table[deals::2], table[deals + 2 :: 2], strict=False)
            )
        for lead in range(-20, 21):
            mine, others = table[2 * (lead + MAX_LEAD)], table[2 * (MAX_LEAD - lead) + 1]
            assert abs(mine + others - SURE) <= 2  # rounded once a round
    assert sum(outcomes(PLAIN, rule_numbers(rules)).values()) > 0


def test_a_win_table_that_is_not_ready_in_time_is_finished_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each choice adds some rounds of self-play, until the table is the one without a deadline."""
    monkeypatch.setattr(engine, "SELF_PLAY", 40)
    rules = rule_numbers(koikoi.Rules(viewing="off"))
    times = iter(range(1_000))
    monkeypatch.setattr(engine, "time_is_up", lambda deadline: next(times) % 2 == 1)
    matches, late = engine.Matches(PLAIN, rules), 0
    while True:
        try:
            found = matches.win_table(1, deadline=inf)
            break
        except TimeoutError:
            late += 1
    assert late > 1
    monkeypatch.undo()
    monkeypatch.setattr(engine, "SELF_PLAY", 40)
    assert found == engine.Matches(PLAIN, rules).win_table(1, inf)


def test_compiled_code_makes_the_same_choice() -> None:
    """Best move and chances are exactly the same."""
    pytest.importorskip("numba", reason="the extra koikoi[fast] is not installed")
    engine = compiled.engine()
    assert engine is not None
    for number, valued in enumerate(regret.load()[:8]):
        task = hard.search_input(valued.view, hard.candidates(valued.view))
        win = win_table(PLAIN, task.rules, 1)
        assert win_table(engine, task.rules, 1).tolist() == win
        plain = run_search(PLAIN, task, win, 400, 2, number)
        assert run_search(engine, task, engine.numbers(win), 400, 2, number) == plain


@pytest.fixture
def unknown_engine() -> Iterator[None]:
    """Forget the cached engine before and after a test."""
    compiled.engine.cache_clear()
    yield
    compiled.engine.cache_clear()


@pytest.mark.usefixtures("unknown_engine")
def test_without_a_folder_for_numbas_cache_there_is_no_compiled_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A read-only installation is no error."""
    caching = pytest.importorskip("numba.core.caching", reason="koikoi[fast] is not installed")
    monkeypatch.setattr(caching.CompileResultCacheImpl, "_locator_classes", [])
    assert compiled.engine() is None


@pytest.mark.usefixtures("unknown_engine")
def test_the_environment_turns_compiled_code_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """KOIKOI_PLAIN does."""
    monkeypatch.setenv(compiled.OFF, "1")
    assert compiled.engine() is None
    assert not hard.is_compiled(position(hand=HAND, field=FIELD))


def test_it_takes_over_in_mid_round_under_any_rules() -> None:
    """It chooses one of its options, from the first card to the last."""
    rules = koikoi.Rules(months=1, sake_cup="either", counting="older", drawn="oya_ken")
    contests.contest(
        koikoi, rules, lambda view, rng: choice(view, 1, 20), easy.choose, matches=4, seed=3
    )
