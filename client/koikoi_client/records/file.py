"""Read and write records (finished matches) as JSON files."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import unicodedata
from datetime import datetime
from pathlib import Path

from google.protobuf import json_format

from koikoi.v1 import record_pb2
from koikoi_client.errors import RecordError
from koikoi_client.text import count, text

FORMAT = 1
"""The newest record format that this client reads."""
MAX_BYTES = 50_000_000


def read(path: Path, *, check_digest: bool = True) -> record_pb2.Record:
    """Read the record in a file.

    Raises:
        RecordError: when the file cannot be read, is not a record, has a newer format, or (with
            *check_digest*) was changed.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise RecordError(text("The file is too large for a record."))
        return parse(path.read_text(encoding="utf-8"), check_digest=check_digest)
    except UnicodeDecodeError:
        raise RecordError(text("Not UTF-8 text.")) from None
    except OSError as error:
        raise RecordError(text("Cannot be read: {why}.", why=error.strerror)) from None


def parse(document: str, *, check_digest: bool = True) -> record_pb2.Record:
    """Parse a record in JSON. Raises RecordError."""
    try:
        found = json.loads(document)
    except (ValueError, RecursionError):
        raise RecordError(text("Not a record: not JSON.")) from None
    if not isinstance(found, dict):
        raise RecordError(text("Not a record: not a JSON object."))
    number = str(found.get("format", FORMAT))
    if number.isdecimal() and int(number[:9]) > FORMAT:
        raise RecordError(
            text("The record has the newer format {n}: update koikoi-client.", n=number[:9])
        )
    try:
        record = json_format.ParseDict(found, record_pb2.Record())
    except (json_format.ParseError, ValueError, RecursionError, SystemError) as error:
        # (protobuf raises SystemError for an unpaired surrogate)
        why = " ".join(str(error).split()).partition(" Available Fields")[0].rstrip(".")
        raise RecordError(text("Not a record ({why}).", why=why)) from None
    if not record.game or not record.players:
        raise RecordError(text("Not a record: the game or the players are missing."))
    if check_digest and record.digest and record.digest != digest(record):
        raise RecordError(text("The record is damaged or was changed: its digest does not match."))
    return record


def digest(record: record_pb2.Record) -> bytes:
    """The digest of all fields except ``digest``, as record.proto (DIGEST) defines it."""
    fields = json_format.MessageToDict(record)
    fields.pop("digest", None)
    document = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode()).digest()


def write(record: record_pb2.Record, folder: Path) -> Path:
    """Write a record to a new file in a folder; return its path.

    The name is made of the game, the end of the match and the players:
    "koikoi-2026-11-30-2331-Ann-Ben.json". If a file already holds the record, its path is returned.

    Raises:
        OSError: when it cannot be written there.
    """
    document = json.dumps(json_format.MessageToDict(record), ensure_ascii=False, indent=1) + "\n"
    name = _name(record)
    for number in itertools.count(1):
        path = folder / (f"{name}.json" if number == 1 else f"{name}-{number}.json")
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(document)
        except FileExistsError:
            if _holds(path, document):
                return path
        else:
            return path
    raise AssertionError("unreachable: numbers do not run out")


def _name(record: record_pb2.Record) -> str:
    """A file name of ASCII letters, digits and hyphens."""
    names = [
        _file_name(player.name, number)
        for number, player in enumerate(record.players, 1)
        if player.name
    ]
    bots = len(record.players) - len(names)
    names += [count(bots, "computer", "{n} computers")] if bots else []
    try:
        seconds = record.end_time.seconds
        day = f"{datetime.fromtimestamp(seconds):%Y-%m-%d-%H%M}" if seconds else ""
    except (ValueError, OverflowError, OSError):  # a time that this system cannot convert
        day = ""
    players = "-".join(filter(None, map(_file_word, names)))[:60].strip("-")
    return "-".join(filter(None, (_file_word(record.game)[:20] or "match", day, players)))


def _file_name(name: str, number: int) -> str:
    """A player's name; "player 2" if it has no letters for a file name, as Japanese names."""
    has_letter = any(each.isalpha() for each in _file_word(name))
    return name if has_letter or name.isascii() else text("player {n}", n=number)


def _file_word(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", letters).strip("-")


def _holds(path: Path, document: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == document
    except (OSError, UnicodeDecodeError):
        return False


def save(record: record_pb2.Record, *folders: Path) -> str:
    """Write a record to the first of *folders* that is writable; return a sentence for the user."""
    why = ""
    for folder in folders:
        try:
            path = write(record, folder).absolute()
        except OSError as error:
            why = error.strerror or str(error)
        else:
            return text(
                "Saved as {path}. To watch it: koikoi-client replay FILE. To check that it was "
                "fair: koikoi-client verify FILE.",
                path=path,
            )
    return text("The match could not be saved to a file: {why}.", why=why)
