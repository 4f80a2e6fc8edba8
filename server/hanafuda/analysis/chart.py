"""The chart of the yaku of captured cards."""

from __future__ import annotations

from hanafuda.cards import cards_in
from hanafuda.game import ChartRow
from hanafuda.yaku import Ladder, Tables, Yaku


def chart_rows(tables: Tables) -> tuple[ChartRow, ...]:
    """The rows of *tables*, in their order.

    If a card may count in either of two rows, it is in both rows of the chart.
    """
    ways = [[row for ladder in table for row in ladder] for table in tables]
    lesser = [_lesser(ladder, row) for ladder in tables[0] for row in ladder]
    return tuple(
        [
            _chart_row(rows, replaced)
            for rows, replaced in zip(zip(*ways, strict=True), lesser, strict=True)
        ]
    )


def _lesser(ladder: Ladder, row: Yaku) -> tuple[str, ...]:
    """The yaku that *row* replaces: those below it in its ladder."""
    return tuple([each.yaku for each in ladder[ladder.index(row) + 1 :]])


def _chart_row(ways: tuple[Yaku, ...], instead_of: tuple[str, ...]) -> ChartRow:
    """One row of the chart: *ways* are the same yaku by each way to count."""
    row = ways[0]
    of = 0
    for way in ways:
        of |= way.of
    rest, missing = of & ~row.all_of, row.need - row.all_of.bit_count()
    if missing == rest.bit_count():
        all_of, rest, missing = row.all_of | rest, 0, 0
    else:
        all_of = row.all_of
    if not missing:
        rest = 0
    return ChartRow(
        row.yaku,
        row.name,
        row.explanation,
        row.points,
        row.per_extra,
        cards_in(all_of),
        cards_in(rest),
        missing,
        need=row.need,
        twice=cards_in(row.twice),
        needs_another=not row.alone,
        instead_of=instead_of,
    )
