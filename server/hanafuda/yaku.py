"""The yaku of Koi-Koi (and of the coin game), as rows of tables.

A ladder is a group of yaku of which only the first one that is complete counts; the best comes
first. House rules choose the rows and their points. A new yaku is a row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hanafuda.cards import DECK, CardSet, Kind, card, card_set, cards, cards_in
from hanafuda.events import ScoreLine, Seat, YakuScore


@dataclass(frozen=True, slots=True)
class Yaku:
    """A yaku: a side holds it if it has all of ``all_of`` and at least ``need`` of ``of``."""

    yaku: str
    name: str
    explanation: str
    points: int
    of: CardSet  #: cards that count toward ``need``
    need: int  #: how many of them make the yaku
    all_of: CardSet = 0  #: cards that must be among them
    per_extra: int = 0  #: points for each card of ``of`` beyond ``need``
    twice: CardSet = 0  #: cards that count as two of ``of``
    alone: bool = True  #: False: counts only together with a yaku for which this is True (D-15)


Ladder = tuple[Yaku, ...]
Table = tuple[Ladder, ...]
Tables = tuple[Table, ...]
"""Ways to count captured cards. The highest total counts; if equal, the first (rules: D-16)."""


def _of_kind(kind: Kind) -> CardSet:
    return card_set(each for each in DECK if each.kind is kind)


def _tagged(tag: str) -> CardSet:
    return card_set(each for each in DECK if tag in each.tags)


BRIGHTS, ANIMALS = _of_kind(Kind.BRIGHT), _of_kind(Kind.ANIMAL)
RIBBONS, PLAINS = _of_kind(Kind.RIBBON), _of_kind(Kind.PLAIN)
DRY, RAIN, CUP = _tagged("dry"), _tagged("rain"), _tagged("sake_cup")
POETRY, BLUE = _tagged("poetry"), _tagged("blue")
CURTAIN, MOON = card("3-1").bit, card("8-1").bit
BOAR_DEER_BUTTERFLIES = card_set(cards("6-1 7-1 10-1"))

BRIGHT_POINTS = {
    "site": (10, 8, 7, 5),
    "goko15": (15, 8, 7, 5),
    "high": (15, 10, 8, 6),
}
"""Points of goko, shiko, ame_shiko and sanko."""


def koikoi_tables(
    *,
    viewing: str = "count",
    viewing_points: int = 5,
    bright_points: str = "site",
    set_points: int = 5,
    counting: str = "highest",
    sake_cup: str = "both",
    bukku: int = 0,
    nomi: int = 0,
) -> Tables:
    """The yaku of Koi-Koi; the arguments are house rules, named as in its ``Rules``."""
    older = counting == "older"

    def table(animals: CardSet, plains: CardSet, twice: CardSet = 0) -> Table:
        ladders = [_brights(*BRIGHT_POINTS[bright_points])]
        if nomi:
            ladders.append((_nomi(nomi),))
        if viewing != "off":
            alone = viewing == "count"
            ladders.append((_hanami(viewing_points, alone),))
            ladders.append((_tsukimi(viewing_points, alone),))
        if older:
            ladders += _older_animals(animals, set_points, cup) + _older_ribbons(set_points, bukku)
        else:
            ladders += [_animals(animals, set_points, cup), _ribbons(set_points, bukku)]
        ladders.append((_kasu(plains, twice, _TWICE if twice else cup),))
        return tuple(ladders)

    cup = _EITHER if sake_cup == "either" else ""
    if sake_cup == "either":
        return (table(ANIMALS, PLAINS), table(ANIMALS & ~CUP, PLAINS | CUP))
    if sake_cup == "animal":
        return (table(ANIMALS, PLAINS),)
    return (table(ANIMALS, PLAINS | CUP, CUP if sake_cup == "double" else 0),)


def _brights(goko: int, shiko: int, ame_shiko: int, sanko: int) -> Ladder:
    return (
        Yaku("goko", "Five Brights", "All five Brights.", goko, BRIGHTS, 5),
        Yaku("shiko", "Four Brights", "The four Brights other than the rain man.", shiko, DRY, 4),
        Yaku(
            "ame_shiko",
            "Rainy Four Brights",
            "The rain man and three more Brights.",
            ame_shiko,
            BRIGHTS,
            4,
            all_of=RAIN,
        ),
        Yaku("sanko", "Three Brights", "Three Brights without the rain man.", sanko, DRY, 3),
    )


def _hanami(points: int, alone: bool) -> Yaku:
    text = "The cherry curtain and the sake cup."
    return Yaku("hanami", "Flower Viewing", text, points, CURTAIN | CUP, 2, alone=alone)


def _tsukimi(points: int, alone: bool) -> Yaku:
    text = "The moon and the sake cup."
    return Yaku("tsukimi", "Moon Viewing", text, points, MOON | CUP, 2, alone=alone)


def _nomi(points: int) -> Yaku:
    text = "The cherry curtain, the moon and the sake cup."
    return Yaku("nomi", "Drinking", text, points, CURTAIN | MOON | CUP, 3)


def _inoshikacho(points: int, of: CardSet, per_extra: int) -> Yaku:
    text = "The boar, the deer and the butterflies."
    return Yaku(
        "inoshikacho",
        "Boar, Deer, Butterflies",
        text,
        points,
        of,
        3,
        BOAR_DEER_BUTTERFLIES,
        per_extra,
    )


_EITHER = " The sake cup counts as an Animal or as a Plain, whichever is worth more."
_TWICE = " The sake cup counts as two."


def _tane(animals: CardSet, cup: str) -> Yaku:
    return Yaku("tane", "Animals", f"Five Animals.{cup}", 1, animals, 5, per_extra=1)


def _animals(animals: CardSet, points: int, cup: str) -> Ladder:
    return (_inoshikacho(points, animals, 1), _tane(animals, cup))


def _older_animals(animals: CardSet, points: int, cup: str) -> list[Ladder]:
    return [(_inoshikacho(points, BOAR_DEER_BUTTERFLIES, 0),), (_tane(animals, cup),)]


def _akatan(points: int, of: CardSet, per_extra: int) -> Yaku:
    text = "The three ribbons with a poem."
    return Yaku("akatan", "Poetry Ribbons", text, points, of, 3, POETRY, per_extra)


def _aotan(points: int, of: CardSet, per_extra: int) -> Yaku:
    text = "The three blue ribbons."
    return Yaku("aotan", "Blue Ribbons", text, points, of, 3, BLUE, per_extra)


def _bukku(points: int, of: CardSet, per_extra: int) -> Yaku:
    text = "All poetry and all blue ribbons."
    return Yaku("bukku", "Six Ribbons", text, points, of, 6, POETRY | BLUE, per_extra)


def _tan() -> Yaku:
    return Yaku("tan", "Ribbons", "Five Ribbons.", 1, RIBBONS, 5, per_extra=1)


def _ribbons(points: int, bukku: int) -> Ladder:
    both = Yaku(
        "akatan_aotan",
        "Poetry and Blue Ribbons",
        "All poetry and all blue ribbons.",
        2 * points,
        RIBBONS,
        6,
        POETRY | BLUE,
        1,
    )
    return (
        _bukku(bukku, RIBBONS, 1) if bukku else both,
        _akatan(points, RIBBONS, 1),
        _aotan(points, RIBBONS, 1),
        _tan(),
    )


def _older_ribbons(points: int, bukku: int) -> list[Ladder]:
    # Six Ribbons replaces both sets (rules: D-19), so all three are in one ladder.
    akatan, aotan = _akatan(points, POETRY, 0), _aotan(points, BLUE, 0)
    if bukku:
        return [(_bukku(bukku, POETRY | BLUE, 0), akatan, aotan), (_tan(),)]
    return [(akatan,), (aotan,), (_tan(),)]


def _kasu(plains: CardSet, twice: CardSet, cup: str) -> Yaku:
    return Yaku("kasu", "Plains", f"Ten Plains.{cup}", 1, plains, 10, per_extra=1, twice=twice)


def total(tables: Tables, held: CardSet) -> int:
    """The points of the yaku that *held* makes, before any doubling."""
    return _best(tables, held)[0]


def yaku_held(tables: Tables, held: CardSet) -> tuple[YakuScore, ...]:
    """The yaku that *held* makes, in the order of the table."""
    return tuple([_score(row, points, held) for row, points in _best(tables, held)[1]])


def yaku_ids(tables: Tables, held: CardSet) -> tuple[str, ...]:
    """The ids of :func:`yaku_held`."""
    return tuple([row.yaku for row, _ in _best(tables, held)[1]])


def yaku_formed(tables: Tables, before: CardSet, held: CardSet) -> tuple[YakuScore, ...]:
    """The yaku that *held* makes and *before* did not, or made for fewer points."""
    had = {row.yaku: points for row, points in _best(tables, before)[1]}
    return tuple(
        [
            _score(row, points, held)
            for row, points in _best(tables, held)[1]
            if row.yaku not in had or points > had[row.yaku]
        ]
    )


Made = list[tuple[Yaku, int]]


def _best(tables: Tables, held: CardSet) -> tuple[int, Made]:
    points, made = _made(tables[0], held)
    for table in tables[1:]:
        others = _made(table, held)
        if others[0] > points:
            points, made = others
    return points, made


def _made(table: Table, held: CardSet) -> tuple[int, Made]:
    made: Made = []
    sum_of_points = 0
    has_independent = False
    for ladder in table:
        for row in ladder:
            count = (held & row.of).bit_count()
            if row.twice:
                count += (held & row.twice).bit_count()
            if count >= row.need and not row.all_of & ~held:
                points = row.points + row.per_extra * (count - row.need)
                made.append((row, points))
                sum_of_points += points
                has_independent = has_independent or row.alone
                break
    return (sum_of_points, made) if has_independent else (0, [])


def _score(row: Yaku, points: int, held: CardSet) -> YakuScore:
    return YakuScore(row.yaku, points, cards_in(held & (row.of | row.all_of)))


def score_lines(seat: Seat, held: Iterable[YakuScore]) -> tuple[ScoreLine, ...]:
    """A row of the round's score for each yaku of *seat*."""
    return tuple(ScoreLine(seat, each.yaku, each.cards, each.points) for each in held)


def score_of(lines: Iterable[ScoreLine]) -> int:
    """The score that *lines* give: each adds points, or multiplies the sum of those above it."""
    points = 0
    for line in lines:
        points = points * line.times if line.times else points + line.points
    return points
