"""What the entries of an update say, one after the other, with the names of their time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from koikoi.v1 import table_pb2 as pb
from koikoi_server.wire.sentences import ended, matches, rounds
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.moves import dealt, moves
from koikoi_server.wire.sentences.people import People, after
from koikoi_server.wire.sentences.reader import Reader


def news(reader: Reader, people: People) -> list[pb.EntrySaid]:
    """The lines of each entry; *people* had the seats before the first."""
    found = []
    for number, entry in enumerate(reader.update.news):
        lines = [line for line in _lines(reader, people, number) if line]
        found.append(pb.EntrySaid(lines=lines))
        for event in entry.events:
            people = after(people, event)
    return found


def _lines(reader: Reader, people: People, number: int) -> Iterator[str]:
    events = reader.update.news[number].events
    at = 0
    while at < len(events):
        event = events[at]
        before, people = people, after(people, event)
        then = reader.at(before if event.kind in _LEAVING else people)
        move = moves(then, events, at)
        at += 1
        if event.kind == pb.EVENT_KIND_ROUND_ENDED:
            yield rounds.sentence(then, ended.of_news(then, reader.update.news, number, at - 1))
        elif event.kind == pb.EVENT_KIND_SEAT_OUT and _told(events, at - 1):
            pass  # how the round ended has told it
        elif event.kind == pb.EVENT_KIND_STOP_CALLED and _told(events[at:], 1):
            pass  # how the round ended tells it
        elif move is None:
            yield _table(then, event, before)
        elif at > 1 and _is_dealt(events[at - 2], event):
            yield dealt(then, event)
        else:
            yield move[0]
            at += move[1] - 1


def _told(events: Sequence[pb.Event], most: int) -> bool:
    """Whether the end of a round is among the first so many *events*."""
    return any(each.kind == pb.EVENT_KIND_ROUND_ENDED for each in events[:most])


def _is_dealt(before: pb.Event, event: pb.Event) -> bool:
    """Whether a capture is of a plant that was dealt to the field whole."""
    captured = event.kind == pb.EVENT_KIND_CARDS_CAPTURED
    after_deal = before.kind in (pb.EVENT_KIND_ROUND_DEALT, pb.EVENT_KIND_CARDS_CAPTURED)
    return captured and not event.card and len(event.cards) == 4 and after_deal


_LEAVING = (pb.EVENT_KIND_PERSON_LEFT, pb.EVENT_KIND_PERSON_KICKED)


def _table(reader: Reader, event: pb.Event, before: People) -> str:
    """Whatever is no move: what follows of itself, and who comes and goes."""
    words, seat = reader.words, event.seat
    match event.kind:
        case pb.EVENT_KIND_DEAL_VOIDED if not seat:
            cards = words.cards(event.cards)
            return words.text("The field had {cards}: all cards are dealt again.", cards=cards)
        case pb.EVENT_KIND_ROUND_DEALT:
            return reader.said(
                seat,
                "{round}: you deal. On the field: {cards}.",
                "{round}: {name} deals. On the field: {cards}.",
                round=words.round(event.number),
                cards=words.cards(event.cards),
            )
        case pb.EVENT_KIND_MATCH_ENDED:
            if matches.is_over(reader.match) and reader.match.record_id == event.text:
                return matches.sentence(reader)
            return words.text("The match is over.")
        case pb.EVENT_KIND_PERSON_JOINED:
            return _joined(reader, seat, before)
        case pb.EVENT_KIND_BOT_SEATED:
            return _bot_seated(reader, seat, before)
        case pb.EVENT_KIND_BOT_REMOVED:
            return _bot_removed(reader, seat, before)
        case pb.EVENT_KIND_CHAT_SENT if not seat:
            return words.text("The server: {said}", said=event.text)
    if event.kind not in _SENTENCES:
        return ""
    return reader.said(
        seat,
        *_SENTENCES[event.kind],
        card=words.card(event.card) if event.card else "",
        cards=words.cards(event.cards),
        yaku=words.joined_yaku(words.yaku(each.yaku) for each in event.yaku),
        said=event.text,
    )


_SENTENCES: dict[int, tuple[Pattern, Pattern]] = {
    pb.EVENT_KIND_MATCH_STARTED: ("", "A match begins."),
    pb.EVENT_KIND_DECK_CUT: ("The deck was cut for you.", "The deck was cut for {name}."),
    pb.EVENT_KIND_LOT_DRAWN: ("You drew {card} for the deal.", "{name} drew {card} for the deal."),
    pb.EVENT_KIND_DEAL_VOIDED: (
        "You were dealt {cards}: all cards are dealt again.",
        "{name} was dealt {cards}: all cards are dealt again.",
    ),
    pb.EVENT_KIND_HAND_SHOWN: (
        "You were dealt {yaku}: {cards}.",
        "{name} was dealt {yaku}: {cards}.",
    ),
    pb.EVENT_KIND_SEAT_OUT: (
        "You have no coins left and are out.",
        "{name} has no coins left and is out.",
    ),
    pb.EVENT_KIND_PERSON_LEFT: ("You left the table.", "{name} left the table."),
    pb.EVENT_KIND_PERSON_KICKED: (
        "You were removed from the table.",
        "{name} was removed from the table.",
    ),
    pb.EVENT_KIND_CONNECTION_LOST: ("You were away.", "{name} is away."),
    pb.EVENT_KIND_CONNECTION_BACK: ("You are back.", "{name} is back."),
    pb.EVENT_KIND_REMATCH_WANTED: ("You want another match.", "{name} wants another match."),
    pb.EVENT_KIND_CHAT_SENT: ("You: {said}", "{name}: {said}"),
    pb.EVENT_KIND_TABLE_CLOSED: ("", "The table is closed."),
    pb.EVENT_KIND_PERSON_NUDGED: (
        "The others are waiting for you.",
        "{name} was reminded that the others are waiting.",
    ),
}
"""What is said of an event: to the one whose seat it names, and to all others."""


def _joined(reader: Reader, seat: int, before: People) -> str:
    if not before[seat - 1].bot:
        return reader.said(seat, "You sat down.", "{name} sat down.")
    return reader.said(
        seat,
        "You sat down in place of the computer {computer}.",
        "{name} sat down in place of the computer {computer}.",
        computer=reader.at(before).name(seat),
    )


def _bot_seated(reader: Reader, seat: int, before: People) -> str:
    sitting = reader.people[seat - 1]
    computer = reader.words.bot(sitting.bot)
    if sitting.name:
        return reader.said(
            seat, "{computer} plays for you.", "{computer} plays for {name}.", computer=computer
        )
    if before[seat - 1].bot:
        computer = reader.at(before).name(seat)
        return reader.said(seat, "", "{name} plays instead of {computer}.", computer=computer)
    return reader.said(seat, "", "The computer {name} sat down.")


def _bot_removed(reader: Reader, seat: int, before: People) -> str:
    if reader.people[seat - 1].name:
        return reader.said(seat, "You play again.", "{name} plays again.")
    computer = reader.at(before).name(seat)
    return reader.words.text("The computer {computer} left.", computer=computer)
