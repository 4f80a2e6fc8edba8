"""No message can carry a secret to those who may not have it; leaks planted on purpose are seen."""

from __future__ import annotations

import pytest
from google.protobuf import descriptor_pb2 as d

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from tests.proto.audience import leaks, reached
from tests.proto.descriptors import AUDIENCE, Mutation, audience, files, messages

Field = d.FieldDescriptorProto


def add(
    message: d.DescriptorProto,
    name: str,
    kind: Field.Type.ValueType = Field.TYPE_UINT32,
    *,
    many: bool = False,
    of: str = "",
) -> None:
    message.field.add(
        name=name,
        number=90,
        type=Field.TYPE_MESSAGE if of else kind,
        label=Field.LABEL_REPEATED if many else Field.LABEL_OPTIONAL,
        type_name=(of if of.startswith(".") else f".koikoi.v1.{of}") if of else None,
    )


def add_map(message: d.DescriptorProto, name: str, of: str) -> None:
    entry = message.nested_type.add(name=f"{name.title().replace('_', '')}Entry")
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=Field.TYPE_UINT32, label=Field.LABEL_OPTIONAL)
    entry.field.add(
        name="value",
        number=2,
        type=Field.TYPE_MESSAGE,
        label=Field.LABEL_OPTIONAL,
        type_name=f".koikoi.v1.{of}",
    )
    add(message, name, many=True, of=f"{message.name}.{entry.name}")


def add_any(file: d.FileDescriptorProto, message: d.DescriptorProto) -> None:
    file.dependency.append("google/protobuf/any.proto")
    add(message, "more", of=".google.protobuf.Any")


def rename(message: d.DescriptorProto, old: str, new: str) -> None:
    next(field for field in message.field if field.name == old).name = new


def renumber(message: d.DescriptorProto, name: str, number: int) -> None:
    next(field for field in message.field if field.name == name).number = number


def renumber_all(messages: list[d.DescriptorProto], name: str, number: int) -> None:
    for message in messages:
        renumber(message, name, number)


def mark(message: d.DescriptorProto, audience: catalog_pb2.Audience) -> None:
    message.options.Extensions[AUDIENCE] = audience


def answer(file: d.FileDescriptorProto, call: str, message: str) -> None:
    method = next(each for each in file.service[0].method if each.name == call)
    method.output_type = f".koikoi.v1.{message}"


def stream(file: d.FileDescriptorProto, call: str) -> None:
    next(each for each in file.service[0].method if each.name == call).server_streaming = True


