"""Computes how far each side is with each yaku, and what an option would add.

Everything here is computed from the captured cards, which everybody sees: never from a hand, the
draw pile or the number of turns left. To find what a card adds, the code counts again with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from hanafuda.cards import DECK, CardSet, card_set
from hanafuda.events import Seat, YakuScore
from hanafuda.game import Game, Option, View
from hanafuda.seats import parties
from hanafuda.yaku import Tables, Yaku, total, yaku_formed, yaku_ids


class ProgressState(Enum):
    """Whether a side has a yaku."""

    OPEN = "open"  #: not complete
    HELD = "held"  #: complete, and counts
    REPLACED = "replaced"  #: complete, but a better yaku counts instead
    ALONE = "alone"  #: complete, but counts only together with another yaku (rules: D-15)
    OUT = "out"  #: impossible: too many of its cards are captured by other sides


class Progress(NamedTuple):
    """How far a side is with a yaku."""

    yaku: str
    have: int  #: cards, as the rules count; more than the yaku needs if extra cards count
    state: ProgressState
    one_card: bool = False  #: not held, but one card that nobody has captured would complete it

    @property
    def is_worth_showing(self) -> bool:
        """Whether the side has begun this yaku, or can no longer make it."""
        return bool(self.have) or self.one_card or self.state is not ProgressState.OPEN


class Brings(NamedTuple):
    """What a side has when the cards of an option are captured, before it draws a card."""

    progress: tuple[Progress, ...]  #: the rows that change, with their new values
    yaku: tuple[YakuScore, ...]  #: the yaku that are new or worth more
    points: int  #: the points of all its yaku, before any doubling


def progress(game: Game, rules: Any, view: View) -> tuple[tuple[Progress, ...], ...]:
    """Each seat's rows that are worth showing, in the order of the chart; seat 1 first.

    A team's rows are at its lowest seat; its other seats have none.
    """
    counting = _counting(game.tables, rules)
    captured = _captured(view)
    told: list[tuple[Progress, ...]] = [()] * len(captured)
    for party in parties(game.teams(rules, len(captured))):
        mine = _union(captured[seat - 1] for seat in party)
        others = _union(captured) & ~mine
        rows = _rows(counting, mine, others)
        told[party[0] - 1] = tuple([row for row in rows if row.is_worth_showing])
    return tuple(told)


def brings(
    game: Game, rules: Any, view: View, seat: Seat, options: Sequence[Option]
) -> list[Brings | None]:
    """What each of *options* adds for *seat*'s side; None for an option that takes no cards."""
    counting = _counting(game.tables, rules)
    captured = _captured(view)
    party = next(each for each in parties(game.teams(rules, len(captured))) if seat in each)
    mine = _union(captured[each - 1] for each in party)
    others = _union(captured) & ~mine
    return [_brings(counting, mine, others, option) for option in options]


def _brings(counting: _Counting, mine: CardSet, others: CardSet, option: Option) -> Brings | None:
    if option.card is None or not option.taken:
        return None
    then = mine | card_set((option.card, *option.taken))
    changed = zip(_rows(counting, mine, others), _rows(counting, then, others), strict=True)
    return Brings(
        tuple([after for before, after in changed if after != before]),
        yaku_formed(counting.tables, mine, then),
        total(counting.tables, then),
    )


def _captured(view: View) -> list[CardSet]:
    return [card_set(side.captured) for side in view.sides]


def _union(sets: Iterable[CardSet]) -> CardSet:
    together = 0
    for each in sets:
        together |= each
    return together


class _Way(NamedTuple):
    """A row of the chart, by one of the ways to count."""

    all_of: CardSet
    rest: CardSet  #: cards of which it needs ``room``
    twice: CardSet  #: those of ``rest`` that count as two
    room: int
    spare: int  #: how many more cards ``rest`` has than it needs
    grows: bool  #: extra cards count

    def have(self, held: CardSet) -> int:
        """How many of its cards *held* has; beyond what it needs only if extra cards count."""
        more = _weight(self, held)
        if more > self.room and not (self.grows and not self.all_of & ~held):
            more = self.room
        return (held & self.all_of).bit_count() + more


