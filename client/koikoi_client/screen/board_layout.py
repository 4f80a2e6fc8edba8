"""Choose how large to draw each part of the table in a window of a given size.

The necessary parts come first. The remaining rows are granted in a fixed order, so that a table
looks the same from turn to turn.
"""

from __future__ import annotations

from koikoi_client.cards import Line

from .captured import Chips
from .field import CardSize, cards_across, field, field_rows
from .hand import hand
from .name_tags import name_tag, seat_row, seat_row_heading
from .room import Room
from .view import View

PICTURES_FROM = 31  # rows of the window
_FOOT = 5  # rows for actions; reserved even if unused, because koi-koi and stop need them
_GAPS = 8  # maximum number of blank rows after the four parts
_FIRST_GAPS = 3  # blank rows that come first: between sides, field and hand
_TURNS = 9  # rows for the last turns and the note, granted before the other blank rows


class BoardLayout:
    """The parts of a table above the actions, as large as fits.

    Attributes:
        on_field, in_hand: the sizes of the cards on the field and in the hand.
        captions: whether rows below the field's cards label the card that is taken.
        lift: whether there is a row into which the chosen card is raised.
        chips: whether each of several other seats has a row for its captured cards.
        chip_detail: 1 if a side may have a second row of chips, so that its cards have names; 2 if
            groups have names as well.
        spaced: whether there are blank rows between the field's rows of cards.
        gaps: blank rows after the parts, given to each part in turn.
    """

    def __init__(self, view: View, room: Room, *, foot: int) -> None:
        """Choose all sizes.

        Args:
            room: the window without its top and bottom row.
            foot: the number of rows needed below the parts.
        """
        self._view, self._columns = view, room.columns
        self._all_chips = Chips(view, room.columns)
        self._chips: dict[tuple[bool, int], dict[int, list[Line]]] = {}
        self._many = len(view.others) > 1
        self.captions = self.lift = self.chips = self.spaced = False
        self.chip_detail = self.gaps = 0
        self.on_field = self.in_hand = CardSize.TILE
        rows = room.rows - max(foot, min(_FOOT, room.rows - self._height()))
        self._choose_sizes(rows, pictures=view.pictures and room.rows + 2 >= PICTURES_FROM)
        if self._many:
            self._grant("chips", True, rows)
        self._grant("captions", True, rows)
        self._grant("chip_detail", 1, rows)
        self._grant("lift", True, rows)
        self._grant("chip_detail", 2, rows)
        spare = min(rows - 1, room.rows - _TURNS)
        self._grant("spaced", True, spare)
        for gaps in range(1, _GAPS + 1):
            self._grant("gaps", gaps, rows - 1 if gaps <= _FIRST_GAPS else spare)

    def lines(self) -> list[Line]:
        """The parts: the other seats, the field, the near side, the hand."""
        view, columns = self._view, self._columns
        near = [name_tag(view, view.near, columns), *self._captured(view.near)]
        parts = [
            self._others(),
            field(view, columns, self.on_field, captions=self.captions, spaced=self.spaced),
            near,
            hand(view, columns, self.in_hand, lift=self.lift) if view.seat_view else [],
        ]
        lines: list[Line] = []
        for place, part in enumerate(parts):
            lines += part
            lines += [[]] * ((self.gaps + len(parts) - 1 - place) // len(parts))
        return lines

    def shows_as_much_as(self, other: BoardLayout) -> bool:
        """Whether cards and captured cards are drawn the same in both layouts."""
        names = ("on_field", "in_hand", "chips", "chip_detail")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def _choose_sizes(self, rows: int, *, pictures: bool) -> None:
        sizes = [
            (CardSize.TILE, CardSize.TILE),
            (CardSize.TILE, CardSize.SLIP),
            (CardSize.SLIP, CardSize.TILE),
        ]
        if pictures:
            self.on_field = self.in_hand = CardSize.PICTURE
            if self._height() <= rows:
                return
        for self.on_field, self.in_hand in sizes:
            if self._height() <= rows:
                return
        self.on_field = self.in_hand = CardSize.SLIP

    def _grant(self, what: str, value: int, rows: int) -> None:
        """Set an attribute if the parts still fit."""
        before = getattr(self, what)
        setattr(self, what, value)
        if self._height() > rows:
            setattr(self, what, before)

    def _height(self) -> int:
        """The number of lines of :meth:`lines`."""
        view = self._view
        others = self._many + len(view.others)
        if self.chips or not self._many:
            chips = (self._captured(seat) for seat in view.others)
            others = len(view.others) + sum(map(len, chips))
        hand_rows = (
            max(1, -(-len(view.hand) // cards_across(self._columns))) if view.seat_view else 0
        )
        return (
            others
            + field_rows(view, self._columns) * (self.on_field.rows + self.captions + self.spaced)
            - self.spaced
            + 1
            + len(self._captured(view.near))
            + hand_rows * (self.in_hand.rows + 1 + self.lift)
            + self.gaps
        )

    def _others(self) -> list[Line]:
        view, columns = self._view, self._columns
        if self._many and not self.chips:
            rows = [seat_row(view, seat, columns) for seat in view.others]
            return [seat_row_heading(view, columns), *rows]
        lines: list[Line] = []
        for seat in view.others:
            lines += [name_tag(view, seat, columns), *self._captured(seat)]
        return lines

    def _captured(self, seat: int) -> list[Line]:
        """A side's chips, in the same shape as those of the other sides; cached."""
        key = (self.chips, self.chip_detail)
        if key not in self._chips:
            view, rows = self._view, 1 + (self.chip_detail > 0)
            seats = [view.near, *(view.others if self.chips or not self._many else ())]
            shape = self._all_chips.shape(seats, rows, titled=max(1, self.chip_detail))
            self._chips[key] = {each: self._all_chips.lines(each, shape)[:rows] for each in seats}
        return self._chips[key][seat]
