"""Who can receive which message, worked out from the types (law: a view cannot hold a secret)."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor, FileDescriptor

from tests.proto.descriptors import PACKAGE, audience, messages

REACHES = {
    "PUBLIC": {"PUBLIC"},
    "SEAT": {"PUBLIC", "SEAT"},
    "GRANT": {"PUBLIC", "GRANT"},
    "RECORD": {"PUBLIC", "RECORD"},
    "REQUEST": {"REQUEST"},
}
TELLS = "TellRecord"  # the only stream of matches that are over; a match to tell may be sent to it
FOREIGN = {"google.protobuf.Timestamp", "google.protobuf.Duration"}  # they hold no message

# Messages that hold a secret, whose mark may not be weakened.
PRIVATE = {
    "SeatView": "SEAT",
    "Option": "SEAT",
    "Brings": "SEAT",
    "SeatOption": "SEAT",
    "SeatGrant": "GRANT",
    "Record": "RECORD",
    "RecordRound": "RECORD",
    "Action": "RECORD",
    "Proof": "RECORD",
    "Hand": "RECORD",
    "TellRecordResponse": "RECORD",
}

# Fields that are a secret by their name, and who may have them.
SECRETS = {
    "seat_token": {"GRANT", "REQUEST"},
    "seat_tokens": {"REQUEST"},
    "join_code": {"SEAT", "REQUEST"},
    "request_id": {"REQUEST"},
    "hand": {"SEAT"},
    "hands": {"RECORD"},
    "options": {"SEAT"},
    "seat_options": {"SEAT"},
    "brings": {"SEAT"},
    "note": {"SEAT"},
    "state_version": {"SEAT", "REQUEST"},
    "nonce": {"REQUEST"},
    "nonces": {"RECORD"},
    "secret": {"RECORD"},
    "decks": {"RECORD"},
    "actions": {"RECORD"},
}
SECRET_WORDS = ("hand", "deck", "token", "secret", "pile", "seed", "password")
HARMLESS = {
    "Side.hand_size",  # a number
    "Match.draw_pile",  # a number
    "Game.options",  # what a host may choose
    "GetServerInfoResponse.password_needed",  # whether there is one
    "ListTablesResponse.next_page_token",  # a place in the list
}


def leaks(files: list[FileDescriptor]) -> list[str]:
    """A sentence for each message that could reach the wrong receivers; empty: there is none."""
    return [
        *(found for message in messages(files) for found in _message(message)),
        *(found for file in files for found in _calls(file)),
        *_composition({message.name: message for message in messages(files)}),
    ]


def _message(message: Descriptor) -> Iterator[str]:
    marked = audience(message)
    if marked not in REACHES:
        yield f"{message.name} has no audience"
        return
    if marked != PRIVATE.get(message.name, marked):
        yield f"{message.name} is marked {marked}"
    if message.extension_ranges:
        yield f"{message.name} can be extended"
    may_reach = REACHES[marked]
    if message.name == f"{TELLS}Request":
        may_reach = may_reach | REACHES["RECORD"]
    for owner, field, target in reached(message):
        if not target.full_name.startswith(PACKAGE):
            if target.full_name not in FOREIGN:
                yield f"{owner.name}.{field.name} holds a {target.full_name}"
        elif not target.GetOptions().map_entry and audience(target) not in may_reach:
            yield f"{marked} {message.name} reaches {audience(target)} {target.name}"
    for field in message.fields:
        full = f"{message.name}.{field.name}"
        if full in HARMLESS:
            continue
        if marked not in SECRETS.get(field.name, {marked}):
            yield f"{full} is in a {marked} message"
        if marked == "PUBLIC" and any(word in field.name for word in SECRET_WORDS):
            yield f"{full} sounds like a secret in a PUBLIC message"


def reached(message: Descriptor) -> Iterator[tuple[Descriptor, FieldDescriptor, Descriptor]]:
    """Every message field that can be filled inside *message*: owner, field, type."""
    seen, todo = {message.full_name}, [message]
    while todo:
        owner = todo.pop()
        for field in owner.fields:
            target = field.message_type
            if target is None:
                continue
            yield owner, field, target
            if target.full_name not in seen and target.full_name.startswith(PACKAGE):
                seen.add(target.full_name)
                todo.append(target)


def _calls(file: FileDescriptor) -> Iterator[str]:
    for service in file.services_by_name.values():
        for call in service.methods:
            asked = {field.name for field in call.input_type.fields}
            answer = audience(call.output_type)
            told = {audience(target) for _, _, target in reached(call.output_type)} | {answer}
            if audience(call.input_type) != "REQUEST" or call.client_streaming:
                yield f"{call.name} is not asked by one REQUEST"
            if "SEAT" in told and "seat_token" not in asked:
                yield f"{call.name} answers a SEAT without its token"
            unheard = {"GRANT"} if call.name == TELLS else {"GRANT", "RECORD"}
            if call.server_streaming and told & unheard:
                yield f"{call.name} streams {told & unheard}"
            if call.server_streaming and answer != "SEAT" and "seat_token" in asked:
                yield f"{call.name} asks for a token and has no use for it"
            once = answer == "GRANT" or ("seat_token" in asked and not call.server_streaming)
            if once and "request_id" not in asked:
                yield f"{call.name} cannot be repeated: it has no request_id"


def _composition(named: dict[str, Descriptor]) -> Iterator[str]:
    """A message to a seat has the fields of a message to a spectator, and one more."""

    def fields(message: str) -> set[tuple[int, str, str]]:
        return {
            (field.number, field.name, field.message_type.full_name if field.message_type else "")
            for field in named[message].fields
        }

    public, seat = fields("WatchTableResponse"), fields("WatchSeatResponse")
    if public - seat or [kind for _, _, kind in seat - public] != [f"{PACKAGE}.SeatView"]:
        yield "WatchSeatResponse is not WatchTableResponse and a SeatView"
    if seat - public and min(seat - public)[0] <= max(public)[0]:
        yield "the SeatView does not come last in WatchSeatResponse"
