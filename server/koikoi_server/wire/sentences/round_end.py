"""Finds out how a round ended, from its result or, for earlier rounds, from the news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.lexicon import Lexicon
from koikoi_server.wire.sentences.reader import Reader


class How(Enum):
    """How a round ended."""

    STOP = auto()  #: a player stopped
    LAST_CARD = auto()  #: a player made a yaku with the last card and had to stop
    PAID_STOP = auto()  #: like STOP, in a game in which the others pay
    PAID_LAST_CARD = auto()  #: like LAST_CARD, in a game in which the others pay
    DRAWN = auto()
    DRAWN_FOR_DEALER = auto()
    DRAWN_AGAINST_DEALER = auto()
    DEALT_HAND = auto()
    DEALT_HANDS = auto()
    PLAYED_OUT = auto()
    ABANDONED = auto()


@dataclass(frozen=True)
class RoundEnd:
    """The end of a round."""

    how: How
    round: int  #: 0: unknown
    winner: int  #: seat; 0: nobody
    points: int  #: what the winner scored
    scores: Sequence[int] = ()  #: what each seat won or lost, seat 1 first; empty: unknown
    by: str = ""  #: id of the computer that stopped; empty: a person stopped, or nobody did
    yaku: str = ""  #: id of the dealt hand
    next_dealer: int = 0  #: seat; 0: nobody, or unknown
    out: Sequence[int] = ()  #: the seats that lost their last coins


def last_round_end(reader: Reader) -> RoundEnd:
    """The end of the last round. The update must have its result."""
    match, result = reader.match, reader.match.result
    scores, winner = list(result.scores), result.winner
    stop = _last(
        [event for turn in match.turns for event in turn.events], table_pb2.EVENT_KIND_STOP_CALLED
    )
    return RoundEnd(
        how=_how(reader.words, result.end, winner, forced=not reader.side(winner).hand_size),
        round=match.round,
        winner=winner,
        points=scores[winner - 1] if 0 < winner <= len(scores) else 0,
        scores=scores,
        by=stop.by if stop else "",
        yaku=result.lines[0].item if result.lines else "",
        next_dealer=result.next_dealer,
        out=[side.seat for side in match.sides if side.out and has_paid(scores, side.seat)],
    )


def round_end_in_news(
    reader: Reader, news: Sequence[table_pb2.Entry], entry: int, at: int
) -> RoundEnd:
    """The end of the round whose ROUND_ENDED is event *at* of entry *entry*.

    An update only has the result of the last round. For an earlier round, the events before its
    ROUND_ENDED in the same entry show how it ended. Its number is the current one minus the rounds
    dealt since, and its scores are in ``Side.round_scores``.
    """
    events = news[entry].events
    ended, earlier = events[at], events[:at]
    later = [*events[at + 1 :], *(event for each in news[entry + 1 :] for event in each.events)]
    since = Counter(event.kind for event in later)
    if reader.match.HasField("result") and not since[table_pb2.EVENT_KIND_ROUND_ENDED]:
        return last_round_end(reader)
    winner, scores, next_deal = ended.seat, list[int](), None
    if since[table_pb2.EVENT_KIND_MATCH_STARTED]:  # the update's match is a later one
        before = [*(event for each in news[:entry] for event in each.events), *earlier]
        deal = _last(before, table_pb2.EVENT_KIND_ROUND_DEALT)
        number = deal.number if deal else 0
    else:
        number = reader.match.round - since[table_pb2.EVENT_KIND_ROUND_DEALT]
        scores = _scores(reader.match, number)
        next_deal = next((e for e in later if e.kind == table_pb2.EVENT_KIND_ROUND_DEALT), None)
    stop = _last(earlier, table_pb2.EVENT_KIND_STOP_CALLED)
    hand = _last(earlier, table_pb2.EVENT_KIND_HAND_SHOWN)
    forced = _last(earlier, table_pb2.EVENT_KIND_YAKU_FORMED) is not None
    return RoundEnd(
        how=_how(reader.words, _end(reader.words, earlier, winner), winner, forced=forced),
        round=number,
        winner=winner,
        points=scores[winner - 1] if scores and winner else ended.number,
        scores=scores,
        by=stop.by if stop else "",
        yaku=hand.yaku[0].yaku if hand else "",
        next_dealer=next_deal.seat if next_deal else 0,
        out=[event.seat for event in events if event.kind == table_pb2.EVENT_KIND_SEAT_OUT],
    )


def _end(words: Lexicon, earlier: Sequence[table_pb2.Event], winner: int) -> table_pb2.RoundEnd:
    """Why a round ended, from the events before its end in the same entry."""
    kinds = Counter(event.kind for event in earlier)
    if kinds[table_pb2.EVENT_KIND_STOP_CALLED]:
        return table_pb2.ROUND_END_STOPPED
    if kinds[table_pb2.EVENT_KIND_HAND_SHOWN] > 1:
        return table_pb2.ROUND_END_DEALT_HANDS
    if kinds[table_pb2.EVENT_KIND_HAND_SHOWN]:
        return table_pb2.ROUND_END_DEALT_HAND
    if not earlier and not winner:
        return table_pb2.ROUND_END_ABANDONED
    return table_pb2.ROUND_END_PLAYED_OUT if words.plays_out else table_pb2.ROUND_END_DRAWN


def _last(events: Sequence[table_pb2.Event], kind: int) -> table_pb2.Event | None:
    """The last of *events* of that kind."""
    return next((event for event in reversed(events) if event.kind == kind), None)


def _scores(match: table_pb2.Match, round_: int) -> list[int]:
    """What each seat won or lost in a round of *match*; empty: unknown."""
    if round_ < 1 or any(len(side.round_scores) < round_ for side in match.sides):
        return []
    return [side.round_scores[round_ - 1] for side in match.sides]


def _how(words: Lexicon, end: table_pb2.RoundEnd, winner: int, *, forced: bool) -> How:
    if end == table_pb2.ROUND_END_STOPPED:
        if words.game.ABOUT.stop_is_paid:
            return How.PAID_LAST_CARD if forced else How.PAID_STOP
        return How.LAST_CARD if forced else How.STOP
    if end == table_pb2.ROUND_END_DRAWN and winner:
        dealer_wins = words.rules.drawn == "oya_ken"
        return How.DRAWN_FOR_DEALER if dealer_wins else How.DRAWN_AGAINST_DEALER
    return _OTHERS.get(end, How.DRAWN)


_OTHERS = {
    table_pb2.ROUND_END_DEALT_HAND: How.DEALT_HAND,
    table_pb2.ROUND_END_DEALT_HANDS: How.DEALT_HANDS,
    table_pb2.ROUND_END_PLAYED_OUT: How.PLAYED_OUT,
    table_pb2.ROUND_END_ABANDONED: How.ABANDONED,
}


def has_paid(scores: Sequence[int], seat: int) -> bool:
    """Whether *seat* lost coins or points in a round with these *scores*."""
    return seat <= len(scores) and scores[seat - 1] < 0
