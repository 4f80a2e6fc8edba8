"""The six guarantees of etcd's watches, checked on recorded watches of one table.

The streams are recorded as clients received them. All streams of a table are checked together,
also those of a server that was started again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Message = Any  # WatchSeatResponse or WatchTableResponse: they have the same public part


@dataclass
class Stream:
    """One watch: the seq after which it was asked for (0: a snapshot), and the messages."""

    after: int
    messages: list[Message] = field(default_factory=list)

    @property
    def updates(self) -> list[Any]:
        return [each.update for each in self.messages if each.HasField("update")]


def seq_of(cursor: str) -> int:
    """The seq in a cursor; 0 for the empty one, which asks for a snapshot."""
    return int(cursor.partition(".")[0] or 0)


def ordered(streams: Iterable[Stream]) -> Iterator[str]:
    """Entries and updates come in the order of the log."""
    for stream in streams:
        last = 0
        for update in stream.updates:
            seqs = [entry.seq for entry in update.news]
            if seqs != sorted(seqs) or (seqs and seqs[-1] != update.seq):
                yield f"update {update.seq} has the entries {seqs}"
            if update.seq < last:
                yield f"update {update.seq} comes after {last}"
            last = update.seq


def unique(streams: Iterable[Stream]) -> Iterator[str]:
    """No stream has an entry twice, except after a new snapshot."""
    for stream in streams:
        told: set[int] = set()
        for update in stream.updates:
            if update.snapshot:
                told.clear()
            for entry in update.news:
                if entry.seq in told:
                    yield f"entry {entry.seq} comes twice"
                told.add(entry.seq)


def reliable(streams: Iterable[Stream]) -> Iterator[str]:
    """No entry is missing."""
    for stream in streams:
        last = stream.after
        for update in stream.updates:
            seqs = [entry.seq for entry in update.news]
            first = seqs[0] if update.snapshot and seqs else last + 1
            if seqs != list(range(first, update.seq + 1)):
                yield f"of the entries between {last} and {update.seq} only {seqs} came"
            last = update.seq


def atomic(streams: Iterable[Stream]) -> Iterator[str]:
    """Each entry, and the public view after it, is the same on every stream."""
    entries: dict[int, bytes] = {}
    views: dict[int, bytes] = {}
    for stream in streams:
        for update in stream.updates:
            for entry in update.news:
                made = entry.SerializeToString(deterministic=True)
                if entries.setdefault(entry.seq, made) != made:
                    yield f"entry {entry.seq} is not the same for all"
            made = update.table.SerializeToString(deterministic=True)
            made += update.match.SerializeToString(deterministic=True)
            if views.setdefault(update.seq, made) != made:
                yield f"the view after entry {update.seq} is not the same for all"


def resumable(streams: Iterable[Stream]) -> Iterator[str]:
    """A watch that resumes after an entry gets no snapshot."""
    for stream in streams:
        first = next(iter(stream.updates), None)
        if first is None or not 0 < stream.after <= first.seq:
            continue
        if first.snapshot:
            yield f"the watch after {stream.after} starts with a snapshot"


def bookmarkable(streams: Iterable[Stream]) -> Iterator[str]:
    """The head in a heartbeat is the seq of the newest update on the stream."""
    for stream in streams:
        last, head = stream.after, 0
        for number, message in enumerate(stream.messages):
            if number == 0 and not message.HasField("update"):
                yield "the first message has no view"
            if message.HasField("update"):
                last = message.update.seq
            if message.heartbeat.head_seq != last:
                yield f"a heartbeat says {message.heartbeat.head_seq} after update {last}"
            if message.heartbeat.head_seq < head:
                yield f"the head goes back from {head} to {message.heartbeat.head_seq}"
            head = message.heartbeat.head_seq


VALIDATORS: tuple[Callable[[Iterable[Stream]], Iterator[str]], ...] = (
    ordered,
    unique,
    reliable,
    atomic,
    resumable,
    bookmarkable,
)


def violations(streams: Iterable[Stream]) -> list[str]:
    """All violations of the guarantees in the streams of a table."""
    recorded = list(streams)
    return [
        f"{validator.__name__}: {wrong}"
        for validator in VALIDATORS
        for wrong in validator(recorded)
    ]


class Recorded:
    """Wraps a WatchSeat or WatchTable call, and records its messages."""

    def __init__(self, call: Any, stream: Stream) -> None:
        self._call = call
        self._stream = stream

    async def read(self) -> Message:
        message = await self._call.read()
        if hasattr(message, "heartbeat"):  # else the stream has ended
            self._stream.messages.append(message)
        return message

    async def __aiter__(self) -> Any:
        async for message in self._call:
            self._stream.messages.append(message)
            yield message

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)
