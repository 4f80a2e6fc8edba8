"""What the keys at a table do: the functions for the rows of ``actions.table``."""

from __future__ import annotations

from pathlib import Path

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.table import OPTION_KEYS, TableAction
from koikoi_client.app.dialogs import Question, TextDialog
from koikoi_client.errors import Refused
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import printable, text

from ..screen.actions import FILLS_SEAT
from ..screen.help_page import HelpContext
from ..screen.result import REMATCH
from .cursor_keys import direction
from .cursor_moves import card_at_digit, next_capture, next_card, next_option
from .pagers import HelpScreen, LogScreen, cards_screen, chart_screen
from .screens import Screen
from .seats import SeatsScreen, use_seat_option
from .table import TableCommands, TableScreen


def _card(table: TableScreen, key: str) -> None:
    digit = keys.digit(key)
    card = card_at_digit(table.view(), digit) if digit is not None else 0
    if card:
        table.choose_card(card)
    else:
        table.does_nothing(key)


def _choose(table: TableScreen, key: str) -> None:
    """Choose the first option of the kind whose key this is."""
    offered = [each for each in table.view().buttons if OPTION_KEYS.get(each.kind) == key.upper()]
    if offered:
        table.send(offered[0])
    else:
        table.does_nothing(key)


def _to_lobby(table: TableScreen) -> None:
    if table.has_been_seen:
        table.go(end=False)


def _help(table: TableScreen) -> Screen:
    seated = table.view().shared or table.following.seat is not None
    context = HelpContext(
        table.following.update.table.game, seated=seated, shared=table.view().shared
    )
    return HelpScreen(table.program, table.user.session.catalog, context, table.press)


def _seats(table: TableScreen) -> Screen:
    return SeatsScreen(
        table.program, table.following, table.view, table.press, lambda seat: sit(table, seat)
    )


def _chat(table: TableScreen) -> Screen:
    def done(typed: str | None) -> None:
        if typed and (lost := table.view().lost):
            entry.notice = lost  # keep what was typed
            return
        table.program.close(entry)
        if typed:
            table.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text=typed)))

    limit = table.user.session.info.max_chat_characters or 300
    explanation = text("Players and spectators can read it.")
    entry = TextDialog(
        text("Say something"), explanation, text("Say"), done, limit=limit,
        above=lambda: table.following.log, enter=text("send"),
    )  # fmt: skip
    return entry


def sit(table: TableScreen, seat: int) -> None:
    """Take a seat for a spectator."""
    place = table.following.place
    if not isinstance(place, KeptSeat):
        request = service_pb2.JoinTableRequest(
            table_id=place.table_id, join_code=place.join_code, seat=seat
        )
        asking = table.user.join(request)
        table.seat_request.ask(asking, table.user.say_refused, table.say)


def _computer(table: TableScreen, key: str) -> None:
    """Take my seat back, or put a computer in an open seat; else show the seats to choose from."""
    view = table.view()
    option = next((each for each in view.seat_options if each.kind in FILLS_SEAT), None)
    if option is None:
        table.does_nothing(key)
    elif option.kind == table_pb2.SEAT_OPTION_KIND_TAKE_BACK or (
        view.table.stage == table_pb2.STAGE_PLAYING and not view.seat(option.seat).player_name
    ):
        use_seat_option(table.program, table.following, option)
    else:
        table.show(_seats(table))


def _rematch(table: TableScreen, key: str) -> None:
    """Ask for another match, or take that back."""
    view = table.view()
    option = next((each for each in view.seat_options if each.kind in REMATCH), None)
    if option is None:
        table.does_nothing(key)
    else:
        use_seat_option(table.program, table.following, option)


def _save_question(table: TableScreen) -> None:
    """Ask whether to save the record. S also means stop, so the user may have meant that."""
    record_id = table.view().match.record_id
    if not record_id or not table.has_been_seen:
        return
    words = text("The file is written to {folder}.", folder=printable(str(Path.cwd())))
    yes = ("Y", text("yes, save it"), lambda: _save(table, record_id))
    no = ("N", text("no"), lambda: None)
    table.program.show(
        Question(table.program, text("Save this match to a file?"), [words], [yes, no])
    )


