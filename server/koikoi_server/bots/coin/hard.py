"""Hard in the coin game: plays the round out with all opponents.

Before the last round it maximises its own coins less the others' mean. In the last round it
maximises its chance of having the most coins.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random

from hanafuda.coin import play as coin
from hanafuda.game import Option, SeatView, Verb
from hanafuda.koikoi import play as koikoi
from hanafuda.yaku import score_of
from koikoi_server.bots.halving import SearchResult
from koikoi_server.bots.koikoi.hard import candidates
from koikoi_server.bots.koikoi.kernel_rules import rule_numbers
from koikoi_server.bots.playouts import search_by_rules
from koikoi_server.bots.seen_cards import total_before

PLAYOUTS = 300
"""The number of playouts for a choice, for all candidates together: some tenths of a second."""

ENOUGH = 120
"""With fewer playouts Hard would play worse than Medium."""

MIN_HAND = 2
"""Medium's MIN_HAND in the playouts."""


def choose(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    """Hard's choice among ``view.options``, which must not be empty.

    It stops at *deadline*, as of ``time.monotonic``, with the best option so far.

    Raises:
        TimeoutError: when the deadline leaves time for fewer than :data:`ENOUGH` playouts.
    """
    return choose_with(PLAYOUTS, view, rng, deadline)


def choose_with(playouts: int, view: SeatView, rng: Random, deadline: float = inf) -> Option:
    """Hard's choice with that number of *playouts*."""
    seed = rng.getrandbits(48)
    by_verb = {option.verb: option for option in view.options}
    if Verb.STOP in by_verb:
        go_on, stop = by_verb[Verb.KOIKOI], by_verb[Verb.STOP]
        return _koikoi_or_stop(view, go_on, stop, playouts, seed, deadline)
    options = candidates(view)
    if len(options) == 1:
        return options[0]
    before = total_before(view, rule_numbers(koikoi.Rules(set_points=view.rules.set_points)))
    return options[_search(view, options, before, playouts, seed, deadline).best]


def _koikoi_or_stop(
    view: SeatView, go_on: Option, stop: Option, playouts: int, seed: int, deadline: float
) -> Option:
    """Call koi-koi if the playouts are worth at least as much as stopping."""
    owed = score_of(stop.lines)
    payments = [-min(owed, side.score) for side in view.table.sides]
    payments[view.seat - 1] = 0
    payments[view.seat - 1] = -sum(payments)
    points = view.table.sides[view.seat - 1].points
    found = _search(view, (go_on,), points, playouts, seed, deadline)
    stopping = worth(view, tuple(payments)) * found.played
    return go_on if found.totals[0] >= stopping else stop


def _search(
    view: SeatView,
    options: Sequence[Option],
    before: int,
    playouts: int,
    seed: int,
    deadline: float,
) -> SearchResult:
    return search_by_rules(
        coin,
        view,
        options,
        before,
        lambda end: worth(view, end.scores),
        playouts,
        MIN_HAND,
        seed,
        enough=ENOUGH,
        deadline=deadline,
    )


def worth(view: SeatView, payments: tuple[int, ...]) -> int:
    """What the end of a round is worth to the seat; *payments*: what each seat gains or loses."""
    sides = view.table.sides
    after = [side.score + paid for side, paid in zip(sides, payments, strict=True)]
    mine = after.pop(view.seat - 1)
    if view.table.round == view.table.rounds or not any(after):
        best = max(mine, *after)
        return 0 if mine < best else 840 // (1 + after.count(best))  # 840 is divisible by 1-7
    return mine * len(after) - sum(after)
