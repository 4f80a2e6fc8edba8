"""What the dealer's seat and the viewing yaku are worth: two Medium computers play each other.

    python -m tests.server.help.dealer --matches 10000 --seed 1

Prints what :data:`RECORDED` holds and the help's questions page tells. Both seats are played by
the same computer under the usual rules, so that only dealing first makes a difference.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hanafuda.cards import DECK
from hanafuda.events import RoundEnd, RoundEnded, Seat
from hanafuda.game import Phase, seat_view
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots import MEDIUM

RULES = koikoi.Rules()
VIEWINGS = {"hanami", "tsukimi"}


class Counts(NamedTuple):
    """What came of some matches of Koi-Koi."""

    matches: int
    months: int
    dealer_won: int  #: months that their dealer won, a dealt hand included
    other_won: int
    drawn: int  #: months that nobody won
    dealer_points: int  #: of all months
    other_points: int
    stopped: int  #: months that ended with a stop
    with_viewing: int  #: of those, where a viewing yaku counted
    first_won: int  #: matches that the dealer of the first month won
    match_draws: int

    def share(self, part: int, whole: int) -> int:
        """*part* of *whole* in percent, rounded."""
        return round(100 * part / whole)


RECORDED = Counts(
    matches=10_000,
    months=120_000,
    dealer_won=61_469,
    other_won=55_291,
    drawn=3_240,
    dealer_points=378_643,
    other_points=324_125,
    stopped=115_355,
    with_viewing=31_773,
    first_won=5_026,
    match_draws=142,
)
"""What the command above printed."""


def measure(matches: int, seed: int) -> Counts:
    """Plays *matches* of twelve months; the same seed gives the same counts."""
    chance = Random(seed)
    months: list[tuple[Seat, RoundEnded]] = []
    first_won = draws = 0
    for _ in range(matches):
        first, ended, winners = _match(chance)
        months += ended
        first_won += winners == (first,)
        draws += len(winners) > 1
    stopped = [month for _, month in months if month.end is RoundEnd.STOPPED]
    return Counts(
        matches,
        len(months),
        dealer_won=sum(month.winner == dealer for dealer, month in months),
        other_won=sum(month.winner == 3 - dealer for dealer, month in months),
        drawn=sum(month.winner == 0 for _, month in months),
        dealer_points=sum(month.scores[dealer - 1] for dealer, month in months),
        other_points=sum(month.scores[2 - dealer] for dealer, month in months),
        stopped=len(stopped),
        with_viewing=sum(any(each.item in VIEWINGS for each in month.lines) for month in stopped),
        first_won=first_won,
        match_draws=draws,
    )


def _match(chance: Random) -> tuple[Seat, list[tuple[Seat, RoundEnded]], tuple[Seat, ...]]:
    """The first dealer, each month's dealer and end, and the winners of one match."""
    state = koikoi.begin(RULES, 2)
    ended = []
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DECK:
            deck = list(DECK)
            chance.shuffle(deck)
            events = koikoi.deal(state, tuple(deck))
        else:
            view = seat_view(koikoi, RULES, state, state.turn)
            events = koikoi.decide(state, state.turn, MEDIUM.choose(view, chance))
        for event in events:
            if isinstance(event, RoundEnded):
                ended.append((koikoi.view(state).dealer, event))
            state = koikoi.evolve(state, event)
    return ended[0][0], ended, koikoi.view(state).winners


def main(arguments: Sequence[str] | None = None) -> None:
    """The command: plays, and prints the counts."""
    parser = argparse.ArgumentParser(prog="tests.server.help.dealer", description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="default 10000")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    given = parser.parse_args(arguments)
    print(measure(given.matches, given.seed))


if __name__ == "__main__":
    main()
