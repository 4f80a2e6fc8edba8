"""The keys of the form for a new table."""

from __future__ import annotations

from pathlib import Path

from koikoi_client.actions import keys
from koikoi_client.app.new_table import NewTableScreen
from koikoi_client.app.seat_request import SeatRequest
from koikoi_client.follow.new_table_form import fields
from tests.client.app.desk import desk
from tests.client.screen import tables


async def test_digits_make_a_number_and_begin_again_when_it_gets_too_great(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        screen = NewTableScreen(at.person.user, SeatRequest(at.person.user, lambda seat: None))

        def go_to(label: str) -> None:
            labels = [each.label for each in fields(screen.table, tables.CATALOG)]
            screen.press(keys.HOME)
            for _ in range(labels.index(label)):
                screen.press(keys.DOWN)

        go_to("Number of months")
        for digits, months in (("23", "23"), ("9", "9")):
            for digit in digits:
                screen.press(digit)
            assert screen.table.rules == {"months": months}
        screen.press(keys.HOME)
        while screen.table.game != "coin":
            screen.press(keys.RIGHT)
        go_to("Number of seats")
        screen.press("5")
        screen.press("9")  # that many are not possible
        assert len(screen.table.seats) == 5
