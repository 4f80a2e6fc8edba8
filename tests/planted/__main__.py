"""``python -m tests.planted``: plant every wrong rule, and name those that no test catches."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.planted import FAULTS
from tests.planted.fault import Fault, caught, copied, planted


def main(wanted: list[str]) -> int:
    """Try all faults, or those with one of *wanted* in their file or words; 1 if one survives."""
    faults = [
        each
        for each in FAULTS
        if not wanted or any(word in f"{each.file}: {each.wrong}" for word in wanted)
    ]
    for fault in faults:
        planted(fault)  # all fit, before the first is tried
    survivors = 0
    with _folders(os.cpu_count() or 1) as folders:

        def tried(fault: Fault | None) -> str:
            folder = folders.get()
            try:
                return caught(fault, folder)
            finally:
                folders.put(folder)

        broken = tried(None)
        if broken:
            print(f"Nothing is planted yet, and {broken} fails: mend that first.")
            return 1
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for fault, by in zip(faults, pool.map(tried, faults), strict=True):
                survivors += not by
                print(f"{'caught' if by else 'SURVIVES'}: {fault.file}: {fault.wrong}", flush=True)
                print(f"    {by or f'{fault.old!r} -> {fault.new!r}'}")
    print(f"{len(faults)} wrong rules, {survivors} of them survive.")
    return int(survivors > 0)


@contextmanager
def _folders(number: int) -> Iterator[SimpleQueue[Path]]:
    """Copies of the rules and their tests, for that many to work at once."""
    folders: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as top:
        for each in range(number):
            folder = Path(top, str(each))
            copied(folder)
            folders.put(folder)
        yield folders


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
