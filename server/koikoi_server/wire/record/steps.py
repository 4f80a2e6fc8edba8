"""Shows a finished match step by step (TellRecord): an update, all hands and sentences per event.

Tables are folded and updates are made by the same code as for live tables. Fields that a record has
no data for stay empty: the table's id, presence, deadlines.
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
from koikoi_server.wire.record.verify import verified_outcomes
from koikoi_server.wire.sentences.lexicon import lexicon
from koikoi_server.wire.sentences.occupants import Occupant
from koikoi_server.wire.sentences.reader import KINDS_WITH_BOT
from koikoi_server.wire.update_sentences import update_sentences

MAX_ID_LENGTH = 64  #: of a record or a match; limited because each step repeats it
MAX_NAME_COLUMNS = 16  #: of a player; longer names are cut


class RecordSteps:
    """The steps of a record.

    Attributes:
        steps: the number of steps.
    """

    def __init__(self, record: record_pb2.Record) -> None:
        """Verify *record*. A long record takes some 10 ms.

        Raises:
            Difference: if the record contradicts the rules or itself.
        """
        if max(len(record.record_id), len(record.proof.match_id)) > MAX_ID_LENGTH:
            raise Difference(text("the record"), text("an id in it is too long"))
        self._record = record
        self._steps = [*_steps(record, verified_outcomes(record))]
        self.steps = len(self._steps)

    def responses(
        self, language: str = "", after: int = 0
    ) -> Iterator[service_pb2.TellRecordResponse]:
        """The steps after number *after*, with sentences if a *language* is given.

        Each step takes a few milliseconds.
        """
        table = _open_table(self._record, language or DEFAULT)
        for step in reversed(self._steps):  # each seat has its first computer, not its last one
            table = _with_computer(table, step.event)
        hash_chain = b""
        for number, step in enumerate(self._steps, 1):
            for event in step.events:
                table = fold.after(table, event, 0)
            hash_chain = chain.extend(hash_chain, step.entry, self._record.proof.commitment)
            for following in self._steps[number : number + 1]:
                # Seat.bot must be set in the update before the computer acts.
                table = _with_computer(table, following.event)
            if number > after:
                yield self._response(number, step, replace(table, seq=number), hash_chain, language)

    def _response(
        self, number: int, step: _Step, table: TableState, hash_chain: bytes, language: str
    ) -> service_pb2.TellRecordResponse:
        is_proved = bool(self._record.proof.news)
        update = _update(table, hash_chain if is_proved else b"", snapshot=number == 1)
        if not self._record.proof.commitment:
            update.match.ClearField("commitment")
        entry = update.news.add()
        entry.CopyFrom(step.entry)
        entry.seq = number
        response = service_pb2.TellRecordResponse(step=number, steps=self.steps, update=update)
        assert table.match is not None, "the first step begins the match"
        if update.match.round:
            for seat in range(1, len(table.seats) + 1):
                response.hands.add(cards=table.module.hand(table.match.state, seat))
        if language:
            occupants = tuple(
                Occupant(each.name, each.bot, bool(each.name)) for each in table.seats
            )
            response.said.CopyFrom(update_sentences(update, occupants, table.module, 0, language))
        return response


class _Step(NamedTuple):
    """One public event, and all events to fold before the next public one."""

    entry: table_pb2.Entry  #: contains only that event; its seq is that of the live table
    events: tuple[AnyEvent, ...]

    @property
    def event(self) -> table_pb2.Event:
        return self.entry.events[0]


def _steps(record: record_pb2.Record, outcomes: list[Outcome]) -> Iterator[_Step]:
    """One step for each event of the record's news, or of its replay if it has no news."""
    pairs = _events_to_fold(record, outcomes)
    if not record.proof.news:
        for number, (event, events) in enumerate(pairs, 1):
            yield _Step(table_pb2.Entry(seq=number, events=[event]), events)
        return
    for entry in record.proof.news:
        for event in entry.events:
            one = table_pb2.Entry(seq=entry.seq, cause=entry.cause, events=[event])
            one.events[0].by = _valid_name(event.by)
            if entry.HasField("time"):
                one.time.CopyFrom(entry.time)
            if event.kind == table_pb2.EVENT_KIND_DECK_CUT:
                nonce = bytes.fromhex(event.text)
                yield _Step(one, (table_events.DeckCut(event.seat, nonce),))
            else:
                yield _Step(one, next(pairs)[1])


def _events_to_fold(
    record: record_pb2.Record, outcomes: list[Outcome]
) -> Iterator[tuple[table_pb2.Event, tuple[AnyEvent, ...]]]:
    """Each public event except cuts, with all events to fold before the next public one."""
    current: tuple[table_pb2.Event, tuple[AnyEvent, ...]] | None = None
    silent: tuple[AnyEvent, ...] = ()
    for event in _events(record, outcomes):
        news = public_events((event,), record.record_id)
        if isinstance(event, table_events.PauseEnded | game.LotsDrawn) and not news:
            silent = (*silent, event)  # the pause lasts until the next public event
        elif not news:
            assert current is not None, "the first event is public"
            current = (current[0], (*current[1], event))
        for number, each in enumerate(news, 1):
            if current is not None:
                yield current
            is_last = number == len(news)
            current = (each, (*silent, event) if is_last else ())
            silent = () if is_last else silent
    if current is not None:
        yield current


def _events(record: record_pb2.Record, outcomes: list[Outcome]) -> Iterator[AnyEvent]:
    """The events that the log of the table had, except cuts."""
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


def _open_table(record: record_pb2.Record, language: str) -> TableState:
    """The table before the match. Players without a name are called by the name of their seat."""
    rules = tuple(record.rules.items())
    opened = table_events.TableOpened(
        "", 0, "", record.game, rules, len(record.players), "", Limits()
    )
    table = fold.opened(opened, 0)
    words = lexicon(table.module, record.rules, language)
    seats = []
    for seat, player in zip(table.seats, record.players, strict=True):
        name = _valid_name(player.name)
        bot = "" if name else _valid_name(player.bot)
        seats.append(replace(seat, name=name or ("" if bot else words.seat(seat.seat)), bot=bot))
    return replace(table, seats=tuple(seats))


def _valid_name(written: str) -> str:
    """*written*, made valid as a player's name: a record from a file may contain any text."""
    return cut_to(clean(written[: 4 * MAX_NAME_COLUMNS]), MAX_NAME_COLUMNS)


def _with_computer(table: TableState, event: table_pb2.Event) -> TableState:
    """*table* with the computer that *event* names in its seat; unchanged for other events."""
    if event.kind not in KINDS_WITH_BOT:
        return table
    sitting = table.at(event.seat)
    bot = event.by if sitting.name or event.by else sitting.bot
    if bot == sitting.bot:
        return table
    seats: list[SeatState] = [*table.seats]
    seats[event.seat - 1] = replace(sitting, bot=bot)
    return replace(table, seats=tuple(seats))


def _update(table: TableState, hash_chain: bytes, *, snapshot: bool) -> table_pb2.Update:
    """The update, without the fields that a record has no data for."""
    assert table.match is not None, "the first step begins the match"
    here = frozenset(seat.seat for seat in table.seats)  # nobody is waited for after a round
    table = replace(table, match=replace(table.match, gone_on=here))
    update = views.update(table, hash_chain, snapshot=snapshot)
    update.match.ClearField("deadline")
    for field in ("close_time", "open_to_join", "host"):
        update.table.ClearField(field)
    for seat in update.table.seats:
        for field in ("replaceable_at", "waits_too_long"):
            seat.ClearField(field)
    return update
