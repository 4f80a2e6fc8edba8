"""``python -m tests.fuzz [SECONDS]``: requests of every kind, at tables of every kind.

No call ends as a fault of the server's, and none that is refused changes anything. With atheris
(``pip install atheris``, where it installs) the inputs are led by what they reach in the server.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import grpc
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from koikoi.v1 import record_pb2
from koikoi_server.journal import StoredRecord
from koikoi_server.table.events import Entry
from koikoi_server.table.seat_options import seat_options
from tests.secrecy.anything import Call, Pools, calls
from tests.secrecy.context import Outcome
from tests.secrecy.matches import CODE, Match, token
from tests.secrecy.world import World, tame_chance

SECONDS = 60
MOST_CALLS = 12  #: of one input
WATCHES = {"WatchLobby", "WatchSeat", "WatchTable"}
LED_BY = {"hanafuda", "koikoi_server"}  #: packages in which every branch is noticed
FAULTS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN}

COUNTED: Counter[str] = Counter()
"""Calls that were made, by how they ended."""


class Table(NamedTuple):
    """A table at some moment, and what is known of it."""

    log: Sequence[Entry]
    records: Sequence[StoredRecord]
    pools: Pools


@cache
def tables() -> tuple[Table, ...]:
    """Tables that gather, that cut, in mid-round, between rounds, and over; of every game."""
    made = []
    for game, seats, rules, steps, private in (
        ("koikoi", 2, {"months": "2"}, 0, False),
        ("koikoi", 2, {"months": "2"}, 12, True),
        ("koikoi", 2, {"months": "1"}, 500, False),
        ("coin", 3, {"rounds": "2", "turn_limit": "30"}, 14, False),
        ("sakura", 4, {"rounds": "2", "teams": "2"}, 20, False),
    ):
        match = Match(steps, game, seats, rules, private=private)
        for _ in range(steps):
            if not match.step():
                break
        made.append(Table(match.log, match.records, _known(match, seats)))
    gathering = Match(0, "coin", 3, {})
    few = gathering.log[:2]
    made.append(Table(few, (), {**_known(gathering, 2), "seat": (3, 1, 2, 0)}))
    return tuple(made)


def _known(match: Match, seats: int) -> Pools:
    table = match.table
    options = [each.id for seat in table.seats for each in seat_options(table, seat.seat)]
    records = [record_pb2.Record.FromString(kept.whole) for kept in match.records]
    record_id = table.match.record_id if table.match is not None else ""
    return {
        "seat_token": (token(1), "", "x" * 43, *(token(seat) for seat in range(1, seats + 1))),
        "table_id": (table.table_id, "", "none", table.table_id),
        "join_code": ("", "AAAAAAAA", CODE.lower(), CODE),
        "state_version": (table.version, table.version, table.version, table.version + 1, 0),
        "option": (1, 2, 3, 8, 0, 99),
        "nonce": (b"", b"", b"x" * 32, b"x" * 33),
        "id": (*options, *options, "kick.9.1", "rematch.none", "hiki"),
        "record_id": (record_id, "none"),
        "record": records or [record_pb2.Record(game=table.game)],
        "after": ("", "1", f"{table.seq}.00", "1.0123456789abcdef", "9" * 65),
        "text": ("hello", "hello", "hello", "\u200b", "x" * 301, "a\x1b[2J"),
    }


@st.composite
def inputs(draw: st.DrawFn) -> tuple[int, list[Call]]:
    """A table's number in :func:`tables`, and calls one after another."""
    number = draw(st.integers(0, len(tables()) - 1))
    return number, draw(st.lists(calls(tables()[number].pools), min_size=4, max_size=MOST_CALLS))


async def tried(number: int, asked: Sequence[Call]) -> None:
    """Make the calls at that table.

    Raises:
        AssertionError: when a call is a fault, or one that is refused has changed something.
    """
    table = tables()[number]
    world = await World.restored(table.log, table.records, seed=number, script=_never)
    try:
        for method, body in asked:
            before = _all(world)
            outcome = await _outcome(world, method, body)
            if len(outcome) == 1:
                COUNTED["OK"] += 1
                continue
            code, sentence, _ = outcome
            COUNTED[code.name] += 1
            assert code not in FAULTS, f"{method} {body!r}: {code.name}"
            assert sentence.endswith("."), f"{method}: {sentence}"
            assert _all(world) == before, f"{method} {body!r} was refused and changed something"
    finally:
        await world.stop()


async def _never(_: object) -> Any:
    await asyncio.Event().wait()


def _all(world: World) -> tuple[object, ...]:
    """What a refused call leaves as it is."""
    tables = [(id(live), id(live.state)) for live in world.lobby.open_tables()]
    return len(world.log()), tables


async def _outcome(world: World, method: str, body: bytes) -> Outcome:
    if method not in WATCHES:
        return await world.call(method, body)
    stream = await world.watch("somebody", method, body)
    if stream.task.done():
        stream.task.result()
    return stream.context.seen[0]


def property_over(most: int, *, same: bool) -> Any:
    """A property over so many inputs; *same*: the same ones each time."""

    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        derandomize=same,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,) if same else (Phase.generate, Phase.shrink),
    )
    @given(inputs())
    def property_holds(given_input: tuple[int, list[Call]]) -> None:
        COUNTED["inputs"] += 1
        asyncio.run(tried(*given_input))

    return property_holds


def summary() -> str:
    """How much was tried, and how it ended."""
    ended = {name: count for name, count in COUNTED.most_common() if name != "inputs"}
    told = ", ".join(f"{name} {count}" for name, count in ended.items())
    return f"{COUNTED['inputs']} inputs, {sum(ended.values())} calls: {told}"


def main(arguments: Sequence[str]) -> int:
    """Look for so many seconds."""
    seconds = int(arguments[0]) if arguments else SECONDS
    with pytest.MonkeyPatch.context() as patch:
        tame_chance(patch)
        if not _led(seconds):
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                property_over(200, same=False)()
                print(summary(), flush=True)
    print(summary())
    return 0


def _led(seconds: int) -> bool:
    """Let atheris choose the inputs; False: it is not installed. It ends the process itself."""
    try:
        atheris: Any = import_module("atheris")
    except ImportError:
        return False
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in LED_BY:
            for function in _functions(module):
                atheris.instrument_func(function)
    one_input = property_over(1, same=False).hypothesis.fuzz_one_input

    def told(data: bytes) -> None:
        one_input(data)
        if COUNTED["inputs"] % 200 == 1:  # nothing of ours runs after the last input
            print(summary(), flush=True)

    options = [sys.argv[0], f"-max_total_time={seconds}", "-max_len=2048", "-len_control=0"]
    atheris.Setup(options, told)
    atheris.Fuzz()
    return True


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions of a module and of its classes."""
    for value in vars(module).values():
        of_class = vars(value).values() if isinstance(value, type) else ()
        for each in (value, *of_class):
            if isinstance(each, FunctionType) and each.__module__ == module.__name__:
                yield each


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
