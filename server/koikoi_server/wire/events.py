"""What happened, as messages. Whoever gets them may be anybody: nothing hidden has a place here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from hanafuda import events as game
from koikoi.v1 import table_pb2
from koikoi.v1.table_pb2 import EventKind
from koikoi_server.system.clock import Millis
from koikoi_server.table import events as table
from koikoi_server.table.state import TableState, Turn

CAUSES = {
    table.Cause.PERSON: table_pb2.CAUSE_PERSON,
    table.Cause.BOT: table_pb2.CAUSE_BOT,
    table.Cause.CLOCK: table_pb2.CAUSE_CLOCK,
    table.Cause.SERVER: table_pb2.CAUSE_SERVER,
}


def entry(entry: table.Entry, after: TableState) -> table_pb2.Entry:
    """An entry as everybody is told of it; *after* is the table's state once it is folded in."""
    record_id = after.match.record_id if after.match is not None else ""
    return table_pb2.Entry(
        seq=entry.seq,
        time=timestamp(entry.time),
        cause=CAUSES[entry.cause],
        events=told(entry.events, record_id, after.by),
    )


def told(
    events: Iterable[table.AnyEvent], record_id: str = "", by: Sequence[str] = ()
) -> list[table_pb2.Event]:
    """The events that watchers are told, in order; those that only the fold needs are left out.

    *record_id* is told with the end of the match. *by*: of each event, the computer that did it,
    "" for a person; empty: not known.
    """
    made: list[table_pb2.Event] = []
    for event, computer in zip(events, chain(by, repeat("")), strict=False):
        if isinstance(event, game.LotsDrawn):
            made += _lots(event)
        elif isinstance(event, game.MatchEnded):
            made.append(_event(EventKind.EVENT_KIND_MATCH_ENDED, text=record_id))
        elif type(event) not in NOT_TOLD:
            made.append(TOLD[type(event)](event))
            if computer:
                made[-1].by = computer
    return made


def turn(turn: Turn) -> table_pb2.Turn:
    """A turn in which something has happened."""
    return table_pb2.Turn(
        seat=turn.seat,
        running=turn.running,
        before_owner=turn.before_owner,
        events=told([done.event for done in turn.events], by=[done.by for done in turn.events]),
    )


def timestamp(millis: Millis) -> Timestamp:
    """A time of the server's as the wire has it."""
    seconds, rest = divmod(millis, 1000)
    return Timestamp(seconds=seconds, nanos=rest * 1_000_000)


def yaku(held: game.YakuScore) -> table_pb2.YakuScore:
    """A yaku that somebody holds."""
    return table_pb2.YakuScore(yaku=held.yaku, points=held.points, cards=held.cards)


def _event(kind: EventKind, **fields: Any) -> table_pb2.Event:
    return table_pb2.Event(kind=kind, **fields)


def _lots(event: game.LotsDrawn) -> list[table_pb2.Event]:
    if not event.shown:
        return []  # settled at random: the view names the dealer
    return [
        _event(EventKind.EVENT_KIND_LOT_DRAWN, seat=seat, card=card) for seat, card in event.lots
    ]


def _seat_only(kind: EventKind) -> Callable[[Any], table_pb2.Event]:
    return lambda event: _event(kind, seat=event.seat)


def _person(kind: EventKind) -> Callable[[Any], table_pb2.Event]:
    return lambda event: _event(kind, seat=event.seat, text=event.name)


def _card(kind: EventKind) -> Callable[[Any], table_pb2.Event]:
    return lambda event: _event(kind, seat=event.seat, card=event.card)


_K = EventKind

TOLD: dict[type, Callable[[Any], table_pb2.Event]] = {
    game.DealVoided: lambda event: _event(
        _K.EVENT_KIND_DEAL_VOIDED, seat=event.seat, cards=event.cards
    ),
    game.RoundDealt: lambda event: _event(  # never the hands, never the draw pile
        _K.EVENT_KIND_ROUND_DEALT, seat=event.dealer, number=event.round, cards=event.field
    ),
    game.HandShown: lambda event: _event(
        _K.EVENT_KIND_HAND_SHOWN, seat=event.seat, cards=event.cards, yaku=[yaku(event.yaku)]
    ),
    game.CardPlayed: _card(_K.EVENT_KIND_CARD_PLAYED),
    game.CardDrawn: _card(_K.EVENT_KIND_CARD_DRAWN),
    game.CardLaid: _card(_K.EVENT_KIND_CARD_LAID),
    game.CardsCaptured: lambda event: _event(
        _K.EVENT_KIND_CARDS_CAPTURED, seat=event.seat, card=event.card or 0, cards=event.cards
    ),
    game.HikiCalled: lambda event: _event(
        _K.EVENT_KIND_HIKI_CALLED, seat=event.seat, number=event.month, cards=event.cards
    ),
    game.YakuFormed: lambda event: _event(
        _K.EVENT_KIND_YAKU_FORMED,
        seat=event.seat,
        yaku=[yaku(each) for each in event.yaku],
        number=event.total,
    ),
    game.KoikoiCalled: lambda event: _event(
        _K.EVENT_KIND_KOIKOI_CALLED, seat=event.seat, number=event.calls
    ),
    game.StopCalled: _seat_only(_K.EVENT_KIND_STOP_CALLED),
    game.RoundEnded: lambda event: _event(
        _K.EVENT_KIND_ROUND_ENDED, seat=event.winner, number=event.points
    ),
    game.SeatOut: _seat_only(_K.EVENT_KIND_SEAT_OUT),
    table.MatchStarted: lambda event: _event(_K.EVENT_KIND_MATCH_STARTED, text=event.match_id),
    table.DeckCut: lambda event: _event(
        _K.EVENT_KIND_DECK_CUT, seat=event.seat, text=event.nonce.hex()
    ),
    table.PersonJoined: _person(_K.EVENT_KIND_PERSON_JOINED),
    table.PersonLeft: _person(_K.EVENT_KIND_PERSON_LEFT),
    table.PersonKicked: _person(_K.EVENT_KIND_PERSON_KICKED),
    table.ConnectionLost: _seat_only(_K.EVENT_KIND_CONNECTION_LOST),
    table.ConnectionBack: _seat_only(_K.EVENT_KIND_CONNECTION_BACK),
    table.BotSeated: lambda event: _event(
        _K.EVENT_KIND_BOT_SEATED, seat=event.seat, text=event.bot
    ),
    table.BotRemoved: _seat_only(_K.EVENT_KIND_BOT_REMOVED),
    table.RematchWanted: _seat_only(_K.EVENT_KIND_REMATCH_WANTED),
    table.ChatSent: lambda event: _event(_K.EVENT_KIND_CHAT_SENT, seat=event.seat, text=event.text),
    table.PersonNudged: _seat_only(_K.EVENT_KIND_PERSON_NUDGED),
    table.TableClosed: lambda event: _event(_K.EVENT_KIND_TABLE_CLOSED),
}
"""How each event is told; lots and the match's end, which need more, are told above."""

NOT_TOLD: frozenset[type] = frozenset(
    {
        game.TurnPassed,  # the view says whose turn it is
        table.TableOpened,
        table.CodeChanged,
        table.RematchUnwanted,
        table.AgeWarned,  # what the server says of it is told
        table.ServerRestarted,
        table.WentOn,
        table.PauseEnded,
        table.OptionChosen,  # the events that it brought tell it
    }
)
"""Events that stand in the log for the fold alone."""
