"""Hard in Sakura: plays the round out and takes the option that most often wins the match.

Later rounds are not played out. The chance that a lead lasts is computed as if each later round
added a random lead with a normal distribution.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import erf, inf, prod, sqrt
from random import Random

from hanafuda.cards import cards_in
from hanafuda.game import Option, SeatView, Verb
from hanafuda.sakura import play as sakura
from koikoi_server.bots.halving import sequential_halving
from koikoi_server.bots.playouts import deal_hidden
from koikoi_server.bots.sakura import policy as sakura_policy
from koikoi_server.bots.sakura.playout import Playout
from koikoi_server.bots.seen_cards import unseen

PLAYOUTS = 800
"""The number of playouts for a choice, for all candidates together: some tenths of a second."""

SPREAD = 95.0
"""The standard deviation of one side's lead over another in a round, in points, is this divided by
the square root of the number of sides. For two sides it is 67, measured between Mediums."""

CANDIDATES = 5
"""The number of options that are played out: those that Medium estimates highest."""

TRUST = 30
"""Medium's estimate of an option counts as much as this number of playouts."""

SURE = 840_000
"""The chance of a certain win: divisible by 1-7, the number of winners who may share it."""


def choose(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    """Hard's choice among ``view.options``, which must not be empty.

    It stops at *deadline*, as of ``time.monotonic``, with the best option so far.
    """
    return choose_with(PLAYOUTS, view, rng, deadline)


def choose_with(playouts: int, view: SeatView, rng: Random, deadline: float = inf) -> Option:
    """Hard's choice with that number of *playouts*."""
    chance = Random(rng.getrandbits(48))
    found = candidates(view)
    options = [option for option, _ in found]
    if len(options) == 1 or options[0].verb is Verb.HIKI:
        return options[0]
    hidden = list(cards_in(unseen(view)))

    def play_out(alive: Sequence[int], samples: int) -> list[int]:
        sums = [0] * len(alive)
        for _ in range(samples):
            chance.shuffle(hidden)
            hands, pile = deal_hidden(view, hidden)
            start = Playout.of(view, hands, pile)
            for place, index in enumerate(alive):
                sums[place] += worth(view, start.scores_after(options[index]))
        return sums

    point = TRUST * slope(view)
    known = [round(points * point) for _, points in found]
    return options[sequential_halving(known, playouts, play_out, deadline=deadline).best]


def candidates(view: SeatView) -> list[tuple[Option, float]]:
    """The options that Medium estimates highest, best first; one of each group of equivalents."""
    given = sakura_policy.estimates(sakura_policy.situation(view), view.options)
    ranked = sorted(zip(view.options, given, strict=True), key=lambda found: -found[1])
    differing: dict[Hashable, tuple[Option, float]] = {}
    for option, points in ranked:
        differing.setdefault(_alike(view, option), (option, points))
    return list(differing.values())[:CANDIDATES]


def _alike(view: SeatView, option: Option) -> Hashable:
    """A key that is equal for equivalent options."""
    cards = () if option.card is None else (option.card, *option.taken)
    return option.verb, len(cards), tuple(sakura.likeness(view.rules, card) for card in cards)


def worth(view: SeatView, won: Sequence[int]) -> int:
    """The chance of winning the match, in parts of SURE, if the round's scores are *won*."""
    table = view.table
    mine, theirs = _totals(view, won)
    left = table.rounds - table.round
    if left == 0:
        best = max(mine, *theirs)
        return 0 if mine < best else SURE // (1 + theirs.count(best))
    return round(SURE * _chance(mine, theirs, left))


def slope(view: SeatView) -> float:
    """What one more point in this round adds to :func:`worth`."""
    table = view.table
    mine, theirs = _totals(view, [0] * len(table.sides))
    left = table.rounds - table.round + 0.5  # about half of this round is still to be played
    return SURE * (_chance(mine + 10, theirs, left) - _chance(mine - 10, theirs, left)) / 20


def _chance(mine: int, theirs: Sequence[int], left: float) -> float:
    """The chance (0-1) of being ahead of all others after *left* more rounds."""
    sides = len(theirs) + 1
    return prod([_lasting(mine - other, left / sides) for other in theirs])


def _totals(view: SeatView, won: Sequence[int]) -> tuple[int, list[int]]:
    """The totals of the seat's side and of each other side after a round with the scores *won*."""
    after = [side.score + more for side, more in zip(view.table.sides, won, strict=True)]
    own, others = sakura_policy.side_seats(sakura.teams(view.rules, len(after)), view.seat)
    return after[own[0] - 1], [after[side[0] - 1] for side in others]


@lru_cache(maxsize=4096)
def _lasting(lead: int, rounds: float) -> float:
    """The chance (0-1) that a *lead* over one side lasts. *rounds*: rounds to come per side."""
    return (1 + erf(lead / (SPREAD * sqrt(2 * rounds)))) / 2
