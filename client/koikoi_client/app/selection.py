"""The option under the cursor, from update to update, and whether a key has put it there."""

from __future__ import annotations

from dataclasses import replace

from koikoi.v1 import table_pb2
from koikoi_client.app import cursor
from koikoi_client.screen.view import View


class Chosen:
    """Where the cursor of one table's screen is.

    Attributes:
        option: the number of the option under it; 0: none.
        by_hand: whether a key of this person's has put it there.
        version: the seat and state version of the view that it is in.
    """

    def __init__(self) -> None:
        self.option = 0
        self.by_hand = False
        self.version: tuple[int, int] = (0, 0)
        self._like: table_pb2.Option | None = None  # what was under it last
        self._round: tuple[str, int] | None = None  # of the last update
        self._begins = False  # whether a round has begun here, in which nothing was chosen yet

    def take(self, view: View) -> None:
        """Take an update: with a new question the cursor goes where it may be wanted.

        At one's first turn in a round that has begun here it is on no card: the Enter that comes
        then was meant for the result of the one before.
        """
        began = (view.match.match_id, view.match.round)
        if began != self._round:
            self._begins, self._round = self._round is not None, began
        seat_view = view.seat_view
        version = (seat_view.seat, seat_view.state_version) if seat_view is not None else (0, 0)
        if version != self.version or (self.option and view.choice is None):
            self.version = version
            first = self._begins and bool(view.offered(table_pb2.OPTION_KIND_PLAY))
            self.put(view, 0 if first else cursor.arrived(view, self._like), by_hand=False)

    def put(self, view: View, option: int, *, by_hand: bool = True) -> None:
        """Put it on an option of the view; 0: on none."""
        self.option, self.by_hand = option, by_hand
        self._like = replace(view, chosen=option).choice

    def used(self) -> None:
        """Something was chosen in this round."""
        self._begins = False

    def forget(self) -> None:
        """Take the next view as a new question."""
        self.version = (0, 0)
