"""Wrong rules of the coin game."""

from __future__ import annotations

from tests.planted.fault import Fault

COIN = (
    Fault(
        "coin/play.py",
        "times=calls + 1",
        "times=calls",
        "the first koi-koi does not raise the price",
    ),
    Fault(
        "coin/play.py",
        "calls = sum(state.calls)",
        "calls = sum(state.calls) - state.calls[seat - 1]",
        "one's own koi-koi calls do not count",
    ),
    Fault(
        "coin/play.py",
        "calls = sum(state.calls)",
        "calls = max(state.calls)",
        "only the calls of one player count",
    ),
    Fault("coin/play.py", "min(owed, coins)", "owed", "one may owe what one has not"),
    Fault(
        "coin/play.py",
        "put(tuple(-each for each in paid), seat, sum(paid))",
        "put(tuple(-each for each in paid), seat, owed * (len(state.playing(1)) - 1))",
        "the winner gets what the poor cannot pay",
    ),
    Fault(
        "coin/play.py",
        "put(tuple(-each for each in paid), seat, sum(paid))",
        "put(tuple(-each for each in paid), seat, owed)",
        "the winner is paid once",
    ),
    Fault(
        "coin/play.py",
        "owed = reckoned(lines)",
        "owed = reckoned(lines) * (2 if reckoned(lines) >= 7 else 1)",
        "seven points double",
    ),
    Fault(
        "coin/play.py",
        "sum(map(bool, coins)) > 1",
        "sum(map(bool, coins)) > 0",
        "one player left plays on",
    ),
    Fault(
        "coin/play.py", "sum(map(bool, coins)) > 1", "all(coins)", "the first who is out ends it"
    ),
    Fault(
        "coin/play.py",
        "if not coins[seat - 1])",
        "if coins[seat - 1] < 5)",
        "a few coins are not enough to stay in",
    ),
    Fault(
        "coin/play.py",
        "out = tuple(seat for seat in state.playing(1) if",
        "out = tuple(seat for seat in range(1, state.seats + 1) if",
        "who is out goes out again",
    ),
    Fault(
        "coin/play.py",
        "state.round < state.rules.rounds",
        "state.round <= state.rules.rounds",
        "a match has a round more",
    ),
    Fault(
        "coin/play.py", "pairs_void=False", "pairs_void=True", "four pairs on the field are void"
    ),
    Fault(
        "coin/play.py",
        "MatchEnded(ahead(coins))",
        "MatchEnded(ahead(coins)[:1])",
        "equal coins do not share the win",
    ),
    Fault("coin/play.py", "    if shown:\n", "    if False:\n", "dealt hands are played"),
    Fault(
        "coin/play.py",
        "shown = dealt_hands(spread.hands, points=0)",
        "shown = dealt_hands(spread.hands[:1], points=0)",
        "only seat 1's hand is looked at",
    ),
    Fault(
        "coin/play.py",
        "    if field_void(spread.field, pairs_void=False):",
        "    if False:",
        "a whole month on the field is played",
    ),
    Fault(
        "coin/play.py",
        "playing = state.playing(dealer)",
        "playing = state.playing(1)",
        "seat 1 is always dealt as the oya",
    ),
    Fault(
        "coin/play.py",
        "*SIZES[len(playing)])",
        "*SIZES[state.seats])",
        "hands stay as small as when all were in",
    ),
    Fault(
        "coin/play.py",
        "return TurnPassed(state.playing(state.turn)[1])",
        "return TurnPassed(state.turn % state.seats + 1)",
        "the turn passes to who is out",
    ),
    Fault(
        "coin/play.py",
        "return TurnPassed(state.playing(state.turn)[1])",
        "return TurnPassed(state.playing(state.turn)[-1])",
        "the turn goes round backwards",
    ),
    Fault(
        "coin/play.py",
        "        if spread.hands[seat - 1]:\n            return (formed,)",
        "        if any(spread.hands):\n            return (formed,)",
        "one may say koi-koi with one's last card",
    ),
    Fault(
        "coin/play.py",
        "if points > state.totals[seat - 1]:",
        "if points and points >= state.totals[seat - 1]:",
        "one decides though the total did not rise",
    ),
    Fault(
        "coin/play.py",
        "KoikoiCalled(seat, state.calls[seat - 1] + 1)",
        "KoikoiCalled(seat, 1)",
        "a second koi-koi of a player is not counted",
    ),
    Fault(
        "coin/play.py",
        "(0,) * state.seats, state.dealer)",
        "(0,) * state.seats, state.playing(state.dealer)[1])",
        "a drawn round changes the oya",
    ),
    Fault(
        "coin/play.py",
        "next_dealer(state.dealer, state.result)",
        "state.dealer",
        "the stopper is not the next oya",
    ),
    Fault(
        "coin/state.py",
        "        totals=nothing,\n        calls=nothing,\n        result=None,\n",
        "        totals=nothing,\n        result=None,\n",
        "koi-koi calls go on into the next round",
    ),
    Fault(
        "coin/state.py",
        "DeckDue(round, attempt + 1)",
        "DeckDue(round + 1, 1)",
        "a void deal uses up a round",
    ),
    Fault(
        "coin/state.py",
        "koikoi_tables(set_points=rules.set_points)",
        "koikoi_tables()",
        "sets of three are always worth 5",
    ),
    Fault(
        "coin/rules.py",
        "numbers=range(1, 1001),",
        "numbers=range(0, 1001),",
        "one may begin without coins",
    ),
)
