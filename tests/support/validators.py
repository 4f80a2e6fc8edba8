"""What must hold of everything that watchers of one table were told, however they came and went.

The six properties are those that etcd promises of its watches. A watch is recorded as it was
received; all watches of a table, of all its servers one after another, are judged together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Message = Any  # WatchSeatResponse or WatchTableResponse: they have the same public part


@dataclass
class Stream:
    """One watch: the entry after which it was asked for, and what came. 0: a snapshot."""

    after: int
    messages: list[Message] = field(default_factory=list)

    @property
    def updates(self) -> list[Any]:
        return [each.update for each in self.messages if each.HasField("update")]


def seq_of(cursor: str) -> int:
    """The entry at which a cursor stands; 0: it asks for a snapshot."""
    return int(cursor.partition(".")[0] or 0)


def ordered(streams: Iterable[Stream]) -> Iterator[str]:
    """Entries come in the order of the log, and updates with them."""
    for stream in streams:
        last = 0
        for update in stream.updates:
            seqs = [entry.seq for entry in update.news]
            if seqs != sorted(seqs) or (seqs and seqs[-1] != update.seq):
                yield f"update {update.seq} tells {seqs}"
            if update.seq < last:
                yield f"update {update.seq} comes after {last}"
            last = update.seq


def unique(streams: Iterable[Stream]) -> Iterator[str]:
    """No watch is told an entry twice, unless it is told to forget what it held."""
    for stream in streams:
        told: set[int] = set()
        for update in stream.updates:
            if update.snapshot:
                told.clear()
            for entry in update.news:
                if entry.seq in told:
                    yield f"entry {entry.seq} is told twice"
                told.add(entry.seq)


def reliable(streams: Iterable[Stream]) -> Iterator[str]:
    """No entry is left out."""
    for stream in streams:
        last = stream.after
        for update in stream.updates:
            seqs = [entry.seq for entry in update.news]
            first = seqs[0] if update.snapshot and seqs else last + 1
            if seqs != list(range(first, update.seq + 1)):
                yield f"between {last} and {update.seq} only {seqs} is told"
            last = update.seq


def atomic(streams: Iterable[Stream]) -> Iterator[str]:
    """An entry is the same for all, whole; and so is the public view after it."""
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
    """A watch that asks for what came after an entry gets exactly that."""
    for stream in streams:
        first = next(iter(stream.updates), None)
        if first is None or not 0 < stream.after <= first.seq:
            continue
        if first.snapshot:
            yield f"the watch after {stream.after} begins anew"


def bookmarkable(streams: Iterable[Stream]) -> Iterator[str]:
    """A heartbeat's head is as far as the watch was told: nothing before it is still to come."""
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
    """All that is wrong with the watches of a table."""
    recorded = list(streams)
    return [
        f"{validator.__name__}: {wrong}"
        for validator in VALIDATORS
        for wrong in validator(recorded)
    ]


class Recorded:
    """A call of WatchSeat or WatchTable, used like the call, that notes what comes."""

    def __init__(self, call: Any, stream: Stream) -> None:
        self._call = call
        self._stream = stream

    async def read(self) -> Message:
        message = await self._call.read()
        if hasattr(message, "heartbeat"):  # else it is the end of the stream
            self._stream.messages.append(message)
        return message

    async def __aiter__(self) -> Any:
        async for message in self._call:
            self._stream.messages.append(message)
            yield message

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)
