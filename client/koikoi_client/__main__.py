"""The command ``koikoi-client``. Only the subcommand that runs is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from koikoi_client.system.streams import with_streams

# gRPC reads these when it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")  # our child processes exec at once


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; return its exit code."""
    argv = list(sys.argv[1:] if arguments is None else arguments)
    return with_streams(lambda: _run(argv))


def _run(argv: list[str]) -> int:
    command, rest = argv[0] if argv else "", argv[1:]
    if command.startswith("-"):  # options may come before the subcommand
        from koikoi_client.command.arguments import play_parser

        command, rest = play_parser().split(argv)
    match command:
        case "verify":
            from koikoi_client.command import verify

            return verify.main(rest)
        case "replay":
            from koikoi_client.command import replay

            return replay.main(rest)
        case "help":
            from koikoi_client.command.arguments import check_command

            check_command(rest[:1])
            return _run([*rest[:1], "--help"])
        case _:
            from koikoi_client.command import play

            return play.main(argv)


if __name__ == "__main__":
    sys.exit(main())
