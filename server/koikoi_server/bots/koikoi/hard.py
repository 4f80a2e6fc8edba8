"""Hard: deals the hidden cards at random, plays each option out, and takes the best for the match.

:mod:`koikoi_server.bots.koikoi.search` does the search. This module converts a view into its input
and its result into an option, and decides whether to call koi-koi.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from random import Random

from hanafuda.cards import card_set
from hanafuda.events import RoundEnded
from hanafuda.game import Option, Phase, SeatView, Verb
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots.halving import SearchResult
from koikoi_server.bots.koikoi import compiled, medium, search
from koikoi_server.bots.koikoi.engine import PLAIN, Engine, SearchInput, run_search, win_table
from koikoi_server.bots.koikoi.kernel import score
from koikoi_server.bots.koikoi.kernel_rules import is_in_kernel, rule_numbers
from koikoi_server.bots.koikoi.policy import ALL_OR_NONE
from koikoi_server.bots.playouts import search_by_rules
from koikoi_server.bots.seen_cards import total_before, unseen

PLAYOUTS = 3200
"""The number of playouts for a choice, for all candidates together. In plain Python they take about
a quarter of a second."""

FAST_PLAYOUTS = 12800
"""The same in compiled code: about a fiftieth of a second."""

ENOUGH = 300
"""With fewer playouts Hard would play worse than Medium."""

MIN_HAND = 2
"""Medium's MIN_HAND in the playouts. It is lower, because the opponent may be as bold as Hard."""

SLOWER = 4
"""The number of playouts is divided by this under rules that the kernel does not know."""

CAUTIOUS_ROUNDS = 5
"""With one to this many rounds left after the current one, Hard calls koi-koi only if Medium would
too. With more left, the playouts alone decide."""


def choose(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    """Hard's choice among ``view.options``, which must not be empty, with the fastest engine.

    It stops at *deadline*, as of ``time.monotonic``, with the best option so far.

    Raises:
        TimeoutError: when the deadline leaves time for fewer than :data:`ENOUGH` playouts.
    """
    engine = compiled.engine()
    if engine is None:
        return choose_with(PLAIN, PLAYOUTS, view, rng, deadline)
    return choose_with(engine, FAST_PLAYOUTS, view, rng, deadline)


def is_compiled(view: SeatView) -> bool:
    """Whether compiled code would make Hard's choice for *view*."""
    return is_in_kernel(view.rules) and compiled.engine() is not None


def choose_with(
    engine: Engine, playouts: int, view: SeatView, rng: Random, deadline: float = inf
) -> Option:
    """Hard's choice with that number of *playouts*. All engines make the same choice."""
    seed = rng.getrandbits(48)
    by_verb = {option.verb: option for option in view.options}
    if Verb.STOP in by_verb:
        goes_on = Verb.KOIKOI in by_verb and calls_koikoi(view, seed, engine, playouts, deadline)
        return by_verb[Verb.KOIKOI if goes_on else Verb.STOP]
    options = candidates(view)
    if len(options) == 1:
        return options[0]
    task = search_input(view, options)
    return options[_search(engine, view, options, task, playouts, seed, deadline).best]


def calls_koikoi(
    view: SeatView, seed: int, engine: Engine, playouts: int, deadline: float = inf
) -> bool:
    """Whether Hard calls koi-koi.

    In the last round it stops if that wins the match, and goes on if stopping would lose it. With
    one to CAUTIOUS_ROUNDS left it goes on only if Medium would too. Beyond that it goes on if the
    playouts win the match at least as often as stopping does.
    """
    task = search_input(view, ())
    won = score(task.points[0], *task.calls, task.rules)
    if task.rounds_left == 0 and task.lead + won != 0:
        return task.lead + won < 0
    if 0 < task.rounds_left <= CAUTIOUS_ROUNDS and not medium.calls_koikoi(view):
        return False
    win = win_table(engine, task.rules, task.rounds_left, deadline)
    stopping = search.chance(win, task.lead, task.dealer, won, task.rules)
    koikoi_called = next(option for option in view.options if option.verb is Verb.KOIKOI)
    found = _search(engine, view, (koikoi_called,), task, playouts, seed, deadline)
    return found.totals[0] >= int(stopping) * found.played


def _search(
    engine: Engine,
    view: SeatView,
    options: tuple[Option, ...],
    task: SearchInput,
    playouts: int,
    seed: int,
    deadline: float,
) -> SearchResult:
    """Search *options* with the kernel or, if it does not know these rules, with the full rules."""
    win = win_table(engine, task.rules, task.rounds_left, deadline)
    if is_in_kernel(view.rules):
        return run_search(
            engine, task, win, playouts, MIN_HAND, seed, enough=ENOUGH, deadline=deadline
        )

    def worth(end: RoundEnded) -> int:
        won = end.scores[view.seat - 1] - end.scores[2 - view.seat]
        return int(search.chance(win, task.lead, task.dealer, won, task.rules))

    fewer = max(1, playouts // SLOWER)
    return search_by_rules(
        koikoi,
        view,
        options,
        task.points[0],
        worth,
        fewer,
        MIN_HAND,
        seed,
        enough=ENOUGH,
        deadline=deadline,
    )


def candidates(view: SeatView) -> tuple[Option, ...]:
    """One of each group of equivalent options. Medium's choice comes first, to win ties."""
    first = medium.choose(view, Random(0))
    kept = [first]
    known = {alike(first)}
    for option in view.options:
        if alike(option) not in known:
            known.add(alike(option))
            kept.append(option)
    return tuple(kept)


def alike(option: Option) -> Hashable:
    """A key that is equal for equivalent options."""
    return option.verb, option.card, tuple((card.month, card.kind) for card in option.taken)


def search_input(view: SeatView, options: tuple[Option, ...]) -> SearchInput:
    """The input for searching *options* of *view*; without options, for calling koi-koi."""
    table = view.table
    me = table.sides[view.seat - 1]
    other = table.sides[2 - view.seat]
    placing = table.phase is Phase.PLACE
    return SearchInput(
        kind=search.PLACING if placing else (search.PLAYING if options else search.GOING_ON),
        moves=tuple(move(option, placing) for option in options) or (0,),
        hand=card_set(view.hand),
        field=card_set(table.field),
        captured=(card_set(me.captured), card_set(other.captured)),
        calls=(me.koikoi_calls, other.koikoi_calls),
        points=(total_before(view, rule_numbers(view.rules)), other.points),
        hand_size1=other.hand_size,
        open_card=table.open_card - 1 if table.open_card is not None else 0,
        dealer=int(table.dealer != view.seat),
        hidden=members(unseen(view)),
        lead=me.score - other.score,
        rounds_left=table.rounds - table.round,
        rules=rule_numbers(view.rules),
    )


def move(option: Option, placing: bool) -> int:
    """*option* as a number, as the search takes it."""
    if placing:
        return option.taken[0] - 1
    assert option.card is not None, f"{option.verb} has no card"
    target = option.taken[0] - 1 if len(option.taken) == 1 else ALL_OR_NONE
    return (option.card - 1) * 64 + target


def members(cards: int) -> tuple[int, ...]:
    """The indexes of a set's cards, lowest first."""
    return tuple(index for index in range(48) if cards >> index & 1)
