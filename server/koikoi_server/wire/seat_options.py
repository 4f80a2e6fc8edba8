"""What a seat may do about seats and the match, as messages with a label for a button."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_server.bots import BOTS
from koikoi_server.table import seat_options as table_options
from koikoi_server.table.seat_options import Kind, SeatOption
from koikoi_server.table.state import TableState
from koikoi_server.text import DEFAULT, Phrase, text
from koikoi_server.wire.events import timestamp


def seat_options(
    state: TableState, seat: int, language: str = DEFAULT
) -> list[table_pb2.SeatOption]:
    """All that the person of *seat* may do, now or later; labels in *language*."""
    return [
        table_pb2.SeatOption(
            id=option.id,
            kind=f"SEAT_OPTION_KIND_{option.kind.name}",
            seat=option.seat,
            label=_label(state, seat, option, language),
            bots=option.bots,
            possible_time=timestamp(option.possible_from) if option.possible_from else None,
            confirm=option.confirm,
        )
        for option in table_options.seat_options(state, seat)
    ]


_ALL_SEATS = "Put computers in all {n} open seats"


def _label(state: TableState, me: int, option: SeatOption, language: str) -> str:
    """What the option does. A table's persons have different names, so a name is enough."""
    return text(
        _pattern(state, me, option),
        language,
        name=state.at(option.seat).name if option.seat else "",
        bot=Phrase(_bot(state, option.seat)),
        place=_place(state, option.seat, language),
        n=sum(each.is_open for each in state.seats),
    )


def _pattern(state: TableState, me: int, option: SeatOption) -> str:
    match option.kind:
        case Kind.SEAT_COMPUTER if state.at(option.seat).name:
            return "Let a computer play for {name}"
        case Kind.SEAT_COMPUTER:
            return "Put a computer in {place}"
        case Kind.FILL_ALL:
            open_seats = sum(each.is_open for each in state.seats)
            return _ALL_SEATS if open_seats > 2 else "Put computers in both open seats"
        case Kind.CHANGE_COMPUTER if option.seat == me:
            return "Let another computer play for you"
        case Kind.CHANGE_COMPUTER:
            return "Replace {bot} in {place} with another computer"
        case Kind.REMOVE_COMPUTER:
            return "Remove {bot} from {place}"
        case Kind.LET_PLAY:
            return "Let a computer play for you"
        case Kind.TAKE_BACK:
            return "Take your seat back from {bot}"
        case Kind.KICK:
            return "Remove {name} from the table"
        case Kind.NUDGE:
            return "Remind {name}"
        case Kind.END_MATCH:
            return "End the match without a result"
        case Kind.REMATCH:
            return "Play again"
        case Kind.NO_REMATCH:
            return "Do not play again"
        case Kind.LEAVE:
            return "Leave the table"


def _bot(state: TableState, seat: int) -> str:
    """The name of the computer that plays *seat*."""
    bot = state.at(seat).bot if seat else ""
    return next((each.name for each in BOTS.get(state.game, ()) if each.id == bot), bot)


def _place(state: TableState, seat: int, language: str) -> str:
    names = state.module.ABOUT.seat_names
    if seat and names:
        return text(names[seat - 1], language)
    return text("seat {n}", language, n=seat)
