"""The record of a match: made from its entries, and read back from a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from hanafuda import events as game
from hanafuda.cards import Cards
from hanafuda.game import Option
from koikoi.v1 import record_pb2
from koikoi_server.journal import KeptRecord
from koikoi_server.table import events as on
from koikoi_server.table import fold
from koikoi_server.table.deck import deck
from koikoi_server.table.events import AnyEvent, Entry
from koikoi_server.table.state import MatchState, TableState
from koikoi_server.table.turns import computer
from koikoi_server.text import text
from koikoi_server.wire.events import CAUSES, timestamp, told
from koikoi_server.wire.record.chain import LAST_OF_MATCH
from koikoi_server.wire.results import round_result

FORMAT = 1


class RecordError(ValueError):
    """A file holds no record; the message is a sentence that says where it is wrong."""


def record(before: TableState | None, entries: Sequence[Entry]) -> record_pb2.Record:
    """The record of a match from the table *before* it and its entries.

    *entries* are those from the one in which the match starts to the one in which it ends, both
    included; what was only said may be left out. *before* is None when the first of them opens the
    table. Pure.
    """
    return _recorded(before, entries).finished()


def kept(before: TableState | None, entries: Sequence[Entry]) -> KeptRecord:
    """As :func:`record`, as it is stored."""
    recorded = _recorded(before, entries)
    whole = recorded.finished()
    return KeptRecord(
        whole.record_id,
        entries[-1].time,
        not recorded.table.needs_code,
        listed(whole).SerializeToString(),
        whole.SerializeToString(),
    )


def listed(whole: record_pb2.Record) -> record_pb2.Record:
    """What ListRecords tells of a record: all but what can be long."""
    row = record_pb2.Record()
    row.CopyFrom(whole)
    for field in ("rounds", "proof", "digest"):
        row.ClearField(field)
    return row


def digest(whole: record_pb2.Record) -> bytes:
    """The digest of a record, as record.proto (DIGEST) says: of all but the one that is in it."""
    fields = json_format.MessageToDict(whole)
    fields.pop("digest", None)
    document = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode()).digest()


def as_json(whole: record_pb2.Record) -> str:
    """A record as a document for people, with a line end."""
    return json.dumps(json_format.MessageToDict(whole), ensure_ascii=False, indent=1) + "\n"


def from_json(document: str) -> record_pb2.Record:
    """The record that a document holds.

    Raises:
        RecordError: when it holds none.
    """
    try:
        return json_format.Parse(document, record_pb2.Record())
    except json_format.ParseError as error:
        why = " ".join(str(error).split())
    except (ValueError, RecursionError) as error:
        why = str(error)
    raise RecordError(text("This is no record in protobuf's JSON ({why}).", why=why))


def from_bytes(kept: bytes) -> record_pb2.Record:
    """The record that was kept as these bytes.

    Raises:
        RecordError: when they were changed so that they hold none.
    """
    try:
        found = record_pb2.Record.FromString(kept)
        json_format.MessageToDict(found)  # which reads its times: one may be out of range
    except (DecodeError, json_format.Error):
        raise RecordError(text("The record is damaged: it cannot be read.")) from None
    return found


def codes(cards: Cards) -> str:
    """A deck as a record says it."""
    return " ".join(card.code for card in cards)


def action(seat: game.Seat, option: Option) -> record_pb2.Action:
    """A choice as a record says it."""
    return record_pb2.Action(
        seat=seat,
        verb=option.verb.value,
        card=option.card.code if option.card is not None else "",
        taken=[card.code for card in option.taken],
    )


def _recorded(before: TableState | None, entries: Sequence[Entry]) -> _Recording:
    made = _Recording(before)
    for entry in entries:
        made.add(entry)
    return made


class _Recording:
    """A record in the making: the table so far, and what was told of the match."""

    def __init__(self, before: TableState | None) -> None:
        self._table = before
        self._made = record_pb2.Record(format=FORMAT)
        self._names: list[str] = []

    def add(self, entry: Entry) -> None:
        """Follow one entry, event by event."""
        told_of_match: list[AnyEvent] = []
        by: list[str] = []
        for event in entry.events:
            if self._table is None:
                assert isinstance(event, on.TableOpened)
                self._table = fold.opened(event, entry.time)
            self._note(event, entry)
            done_by = computer(self._table, event)
            self._table = fold.after(self._table, event, entry.time)
            if isinstance(event, game.RoundEnded):
                self._result()
            if isinstance(event, on.PersonJoined) and self._names:
                self._names[event.seat - 1] = event.name
            elif isinstance(event, on.MatchStarted):
                self._names = [seat.name for seat in self._table.seats]
            if self._names:
                told_of_match.append(event)
                by.append(done_by)
        news = [
            event
            for event in told(told_of_match, self._match.record_id, by)
            if event.kind <= LAST_OF_MATCH
        ]
        if news:
            self._made.proof.news.add(
                seq=entry.seq, time=timestamp(entry.time), cause=CAUSES[entry.cause], events=news
            )

    def finished(self) -> record_pb2.Record:
        """The record, once the match is over."""
        table, match, made = self.table, self._match, self._made
        assert match.over, "a record is made of a match that is over"
        view = table.module.view(match.state)
        made.record_id = match.record_id
        made.game = table.game
        made.rules.update(dict(table.chosen))
        for name, seat in zip(self._names, table.seats, strict=True):
            made.players.add(name=name, bot=seat.bot, team=seat.team)
        made.start_time.CopyFrom(made.proof.news[0].time)
        made.end_time.CopyFrom(made.proof.news[-1].time)
        made.scores.extend(side.score for side in view.sides)
        made.winners.extend(view.winners)
        made.proof.match_id = match.match_id
        made.proof.secret = match.secret
        made.proof.nonces.extend(nonce or b"" for nonce in match.nonces)
        made.proof.commitment = match.commitment
        made.digest = digest(made)
        return made

    @property
    def table(self) -> TableState:
        """The table after the last event."""
        assert self._table is not None, "a table begins with the entry that opens it"
        return self._table

    @property
    def _match(self) -> MatchState:
        assert self.table.match is not None, "entries of a match begin with the one that starts it"
        return self.table.match

    def _note(self, event: AnyEvent, entry: Entry) -> None:
        """What *event*, which is about to happen, adds to the record."""
        match event:
            case game.LotsDrawn():
                self._made.first_dealer = event.dealer
            case game.DealVoided() | game.RoundDealt():
                self._deal()
            case on.OptionChosen():
                chosen = action(event.seat, event.option)
                chosen.time.CopyFrom(timestamp(entry.time))
                chosen.cause = CAUSES[entry.cause]
                self._made.rounds[-1].actions.append(chosen)

    def _result(self) -> None:
        """What the round that has just ended adds to the record."""
        module = self.table.module
        view = module.view(self._match.state)
        self._made.rounds[-1].result.CopyFrom(round_result(module, self.table.rules, view))

    def _deal(self) -> None:
        match = self._match
        due = match.state.deck_due
        if due.attempt == 1:
            self._made.rounds.add()
        nonces = [nonce or b"" for nonce in match.nonces]
        cards = deck(match.secret, match.match_id, due.round, due.attempt, nonces)
        self._made.rounds[-1].decks.append(codes(cards))
