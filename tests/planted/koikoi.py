"""Wrong rules of Koi-Koi."""

from __future__ import annotations

from tests.planted.fault import Fault

MONTH_BEGINS = (
    "        totals=(0, 0),\n        calls=(0, 0),\n        result=None,\n    )\n\n\ndef _r"
)

KOIKOI = (
    Fault(
        "koikoi/scoring.py",
        "base >= DOUBLE_AT",
        "base > DOUBLE_AT",
        "seven points exactly do not double",
    ),
    Fault(
        "koikoi/scoring.py",
        "min(2**opponent_calls, KOI_BAI_CAP)",
        "2**opponent_calls",
        "a fourth call counts in koi-bai",
    ),
    Fault(
        "koikoi/scoring.py",
        "min(2**opponent_calls, KOI_BAI_CAP)",
        "min(2 ** (opponent_calls + own_calls), KOI_BAI_CAP)",
        "koi-bai counts all calls of the round",
    ),
    Fault(
        "koikoi/scoring.py",
        "if own_calls and rules",
        "if opponent_calls and rules",
        "the opponent's call counts as one's own",
    ),
    Fault(
        "koikoi/scoring.py",
        '"own_koi", times=2',
        '"own_koi", times=2**own_calls',
        "each own koi-koi doubles",
    ),
    Fault(
        "koikoi/scoring.py",
        '"oya_ken": dealer, "tsukazu": other(dealer)',
        '"oya_ken": other(dealer), "tsukazu": dealer',
        "oya-ken and tsukazu are mixed up",
    ),
    Fault(
        "koikoi/scoring.py",
        'if rules.drawn == "change_dealer" else dealer',
        "if False else dealer",
        "the dealer never changes after a drawn month",
    ),
    Fault(
        "koikoi/scoring.py",
        "return won(RoundEnd.DEALT_HANDS, 0, (), _unwon_dealer(rules, dealer))",
        "return won(RoundEnd.DEALT_HANDS, 0, (), dealer)",
        "two dealt hands never change the dealer",
    ),
    Fault(
        "koikoi/scoring.py",
        "return won(RoundEnd.DEALT_HANDS, 0, (), _unwon_dealer(rules, dealer))",
        "return drawn(rules, dealer)",
        "two dealt hands are a drawn month that oya-ken wins",
    ),
    Fault(
        "koikoi/scoring.py",
        "return won(RoundEnd.DRAWN, winner, (line,), winner)",
        "return won(RoundEnd.DRAWN, winner, (line,), dealer)",
        "who wins a drawn month does not deal next",
    ),
    Fault(
        "koikoi/scoring.py",
        "return won(RoundEnd.STOPPED, seat, lines, seat)",
        "return won(RoundEnd.STOPPED, seat, lines, other(seat))",
        "the loser deals next",
    ),
    Fault(
        "koikoi/scoring.py",
        "score_lines(seat, [yaku]), seat)",
        "score_lines(seat, [yaku]), dealer)",
        "a dealt hand leaves the deal where it was",
    ),
    Fault(
        "koikoi/scoring.py",
        "score_lines(seat, [yaku]), seat)",
        "score_lines(seat, [yaku]) + multipliers(rules, seat, yaku.points + 1, 0, 0), seat)",
        "a dealt hand is doubled",
    ),
    Fault(
        "koikoi/scoring.py",
        "calls[seat - 1], calls[other(seat) - 1]",
        "calls[other(seat) - 1], calls[seat - 1]",
        "one's own koi-koi doubles, not the opponent's",
    ),
    Fault(
        "koikoi/play.py",
        "if points > state.match.totals[seat - 1]:",
        "if points and points >= state.match.totals[seat - 1]:",
        "one decides though the total did not rise",
    ),
    Fault(
        "koikoi/play.py",
        "if points > state.match.totals[seat - 1]:",
        "if points > 0 == state.match.totals[seat - 1]:",
        "one decides once a round",
    ),
    Fault(
        "koikoi/play.py",
        "    if spread.hands[seat - 1]:\n        return (formed,)",
        "    if any(spread.hands):\n        return (formed,)",
        "the dealer may say koi-koi with his last card",
    ),
    Fault(
        "koikoi/play.py",
        "and len(ways[0]) < 3",
        "and True",
        "a wild lightning does not take three willows",
    ),
    Fault(
        "koikoi/play.py",
        "if opened == LIGHTNING and rules.lightning_wild and field",
        "if opened == LIGHTNING and field",
        "the lightning is always wild",
    ),
    Fault(
        "koikoi/play.py",
        "if each == LIGHTNING and state.match.rules.lightning_wild:",
        "if False:",
        "the lightning is wild only when drawn",
    ),
    Fault(
        "koikoi/play.py",
        "            ways = _captures(state.match.rules, card_set(state.spread.field), opened)",
        "            ways = captures(card_set(state.spread.field), opened)",
        "a drawn lightning takes willows only",
    ),
    Fault(
        "koikoi/play.py",
        "if opened == LIGHTNING and rules.lightning_wild and field",
        "if opened.month == 11 and rules.lightning_wild and field",
        "every willow is wild",
    ),
    Fault(
        "koikoi/play.py",
        "if round < match.rules.months:",
        "if round <= match.rules.months:",
        "a match has a month more",
    ),
    Fault(
        "koikoi/play.py",
        "ahead(added(match.scores, result.scores))",
        "ahead(added(match.scores, result.scores))[:1]",
        "a tie is seat 1's",
    ),
    Fault(
        "koikoi/play.py",
        'shown=rules.first_dealer == "draw"',
        "shown=True",
        "the lots are shown though the dealer is random",
    ),
    Fault(
        "koikoi/play.py",
        'rules.dealt_hands == "redeal"',
        'rules.dealt_hands == "never"',
        "a dealt hand is never dealt again",
    ),
    Fault(
        "koikoi/play.py",
        '[] if rules.dealt_hands == "off" else',
        "",
        "dealt hands cannot be turned off",
    ),
    Fault(
        "koikoi/play.py",
        'pairs_void=rules.field_redeal == "four_or_pairs"',
        "pairs_void=True",
        "four pairs on the field are always void",
    ),
    Fault(
        "koikoi/play.py",
        "KoikoiCalled(seat, state.match.calls[seat - 1] + 1)",
        "KoikoiCalled(seat, 1)",
        "a second koi-koi is not counted",
    ),
    Fault(
        "koikoi/play.py",
        "if len(ways) > 1:\n        return events",
        "if len(ways) > 2:\n        return events",
        "who draws a card with two matches may not choose",
    ),
    Fault(
        "koikoi/play.py",
        "dealer = next_dealer(state.match.dealer, state.match.result)",
        "dealer = state.match.dealer",
        "the same seat deals for ever",
    ),
    Fault(
        "koikoi/state.py",
        MONTH_BEGINS,
        MONTH_BEGINS.replace("        totals=(0, 0),\n", ""),
        "the totals seen go on into the next month",
    ),
    Fault(
        "koikoi/state.py",
        MONTH_BEGINS,
        MONTH_BEGINS.replace("        calls=(0, 0),\n", ""),
        "koi-koi calls go on into the next month",
    ),
    Fault(
        "koikoi/state.py",
        MONTH_BEGINS,
        MONTH_BEGINS.replace("        result=None,\n", ""),
        "the last month's result stays while the next is played",
    ),
    Fault(
        "koikoi/state.py",
        "DeckDue(due.round, due.attempt + 1)",
        "DeckDue(due.round + 1, 1)",
        "a void deal uses up a month",
    ),
    Fault(
        "koikoi/state.py",
        "added(match.scores, event.scores)",
        "added((0, 0), event.scores)",
        "totals do not add up",
    ),
    Fault(
        "koikoi/rules.py",
        "if 0 < self.bukku < 2 * self.set_points:",
        "if 0 < self.bukku < self.set_points:",
        "six ribbons may be worth less than the sets they replace",
    ),
    Fault(
        "koikoi/rules.py",
        "numbers=range(1, 49),",
        "numbers=range(5, 6),",
        "drinking is worth 5 or nothing",
    ),
)
