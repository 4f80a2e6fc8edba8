"""A finished match step by step: the table after each event as a watch would have shown it, all
hands beside it, and all of it in words.

The table is folded from the record by the code that folds live tables, and shown by theirs. What no
record has stays empty: ids of the table, presence, deadlines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hanafuda import events as game
from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_server.table import events as on
from koikoi_server.table import fold
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.limits import Limits
from koikoi_server.table.state import SeatState, TableState
from koikoi_server.text import DEFAULT, text
from koikoi_server.user_text import clean, cut_to
from koikoi_server.wire import views
from koikoi_server.wire.events import told
from koikoi_server.wire.record import chain
from koikoi_server.wire.record.recorded import replayed
from koikoi_server.wire.record.replay import Difference, Step
from koikoi_server.wire.said import Sitting, said
from koikoi_server.wire.sentences.lexicon import lexicon
from koikoi_server.wire.sentences.reader import ACTS

ID_LENGTH = 64  #: of a record or a match, at most: each step repeats it
NAME_COLUMNS = 16  #: of a player, at most: longer names are cut


class Telling:
    """A record that can be told.

    Attributes:
        steps: how many there are.
    """

    def __init__(self, record: record_pb2.Record) -> None:
        """Play *record* through the rules: hundredths of a second for a long one.

        Raises:
            Difference: where it does not agree with them, or with itself.
        """
        if len(record.record_id) > ID_LENGTH or len(record.proof.match_id) > ID_LENGTH:
            raise Difference(text("the record"), text("an id in it is too long"))
        self._record = record
        self._happenings = [*_happenings(record, replayed(record))]
        self.steps = len(self._happenings)

    def told(self, language: str = "", after: int = 0) -> Iterator[service_pb2.TellRecordResponse]:
        """Each step that comes after the one of number *after*; in words, if a *language* is given.

        A step costs a few milliseconds.
        """
        table = _opened(self._record, language or DEFAULT)
        seen = b""
        for step, happening in enumerate(self._happenings, 1):
            for event in happening.events:
                table = fold.after(table, event, 0)
            seen = chain.extended(seen, happening.entry, self._record.proof.commitment)
            following = self._happenings[step : step + 1]
            for each in following:  # who plays that seat is known before it is played
                table = _with_computer(table, each.event)
            if step > after:
                yield self._response(step, happening, replace(table, seq=step), seen, language)

    def _response(
        self, step: int, happening: _Happening, table: TableState, seen: bytes, language: str
    ) -> service_pb2.TellRecordResponse:
        is_proved = bool(self._record.proof.news)
        update = _update(table, seen if is_proved else b"", snapshot=step == 1)
        if not self._record.proof.commitment:
            update.match.ClearField("commitment")
        entry = update.news.add()
        entry.CopyFrom(happening.entry)
        entry.seq = step
        made = service_pb2.TellRecordResponse(step=step, steps=self.steps, update=update)
        assert table.match is not None, "the first step begins the match"
        if update.match.round:
            for seat in range(1, len(table.seats) + 1):
                made.hands.add(cards=table.module.hand(table.match.state, seat))
        if language:
            people = tuple(Sitting(each.name, each.bot, bool(each.name)) for each in table.seats)
            made.said.CopyFrom(said(update, people, table.module, 0, language))
        return made


class _Happening(NamedTuple):
    """A step: the event that is told, and what the table needs to be after it."""

    entry: table_pb2.Entry  #: with that one event; its seq is that of the live table
    events: tuple[AnyEvent, ...]

    @property
    def event(self) -> table_pb2.Event:
        return self.entry.events[0]


def _happenings(record: record_pb2.Record, steps: list[Step]) -> Iterator[_Happening]:
    """The record's news one by one, or where it has none, those that follow from its actions."""
    pairs = _folded(record, steps)
    if not record.proof.news:
        for number, (event, events) in enumerate(pairs, 1):
            yield _Happening(table_pb2.Entry(seq=number, events=[event]), events)
        return
    for entry in record.proof.news:
        for event in entry.events:
            one = table_pb2.Entry(seq=entry.seq, cause=entry.cause, events=[event])
            one.events[0].by = _name(event.by)
            if entry.HasField("time"):
                one.time.CopyFrom(entry.time)
            if event.kind == table_pb2.EVENT_KIND_DECK_CUT:
                nonce = bytes.fromhex(event.text)
                yield _Happening(one, (on.DeckCut(event.seat, nonce),))
            else:
                yield _Happening(one, next(pairs)[1])


def _folded(
    record: record_pb2.Record, steps: list[Step]
) -> Iterator[tuple[table_pb2.Event, tuple[AnyEvent, ...]]]:
    """Each event that is told, cuts left out, with all that folds until the next one is."""
    waiting: tuple[table_pb2.Event, tuple[AnyEvent, ...]] | None = None
    silent: tuple[AnyEvent, ...] = ()
    for event in _events(record, steps):
        news = told((event,), record.record_id)
        if isinstance(event, on.PauseEnded | game.LotsDrawn) and not news:
            silent = (*silent, event)  # a pause, and what follows it, lasts until something is told
        elif not news:
            assert waiting is not None, "the first event is told"
            waiting = (waiting[0], (*waiting[1], event))
        for number, each in enumerate(news, 1):
            if waiting is not None:
                yield waiting
            is_last = number == len(news)
            waiting = (each, (*silent, event) if is_last else ())
            silent = () if is_last else silent
    if waiting is not None:
        yield waiting


def _events(record: record_pb2.Record, steps: list[Step]) -> Iterator[AnyEvent]:
    """What the log of the table had, but cuts."""
    proof = record.proof
    is_paused = any(
        event.kind == table_pb2.EVENT_KIND_DECK_CUT
        for entry in proof.news
        for event in entry.events
    )
    yield on.MatchStarted(proof.match_id, proof.secret, record.record_id, cut=is_paused)
    for step in steps:
        for event in step.events:
            if is_paused and not isinstance(event, game.MatchEnded | game.SeatOut):
                yield on.PauseEnded()
                is_paused = False
            yield event
            is_paused = is_paused or isinstance(event, game.RoundEnded)


def _opened(record: record_pb2.Record, language: str) -> TableState:
    """The table before the match. Whoever has no name is called as the seat is."""
    rules = tuple(record.rules.items())
    opened = on.TableOpened("", 0, "", record.game, rules, len(record.players), "", Limits())
    table = fold.opened(opened, 0)
    words = lexicon(table.module, record.rules, language)
    seats = []
    for seat, player in zip(table.seats, record.players, strict=True):
        name = _name(player.name)
        bot = "" if name else _name(player.bot)
        seats.append(replace(seat, name=name or ("" if bot else words.seat(seat.seat)), bot=bot))
    return replace(table, seats=tuple(seats))


def _name(written: str) -> str:
    """A name as a table takes it: whoever has written the record may have written anything."""
    return cut_to(clean(written[: 4 * NAME_COLUMNS]), NAME_COLUMNS)


def _with_computer(table: TableState, event: table_pb2.Event) -> TableState:
    """The table in which the seat of *event* is played as it was, if the event tells that."""
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
    """The public part, without what is not of the match."""
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
