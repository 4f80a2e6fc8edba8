"""``python -m tests.bench [NAME …]``: run benchmarks and print what they compare and measure."""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module
from tempfile import TemporaryDirectory

BENCHES = ("rounds", "moves", "journal", "encryption", "screens", "computers")


def main() -> int:
    asked = sys.argv[1:] or list(BENCHES)
    for name in asked:
        if name not in BENCHES:
            print(
                f"There is no benchmark {name}: choose from {', '.join(BENCHES)}.", file=sys.stderr
            )
            return 2
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} CPUs, {platform.system()} "
        f"{platform.machine()}; to repeat: python -m tests.bench {' '.join(asked)}"
    )
    with TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder  # servers keep their identity there
        for name in asked:
            bench = import_module(f"tests.bench.{name}")
            print(f"{name}: {(bench.__doc__ or '').splitlines()[0]}")
            for line in bench.lines():
                print(f"  {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
