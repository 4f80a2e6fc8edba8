"""A match that is over, position by position, with every hand open.

The rows of a side and of the field are as rich as fits; they are chosen by the number of players,
so that a table looks the same from step to step.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import product

from koikoi.v1 import service_pb2
from koikoi.v1 import table_pb2 as pb

from ..faces import Line, Theme, chip
from ..replaying import Position, Replay
from ..texts import joined, text
from .bottom import Hint, bottom
from .cells import beside, fill, fill_line, indented, sized, width, wrap
from .chips import captured
from .field import FACE, Face, drawn, field, field_rows, fits, margin
from .fitting import Part, fitted, plain, spread
from .inks import BOLD, ink, seat_ink
from .sides import called, label, label_width
from .small import small, too_small
from .spoken import yaku_words
from .view import View

SENTENCE_ROWS = 2
_FACES = (Face.PICTURE, Face.TILE, Face.SLIP, None)
"""From rich to small; None: chips, of which a hand's stand beside the name."""


def view(
    replay: Replay,
    place: int,
    catalog: service_pb2.GetCatalogResponse,
    *,
    marks: bool = True,
    notice: str = "",
) -> View:
    """A position as what a spectator would have been shown."""
    record, now = replay.record, replay.positions[place]
    table = pb.Table(game=record.game, rules=record.rules, stage=pb.STAGE_PLAYING)
    match = pb.Match(
        round=now.round, rounds=len(record.rounds), dealer=now.dealer, phase=pb.PHASE_PLAY,
        turn=now.event.seat, field=now.field, draw_pile=len(now.draw_pile),
        open_card=now.open_card,
    )  # fmt: skip
    for seat, player in enumerate(record.players, 1):
        table.seats.add(seat=seat, player_name=player.name, bot=player.bot, team=player.team)
        at = seat - 1
        match.sides.add(
            seat=seat, hand_size=len(now.hands[at]), captured=now.captured[at], yaku=now.yaku[at],
            points=now.points[at], koikoi_calls=now.calls[at], score=now.scores[at],
            out=now.out[at],
        )  # fmt: skip
    update = pb.Update(seq=1, table=table, match=match)
    news = frozenset((now.event.card, *now.event.cards)) if _moves(now) else frozenset()
    return View(update, None, catalog, marks=marks, news=news, notice=notice)


def sentence(shown: View, replay: Replay, place: int, *, full: bool = False) -> str:
    """What had just happened; after the last event who won as well. *full*: see Words.kinds."""
    event = replay.positions[place].event
    said = dataclasses.replace(shown.words, kinds=full).event(event)
    if event.kind == pb.EVENT_KIND_MATCH_ENDED:
        names = [shown.words.player(seat) for seat in replay.record.winners]
        names = [each[:1].upper() + each[1:] for each in names]
        if not names:
            said += f" {text('It has no result.')}"
        elif len(names) == 1:
            said += f" {text('{name} won.', name=names[0])}"
        elif set(replay.record.winners) <= set(shown.words.side(replay.record.winners[0])):
            said += f" {text('{names} won together.', names=joined(names, text('and')))}"
        else:
            said += f" {text('It is a draw of {names}.', names=joined(names, text('and')))}"
    return said.strip() or text("Something happened that this client does not know.")


def standing(shown: View, replay: Replay, place: int) -> tuple[str, str]:
    """ "Month 2 of 3" (or that none is dealt yet) and "step 37 of 512"."""
    now = replay.positions[place]
    name = shown.game.round_name or text("Round")
    round = text("{name} {n} of {all}", name=name, n=now.round, all=len(replay.record.rounds))
    step = text("step {n} of {all}", n=place + 1, all=replay.last + 1)
    return (round if now.round else text("before the first deal")), step


def replay_screen(
    replay: Replay, place: int, shown: View, columns: int, rows: int, theme: Theme
) -> list[Line]:
    """The whole screen: bar, the sides with their hands, the field, what happened, the keys."""
    if too_small(columns, rows):
        return small(columns, rows)
    room = rows - 2 - SENTENCE_ROWS
    hands, on_field = _faces(shown, columns, room, theme)
    now = replay.positions[place]
    lines: list[Line] = []
    for seat in shown.table.seats:
        lines += _side(shown, now, seat.number, columns, hands, theme)
    middle = _field(shown, columns, on_field, theme)
    if room > len(lines) + len(middle):
        middle = [[], *middle]
    said = wrap(shown.notice or sentence(shown, replay, place), columns - 2, indent=2)
    told: list[Line] = [
        [(ink("notice", theme) if shown.notice else BOLD, f" {each}")]
        for each in said[:SENTENCE_ROWS]
    ]
    told = [[]] * (SENTENCE_ROWS - len(told)) + told
    return [
        *sized([_bar(shown, replay, place, columns, theme)], columns, 1),
        *sized([*lines, *middle], columns, room),
        *sized(told, columns, SENTENCE_ROWS),
        bottom(_hints(shown), columns),
    ]


def _moves(now: Position) -> bool:
    return now.event.kind in (
        pb.EVENT_KIND_CARD_PLAYED, pb.EVENT_KIND_CARD_DRAWN, pb.EVENT_KIND_CARD_LAID,
        pb.EVENT_KIND_CARDS_CAPTURED, pb.EVENT_KIND_HAND_SHOWN, pb.EVENT_KIND_HIKI_CALLED,
    )  # fmt: skip


