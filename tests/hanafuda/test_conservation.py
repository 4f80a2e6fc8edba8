"""The laws of all games: 48 cards, each in one place; events make the state; legal is what is
offered."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanafuda.cards import DECK
from hanafuda.events import RoundDealt, RoundEnded
from hanafuda.game import Game, IllegalMove, Option, Phase, Verb, seat_view
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, differing, parse, rule_options
from tests.hanafuda.positions import ALL_PLACED, NOTHING_PLACED, fold, places, played, steps

GAME_IDS = sorted(GAMES)


def allowed(game: Game, chosen: dict[str, str], seats: int, rounds: int) -> Any:
    """House rules for a short match, without those that contradict the others or the seats."""
    for length in ("months", "rounds"):
        if length in chosen:
            chosen[length] = str(rounds)
    while True:
        try:
            rules = parse(game.Rules, chosen)
            game.teams(rules, seats)
        except RuleError as refused:
            del chosen[refused.option]
        else:
            return rules


def chosen_rules(game: Game, rng: random.Random, seats: int) -> Any:
    """Random house rules of a game, by their values on the wire."""
    chosen = {}
    for option in rule_options(game.Rules):
        values = [value for value, _ in option.choices]
        if option.numbers is not None:
            values.append(str(rng.choice(option.numbers)))
        chosen[option.option] = rng.choice(values)
    return allowed(game, chosen, seats, rounds=rng.randint(1, 4))


def check_match(game: Game, rules: Any, seats: int, rng: random.Random) -> int:
    """Play a random match and hold every law after every event; how many rounds it had."""
    rounds, dealt = 0, False
    events = []
    state = game.begin(rules, seats)
    assert places(state.spread) == NOTHING_PLACED
    for event, state in played(game, rules, seats, rng):
        events.append(event)
        dealt = dealt or isinstance(event, RoundDealt)
        assert places(state.spread) == (ALL_PLACED if dealt else NOTHING_PLACED), event
        assert (state.deck_due is not None) == (state.phase is Phase.DECK)
        if isinstance(event, RoundEnded):
            rounds += 1
            view = game.view(state)
            assert view.result == event
            assert tuple(side.round_scores[-1] for side in view.sides) == event.scores
    assert fold(game, game.begin(rules, seats), tuple(events)) == state
    assert game.view(state).winners
    return rounds


@pytest.mark.parametrize("matches", [20, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_48_cards_each_in_one_place_after_every_event(game_id: str, matches: int) -> None:
    """Random matches under random house rules; their events fold to the state."""
    game, rng = GAMES[game_id], random.Random(20)
    rounds = 0
    for _ in range(matches):
        seats = rng.randint(game.ABOUT.min_seats, game.ABOUT.max_seats)
        rounds += check_match(game, chosen_rules(game, rng, seats), seats, rng)
    assert rounds > 2 * matches


@settings(max_examples=25)
@given(st.data(), st.sampled_from(GAME_IDS), st.integers(0, 2**32))
def test_the_laws_hold_under_any_house_rules(data: st.DataObject, game_id: str, seed: int) -> None:
    """Any mixture of house rules is a game; hypothesis finds the smallest that is not."""
    game = GAMES[game_id]
    chosen = {}
    for option in rule_options(game.Rules):
        values = [value for value, _ in option.choices]
        if option.numbers is not None:
            values += [str(option.numbers[0]), str(option.numbers[-1])]
        value = data.draw(st.sampled_from(values), label=option.option)
        chosen[option.option] = value
    seats = data.draw(st.integers(game.ABOUT.min_seats, game.ABOUT.max_seats), label="seats")
    rules = allowed(game, chosen, seats, rounds=2)
    assert parse(game.Rules, differing(rules)) == rules
    check_match(game, rules, seats, random.Random(seed))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_whoever_is_on_turn_can_do_something_and_nobody_else_can(game_id: str) -> None:
    game, rng = GAMES[game_id], random.Random(21)
    seats = game.ABOUT.max_seats
    for _ in range(20):
        for state, _ in steps(game, game.Rules(), seats, rng):
            acting = {seat: game.options(state, seat) for seat in range(seats + 1)}
            assert bool(acting[state.turn]) == (state.phase is not Phase.DECK)
            for seat, options in acting.items():
                # Only hiki may be called out of turn.
                assert seat == state.turn or {each.verb for each in options} <= {Verb.HIKI}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_game_names_the_verbs_of_all_its_options(game_id: str) -> None:
    """Those, and no others, are offered under its house rules."""
    game, rng = GAMES[game_id], random.Random(24)
    offered: set[Verb] = set()
    for _ in range(60):
        seats = rng.randint(game.ABOUT.min_seats, game.ABOUT.max_seats)
        for state, _ in steps(game, chosen_rules(game, rng, seats), seats, rng):
            for seat in range(1, seats + 1):
                offered |= {each.verb for each in game.options(state, seat)}
    assert offered == set(game.ABOUT.verbs)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_what_is_not_offered_is_refused(game_id: str) -> None:
    """All options of other moments and seats, and made-up ones, are illegal."""
    game, rng = GAMES[game_id], random.Random(22)
    for _ in range(3):
        met: set[Option] = {Option(Verb.KOIKOI), Option(Verb.STOP), Option(Verb.LEAVE)}
        met |= {Option(Verb.PLAY, each) for each in DECK}
        for state, _ in steps(game, game.Rules(), 2, rng):
            met.update(game.options(state, state.turn))
            for option in rng.sample(sorted(met, key=repr), 6):
                for seat in (0, 1, 2):
                    if option not in game.options(state, seat):
                        with pytest.raises(IllegalMove):
                            game.decide(state, seat, option)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_deck_is_taken_only_when_one_is_due(game_id: str) -> None:
    game, rng = GAMES[game_id], random.Random(23)
    for _, state in played(game, game.Rules(), 2, rng):
        if state.phase is not Phase.DECK:
            with pytest.raises(IllegalMove, match="no deck is awaited"):
                game.deal(state, DECK)


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("deck", [DECK[:47], (*DECK[:47], DECK[0])], ids=["short", "double"])
def test_a_deck_is_48_different_cards(game_id: str, deck: Any) -> None:
    game = GAMES[game_id]
    state = fold(game, game.begin(game.Rules(), 2), game.deal(game.begin(game.Rules(), 2), DECK))
    with pytest.raises(ValueError, match="48 cards"):
        game.deal(state, deck)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_seat_sees_its_own_hand_and_the_table(game_id: str) -> None:
    game, rng = GAMES[game_id], random.Random(24)
    rules = game.Rules()
    for _, state in played(game, rules, 2, rng):
        seen = seat_view(game, rules, state, 2)
        assert seen.hand == state.spread.hands[1] == tuple(sorted(seen.hand))
        assert seen.table.draw_pile == len(state.spread.draw_pile)
        assert [side.hand_size for side in seen.table.sides] == [*map(len, state.spread.hands)]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_number_of_seats_is_held_to(game_id: str) -> None:
    game = GAMES[game_id]
    for seats in (game.ABOUT.min_seats - 1, game.ABOUT.max_seats + 1):
        with pytest.raises(ValueError, match=f"seats, not {seats}"):
            game.begin(game.Rules(), seats)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_named_sets_are_house_rules_and_the_first_changes_nothing(game_id: str) -> None:
    game = GAMES[game_id]
    assert game.SETS[0].rules == {}
    for each in game.SETS:
        assert differing(parse(game.Rules, each.rules)) == dict(each.rules)
