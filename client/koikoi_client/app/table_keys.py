"""The screens that a letter opens over the table."""

from __future__ import annotations

from typing import Protocol

from koikoi.v1 import service_pb2

from ..errors import Refused
from ..guest import Place
from ..screen.help import Reader
from ..screen.view import View
from ..store import KeptSeat
from ..texts import text
from .entry import Entry, Question
from .feed import Feed
from .guest import ScreenGuest
from .overlays import HelpScreen, LogScreen, cards_screen, chart_screen
from .program import Program, Screen
from .seats import SeatsScreen


class Table(Protocol):
    """What the screens over a table need of it.

    Attributes:
        moved_to: where the person goes when they go from the table.
    """

    program: Program
    guest: ScreenGuest
    feed: Feed
    moved_to: Place | None

    def view(self) -> View:
        """What it shows."""

    def press(self, key: str) -> None:
        """Do what a key says."""

    def go(self, *, end: bool) -> None:
        """Go away from it: out of the program, or to the lobby."""

    def leave(self) -> None:
        """Give the seat up for good."""

    def quit_question(self) -> Question:
        """What Q asks."""


def opened(table: Table, letter: str) -> Screen | None:
    """The screen for a letter in lower case, or None."""
    program, feed, view = table.program, table.feed, table.view
    match letter:
        case "y":
            return chart_screen(program, view, table.press)
        case "a":
            return cards_screen(program, view, table.press)
        case "l":
            return LogScreen(program, lambda: table.feed.log, table.press)
        case "?":
            catalog = table.guest.session.catalog
            game, shared = feed.update.table.game, view().shared
            reader = Reader(game, seated=shared or feed.seat is not None, shared=shared)
            return HelpScreen(program, catalog, reader, table.press)
        case "t":
            return SeatsScreen(program, feed, view, table.press, lambda seat: sit(table, seat))
        case "c" if feed.seat is not None:
            return _chat(table)
        case "q":
            return table.quit_question()
    return None


def _chat(table: Table) -> Screen:
    def done(typed: str | None) -> None:
        table.program.close(entry)
        if typed:
            table.feed.act(service_pb2.ActRequest(chat=typed))

    limit = table.guest.session.info.max_chat_characters or 300
    explanation = text("Everybody at the table hears it, and those who watch.")
    entry = Entry(
        text("Say something"), explanation, text("Say"), done, limit=limit,
        above=lambda: table.feed.log,
    )  # fmt: skip
    return entry


def sit(table: Table, seat: int) -> None:
    """Let a spectator sit down, and go on from there."""
    place = table.feed.place
    if isinstance(place, KeptSeat):
        return
    request = service_pb2.JoinTableRequest(
        table_id=place.table_id, join_code=place.join_code, seat=seat
    )

    async def join() -> None:
        try:
            table.moved_to = await table.guest.join(request)
        except Refused as refused:
            table.guest.say_refused(refused)
        else:
            table.go(end=False)

    table.guest.spawn(join())


def quit_question(table: Table) -> Question:
    """What Q asks."""
    program, guest = table.program, table.guest
    if table.feed.seat is None:
        return Question(
            program,
            text("Go?"),
            [text("You only watch: the table goes on without you.")],
            [
                ("Q", text("quit the program"), lambda: table.go(end=True)),
                ("L", text("back to the lobby"), lambda: table.go(end=False)),
            ],
        )
    words = []
    if guest.invitations:
        words.append(text("This window runs the server: when you quit, it stops for everybody."))
    elif guest.practice:
        words.append(text("Your match waits until you practise again."))
    else:
        words.append(
            text(
                "If you quit, your seat stays yours and you can come back. If you leave, it is "
                "freed for good."
            )
        )
    return Question(
        program,
        text("Quit, or leave the table?"),
        words,
        [
            ("Q", text("quit the program; the seat stays yours"), lambda: table.go(end=True)),
            ("B", text("to the lobby; the seat stays yours"), lambda: table.go(end=False)),
            ("L", text("leave for good, and go to the lobby"), table.leave),
        ],
    )
