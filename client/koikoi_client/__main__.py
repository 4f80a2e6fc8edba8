"""The command ``koikoi-client``: which of its programs is wished. Each loads only what it needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

# gRPC reads them once, when it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")  # a child of ours is another program


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; return its exit code, as the program that is wished documents it."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    match given[:1]:
        case ["verify"]:
            from koikoi_client.command import verify

            return verify.main(given[1:])
        case ["replay"]:
            from koikoi_client.command import replay

            return replay.main(given[1:])
        case _:
            from koikoi_client.command import play

            return play.main(given)


if __name__ == "__main__":
    sys.exit(main())
