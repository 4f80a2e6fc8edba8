"""Wrong rules of Koi-Koi."""

from __future__ import annotations

from tests.planted.fault import Fault

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
        "the winner of a drawn month does not deal next",
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
        "and len(ways[0]) < 3",
        "and True",
        "a wild lightning does not take three willows",
    ),
    Fault(
        "koikoi/play.py",
        "    wild = state.rules.lightning_wild\n    ways",
        "    wild = True\n    ways",
        "the lightning is always wild",
    ),
    Fault(
        "koikoi/play.py",
        "    if played != LIGHTNING:\n        return plays",
        "    if True:\n        return plays",
        "the lightning is wild only when drawn",
    ),
    Fault(
        "koikoi/play.py",
        "(_wild_plays, _wild_captures) if wild",
        "(_wild_plays, captures) if wild",
        "a drawn lightning takes willows only",
    ),
    Fault(
        "koikoi/play.py",
        "if opened == LIGHTNING and field",
        "if opened.month == 11 and field",
        "every willow is wild",
    ),
    Fault(
        "koikoi/play.py",
        "state.match.round < state.rules.months",
        "state.match.round <= state.rules.months",
        "a match has a month more",
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
