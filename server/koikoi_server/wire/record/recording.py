"""Makes the record of a match from the entries of its table."""

from __future__ import annotations

from collections.abc import Sequence

from hanafuda import events as game
from koikoi.v1 import record_pb2
from koikoi_server.journal import StoredRecord
from koikoi_server.table import events as table_events
from koikoi_server.table import fold
from koikoi_server.table.deck import deck
from koikoi_server.table.events import AnyEvent, Entry
from koikoi_server.table.state import MatchState, TableState
from koikoi_server.table.turns import bot_of
from koikoi_server.wire.events import CAUSES, public_events, timestamp
from koikoi_server.wire.record.chain import LAST_OF_MATCH
from koikoi_server.wire.record.document import (
    FORMAT,
    action,
    deck_codes,
    digest,
    without_long_fields,
)
from koikoi_server.wire.results import round_result


def record(before: TableState | None, entries: Sequence[Entry]) -> record_pb2.Record:
    """The record of a match.

    Args:
        before: the table before the first entry; None if the first entry opens the table.
        entries: from the entry that starts the match to the entry that ends it, both included.
            Of what happens between two moves, only who has each seat in the end is needed.
    """
    return _fold_all(before, entries).finished()


def stored_record(before: TableState | None, entries: Sequence[Entry]) -> StoredRecord:
    """Like :func:`record`, in the form that the journal stores."""
    recording = _fold_all(before, entries)
    whole = recording.finished()
    return StoredRecord(
        whole.record_id,
        entries[-1].time,
        not recording.table.needs_code,
        without_long_fields(whole).SerializeToString(),
        whole.SerializeToString(),
    )


def _fold_all(before: TableState | None, entries: Sequence[Entry]) -> _Recording:
    recording = _Recording(before)
    for entry in entries:
        recording.add(entry)
    return recording


class _Recording:
    """An unfinished record, and the table after the entries added so far."""

    def __init__(self, before: TableState | None) -> None:
        self._table = before
        self._record = record_pb2.Record(format=FORMAT)
        self._names: list[str] = []  #: of the seats' owners, "" if nobody; empty before the match

    @property
    def table(self) -> TableState:
        """The table after the last event."""
        assert self._table is not None, "a table begins with the entry that opens it"
        return self._table

    def add(self, entry: Entry) -> None:
        """Fold the next entry, event by event, and record what belongs to the match."""
        of_match: list[AnyEvent] = []
        by: list[str] = []
        for event in entry.events:
            if self._table is None:
                assert isinstance(event, table_events.TableOpened)
                self._table = fold.opened(event, entry.time)
            self._record_choices(event, entry)
            done_by = bot_of(self._table, event)
            self._table = fold.after(self._table, event, entry.time)
            if isinstance(event, game.RoundEnded):
                self._add_result()
            if isinstance(event, table_events.PersonJoined) and self._names:
                self._names[event.seat - 1] = event.name
            elif isinstance(event, table_events.MatchStarted):
                self._names = [seat.name for seat in self._table.seats]
            if self._names:
                of_match.append(event)
                by.append(done_by)
        news = [
            event
            for event in public_events(of_match, self._match.record_id, by)
            if event.kind <= LAST_OF_MATCH
        ]
        if news:
            self._record.proof.news.add(
                seq=entry.seq, time=timestamp(entry.time), cause=CAUSES[entry.cause], events=news
            )

    def finished(self) -> record_pb2.Record:
        """The complete record. The match must be over."""
        table, match, record = self.table, self._match, self._record
        assert match.over, "only a match that is over has a record"
        view = table.module.view(match.state)
        record.record_id = match.record_id
        record.game = table.game
        record.rules.update(dict(table.chosen))
        for name, seat in zip(self._names, table.seats, strict=True):
            record.players.add(name=name, bot=seat.bot, team=seat.team)
        record.start_time.CopyFrom(record.proof.news[0].time)
        record.end_time.CopyFrom(record.proof.news[-1].time)
        record.scores.extend(side.score for side in view.sides)
        record.winners.extend(view.winners)
        record.proof.match_id = match.match_id
        record.proof.secret = match.secret
        record.proof.nonces.extend(nonce or b"" for nonce in match.nonces)
        record.proof.commitment = match.commitment
        record.digest = digest(record)
        return record

    @property
    def _match(self) -> MatchState:
        assert self.table.match is not None, "the first entry starts the match"
        return self.table.match

    def _record_choices(self, event: AnyEvent, entry: Entry) -> None:
        """Record the first dealer, decks and actions. Called before *event* is folded."""
        match event:
            case game.LotsDrawn():
                self._record.first_dealer = event.dealer
            case game.DealVoided() | game.RoundDealt():
                self._add_deck()
            case table_events.OptionChosen():
                chosen = action(event.seat, event.option)
                chosen.time.CopyFrom(timestamp(entry.time))
                chosen.cause = CAUSES[entry.cause]
                self._record.rounds[-1].actions.append(chosen)

    def _add_deck(self) -> None:
        match = self._match
        due = match.state.deck_due
        if due.attempt == 1:
            self._record.rounds.add()
        nonces = [nonce or b"" for nonce in match.nonces]
        cards = deck(match.secret, match.match_id, due.round, due.attempt, nonces)
        self._record.rounds[-1].decks.append(deck_codes(cards))

    def _add_result(self) -> None:
        module = self.table.module
        view = module.view(self._match.state)
        self._record.rounds[-1].result.CopyFrom(round_result(module, self.table.rules, view))
