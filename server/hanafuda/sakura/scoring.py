"""The score of a round of Sakura, and who deals next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hanafuda.cards import Cards, CardSet, card_set, cards
from hanafuda.dealing import seats_from
from hanafuda.events import RoundEnd, RoundEnded, ScoreLine, Seat, YakuScore
from hanafuda.sakura.rules import POINTS, Rules
from hanafuda.seats import parties
from hanafuda.yaku import BLUE, POETRY, Table, Tables, Yaku, yaku_held

COST = -50  #: what each yaku adds to the score of every opponent

Teams = tuple[int, ...]  #: each seat's team, seat 1 first; 0: plays alone


def _yaku(yaku: str, name: str, explanation: str, of: CardSet) -> tuple[Yaku]:
    return (Yaku(yaku, name, explanation, COST, of, of.bit_count()),)


def _cards(codes: str) -> CardSet:
    return card_set(cards(codes))


TABLE: Table = (
    _yaku(
        "curtain_moon_cup",
        "Curtain, Moon, Cup",
        "The cherry curtain, the moon and the sake cup.",
        _cards("3-1 8-1 9-1"),
    ),
    _yaku(
        "crane_warbler_curtain",
        "Crane, Warbler, Curtain",
        "The crane, the warbler and the cherry curtain.",
        _cards("1-1 2-1 3-1"),
    ),
    _yaku("akatan", "Poetry Ribbons", "The three ribbons with a poem.", POETRY),
    _yaku("aotan", "Blue Ribbons", "The three blue ribbons.", BLUE),
    _yaku(
        "butterflies_cup_deer",
        "Butterflies, Cup, Deer",
        "The butterflies, the sake cup and the deer.",
        _cards("6-1 9-1 10-1"),
    ),
    _yaku(
        "red_ribbons",
        "Red Ribbons",
        "The three red ribbons without a poem, that of the Willow left out.",
        _cards("4-2 5-2 7-2"),
    ),
    _yaku(
        "cuckoo_bridge_boar",
        "Cuckoo, Bridge, Boar",
        "The cuckoo, the bridge and the boar.",
        _cards("4-1 5-1 7-1"),
    ),
    _yaku(
        "boar_geese_deer",
        "Boar, Geese, Deer",
        "The boar, the geese and the deer.",
        _cards("7-1 8-2 10-1"),
    ),
)
"""The yaku. Each is a ladder by itself, because a card may count for several."""


def value(some: Cards) -> int:
    """The points of *some* cards, without yaku."""
    return sum([POINTS[each - 1] for each in some])


def tables(rules: Rules) -> Tables:
    """The yaku that count under *rules*."""
    return (TABLE if rules.yaku == "on" else (),)


@cache
def side_of(teams: Teams, seat: Seat) -> tuple[Seat, ...]:
    """The seats of *seat*'s side, with *seat* itself."""
    return next(side for side in parties(teams) if seat in side)


def side_yaku(
    rules: Rules, captured: Sequence[Cards], side: Sequence[Seat]
) -> tuple[YakuScore, ...]:
    """The yaku that the seats of a *side* hold together; *captured* has seat 1 first."""
    held = 0
    for seat in side:
        held |= card_set(captured[seat - 1])
    return yaku_held(tables(rules), held)


def lines(rules: Rules, teams: Teams, captured: Sequence[Cards]) -> tuple[ScoreLine, ...]:
    """The rows of a round's score that are not 0. A seat's rows add up to its score."""
    made = {side: len(side_yaku(rules, captured, side)) for side in parties(teams)}
    rows: list[ScoreLine] = []
    for seat, own in enumerate(captured, 1):
        side = side_of(teams, seat)
        partners = sum([value(captured[each - 1]) for each in side if each != seat])
        others = sum(made.values()) - made[side]
        rows += (
            ScoreLine(seat, "cards", points=value(own)),
            ScoreLine(seat, "team_cards", points=partners),
            ScoreLine(seat, "others_yaku", points=COST * others),
        )
    return tuple([row for row in rows if row.points])


def scores(rows: Sequence[ScoreLine], seats: int) -> tuple[int, ...]:
    """Each seat's score, the sum of its *rows*; seat 1 first."""
    added = [0] * seats
    for row in rows:
        added[row.seat - 1] += row.points
    return tuple(added)


def count_round(rules: Rules, teams: Teams, captured: Sequence[Cards], dealer: Seat) -> RoundEnded:
    """The end of a round that *dealer* dealt.

    If a team wins, the winner is its first seat after the dealer (rules: D-34).
    """
    rows = lines(rules, teams, captured)
    won = scores(rows, len(teams))
    best = [side for side in parties(teams) if won[side[0] - 1] == max(won)]
    clockwise = seats_from(dealer, range(1, len(teams) + 1))
    winner, next_dealer = 0, dealer
    if len(best) == 1:
        winner = next_dealer = next(each for each in [*clockwise[1:], dealer] if each in best[0])
    elif rules.tie == "turn_order":
        next_dealer = next(each for each in clockwise if any(each in side for side in best))
    points = won[winner - 1] if winner else 0
    return RoundEnded(RoundEnd.PLAYED_OUT, winner, points, rows, won, next_dealer)
