"""The ids that a client can know, and what it may ask with them: most find nothing."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from koikoi.v1 import service_pb2
from tests.secrecy.context import Outcome
from tests.secrecy.world import Stream

TOLD: dict[str, type[Message]] = {
    "lobby": service_pb2.WatchLobbyResponse,
    "spectator": service_pb2.WatchTableResponse,
    "seat": service_pb2.WatchSeatResponse,
}
"""What somebody's streams tell."""

ID = re.compile(r"(?=.*\d)\S{4,64}")
"""Words with a digit. The names of yaku, bots and games have none, and identify nothing else."""


def ids_told(streams: dict[str, list[Stream]], viewer: str) -> list[str]:
    """Every id that *viewer*, or anybody, has got from these streams, in each way to write it.

    They are all words and bytes of the first and the last message of each stream: the ids of
    tables, matches and options, commitments, cursors.
    """
    found: set[str] = set()
    for who in ("lobby", "spectator", viewer):
        kind = TOLD.get(who, TOLD["seat"])
        for stream in streams.get(who, ()):
            for outcome in _ends(stream.context.seen):
                found |= set(ids(kind.FromString(outcome[0])))
    return sorted(found)


def ids(message: Message) -> Iterator[str]:
    """The words and bytes in *message* that may be an id."""
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            continue
        for each in value if field.is_repeated else (value,):
            if isinstance(each, Message):
                yield from ids(each)
            elif field.type == FieldDescriptor.TYPE_BYTES:
                yield from (each.hex(), urlsafe_b64encode(each).decode().rstrip("="))
            elif isinstance(each, str) and ID.fullmatch(each):
                yield each


def id_probes(known: str) -> list[tuple[str, Message]]:
    """What can be asked with an id, whatever it is the id of."""
    return [
        ("GetRecord", service_pb2.GetRecordRequest(record_id=known)),
        ("TellRecord", service_pb2.TellRecordRequest(record_id=known)),
        ("ListRecords", service_pb2.ListRecordsRequest(page_token=known)),
        ("ListTables", service_pb2.ListTablesRequest(page_token=known)),
        ("ListSeats", service_pb2.ListSeatsRequest(seat_tokens=[known])),
    ]


def _ends(seen: list[Outcome]) -> Iterator[Outcome]:
    messages = [outcome for outcome in seen if len(outcome) == 1]
    yield from (*messages[:1], *messages[-1:])
