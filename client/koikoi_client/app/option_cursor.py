"""The cursor on a table's options: where it is after each update and after each key."""

from __future__ import annotations

from dataclasses import replace

from koikoi.v1 import table_pb2
from koikoi_client.app import cursor_moves
from koikoi_client.screen.hand import chosen_card
from koikoi_client.screen.view import View


class OptionCursor:
    """The option under the cursor.

    Attributes:
        option: its number; 0: there is none.
        moved_by_key: whether the user moved the cursor here.
        version: the seat and the state version of the last view.
    """

    def __init__(self) -> None:
        self.option = 0
        self.moved_by_key = False
        self.version: tuple[int, int] = (0, 0)
        self._last: table_pb2.Option | None = None  # the last option under it
        self._round: tuple[str, int] | None = None  # of the last update
        self._round_began = False  # a round began here and nothing has been chosen in it

    def update(self, view: View) -> None:
        """Put the cursor on a suitable option if the view has new ones.

        In my first turn of a round it is on none, because the next Enter may still be meant for
        the last round's result.
        """
        began = (view.match.match_id, view.match.round)
        if began != self._round:
            self._round_began, self._round = self._round is not None, began
        seat_view = view.seat_view
        version = (seat_view.seat, seat_view.state_version) if seat_view is not None else (0, 0)
        if version != self.version or (self.option and view.choice is None):
            self.version = version
            first_turn = self._round_began and bool(view.offered(table_pb2.OPTION_KIND_PLAY))
            option = 0 if first_turn else cursor_moves.first_option(view, self._last)
            self.move(view, option, moved_by_key=False)

    def move(self, view: View, option: int, *, moved_by_key: bool = True) -> None:
        """Move it to an option of the view; 0: to none."""
        self.option, self.moved_by_key = option, moved_by_key
        self._last = replace(view, chosen=option).choice

    def choose_card(self, view: View, card: int) -> bool:
        """Move it to the option of a card; return True if the user had already chosen the card."""
        option = cursor_moves.option_for_card(view, card)
        again = card == chosen_card(view) if card in view.hand else option == view.chosen
        if option and again and (self.moved_by_key or card not in view.hand):
            return True
        if option:
            self.move(view, option)
        return False

    def option_chosen(self) -> None:
        """Note that the user has chosen something in this round."""
        self._round_began = False

    def reset(self) -> None:
        """Treat the options of the next view as new."""
        self.version = (0, 0)
