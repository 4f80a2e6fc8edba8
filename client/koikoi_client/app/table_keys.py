"""The screens that a letter opens over the table."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.app.prompts import Entry, Question
from koikoi_client.app.user import ScreenUser
from koikoi_client.errors import Refused
from koikoi_client.follow.following import Following
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import printable, text

from ..screen.actions import FILLS_SEAT
from ..screen.help import Reader
from ..screen.result import REMATCH
from ..screen.view import View
from .cursor import instead
from .overlays import HelpScreen, LogScreen, cards_screen, chart_screen
from .program import Program
from .screens import Screen
from .seat_request import SeatRequest
from .seats import SeatsScreen, use


class Table(Protocol):
    """What the screens over a table need of it."""

    program: Program
    user: ScreenUser
    following: Following
    seat_request: SeatRequest

    def view(self) -> View:
        """What it shows."""

    def press(self, key: str) -> None:
        """Do what a key says."""

    def say(self, words: str) -> None:
        """Show a sentence for a while."""

    def go(self, *, end: bool) -> None:
        """Go away from it: out of the program, or to the lobby."""

    def quit_question(self) -> Question:
        """What Q asks."""


def opened(table: Table, letter: str) -> Screen | None:
    """The screen for a letter in lower case, or None."""
    program, following, view = table.program, table.following, table.view
    match letter:
        case "y":
            return chart_screen(program, view, table.press)
        case "a":
            return cards_screen(program, view, table.press)
        case "l":
            return LogScreen(program, lambda: view().log, table.press)
        case "?":
            catalog = table.user.session.catalog
            game, shared = following.update.table.game, view().shared
            reader = Reader(game, seated=shared or following.seat is not None, shared=shared)
            return HelpScreen(program, catalog, reader, table.press)
        case "t":
            return SeatsScreen(program, following, view, table.press, lambda seat: sit(table, seat))
        case "c" if following.seat is not None:
            return _chat(table)
        case "q":
            return table.quit_question()
    return None


def _chat(table: Table) -> Screen:
    def done(typed: str | None) -> None:
        table.program.close(entry)
        if typed:
            table.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text=typed)))

    limit = table.user.session.info.max_chat_characters or 300
    explanation = text("Everybody at the table hears it, and those who watch.")
    entry = Entry(
        text("Say something"), explanation, text("Say"), done, limit=limit,
        above=lambda: table.following.log, enter=text("send"),
    )  # fmt: skip
    return entry


def sit(table: Table, seat: int) -> None:
    """Let a spectator sit down, and go on from there."""
    place = table.following.place
    if not isinstance(place, KeptSeat):
        request = service_pb2.JoinTableRequest(
            table_id=place.table_id, join_code=place.join_code, seat=seat
        )
        table.seat_request.ask(table.user.join(request), table.user.say_refused)


def computer(table: Table) -> None:
    """B: my seat back, or computers in open seats of a match; else the seats, to choose there."""
    view = table.view()
    option = next((each for each in view.seat_options if each.kind in FILLS_SEAT), None)
    if option is None:
        table.say(instead(view, "b"))
    elif option.kind == table_pb2.SEAT_OPTION_KIND_TAKE_BACK or (
        view.table.stage == table_pb2.STAGE_PLAYING and not view.seat(option.seat).player_name
    ):
        use(table.program, table.following, option)
    else:
        table.program.show(SeatsScreen(table.program, table.following, table.view, table.press))


def rematch(table: Table) -> None:
    """R: another match, or no other after all."""
    view = table.view()
    option = next((each for each in view.seat_options if each.kind in REMATCH), None)
    if option is None:
        table.say(instead(view, "r"))
    else:
        use(table.program, table.following, option)


def save_question(table: Table) -> None:
    """Ask whether to save the match that is over to a file, where it has a record.

    Asked, because S is for stop as well, and one too many would write a file.
    """
    record_id = table.view().match.record_id
    if not record_id:
        return
    words = text("The file is written to {folder}.", folder=printable(str(Path.cwd())))
    yes = ("Y", text("yes, save it"), lambda: _save(table, record_id))
    no = ("N", text("no"), lambda: None)
    table.program.show(
        Question(table.program, text("Save this match to a file?"), [words], [yes, no])
    )


def _save(table: Table, record_id: str) -> None:

    async def save() -> None:
        from koikoi_client.records.file import saved  # few ask for it

        try:
            record = await table.user.session.record(record_id)
        except Refused as refused:
            table.user.say_refused(refused)
        else:
            table.user.say(saved(record, Path.cwd(), table.user.store.state))

    table.user.spawn(save())


def quit_question(table: Table) -> Question:
    """What Q asks."""
    program, user = table.program, table.user
    if table.following.seat is None:
        return Question(
            program,
            text("Go?"),
            [text("You only watch: the table goes on without you.")],
            [
                ("Q", text("quit the program"), lambda: table.go(end=True)),
                ("B", text("back to the lobby"), lambda: table.go(end=False)),
            ],
        )
    words = []
    if user.invitations:
        words.append(text("This window runs the server: when you quit, it stops for everybody."))
    elif user.practice and user.keeps:
        words.append(text("Your match waits until you practise again."))
    elif user.practice:
        words.append(text("Your match ends with this window: another one practises already."))
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
            (
                "Q",
                text("quit the program; the seat stays yours")
                if user.keeps
                else text("quit the program"),
                lambda: table.go(end=True),
            ),
            ("B", text("to the lobby; the seat stays yours"), lambda: table.go(end=False)),
            ("L", text("leave for good, and go to the lobby"), lambda: _leave(table)),
        ],
    )


def _leave(table: Table) -> None:
    """Leave for good, which is asked about once more."""

    async def leave() -> None:
        if await table.following.leave():
            table.go(end=False)

    yes = ("Y", text("yes, leave for good"), lambda: table.user.spawn(leave()))
    no = ("N", text("no, stay"), lambda: None)
    words = text("Your seat and your cards are then free for anybody.")
    if table.user.practice:  # nobody else comes
        words = text("The table is then closed.")
        if table.view().table.stage == table_pb2.STAGE_PLAYING:
            words = text("Your match then ends without a result.")
    table.program.show(
        Question(table.program, text("Give up your seat for good?"), [words], [yes, no])
    )
