"""What tests/server/process/test_noticing.py shows, with the times that a server has by itself."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.server.process.test_noticing import FAULTS, evening, evening_apart, told
from tests.support.namespaces import NoNamespaces

NOTICE, ABSENCE = 12, 120  # seconds, the defaults
PROMISED = 15  # seconds


async def noticing(seed: int) -> None:
    """Clients and servers that are killed, frozen and cut off; takes about three minutes."""
    del seed  # nothing here is left to chance
    await asyncio.gather(asyncio.to_thread(_faults), asyncio.to_thread(_cut))


def _faults() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        evening(Path(folder), NOTICE, ABSENCE) as tonight,
    ):
        for fault in FAULTS:
            fault(tonight)
    _say(tonight.times)


def _cut() -> None:
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            evening_apart(Path(folder), NOTICE, ABSENCE) as tonight,
        ):
            tonight.ben_is_cut_off()
            tonight.ben_is_cut_off()
    except NoNamespaces as error:
        print(f"  NOT SHOWN: a silent cut in network namespaces ({error})", file=sys.stderr)
        return
    _say(tonight.times)


def _say(times: dict[str, float]) -> None:
    print(f"  {told(times, PROMISED)}", flush=True)
    assert max(times.values()) <= PROMISED
