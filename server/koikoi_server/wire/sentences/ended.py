"""How a round ended: of an update that has its result, or as far as the news tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from koikoi.v1 import table_pb2 as pb
from koikoi_server.wire.sentences.lexicon import Lexicon
from koikoi_server.wire.sentences.reader import Reader


class Way(Enum):
    """How a round ended."""

    STOP = auto()  #: somebody chose to stop
    LAST_CARD = auto()  #: a yaku with the last card, which stops by itself
    PAID_STOP = auto()  #: as STOP, where the others pay
    PAID_LAST_CARD = auto()  #: as LAST_CARD, where the others pay
    DRAWN = auto()
    DRAWN_FOR_DEALER = auto()
    DRAWN_AGAINST_DEALER = auto()
    DEALT_HAND = auto()
    DEALT_HANDS = auto()
    PLAYED_OUT = auto()
    ABANDONED = auto()


@dataclass(frozen=True)
class Ended:
    """A round that is over."""

    way: Way
    round: int  #: 0: not known
    winner: int  #: seat; 0: nobody
    points: int  #: what it brought the winner
    scores: Sequence[int] = ()  #: what each seat won or lost, seat 1 first; empty: not known
    by: str = ""  #: the computer that stopped; empty: a person did, or nobody
    yaku: str = ""  #: id of the dealt hand
    next_dealer: int = 0  #: seat; 0: nobody deals next, or it is not known
    out: Sequence[int] = ()  #: seats that are out by it


def of_match(reader: Reader) -> Ended:
    """The round just ended, of an update that has its result."""
    match, result = reader.match, reader.match.result
    scores, winner = list(result.scores), result.winner
    stops = [
        event
        for turn in match.turns
        for event in turn.events
        if event.kind == pb.EVENT_KIND_STOP_CALLED
    ]
    forced = not reader.side(winner).hand_size
    return Ended(
        way=_way(reader.words, result.end, winner, forced=forced),
        round=match.round,
        winner=winner,
        points=scores[winner - 1] if 0 < winner <= len(scores) else 0,
        scores=scores,
        by=stops[-1].by if stops else "",
        yaku=result.lines[0].item if result.lines else "",
        next_dealer=result.next_dealer,
        out=[s.seat for s in match.sides if s.out and lost(scores, s.seat)],
    )


def of_news(reader: Reader, news: Sequence[pb.Entry], entry: int, event: int) -> Ended:
    """The round whose end is the event at that place of *news*.

    Of an older round than the last one an update has no result: it follows from what the news tell
    before and after.
    """
    before = news[entry].events[:event]
    after = [
        *news[entry].events[event + 1 :],
        *(e for each in news[entry + 1 :] for e in each.events),
    ]
    kinds = [each.kind for each in after]
    if reader.match.HasField("result") and pb.EVENT_KIND_ROUND_ENDED not in kinds:
        return of_match(reader)
    ended = news[entry].events[event]
    same_match = pb.EVENT_KIND_MATCH_STARTED not in kinds
    scores = list[int]()
    deals = [e for each in news[:entry] for e in each.events] + [*before]
    number = next((e.number for e in reversed(deals) if e.kind == pb.EVENT_KIND_ROUND_DEALT), 0)
    if same_match:
        number = reader.match.round - kinds.count(pb.EVENT_KIND_ROUND_DEALT)
        sides = reader.match.sides
        if sides and all(len(side.round_scores) >= number > 0 for side in sides):
            scores = [side.round_scores[number - 1] for side in sides]
    stops = [each for each in before if each.kind == pb.EVENT_KIND_STOP_CALLED]
    shown = [each for each in before if each.kind == pb.EVENT_KIND_HAND_SHOWN]
    dealt = [each.seat for each in after if each.kind == pb.EVENT_KIND_ROUND_DEALT]
    outs = (each.seat for each in news[entry].events if each.kind == pb.EVENT_KIND_SEAT_OUT)
    if stops:
        end = pb.ROUND_END_STOPPED
    elif shown:
        end = pb.ROUND_END_DEALT_HAND if len(shown) == 1 else pb.ROUND_END_DEALT_HANDS
    elif not before and not ended.seat:
        end = pb.ROUND_END_ABANDONED
    else:
        end = pb.ROUND_END_PLAYED_OUT if reader.words.plays_out else pb.ROUND_END_DRAWN
    forced = any(each.kind == pb.EVENT_KIND_YAKU_FORMED for each in before)
    winner = ended.seat
    return Ended(
        way=_way(reader.words, end, winner, forced=forced),
        round=number,
        winner=winner,
        points=scores[winner - 1] if scores and winner else ended.number,
        scores=scores,
        by=stops[-1].by if stops else "",
        yaku=shown[0].yaku[0].yaku if shown else "",
        next_dealer=dealt[0] if dealt and same_match else 0,
        out=[*outs],
    )


def _way(words: Lexicon, end: pb.RoundEnd, winner: int, *, forced: bool) -> Way:
    if end == pb.ROUND_END_STOPPED:
        if words.game.ABOUT.stop_is_paid:
            return Way.PAID_LAST_CARD if forced else Way.PAID_STOP
        return Way.LAST_CARD if forced else Way.STOP
    if end == pb.ROUND_END_DRAWN and winner:
        dealer_wins = words.rules.drawn == "oya_ken"
        return Way.DRAWN_FOR_DEALER if dealer_wins else Way.DRAWN_AGAINST_DEALER
    return _WAYS.get(end, Way.DRAWN)


_WAYS = {
    pb.ROUND_END_DEALT_HAND: Way.DEALT_HAND,
    pb.ROUND_END_DEALT_HANDS: Way.DEALT_HANDS,
    pb.ROUND_END_PLAYED_OUT: Way.PLAYED_OUT,
    pb.ROUND_END_ABANDONED: Way.ABANDONED,
}


def lost(scores: Sequence[int], seat: int) -> bool:
    """Whether a seat has paid."""
    return seat <= len(scores) and scores[seat - 1] < 0
