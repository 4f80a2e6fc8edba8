"""A finished match step by step (TellRecord): after each event the update, all hands, sentences.

The code for live tables folds the table and makes its update. Fields that a record knows nothing
about stay empty: the table's id, presence, deadlines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hanafuda import events as game
from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_server.table import events as table_events
from koikoi_server.table import fold
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.limits import Limits
from koikoi_server.table.state import SeatState, TableState
from koikoi_server.text import DEFAULT, text
from koikoi_server.user_text import clean, cut_to
from koikoi_server.wire import views
from koikoi_server.wire.events import public_events
from koikoi_server.wire.record import chain
from koikoi_server.wire.record.replay import Difference, Outcome
from koikoi_server.wire.record.verify import verified
from koikoi_server.wire.said import said
from koikoi_server.wire.sentences.lexicon import lexicon
from koikoi_server.wire.sentences.occupants import Occupant
from koikoi_server.wire.sentences.reader import ACTS

ID_LENGTH = 64  #: of a record or a match, at most: each step repeats it
NAME_COLUMNS = 16  #: of a player, at most: longer names are cut


class RecordSteps:
    """The steps of a record.

    Attributes:
        steps: how many there are.
    """

    def __init__(self, record: record_pb2.Record) -> None:
        """Verify *record*; a long one takes hundredths of a second.

        Raises:
            Difference: where it disagrees with the rules or with itself.
        """
        if len(record.record_id) > ID_LENGTH or len(record.proof.match_id) > ID_LENGTH:
            raise Difference(text("the record"), text("an id in it is too long"))
        self._record = record
        self._steps = [*_steps(record, verified(record))]
        self.steps = len(self._steps)

    def responses(
        self, language: str = "", after: int = 0
    ) -> Iterator[service_pb2.TellRecordResponse]:
        """The steps after number *after*, with sentences if a *language* is given.

        A step costs a few milliseconds.
        """
        table = _opened(self._record, language or DEFAULT)
        seen = b""
        for number, step in enumerate(self._steps, 1):
            for event in step.events:
                table = fold.after(table, event, 0)
            seen = chain.extended(seen, step.entry, self._record.proof.commitment)
            for following in self._steps[number : number + 1]:
                # The update before an action already shows who plays the seat.
                table = _with_computer(table, following.event)
            if number > after:
                yield self._response(number, step, replace(table, seq=number), seen, language)

    def _response(
        self, number: int, step: _Step, table: TableState, seen: bytes, language: str
    ) -> service_pb2.TellRecordResponse:
        is_proved = bool(self._record.proof.news)
        update = _update(table, seen if is_proved else b"", snapshot=number == 1)
        if not self._record.proof.commitment:
            update.match.ClearField("commitment")
        entry = update.news.add()
        entry.CopyFrom(step.entry)
        entry.seq = number
        made = service_pb2.TellRecordResponse(step=number, steps=self.steps, update=update)
        assert table.match is not None, "the first step begins the match"
        if update.match.round:
            for seat in range(1, len(table.seats) + 1):
                made.hands.add(cards=table.module.hand(table.match.state, seat))
        if language:
            occupants = tuple(
                Occupant(each.name, each.bot, bool(each.name)) for each in table.seats
            )
            made.said.CopyFrom(said(update, occupants, table.module, 0, language))
        return made


class _Step(NamedTuple):
    """One event that watchers saw, and all events to fold up to the next one."""

    entry: table_pb2.Entry  #: with that one event, and the seq of the live table
    events: tuple[AnyEvent, ...]

    @property
    def event(self) -> table_pb2.Event:
        return self.entry.events[0]


def _steps(record: record_pb2.Record, outcomes: list[Outcome]) -> Iterator[_Step]:
    """The events of the record's news; without news, those that follow from its actions."""
    pairs = _folded(record, outcomes)
    if not record.proof.news:
        for number, (event, events) in enumerate(pairs, 1):
            yield _Step(table_pb2.Entry(seq=number, events=[event]), events)
        return
    for entry in record.proof.news:
        for event in entry.events:
            one = table_pb2.Entry(seq=entry.seq, cause=entry.cause, events=[event])
            one.events[0].by = _name(event.by)
            if entry.HasField("time"):
                one.time.CopyFrom(entry.time)
            if event.kind == table_pb2.EVENT_KIND_DECK_CUT:
                nonce = bytes.fromhex(event.text)
                yield _Step(one, (table_events.DeckCut(event.seat, nonce),))
            else:
                yield _Step(one, next(pairs)[1])