def _hints(shown: View) -> list[Hint]:
    name = (shown.game.round_name or text("Round")).lower()
    return [
        ("Left Right", text("step")),
        ("Up Down", name),
        ("G", text("go to")),
        ("Esc", text("back")),
        ("Home End", text("ends")),
        ("M", text("marks")),
    ]


def _bar(shown: View, replay: Replay, place: int, columns: int, theme: Theme) -> Line:
    style = ink("bar", theme)
    bold = f"{style} bold"
    round, step = standing(shown, replay, place)
    left = [
        plain(f" {shown.game.name}", weight=9, style=bold),
        plain(round, weight=9, style=bold),
        plain(text("Pile {number}", number=shown.match.draw_pile), weight=8, style=style),
        plain(text("open hands"), "", weight=1, style=style),
    ]
    line = spread(left, [plain(f"{step} ", weight=9, style=bold)], columns)
    return [(each or style, words) for each, words in line]


def _faces(shown: View, columns: int, room: int, theme: Theme) -> tuple[Face | None, Face | None]:
    """How hands and field are drawn: the hands may be smaller by one kind, or the field is."""
    pairs = [
        (hand, lying)
        for hand, lying in product(range(len(_FACES)), repeat=2)
        if abs(hand - lying) <= 1 or (hand == len(_FACES) - 1 and lying > 0)
    ]
    pairs.sort(key=lambda pair: (sum(pair), pair))
    for hand, lying in pairs:
        faces = _FACES[hand], _FACES[lying]
        if Face.PICTURE in faces and not theme.pictures:
            continue
        if _height(shown, columns, *faces) <= room:
            return faces
    return None, None


def _height(shown: View, columns: int, hand: Face | None, lying: Face | None) -> int:
    side = 1 + _chip_rows(shown) + (hand.rows if hand else 0)
    middle = field_rows(shown, columns) * lying.rows if lying else 2
    return side * len(shown.table.seats) + middle


def _chip_rows(shown: View) -> int:
    """Rows for what a side captured: two players have room for the names of all cards."""
    return 2 if len(shown.table.seats) == 2 else 1


def _side(
    shown: View, now: Position, seat: int, columns: int, face: Face | None, theme: Theme
) -> list[Line]:
    """A side: its name and numbers, its hand, what it captured."""
    hand = now.hands[seat - 1]
    chips = _chip_rows(shown)
    took = sized(captured(shown, seat, columns, chips, theme), columns, chips)
    if face is None:
        return [_tag(shown, seat, columns, theme, hand), *took]
    row = beside([drawn(shown, card, face, theme) for card in hand[: fits(columns)]])
    row = indented(row, margin(columns)) or [[]] * face.rows
    return [_tag(shown, seat, columns, theme), *row, *took]


def _tag(shown: View, seat: int, columns: int, theme: Theme, hand: Sequence[int] = ()) -> Line:
    side = shown.side(seat)
    name: Line = [(seat_ink(seat, theme), fill(label(shown, seat), label_width(shown)))]
    total = text("Total {score}", score=side.score)
    dealer = text("dealer") if shown.match.dealer == seat else ""
    parts = [Part((name,), 9), plain(f"{total:<9}", total, str(side.score), weight=8, style=BOLD)]
    if hand:
        parts.append(Part((_chips(shown, hand, theme), _chips(shown, hand, theme, named=False)), 8))
    parts.append(plain(f"{dealer:<6}" if not hand else dealer, dealer[:1], weight=6))
    if side.koikoi_calls:
        parts.append(called(side.koikoi_calls, theme, 7))
    if side.out:
        parts.append(plain(text("out"), weight=8, style=BOLD))
    if shown.seat(seat).team:
        parts.append(plain(text("team {team}", team=shown.seat(seat).team), weight=5))
    if side.yaku:
        words = yaku_words(shown, side.yaku)
        points = text("yaku {points}", points=side.points)
        parts.append(plain(f"{words} = {side.points}", points, weight=4, style=BOLD))
    return fill_line(fitted(parts, columns), columns)


def _chips(shown: View, cards: Sequence[int], theme: Theme, *, named: bool = True) -> Line:
    """Cards in one line; a card that just moved is lit."""
    line: Line = []
    for card in cards:
        if line:
            line.append(("", " "))
        for style, words in chip(shown.card(card), theme, named=named):
            line.append((ink("news", theme) if card in shown.news else style, words))
    return line


def _field(shown: View, columns: int, face: Face | None, theme: Theme) -> list[Line]:
    if face is not None:
        return field(shown, columns, face, theme, signs=False)
    match = shown.match
    lying = [*sorted(match.field), *([match.open_card] if match.open_card else [])]
    lines: list[Line] = [[("", " "), (BOLD, text("Field")), ("", " ")]]
    for card in lying:
        piece = _chips(shown, [card], theme)
        if width(lines[-1]) + 1 + width(piece) > columns:
            lines.append([("", " " * (FACE - 2))])
        lines[-1] += [("", " "), *piece]
    return lines
