"""How long things may take at a table, and how much may happen there."""

from __future__ import annotations

from dataclasses import dataclass

from koikoi_server.system.clock import Millis


@dataclass(frozen=True, slots=True)
class Limits:
    """The times of a table, in milliseconds, and what else is fixed when it is opened."""

    cut: Millis = 5_000
    round_over: Millis = 20_000
    absence: Millis = 120_000  #: from connection lost to replaceable
    first_watch: Millis = 15_000  #: from joining to "connection lost", when no watch came
    nudge: Millis = 10_000  #: between two nudges of one seat
    empty: Millis = 30 * 60_000  #: from the last person's connection lost to closed
    age: Millis = 24 * 3_600_000  #: from opened to closed, never in the middle of a round
    age_warning: Millis = 15 * 60_000  #: from the warning to that
    entries: int = 30_000  #: of the log, from which on it is full: one each three seconds of a day
    rest: Millis = 30_000  #: in a full log: between two changes of a seat
    auto_bot: str = ""  #: level that takes a replaceable seat by itself; empty: persons decide