def _folded(
    record: record_pb2.Record, outcomes: list[Outcome]
) -> Iterator[tuple[table_pb2.Event, tuple[AnyEvent, ...]]]:
    """Each public event except cuts, with all events to fold up to the next public one."""
    waiting: tuple[table_pb2.Event, tuple[AnyEvent, ...]] | None = None
    silent: tuple[AnyEvent, ...] = ()
    for event in _events(record, outcomes):
        news = public_events((event,), record.record_id)
        if isinstance(event, table_events.PauseEnded | game.LotsDrawn) and not news:
            silent = (*silent, event)  # the pause lasts until the next public event
        elif not news:
            assert waiting is not None, "the first event is public"
            waiting = (waiting[0], (*waiting[1], event))
        for number, each in enumerate(news, 1):
            if waiting is not None:
                yield waiting
            is_last = number == len(news)
            waiting = (each, (*silent, event) if is_last else ())
            silent = () if is_last else silent
    if waiting is not None:
        yield waiting


def _events(record: record_pb2.Record, outcomes: list[Outcome]) -> Iterator[AnyEvent]:
    """The events of the table's log, except cuts."""
    proof = record.proof
    is_paused = any(
        event.kind == table_pb2.EVENT_KIND_DECK_CUT
        for entry in proof.news
        for event in entry.events
    )
    yield table_events.MatchStarted(proof.match_id, proof.secret, record.record_id, cut=is_paused)
    for outcome in outcomes:
        for event in outcome.events:
            if is_paused and not isinstance(event, game.MatchEnded | game.SeatOut):
                yield table_events.PauseEnded()
                is_paused = False
            yield event
            is_paused = is_paused or isinstance(event, game.RoundEnded)


def _opened(record: record_pb2.Record, language: str) -> TableState:
    """The table before the match. A player without a name gets the name of the seat."""
    rules = tuple(record.rules.items())
    opened = table_events.TableOpened(
        "", 0, "", record.game, rules, len(record.players), "", Limits()
    )
    table = fold.opened(opened, 0)
    words = lexicon(table.module, record.rules, language)
    seats = []
    for seat, player in zip(table.seats, record.players, strict=True):
        name = _name(player.name)
        bot = "" if name else _name(player.bot)
        seats.append(replace(seat, name=name or ("" if bot else words.seat(seat.seat)), bot=bot))
    return replace(table, seats=tuple(seats))


def _name(written: str) -> str:
    """*written* as a table would accept it: a record from a file may hold any text."""
    return cut_to(clean(written[: 4 * NAME_COLUMNS]), NAME_COLUMNS)


def _with_computer(table: TableState, event: table_pb2.Event) -> TableState:
    """The table with the computer that *event* names in its seat, if the event can name one."""
    if event.kind not in ACTS:
        return table
    sitting = table.at(event.seat)
    bot = event.by if sitting.name or event.by else sitting.bot
    if bot == sitting.bot:
        return table
    seats: list[SeatState] = [*table.seats]
    seats[event.seat - 1] = replace(sitting, bot=bot)
    return replace(table, seats=tuple(seats))


def _update(table: TableState, seen: bytes, *, snapshot: bool) -> table_pb2.Update:
    """The update, without the fields that a record knows nothing about."""
    assert table.match is not None, "the first step begins the match"
    here = frozenset(seat.seat for seat in table.seats)  # they have all seen each result
    table = replace(table, match=replace(table.match, gone_on=here))
    update = views.update(table, seen, snapshot=snapshot)
    update.match.ClearField("deadline")
    for field in ("close_time", "open_to_join", "host"):
        update.table.ClearField(field)
    for seat in update.table.seats:
        for field in ("replaceable_at", "waits_too_long"):
            seat.ClearField(field)
    return update