def _save(table: TableScreen, record_id: str) -> None:

    async def save() -> None:
        from koikoi_client.records.file import save  # rarely used, so loaded late

        try:
            record = await table.user.record(record_id)
        except Refused as refused:
            table.user.say_refused(refused)
        else:
            table.user.say(save(record, Path.cwd(), table.user.store.state))

    table.user.spawn(save())


def _quit_question(table: TableScreen) -> Question:
    """The question before the user quits or leaves."""
    program, user, view = table.program, table.user, table.view()
    if table.following.seat is None:
        return Question(
            program,
            text("Leave?"),
            [text("You are only watching: the table goes on without you.")],
            [
                ("Q", text("quit the program"), lambda: table.go(end=True)),
                ("B", text("back to the lobby"), lambda: table.go(end=False)),
            ],
        )
    words = []
    keeps_seat = user.keeps_seat(table.following.seat, view.table)
    if user.invitations:
        words.append(text("This window runs the server: when you quit, it stops for everybody."))
    elif user.practice and view.table.stage == table_pb2.STAGE_FINISHED:
        words.append(text("The match is over, so this table closes when you quit."))
    elif user.practice and user.keeps:
        words.append(text("Your match waits until you practise again."))
    elif user.practice:
        words += [text("This match ends when you quit."), user.why_not_kept]
    elif not keeps_seat:
        words.append(text("If you quit, you lose your seat, because it could not be saved."))
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
                if keeps_seat
                else text("quit the program"),
                lambda: table.go(end=True),
            ),
            ("B", text("to the lobby; the seat stays yours"), lambda: table.go(end=False)),
            ("L", text("leave for good, and go to the lobby"), lambda: _leave(table)),
        ],
    )


def _leave(table: TableScreen) -> None:
    """Ask once more, and leave for good."""

    async def leave() -> None:
        if await table.following.leave():
            table.go(end=False)

    yes = ("Y", text("yes, leave for good"), lambda: table.user.spawn(leave()))
    no = ("N", text("no, stay"), lambda: None)
    words = text("Somebody else can then take your seat and your cards.")
    if table.user.practice:  # nobody else can join
        words = text("The table then closes.")
        if table.view().table.stage == table_pb2.STAGE_PLAYING:
            words = text("Your match then ends without a result.")
    table.program.show(
        Question(table.program, text("Give up your seat for good?"), [words], [yes, no])
    )


RUN: TableCommands = {
    TableAction.CARD: _card,
    TableAction.NEXT_CARD: lambda table, key: table.put_cursor(
        next_card(table.view(), direction(key))
    ),
    TableAction.NEXT_MATCHING_CARD: lambda table, key: table.put_cursor(
        next_capture(table.view(), direction(key))
    ),
    TableAction.NEXT_OPTION: lambda table, key: table.put_cursor(
        next_option(table.view(), direction(key))
    ),
    TableAction.SHOW_RESULT: lambda table, _: table.show_result(),
    TableAction.CONFIRM: lambda table, _: table.confirm(),
    TableAction.CHOOSE: _choose,
    TableAction.YAKU: lambda table, _: table.show(
        chart_screen(table.program, table.view, table.press)
    ),
    TableAction.CARDS: lambda table, _: table.show(
        cards_screen(table.program, table.view, table.press)
    ),
    TableAction.LOG: lambda table, _: table.show(
        LogScreen(table.program, lambda: table.view().log, table.press)
    ),
    TableAction.MARKS: lambda table, _: table.toggle_marks(),
    TableAction.HELP: lambda table, _: table.show(_help(table)),
    TableAction.SEATS: lambda table, _: table.show(_seats(table)),
    TableAction.COMPUTER: _computer,
    TableAction.CHAT: lambda table, _: table.show(_chat(table)),
    TableAction.REMATCH: _rematch,
    TableAction.TO_LOBBY: lambda table, _: _to_lobby(table),
    TableAction.SAVE: lambda table, _: _save_question(table),
    TableAction.QUIT: lambda table, _: table.show(_quit_question(table)),
}
