"""Records in files: read with all that can be wrong said in a sentence, and written."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from datetime import datetime
from itertools import count
from pathlib import Path

from google.protobuf import json_format

from koikoi.v1 import record_pb2
from koikoi_client.errors import RecordError as RecordError
from koikoi_client.text import text

FORMAT = 1
"""The newest that this client reads."""
MOST_BYTES = 50_000_000


def read(path: Path) -> record_pb2.Record:
    """The record in a file.

    Raises:
        RecordError: when it cannot be read, is none, is of a newer format or was changed.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RecordError(text("It is too long for a record."))
        return parsed(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise RecordError(text("It is no text in UTF-8.")) from None
    except OSError as error:
        raise RecordError(text("It cannot be read: {why}.", why=error.strerror)) from None


def parsed(document: str) -> record_pb2.Record:
    """The record that a document in protobuf's JSON holds. Raises RecordError."""
    try:
        found = json.loads(document)
    except (ValueError, RecursionError):
        raise RecordError(text("It is no record: it is not JSON.")) from None
    if not isinstance(found, dict):
        raise RecordError(text("It is no record: a record is an object."))
    number = str(found.get("format", FORMAT))
    if number.isdecimal() and int(number[:9]) > FORMAT:
        raise RecordError(
            text("It is of format {n}, which is newer: update koikoi-client.", n=number[:9])
        )
    try:
        record = json_format.ParseDict(found, record_pb2.Record())
    except (json_format.ParseError, ValueError, RecursionError, SystemError) as error:
        # (a SystemError is protobuf's, of half a character)
        why = " ".join(str(error).split()).partition(" Available Fields")[0].rstrip(".")
        raise RecordError(text("It is no record ({why}).", why=why)) from None
    if not record.game or not record.players:
        raise RecordError(text("It is no record: it names no game, or nobody who plays."))
    if record.digest and record.digest != digest(record):
        raise RecordError(text("It is damaged or was changed: its digest is another one."))
    return record


def digest(record: record_pb2.Record) -> bytes:
    """The digest of a record, as record.proto (DIGEST) says: of all but the one that is in it."""
    fields = json_format.MessageToDict(record)
    fields.pop("digest", None)
    document = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode()).digest()


def write(record: record_pb2.Record, folder: Path) -> Path:
    """Write a record into a folder, over no other file; where it is now.

    Its name says when the match ended and who played: "koikoi-2026-11-30-2331-Ann-Ben.json".

    Raises:
        OSError: when it cannot be written there.
    """
    document = json.dumps(json_format.MessageToDict(record), ensure_ascii=False, indent=1) + "\n"
    name = _name(record)
    for number in count(1):
        path = folder / (f"{name}.json" if number == 1 else f"{name}-{number}.json")
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(document)
        except FileExistsError:
            if _holds(path, document):
                return path
        else:
            return path
    raise AssertionError("there is always another number")


def _name(record: record_pb2.Record) -> str:
    """Of letters, digits and hyphens that every file system and every shell takes."""
    names = [player.name for player in record.players if player.name]
    bots = len(record.players) - len(names)
    names += [text("computer")] if bots == 1 else [text("{n} computers", n=bots)] if bots else []
    try:
        seconds = record.end_time.seconds
        day = f"{datetime.fromtimestamp(seconds):%Y-%m-%d-%H%M}" if seconds else ""
    except (ValueError, OverflowError, OSError):  # no time that this machine can tell
        day = ""
    players = "-".join(filter(None, map(_file_word, names)))[:60].strip("-")
    return "-".join(filter(None, (_file_word(record.game)[:20] or "match", day, players)))


def _file_word(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", letters).strip("-")


def _holds(path: Path, document: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == document
    except (OSError, UnicodeDecodeError):
        return False


def saved(record: record_pb2.Record, *folders: Path) -> str:
    """Write a record into the first of *folders* that takes it; where it is, as a sentence."""
    why = ""
    for folder in folders:
        try:
            path = write(record, folder).absolute()
        except OSError as error:
            why = error.strerror or str(error)
        else:
            return text(
                "Saved as {path}. Look at it with koikoi-client replay FILE; check that it was "
                "fair with koikoi-client verify FILE.",
                path=path,
            )
    return text("The match could not be saved to a file: {why}.", why=why)
