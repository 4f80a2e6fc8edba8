"""Draw the seats of a table, and what the player may do about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from koikoi.v1 import table_pb2
from koikoi_client.actions.command import hints_of
from koikoi_client.actions.pages import PAGE, SEATS, PageAction, SeatsAction
from koikoi_client.cards import Line
from koikoi_client.screen.styles import seat_style
from koikoi_client.screen.targets import digit_key, key_cap, row_target
from koikoi_client.text import count, duration, printable, text
from koikoi_client.text.reports import rules_line
from koikoi_client.text.wrapping import wrap

from .actions import lost_lines
from .bottom_row import Hint
from .cells import fill, fill_line
from .cursor_list import cursor_mark
from .name_tags import seat_label, seat_label_width, turn_time
from .page import Page, scrolling_page
from .room import Room
from .view import View, clock


@dataclass(frozen=True)
class Choice:
    """Something that the user may do about a seat.

    Attributes:
        option: the seat option; None: a spectator may sit down in `seat`.
        gone: whether the server no longer offers it; it keeps its number.
    """

    option: table_pb2.SeatOption | None = None
    seat: int = 0
    gone: bool = False

    def bot(self, wanted: str) -> str:
        """The computer to seat: *wanted* if possible, else the first; empty: it seats none."""
        bots = self.option.bots if self.option is not None else ()
        return wanted if wanted in bots else next(iter(bots), "")


def choices(view: View) -> list[Choice]:
    """The seat options in the server's order; for a spectator, the seats that may be taken.

    None while the connection is lost.
    """
    if view.lost:
        return []
    if view.seat_view is None:
        return [Choice(seat=seat) for seat in view.table.open_to_join]
    return [Choice(option) for option in view.seat_options]


def kept(before: Sequence[Choice], now: Sequence[Choice]) -> list[Choice]:
    """The choices of *now*, in the places that they had *before*; new choices come last.

    A withdrawn choice keeps its place, so that the numbers of the others do not change.
    """
    offered = _by_identity(now)
    found = [
        offered.pop(identity, replace(each, gone=True))
        for identity, each in _by_identity(before).items()
    ]
    found += offered.values()
    while found and found[-1].gone:
        found.pop()
    return found


def _by_identity(choices: Sequence[Choice]) -> dict[tuple[int, int, int], Choice]:
    """Choices by what updates do not change: kind, seat, and index among equal ones."""
    found: dict[tuple[int, int, int], Choice] = {}
    for each in choices:
        option = each.option or table_pb2.SeatOption(seat=each.seat)
        place = 0
        while (identity := (option.kind, option.seat, place)) in found:
            place += 1
        found[identity] = each
    return found


def seats(
    view: View,
    room: Room,
    *,
    offered: Sequence[Choice] | None = None,
    cursor: int = 0,
    bot: str = "",
    seen: bool = True,
    scroll: int = 0,
) -> Page:
    """The seats, what the player may do about them, and facts about the table.

    Args:
        offered: what the player may do; None: what :func:`choices` returns.
        bot: the computer to seat, in choices that may seat it.
        seen: whether the choice under the cursor must be visible; this overrides *scroll*.
    """
    wide = min(room.columns, 100)
    offered = choices(view) if offered is None else offered
    sitting = _sitting(view, wide)
    body = list(sitting)
    line = 0  # of the choice under the cursor
    if offered:
        body.append([("", " "), ("class:heading", text("What you can do"))])
        for place, each in enumerate(offered):
            line = len(body) if place == cursor else line
            body.append(_row(view, each, place, bot, chosen=place == cursor))
        body.append([])
    if view.lost:
        body += [*lost_lines(view, wide), []]
    for words in _facts(view):
        body += [[("", f" {each}")] for each in wrap(words, wide - 2, indent=2)]
    title = printable(view.table.name) or text("The table")
    hints = _hints(offered)
    return scrolling_page(
        title, body, room, hints=hints, scroll=scroll, cursor=line if seen and offered else None
    )


def _row(view: View, choice: Choice, place: int, bot: str, *, chosen: bool) -> Line:
    """A choice: cursor mark, key, label, and when it becomes possible."""
    option, key = choice.option, digit_key(place + 1)
    cursor = cursor_mark(chosen)
    words = printable(option.label) if option is not None else _sit_words(view, choice.seat)
    if choice.gone:
        gone = text("(no longer possible)")
        return row_target([("", f"{cursor}      {words}   "), ("", gone)], place)
    if named := choice.bot(bot):
        words = f"{words}: {view.names.bot_name(named)}"
    line: Line = [("", f"{cursor} "), *(key_cap(key) if key else [("", "   ")]), ("", " ")]
    line.append(("class:chosen" if chosen else "", f" {words} "))
    if option is not None and (left := view.seconds_to(option.possible_time)):
        line.append(("", " " + text("possible in {time}", time=clock(left))))
    return row_target(line, place)


def _sit_words(view: View, seat: int) -> str:
    name = view.names.seat_name(seat)
    if view.seat(seat).bot:
        return text("Replace the computer: {seat}", seat=name)
    return text("Sit down: {seat}", seat=name)


def _hints(offered: Sequence[Choice]) -> list[Hint]:
    hints: list[Hint] = []
    if offered:
        hints = hints_of(SEATS, SeatsAction.CHOOSE, SeatsAction.CONFIRM)
    if any(each.option is not None and len(each.option.bots) > 1 for each in offered):
        hints += hints_of(SEATS, SeatsAction.CHANGE_COMPUTER)
    return [*hints, *hints_of(PAGE, PageAction.BACK)]


def _sitting(view: View, columns: int) -> list[Line]:
    """A row for each seat, with a blank row before and after them."""
    lines: list[Line] = [[]]
    for seat in view.table.seats:
        tag = fill(seat_label(view, seat.number), seat_label_width(view))
        words = "  ".join(_presence(view, seat))
        line: Line = [("", " "), (seat_style(seat.number), tag), ("", f"  {words}")]
        lines.append(fill_line(line, columns))
    return [*lines, []]


def _presence(view: View, seat: table_pb2.Seat) -> list[str]:
    words = []
    if seat.number == view.me:
        words.append(text("you"))
    if seat.team:
        words.append(text("team {team}", team=seat.team))
    words.append(view.names.seat_state(seat.number))
    if seat.HasField("absent_since"):
        gone = duration(view.now - seat.absent_since.seconds)
        words.append(text("connection lost {time} ago", time=gone))
    if seat.waits_too_long:
        words.append(turn_time(view.seconds_to(seat.replaceable_at)))
    return [each for each in words if each]


def _facts(view: View) -> list[str]:
    table = view.table
    found = []
    if view.seat_view and view.seat_view.join_code:
        found.append(text("Join code: {code}", code=view.seat_view.join_code))
    watching = count(view.spectators, "1 person is watching.", "{n} people are watching.")
    found.append(watching if view.spectators else text("Nobody is watching."))
    rules = rules_line(view.names) or text("the usual ones")
    found.append(text("Rules: {rules}.", rules=rules))
    if view.encryption:
        found.append(view.encryption)
    if table.HasField("close_time") and table.close_time.seconds - view.now < 3600:
        left = duration(table.close_time.seconds - view.now)
        found.append(text("This table closes in {left}.", left=left))
    return found
