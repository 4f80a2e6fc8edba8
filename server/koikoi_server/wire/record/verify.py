"""Verifies a record: replays it, and compares its news with the events of the replay.

A record written by hand has no news. :func:`with_news` adds them for programs that do not know the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from hanafuda.events import Seat
from hanafuda.game import IllegalMove
from koikoi.v1 import record_pb2, table_pb2
from koikoi_server.text import text
from koikoi_server.wire.events import public_events
from koikoi_server.wire.record.document import digest
from koikoi_server.wire.record.replay import Difference, Outcome, Replay
from koikoi_server.wire.sentences.reader import KINDS_WITH_BOT


def verified_outcomes(record: record_pb2.Record) -> list[Outcome]:
    """Verify *record* and return the outcomes of its replay.

    Raises:
        Difference: if the record contradicts the rules or itself.
    """
    try:
        outcomes = list(Replay(record).outcomes())
    except IllegalMove as error:
        raise Difference(text("the record"), str(error)) from None
    if record.proof.news:
        _compare(record, outcomes)
    return outcomes


def with_news(record: record_pb2.Record) -> record_pb2.Record:
    """A verified copy of *record*. If it has no news, they are made from its decks and actions.

    Raises:
        Difference: like :func:`verified_outcomes`.
    """
    outcomes = verified_outcomes(record)
    whole = record_pb2.Record()
    whole.CopyFrom(record)
    if not whole.proof.news:
        seqs = count(1)
        for number, outcome in enumerate(outcomes):
            news = public_events(outcome.events, record.record_id)
            if number == 0:
                news = [*_opening(record), *news]
            if news:
                entry = whole.proof.news.add(seq=next(seqs), events=news)
                if outcome.action is not None:
                    entry.cause = outcome.action.cause
                    if outcome.action.HasField("time"):
                        entry.time.CopyFrom(outcome.action.time)
        whole.digest = digest(whole)
    return whole


def _opening(record: record_pb2.Record) -> list[table_pb2.Event]:
    """The events before the first deck: MATCH_STARTED, then the cuts."""
    started = table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_STARTED, text=record.proof.match_id)
    cuts = [
        table_pb2.Event(kind=table_pb2.EVENT_KIND_DECK_CUT, seat=seat, text=nonce.hex())
        for seat, nonce in enumerate(record.proof.nonces, 1)
        if nonce
    ]
    return [started, *cuts]


def _compare(record: record_pb2.Record, outcomes: list[Outcome]) -> None:
    """Compare the news of *record* with the events of the replay."""
    recorded = [(entry, event) for entry in record.proof.news for event in entry.events]
    cut_kind = table_pb2.EVENT_KIND_DECK_CUT
    cuts = [event for _, event in recorded if event.kind == cut_kind]
    known = {event.seat: event for event in _opening(record)[1:]}
    seen: set[Seat] = set()
    for cut in cuts:
        # A person may have cut the deck without adding a nonce.
        if cut.seat in seen or known.pop(cut.seat, _bare_cut(cut.seat)) != cut:
            raise Difference(text("the news"), text("a cut does not match the nonces of the proof"))
        seen.add(cut.seat)
    if known:
        raise Difference(text("the news"), text("a nonce of the proof has no cut"))
    _compare_computers([event for _, event in recorded])
    names_computers = any(event.by for _, event in recorded)
    rest = iter([(entry, event) for entry, event in recorded if event.kind != cut_kind])
    _expect(rest, _opening(record)[:1], None, names_computers)
    for outcome in outcomes:
        _expect(
            rest, public_events(outcome.events, record.record_id), outcome.action, names_computers
        )
    if next(rest, None) is not None:
        raise Difference(text("the news"), text("it goes on after the end of the match"))
    _compare_times(record)


def _expect(
    rest: Iterator[tuple[table_pb2.Entry, table_pb2.Event]],
    expected: list[table_pb2.Event],
    action: record_pb2.Action | None,
    names_computers: bool,
) -> None:
    """Compare the next events of the news, and their time, with the *expected* ones.

    The replay does not know which seats were played by computers. If the news name computers
    (*names_computers*), they must name one for exactly those actions whose cause is BOT. Records of
    protocol 1 name no computers.
    """
    for number, event in enumerate(expected):
        entry, found = next(rest, (table_pb2.Entry(), table_pb2.Event()))
        where = text("the news, entry {seq}", seq=entry.seq)
        if names_computers and action is not None and action.cause:
            is_the_action = event.seat == action.seat and event.kind in KINDS_WITH_BOT
            if is_the_action and bool(found.by) != (action.cause == table_pb2.CAUSE_BOT):
                raise Difference(where, text("its computer does not match the cause of the action"))
        event.by = found.by
        if found != event:
            raise Difference(where, text("its events do not follow from the decks and actions"))
        if number or action is None or not action.HasField("time"):
            continue
        if entry.time != action.time or entry.cause != action.cause:
            raise Difference(where, text("its time or cause is not that of the action"))


def _compare_computers(events: list[table_pb2.Event]) -> None:
    for event in events:
        if event.by and event.kind not in KINDS_WITH_BOT:
            raise Difference(
                text("the news"), text("it names a computer in an event that no player caused")
            )


def _compare_times(record: record_pb2.Record) -> None:
    news = record.proof.news
    for name, entry in (("start_time", news[0]), ("end_time", news[-1])):
        if not entry.HasField("time"):
            continue
        if record.HasField(name) and getattr(record, name) != entry.time:
            raise Difference(
                text("the record"), text("{name} is not the time of its news", name=name)
            )


def _bare_cut(seat: Seat) -> table_pb2.Event:
    return table_pb2.Event(kind=table_pb2.EVENT_KIND_DECK_CUT, seat=seat)
