"""Draw seats: a name tag for each, or a table with a row for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.cards import Line, mark
from koikoi_client.screen.styles import seat_style
from koikoi_client.text import count, text

from .captured import KINDS, captured_of
from .cells import cut_at_word, fill, fill_line, pad, width
from .fitted_line import Part, fit_line, text_part
from .view import View, clock

TEAM_WIDTH = 5
"""The width of the team's column, in tables with a row for each seat."""
_STATE = 14  # columns of a seat's state, shortened


def seat_label(view: View, seat: int) -> str:
    """The text of a name tag: "Aki (Red)"; "3 Aki" at larger tables; "Red" for an open seat.

    A name that ends in the number of the seat, such as "Medium 3", is not numbered again.
    """
    name, own = view.name(seat), view.seat_name(seat)
    if name == view.names.seat_name(seat):
        return f" {name} "
    if view.game.seat_names and len(view.table.seats) == 2:
        return f" {name} ({own}) "
    if not view.seat(seat).player_name and name.endswith(f" {own}"):
        return f" {name} "  # the server adds the number to tell computers apart
    return f" {own} {name} "


def seat_label_width(view: View) -> int:
    """The width of the widest name tag, so that all tags line up."""
    return max((get_cwidth(seat_label(view, each.number)) for each in view.table.seats), default=0)


def name_tag(view: View, seat: int, columns: int, *, hand: Part | None = None) -> Line:
    """The name tag: name, total, dealer, hand, koi-koi called, presence, yaku so far.

    Args:
        hand: replaces the number of cards in the hand.
    """
    side = view.side(seat)
    total = text("Total {score}", score=side.score)
    parts = [Part(([_seat_name(view, seat)],), 9)]
    if view.playing:
        parts += [text_part(pad(total, 9), total, str(side.score), weight=9, style="bold")]
        dealer = text("dealer") if view.match.dealer == seat else ""
        parts += [text_part(pad(dealer, 6), dealer, text("D") if dealer else "", weight=6)]
        if hand is not None:
            parts.append(hand)
        elif seat != view.me:
            alone = len(view.others) == 1  # with several, the backs would not fit in some tags
            parts.append(_backs(side.hand_size, drawn=alone))
        if view.game.card_points:
            now = str(side.card_points)
            long, few = text("cards worth {now}", now=now), text("worth {now}", now=now)
            parts.append(text_part(long, few, f"+{now}", weight=6))
    if team := view.seat(seat).team:
        parts.append(text_part(text("team {team}", team=team), f"t{team}", weight=7))
    parts += [*_states(view, seat)]
    if view.playing:
        parts.append(_yaku(view, seat))
    return fill_line(fit_line(parts, columns), columns)


def _seat_name(view: View, seat: int) -> tuple[str, str]:
    return seat_style(seat), fill(seat_label(view, seat), seat_label_width(view))


def _backs(number: int, *, drawn: bool) -> Part:
    """The number of cards in a hand; if *drawn*, with their backs where these fit."""
    cards = count(number, "1 card", "{n} cards")
    if not drawn:
        return text_part(cards, weight=3)
    backs = " ".join(["▒▒"] * number)
    return text_part(f"{backs} {cards}".strip(), cards, weight=3)


def _states(view: View, seat: int) -> list[Part]:
    """The states of a seat: koi-koi called, lightning, player away and for how long."""
    side, held = view.side(seat), view.seat(seat)
    parts = []
    if side.koikoi_calls:
        parts.append(koikoi_badge(side.koikoi_calls))
    if side.gaji_took:
        month = view.card(side.gaji_took).month
        parts.append(text_part(text("lightning: month {n}", n=month), f"L{month}", weight=6))
    gone = held.HasField("absent_since")
    if gone or held.bot or side.out or seat in view.open_seats:
        words = view.names.seat_state(seat)
        short = cut_at_word(words, _STATE)
        if gone:
            since = clock(max(0, int(view.now) - held.absent_since.seconds))
            words, short = f"{words} {since}", f"{short} {since}"
        least = short
        if held.bot:
            least = text("away, bot") if gone else text("bot")
        style = "class:alarm" if gone else "bold"
        parts.append(Part(([(style, f" {words} ")], [(style, short)], [(style, least)]), 7))
    if held.waits_too_long:
        left = view.seconds_to(held.replaceable_at)
        style = "bold" if left else "class:alarm"
        parts.append(text_part(f" {turn_time(left)} ", clock(left), weight=7, style=style))
    return parts


