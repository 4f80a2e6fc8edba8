"""Sentences about each turn, in full and in brief (TurnSaid)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from koikoi.v1 import table_pb2
from koikoi_server.text import paragraph
from koikoi_server.wire.sentences.lexicon import Lexicon, Pattern
from koikoi_server.wire.sentences.moves import Move, moves, sentence, yaku_list
from koikoi_server.wire.sentences.occupants import Occupants
from koikoi_server.wire.sentences.reader import Reader
from koikoi_server.wire.sentences.turn_brief import brief


def turns(reader: Reader) -> list[table_pb2.TurnSaid]:
    """The sentences about each turn of the update."""
    return [_turn(reader.with_players_of([turn]), turn) for turn in reader.match.turns]


def _turn(reader: Reader, turn: table_pb2.Turn) -> table_pb2.TurnSaid:
    """The sentences about *turn*.

    They are cached: a turn is in several updates, and reads the same for all who did not act in it.
    """
    seats = {turn.seat, *(each.seat for each in turn.events)}
    seat = reader.seat if reader.me in seats else 0
    return _cached(
        turn.SerializeToString(),
        reader.words,
        reader.occupants,
        reader.names,
        seat,
        reader.owner if seat else 0,
        reader.former,
    )


@lru_cache(maxsize=1_000)
def _cached(
    turn: bytes,
    words: Lexicon,
    occupants: Occupants,
    names: tuple[str, ...],
    seat: int,
    owner: int,
    former: tuple[tuple[int, str], ...],
) -> table_pb2.TurnSaid:
    reader = Reader(words, table_pb2.Update(), occupants, names, seat, owner, former)
    return _said(reader, table_pb2.Turn.FromString(turn))


def _said(reader: Reader, turn: table_pb2.Turn) -> table_pb2.TurnSaid:
    events = [each for each in turn.events if each.kind != table_pb2.EVENT_KIND_ROUND_ENDED]
    by = next((each.by for each in events if each.seat == turn.seat), "")
    return table_pb2.TurnSaid(
        full=paragraph(_sentences(reader, events), reader.words.language),
        brief=brief(reader, turn.seat, events),
        subject=reader.about(turn.seat, "You", "{name}", by),
    )


def _sentences(reader: Reader, events: Sequence[table_pb2.Event]) -> Iterator[str]:
    """One sentence for each move, or for two moves that belong together."""
    left = moves(events)
    while left:
        of_two = _both_cards(reader, left) or _decided(reader, left)
        yield of_two or sentence(reader, left[0])
        del left[: 2 if of_two else 1]


def _both_cards(reader: Reader, left: Sequence[Move]) -> str:
    """One sentence about the cards played and drawn; empty if the next moves are others."""
    if len(left) < 2:
        return ""
    (played, after_play, taken), (drawn, after_draw, found) = left[:2]
    if (played.kind, drawn.kind) != (
        table_pb2.EVENT_KIND_CARD_PLAYED,
        table_pb2.EVENT_KIND_CARD_DRAWN,
    ):
        return ""
    if after_play is None or after_draw is None:
        return ""
    if len({each.by for each in (played, after_play, drawn, after_draw)}) > 1:
        return ""  # somebody else took over within the turn
    words = reader.words
    return reader.about(
        played.seat,
        *_BOTH_CARDS[bool(taken), bool(found)],
        played.by,
        played=words.card(played.card),
        taken=words.cards(taken),
        drawn=words.card(drawn.card),
        found=words.cards(found),
    )


_BOTH_CARDS: dict[tuple[bool, bool], tuple[Pattern, Pattern]] = {
    (True, True): (
        "You played {played} and took {taken}, then drew {drawn} and took {found}.",
        "{name} played {played} and took {taken}, then drew {drawn} and took {found}.",
    ),
    (True, False): (
        "You played {played} and took {taken}, then drew {drawn}, which stays on the field.",
        "{name} played {played} and took {taken}, then drew {drawn}, which stays on the field.",
    ),
    (False, True): (
        "You played {played} to the field, then drew {drawn} and took {found}.",
        "{name} played {played} to the field, then drew {drawn} and took {found}.",
    ),
    (False, False): (
        "You played {played} to the field, then drew {drawn}, which stays there too.",
        "{name} played {played} to the field, then drew {drawn}, which stays there too.",
    ),
}
"""The key: whether the card played takes something, whether the card drawn does."""


def _decided(reader: Reader, left: Sequence[Move]) -> str:
    """One sentence about a yaku and the decision; empty if the next moves are others."""
    if len(left) < 2:
        return ""
    formed, decision = left[0].event, left[1].event
    if formed.kind != table_pb2.EVENT_KIND_YAKU_FORMED or formed.by != decision.by:
        return ""
    if decision.kind not in _DECISIONS:
        return ""
    yaku = yaku_list(reader, formed.yaku)
    return reader.about(formed.seat, *_DECISIONS[decision.kind], formed.by, yaku=yaku)


_DECISIONS: dict[int, tuple[Pattern, Pattern]] = {
    table_pb2.EVENT_KIND_KOIKOI_CALLED: (
        "You made {yaku} and called koi-koi.",
        "{name} made {yaku} and called koi-koi.",
    ),
    table_pb2.EVENT_KIND_STOP_CALLED: (
        "You made {yaku} and stopped.",
        "{name} made {yaku} and stopped.",
    ),
}
