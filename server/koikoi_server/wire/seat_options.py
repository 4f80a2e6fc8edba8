"""Makes the seat options: what a person may do about seats and the match, with labels."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_server.table import seat_options as table_options
from koikoi_server.table.seat_options import Kind, SeatOption
from koikoi_server.table.state import TableState
from koikoi_server.text import DEFAULT
from koikoi_server.wire.events import timestamp
from koikoi_server.wire.sentences.lexicon import Lexicon, lexicon


def seat_options(
    state: TableState, seat: int, language: str = DEFAULT
) -> list[table_pb2.SeatOption]:
    """All seat options of *seat*, including those that become possible later."""
    words = lexicon(state.module, dict(state.chosen), language)
    return [
        table_pb2.SeatOption(
            id=option.id,
            kind=f"SEAT_OPTION_KIND_{option.kind.name}",
            seat=option.seat,
            label=_label(state, seat, option, words),
            bots=option.bots,
            possible_time=timestamp(option.possible_from) if option.possible_from else None,
            confirm=option.confirm,
        )
        for option in table_options.seat_options(state, seat)
    ]


def _label(state: TableState, me: int, option: SeatOption, words: Lexicon) -> str:
    """What the option does. Names are unique at a table, so a label needs no seat number."""
    about = state.at(option.seat) if option.seat else None
    return words.text(
        _pattern(state, me, option),
        name=about.name if about else "",
        bot=words.bot(about.bot) if about else "",
        place=words.place(option.seat) if about else "",
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
            if open_seats > 2:
                return "Put computers in all {n} open seats"
            return "Put computers in both open seats"
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
