"""The note beside the label of an option: which yaku it makes or gets closer to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any

from hanafuda.analysis.progress import Brings, Progress, ProgressState
from hanafuda.game import ChartRow, Game
from koikoi_server.text import paragraph, text

MAX_CHARACTERS = 80  #: of a note


def note(brings: Brings, held: Collection[str], game: Game, rules: Any, language: str) -> str:
    """The note: "Makes Moon Viewing: 5 points." or "Animals 4 of 5, Plains 7 of 10".

    The yaku that need the fewest cards come first; yaku that do not fit into
    :data:`MAX_CHARACTERS` are left out. Empty: the option changes nothing.

    Args:
        held: ids of the yaku that the seat already holds.
    """
    if not brings.progress and not brings.yaku:
        return ""
    chart = _rows(game.chart, rules)
    line = ""
    for each in brings.yaku:
        pattern = "Raises {yaku} to {points}." if each.yaku in held else "Makes {yaku}: {points}."
        name = text(chart[each.yaku].name, language)
        part = text(pattern, language, yaku=name, points=points_text(each.points, language))
        line = _if_it_fits(paragraph([line, part], language), line)
    if line:
        return line
    nearest = _nearest(brings, chart)
    names = {row.yaku: text(chart[row.yaku].name, language) for row in nearest}
    has_commas = any("," in name for name in names.values())
    between = text("; ", language) if has_commas else text(", ", language)
    for row in nearest:
        pattern = "{yaku} {have} of {need}"
        if row.state is ProgressState.ALONE:
            pattern = "{yaku} {have} of {need}, with another yaku"
        need, name = chart[row.yaku].need, names[row.yaku]
        part = text(pattern, language, yaku=name, have=row.have, need=need)
        line = _if_it_fits(between.join(filter(None, (line, part))), line)
    return line


def points_text(number: int, language: str) -> str:
    """ "5 points"; for a yaku that costs the opponents points: "-50 points for each opponent"."""
    if number < 0:
        return text("{n} points for each opponent", language, n=number)
    return text("1 point", language) if number == 1 else text("{n} points", language, n=number)


@lru_cache(maxsize=64)
def _rows(chart: Callable[[Any], Sequence[ChartRow]], rules: Any) -> dict[str, ChartRow]:
    return {row.yaku: row for row in chart(rules)}


def _nearest(brings: Brings, chart: dict[str, ChartRow]) -> list[Progress]:
    """The yaku that are begun and still possible; those that need the fewest cards come first.

    A yaku is left out if a smaller form of it needs fewer cards: Three Brights hide Four Brights.
    """
    open_rows = [
        row
        for row in brings.progress
        if row.have and row.state in (ProgressState.OPEN, ProgressState.ALONE)
    ]
    missing = {row.yaku: chart[row.yaku].need - row.have for row in open_rows}

    def is_next(row: Progress) -> bool:
        below = (missing.get(lesser) for lesser in chart[row.yaku].instead_of)
        return all(other is None or other >= missing[row.yaku] for other in below)

    return sorted(filter(is_next, open_rows), key=lambda row: missing[row.yaku])


def _if_it_fits(longer: str, line: str) -> str:
    return longer if len(longer) <= MAX_CHARACTERS else line
