"""Wrong rules of Sakura."""

from __future__ import annotations

from tests.planted.fault import Fault

SAKURA = (
    Fault("sakura/rules.py", '"yellow" in card.tags', "False", "the yellow paulownia is worthless"),
    Fault("sakura/rules.py", '"rain" in card.tags', "False", "the rain man is worthless"),
    Fault(
        "sakura/rules.py",
        "seat % number + 1 for",
        "(seat + 1) % number + 1 for",
        "seat 1 plays in another team than the first",
    ),
    Fault(
        "sakura/rules.py",
        "if seats % number or seats == number:",
        "if seats % number:",
        "teams of one",
    ),
    Fault("sakura/scoring.py", "COST = -50", "COST = -40", "a yaku costs 40"),
    Fault(
        "sakura/scoring.py",
        '_cards("4-2 5-2 7-2")',
        '_cards("4-2 5-2 11-3")',
        "the willow's ribbon is one of the red ribbons",
    ),
    Fault(
        "sakura/scoring.py",
        "others = sum(made.values()) - made[side]",
        "others = sum(made.values())",
        "one's own yaku cost oneself",
    ),
    Fault(
        "sakura/scoring.py",
        "others = sum(made.values()) - made[side]",
        "others = -made[side]",
        "a yaku pays its maker",
    ),
    Fault(
        "sakura/scoring.py",
        "for each in side if each != seat])",
        "for each in side if each > seat])",
        "a team's later seats count for the earlier only",
    ),
    Fault(
        "sakura/scoring.py",
        "for each in [*clockwise[1:], dealer] if each in best[0])",
        "for each in clockwise if each in best[0])",
        "the old dealer deals again when his team wins",
    ),
    Fault(
        "sakura/scoring.py",
        'elif rules.tie == "turn_order":',
        "else:",
        "a tied round always goes by turn order",
    ),
    Fault(
        "sakura/scoring.py",
        'return (TABLE if rules.yaku == "on" else (),)',
        "return (TABLE,)",
        "yaku cannot be turned off",
    ),
    Fault(
        "sakura/play.py",
        "shown=True, rank=month_rank)",
        "shown=True)",
        "lots of one month go by value",
    ),
    Fault(
        "sakura/play.py",
        "course.add(CardsCaptured(dealt.dealer, month))",
        "course.add(CardsCaptured(dealt.dealer, month[:1]))",
        "the dealer gets one card of a whole month dealt",
    ),
    Fault(
        "sakura/play.py",
        "if willows.bit_count() == 3:",
        "if willows.bit_count() > 3:",
        "the gaji does not take three willows",
    ),
    Fault(
        "sakura/play.py",
        "return single if willows else (*single, ())",
        "return (*single, ())",
        "the gaji may leave a willow",
    ),
    Fault(
        "sakura/play.py",
        "return single if willows else (*single, ())",
        "return single or ((),)",
        "the gaji may not stay on the field",
    ),
    Fault(
        "sakura/play.py",
        "if other != seat and ",
        "if ",
        "the gaji gives way to its own player's hiki",
    ),
    Fault(
        "sakura/play.py", "if other != seat and ", "if False and ", "the gaji gives way to nobody"
    ),
    Fault(
        "sakura/play.py",
        "if hand & cards and not missing & cards",
        "if hand & cards",
        "hiki with a card of the month missing",
    ),
    Fault(
        "sakura/play.py",
        "month in _hiki_months(self.state, other):",
        "month[0] in self.state.spread.hands[other - 1]:",
        "the gaji gives way to the holder of the month's first card",
    ),
    Fault(
        "sakura/play.py",
        "                    self.call_hiki(other, month)\n                    return",
        "                    self.call_hiki(other, month)\n                    taken = ()",
        "the gaji stays when it had to give way",
    ),
    Fault(
        "sakura/play.py",
        'if state.rules.hiki == "own_turn" and seat != state.turn:',
        "if False:",
        "hiki is always for everybody",
    ),
    Fault(
        "sakura/play.py",
        'if state.rules.hiki == "own_turn" and seat != state.turn:',
        "if seat != state.turn:",
        "hiki is never out of turn",
    ),
    Fault(
        "sakura/play.py",
        '(state.rules.end == "pile_empty" and spread.draw_pile)',
        "False",
        "a round never lasts until the pile is empty",
    ),
    Fault(
        "sakura/play.py",
        '(state.rules.end == "pile_empty" and spread.draw_pile)',
        "spread.draw_pile",
        "a round always lasts until the pile is empty",
    ),
    Fault(
        "sakura/play.py",
        "            if rest:\n                self.add(CardsCaptured(gaji.seat, rest))",
        "            if False:\n                self.add(CardsCaptured(gaji.seat, rest))",
        "the gaji gets nothing at the end",
    ),
    Fault(
        "sakura/play.py",
        "return (card.month, card.kind, POINTS[card - 1])",
        "return (card.month, card.kind)",
        "the yellow paulownia is like the other plains",
    ),
    Fault(
        "sakura/play.py",
        "match.round == state.rules.rounds",
        "match.round > state.rules.rounds",
        "a match has a round more",
    ),
    Fault(
        "sakura/state.py",
        "if event.card == LIGHTNING:",
        "if event.card and LIGHTNING in (event.card, *event.cards):",
        "a seat that captures the lightning from the field has a gaji",
    ),
    Fault(
        "sakura/state.py",
        "state.phase is Phase.PLAY and not state.extra.played\n",
        "state.phase is Phase.PLAY\n",
        "hiki after one has played",
    ),
    Fault(
        "sakura/state.py",
        'played = extra.played or state.rules.hiki == "own_turn"',
        "played = True",
        "hiki is always instead of playing",
    ),
    Fault(
        "sakura/state.py",
        'played = extra.played or state.rules.hiki == "own_turn"',
        "played = extra.played",
        "hiki is never instead of playing",
    ),
)
