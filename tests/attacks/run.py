"""``python -m tests.attacks.run NAME SERVER``: one attack on a server, measured; prints a report.

SERVER is the ``koikoi-server`` to start; empty: the one of this tree.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.attacks.catalogue import ATTACKS, PREFIX, REST
from tests.attacks.measure import Attacked, Usage, Victims, newcomer
from tests.attacks.peer import Target
from tests.support.timeouts import HANG

CALM = 2.0  #: seconds before and after an attack
REPEATS = 10
FAR = 10.0  #: times as long as before: too long, unless it is below NOTHING
NOTHING = 250.0  #: milliseconds that nobody minds
MUCH = 200.0  #: megabytes that no attack may cost
LATE = 0.0  #: seconds after the end of an attack in which a newcomer may still get in
GROWTH = 25.0  #: megabytes between early and late repeats that may be chance


@dataclass
class Report:
    """What an attack did. Times in milliseconds, memory in megabytes."""

    name: str
    rss: tuple[float, float, float] = (0, 0, 0)  #: before, at most, afterwards
    files: tuple[int, int] = (0, 0)  #: before, afterwards
    p50: tuple[float, float] = (0, 0)  #: of an act's answer: before, during
    p99: tuple[float, float] = (0, 0)
    computer: tuple[float, float] = (0, 0)  #: the slowest move of a computer: before, during
    newcomer: float = 0  #: seconds
    growth: list[float] = field(default_factory=list)  #: memory after each repeat
    counts: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


async def attacked(name: str, program: str) -> Report:
    """Run an attack on a new server and measure it."""
    attack = ATTACKS[name]
    report = Report(name)
    hosts = ("::1",) if attack.networks else ()
    with tempfile.TemporaryDirectory() as folder:
        async with (
            Attacked(Path(folder), program, *hosts, encrypted=attack.encrypted) as server,
            Victims(server.address, attack.victims) as victims,
        ):
            await _measure(report, server, victims)
            if server.runs and attack.repeat:
                again = await _begun(name, server, attack.repeat, REPEATS)
                for number in range(REPEATS):
                    if number:
                        await _line(again)
                    await _line(again)
                    await asyncio.sleep(REST / 2)
                    report.growth.append(server.usage().rss)
                await again.wait()
            _judge(report, server, victims)
    return report


async def _measure(report: Report, server: Attacked, victims: Victims) -> None:
    await asyncio.sleep(1)
    calm = time.monotonic()
    await asyncio.sleep(CALM)
    before = server.usage()
    server.forget_peak()
    attack = ATTACKS[report.name]
    process = await _begun(report.name, server, attack.seconds)
    began = time.monotonic()
    await asyncio.sleep(attack.newcomer)
    asked = time.monotonic()
    report.newcomer, why = await newcomer(server.address)
    if asked + report.newcomer > began + attack.seconds + LATE:
        report.faults.append(f"a newcomer does not get in during the attack: {why}")
    report.counts = json.loads(await _line(process))
    ended = time.monotonic()
    await process.wait()
    peak = server.usage().peak
    await asyncio.sleep(CALM)
    after = server.usage()
    _compare(report, victims, (calm, began), (began, ended))
    _note(report, before, peak, after)


def _compare(
    report: Report, victims: Victims, before: tuple[float, float], during: tuple[float, float]
) -> None:
    calm, under = victims.between(*before), victims.between(*during)
    report.p50, report.p99 = (calm.p50, under.p50), (calm.p99, under.p99)
    slowest = [victims.between(*when, "computer").longest for when in (before, during)]
    report.computer = slowest[0], slowest[1]


def _note(report: Report, before: Usage, peak: float, after: Usage) -> None:
    report.rss = before.rss, peak, after.rss
    report.files = before.files, after.files


async def _begun(name: str, server: Attacked, seconds: float, times: int = 1) -> Process:
    """Start the attacker's process; return when its attack begins."""
    target = server.target
    if ATTACKS[name].networks:
        target = Target("::1", server.port, PREFIX)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.attacks.catalogue", name),
        *(target.host, str(target.port), target.source, str(seconds), str(times)),
        stdout=PIPE,
    )
    line = await _line(process)
    assert line == "begin", line
    return process


async def _line(process: Process) -> str:
    """The next line that the attacker prints."""
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), HANG)).decode().strip()


def _judge(report: Report, server: Attacked, victims: Victims) -> None:
    """Add what may not be to the report's faults."""
    add = report.faults.append
    if not server.runs:
        add("the server has ended")
    traces = [line for line in server.errors().splitlines() if " ERROR " in line]
    if traces:
        add(f"{len(traces)} errors in the server's log: {traces[0]}")
    report.faults += victims.problems()[:3]
    for what, (before, during) in (("p50", report.p50), ("p99", report.p99)):
        if during > max(FAR * before, NOTHING):
            add(f"{what} of an act: {before:.0f} → {during:.0f} ms")
    if report.rss[1] > report.rss[0] + MUCH:
        add(f"{report.rss[1]:.0f} MB of memory")
    if grown(report.growth) > GROWTH:
        sizes = " ".join(f"{each:.0f}" for each in report.growth)
        add(f"memory grows with the repeats: {sizes}")


def grown(sizes: list[float]) -> float:
    """How much the last four are above four early ones, each at their least; the first warms up."""
    return min(sizes[-4:]) - min(sizes[1:5]) if sizes else 0.0


if __name__ == "__main__":
    name, program = sys.argv[1:]
    print(json.dumps(asdict(asyncio.run(attacked(name, program)))))
