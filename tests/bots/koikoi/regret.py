"""Measures how much a bot's plays give away, on 200 fixed positions whose moves have known values.

A position's *regret* is the best move's value less the chosen one's, in points a round. The values
are means over 30,000 samples of what the seat cannot see, the same for all moves of a position,
played out by Medium's policy.

    python -m tests.bots.koikoi.regret            # measures Easy, Medium and Hard
    python -m tests.bots.koikoi.regret --make     # computes the values again (compiled: a minute)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from hanafuda.cards import Card, cards
from hanafuda.game import Option, Phase, SeatView, Verb, seat_view
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots import easy
from koikoi_server.bots.koikoi import compiled, hard, match_chances, medium, search
from koikoi_server.bots.koikoi.engine import PLAIN, Engine, run_search
from tests.bots.koikoi.positions import deck, fold, position

PATH = Path(__file__).with_name("regret.json")
POSITIONS, SAMPLES = 200, 30_000
PARTS = 1000  # of a point, in the table that values leads by points

Player = Callable[[SeatView, Random], Option]


class Valued(NamedTuple):
    """A position with the value of each of its moves, in points."""

    view: SeatView
    values: dict[Option, float]

    def regret(self, option: Option) -> float:
        """What *option* gives away, in points. Equivalent moves have the same value."""
        alike = {hard.alike(known): value for known, value in self.values.items()}
        return max(alike.values()) - alike[hard.alike(option)]


def load() -> list[Valued]:
    """The committed positions."""
    return [_read(row) for row in json.loads(PATH.read_text())]


def _read(row: dict[str, Any]) -> Valued:
    view = position(
        hand=row["hand"],
        field=row["field"],
        captured=(row["captured"][0], row["captured"][1]),
        calls=(row["calls"][0], row["calls"][1]),
        dealer=row["dealer"],
        other_hand=row["other_hand"],
    )
    values = {}
    for codes, value in row["values"].items():
        played, *taken = cards(codes)
        values[Option(Verb.PLAY, played, tuple(taken))] = value
    return Valued(view, values)


def _codes(some: Sequence[Card]) -> str:
    return " ".join(card.code for card in some)


def _row(view: SeatView, engine: Engine) -> dict[str, Any]:
    me, other = view.table.sides[view.seat - 1], view.table.sides[2 - view.seat]
    return {
        "hand": _codes(view.hand),
        "field": _codes(view.table.field),
        "captured": [_codes(me.captured), _codes(other.captured)],
        "calls": [me.koikoi_calls, other.koikoi_calls],
        "dealer": 1 if view.table.dealer == view.seat else 2,
        "other_hand": other.hand_size,
        "values": {
            _codes((option.card, *option.taken)): round(value, 4)
            for option, value in _values(view, engine).items()
            if option.card is not None
        },
    }


def _values(view: SeatView, engine: Engine) -> dict[Option, float]:
    """The value of each move. Each is searched alone with the same seed, so with the same deals."""
    points = [PARTS * (place // 2) for place in range(2 * match_chances.WIDTH)]
    table = engine.numbers(points)
    values = {}
    for option in hard.candidates(view):
        task = hard.search_input(view, (option,))._replace(lead=0, rounds_left=11)
        found = run_search(engine, task, table, SAMPLES, hard.MIN_HAND, 2024)
        values[option] = found.totals[0] / found.played / PARTS - search.MAX_LEAD
    return values


def make(engine: Engine) -> None:
    """Write the positions: rounds of Medium against itself, stopped before a random play."""
    rng = Random(2024)
    rows: list[dict[str, Any]] = []
    rules = koikoi.Rules(dealt_hands="redeal")
    while len(rows) < POSITIONS:
        state: Any = koikoi.begin(rules, 2)
        plays = rng.randrange(12)
        while plays >= 0 and not koikoi.view(state).result:
            if state.deck_due is not None:
                state = fold(state, koikoi.deal(state, deck(rng)))
                continue
            view = seat_view(koikoi, rules, state, state.turn)
            if state.phase is Phase.PLAY:
                if plays == 0:
                    rows.append(_row(view, engine))
                plays -= 1
            state = fold(state, koikoi.decide(state, state.turn, medium.choose(view, rng)))
    PATH.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


def regrets(player: Player, positions: Sequence[Valued], seed: int = 0) -> list[float]:
    """What *player* gives away in each position, in points."""
    return [
        valued.regret(player(valued.view, Random(seed + number)))
        for number, valued in enumerate(positions)
    ]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", action="store_true", help="compute the values again")
    parser.add_argument("--repeat", type=int, default=5, help="seeds a player; default 5")
    given = parser.parse_args()
    engine = compiled.engine() or PLAIN
    if given.make:
        make(engine)

    def hard_with(playouts: int) -> Player:
        return lambda view, rng: hard.choose_with(engine, playouts, view, rng)

    known: dict[str, Player] = {"easy": easy.choose, "medium": medium.choose}
    for playouts in (hard.PLAYOUTS, hard.FAST_PLAYOUTS):
        known[f"hard:{playouts}"] = hard_with(playouts)
    positions = load()
    for name, player in known.items():
        found = [
            regret
            for seed in range(given.repeat)
            for regret in regrets(player, positions, 1000 * seed)
        ]
        error = stdev(found) / sqrt(len(found))
        print(f"{name}: {fmean(found):.3f} ± {error:.3f} points a decision ({engine.name})")


if __name__ == "__main__":
    main()
