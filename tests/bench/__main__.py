"""``python -m tests.bench [NAME …]``: run benches and print what they find."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHES = ("journal",)


def main() -> int:
    asked = sys.argv[1:] or list(BENCHES)
    for name in asked:
        if name not in BENCHES:
            print(f"There is no bench {name}: choose from {', '.join(BENCHES)}.", file=sys.stderr)
            return 2
    for name in asked:
        print(f"{name}:")
        for line in import_module(f"tests.bench.{name}").lines():
            print(f"  {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
