"""Makes messages of events, entries and turns. Everybody may see them: they contain no secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import assert_never

from google.protobuf.timestamp_pb2 import Timestamp

from hanafuda import events as game
from koikoi.v1 import table_pb2
from koikoi.v1.table_pb2 import Event
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
    """The public message of *entry*; *after* is the table's state after the entry."""
    record_id = after.match.record_id if after.match is not None else ""
    return table_pb2.Entry(
        seq=entry.seq,
        time=timestamp(entry.time),
        cause=CAUSES[entry.cause],
        events=public_events(entry.events, record_id, after.by),
    )


def turn(turn: Turn) -> table_pb2.Turn:
    """The message of *turn*, which must have at least one event."""
    return table_pb2.Turn(
        seat=turn.seat,
        running=turn.running,
        before_owner=turn.before_owner,
        events=public_events(
            [done.event for done in turn.events], by=[done.by for done in turn.events]
        ),
    )


def public_events(
    events: Iterable[table.AnyEvent], record_id: str = "", by: Sequence[str] = ()
) -> list[Event]:
    """The messages of *events*, in order. Events that only ``fold`` needs have no message.

    Args:
        record_id: the id to put into MATCH_ENDED.
        by: for each event the id of the computer that acted, or "" for a person; empty: unknown.
    """
    messages: list[Event] = []
    for event, computer in zip(events, chain(by, repeat("")), strict=False):
        for message in _messages(event, record_id):
            if computer:
                message.by = computer
            messages.append(message)
    return messages


def _messages(event: table.AnyEvent, record_id: str) -> Iterator[Event]:
    """The messages of *event*: usually one; one for each lot; none if watchers do not see it."""
    match event:  # the most frequent ones come first
        case game.TurnPassed() | table.OptionChosen():
            pass  # Match.turn and the events of the game that follow show their effect
        case game.CardPlayed():
            yield Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED, seat=event.seat, card=event.card)
        case game.CardDrawn():
            yield Event(kind=table_pb2.EVENT_KIND_CARD_DRAWN, seat=event.seat, card=event.card)
        case game.CardLaid():
            yield Event(kind=table_pb2.EVENT_KIND_CARD_LAID, seat=event.seat, card=event.card)
        case game.CardsCaptured():
            yield Event(
                kind=table_pb2.EVENT_KIND_CARDS_CAPTURED,
                seat=event.seat,
                card=event.card or 0,
                cards=event.cards,
            )
        case game.HikiCalled():
            yield Event(
                kind=table_pb2.EVENT_KIND_HIKI_CALLED,
                seat=event.seat,
                number=event.month,
                cards=event.cards,
            )
        case game.YakuFormed():
            yield Event(
                kind=table_pb2.EVENT_KIND_YAKU_FORMED,
                seat=event.seat,
                number=event.total,
                yaku=map(yaku, event.yaku),
            )
        case game.KoikoiCalled():
            yield Event(
                kind=table_pb2.EVENT_KIND_KOIKOI_CALLED, seat=event.seat, number=event.calls
            )
        case game.StopCalled():
            yield Event(kind=table_pb2.EVENT_KIND_STOP_CALLED, seat=event.seat)
        case game.LotsDrawn():
            for seat, card in event.lots if event.shown else ():  # Match.dealer is the outcome
                yield Event(kind=table_pb2.EVENT_KIND_LOT_DRAWN, seat=seat, card=card)
        case game.DealVoided():
            yield Event(kind=table_pb2.EVENT_KIND_DEAL_VOIDED, seat=event.seat, cards=event.cards)
        case game.RoundDealt():  # never the hands, never the draw pile
            yield Event(
                kind=table_pb2.EVENT_KIND_ROUND_DEALT,
                seat=event.dealer,
                number=event.round,
                cards=event.field,
            )
        case game.HandShown():
            yield Event(
                kind=table_pb2.EVENT_KIND_HAND_SHOWN,
                seat=event.seat,
                cards=event.cards,
                yaku=[yaku(event.yaku)],
            )
        case game.RoundEnded():
            yield Event(
                kind=table_pb2.EVENT_KIND_ROUND_ENDED, seat=event.winner, number=event.points
            )
        case game.SeatOut():
            yield Event(kind=table_pb2.EVENT_KIND_SEAT_OUT, seat=event.seat)
        case game.MatchEnded():
            yield Event(kind=table_pb2.EVENT_KIND_MATCH_ENDED, text=record_id)
        case table.MatchStarted():
            yield Event(kind=table_pb2.EVENT_KIND_MATCH_STARTED, text=event.match_id)
        case table.DeckCut():
            yield Event(kind=table_pb2.EVENT_KIND_DECK_CUT, seat=event.seat, text=event.nonce.hex())
        case table.PersonJoined():
            yield Event(kind=table_pb2.EVENT_KIND_PERSON_JOINED, seat=event.seat, text=event.name)
        case table.PersonLeft():
            yield Event(kind=table_pb2.EVENT_KIND_PERSON_LEFT, seat=event.seat, text=event.name)
        case table.PersonKicked():
            yield Event(kind=table_pb2.EVENT_KIND_PERSON_KICKED, seat=event.seat, text=event.name)
        case table.ConnectionLost():
            yield Event(kind=table_pb2.EVENT_KIND_CONNECTION_LOST, seat=event.seat)
        case table.ConnectionBack():
            yield Event(kind=table_pb2.EVENT_KIND_CONNECTION_BACK, seat=event.seat)
        case table.BotSeated():
            yield Event(kind=table_pb2.EVENT_KIND_BOT_SEATED, seat=event.seat, text=event.bot)
        case table.BotRemoved():
            yield Event(kind=table_pb2.EVENT_KIND_BOT_REMOVED, seat=event.seat)
        case table.RematchWanted():
            yield Event(kind=table_pb2.EVENT_KIND_REMATCH_WANTED, seat=event.seat)
        case table.ChatSent():
            yield Event(kind=table_pb2.EVENT_KIND_CHAT_SENT, seat=event.seat, text=event.text)
        case table.PersonNudged():
            yield Event(kind=table_pb2.EVENT_KIND_PERSON_NUDGED, seat=event.seat)
        case table.TableClosed():
            yield Event(kind=table_pb2.EVENT_KIND_TABLE_CLOSED, number=event.empty_minutes)
        case (
            table.TableOpened()
            | table.CodeChanged()
            | table.RematchUnwanted()
            | table.AgeWarned()  # watchers get the ChatSent in the same entry
            | table.ServerRestarted()
            | table.WentOn()
            | table.PauseEnded()
        ):
            pass
        case _:
            assert_never(event)


def timestamp(millis: Millis) -> Timestamp:
    """The message of a time of the server's clock."""
    seconds, rest = divmod(millis, 1000)
    return Timestamp(seconds=seconds, nanos=rest * 1_000_000)


def yaku(held: game.YakuScore) -> table_pb2.YakuScore:
    """The message of a yaku that somebody holds."""
    return table_pb2.YakuScore(yaku=held.yaku, points=held.points, cards=held.cards)
