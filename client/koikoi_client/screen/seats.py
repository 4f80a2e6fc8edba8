"""The table as a place: who sits where, who is away, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass

from koikoi.v1 import table_pb2 as pb

from ..draft import practice_bot
from ..faces import Line, Theme
from ..reports import rules_line
from ..texts import count, duration, printable, text
from .cells import fill, fill_line, wrap
from .frame import framed
from .inks import HEADING, KEY, ink, seat_ink, sign
from .sides import label, label_width
from .view import View, clock


@dataclass(frozen=True)
class Deed:
    """One thing that may be done about a seat.

    Attributes:
        what: "bot" (puts the computer `bot` there), "back" (takes my seat back), "nudge", "kick",
            "sit" (a spectator sits down), "fill" (puts `bot` in all open seats; of no seat),
            "end" (ends the match without a result; of no seat), "alone" (ends it and begins one
            against the computer `bot`; of no seat).
    """

    what: str
    seat: int
    words: str
    bot: str = ""


def deeds(view: View) -> list[Deed]:
    """What the server would let me do about the seats now; a spectator may sit down."""
    if view.table.stage == pb.STAGE_CLOSED:
        return []
    if view.seat_view is None:
        return [
            Deed("sit", seat.seat, _sit_words(view, seat))
            for seat in view.table.seats
            if not seat.player_name
        ]
    found = _fill(view)
    for seat in sorted(view.table.seats, key=lambda seat: _urgency(view, seat)):
        found += _about(view, seat)
    others = [seat for seat in view.table.seats if seat.player_name and seat.seat != view.me]
    playing = view.table.stage == pb.STAGE_PLAYING
    if playing and others and all(_is_late(view, seat) for seat in others):
        if bot := practice_bot(view.game):
            words = text("End the match, and play a new one against the computer")
            found.append(Deed("alone", 0, words, bot))
        found.append(Deed("end", 0, text("End the match without a result")))
    return found


def _urgency(view: View, seat: pb.Seat) -> int:
    """What is waited for comes first, where the number keys are."""
    if seat.seat == view.me:
        return 0 if seat.bot else 3
    return 1 if view.is_open(seat.seat) else 2


def _sit_words(view: View, seat: pb.Seat) -> str:
    name = view.seat_name(seat.seat)
    if seat.bot:
        return text("Sit down in seat {seat}, for the computer", seat=name)
    return text("Sit down in seat {seat}", seat=name)


def _fill(view: View) -> list[Deed]:
    """Computers of one level for all open seats, where there are several."""
    number = len(view.open_seats)
    if number < 2:
        return []
    words = text("Put computers in all {n} open seats", n=number)
    return [Deed("fill", 0, f"{words}: {bot.name}", bot.bot) for bot in view.game.bots]


def fillings(view: View, bot: str = "") -> list[Deed]:
    """A computer for each open seat, *bot* or the usual one; nothing for a spectator.

    Without *bot* only for those of a match that waits for it.
    """
    if not bot and view.table.stage == pb.STAGE_PLAYING:
        bot = practice_bot(view.game)
    if view.seat_view is None or not bot:
        return []
    return [
        Deed("bot", each.seat, _bot_words(view, each, view.words.bot_name(bot)), bot)
        for each in view.table.seats
        if view.is_open(each.seat)
    ]


def _is_late(view: View, seat: pb.Seat) -> bool:
    return seat.HasField("replaceable_at") and not view.seconds_to(seat.replaceable_at)


def _about(view: View, seat: pb.Seat) -> list[Deed]:
    name = view.name(seat.seat)
    mine = seat.seat == view.me
    if mine and seat.bot:
        return [Deed("back", seat.seat, text("Take your seat back from the computer"))]
    found: list[Deed] = []
    late = _is_late(view, seat)
    if mine or not seat.player_name or (late and not seat.bot):
        found += [
            Deed("bot", seat.seat, _bot_words(view, seat, bot.name), bot.bot)
            for bot in view.game.bots
            if bot.bot != seat.bot
        ]
    if not mine and seat.seat in view.match.waiting_for and seat.player_name and not seat.bot:
        found.append(Deed("nudge", seat.seat, text("Remind {name}", name=name)))
    if not mine and seat.player_name and view.table.host == view.me:
        found.append(Deed("kick", seat.seat, text("Put {name} out of the table", name=name)))
    return found


def _bot_words(view: View, seat: pb.Seat, bot: str) -> str:
    if seat.seat == view.me:
        return text("Let a computer play for you: {bot}", bot=bot)
    if seat.player_name:
        return text("Put a computer in {name}'s seat: {bot}", name=view.name(seat.seat), bot=bot)
    return text(
        "Put a computer in seat {seat}: {bot}", seat=view.seat_name(seat.seat), bot=bot
    )  # fmt: skip


def seats(
    view: View, columns: int, rows: int, theme: Theme, *, cursor: int = 0, scroll: int = 0
) -> list[Line]:
    """Who sits where, what can be done (the deed under the cursor lit), and the house rules."""
    wide = min(columns, 100)
    body = _sitting(view, wide, theme)
    offered = deeds(view)
    if offered:
        body.append([("", " "), (HEADING, text("What you may do"))])
    for number, deed in enumerate(offered):
        key = key_of(number)
        cap = f" {key} " if key else "   "
        point = sign("▶", ">", theme) if number == cursor else " "
        line: Line = [("", point), (KEY if key else "", cap), ("", f" {deed.words} ")]
        if number == cursor:
            line[-1] = (ink("take", theme), line[-1][1])
        body.append(line)
    body += [[]] if offered else []
    for words in _facts(view):
        body += [[("", f" {each}")] for each in wrap(words, wide - 2, indent=2)]
    hints = [("Esc", text("back"))]
    if offered:
        last = key_of(min(len(offered), 9) - 1)
        keys = f"1-{last}" if len(offered) > 1 else "1"
        hints = [(keys, text("do it")), ("Up Down Enter", text("choose")), *hints]
    title = printable(view.table.name) or text("The table")
    return framed(title, body, columns, rows, theme, hints=hints, scroll=scroll)


def key_of(place: int) -> str:
    """The key of a deed at a place, 0 and up: 1-9, then 0; later ones have none."""
    return str((place + 1) % 10) if place < 10 else ""


def scrolled(view: View, columns: int, rows: int, theme: Theme, cursor: int, scroll: int) -> int:
    """The scroll nearest to *scroll* with which the deed under the cursor is seen.

    On the first deed all that stands above it is shown as well, where it has room.
    """
    line = len(_sitting(view, min(columns, 100), theme)) + 1 + cursor
    room = rows - 2
    first = 0 if cursor == 0 else line - 1  # a line more, so that one sees that there is more
    return max(min(scroll, first), line + 2 - room, 0)


def _sitting(view: View, columns: int, theme: Theme) -> list[Line]:
    """A row for each seat, and blank ones round them."""
    lines: list[Line] = [[]]
    for seat in view.table.seats:
        tag = fill(label(view, seat.seat), label_width(view))
        words = "  ".join(_presence(view, seat))
        line: Line = [("", " "), (seat_ink(seat.seat, theme), tag), ("", f"  {words}")]
        lines.append(fill_line(line, columns))
    return [*lines, []]


def _presence(view: View, seat: pb.Seat) -> list[str]:
    words = []
    if seat.seat == view.me:
        words.append(text("you"))
    if seat.seat == view.table.host:
        words.append(text("host"))
    if seat.team:
        words.append(text("team {team}", team=seat.team))
    if seat.player_name and seat.bot:
        words.append(text("a computer plays ({level})", level=view.words.bot_name(seat.bot)))
    if seat.HasField("absent_since"):
        words.append(text("away for {time}", time=duration(view.now - seat.absent_since.seconds)))
        if seat.HasField("replaceable_at") and view.seconds_to(seat.replaceable_at):
            left = clock(view.seconds_to(seat.replaceable_at))
            words.append(text("a computer may play in {left}", left=left))
    elif _is_late(view, seat):
        words.append(text("has not moved for long"))
    return words


def _facts(view: View) -> list[str]:
    table = view.table
    found = []
    if view.seat_view and view.seat_view.join_code:
        found.append(text("Join code: {code}", code=view.seat_view.join_code))
    watch = count(view.spectators, "1 person watches.", "{n} people watch.")
    found.append(watch if view.spectators else text("Nobody watches."))
    rules = rules_line(view.words) or text("the usual ones")
    found.append(text("Rules: {rules}.", rules=rules))
    if table.HasField("close_time") and table.close_time.seconds - view.now < 3600:
        left = duration(table.close_time.seconds - view.now)
        found.append(text("This table will be closed in {left}.", left=left))
    return found
