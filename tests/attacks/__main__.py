"""``python -m tests.attacks [--server PROGRAM] [NAME …]``: attack a server, and print a table."""

from __future__ import annotations

import argparse
import sys

from tests.attacks.catalogue import ATTACKS
from tests.attacks.soak import attack_all


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument(
        "--server", default="", metavar="PROGRAM", help="the koikoi-server of another tree"
    )
    asked = parser.parse_args()
    if unknown := set(asked.names) - ATTACKS.keys():
        parser.error(f"no attack {', '.join(sorted(unknown))}: choose from {', '.join(ATTACKS)}")
    return 1 if attack_all(asked.names or list(ATTACKS), asked.server) else 0


if __name__ == "__main__":
    sys.exit(main())