PLANTED: dict[str, Mutation] = {
    "a hand in Side": lambda m, f: add(m["Side"], "hand", many=True),
    "a hand by another name in Match": lambda m, f: add(m["Match"], "hand_cards", many=True),
    "the draw pile's order in Match": lambda m, f: add(m["Match"], "pile_cards", many=True),
    "options in Match": lambda m, f: add(m["Match"], "offers", many=True, of="Option"),
    "every seat's private part in Update": lambda m, f: add(m["Update"], "peek", of="SeatView"),
    "private parts behind a map": lambda m, f: add_map(m["Update"], "private", "SeatView"),
    "anything at all in Event": lambda m, f: add_any(f["table"], m["Event"]),
    "a token in Event": lambda m, f: add(m["Event"], "seat_token", Field.TYPE_STRING),
    "a token in Seat": lambda m, f: add(m["Seat"], "token_hash", Field.TYPE_BYTES),
    "a join code in Table": lambda m, f: add(m["Table"], "join_code", Field.TYPE_STRING),
    "a request in an answer": lambda m, f: add(m["TableRow"], "asked", of="JoinTableRequest"),
    "a request id in Entry": lambda m, f: add(m["Entry"], "request_id", Field.TYPE_STRING),
    "a grant on a seat's stream": lambda m, f: add(m["WatchSeatResponse"], "got", of="SeatGrant"),
    "a grant in an act's answer": lambda m, f: add(m["ActResponse"], "seat", of="SeatGrant"),
    "a record on a spectator's stream": lambda m, f: add(
        m["WatchTableResponse"], "record", of="Record"
    ),
    "a record's round in the lobby": lambda m, f: add(m["TableRow"], "last", of="RecordRound"),
    "a proof in the lobby": lambda m, f: add(m["TableRow"], "proof", of="Proof"),
    "the secret in Match": lambda m, f: add(m["Match"], "secret", Field.TYPE_BYTES),
    "the seed in server info": lambda m, f: add(
        m["GetServerInfoResponse"], "seed", Field.TYPE_STRING
    ),
    "the deck in a result": lambda m, f: add(
        m["RoundResult"], "decks", Field.TYPE_STRING, many=True
    ),
    "a private part for spectators": lambda m, f: add(
        m["WatchTableResponse"], "seat_view", of="SeatView"
    ),
    "a private part in the lobby": lambda m, f: add(m["TableRow"], "mine", of="SeatView"),
    "a token asked of spectators": lambda m, f: add(
        m["WatchTableRequest"], "seat_token", Field.TYPE_STRING
    ),
    "a seat's stream without token": lambda m, f: rename(m["WatchSeatRequest"], "seat_token", "x"),
    "spectators get a seat's answer": lambda m, f: answer(
        f["service"], "WatchTable", "WatchSeatResponse"
    ),
    "the lobby streams records": lambda m, f: answer(
        f["service"], "WatchLobby", "GetRecordResponse"
    ),
    "a table streams records": lambda m, f: answer(
        f["service"], "WatchTable", "TellRecordResponse"
    ),
    "another stream of records": lambda m, f: stream(f["service"], "GetRecord"),
    "a told record asks for a token": lambda m, f: add(
        m["TellRecordRequest"], "seat_token", Field.TYPE_STRING
    ),
    "a seat's part in a told record": lambda m, f: add(
        m["TellRecordResponse"], "seat_view", of="SeatView"
    ),
    "a seat's part in the record to tell": lambda m, f: add(
        m["TellRecordRequest"], "view", of="SeatView"
    ),
    "a record in another request": lambda m, f: add(m["JoinTableRequest"], "record", of="Record"),
    "all hands on a spectator's stream": lambda m, f: add(
        m["WatchTableResponse"], "open", many=True, of="Hand"
    ),
    "all hands by name in Match": lambda m, f: add(m["Match"], "hands", many=True, of="Party"),
    "what an option brings in Match": lambda m, f: add(m["Match"], "best", of="Brings"),
    "what an option brings by name in Side": lambda m, f: add(m["Side"], "brings", of="Progress"),
    "a note in Turn": lambda m, f: add(m["Turn"], "note", Field.TYPE_STRING),
    "a seat's options in Said": lambda m, f: add(m["Said"], "may", many=True, of="SeatOption"),
    "a seat's options by name in Seat": lambda m, f: add(
        m["Seat"], "seat_options", Field.TYPE_STRING, many=True
    ),
    "an unmarked message": lambda m, f: f["table"].message_type.add(name="New"),
    "an unmarked message inside another": lambda m, f: m["Match"].nested_type.add(name="New"),
    "Option is everybody's": lambda m, f: mark(m["Option"], catalog_pb2.AUDIENCE_PUBLIC),
    "SeatView is everybody's": lambda m, f: mark(m["SeatView"], catalog_pb2.AUDIENCE_PUBLIC),
    "Brings is everybody's": lambda m, f: mark(m["Brings"], catalog_pb2.AUDIENCE_PUBLIC),
    "SeatOption is everybody's": lambda m, f: mark(m["SeatOption"], catalog_pb2.AUDIENCE_PUBLIC),
    "Hand is everybody's": lambda m, f: mark(m["Hand"], catalog_pb2.AUDIENCE_PUBLIC),
    "Hand is a seat's": lambda m, f: mark(m["Hand"], catalog_pb2.AUDIENCE_SEAT),
    "a told step is everybody's": lambda m, f: mark(
        m["TellRecordResponse"], catalog_pb2.AUDIENCE_PUBLIC
    ),
    "SeatGrant is everybody's": lambda m, f: mark(m["SeatGrant"], catalog_pb2.AUDIENCE_PUBLIC),
    "Proof is everybody's": lambda m, f: mark(m["Proof"], catalog_pb2.AUDIENCE_PUBLIC),
    "Side lost its mark": lambda m, f: m["Side"].options.Clear(),
    "an act that cannot be repeated": lambda m, f: rename(m["ActRequest"], "request_id", "id"),
    "a join that cannot be repeated": lambda m, f: rename(m["JoinTableRequest"], "request_id", "i"),
    "another number for seats": lambda m, f: renumber(m["WatchSeatResponse"], "update", 9),
    "the private part first": lambda m, f: renumber_all(
        [m["WatchSeatResponse"], m["WatchTableResponse"]], "heartbeat", 5
    ),
    "the state version for all": lambda m, f: add(m["Match"], "state_version"),
}


def test_the_protocol_leaks_nothing() -> None:
    assert leaks(files()) == []


@pytest.mark.parametrize("mutate", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_seen(mutate: Mutation) -> None:
    assert leaks(files(mutate))


def test_a_spectators_stream_cannot_reach_a_private_part() -> None:
    """By type: no field of any message within it is of a type that is not everybody's."""
    named = {message.name: message for message in messages(files())}
    within = {target for _, _, target in reached(named["WatchTableResponse"])}
    ours = {each for each in within if each.full_name.startswith("koikoi.v1.")}
    assert {each.name for each in ours} >= {"Update", "Match", "Side", "Event", "Said"}
    entries = {each for each in ours if each.GetOptions().map_entry}
    assert {audience(each) for each in ours - entries} == {"PUBLIC"}


def test_every_message_is_marked() -> None:
    found = {message.name: audience(message) for message in messages(files())}
    assert "UNSPECIFIED" not in found.values()
    assert {"SEAT", "GRANT", "RECORD", "PUBLIC", "REQUEST"} == set(found.values())
    assert {name for name, mark in found.items() if mark == "SEAT"} == {
        "SeatView",
        "Option",
        "Brings",
        "SeatOption",
        "WatchSeatResponse",
    }


def test_a_seats_bytes_are_a_spectators_and_its_own() -> None:
    """So the server can serialize the public part once for all watchers."""
    heartbeat = service_pb2.Heartbeat(head_seq=7, spectators=2)
    update = table_pb2.Update(seq=7, table=table_pb2.Table(table_id="T"))
    said = table_pb2.Said(waiting="Your turn.")
    own = table_pb2.SeatView(seat=2, hand=[1, 2], state_version=3)
    public = service_pb2.WatchTableResponse(heartbeat=heartbeat, update=update, said=said)
    private = service_pb2.WatchSeatResponse(seat_view=own)
    whole = service_pb2.WatchSeatResponse(
        heartbeat=heartbeat, update=update, said=said, seat_view=own
    )
    joined = public.SerializeToString() + private.SerializeToString()
    assert joined == whole.SerializeToString()
