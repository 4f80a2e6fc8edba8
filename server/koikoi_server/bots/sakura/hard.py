"""Hard in Sakura: the same playouts, over all seats, for the side's chance to win the match.

How the rounds to come will end is not played out: a lead is worth its chance to last, as if each
of them brought a lead of its own by chance.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import erf, prod, sqrt
from random import Random

from hanafuda.cards import cards_in
from hanafuda.game import Option, SeatView, Verb
from hanafuda.sakura import play as sakura
from koikoi_server.bots.playouts import deal_hidden, sequential_halving
from koikoi_server.bots.sakura import policy as sakura_policy
from koikoi_server.bots.sakura.playout import Playout
from koikoi_server.bots.seen_cards import unseen

PLAYOUTS = 800
"""Playouts a decision, all candidates together: some tenths of a second."""

SPREAD = 95.0
"""Standard deviation of one side's lead over another in a round, in points, is this over the
square root of the number of sides: 67 for two, as rounds between Mediums gave."""

CANDIDATES = 5
"""Options that are played out: those that Medium thinks best."""

TRUST = 30
"""What Medium thinks of an option counts as much as so many playouts."""

SURE = 840_000
"""A certain win: a whole number also when up to seven share it."""


def choose(view: SeatView, rng: Random) -> Option:
    """Hard's choice among ``view.options``, which must not be empty."""
    return choose_by(PLAYOUTS, view, rng)


def choose_by(playouts: int, view: SeatView, rng: Random) -> Option:
    """Hard's choice with so many *playouts*."""
    chance = Random(rng.getrandbits(48))
    found = candidates(view)
    options = [option for option, _ in found]
    if len(options) == 1 or options[0].verb is Verb.HIKI:
        return options[0]
    hidden = list(cards_in(unseen(view)))

    def once(alive: Sequence[int]) -> list[int]:
        chance.shuffle(hidden)
        hands, pile = deal_hidden(view, hidden)
        start = Playout.of(view, hands, pile)
        return [worth(view, start.scores_after(options[index])) for index in alive]

    point = TRUST * slope(view)
    known = [round(points * point) for _, points in found]
    return options[sequential_halving(known, playouts, once).best]


def candidates(view: SeatView) -> list[tuple[Option, float]]:
    """The most promising options that differ, with what Medium gives for them, best first."""
    given = sakura_policy.reckoned(sakura_policy.seen(view), view.options)
    ranked = sorted(zip(view.options, given, strict=True), key=lambda found: -found[1])
    differing: dict[Hashable, tuple[Option, float]] = {}
    for option, points in ranked:
        differing.setdefault(_alike(view, option), (option, points))
    return list(differing.values())[:CANDIDATES]


def _alike(view: SeatView, option: Option) -> Hashable:
    """Equal for options between which the choice makes no difference."""
    cards = () if option.card is None else (option.card, *option.taken)
    return option.verb, len(cards), tuple(sakura.likeness(view.rules, card) for card in cards)


def worth(view: SeatView, won: Sequence[int]) -> int:
    """What a round that brings each seat what it *won* is worth: the chance of the match."""
    table = view.table
    mine, theirs = _totals(view, won)
    left = table.rounds - table.round
    if left == 0:
        best = max(mine, *theirs)
        return 0 if mine < best else SURE // (1 + theirs.count(best))
    return round(SURE * _chance(mine, theirs, left))


def slope(view: SeatView) -> float:
    """What a point more in this round is worth, as :func:`worth` counts."""
    table = view.table
    mine, theirs = _totals(view, [0] * len(table.sides))
    left = table.rounds - table.round + 0.5  # of this round about a half
    return SURE * (_chance(mine + 10, theirs, left) - _chance(mine - 10, theirs, left)) / 20


def _chance(mine: int, theirs: Sequence[int], left: float) -> float:
    """The chance, 0-1, to stay ahead of all for so many rounds."""
    sides = len(theirs) + 1
    return prod([_lasting(mine - other, left / sides) for other in theirs])


def _totals(view: SeatView, won: Sequence[int]) -> tuple[int, list[int]]:
    """The seat's total after a round with these scores, and that of each other side."""
    after = [side.score + more for side, more in zip(view.table.sides, won, strict=True)]
    own, others = sakura_policy.side_seats(sakura.teams(view.rules, len(after)), view.seat)
    return after[own[0] - 1], [after[side[0] - 1] for side in others]


@lru_cache(maxsize=4096)
def _lasting(lead: int, rounds: float) -> float:
    """The chance, 0-1, that a *lead* over one side lasts *rounds*, over the number of sides."""
    return (1 + erf(lead / (SPREAD * sqrt(2 * rounds)))) / 2
