"""Draw a position of a finished match, with all hands open.

Cards are as large as fits. Their size depends on the number of players, not on the position, so
that a table looks the same from step to step.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.actions.command import row_of
from koikoi_client.actions.replay import REPLAY, ReplayAction
from koikoi_client.cards import COLUMNS, Line, chip
from koikoi_client.text import printable, text
from koikoi_client.text.wrapping import wrap
from koikoi_client.wire.session import Step

from .bottom_row import Hint, bottom_row
from .captured import captured_lines
from .cells import fit_lines, indented, side_by_side, width
from .field import CardSize, card_margin, cards_across, draw_card, field, field_rows
from .fitted_line import Part, text_part
from .name_tags import name_tag
from .room import Room
from .too_small import please_enlarge, too_small
from .top_bar import TITLE, game_and_round, pile_size, top_bar
from .view import View

SENTENCE_ROWS = 2
"""The least rows for the sentences of a step; they get the free rows as well."""
_MOVES = (
    table_pb2.EVENT_KIND_CARD_PLAYED,
    table_pb2.EVENT_KIND_CARD_DRAWN,
    table_pb2.EVENT_KIND_CARD_LAID,
    table_pb2.EVENT_KIND_CARDS_CAPTURED,
    table_pb2.EVENT_KIND_HAND_SHOWN,
    table_pb2.EVENT_KIND_HIKI_CALLED,
)
_SIZES = (CardSize.PICTURE, CardSize.TILE, CardSize.SLIP, None)
"""From large to small. None: cards are chips, and a hand is in the row of the name tag."""


def replay_view(
    step: Step,
    catalog: service_pb2.GetCatalogResponse,
    *,
    marks: bool = True,
    pictures: bool = False,
    notice: str = "",
) -> View:
    """The view of a step: a spectator's, with the cards that moved highlighted."""
    moved = {
        card
        for entry in step.update.news
        for event in entry.events
        if event.kind in _MOVES
        for card in (event.card, *event.cards)
    }
    return View(
        step.update,
        None,
        catalog,
        step.said,
        marks=marks,
        pictures=pictures,
        news=frozenset(moved),
        notice=notice,
    )


def step_sentences(step: Step) -> str:
    """What happened in this step, in sentences."""
    return printable(" ".join(line for entry in step.said.news for line in entry.lines))


def replay_screen(step: Step, shown: View, room: Room) -> list[Line]:
    """The screen: top row, the sides with their hands, the field, what happened, bottom row."""
    if too_small(room):
        return please_enlarge(room)
    columns, free = room.columns, room.less(rows=2 + SENTENCE_ROWS)
    hands, on_field = _sizes(shown, free)
    lines: list[Line] = []
    for seat in shown.table.seats:
        hand = step.hands[seat.number - 1].cards if seat.number <= len(step.hands) else ()
        lines += _side(shown, hand, seat.number, columns, hands)
    middle = _field(shown, columns, on_field)
    spare = max(0, free.rows - len(lines) - len(middle))
    said = _sentences(
        shown.notice or step_sentences(step), Room(columns - 2, SENTENCE_ROWS + spare)
    )
    more = max(0, len(said) - SENTENCE_ROWS)
    free = free.less(rows=more)
    if spare > more:
        middle = [[], *middle]
    sentences: list[Line] = [
        [("class:notice" if shown.notice else "bold", f" {each}")] for each in said
    ]
    sentences = [[]] * (SENTENCE_ROWS - len(sentences)) + sentences
    return [
        *fit_lines([_bar(shown, step, columns)], Room(columns, 1)),
        *fit_lines([*lines, *middle], free),
        *fit_lines(sentences, Room(columns, len(sentences))),
        bottom_row(_hints(shown), columns),
    ]


def _sentences(words: str, room: Room) -> list[str]:
    """The sentences in lines; if they do not fit, they end in two dots."""
    lines = wrap(words, room.columns, indent=2)
    if len(lines) > room.rows:
        lines = lines[: room.rows]
        lines[-1] = wrap(lines[-1], room.columns - 3)[0] + " .."
    return lines


