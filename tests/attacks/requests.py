"""Attacks with valid requests that cost the server much, and with guesses."""

from __future__ import annotations

import asyncio
from functools import cache
from itertools import count
from random import Random
from string import ascii_uppercase

from google.protobuf.message import Message

from koikoi.v1 import record_pb2, service_pb2
from tests.attacks import frames
from tests.attacks.course import Course
from tests.attacks.peer import Peer
from tests.records.matches import random_match
from tests.support.server import new_id

LARGEST_RECORD = 990_000  #: bytes
ROUNDS = 12  #: of the longest valid record
AT_ONCE = 20  #: calls of one connection


@cache
def largest_records() -> list[service_pb2.TellRecordRequest]:
    """Requests with a long valid record, and with an invalid one of the greatest size."""
    longest = max((random_match(each, rounds=ROUNDS).record for each in range(3)), key=_size)
    padded = record_pb2.Record.FromString(longest.SerializeToString())
    padded.ClearField("digest")
    decks = padded.rounds[0].decks
    deck = decks[0]
    decks.extend([deck] * ((LARGEST_RECORD - _size(padded)) // (len(deck) + 4)))
    return [service_pb2.TellRecordRequest(record=each, language="en") for each in (longest, padded)]


def _size(record: record_pb2.Record) -> int:
    return record.ByteSize()


async def records_told(course: Course) -> None:
    """Have the largest records explained, valid ones and invalid ones, on six connections."""
    requests = largest_records()
    numbers = count()

    async def ask(peer: Peer) -> None:
        status = await peer.status(frames.ours("TellRecord"), requests[next(numbers) % 2])
        course.counts[f"records: {status}"] += 1

    await course.workers(6, ask)


async def reads(course: Course) -> None:
    """Ask for charts, tables, seats and records, on four connections, in twenty calls at a time."""
    kinds: list[tuple[str, Message]] = [
        ("GetCatalog", service_pb2.GetCatalogRequest(game="koikoi", rules={"months": "6"})),
        ("GetCatalog", service_pb2.GetCatalogRequest()),
        ("ListTables", service_pb2.ListTablesRequest(page_size=500)),
        ("ListSeats", service_pb2.ListSeatsRequest(seat_tokens=["x" * 43] * 100)),
        ("ListRecords", service_pb2.ListRecordsRequest(page_size=100)),
        ("GetRecord", service_pb2.GetRecordRequest(record_id="0" * 32)),
        ("GetServerInfo", service_pb2.GetServerInfoRequest()),
    ]
    numbers = count()

    async def one(peer: Peer) -> None:
        name, request = kinds[next(numbers) % len(kinds)]
        course.counts[f"{name}: {await peer.status(frames.ours(name), request)}"] += 1

    async def ask(peer: Peer) -> None:
        await asyncio.gather(*(one(peer) for _ in range(AT_ONCE)))

    await course.workers(4, ask)


async def guesses(course: Course) -> None:
    """Guess join codes as fast as possible on four connections."""
    random = Random(1)

    async def one(peer: Peer) -> None:
        code = "".join(random.choices(ascii_uppercase, k=8))
        request = service_pb2.JoinTableRequest(
            request_id=new_id(), player_name="Guest", join_code=code
        )
        course.counts[f"guesses: {await peer.status(frames.ours('JoinTable'), request)}"] += 1

    async def guess(peer: Peer) -> None:
        await asyncio.gather(*(one(peer) for _ in range(AT_ONCE)))

    await course.workers(4, guess)
