"""Wrong rules in what games share: deals, captures, yaku, house rules."""

from __future__ import annotations

from tests.planted.fault import Fault

SHARED = (
    Fault(
        "dealing.py",
        "pairs_void and counts == [2, 2, 2, 2])",
        "pairs_void and len(counts) == 4)",
        "any field of four months is void",
    ),
    Fault(
        "dealing.py",
        "return 4 in counts or (",
        "return counts.count(4) == 1 or (",
        "a field of two whole months counts",
    ),
    Fault(
        "dealing.py",
        "(card.month, -_VALUES[card.kind])",
        "(card.month, _VALUES[card.kind])",
        "the lower lot of a month deals",
    ),
    Fault(
        "dealing.py",
        "(card.month, -_VALUES[card.kind])",
        "(card.month, card)",
        "two plains of a month do not tie",
    ),
    Fault("dealing.py", "deck[len(drawn) :]", "deck", "a tie draws the same lots again"),
    Fault(
        "dealing.py",
        'return "kuttsuki" if counts == [2, 2, 2, 2]',
        'return "kuttsuki" if counts.count(2) >= 3',
        "three pairs are four",
    ),
    Fault(
        "dealing.py",
        '    if 4 in counts:\n        return "teshi"\n',
        '    if counts.count(4) == 1 and 1 in counts:\n        return "teshi"\n',
        "a dealt hand with a month and two pairs, or two months, is nothing",
    ),
    Fault("dealing.py", "5: (4, 8)", "5: (4, 6)", "five players have six cards on the field"),
    Fault("dealing.py", "3: (7, 6)", "3: (6, 12)", "three players are dealt six cards"),
    Fault(
        "spread.py",
        "if len(lying) == 2 else (lying,)",
        "if len(lying) >= 2 else (lying,)",
        "one of three matching cards is chosen",
    ),
    Fault(
        "spread.py",
        "if len(lying) == 2 else (lying,)",
        "if len(lying) == 2 else (lying[:1],)",
        "three matching cards: only the first is taken",
    ),
    Fault(
        "spread.py",
        "hands[order[-1] - 1] = tuple(sorted(deck[at : at + hand]))",
        "hands[order[-1] - 1] = tuple(sorted(deck[-hand:]))",
        "the dealer's hand comes from the bottom",
    ),
    Fault("yaku.py", '"goko15": (15, 8, 7, 5)', '"goko15": (15, 8, 7, 6)', "goko15 raises sanko"),
    Fault("yaku.py", '"high": (15, 10, 8, 6)', '"high": (15, 10, 8, 5)', "high has sanko at 5"),
    Fault(
        "yaku.py",
        "            BRIGHTS,\n            4,",
        "            BRIGHTS,\n            3,",
        "three Brights with the rain man are four",
    ),
    Fault(
        "yaku.py",
        "sanko, DRY, 3)",
        "sanko, BRIGHTS, 3)",
        "three Brights with the rain man count",
    ),
    Fault("yaku.py", "shiko, DRY, 4)", "shiko, BRIGHTS, 4)", "the rain man makes dry Brights"),
    Fault(
        "yaku.py",
        "table(ANIMALS & ~CUP, PLAINS | CUP))",
        "table(ANIMALS, PLAINS | CUP))",
        "either: the cup is both at once",
    ),
    Fault(
        "yaku.py", "if others[0] > points", "if others[0] >= points", "either: a plain when equal"
    ),
    Fault("yaku.py", 'CUP if sake_cup == "double" else 0', "0", "double: the cup is one plain"),
    Fault(
        "yaku.py",
        'CUP if sake_cup == "double" else 0',
        "CUP",
        "the cup is always two plains",
    ),
    Fault(
        "yaku.py",
        "return (table(ANIMALS, PLAINS),)",
        "return (table(ANIMALS, PLAINS | CUP),)",
        "animal: the cup is a plain as well",
    ),
    Fault(
        "yaku.py",
        "return (sum_of_points, made) if has_independent else (0, [])",
        "return (sum_of_points, made)",
        "with_other: viewings count alone",
    ),
    Fault(
        "yaku.py", 'alone = viewing == "count"', "alone = True", "with_other is the same as count"
    ),
    Fault("yaku.py", 'if viewing != "off":', "if True:", "viewings cannot be turned off"),
    Fault("yaku.py", "        2 * points,\n", "        10,\n", "both sets at 6 points are 10"),
    Fault(
        "yaku.py",
        "[(_bukku(bukku, POETRY | BLUE, 0), akatan, aotan), (_tan(),)]",
        "[(_bukku(bukku, POETRY | BLUE, 0), akatan, aotan, _tan())]",
        "older: bukku swallows the ribbons",
    ),
    Fault(
        "yaku.py",
        "return [(akatan,), (aotan,), (_tan(),)]",
        "return [(akatan, aotan), (_tan(),)]",
        "older: poetry swallows blue",
    ),
    Fault(
        "yaku.py",
        "_bukku(bukku, RIBBONS, 1) if bukku else both",
        "_bukku(bukku, RIBBONS, 0) if bukku else both",
        "bukku does not grow with further ribbons",
    ),
    Fault(
        "yaku.py",
        "return (_inoshikacho(points, animals, 1), _tane(animals, cup))",
        "return (_inoshikacho(points, animals, 0), _tane(animals, cup))",
        "boar, deer, butterflies do not grow",
    ),
    Fault(
        "yaku.py",
        "return [(_inoshikacho(points, BOAR_DEER_BUTTERFLIES, 0),), (_tane(animals, cup),)]",
        "return [(_inoshikacho(points, animals, 1),), (_tane(animals, cup),)]",
        "older: boar, deer, butterflies grow",
    ),
    Fault(
        "yaku.py",
        "plains, 10, per_extra=1, twice=twice)",
        "plains, 10, twice=twice)",
        "an eleventh plain is worth nothing",
    ),
    Fault(
        "yaku.py",
        "points * line.times if line.times else points + line.points",
        "points + line.points * max(1, line.times)",
        "multipliers do not multiply",
    ),
    Fault(
        "yaku.py",
        "if row.yaku not in had or points > had[row.yaku]",
        "if row.yaku not in had",
        "a yaku that is worth more is not reported",
    ),
    Fault(
        "house_rules.py",
        "and int(text) in numbers:",
        "and int(text) >= numbers.start:",
        "a number has no upper end",
    ),
    Fault(
        "analysis/progress.py",
        "return (held & way.rest).bit_count() + (held & way.twice).bit_count()",
        "return (held & way.rest).bit_count()",
        "a cup that counts twice is one Plain of a yaku's progress",
    ),
    Fault(
        "analysis/progress.py",
        "have = max(haves)",
        "have = haves[0]",
        "a cup that counts either way is counted in one",
    ),
    Fault(
        "analysis/progress.py",
        "ProgressState.REPLACED if held else ProgressState.ALONE",
        "ProgressState.REPLACED",
        "a viewing that needs another yaku is shown as replaced",
    ),
    Fault(
        "analysis/progress.py",
        "if row.yaku in then and row.yaku not in held",
        "if row.state is ProgressState.OPEN",
        "one card is shown to be enough though a better yaku replaces the one that it completes",
    ),
    Fault(
        "analysis/progress.py",
        "if some == need - 1 or (way.twice and some == need - 2):",
        "if some == need - 1:",
        "the cup is never the last two Plains",
    ),
    Fault(
        "analysis/progress.py",
        "if some & ~others:",
        "if some:",
        "a card that another has captured is hinted at",
    ),
    Fault(
        "analysis/progress.py",
        "if gone <= spare:",
        "if gone < spare:",
        "a yaku is out while the cards that are left just suffice",
    ),
    Fault(
        "analysis/progress.py",
        "if not others & all_of:",
        "if True:",
        "a yaku is not out when another has a card that it must have",
    ),
    Fault(
        "analysis/progress.py",
        "told[party[0] - 1] = ",
        "told[party[-1] - 1] = ",
        "the last of a team tells its progress",
    ),
    Fault(
        "analysis/progress.py",
        "then = mine | card_set((option.card, *option.taken))",
        "then = mine | card_set(option.taken)",
        "the played card is not captured with what it takes",
    ),
    Fault(
        "analysis/result.py",
        "        if stopper not in party\n",
        "",
        "the yaku of the seat that stopped are lost too",
    ),
    Fault(
        "analysis/result.py",
        "LostYaku(party[0], yaku, why)\n        for party in parties\n",
        "LostYaku(party[0], yaku, why)\n        for party in parties[:1]\n",
        "only the first side loses its yaku",
    ),
    Fault(
        "analysis/result.py",
        "return tuple([seat for seat in callers if seat != line.seat])",
        "return tuple(callers)",
        "one's own koi-koi is named as the opponent's",
    ),
    Fault(
        "analysis/result.py",
        "        if score < 0\n",
        "",
        "a seat that has paid nothing has a row of payment",
    ),
    Fault(
        "spread.py",
        "return Spread(hands, tuple(rest), draw_pile, captured, open_card, is_drawn)",
        "return Spread(hands, tuple(rest), draw_pile, captured, open_card)",
        "after a hiki the open card is no longer a drawn one",
    ),
    Fault(
        "analysis/chart.py",
        "of |= way.of",
        "of = way.of",
        "the chart has the cup only as a Plain where it counts either way",
    ),
)