def _hints(shown: View) -> list[Hint]:
    """The keys; those of two opposite directions share a label."""
    back, forward, before, after, start, end, go_to, leave, marks = (
        row_of(REPLAY.commands, action)
        for action in (
            ReplayAction.BACK, ReplayAction.FORWARD, ReplayAction.ROUND_BEFORE,
            ReplayAction.NEXT_ROUND, ReplayAction.START, ReplayAction.END,
            ReplayAction.GO_TO_ROUND, ReplayAction.LEAVE, ReplayAction.MARKS,
        )
    )  # fmt: skip
    return [
        back.hint_as("step", keys=f"{back.keys} {forward.keys}"),
        (f"{before.keys} {after.keys}", shown.names.round_name),
        go_to.hint,
        leave.hint,
        marks.hint,
        start.hint_as("ends", keys=f"{start.keys} {end.keys}"),
    ]


def _bar(shown: View, step: Step, columns: int) -> Line:
    number = text("step {n} of {all}", n=step.step, all=step.steps)
    left = [
        *game_and_round(shown, before_first=text("before the first deal")),
        pile_size(shown),
        text_part(text("open hands"), "", weight=1),
    ]
    return top_bar(left, [text_part(f"{number} ", weight=9, style=TITLE)], columns)


def _sizes(shown: View, room: Room) -> tuple[CardSize | None, CardSize | None]:
    """The sizes of the cards in hands and on the field, which differ by at most one step."""
    pairs = [
        (hand, lying)
        for hand, lying in product(range(len(_SIZES)), repeat=2)
        if abs(hand - lying) <= 1 or (hand == len(_SIZES) - 1 and lying > 0)
    ]
    pairs.sort(key=lambda pair: (sum(pair), pair))
    for hand, lying in pairs:
        sizes = _SIZES[hand], _SIZES[lying]
        if CardSize.PICTURE in sizes and not shown.pictures:
            continue
        if _height(shown, room.columns, *sizes) <= room.rows:
            return sizes
    return None, None


def _height(shown: View, columns: int, hand: CardSize | None, lying: CardSize | None) -> int:
    side = 1 + _chip_rows(shown) + (hand.rows if hand else 0)
    middle = field_rows(shown, columns) * lying.rows if lying else 2
    return side * len(shown.table.seats) + middle


def _chip_rows(shown: View) -> int:
    """The rows for a side's captured cards; with two players, enough for the names of all cards."""
    return 2 if len(shown.table.seats) == 2 else 1


def _side(
    shown: View, hand: Sequence[int], seat: int, columns: int, size: CardSize | None
) -> list[Line]:
    """A side: its name tag, its hand, its captured cards."""
    chips = Room(columns, _chip_rows(shown))
    took = fit_lines(captured_lines(shown, seat, chips), chips)
    if size is None:
        return [name_tag(shown, seat, columns, hand=_open_hand(shown, hand)), *took]
    row = side_by_side([draw_card(shown, card, size) for card in hand[: cards_across(columns)]])
    row = indented(row, card_margin(columns)) or [[]] * size.rows
    return [name_tag(shown, seat, columns, hand=text_part("")), *row, *took]


def _open_hand(shown: View, hand: Sequence[int]) -> Part:
    return Part((_chips(shown, hand), _chips(shown, hand, named=False)), 8)


def _chips(shown: View, cards: Sequence[int], *, named: bool = True) -> Line:
    """Cards as chips in one line; a card that just moved is highlighted."""
    line: Line = []
    for card in cards:
        if line:
            line.append(("", " "))
        for style, words in chip(shown.card(card), named=named):
            line.append(("class:moved" if card in shown.news else style, words))
    return line


def _field(shown: View, columns: int, size: CardSize | None) -> list[Line]:
    if size is not None:
        return field(shown, columns, size, captions=False)
    match = shown.match
    lying = [*sorted(match.field), *([match.open_card] if match.open_card else [])]
    lines: list[Line] = [[("", " "), ("bold", text("Field")), ("", " ")]]
    for card in lying:
        piece = _chips(shown, [card])
        if width(lines[-1]) + 1 + width(piece) > columns:
            lines.append([("", " " * (COLUMNS - 2))])
        lines[-1] += [("", " "), *piece]
    return lines
