"""One seat's side of the table: its name tag, and what it captured."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2

from ..faces import Line, Theme, mark
from ..texts import count, text
from .cells import fill, fill_line, width, wrap
from .chips import KINDS, grouped
from .fitting import Part, fitted, plain
from .inks import BOLD, HEADING, ink, seat_ink, sign
from .spoken import yaku_words
from .view import View, clock

TEAM = 5
"""Columns of a seat's team, in tables with a row a seat."""


def label(view: View, seat: int) -> str:
    """A seat on its tag: "Aki (Red)", or of many "3 Aki"."""
    if view.game.seat_names and len(view.table.seats) == 2:
        each = view.seat(seat)
        if each.bot and not each.player_name:
            level, name = view.words.bot_name(each.bot), view.seat_name(seat)
            return " " + text("Computer ({level}, {seat})", level=level, seat=name) + " "
        return f" {view.name(seat)} ({view.seat_name(seat)}) "
    return f" {view.seat_name(seat)} {view.name(seat)} "


def label_width(view: View) -> int:
    """The columns of the widest tag, so that all of them line up."""
    return max((get_cwidth(label(view, each.number)) for each in view.table.seats), default=0)


def tag(view: View, seat: int, columns: int, theme: Theme) -> Line:
    """The name tag: name, dealer, total, hand, koi-koi called, presence, yaku so far."""
    side = view.side(seat)
    name: Line = [(seat_ink(seat, theme), fill(label(view, seat), label_width(view)))]
    total = text("Total {score}", score=side.score)
    parts = [Part((name,), 9)]
    if view.playing:
        parts += [plain(f"{total:<9}", total, str(side.score), weight=9, style=BOLD)]
        dealer = text("dealer") if view.match.dealer == seat else ""
        parts += [plain(f"{dealer:<6}" if dealer else " " * 6, dealer, dealer[:1], weight=6)]
        if seat != view.me:
            alone = len(view.others) == 1  # of many, some tags would have room and some not
            parts.append(_backs(side.hand_size, theme, drawn=alone))
        if view.game.card_points:
            now = str(_value(view, seat))
            long, few = text("cards worth {now}", now=now), text("worth {now}", now=now)
            parts.append(plain(long, few, f"+{now}", weight=6))
    if team := view.seat(seat).team:
        parts.append(plain(text("team {team}", team=team), f"t{team}", weight=7))
    parts += [*_states(view, seat, theme)]
    if view.playing:
        parts.append(_yaku(view, seat))
    return fill_line(fitted(parts, columns), columns)


def _backs(number: int, theme: Theme, *, drawn: bool) -> Part:
    """How many cards a hand has, and their backs where they are *drawn*."""
    cards = count(number, "1 card", "{n} cards")
    if not drawn:
        return plain(cards, weight=3)
    back = sign("▒▒", "##", theme)
    return plain(f"{' '.join([back] * number)} {cards}".strip(), cards, weight=3)


def _value(view: View, seat: int) -> int:
    return sum(map(view.words.worth, view.side(seat).captured))


def _states(view: View, seat: int, theme: Theme) -> list[Part]:
    """What is special about a seat just now: koi-koi called, away, a computer's, out."""
    side, held = view.side(seat), view.seat(seat)
    parts = []
    if side.koikoi_calls:
        parts.append(called(side.koikoi_calls, theme))
    if side.out:
        parts.append(plain(text("out"), weight=8, style=BOLD))
    if side.gaji_took:
        month = view.card(side.gaji_took).month
        parts.append(plain(text("lightning: month {n}", n=month), f"L{month}", weight=6))
    if held.player_name and held.bot:
        bot = view.words.bot_name(held.bot)
        plays = text("computer plays ({level})", level=bot)
        parts.append(plain(plays, text("computer"), text("bot"), weight=4, style=BOLD))
    elif held.HasField("absent_since"):
        left = view.seconds_to(held.replaceable_at) if held.HasField("replaceable_at") else 0
        alarm = ink("alarm", theme)
        words = text(" away {left} ", left=clock(left)) if left else text(" away ")
        parts.append(Part(([(alarm, words)], [(alarm, words.strip())]), 7))
    return parts


