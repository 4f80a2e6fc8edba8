"""Hard: fills in what it cannot see, plays each candidate out, and maximises the match.

:mod:`koikoi_server.bots.koikoi.search` does the work; this file turns a view into its question and
the answer into an option. The policy on koi-koi depends on the rounds left.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from hanafuda.cards import card_set
from hanafuda.events import RoundEnded
from hanafuda.game import Option, Phase, SeatView, Verb
from hanafuda.koikoi import play as koikoi
from koikoi_server.bots.koikoi import compiled, medium, search
from koikoi_server.bots.koikoi.engine import PLAIN, Answer, Engine, Question, answer, win_table
from koikoi_server.bots.koikoi.kernel import score
from koikoi_server.bots.koikoi.kernel_rules import in_kernel, numbers
from koikoi_server.bots.koikoi.policy import WHOLE
from koikoi_server.bots.playouts import search_by_rules
from koikoi_server.bots.seen_cards import total_before, unseen

PLAYOUTS = 3200
"""Playouts a decision, all candidates together, in plain Python: about a quarter of a second."""

FAST_PLAYOUTS = 12800
"""The same, compiled: about a fiftieth of a second."""

MANY_CARDS = 2
"""Medium's MANY_CARDS in the playouts: bolder, because the other may be Hard too."""

SLOWER = 4
"""Under rules that the kernel does not know there are so many times fewer playouts."""

TRUSTED_ROUNDS = 5
"""With more rounds than this left after the round, the playouts alone decide on koi-koi."""


def choose(view: SeatView, rng: Random) -> Option:
    """Hard's choice among ``view.options``, which must not be empty, by the engine at hand."""
    engine = compiled.engine()
    if engine is None:
        return choose_by(PLAIN, PLAYOUTS, view, rng)
    return choose_by(engine, FAST_PLAYOUTS, view, rng)


def is_compiled(view: SeatView) -> bool:
    """Whether compiled code would make Hard's choice here."""
    return in_kernel(view.rules) and compiled.engine() is not None


def choose_by(engine: Engine, playouts: int, view: SeatView, rng: Random) -> Option:
    """Hard's choice with so many *playouts*: the same by every engine."""
    seed = rng.getrandbits(48)
    by_verb = {option.verb: option for option in view.options}
    if Verb.STOP in by_verb:
        goes_on = Verb.KOIKOI in by_verb and says_koikoi(view, seed, engine, playouts)
        return by_verb[Verb.KOIKOI if goes_on else Verb.STOP]
    options = candidates(view)
    if len(options) == 1:
        return options[0]
    return options[_search(engine, view, options, question(view, options), playouts, seed).best]


def says_koikoi(view: SeatView, seed: int, engine: Engine, playouts: int) -> bool:
    """Whether Hard goes on.

    In the last round it stops when that puts it ahead and goes on while it would stay behind. With
    up to TRUSTED_ROUNDS left it goes on only when Medium would too. Else, and then, the playouts
    must say that the match is won no less often.
    """
    asked = question(view, ())
    won = score(asked.points[0], *asked.calls, asked.rules)
    if asked.rounds_left == 0 and asked.lead + won != 0:
        return asked.lead + won < 0
    if 0 < asked.rounds_left <= TRUSTED_ROUNDS and not medium.says_koikoi(view):
        return False
    win = win_table(engine, asked.rules, asked.rounds_left)
    stopping = search.chance(win, asked.lead, asked.dealer, won, asked.rules)
    koikoi_called = next(option for option in view.options if option.verb is Verb.KOIKOI)
    found = _search(engine, view, (koikoi_called,), asked, playouts, seed)
    return found.totals[0] >= int(stopping) * found.played


def _search(
    engine: Engine,
    view: SeatView,
    options: tuple[Option, ...],
    asked: Question,
    playouts: int,
    seed: int,
) -> Answer:
    """The chances of *options*, by the kernel or, under rules it does not know, by the rules."""
    win = win_table(engine, asked.rules, asked.rounds_left)
    if in_kernel(view.rules):
        return answer(engine, asked, win, playouts, MANY_CARDS, seed)

    def worth(end: RoundEnded) -> int:
        won = end.scores[view.seat - 1] - end.scores[2 - view.seat]
        return int(search.chance(win, asked.lead, asked.dealer, won, asked.rules))

    fewer = max(1, playouts // SLOWER)
    return search_by_rules(koikoi, view, options, asked.points[0], worth, fewer, MANY_CARDS, seed)


def candidates(view: SeatView) -> tuple[Option, ...]:
    """The options that differ, Medium's choice first: it wins a tie."""
    first = medium.choose(view, Random(0))
    kept = [first]
    known = {alike(first)}
    for option in view.options:
        if alike(option) not in known:
            known.add(alike(option))
            kept.append(option)
    return tuple(kept)


def alike(option: Option) -> Hashable:
    """Equal for options between which the choice makes no difference."""
    return option.verb, option.card, tuple((card.month, card.kind) for card in option.taken)


def question(view: SeatView, options: tuple[Option, ...]) -> Question:
    """What to search: *options* of *view*, or going on when there are none."""
    table = view.table
    me = table.sides[view.seat - 1]
    other = table.sides[2 - view.seat]
    placing = table.phase is Phase.PLACE
    return Question(
        asked=search.PLACING if placing else (search.PLAYING if options else search.GOING_ON),
        moves=tuple(move(option, placing) for option in options) or (0,),
        hand=card_set(view.hand),
        field=card_set(table.field),
        captured=(card_set(me.captured), card_set(other.captured)),
        calls=(me.koikoi_calls, other.koikoi_calls),
        points=(total_before(view, numbers(view.rules)), other.points),
        hand_size1=other.hand_size,
        open_card=table.open_card - 1 if table.open_card is not None else 0,
        dealer=int(table.dealer != view.seat),
        hidden=members(unseen(view)),
        lead=me.score - other.score,
        rounds_left=table.rounds - table.round,
        rules=numbers(view.rules),
    )


def move(option: Option, placing: bool) -> int:
    """*option* in the words of the search."""
    if placing:
        return option.taken[0] - 1
    assert option.card is not None, f"{option.verb} has no card"
    target = option.taken[0] - 1 if len(option.taken) == 1 else WHOLE
    return (option.card - 1) * 64 + target


def members(cards: int) -> tuple[int, ...]:
    """The indexes of a set's cards, lowest first."""
    return tuple(index for index in range(48) if cards >> index & 1)
