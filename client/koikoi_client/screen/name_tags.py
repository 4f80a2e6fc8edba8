"""One seat's side of the table: its name tag, and what it captured."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.cards import Line, mark
from koikoi_client.screen.styles import seat_style
from koikoi_client.text import count, text

from . import yaku_progress
from .captured import KINDS, by_kind
from .cells import cut_at_word, fill, fill_line, width, wrap
from .fitted_line import Part, fit_line, text_part
from .view import View, clock

TEAM = 5
"""Columns of a seat's team, in tables with a row a seat."""
_STATE = 12  # columns of what the server says of a seat, where there are few


def seat_label(view: View, seat: int) -> str:
    """A seat on its tag: "Aki (Red)", or of many "3 Aki"; an open seat as the game calls it."""
    name, own = view.name(seat), view.seat_name(seat)
    if name == view.names.seat_name(seat):
        return f" {name} "
    if view.game.seat_names and len(view.table.seats) == 2:
        return f" {name} ({own}) "
    if not view.seat(seat).player_name:
        name = name.removesuffix(f" {own}")  # which tells two computers apart
    return f" {own} {name} "


def seat_label_width(view: View) -> int:
    """The columns of the widest tag, so that all of them line up."""
    return max((get_cwidth(seat_label(view, each.number)) for each in view.table.seats), default=0)


def name_tag(view: View, seat: int, columns: int) -> Line:
    """The name tag: name, dealer, total, hand, koi-koi called, presence, yaku so far."""
    side = view.side(seat)
    name: Line = [(seat_style(seat), fill(seat_label(view, seat), seat_label_width(view)))]
    total = text("Total {score}", score=side.score)
    parts = [Part((name,), 9)]
    if view.playing:
        parts += [text_part(f"{total:<9}", total, str(side.score), weight=9, style="bold")]
        dealer = text("dealer") if view.match.dealer == seat else ""
        parts += [text_part(f"{dealer:<6}" if dealer else " " * 6, dealer, dealer[:1], weight=6)]
        if seat != view.me:
            alone = len(view.others) == 1  # of many, some tags would have room and some not
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


def _backs(number: int, *, drawn: bool) -> Part:
    """How many cards a hand has, and their backs where they are *drawn*."""
    cards = count(number, "1 card", "{n} cards")
    if not drawn:
        return text_part(cards, weight=3)
    back = "▒▒"
    return text_part(f"{' '.join([back] * number)} {cards}".strip(), cards, weight=3)


def _states(view: View, seat: int) -> list[Part]:
    """What is special about a seat just now: koi-koi called, nobody there, and how long still."""
    side, held = view.side(seat), view.seat(seat)
    parts = []
    if side.koikoi_calls:
        parts.append(koikoi_badge(side.koikoi_calls))
    if side.gaji_took:
        month = view.card(side.gaji_took).month
        parts.append(text_part(text("lightning: month {n}", n=month), f"L{month}", weight=6))
    gone = held.HasField("absent_since") or held.waits_too_long
    if gone or held.bot or side.out or seat in view.open_seats:
        words = view.names.seat_state(seat)
        short = cut_at_word(words, _STATE)
        if left := view.seconds_to(held.replaceable_at) if gone else 0:
            words, short = f"{words} {clock(left)}", f"{short} {clock(left)}"
        least = text("bot") if held.bot else short
        style = "class:alarm" if gone else "bold"
        parts.append(Part(([(style, f" {words} ")], [(style, short)], [(style, least)]), 7))
    return parts


def koikoi_badge(times: int, weight: int = 8) -> Part:
    """That a side has called koi-koi, once or several times."""
    long = count(times, " koi-koi called ", " koi-koi called {n} times ")
    short = count(times, " koi-koi ", " koi-koi {n} ")
    badge = "class:badge"
    return Part(([(badge, long)], [(badge, short)], [(badge, f"KK{times}")]), weight)


def yaku_words(view: View, yaku: Iterable[table_pb2.YakuScore]) -> str:
    """ "Moon Viewing 5, Animals 2"; of what costs the others the name alone."""
    return ", ".join(
        f"{view.names.yaku_name(each.yaku)} {each.points if each.points > 0 else ''}".rstrip()
        for each in yaku
    )


def _yaku(view: View, seat: int) -> Part:
    """The yaku held so far, from all of them down to their points alone."""
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
    """A whole side in one row, in the columns of :func:`seat_row_heading`."""
    side = view.side(seat)
    dealer = text("D") if view.playing and view.match.dealer == seat else " "
    groups = by_kind(view, seat)
    line: Line = [
        (seat_style(seat), fill(seat_label(view, seat), seat_label_width(view))),
        ("bold", f" {dealer} "),
        ("bold", f"{side.score:>5}"),
        ("", f"{side.hand_size:>5}"),
        *([("", f"{side.card_points:>5}")] if view.game.card_points else []),
        *(("", f"{len(cards):>3}") for _, _, cards in groups),
        ("bold", f"{side.points:>6}" if side.yaku else f"{'-':>6}"),
        *([("", f"{view.seat(seat).team:>{TEAM}}")] if in_teams(view) else []),
        ("", " "),
    ]
    left = columns - width(line)
    words = yaku_words(view, side.yaku)
    parts = [*_states(view, seat), text_part(words, "", weight=1)]
    return fill_line([*line, *fit_line(parts, left, gap=1)], columns)


def in_teams(view: View) -> bool:
    """Whether seats count together: then each seat's row says its team."""
    return any(seat.team for seat in view.table.seats)


def seat_row_heading(view: View, columns: int) -> Line:
    """What the columns of :func:`seat_row` are."""
    words = (
        f" {fill(text('Seat'), seat_label_width(view) - 1)}   {text('Total'):>5}{text('Hand'):>5}"
        + (f"{text('Now'):>5}" if view.game.card_points else "")
        + "".join(f"{mark(kind):>3}" for kind, _ in KINDS)
        + f"{text('Yaku'):>6}"
        + (f"{text('Team'):>{TEAM}}" if in_teams(view) else "")
    )
    return [("class:heading", fill(words, columns))]


def legend() -> Line:
    """What the signs on the cards and before captured cards mean."""
    line: Line = [("", " "), ("bold", f"{text('Signs')}   ")]
    for kind, name in KINDS:
        line += [("bold", mark(kind)), ("", f" {text(name)}   ")]
    moved = f" 3 {mark(KINDS[0][0])} "
    return [*line, ("class:moved", moved), ("", text(" just moved"))]


def abbreviations(columns: int, game: catalog_pb2.Game | None) -> list[Line]:
    """What is written short where there are few columns, and what it means.

    Args:
        game: only what tables of this game have; None: what those of all games have.
    """
    told = [
        (text("D"), text("dealer")),
        (text("yaku {points}", points=5), text("points of the yaku so far, without their names")),
        *yaku_progress.mark_meanings(),
        ("3+1", text("3 plains, and 1 card of another kind that counts among them")),
    ]
    if game is None or game.card_points:
        told += [
            (text("Now"), text("what the captured cards count so far")),
            ("L8", text("the lightning took a card of month 8: its rest follows at the end")),
            (text("Discards"), text("captured cards that count nothing")),
        ]
    wide = max(get_cwidth(short) for short, _ in told) + 2
    lines: list[Line] = [[("", " "), ("class:heading", text("Short forms"))]]
    for short, meaning in told:
        first, *rest = wrap(meaning, columns - wide - 2)
        lines.append([("", " "), ("bold", fill(short, wide)), ("", first)])
        lines += [[("", " " * (wide + 1) + each)] for each in rest]
    return lines
