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
        "calls = sum(state.match.calls)",
        "calls = sum(state.match.calls) - state.match.calls[seat - 1]",
        "one's own koi-koi calls do not count",
    ),
    Fault(
        "coin/play.py",
        "calls = sum(state.match.calls)",
        "calls = max(state.match.calls)",
        "only the calls of one player count",
    ),
    Fault("coin/play.py", "min(owed, coins)", "owed", "a player may pay more than they have"),
    Fault(
        "coin/play.py",
        "put(tuple([-each for each in paid]), seat, sum(paid))",
        "put(tuple([-each for each in paid]), seat, owed * (len(state.playing(1)) - 1))",
        "the winner gets what the poor cannot pay",
    ),
    Fault(
        "coin/play.py",
        "put(tuple([-each for each in paid]), seat, sum(paid))",
        "put(tuple([-each for each in paid]), seat, owed)",
        "the winner is paid once",
    ),
    Fault(
        "coin/play.py",
        "owed = score_of(lines)",
        "owed = score_of(lines) * (2 if score_of(lines) >= 7 else 1)",
        "seven points double",
    ),
    Fault(
        "coin/play.py",
        "sum(map(bool, coins)) > 1",
        "sum(map(bool, coins)) > 0",
        "one player left plays on",
    ),
    Fault(
        "coin/play.py",
        "sum(map(bool, coins)) > 1",
        "all(coins)",
        "the match ends when the first player is out",
    ),
    Fault(
        "coin/play.py",
        "if not coins[seat - 1]]",
        "if coins[seat - 1] < 5]",
        "a few coins are not enough to stay in",
    ),
    Fault(
        "coin/play.py",
        "out = [SeatOut(seat) for seat in state.playing(1) if",
        "out = [SeatOut(seat) for seat in range(1, state.seats + 1) if",
        "a seat that is out goes out again",
    ),
    Fault(
        "coin/play.py",
        "state.match.round < state.rules.rounds",
        "state.match.round <= state.rules.rounds",
        "a match has a round more",
    ),
    Fault(
        "coin/play.py", "pairs_void=False", "pairs_void=True", "four pairs on the field are void"
    ),
    Fault("coin/play.py", "    if shown:\n", "    if False:\n", "dealt hands are played"),
    Fault(
        "coin/play.py",
        "shown = dealt_hands(dealt.hands, points=0)",
        "shown = dealt_hands(dealt.hands[:1], points=0)",
        "only seat 1's hand is looked at",
    ),
    Fault(
        "coin/play.py",
        "    if field_void(dealt.field, pairs_void=False):",
        "    if False:",
        "a whole month on the field is played",
    ),
    Fault(
        "coin/play.py",
        "(), nothing, state.match.dealer)",
        "(), nothing, state.playing(state.match.dealer)[1])",
        "a drawn round changes the dealer",
    ),
    Fault(
        "coin/play.py",
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