def called(times: int, theme: Theme, weight: int = 8) -> Part:
    """That a side has called koi-koi, once or several times."""
    long = count(times, " koi-koi called ", " koi-koi called {n} times ")
    short = count(times, " koi-koi ", " koi-koi {n} ")
    badge = ink("badge", theme)
    return Part(([(badge, long)], [(badge, short)], [(badge, f"KK{times}")]), weight)


def _yaku(view: View, seat: int) -> Part:
    """The yaku held so far, from all of them down to their points alone."""
    side = view.side(seat)
    if not side.yaku:
        return plain("")
    words = yaku_words(view, side.yaku)
    total = text("= {points}", points=side.points)
    if side.points < 0:
        total = text("(others {points})", points=side.points)
    number = len(side.yaku)
    few = count(number, "1 yaku", "{n} yaku")
    return plain(
        f"{words} {total}" if number > 1 and side.points >= 0 else words,
        f"{few} {total}",
        text("yaku {points}", points=side.points),
        weight=5,
        style=BOLD,
    )


def row(view: View, seat: int, columns: int, theme: Theme) -> Line:
    """A whole side in one row, in the columns of :func:`row_heading`."""
    side = view.side(seat)
    dealer = text("D") if view.playing and view.match.dealer == seat else " "
    groups = grouped(view, seat)
    line: Line = [
        (seat_ink(seat, theme), fill(label(view, seat), label_width(view))),
        (BOLD, f" {dealer} "),
        (BOLD, f"{side.score:>5}"),
        ("", f"{side.hand_size:>5}"),
        *([("", f"{_value(view, seat):>5}")] if view.game.card_points else []),
        *(("", f"{len(cards):>3}") for _, _, cards in groups),
        (BOLD, f"{side.points:>6}" if side.yaku else f"{'-':>6}"),
        *([("", f"{view.seat(seat).team:>{TEAM}}")] if in_teams(view) else []),
        ("", " "),
    ]
    left = columns - width(line)
    words = yaku_words(view, side.yaku)
    parts = [*_states(view, seat, theme), plain(words, "", weight=1)]
    return fill_line([*line, *fitted(parts, left, gap=1)], columns)


def in_teams(view: View) -> bool:
    """Whether seats count together: then each seat's row says its team."""
    return any(seat.team for seat in view.table.seats)


def row_heading(view: View, columns: int, theme: Theme) -> Line:
    """What the columns of :func:`row` are."""
    words = (
        f" {fill(text('Seat'), label_width(view) - 1)}   {text('Total'):>5}{text('Hand'):>5}"
        + (f"{text('Now'):>5}" if view.game.card_points else "")
        + "".join(f"{mark(kind, theme):>3}" for kind, _ in KINDS)
        + f"{text('Yaku'):>6}"
        + (f"{text('Team'):>{TEAM}}" if in_teams(view) else "")
    )
    return [(HEADING, fill(words, columns))]


def legend(theme: Theme) -> Line:
    """What the signs on the cards and before captured cards mean."""
    line: Line = [("", " "), (BOLD, f"{text('Signs')}   ")]
    for kind, name in KINDS:
        line += [(BOLD, mark(kind, theme)), ("", f" {text(name)}   ")]
    moved = f" 3 {mark(KINDS[0][0], theme)} "
    return [*line, (ink("news", theme), moved), ("", text(" just moved"))]


def short_forms(columns: int, game: catalog_pb2.Game | None = None) -> list[Line]:
    """What is written short where there are few columns, and what it means.

    Args:
        game: only what tables of this game have; None: what those of all games have.
    """
    told = [
        (text("D"), text("dealer")),
        (text("yaku {points}", points=5), text("points of the yaku so far, without their names")),
        ("(2)", text("2 cards of a yaku, which cannot be made: others captured its cards")),
        ("3+1", text("3 plains, and 1 card of another kind that counts as one")),
    ]
    if game is None or game.card_points:
        told += [
            (text("Now"), text("what the captured cards count so far")),
            ("L8", text("the lightning took a card of month 8: its rest follows at the end")),
            (text("Discards"), text("captured cards that count nothing")),
        ]
    wide = max(get_cwidth(short) for short, _ in told) + 2
    lines: list[Line] = [[("", " "), (HEADING, text("Short forms"))]]
    for short, meaning in told:
        first, *rest = wrap(meaning, columns - wide - 2)
        lines.append([("", " "), (BOLD, fill(short, wide)), ("", first)])
        lines += [[("", " " * (wide + 1) + each)] for each in rest]
    return lines
