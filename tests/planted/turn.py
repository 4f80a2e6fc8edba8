"""Wrong rules in the state and the turn that games share."""

from __future__ import annotations

from tests.planted.fault import Fault

TURN = (
    Fault(
        "calling.py",
        "if points <= totals[state.turn - 1]:",
        "if points < totals[state.turn - 1] or not points:",
        "one decides though the total did not rise",
    ),
    Fault(
        "calling.py",
        "if points <= totals[state.turn - 1]:",
        "if points <= 0 or totals[state.turn - 1]:",
        "one decides once a round",
    ),
    Fault(
        "calling.py",
        "    if spread.hands[seat - 1]:\n        return (formed,)",
        "    if any(spread.hands):\n        return (formed,)",
        "one may call koi-koi with one's last card",
    ),
    Fault(
        "turn.py",
        "    winners = leaders(sum_by_seat(state.match.scores, result.scores))",
        "    winners = leaders(sum_by_seat(state.match.scores, result.scores))[:1]",
        "a tie is won by the lowest seat",
    ),
    Fault(
        "calling.py",
        "calls = state.match.calls[seat - 1] + 1",
        "calls = 1",
        "a second koi-koi is not counted",
    ),
    Fault(
        "turn.py",
        "    if len(ways) > 1:\n        return events, None",
        "    if len(ways) > 2:\n        return events, None",
        "a player who draws a card with two matches may not choose",
    ),
    Fault(
        "turn.py",
        "match.dealer if match.result is None else match.result.next_dealer",
        "match.dealer",
        "the same seat deals for ever",
    ),
    Fault(
        "state.py",
        "dealer=dealer, totals=nothing, calls=nothing, result=None",
        "dealer=dealer, calls=nothing, result=None",
        "the totals seen go on into the next round",
    ),
    Fault(
        "state.py",
        "dealer=dealer, totals=nothing, calls=nothing, result=None",
        "dealer=dealer, totals=nothing, result=None",
        "koi-koi calls go on into the next round",
    ),
    Fault(
        "state.py",
        "dealer=dealer, totals=nothing, calls=nothing, result=None",
        "dealer=dealer, totals=nothing, calls=nothing",
        "the last round's result stays while the next is played",
    ),
    Fault(
        "state.py",
        "scores=sum_by_seat(match.scores, ended.scores)",
        "scores=ended.scores",
        "totals do not add up",
    ),
    Fault(
        "turn.py",
        "first, *others = state.playing(dealer)",
        "first, *others = state.playing(1)",
        "seat 1 is always dealt as the dealer",
    ),
    Fault(
        "turn.py",
        "*SIZES[1 + len(others)])",
        "*SIZES[state.seats])",
        "hands stay as small as when all were in",
    ),
    Fault(
        "state.py",
        "        while seat in out:\n            seat = seat % seats + 1\n",
        "",
        "the turn passes to a seat that is out",
    ),
    Fault(
        "state.py",
        "seat = self.turn % seats + 1",
        "seat = (self.turn - 2) % seats + 1",
        "the turn goes round backwards",
    ),
    Fault(
        "state.py",
        "DeckDue(round, attempt + 1)",
        "DeckDue(round + 1, 1)",
        "a void deal uses up a round",
    ),
)