def turn_time(left: int) -> str:
    """The seconds left to move, in words."""
    return text("time left {time}", time=clock(left)) if left else text("time is up")


def koikoi_badge(times: int) -> Part:
    """The badge of a side that has called koi-koi *times* times."""
    long = count(times, "koi-koi called", "koi-koi called {n} times")
    short = count(times, "koi-koi", "koi-koi {n}")
    forms = (f" {long} ", f" {short} ", f"KK{times}")
    return text_part(*forms, weight=8, style="class:badge")


def yaku_words(view: View, yaku: Iterable[table_pb2.YakuScore]) -> str:
    """Yaku with their points: "Moon Viewing 5, Animals 2"; negative points are left out."""
    return ", ".join(
        f"{view.names.yaku_name(each.yaku)} {each.points if each.points > 0 else ''}".rstrip()
        for each in yaku
    )


def _yaku(view: View, seat: int) -> Part:
    """The yaku held so far: their names, or else their number, or else only their points."""
    side = view.side(seat)
    if not side.yaku:
        return text_part("")
    words = yaku_words(view, side.yaku)
    total = text("= {points}", points=side.points)
    if side.points < 0:
        total = text("(others {points})", points=side.points)
    number = len(side.yaku)
    few = count(number, "1 yaku", "{n} yaku")
    return text_part(
        f"{words} {total}" if number > 1 or side.points < 0 else words,
        f"{few} {total}",
        text("yaku {points}", points=side.points),
        weight=5,
        style="bold",
    )


def seat_row(view: View, seat: int, columns: int) -> Line:
    """A seat in one row, in the columns of :func:`seat_row_heading`."""
    side = view.side(seat)
    line: Line = [_seat_name(view, seat)]
    for column in _columns(view):
        line.append((column.style, pad(column.value(side), column.width, right=True)))
    line.append(("", " "))
    parts = [*_states(view, seat), text_part(yaku_words(view, side.yaku), "", weight=1)]
    left = columns - width(line)
    return fill_line([*line, *fit_line(parts, left, gap=1)], columns)


def seat_row_heading(view: View, columns: int) -> Line:
    """The headings of the columns of :func:`seat_row`."""
    words = fill(f" {text('Seat')}", seat_label_width(view))
    words += "".join(fill(each.name, each.width, right=True) for each in _columns(view))
    return [("class:heading", fill(words, columns))]


class _Column(NamedTuple):
    """A column of the table of seats."""

    name: str
    width: int
    value: Callable[[table_pb2.Side], str]
    style: str = ""


def _columns(view: View) -> list[_Column]:
    dealer = view.match.dealer if view.playing else 0

    def number_of(kind: catalog_pb2.CardKind) -> Callable[[table_pb2.Side], str]:
        return lambda side: str(len(captured_of(view, side.seat, kind)))

    columns = [
        _Column("", 2, lambda side: text("D") if side.seat == dealer else "", "bold"),
        _Column(text("Total"), 6, lambda side: str(side.score), "bold"),
        _Column(text("Hand"), 5, lambda side: str(side.hand_size)),
    ]
    if view.game.card_points:
        columns.append(_Column(text("Now"), 5, lambda side: str(side.card_points)))
    columns += [_Column(mark(kind), 3, number_of(kind)) for kind, _ in KINDS]
    columns.append(_Column(text("Yaku"), 6, _yaku_points, "bold"))
    if in_teams(view):
        columns.append(
            _Column(text("Team"), TEAM_WIDTH, lambda side: str(view.seat(side.seat).team))
        )
    return columns


def _yaku_points(side: table_pb2.Side) -> str:
    return str(side.points) if side.yaku else "-"


def in_teams(view: View) -> bool:
    """Whether seats play in teams, so that each row shows the seat's team."""
    return any(seat.team for seat in view.table.seats)
