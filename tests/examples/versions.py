"""Older and newer versions of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from tests.proto.descriptors import files, messages

KEPT = {
    "GetServerInfoResponse": {"server_id", "silence_limit"},
    "GetCatalogResponse": {"games"},
    "Game": {"id", "bots"},
    "Bot": {"id"},
    "CreateTableResponse": {"grant"},
    "JoinTableResponse": {"grant"},
    "SeatGrant": {"table_id", "seat", "seat_token"},
    "WatchSeatResponse": {"heartbeat", "update", "seat_view"},
    "Heartbeat": {"head_seq"},
    "Update": {"seq", "cursor", "table", "match"},
    "Table": {"stage"},
    "Match": {"phase", "winners"},
    "SeatView": {"seat", "state_version", "options"},
    "Option": {"number"},
}
"""The fields of responses that a client needs to play; all others are for showing."""

NEW = 900  #: number of the field that a later version has in every message

Classes = dict[str, type[Message]]


def classes(change: Callable[[DescriptorProto], None]) -> Classes:
    """The messages of the protocol by name, after *change* has changed each."""

    def everywhere(made: dict[str, DescriptorProto], _: object) -> None:
        for each in made.values():
            change(each)

    return {
        each.name: message_factory.GetMessageClass(each) for each in messages(files(everywhere))
    }


def drop(made: DescriptorProto) -> None:
    """A response of an older version: only what is needed."""
    if made.name in KEPT or made.name.endswith("Response"):
        kept = [field for field in made.field if field.name in KEPT.get(made.name, ())]
        del made.field[:]
        made.field.extend(kept)
        nested = {field.type_name.rpartition(".")[2] for field in kept}
        still = [each for each in made.nested_type if each.name in nested]
        del made.nested_type[:]
        made.nested_type.extend(still)


def add(made: DescriptorProto) -> None:
    """A message of a later version, with one more field."""
    made.field.add(
        name="news_from_later",
        number=NEW,
        type=FieldDescriptorProto.TYPE_STRING,
        label=FieldDescriptorProto.LABEL_OPTIONAL,
    )


def older(made: Classes) -> Callable[[Message], bytes]:
    """What an older client would have understood of a message, or would have sent."""

    def change(message: Message) -> bytes:
        known = made[message.DESCRIPTOR.name].FromString(message.SerializeToString())
        known.DiscardUnknownFields()
        return known.SerializeToString()

    return change


def newer(made: Classes) -> Callable[[Message], bytes]:
    """The message with a field more in it, and in all that it holds; kinds that nobody knows."""

    def change(message: Message) -> bytes:
        later = made[message.DESCRIPTOR.name].FromString(message.SerializeToString())
        for each in _all(later):
            each.news_from_later = "hello"
            if each.DESCRIPTOR.name in ("Event", "Option"):
                each.kind = NEW
        return later.SerializeToString()

    return change


def _all(message: Message) -> Iterator[Any]:
    """*message* and the messages of the protocol within it."""
    yield message
    for field, value in message.ListFields():
        kind: Descriptor | None = field.message_type
        if kind is None or kind.file.package != "koikoi.v1" or kind.GetOptions().map_entry:
            continue
        held: Iterable[Message] = value if field.is_repeated else [value]
        for each in held:
            yield from _all(each)
