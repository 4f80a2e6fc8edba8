"""All attacks on a server, one after the other, and a table of what came of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from tests.attacks.catalogue import ATTACKS
from tests.attacks.run import Report, grown
from tests.support.namespaces import NoNamespaces, alone

LONGEST = 200  #: seconds for one attack
HEAD = (
    f"{'attack':<22} {'RSS (MB)':<15} {'files':<9} {'act p50 (ms)':<13} {'p99':<13} "
    f"{'computer':<13} {'newcomer':<9} growth (MB)"
)


async def attacks(seed: int) -> None:
    """Attack a server from one address, and measure what players at another notice."""
    del seed  # nothing here is left to chance
    assert attack_all(ATTACKS) == 0


def attack_all(names: Sequence[str] | Any, program: str = "") -> int:
    """Run the attacks, print a line for each, and return how many did what they may not."""
    print(f"  {HEAD}", flush=True)
    failed = 0
    for name in names:
        try:
            report = apart(name, program)
        except NoNamespaces as error:
            print(f"  {name}: skipped, there are no network namespaces ({error})", flush=True)
            continue
        failed += bool(report.faults)
        for line in lines(report):
            print(f"  {line}", flush=True)
    return failed


def apart(name: str, program: str) -> Report:
    """Run one attack in a process of its own.

    Raises:
        NoNamespaces: if it needs a network namespace, and there are none.
    """
    networks = ATTACKS[name].networks
    around = alone(networks) if networks else ()
    command = [*around, sys.executable, "-m", "tests.attacks.run", name, program]
    quiet = os.environ | {"GRPC_VERBOSITY": "NONE"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, env=quiet)
    except subprocess.TimeoutExpired:
        return Report(name, faults=[f"it takes more than {LONGEST} s"])
    if done.returncode:
        return Report(name, faults=[done.stderr[-2_000:]])
    read: dict[str, Any] = json.loads(done.stdout)
    return Report(**{each.name: read[each.name] for each in fields(Report)})


def lines(report: Report) -> Iterator[str]:
    """A row of the table, and below it what the attacker got, and what went wrong."""
    rss = " → ".join(f"{each:.0f}" for each in report.rss)
    files = f"{report.files[0]} → {report.files[1]}"
    p50, p99, computer = (
        f"{before:.0f} → {during:.0f}"
        for before, during in (report.p50, report.p99, report.computer)
    )
    growth = f"{grown(report.growth):+.1f}" if report.growth else "-"
    yield (
        f"{report.name:<22} {rss:<15} {files:<9} {p50:<13} {p99:<13} {computer:<13} "
        f"{report.newcomer:>6.1f} s  {growth}"
    )
    for what, count in sorted(report.counts.items()):
        yield f"    {count:>8} {what}"
    for fault in report.faults:
        yield f"    FAULT: {fault}"
