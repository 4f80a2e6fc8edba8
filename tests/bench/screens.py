"""The client on screen: start, time from key to screen, CPU when idle and busy, memory.

Two clients run in pseudo-terminals, with a server on this machine. A time ends when the program's
output arrives, before a terminal draws it.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.errors import Refused
from koikoi_client.wire.address import parse
from koikoi_client.wire.session import Session
from tests.client.app.terminals import Process, client
from tests.client.process import ServerProcess, server_process

SIZES = ((80, 24), (120, 40))
KEYS, PLAYS = 200, 40
IDLE_SECONDS = 5.0
BUSY_SECONDS = 5.0
UPDATES = 20  # per second
TO_AND_FRO = {table_pb2.SEAT_OPTION_KIND_LET_PLAY, table_pb2.SEAT_OPTION_KIND_TAKE_BACK}


def lines() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, server_process() as server:
        for size in SIZES:
            name = f"{size[0]}x{size[1]}"
            yield from (f"{name}: {line}" for line in one_size(server, Path(folder) / name, size))


def one_size(server: ServerProcess, folder: Path, size: tuple[int, int]) -> Iterator[str]:
    began = time.perf_counter()
    with client(folder / "a", server.address, "--name", "Aki", "--no-motion", size=size) as aki:
        aki.until("Tables at")
        yield f"start to first screen {(time.perf_counter() - began) * 1000:.0f} ms"
        aki.press("n")
        aki.until("A new table")
        aki.press("\r")
        aki.until("One more player")
        with client(folder / "b", server.address, "--name", "Ben", "--no-motion", size=size) as ben:
            ben.until("1 free")
            ben.press("\r")
            for each in (aki, ben):
                each.until("Month 1 of")
                settle(each)
            own, other = keys(aki, ben), plays(aki, ben)
            yield f"key to own screen {spread(own)}"
            yield f"key to the other's screen {spread(other)}"
            yield from resources(aki)
            for each in (aki, ben):
                each.press("ql")
    with client(folder / "c", server.address, "--name", "Cat", size=size) as cat:
        cat.until("Tables at")
        yield from busy(cat, server)


def settle(one: Process, seconds: float = 0.3) -> None:
    """Read until no more output comes."""
    while True:
        before = len(one.bytes)
        one.pump(seconds)
        if len(one.bytes) == before:
            return


def answered(pressed: Process, key: str, seen: Process) -> float:
    """The seconds from a key press until new output comes to a screen."""
    before, began = len(seen.bytes), time.perf_counter()
    pressed.press(key)
    while len(seen.bytes) == before and time.perf_counter() - began < 3:
        seen.pump(0.5, draw=False)
    return time.perf_counter() - began


def keys(aki: Process, ben: Process) -> list[float]:
    """Time cursor keys of the player on turn."""
    player = aki if "your turn" in aki.text() else ben
    times = []
    for number in range(KEYS):
        times.append(answered(player, "\x1b[C" if number % 2 else "\x1b[D", player))
        settle(player, 0.03)
    return times


def plays(aki: Process, ben: Process) -> list[float]:
    """Time cards that are played, until the other's screen shows them."""
    times: list[float] = []
    ended = time.monotonic() + 60
    while len(times) < PLAYS and time.monotonic() < ended:
        settle(aki, 0.15)  # either screen may be the later one
        settle(ben, 0.15)
        if ": the result" in aki.text() + ben.text():
            for each in (aki, ben):
                each.press("\r")
                settle(each, 0.5)
            continue
        if may_choose(aki):
            player, other = aki, ben
        elif may_choose(ben):
            player, other = ben, aki
        else:
            continue
        time.sleep(0.4)  # the client ignores keys for what it has only just drawn
        if (
            "Your turn: play a card." in player.text()
        ):  # at the start of a month nothing is chosen yet
            player.press("1")
        elif "koi-koi or stop?" in player.text():
            player.press("s")
            settle(player)
        else:
            times.append(answered(player, "\r", other))
    return times


