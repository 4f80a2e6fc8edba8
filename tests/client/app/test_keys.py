"""Digit keys: no screen takes another sign for a digit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from koikoi_client.actions import keys
from koikoi_client.app.dialogs import TextDialog
from koikoi_client.app.lobby import LobbyScreen
from koikoi_client.app.new_table import NewTableScreen
from koikoi_client.app.pagers import HelpScreen
from koikoi_client.app.records import RecordsScreen
from koikoi_client.app.screens import Screen
from koikoi_client.app.seat_request import SeatRequest
from koikoi_client.app.seats import SeatsScreen
from tests.client.app.desk import desk
from tests.client.screen import tables

NO_DIGITS = [
    sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.isdigit() and not sign.isascii()
]


@pytest.mark.slow
def test_of_all_signs_ten_are_digits() -> None:
    """A French keyboard has a key for ², which str.isdigit() accepts and int() does not."""
    found = {sign: keys.digit(sign) for sign in map(chr, range(sys.maxunicode + 1))}
    assert {sign: n for sign, n in found.items() if n is not None} == {
        str(number): number for number in range(10)
    }
    assert [keys.digit(name) for name in ("", "12", keys.ENTER)] == [None] * 3


@pytest.mark.slow
async def test_a_sign_that_looks_like_a_digit_ends_no_screen(tmp_path: Path) -> None:
    """No screen fails on them, or does anything."""
    async with desk(tmp_path) as at:
        await at.show(tables.gathering())
        program, user, view = at.person.program, at.person.user, at.screen.view
        form = NewTableScreen(user, SeatRequest(user, lambda seat: None))
        screens: list[Screen] = [
            at.screen,
            SeatsScreen(program, at.following, view, at.screen.press),
            HelpScreen(program, tables.CATALOG),
            LobbyScreen(user),
            RecordsScreen(user, lambda: None),
            TextDialog("", "", "", lambda typed: None),
        ]
        for screen in screens:
            for sign in NO_DIGITS:
                screen.press(sign)
        for _ in range(30):  # each line of the form, those that take numbers too
            form.press("²")
            form.press(keys.DOWN)
        await at.show(tables.ordinary())
        for sign in NO_DIGITS:
            at.screen.press(sign)
        assert at.following.asked == []
