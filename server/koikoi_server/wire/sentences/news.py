"""The lines of each entry, with the names at the time of the entry (Said.news)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences import match_headline, moves, round_headline
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.moves import Move
from koikoi_server.wire.sentences.occupants import Occupants, occupants_after
from koikoi_server.wire.sentences.reader import Reader
from koikoi_server.wire.sentences.round_end import round_end_in_news


def news(reader: Reader, occupants: Occupants) -> list[table_pb2.EntrySaid]:
    """The lines of each entry. *occupants* had the seats before the first entry."""
    said = []
    for number, entry in enumerate(reader.update.news):
        lines = [line for line in _lines(reader, occupants, number) if line]
        said.append(table_pb2.EntrySaid(lines=lines))
        for event in entry.events:
            occupants = occupants_after(occupants, event)
    return said


class _Place(NamedTuple):
    """The place of an event in the news of an update."""

    news: Sequence[table_pb2.Entry]
    entry: int  #: index in ``news``
    at: int  #: index in the events of the entry
    before: Occupants  #: who had the seats before the event

    @property
    def event(self) -> table_pb2.Event:
        return self.news[self.entry].events[self.at]

    @property
    def earlier(self) -> Sequence[table_pb2.Event]:
        """The events before this one in the same entry."""
        return self.news[self.entry].events[: self.at]

    @property
    def later(self) -> Sequence[table_pb2.Event]:
        """The events after this one in the same entry."""
        return self.news[self.entry].events[self.at + 1 :]


def _lines(reader: Reader, occupants: Occupants, number: int) -> Iterator[str]:
    """A line for each move of entry *number*, with the names at its time."""
    entries, at, dealt = reader.update.news, 0, False
    for move in moves.moves(entries[number].events):
        event, before = move.event, occupants
        occupants = occupants_after(occupants, event)
        then = reader.at(before if event.kind in _LEAVING else occupants)
        if dealt and _is_month(event):
            yield moves.dealt_month(then, event)
        else:
            dealt = event.kind == table_pb2.EVENT_KIND_ROUND_DEALT
            yield _line(then, move, _Place(entries, number, at, before))
        at += 1 if move.then is None else 2


_LEAVING = (table_pb2.EVENT_KIND_PERSON_LEFT, table_pb2.EVENT_KIND_PERSON_KICKED)


def _is_month(event: table_pb2.Event) -> bool:
    """Whether *event* captures a whole month without a capturing card."""
    captures = event.kind == table_pb2.EVENT_KIND_CARDS_CAPTURED
    return captures and not event.card and len(event.cards) == 4


def _line(reader: Reader, move: Move, place: _Place) -> str:
    event = move.event
    if event.kind == table_pb2.EVENT_KIND_STOP_CALLED and _has_round_end(place.later[:1]):
        return ""  # the sentence about the end of the round includes it
    row = SENTENCES.get(event.kind)
    if row is None:
        return moves.sentence(reader, move)
    return _plain(reader, event, row) if isinstance(row, tuple) else row(reader, place)


def _plain(reader: Reader, event: table_pb2.Event, patterns: tuple[Pattern, Pattern]) -> str:
    words = reader.words
    return reader.about(
        event.seat,
        *patterns,
        card=words.card(event.card) if event.card else "",
        cards=words.cards(event.cards),
        yaku=words.joined_yaku(words.yaku(each.yaku) for each in event.yaku),
        round=words.round(event.number),
        said=event.text,
    )


def _has_round_end(events: Sequence[table_pb2.Event]) -> bool:
    return any(each.kind == table_pb2.EVENT_KIND_ROUND_ENDED for each in events)


def _deal_voided(reader: Reader, place: _Place) -> str:
    event = place.event
    if event.seat:
        return _plain(reader, event, _HAND_VOIDED)
    cards = reader.words.cards(event.cards)
    return reader.words.text("The field had {cards}: all cards are dealt again.", cards=cards)


_HAND_VOIDED = (
    "You were dealt {cards}: all cards are dealt again.",
    "{name} was dealt {cards}: all cards are dealt again.",
)


def _round_ended(reader: Reader, place: _Place) -> str:
    ended = round_end_in_news(reader, place.news, place.entry, place.at)
    return round_headline.sentence(reader, ended)


def _seat_out(reader: Reader, place: _Place) -> str:
    if _has_round_end(place.earlier):
        return ""  # the sentence about the end of the round includes it
    return _plain(reader, place.event, _OUT)


_OUT = ("You have no coins left and are out.", "{name} has no coins left and is out.")


def _match_ended(reader: Reader, place: _Place) -> str:
    is_last = match_headline.is_over(reader.match) and reader.match.record_id == place.event.text
    if is_last:
        return match_headline.sentence(reader)
    return reader.words.text("The match is over.")


def _person_joined(reader: Reader, place: _Place) -> str:
    seat = place.event.seat
    if not place.before[seat - 1].bot:
        return reader.about(seat, "You sat down.", "{name} sat down.")
    return reader.about(
        seat,
        "You sat down in place of the computer {computer}.",
        "{name} sat down in place of the computer {computer}.",
        computer=reader.at(place.before).name(seat),
    )


def _bot_seated(reader: Reader, place: _Place) -> str:
    seat = place.event.seat
    occupant = reader.occupants[seat - 1]
    computer = reader.words.bot(occupant.bot)
    if occupant.name:
        return reader.about(
            seat, "{computer} plays for you.", "{computer} plays for {name}.", computer=computer
        )
    if place.before[seat - 1].bot:
        computer = reader.at(place.before).name(seat)
        return reader.about(seat, "", "{name} plays instead of {computer}.", computer=computer)
    after = reader.occupants  # a second computer of this strength changes the name of the first
    for event in place.later:
        after = occupants_after(after, event)
    return reader.at(after).about(seat, "", "The computer {name} sat down.")


def _bot_removed(reader: Reader, place: _Place) -> str:
    seat = place.event.seat
    if reader.occupants[seat - 1].name:
        return reader.about(seat, "You play again.", "{name} plays again.")
    computer = reader.at(place.before).name(seat)
    return reader.words.text("The computer {computer} left.", computer=computer)


def _chat_sent(reader: Reader, place: _Place) -> str:
    event = place.event
    if event.seat:
        return _plain(reader, event, ("You: {said}", "{name}: {said}"))
    return reader.words.text("The server: {said}", said=event.text)


def _table_closed(reader: Reader, place: _Place) -> str:
    minutes = place.event.number
    if not minutes:
        return reader.words.text("The table is closed.")
    return reader.words.text(_CLOSED_FOR_ANOTHER, n=minutes)


_CLOSED_FOR_ANOTHER = (
    "The table was closed to make room for another one: nobody had been here for 1 minute.",
    "The table was closed to make room for another one: nobody had been here for {n} minutes.",
)


SENTENCES: Mapping[int, tuple[Pattern, Pattern] | Callable[[Reader, _Place], str]] = {
    table_pb2.EVENT_KIND_MATCH_STARTED: ("", "A match begins."),
    table_pb2.EVENT_KIND_DECK_CUT: ("The deck was cut for you.", "The deck was cut for {name}."),
    table_pb2.EVENT_KIND_LOT_DRAWN: (
        "You drew {card} for the deal.",
        "{name} drew {card} for the deal.",
    ),
    table_pb2.EVENT_KIND_DEAL_VOIDED: _deal_voided,
    table_pb2.EVENT_KIND_ROUND_DEALT: (
        "{round}: you deal. On the field: {cards}.",
        "{round}: {name} deals. On the field: {cards}.",
    ),
    table_pb2.EVENT_KIND_HAND_SHOWN: (
        "You were dealt {yaku}: {cards}.",
        "{name} was dealt {yaku}: {cards}.",
    ),
    table_pb2.EVENT_KIND_ROUND_ENDED: _round_ended,
    table_pb2.EVENT_KIND_SEAT_OUT: _seat_out,
    table_pb2.EVENT_KIND_MATCH_ENDED: _match_ended,
    table_pb2.EVENT_KIND_PERSON_JOINED: _person_joined,
    table_pb2.EVENT_KIND_PERSON_LEFT: ("You left the table.", "{name} left the table."),
    table_pb2.EVENT_KIND_PERSON_KICKED: (
        "You were removed from the table.",
        "{name} was removed from the table.",
    ),
    table_pb2.EVENT_KIND_CONNECTION_LOST: ("You were away.", "{name} is away."),
    table_pb2.EVENT_KIND_CONNECTION_BACK: ("You are back.", "{name} is back."),
    table_pb2.EVENT_KIND_BOT_SEATED: _bot_seated,
    table_pb2.EVENT_KIND_BOT_REMOVED: _bot_removed,
    table_pb2.EVENT_KIND_REMATCH_WANTED: ("You want another match.", "{name} wants another match."),
    table_pb2.EVENT_KIND_CHAT_SENT: _chat_sent,
    table_pb2.EVENT_KIND_TABLE_CLOSED: _table_closed,
    table_pb2.EVENT_KIND_PERSON_NUDGED: (
        "The others are waiting for you.",
        "{name} was reminded that the others are waiting.",
    ),
}
"""Two patterns for each kind of event, or a function that makes the sentence.

The first pattern is for the person in the event's seat, the second for everybody else.
``moves.SENTENCES`` has the events that are moves.
"""
