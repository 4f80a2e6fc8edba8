"""How far each side is with each yaku, and what an option would bring.

All of it follows from what everybody sees captured: never from a hand, the draw pile or the turns
left. What counts is found by counting again, with the cards in question added.
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
    ALONE = "alone"  #: complete, but counts only beside another yaku (rules: D-15)
    OUT = "out"  #: not complete, and the cards that no other side has captured do not suffice


class Progress(NamedTuple):
    """How far a side is with a yaku."""

    yaku: str
    have: int  #: as the rules count; above what the yaku needs where each further card counts
    state: ProgressState
    one_card: bool = False  #: not held, and some card in nobody's pile would by itself make it held

    @property
    def is_worth_telling(self) -> bool:
        """Whether it says more than that nothing is there yet."""
        return bool(self.have) or self.one_card or self.state is not ProgressState.OPEN


class Brings(NamedTuple):
    """What a side has once the cards that an option names are captured, before one is drawn."""

    progress: tuple[Progress, ...]  #: the rows that change, as they are then
    yaku: tuple[YakuScore, ...]  #: new, or worth more than now
    points: int  #: of all its yaku then, before any doubling


def progress(game: Game, rules: Any, view: View) -> tuple[tuple[Progress, ...], ...]:
    """Each seat's rows that are worth telling, in the order of the chart; seat 1 first.

    Seats that count together have them at the lowest of them, for all.
    """
    counting = _counting(game.tables, rules)
    captured = _captured(view)
    told: list[tuple[Progress, ...]] = [()] * len(captured)
    for party in parties(game.teams(rules, len(captured))):
        mine = _union(captured[seat - 1] for seat in party)
        others = _union(captured) & ~mine
        rows = _rows(counting, mine, others)
        told[party[0] - 1] = tuple([row for row in rows if row.is_worth_telling])
    return tuple(told)


def brings(
    game: Game, rules: Any, view: View, seat: Seat, options: Sequence[Option]
) -> list[Brings | None]:
    """What each of *options* brings *seat*'s side by the cards that it names.

    None for one that takes no cards.
    """
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
    """A row of the chart in one of the ways to count."""

    all_of: CardSet
    rest: CardSet  #: cards of which it needs ``room``
    twice: CardSet  #: those of ``rest`` that count as two
    room: int
    spare: int  #: so many of ``rest`` are more than it needs
    grows: bool  #: each further card counts

    def have(self, held: CardSet) -> int:
        """How many of what it needs *held* has, and how many more where they count."""
        more = _weight(self, held)
        if more > self.room and not (self.grows and not self.all_of & ~held):
            more = self.room
        return (held & self.all_of).bit_count() + more


def _weight(way: _Way, held: CardSet) -> int:
    return (held & way.rest).bit_count() + (held & way.twice).bit_count()


@dataclass(frozen=True, eq=False)
class _Counting:
    """What a game's rules count, prepared for being asked after every move.

    Compared by identity, which makes it cheap as a key.
    """

    tables: Tables
    rows: tuple[tuple[str, int, tuple[_Way, ...]], ...]  #: of the chart: id, need, ways to count it
    alike: tuple[CardSet, ...]  #: cards between which no row makes a difference


class _Pile(NamedTuple):
    """What a pile of captured cards makes, whatever the others have captured."""

    rows: tuple[Progress, ...]  #: none of them out, or said to be one card short
    open: tuple[tuple[int, tuple[_Way, ...]], ...]  #: those that are not complete: place, and ways
    chances: tuple[tuple[CardSet, tuple[int, ...]], ...]
    """Cards any one of which lets rows be held that are not, and the places of these rows."""


def _rows(counting: _Counting, mine: CardSet, others: CardSet) -> list[Progress]:
    """How far the side that has captured *mine* is with every row; *others* have the others."""
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
