"""The help: all keys, those of the reader's place first."""

from __future__ import annotations

import re

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.screen import help_page
from koikoi_client.screen.board import board
from koikoi_client.screen.room import Room

from . import tables
from .screens import SCREENS, text

CAPS = {name: SCREENS[name] for name in SCREENS if name != "handoff"}


@pytest.mark.parametrize("pictures", [False, True], ids=["tiles", "pictures"])
def test_every_key_is_in_the_help(pictures: bool) -> None:
    """Every key in a bottom row or below a hand is in the help."""
    readers = [
        help_page.HelpContext(),
        help_page.HelpContext("koikoi"),
        help_page.HelpContext("sakura"),
    ]
    told = {
        key
        for reader in readers
        for line in help_page.help_page(tables.CATALOG, reader, 0, Room(200, 200))
        for style, words in line
        if style == "class:key"
        for key in words.split()
    }
    boards = [
        board(tables.changed(view(), pictures=pictures), Room(columns, 40))
        for view in tables.TABLES.values()
        for columns in (80, 200)
    ]
    for lines in [*boards, *(draw(Room(200, 60), pictures) for draw in CAPS.values())]:
        caps = {words.strip() for style, words in lines[-1] if style == "class:key"}
        for key in (key for cap in caps for key in cap.split()):
            first = re.sub(r"^1-\d$", "1-9", key)
            assert first in told, key


@pytest.mark.parametrize(
    ("reader", "there", "not_there"),
    [
        (help_page.HelpContext("koikoi"), ("K", "S", "T", "B", "C"), ("H", "X")),
        (help_page.HelpContext("coin"), ("K", "S"), ("H", "X")),
        (help_page.HelpContext("sakura"), ("H", "X"), ("K",)),
        (help_page.HelpContext("koikoi", shared=True), ("K", "S", "Y"), ("T", "B", "C", "J")),
        (help_page.HelpContext("koikoi", seated=False), ("T", "Y"), ("1-9 0", "Tab", "B", "C")),
        (help_page.HelpContext("koikoi", replaying=True), ("G", "M"), ("T", "K", "S", "N")),
        (help_page.HelpContext(), ("N", "W", "J", "E", "/", "R"), ("H", "X")),
    ],
)
def test_the_help_lists_only_keys_that_work_there(
    reader: help_page.HelpContext, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    lines = help_page.help_page(tables.CATALOG, reader, 0, Room(100, 100))
    keys = {words.strip() for line in lines for style, words in line if style == "class:key"}
    assert set(there) <= keys
    assert not set(not_there) & keys


def test_all_pages_are_numbered_and_nine_have_a_key() -> None:
    """The title has the number of the page, "Help 12/15", also where no key opens it."""
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    del catalog.help[:]
    for number in range(2, 13):
        catalog.help.add(title=f"Page {number}", text="Words.")
    lines = help_page.help_page(catalog, help_page.HelpContext("koikoi"), 0, Room(80, 40))
    keys = [words for line in lines for style, words in line if "class:key" in style]
    assert [key for key in keys if key.isdigit()] == [str(number) for number in range(1, 10)]
    assert "10 Page 10" in text(lines)
    assert "12 Page 12" in text(lines)


def test_for_games_of_older_servers_all_keys_are_listed() -> None:
    """Older servers do not list what players may do in a game."""
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(tables.CATALOG)
    for game in catalog.games:
        del game.verbs[:]
    lines = help_page.help_page(catalog, help_page.HelpContext("koikoi"), 0, Room(100, 100))
    keys = {words.strip() for line in lines for style, words in line if style == "class:key"}
    assert {"K", "S", "H", "X"} <= keys


def test_the_signs_of_the_groups_are_explained() -> None:
    """At the top of the help, in the yaku chart, and in the list of all cards."""
    marks = ("★ Brights", "○ Animals")
    for name in ("keys", "chart", "cards"):
        shown = text(SCREENS[name](Room(80, 24), False))
        assert all(mark in shown for mark in marks), name
