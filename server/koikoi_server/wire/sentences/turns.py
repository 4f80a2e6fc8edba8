"""What happened in a turn: in full, and in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from koikoi.v1 import table_pb2 as pb
from koikoi_server.text import in_turn
from koikoi_server.wire.sentences.brief import brief
from koikoi_server.wire.sentences.lexicon import Lexicon, Pattern
from koikoi_server.wire.sentences.moves import moves, stays, taken, takes, yaku_list
from koikoi_server.wire.sentences.people import People
from koikoi_server.wire.sentences.reader import Reader

_KOIKOI, _STOP = pb.EVENT_KIND_KOIKOI_CALLED, pb.EVENT_KIND_STOP_CALLED


def turns(reader: Reader) -> list[pb.TurnSaid]:
    """What each turn of the round says, of those that the update has."""
    return [_shared(reader.of_turns([turn]), turn) for turn in reader.match.turns]


def turn_said(reader: Reader, turn: pb.Turn) -> pb.TurnSaid:
    """One turn in words."""
    events = [each for each in turn.events if each.kind != pb.EVENT_KIND_ROUND_ENDED]
    if not events:  # the match was ended as the turn began
        words = reader.words
        return pb.TurnSaid(full=words.text("The match was ended."), brief=words.text("ended"))
    by = next((each.by for each in events if each.seat == turn.seat), "")
    return pb.TurnSaid(
        full=in_turn(_sentences(reader, events), reader.words.language),
        brief=brief(reader, turn.seat, events),
        subject=reader.said(turn.seat, "You", "{name}", by),
    )


def _shared(reader: Reader, turn: pb.Turn) -> pb.TurnSaid:
    """As :func:`turn_said`. A turn is said in several updates, and alike to all who did not act."""
    seats = {turn.seat, *(each.seat for each in turn.events)}
    seat = reader.seat if reader.me in seats else 0
    return _kept(
        turn.SerializeToString(),
        reader.words,
        reader.people,
        reader.names,
        seat,
        reader.owner if seat else 0,
        reader.former,
    )


@lru_cache(maxsize=1_000)
def _kept(
    turn: bytes,
    words: Lexicon,
    people: People,
    names: tuple[str, ...],
    seat: int,
    owner: int,
    former: tuple[tuple[int, str], ...],
) -> pb.TurnSaid:
    reader = Reader(words, pb.Update(), people, names, seat, owner, former)
    return turn_said(reader, pb.Turn.FromString(turn))


def _sentences(reader: Reader, events: Sequence[pb.Event]) -> Iterator[str]:
    at = 0
    while at < len(events):
        said, used = (
            _both_cards(reader, events[at : at + 4])
            or _decided(reader, events[at : at + 2])
            or moves(reader, events, at)
            or ("", 1)
        )
        yield said
        at += used


def _both_cards(reader: Reader, events: Sequence[pb.Event]) -> tuple[str, int] | None:
    """A card played and a card drawn, each of which takes something or stays, as one sentence."""
    if len(events) < 4:
        return None
    played, took, drawn, found = events
    if (played.kind, drawn.kind) != (pb.EVENT_KIND_CARD_PLAYED, pb.EVENT_KIND_CARD_DRAWN):
        return None
    if any(not (takes(*pair) or stays(*pair)) for pair in ((played, took), (drawn, found))):
        return None
    if len({each.by for each in events}) > 1:  # somebody else took over within the turn
        return None
    you, other = _BOTH[takes(played, took), takes(drawn, found)]
    words = reader.words
    said = reader.said(
        played.seat,
        you,
        other,
        played.by,
        played=words.card(played.card),
        taken=words.cards(taken(took)),
        drawn=words.card(drawn.card),
        found=words.cards(taken(found)),
    )
    return said, 4


_BOTH: dict[tuple[bool, bool], tuple[Pattern, Pattern]] = {
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
"""By whether the card played takes something, and the card drawn."""


def _decided(reader: Reader, events: Sequence[pb.Event]) -> tuple[str, int] | None:
    """A yaku, and what its maker said to it, as one sentence."""
    if len(events) < 2 or events[0].kind != pb.EVENT_KIND_YAKU_FORMED:
        return None
    formed, then = events
    if then.kind not in (_KOIKOI, _STOP) or formed.by != then.by:
        return None
    you, other = (
        ("You made {yaku} and called koi-koi.", "{name} made {yaku} and called koi-koi.")
        if then.kind == _KOIKOI
        else ("You made {yaku} and stopped.", "{name} made {yaku} and stopped.")
    )
    yaku = yaku_list(reader, formed.yaku)
    return reader.said(formed.seat, you, other, formed.by, yaku=yaku), 2
