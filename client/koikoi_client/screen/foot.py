"""The rows under the hand: what Enter does, koi-koi or stop, what a play brings."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import table_pb2 as pb

from ..faces import Line, Theme
from ..reports import free_seats, progress
from ..texts import joined, printable, text
from .cells import at_most, wrap, wrap_line
from .inks import BOLD, ink
from .spoken import waiting_words, yaku_words
from .spots import cap, meant, named
from .view import View, clock

KEYS = {
    pb.OPTION_KIND_KOIKOI: "K",
    pb.OPTION_KIND_STOP: "S",
    pb.OPTION_KIND_HIKI: "H",
    pb.OPTION_KIND_LEAVE: "X",
}
"""The keys of options that have one of their own."""
_NOTICE = 3  # rows of a notice, at most: what is said at length can be read in the log


def prompt(view: View, columns: int, theme: Theme) -> list[Line]:
    """What may be done now and by which key; or what is waited for."""
    lines: list[Line] = []
    if view.notice:
        said = _said([(ink("notice", theme), f" {view.notice} ")], columns)
        lines += at_most(said, _NOTICE, columns)
    lines += _seat_words(view, columns)
    if view.parting:
        words = text("Hand over to {name}.", name=view.name(view.parting))
        return [*lines, *_capped("Enter", words, columns, bold=True)]
    decisions = [*view.offered(pb.OPTION_KIND_KOIKOI), *view.offered(pb.OPTION_KIND_STOP)]
    if decisions:
        return [*lines, *_decision(view, decisions, columns)]
    choice = view.choice
    opened = view.match.open_card if view.match.phase == pb.PHASE_PLACE else 0
    if view.awaited and opened and not _from_hand(view, opened):
        drew = text("You drew {card}.", card=view.words.card(opened))
        lines += _said([(BOLD, drew)], columns)
    if choice is not None:
        lines += _capped("Enter", printable(choice.label), columns, bold=True)
        lines += _alternatives(view, choice, columns)
    elif view.awaited:
        lines += _said([(BOLD, _ask(view))], columns)
    else:
        waiting = waiting_words(view)
        lines += _said([(BOLD, waiting)], columns) if waiting else []
        if view.match.phase == pb.PHASE_MATCH_OVER:
            again = text("The result, and another match.")
            lines += _capped("Enter", again if view.seat_view else text("The result."), columns)
        if not view.seat_view and view.playing and free_seats(view.table):
            free = text("A seat is free: sit down.")
            words = free if view.open_seats else text("Sit down in a computer's seat.")
            lines += _capped("T", words, columns)
        lines += _invitation(view, columns)
    for option in view.buttons:
        key = KEYS.get(option.kind)
        if key and option != choice:
            if option != view.offered(option.kind)[0]:  # the key is for the first of its kind
                key = text("Tab")
            lines += _capped(key, printable(option.label), columns, bold=not view.awaited)
    return lines


def brings(view: View, columns: int) -> list[Line]:
    """How far each yaku is with what the option under the cursor takes, the nearest ones first.

    In a line, of as many as it has room for; none when it takes nothing or no yaku has it.
    """
    choice = view.choice
    if choice is None or not choice.taken:
        return []
    mine = view.captured(view.team(view.me))
    after = [*mine, choice.card or view.match.open_card, *choice.taken]
    nearer: list[tuple[int, str]] = []
    for row in view.game.yaku:
        have, need = progress(row, after)
        if have > progress(row, mine)[0]:
            nearer.append((need - have, f"{row.name} {have}/{need}"))
    said = [words for _, words in sorted(nearer, key=lambda each: each[0])]
    while said:
        words = text("Then you have {yaku}.", yaku=", ".join(said))
        if get_cwidth(words) <= columns - 1:
            return [[("", f" {words}")]]
        said.pop()
    return []


def recent(view: View, columns: int, rows: int, *, margin: int = 1) -> list[Line]:
    """The last lines of the log, as many as fit whole; the newest last, cut only if it is alone."""
    lines: list[Line] = []
    for entry in reversed(view.log):
        words = wrap(entry, columns - margin, indent=2)
        wrapped: list[Line] = [[("", " " * margin + line)] for line in words]
        if len(lines) + len(wrapped) > rows:
            return lines or at_most(wrapped, rows, columns)
        lines = wrapped + lines
    return lines


def _from_hand(view: View, card: int) -> bool:
    """Whether a card was played in the turn that goes on, and not drawn."""
    played = pb.EVENT_KIND_CARD_PLAYED
    return any(event.kind == played and event.card == card for event in view.running)


def _decision(view: View, decisions: list[pb.Option], columns: int) -> list[Line]:
    side = view.side(view.me)
    words = text("You have {yaku}.", yaku=yaku_words(view, side.yaku))
    lines = _said([(BOLD, words), ("", f" {text('Koi-koi or stop?')}")], columns)
    for option in decisions:
        lines += _capped(KEYS[option.kind], printable(option.label), columns)
    return lines


def _ask(view: View) -> str:
    kinds = {option.kind for option in view.buttons}
    if pb.OPTION_KIND_PLAY in kinds:
        return text("Choose a card: its number, or the arrow keys.")
    return text("Choose with Tab, then Enter.")


def _alternatives(view: View, choice: pb.Option, columns: int) -> list[Line]:
    """The other things that the chosen card could take."""
    taken = [
        view.words.cards(option.taken)
        for option in view.buttons
        if option.kind == choice.kind and option.card == choice.card and option != choice
        and option.taken
    ]  # fmt: skip
    if not taken:
        return []
    if len(taken) > 3:
        rest = text("choose another of the {number} lit cards", number=len(taken))
    else:
        rest = text("take {cards} instead", cards=joined(taken, text("or")))
    return _capped("Tab", rest, columns)


def _invitation(view: View, columns: int) -> list[Line]:
    """How an open seat can be filled."""
    if view.table.stage != pb.STAGE_GATHERING or view.seat_view is None:
        return []
    lines: list[Line] = []
    if view.invitation:
        lines += _said([("", text("Others come to this table with:"))], columns)
        for line in view.invitation:
            lines += [[("", "   "), (BOLD, each)] for each in wrap(line, columns - 4, indent=2)]
    elif code := view.seat_view.join_code:
        words = text("Others join with this code: {code}", code=code)
        lines += _said([("", words)], columns)
    else:
        lines += _said([("", text("Others find this table in their lobby."))], columns)
    if not view.game.bots:
        return lines
    return [*lines, [], *_capped("T", text("Put computers in open seats."), columns)]


def _seat_words(view: View, columns: int) -> list[Line]:
    """What can be done about seats without their person, mine first."""
    if view.table.stage not in (pb.STAGE_PLAYING, pb.STAGE_FINISHED) or view.seat_view is None:
        return []
    mine = view.seat(view.me)
    if mine.bot and mine.player_name:
        words = text("A computer plays for you: take your seat back.")
        return _capped("B", words, columns)
    lines = _open_words(view, columns)
    late = [
        view.name(seat.number)
        for seat in view.table.seats
        if seat.number != view.me and seat.player_name and not seat.bot
        and seat.HasField("replaceable_at") and not view.seconds_to(seat.replaceable_at)
        and view.game.bots
    ]  # fmt: skip
    if late and not lines:
        words = text("A computer may play for {names}, or wait.", names=joined(late))
        idle = [seat for seat in view.table.seats if view.name(seat.number) in late
                and not seat.HasField("absent_since")]  # fmt: skip
        if idle:
            idlers = joined([view.name(seat.number) for seat in idle])
            words = text("{names}: no move for long. {words}", names=idlers, words=words)
        return _capped("B", words, columns)
    return lines or _away_words(view, columns)


def _open_words(view: View, columns: int) -> list[Line]:
    """That a seat of a running match is open, who left it, and what can be done."""
    if view.table.stage != pb.STAGE_PLAYING or not view.open_seats:
        return []
    gone = [view.left[seat] for seat in view.open_seats if seat in view.left]
    seats = joined([view.seat_name(seat) for seat in view.open_seats])
    said = text("{seats} is open.", seats=seats)
    if gone:
        said = text("{names} left.", names=joined(gone))
    if view.game.bots:
        words = text("{said} Put a computer in the seat, or wait for somebody.", said=said)
        return _capped("B", words, columns)
    return _said([("", text("{said} Wait for somebody to sit down.", said=said))], columns)


def _away_words(view: View, columns: int) -> list[Line]:
    """That the one who is waited for is away, and for how long."""
    for seat in view.table.seats:
        if seat.number == view.me or seat.number not in view.match.waiting_for:
            continue
        if seat.HasField("absent_since") and not seat.bot:
            left = view.seconds_to(seat.replaceable_at) if seat.HasField("replaceable_at") else 0
            if seat.player_name and left and view.game.bots:
                words = text(
                    "{name} is away: a computer may play there in {left}.",
                    name=view.name(seat.number), left=clock(left),
                )  # fmt: skip
                return _said([("", words)], columns)
    return []


def _capped(key: str, words: str, columns: int, *, bold: bool = False) -> list[Line]:
    wide = len(key) + 2
    lines: list[Line] = []
    for number, part in enumerate(wrap(words, columns - wide - 2)):
        before: Line = cap(key) if not number else [("", " " * wide)]
        line: Line = [*before, (BOLD if bold else "", f" {part}")]
        lines.append([("", " "), *(meant(line, named(key)) if named(key) else line)])
    return lines


def _said(line: Line, columns: int) -> list[Line]:
    return [[("", " "), *each] for each in wrap_line(line, columns - 1)]
