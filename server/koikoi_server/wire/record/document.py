"""Reads and writes records as JSON and as bytes, and computes their digest."""

from __future__ import annotations

import hashlib
import json

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from hanafuda.cards import Cards
from hanafuda.events import Seat
from hanafuda.game import Option
from koikoi.v1 import record_pb2
from koikoi_server.text import text

FORMAT = 1  #: Record.format


class RecordError(ValueError):
    """The input is not a record; the message is a sentence for people."""


def as_json(record: record_pb2.Record) -> str:
    """*record* as indented JSON, with a newline at the end."""
    return json.dumps(json_format.MessageToDict(record), ensure_ascii=False, indent=1) + "\n"


def from_json(document: str) -> record_pb2.Record:
    """The record in a JSON document.

    Raises:
        RecordError: if the document is not a record in JSON.
    """
    try:
        return json_format.Parse(document, record_pb2.Record())
    except json_format.ParseError as error:
        why = " ".join(str(error).split())
    except (ValueError, RecursionError) as error:
        why = str(error)
    raise RecordError(text("This is not a record in protobuf's JSON format ({why}).", why=why))


def from_bytes(stored: bytes) -> record_pb2.Record:
    """The record that *stored* holds, as serialized by protobuf.

    Raises:
        RecordError: if the bytes are damaged.
    """
    try:
        record = record_pb2.Record.FromString(stored)
        json_format.MessageToDict(record)  # raises if a time is out of range
    except (DecodeError, json_format.Error):
        raise RecordError(text("The record is damaged: it cannot be read.")) from None
    return record


def digest(record: record_pb2.Record) -> bytes:
    """The SHA-256 of *record* without its digest field (record.proto, DIGEST)."""
    fields = json_format.MessageToDict(record)
    fields.pop("digest", None)
    document = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode()).digest()


def without_long_fields(record: record_pb2.Record) -> record_pb2.Record:
    """*record* in the short form for ListRecords."""
    row = record_pb2.Record()
    row.CopyFrom(record)
    for field in ("rounds", "proof", "digest"):
        row.ClearField(field)
    return row


def deck_codes(cards: Cards) -> str:
    """The codes of a deck as in a record: "3-1 9-1 …"."""
    return " ".join(card.code for card in cards)


def action(seat: Seat, option: Option) -> record_pb2.Action:
    """The action for *option* chosen by *seat*. The caller adds time and cause."""
    return record_pb2.Action(
        seat=seat,
        verb=option.verb.value,
        card=option.card.code if option.card is not None else "",
        taken=[card.code for card in option.taken],
    )
