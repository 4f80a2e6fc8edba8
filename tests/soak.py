"""``python -m tests.soak [NAME …] [--seed N]``: run long random tests.

A soak is an async function, in this or another module, that raises if something is wrong. Its name
is in :data:`SOAKS`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import randrange
from typing import Any

from tests.attacks.soak import attacks
from tests.follow.people import followed
from tests.journal.test_failpoints import crash_at_every_write
from tests.journal.test_kill import match_with_kills
from tests.records.matches import random_match
from tests.records.test_independent import agree
from tests.records.test_replay import check
from tests.server.soak_noticing import noticing
from tests.server.soak_tables import tables
from tests.server.table.test_seat_options import check_many
from tests.support.killing import Killable

KILLS_A_MATCH = 12
MATCHES_WITH_KILLS = 10
RECORDS = 1_000
PROOFS = 400
FOLLOWED = 100
SEAT_OPTIONS = 200_000


async def kills(seed: int) -> None:
    """Kill the server with SIGKILL at random moments of many matches."""
    for number in range(MATCHES_WITH_KILLS):
        with tempfile.TemporaryDirectory() as path:
            server = Killable(Path(path))
            await server.start()
            try:
                game, persons = (("koikoi", 1), ("coin", 2), ("sakura", 2))[number % 3]
                await match_with_kills(
                    server, KILLS_A_MATCH, seed + number, game=game, persons=persons
                )
            finally:
                await server.kill()


async def records(seed: int) -> None:
    """Replay a thousand random matches from their records; a fifth of them was abandoned."""
    for number in range(RECORDS):
        check(random_match(seed + number, abandoned=number % 5 == 0))


async def proofs(seed: int) -> None:
    """Verify records of longer matches with code written from the protocol's comments alone."""
    for number in range(PROOFS):
        abandoned = number % 10 == 9
        agree(random_match(seed + number, rounds=3, abandoned=abandoned).record)


async def seat_options(seed: int) -> None:
    """Try 200,000 seat options at random tables: those offered are accepted, all others refused."""
    check_many(seed, SEAT_OPTIONS)


async def follow(seed: int) -> None:
    """Fold the events of a hundred tables, and compare the result with each view."""
    counts: Counter[str] = Counter()
    for number in range(FOLLOWED):
        with tempfile.TemporaryDirectory() as path:
            readers = await followed(Path(path), seed + number, counts)
        wrong = [each for reader in readers for each in reader.wrong]
        assert not wrong, "\n".join([f"seed {seed + number}", *wrong[:20]])
    happened = ("views", "matches", "cuts", "resumed", "repeats", "restarts")
    print("  " + ", ".join(f"{counts[what]} {what}" for what in happened), flush=True)


async def crashes(seed: int) -> None:
    """Crash at every write of a long match, before the commit and after it."""
    del seed
    for after_commit in (False, True):
        with tempfile.TemporaryDirectory() as path:
            await crash_at_every_write(Path(path), 12, after_commit=after_commit)


Soak = Callable[[int], Coroutine[Any, Any, None]]
SOAKS: dict[str, Soak] = {  # the longest first
    "noticing": noticing,
    "crashes": crashes,
    "kills": kills,
    "tables": tables,
    "records": records,
    "proofs": proofs,
    "follow": follow,
    "seat_options": seat_options,
    "attacks": attacks,
}
ALONE = {"attacks"}  #: it measures times, so nothing else may run
AT_ONCE = 3  #: the first one mostly waits, so two CPUs are busy
LONGEST = 1_200  #: seconds for one soak


def main() -> int:
    """Run soaks, several at once, each in its own process. Exit code 1: one has failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SOAKS))
    parser.add_argument("--seed", type=int, help="repeat a run with its seed (default: random)")
    asked = parser.parse_args()
    unknown = set(asked.names) - SOAKS.keys()
    if unknown:
        parser.error(f"no soak {', '.join(sorted(unknown))}: choose from {', '.join(SOAKS)}")
    seed = randrange(10**6) if asked.seed is None else asked.seed
    if len(asked.names) == 1:
        asyncio.run(SOAKS[asked.names[0]](seed))
        return 0
    names = set(asked.names or SOAKS)
    with ThreadPoolExecutor(AT_ONCE) as lanes:
        together = [name for name in SOAKS if name in names - ALONE]
        passed = list(lanes.map(lambda name: apart(name, seed), together))
    passed += [apart(name, seed) for name in SOAKS if name in names & ALONE]
    return 0 if all(passed) else 1


def apart(name: str, seed: int) -> bool:
    """Run a soak in its own process; return whether it passed."""
    print(f"{name}, --seed {seed} …", flush=True)
    began = time.monotonic()
    command = [sys.executable, "-m", "tests.soak", name, "--seed", str(seed)]
    quiet = os.environ | {"GRPC_VERBOSITY": "NONE"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, env=quiet)
    outcome = "passed" if done.returncode == 0 else "FAILED"
    summary = f"{name}: {outcome}, {time.monotonic() - began:.0f} s"
    print(f"{summary}\n{done.stdout}{done.stderr}", end="", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