def _weight(way: _Way, held: CardSet) -> int:
    return (held & way.rest).bit_count() + (held & way.twice).bit_count()


@dataclass(frozen=True, eq=False)
class _Counting:
    """The yaku of a game under its rules, prepared for counting after every move.

    It is compared by identity, which makes it a cheap cache key.
    """

    tables: Tables
    rows: tuple[tuple[str, int, tuple[_Way, ...]], ...]  #: chart rows: id, need, ways to count
    alike: tuple[CardSet, ...]  #: groups of cards that count the same in every row


class _Pile(NamedTuple):
    """How far a set of captured cards is, whatever the others have captured."""

    rows: tuple[Progress, ...]  #: without OUT and ``one_card``, which depend on the others
    open: tuple[tuple[int, tuple[_Way, ...]], ...]  #: the index and ways of each incomplete row
    chances: tuple[tuple[CardSet, tuple[int, ...]], ...]
    """Groups of cards, any one of which completes rows, and the indexes of those rows."""


def _rows(counting: _Counting, mine: CardSet, others: CardSet) -> list[Progress]:
    """How far a side that has captured *mine* is with every row; the others have *others*."""
    pile = _pile(counting, mine)
    told = list(pile.rows)
    for at, ways in pile.open:
        for all_of, rest, twice, _, spare, _ in ways:
            if not others & all_of:
                gone = (others & rest).bit_count() + (others & twice).bit_count()
                if gone <= spare:
                    break
        else:
            told[at] = Progress(told[at].yaku, told[at].have, ProgressState.OUT)
    for some, places in pile.chances:
        if some & ~others:
            for at in places:
                told[at] = told[at]._replace(one_card=True)
    return told


@lru_cache(maxsize=4096)
def _pile(counting: _Counting, mine: CardSet) -> _Pile:
    held = frozenset(yaku_ids(counting.tables, mine))
    decisive = 0  # the cards that complete a row: only they change which yaku are held
    rows = []
    for yaku, need, ways in counting.rows:
        haves = [way.have(mine) for way in ways]
        have = max(haves)
        state = ProgressState.OPEN
        if yaku in held:
            state = ProgressState.HELD
        elif have >= need:
            state = ProgressState.REPLACED if held else ProgressState.ALONE
        rows.append(Progress(yaku, have, state))
        for way, some in zip(ways, haves, strict=True):
            if some == need - 1 or (way.twice and some == need - 2):
                decisive |= way.all_of | way.rest
    chances = []
    for group in counting.alike:
        cards = group & decisive & ~mine
        if cards:
            then = yaku_ids(counting.tables, mine | cards & -cards)
            gained = [
                at for at, row in enumerate(rows) if row.yaku in then and row.yaku not in held
            ]
            chances.append((cards, tuple(gained)))
    still_open = [
        (at, ways)
        for at, (row, (_, _, ways)) in enumerate(zip(rows, counting.rows, strict=True))
        if row.state is ProgressState.OPEN
    ]
    return _Pile(tuple(rows), tuple(still_open), tuple(chances))


@lru_cache(maxsize=256)
def _counting(tables_of: Callable[[Any], Tables], rules: Any) -> _Counting:
    tables = tables_of(rules)
    charts = [[row for ladder in table for row in ladder] for table in tables]
    rows = tuple(
        [
            (ways[0].yaku, ways[0].need, tuple([_way(way) for way in ways]))
            for ways in zip(*charts, strict=True)
        ]
    )
    groups: dict[tuple[object, ...], CardSet] = {}
    for each in DECK:
        bit = each.bit
        signature = tuple(
            [
                (bool(bit & way.rest), bool(bit & way.twice), bit & way.all_of)
                for _, _, ways in rows
                for way in ways
            ]
        )
        groups[signature] = groups.get(signature, 0) | bit
    return _Counting(tables, rows, tuple(groups.values()))


def _way(row: Yaku) -> _Way:
    rest = row.of & ~row.all_of
    twice = row.twice & rest
    room = row.need - row.all_of.bit_count()
    spare = rest.bit_count() + twice.bit_count() - room
    return _Way(row.all_of, rest, twice, room, spare, bool(row.per_extra))
