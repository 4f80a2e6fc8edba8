"""What readers were told, side by side: in two worlds, and in one with and without a language."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from koikoi.v1 import service_pb2
from koikoi_server.tokens import token_hash
from tests.secrecy.context import Outcome
from tests.secrecy.world import KEY, Stream, World

Told = list[list[Outcome]]
"""Of each stream of somebody's, all that came."""

LISTS = {"lobby", "crowd at WatchLobby"}  #: streams of the list of tables

UPDATE = service_pb2.WatchSeatResponse.UPDATE_FIELD_NUMBER
SAID = service_pb2.WatchSeatResponse.SAID_FIELD_NUMBER
SEAT_VIEW = service_pb2.WatchSeatResponse.SEAT_VIEW_FIELD_NUMBER


def parts(message: bytes) -> dict[int, bytes]:
    """The fields of a watch's message, all of which are messages, as the bytes that were sent."""
    found, at = {}, 0
    while at < len(message):
        tag, at = _varint(message, at)
        assert tag & 7 == 2, "it is a message"
        size, at = _varint(message, at)
        found[tag >> 3] = message[at : at + size]
        at += size
    return found


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (message[at] & 127) << shift
        shift += 7
        at += 1
        if message[at - 1] < 128:
            return value, at


def for_anybody(told: Told) -> list[list[Any]]:
    """What was told without seats' private parts."""
    return [[_public(outcome) for outcome in stream] for stream in told]


def _public(outcome: Outcome) -> Any:
    if len(outcome) > 1:
        return outcome  # how the stream ended
    found = parts(outcome[0])
    found.pop(SEAT_VIEW, None)
    return found


def cursors(told: Told) -> list[str]:
    """All that a spectator has been given to resume from."""
    messages = (outcome[0] for stream in told for outcome in stream if len(outcome) == 1)
    updates = (service_pb2.WatchTableResponse.FromString(each).update for each in messages)
    return [update.cursor for update in updates if update.cursor]


def unequal(streams: Mapping[str, list[Stream]]) -> Iterator[str]:
    """Where readers of one table were told the same thing in different bytes.

    An update is the same for everybody, with and without a language. Words come with it exactly
    when they were asked for, and are the same for all spectators.
    """
    updates: dict[Any, bytes] = {}
    words: dict[Any, bytes] = {}
    for who, opened in streams.items():
        for stream in opened if who not in LISTS else ():
            for outcome in stream.context.seen:
                if len(outcome) > 1:
                    continue
                found = parts(outcome[0])
                if (SAID in found) != (UPDATE in found and bool(stream.language)):
                    yield f"{who} is told words without an update or a language, or not at all"
                if UPDATE not in found:
                    continue
                made = found[UPDATE]
                update = service_pb2.WatchTableResponse.FromString(outcome[0]).update
                news = [entry.seq for entry in update.news]
                which = (update.table.table_id, update.seq, update.snapshot, *news)
                if updates.setdefault(which, made) != made:
                    yield f"{who} gets another update {update.seq}"
                seat = who if who.startswith("seat") else ""
                said = found.get(SAID, b"")
                if said and words.setdefault((made, seat), said) != said:
                    yield f"{who} is told update {update.seq} in other words"


def different(
    one: World, other: World, readers: Iterable[str], whole: AbstractSet[str]
) -> Iterator[str]:
    """Where two worlds told those *readers*, or wrote in the log, different things.

    Only of those in *whole*, private parts are compared.
    """
    for who in readers:
        a, b = one.seen(who), other.seen(who)
        if who not in whole:
            a, b = for_anybody(a), for_anybody(b)
        if a != b:
            yield f"{who}: {first_difference(a, b)}"
    if one.written != other.written:
        yield f"the log: {first_difference([one.written], [other.written])}"


def disclosed(world: World, tokens: Iterable[str]) -> Iterator[str]:
    """What nobody may be told while a match runs, although it is the same in both worlds.

    Such as the secret that all decks follow from. *tokens* are those of others than the reader.
    """
    match = world.state.match
    if match is None or match.over:
        return
    hidden = {"secret": match.secret, "record id": match.record_id.encode(), "key": KEY}
    hidden |= {f"token {each}": each.encode() for each in tokens}
    hidden |= {f"hash of {each}": token_hash(each) for each in tokens}
    told = "\n".join(world.written).encode() + b"\n".join(
        part if isinstance(part, bytes) else repr(part).encode()
        for streams in world.streams.values()
        for stream in streams
        for outcome in stream.context.seen
        for part in outcome
    )
    for name, value in hidden.items():
        if any(form in told for form in _forms(value)):
            yield f"somebody is told the {name}"


def is_in_order(answer: bytes) -> bool:
    """Whether the rows of a ListTablesResponse are in the order that follows from themselves."""
    rows = service_pb2.ListTablesResponse.FromString(answer).rows
    places = [(row.rank, -row.open_time.ToNanoseconds()) for row in rows]
    return places == sorted(places)


def _forms(value: bytes) -> Iterator[bytes]:
    yield value
    yield value.hex().encode()
    yield b64encode(value).rstrip(b"=")
    yield urlsafe_b64encode(value).rstrip(b"=")


def first_difference(a: list[list[Any]], b: list[list[Any]]) -> str:
    """Where two worlds tell different things."""
    for stream, (one, other) in enumerate(zip(a, b, strict=False)):
        if len(one) != len(other):
            return f"stream {stream} has {len(one)} or {len(other)} messages"
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return f"message {number} of stream {stream}: {left} or {right}"
    return "another number of streams"
