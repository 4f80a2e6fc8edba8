"""The table as a place: who sits where, who is away, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from koikoi.v1 import table_pb2 as pb

from ..draft import usual_bot
from ..faces import Line, Theme
from ..reports import rules_line
from ..texts import count, duration, printable, text
from .bottom import Hint
from .cells import fill, fill_line, wrap
from .frame import Page, framed
from .inks import HEADING, ink, seat_ink, sign
from .sides import label, label_width
from .spots import cap, key_of, row
from .view import View, clock


@dataclass(frozen=True)
class Deed:
    """One thing that may be done about a seat.

    Attributes:
        what: "bot" (puts the computer `bot` there), "back" (takes my seat back), "nudge", "kick",
            "sit" (a spectator sits down), "fill" (puts `bot` in all open seats; of no seat),
            "end" (ends the match without a result; of no seat), "alone" (ends it and begins one
            against the computer `bot`; of no seat).
        gone: whether it was offered and is no longer: its number stays its own.
    """

    what: str
    seat: int
    words: str
    bot: str = ""
    gone: bool = False


def deeds(view: View, bot: str = "") -> list[Deed]:
    """What the server would let me do about the seats now, what is waited for first; a spectator
    may sit down. *bot* is the computer to put there, where it can be; empty: the usual one.
    """
    if view.table.stage == pb.STAGE_CLOSED:
        return []
    if view.seat_view is None:
        return [
            Deed("sit", seat.number, _sit_words(view, seat))
            for seat in view.table.seats
            if not seat.player_name
        ]
    bot = bot or usual_bot(view.game)
    found = _fill(view, bot)
    for seat in view.table.seats:
        found += _about(view, seat, bot)
    others = [seat for seat in view.table.seats if seat.player_name and seat.number != view.me]
    playing = view.table.stage == pb.STAGE_PLAYING
    if playing and others and all(_is_late(view, seat) for seat in others):
        if usual := usual_bot(view.game):
            words = text("End the match, and play a new one against the computer")
            found.append(Deed("alone", 0, words, usual))
        found.append(Deed("end", 0, text("End the match without a result")))
    return sorted(found, key=lambda deed: _rank(view, deed))


def _rank(view: View, deed: Deed) -> int:
    """What the match waits for comes first, what can be done at any time last."""
    if deed.what == "bot":
        if view.is_open(deed.seat):
            return 2
        return 6 if deed.seat == view.me else 3 if view.seat(deed.seat).player_name else 5
    return {"back": 0, "fill": 1, "nudge": 3, "alone": 4, "end": 4, "kick": 5}[deed.what]


def kept(before: Sequence[Deed], now: Sequence[Deed]) -> list[Deed]:
    """The deeds of *now* in the places that they had *before*, new ones after them.

    One that is no longer offered keeps its place, so that no number comes to mean another deed.
    """
    offered = {(deed.what, deed.seat): deed for deed in now}
    found = [offered.pop((deed.what, deed.seat), replace(deed, gone=True)) for deed in before]
    found += offered.values()
    while found and found[-1].gone:
        found.pop()
    return found


def _sit_words(view: View, seat: pb.Seat) -> str:
    name = view.seat_name(seat.number)
    if seat.bot:
        return text("Sit down in seat {seat}, for the computer", seat=name)
    return text("Sit down in seat {seat}", seat=name)


def _fill(view: View, bot: str) -> list[Deed]:
    """Computers for all open seats, where there are several."""
    number = len(view.open_seats)
    if number < 2 or not bot:
        return []
    words = text(
        "Put computers in all {n} open seats: {bot}", n=number, bot=view.words.bot_name(bot)
    )
    return [Deed("fill", 0, words, bot)]


def fillings(view: View, bot: str = "") -> list[Deed]:
    """A computer for each open seat, *bot* or the usual one; nothing for a spectator.

    Without *bot* only for those of a match that waits for it.
    """
    if not bot and view.table.stage == pb.STAGE_PLAYING:
        bot = usual_bot(view.game)
    if view.seat_view is None or not bot:
        return []
    return [
        Deed("bot", each.number, _bot_words(view, each, view.words.bot_name(bot)), bot)
        for each in view.table.seats
        if view.is_open(each.number)
    ]


def _is_late(view: View, seat: pb.Seat) -> bool:
    return seat.HasField("replaceable_at") and not view.seconds_to(seat.replaceable_at)


def _about(view: View, seat: pb.Seat, bot: str) -> list[Deed]:
    name = view.name(seat.number)
    mine = seat.number == view.me
    if mine and seat.bot:
        return [Deed("back", seat.number, text("Take your seat back from the computer"))]
    found: list[Deed] = []
    late = _is_late(view, seat)
    if mine or not seat.player_name or (late and not seat.bot):
        bots = [each.id for each in view.game.bots]
        if bot == seat.bot and bot in bots:  # it sits there: the next one
            bot = bots[(bots.index(bot) + 1) % len(bots)]
        if bots and bot != seat.bot:
            words = _bot_words(view, seat, view.words.bot_name(bot))
            found.append(Deed("bot", seat.number, words, bot))
    if not mine and seat.number in view.match.waiting_for and seat.player_name and not seat.bot:
        found.append(Deed("nudge", seat.number, text("Remind {name}", name=name)))
    if not mine and seat.player_name and view.table.host == view.me:
        found.append(Deed("kick", seat.number, text("Remove {name} from the table", name=name)))
    return found


def _bot_words(view: View, seat: pb.Seat, bot: str) -> str:
    if seat.number == view.me:
        return text("Let a computer play for you: {bot}", bot=bot)
    if seat.player_name:
        return text("Put a computer in {name}'s seat: {bot}", name=view.name(seat.number), bot=bot)
    said = "Change the computer in seat {seat}: {bot}"
    if not seat.bot:
        said = "Put a computer in seat {seat}: {bot}"
    return text(said, seat=view.seat_name(seat.number), bot=bot)


def seats(
    view: View,
    columns: int,
    rows: int,
    theme: Theme,
    *,
    offered: Sequence[Deed] | None = None,
    cursor: int = 0,
    seen: bool = True,
    scroll: int = 0,
) -> Page:
    """Who sits where, what can be done (the deed under the cursor lit), and the house rules.

    Args:
        offered: what can be done; None: what :func:`deeds` says.
        seen: whether *scroll* gives way for the deed under the cursor to be seen.
    """
    wide = min(columns, 100)
    offered = deeds(view) if offered is None else offered
    sitting = _sitting(view, wide, theme)
    body = list(sitting)
    if offered:
        body.append([("", " "), (HEADING, text("What you may do"))])
        body += [_deed(deed, place, theme, place == cursor) for place, deed in enumerate(offered)]
        body.append([])
    for words in _facts(view):
        body += [[("", f" {each}")] for each in wrap(words, wide - 2, indent=2)]
    if seen and offered:
        scroll = _scrolled(len(sitting) + 1, cursor, rows - 2, scroll)
    title = printable(view.table.name) or text("The table")
    hints = _hints(view, offered)
    return framed(title, body, columns, rows, theme, hints=hints, scroll=scroll)


def _deed(deed: Deed, place: int, theme: Theme, lit: bool) -> Line:
    """A row: a mark at the one under the cursor, its key, what it does."""
    key = key_of(place + 1)
    point = sign("▶", ">", theme) if lit else " "
    if deed.gone:
        return row([("", f"{point}      {deed.words}   "), ("", text("(not any more)"))], place)
    style = ink("take", theme) if lit else ""
    keycap = cap(key) if key else [("", "   ")]
    return row([("", f"{point} "), *keycap, ("", " "), (style, f" {deed.words} ")], place)


def _hints(view: View, offered: Sequence[Deed]) -> list[Hint]:
    hints: list[Hint] = [("Esc", text("back"))]
    if not offered:
        return hints
    found: list[Hint] = [("Up Down", text("choose")), ("Enter", text("do it"))]
    if len(view.game.bots) > 1 and any(deed.what in ("bot", "fill") for deed in offered):
        found.append(("Left Right", text("another computer"), text("level")))
    return [*found, *hints]


def _scrolled(first: int, cursor: int, room: int, scroll: int) -> int:
    """The scroll nearest to *scroll* with which the deed under the cursor is seen, of which the
    first is on line *first* of the body.

    On the first deed all that stands above it is shown as well, where it has room.
    """
    line = first + cursor
    least = 0 if cursor == 0 else line - 1  # a line more, so that one sees that there is more
    return max(min(scroll, least), line + 2 - room, 0)


def _sitting(view: View, columns: int, theme: Theme) -> list[Line]:
    """A row for each seat, and blank ones round them."""
    lines: list[Line] = [[]]
    for seat in view.table.seats:
        tag = fill(label(view, seat.number), label_width(view))
        words = "  ".join(_presence(view, seat))
        line: Line = [("", " "), (seat_ink(seat.number, theme), tag), ("", f"  {words}")]
        lines.append(fill_line(line, columns))
    return [*lines, []]


def _presence(view: View, seat: pb.Seat) -> list[str]:
    words = []
    if seat.number == view.me:
        words.append(text("you"))
    if seat.number == view.table.host:
        words.append(text("host"))
    if seat.team:
        words.append(text("team {team}", team=seat.team))
    if seat.player_name and seat.bot:
        words.append(text("a computer plays ({level})", level=view.words.bot_name(seat.bot)))
    if seat.HasField("absent_since"):
        words.append(text("away for {time}", time=duration(view.now - seat.absent_since.seconds)))
        others = seat.number != view.me
        if others and seat.HasField("replaceable_at") and view.seconds_to(seat.replaceable_at):
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