def may_choose(one: Process) -> bool:
    """Whether the player has a card, or koi-koi or stop, to choose."""
    text = one.text()
    asked = ("Enter  Play ", "Enter  Take ", "Your turn: play a card.", "koi-koi or stop?")
    return any(words in text for words in asked)


def spread(times: list[float]) -> str:
    if len(times) < 2:
        return "not measured: no card was played"
    p95 = quantiles(times, n=20)[18]
    return f"p50 {median(times) * 1000:.1f} ms, p95 {p95 * 1000:.1f} ms ({len(times)} times)"


def resources(one: Process) -> Iterator[str]:
    if not Path("/proc/self/stat").exists():
        yield "CPU time and memory are only measured on Linux"
        return
    settle(one)
    share = used(one, IDLE_SECONDS)
    yield f"idle at the table {share:.1%} of a CPU, {memory(one):.0f} MiB"


def busy(one: Process, server: ServerProcess) -> Iterator[str]:
    """Measure at a table at which another client acts `UPDATES` times a second."""
    if not Path("/proc/self/stat").exists():
        return
    one.press("n")
    one.until("A new table")
    one.press("\r")
    one.until("One more player")
    # In another process: terminals are forked from this one, which must have no gRPC threads.
    other = subprocess.Popen([sys.executable, "-m", "tests.bench.screens", server.address])
    try:
        one.until("Month 1 of")
        one.until("Restless")
        settle(one, 0.01)
        before = len(one.bytes)
        share = used(one, BUSY_SECONDS)
        rate = (len(one.bytes) - before) / BUSY_SECONDS / 1024
    finally:
        other.terminate()
        other.wait()
    yield (
        f"at {UPDATES} updates a second {share:.1%} of a CPU, {rate:.0f} KiB/s to the "
        f"terminal, {memory(one):.0f} MiB"
    )


async def restless(address: str) -> None:
    """Sit down, and again and again let a computer play and take the seat back."""
    session = Session(parse(address))
    await session.open()
    rows = (await anext(session.watch_lobby())).rows
    row = next(row for row in rows if row.table.seats[0].player_name == "Cat")
    request = service_pb2.JoinTableRequest(table_id=row.table.table_id, player_name="Restless")
    grant = await session.join(request)
    watching = session.watch_seat(grant.seat_token, session.info.server_id)
    next_at = time.monotonic()
    async for message in watching:
        if not message.HasField("update"):
            continue
        if message.update.match.turn == grant.seat and message.seat_view.options:
            choose = service_pb2.Choose(
                state_version=message.seat_view.state_version,
                option=message.seat_view.options[0].number,
            )
            act = service_pb2.ActRequest(choose=choose)
        else:
            option = next(
                each for each in message.seat_view.seat_options if each.kind in TO_AND_FRO
            )
            used = service_pb2.UseSeatOption(id=option.id, bot=next(iter(option.bots), ""))
            act = service_pb2.ActRequest(use_seat_option=used)
        next_at = max(next_at + 1 / UPDATES, time.monotonic())
        await asyncio.sleep(next_at - time.monotonic())
        with suppress(Refused):  # something else came first: the next update shows it
            await session.act(grant.seat_token, act, session.info.server_id)


def used(one: Process, seconds: float) -> float:
    """The share of a CPU that a program uses, while its output is read but not drawn."""
    before, began = processor_seconds(one), time.perf_counter()
    while time.perf_counter() - began < seconds:
        one.pump(0.1, draw=False)
    return (processor_seconds(one) - before) / (time.perf_counter() - began)


def processor_seconds(one: Process) -> float:
    fields = Path(f"/proc/{one.pty.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(one: Process) -> float:
    """Resident memory in MiB."""
    status = Path(f"/proc/{one.pty.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    asyncio.run(restless(sys.argv[1]))
