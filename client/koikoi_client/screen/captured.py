"""Draw captured cards as chips in four groups, for all sides of a table in one shape."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from koikoi.v1 import catalog_pb2
from koikoi_client.cards import Line, chip, mark
from koikoi_client.text import text

from .cells import width
from .room import Room
from .view import View

KINDS = (
    (catalog_pb2.CARD_KIND_BRIGHT, "Brights"),
    (catalog_pb2.CARD_KIND_ANIMAL, "Animals"),
    (catalog_pb2.CARD_KIND_RIBBON, "Ribbons"),
    (catalog_pb2.CARD_KIND_PLAIN, "Plains"),
)


def captured_of(view: View, seat: int, kind: catalog_pb2.CardKind) -> list[int]:
    """A side's captured cards of one kind in order of month, without worthless ones."""
    captured = [card for card in view.side(seat).captured if card not in view.worthless]
    return sorted(card for card in captured if view.card(card).kind == kind)


def by_kind(view: View, seat: int) -> list[tuple[catalog_pb2.CardKind, str, list[int]]]:
    """A side's captured cards by kind: the kind, its name, the cards in order of month."""
    return [(kind, text(name), captured_of(view, seat, kind)) for kind, name in KINDS]


class Shape(NamedTuple):
    """How captured cards are written. Groups: B brights, A animals, R ribbons, P plains.

    Attributes:
        titles: whether groups have titles: "★ Brights 2:".
        names: the groups whose cards have names: "3 curtain".
        months: the groups whose cards have only months: "3", or "3p" for a ribbon.
        whole: whether to keep a group in one line if it fits.
    """

    titles: bool
    names: str
    months: str
    whole: bool


_TITLED = Shape(True, "BAR", "P", True)
_SHAPES = (
    _TITLED,
    *(
        Shape(False, names, months, whole)
        for names, months in (("BAR", "P"), ("BA", "RP"), ("", "BARP"), ("", "BAR"), ("", ""))
        for whole in (True, False)
    ),
)
"""From the longest to the shortest, which has only the number of cards in each group."""


class Chips:
    """The captured cards of a table's sides as chips in lines of *columns*; layouts are cached."""

    def __init__(self, view: View, columns: int) -> None:
        self._view, self._columns = view, columns
        self._groups: dict[int, list[tuple[catalog_pb2.CardKind, str, list[int]]]] = {}
        self._pieces: dict[tuple[int, str, bool, bool, bool, bool], list[tuple[int, Line]]] = {}
        self._lines: dict[tuple[int, Shape], list[Line]] = {}

    def shape(self, seats: Iterable[int], rows: int, *, titled: int = 2) -> Shape:
        """The longest shape in which each of these sides fits in *rows* rows.

        Args:
            titled: the maximum number of rows for shapes with titles.
        """
        sides, limits = list(seats), {True: min(rows, titled), False: rows}
        for each in _SHAPES:
            if all(len(self.lines(seat, each)) <= limits[each.titles] for seat in sides):
                return each
        return _SHAPES[-1]

    def lines(self, seat: int, shape: Shape) -> list[Line]:
        """The groups of one side, one after the other, in as many lines as needed."""
        key = (seat, shape)
        if key not in self._lines:
            self._lines[key] = self._layout(seat, shape)
        return self._lines[key]

    def _layout(self, seat: int, shape: Shape) -> list[Line]:
        columns, used = self._columns, 1
        lines: list[Line] = [[("", " ")]]
        if seat not in self._groups:
            self._groups[seat] = by_kind(self._view, seat)
        for letter, group in zip("BARP", self._groups[seat], strict=True):
            pieces = self._chips_of(seat, letter, group, shape)
            wide = sum(size for size, _ in pieces) + len(pieces) - 1
            if shape.whole and wide + 1 <= columns < used + 2 + wide:
                lines.append([("", " ")])
                used = 1
            for number, (size, piece) in enumerate(pieces):
                gap = 2 if number == 0 and used > 1 else 1 if number else 0
                if used + gap + size > columns and used > 1:
                    lines.append([("", "   ")])
                    used, gap = 3, 0
                lines[-1] += [*([("", " " * gap)] if gap else []), *piece]
                used += gap + size
        return lines

    def _chips_of(
        self,
        seat: int,
        letter: str,
        group: tuple[catalog_pb2.CardKind, str, list[int]],
        shape: Shape,
    ) -> list[tuple[int, Line]]:
        """The heading of a group and its cards, each with its width."""
        view = self._view
        named, listed = letter in shape.names, letter in shape.names + shape.months
        also_named = "R" in shape.names
        key = (seat, letter, shape.titles, named, listed, also_named)
        if key in self._pieces:
            return self._pieces[key]
        kind, name, cards = group
        more = also_counted(view, seat, kind)
        head = mark(kind) + (f" {name}" if shape.titles else "")
        head += f" {len(cards)}" if cards or more else " -"
        head += f"+{len(more)}" if more else ""
        pieces: list[Line] = [[("bold", head + (":" if listed and (cards or more) else ""))]]
        for card in cards if listed else ():
            short = chip(view.card(card), named=named)
            if card in view.news:
                short = [("class:moved", words) for _, words in short]
            pieces.append([*short, *_lightning_badge(view, card, named=named)])
        for card in more if listed else ():
            pieces.append([("bold", "+"), *chip(view.card(card), named=also_named)])
        self._pieces[key] = [(width(piece), piece) for piece in pieces]
        return self._pieces[key]


def captured_lines(view: View, seat: int, room: Room, shape: Shape | None = None) -> list[Line]:
    """One side's captured cards, in at most the rows of *room*.

    Args:
        shape: how they are written; None: the longest shape that fits.
    """
    chips = Chips(view, room.columns)
    return chips.lines(seat, shape or chips.shape([seat], room.rows))[: room.rows]


def also_counted(view: View, seat: int, kind: catalog_pb2.CardKind) -> list[int]:
    """The captured cards of other kinds that also count as cards of this kind."""
    return sorted(view.also_counted.get(kind, frozenset()).intersection(view.side(seat).captured))


def _lightning_badge(view: View, card: int, *, named: bool) -> Line:
    """The badge of a card that the lightning took; empty for other cards."""
    if all(side.gaji_took != card for side in view.match.sides):
        return []
    return [("class:badge", text("+lightning") if named else "+L")]
