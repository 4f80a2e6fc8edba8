"""One seat's side of the table: its name tag, and what it captured."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2

from ..faces import Line, Theme, chip, mark
from ..texts import count, text
from .cells import fill, fill_line, width
from .fitting import Part, fitted, plain
from .inks import BOLD, HEADING, ink, seat_ink, sign
from .spoken import yaku_words
from .view import View, clock

KINDS = (
    (catalog_pb2.CARD_KIND_BRIGHT, "Brights"),
    (catalog_pb2.CARD_KIND_ANIMAL, "Animals"),
    (catalog_pb2.CARD_KIND_RIBBON, "Ribbons"),
    (catalog_pb2.CARD_KIND_PLAIN, "Plains"),
)
_ROOMY = 100  # columns from which plains have names as well


def label(view: View, seat: int) -> str:
    """A seat on its tag: "Aki (Red)", or of many "3 Aki"."""
    if view.game.seat_names and len(view.table.seats) == 2:
        return f" {view.name(seat)} ({view.seat_name(seat)}) "
    return f" {view.seat_name(seat)} {view.name(seat)} "


def label_width(view: View) -> int:
    """The columns of the widest tag, so that all of them line up."""
    return max((get_cwidth(label(view, each.seat)) for each in view.table.seats), default=0)


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
            parts.append(_backs(side.hand_size, theme))
        if view.game.card_points:
            now = str(_value(view, seat))
            long, few = text("cards worth {now}", now=now), text("worth {now}", now=now)
            parts.append(plain(long, few, f"+{now}", weight=6))
    parts += [*_states(view, seat, theme)]
    if view.playing:
        parts.append(_yaku(view, seat))
    return fill_line(fitted(parts, columns), columns)


def _backs(number: int, theme: Theme) -> Part:
    cards = count(number, "1 card", "{n} cards")
    back = sign("▒▒", "##", theme)
    return plain(f"{' '.join([back] * number)} {cards}".strip(), cards, weight=3)


def _value(view: View, seat: int) -> int:
    return sum(map(view.words.worth, view.side(seat).captured))


def _states(view: View, seat: int, theme: Theme) -> list[Part]:
    """What is special about a seat just now: koi-koi called, away, a computer's, out, its team."""
    side, held = view.side(seat), view.seat(seat)
    parts = []
    if held.team:
        parts.append(plain(text("team {team}", team=held.team), f"t{held.team}", weight=7))
    if side.koikoi_calls:
        calls = f"x{side.koikoi_calls}"
        badge = ink("badge", theme)
        long, short = text(" KOI-KOI {calls} ", calls=calls), text("KK{calls}", calls=calls)
        parts.append(Part(([(badge, long)], [(badge, short)]), 8))
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


def _yaku(view: View, seat: int) -> Part:
    """The yaku held so far, from all of them down to their points alone."""
    side = view.side(seat)
    if not side.yaku:
        return plain(text("no yaku yet"), "", weight=1)
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
        ("", f"{side.hand_size:>5} "),
        *([("", f"{_value(view, seat):>5}")] if view.game.card_points else []),
        *(("", f"{len(cards):>3}") for _, _, cards in groups),
        (BOLD, f"{side.points:>6}" if side.yaku else f"{'-':>6}"),
        ("", "  "),
    ]
    left = columns - width(line)
    words = yaku_words(view, side.yaku)
    parts = [*_states(view, seat, theme), plain(words, "", weight=1)]
    return fill_line([*line, *fitted(parts, left, gap=1)], columns)


def row_heading(view: View, columns: int, theme: Theme) -> Line:
    """What the columns of :func:`row` are."""
    words = (
        f" {fill(text('Seat'), label_width(view) - 1)}   {text('Total'):>5}{text('Hand'):>5} "
        + (f"{text('Now'):>5}" if view.game.card_points else "")
        + "".join(f"{mark(kind, theme):>3}" for kind, _ in KINDS)
        + f"{text('Yaku'):>6}"
    )
    return [(HEADING, fill(words, columns))]


def grouped(view: View, seat: int) -> list[tuple[catalog_pb2.CardKind, str, list[int]]]:
    """A side's captured cards by kind: the kind, its name, the cards by month."""
    dropped = set(view.discards())
    dropped |= view.lightning()
    captured = [card for card in view.side(seat).captured if card not in dropped]
    return [
        (kind, text(name), sorted(card for card in captured if view.card(card).kind == kind))
        for kind, name in KINDS
    ]


def legend(theme: Theme) -> Line:
    """What the signs on the cards and before captured cards mean."""
    line: Line = [("", " "), (BOLD, f"{text('Signs')}   ")]
    for kind, name in KINDS:
        line += [(BOLD, mark(kind, theme)), ("", f" {text(name)}   ")]
    return line


def captured(view: View, seat: int, columns: int, rows: int, theme: Theme) -> list[Line]:
    """The captured cards as chips in four groups, in at most so many rows; at least one.

    When there are too many for names, they have their months alone, and at last only their number.
    """
    groups = grouped(view, seat)
    for room in range(1, rows + 1):
        for names, months in (("BARP", ""), ("BAR", "P")) if columns >= _ROOMY else (("BAR", "P"),):
            lines = _chips(view, groups, names, months, columns, theme, titles=True, whole=True)
            if len(lines) <= room:
                return lines
    forms = [("BAR", "P"), ("", "BARP"), ("", "BAR"), ("", "")]
    for (names, months), whole in product(forms, (True, False)):
        lines = _chips(view, groups, names, months, columns, theme, whole=whole)
        if len(lines) <= rows:
            break
    return lines[:rows]


def _chips(
    view: View,
    groups: Sequence[tuple[catalog_pb2.CardKind, str, list[int]]],
    names: str,
    months: str,
    columns: int,
    theme: Theme,
    *,
    titles: bool = False,
    whole: bool = False,
) -> list[Line]:
    """The groups with named chips, with months alone, or with their number alone.

    A group may break between two chips, and its rest stands in the next line; with *whole* only
    one that is wider than a line.
    """
    lines: list[Line] = [[("", " ")]]
    for letter, (kind, name, cards) in zip("BARP", groups, strict=True):
        shown = letter in names or letter in months
        head = mark(kind, theme) + (f" {name}" if titles else "")
        head += f" {len(cards)}" if cards else " -"
        pieces: list[Line] = [[(BOLD, head + (":" if cards and shown else ""))]]
        for card in cards if shown else ():
            face = view.card(card)
            style = chip(face, theme, named=letter in names)
            if card in view.news:
                style = [(f"{ink('news', theme)}", words) for _, words in style]
            elif letter in names and kind == catalog_pb2.CARD_KIND_PLAIN:
                style = [(style[0][0], f"{face.month} {face.plant}")]
            pieces.append([*style, *_lightning(view, card, theme, named=letter in names)])
        wide = sum(map(width, pieces)) + len(pieces) - 1
        if whole and wide + 1 <= columns < width(lines[-1]) + 2 + wide:
            lines.append([("", " ")])
        for number, piece in enumerate(pieces):
            gap = 2 if number == 0 and width(lines[-1]) > 1 else 1 if number else 0
            if width(lines[-1]) + gap + width(piece) > columns and width(lines[-1]) > 1:
                lines.append([("", "   ")])
                gap = 0
            lines[-1] += [*([("", " " * gap)] if gap else []), *piece]
    return lines


def _lightning(view: View, card: int, theme: Theme, *, named: bool) -> Line:
    """The lightning on the card that it took; nothing on others."""
    if all(side.gaji_took != card for side in view.match.sides):
        return []
    return [(ink("badge", theme), text("+lightning") if named else "+L")]
