"""What a server prints once it runs: what to type to play, and sentences for its host."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from koikoi_server.system.wrapping import COMMAND, wrapped
from koikoi_server.text import text


def print_lines(lines: Sequence[str]) -> None:
    """Print lines in one write, also with PYTHONUNBUFFERED, for a parent program reads once."""
    shown = [wrapped(line, sys.stdout) for line in lines]
    print("\n".join([*shown, ""]), end="", flush=True)


def welcome(
    lines: Sequence[str], *, saves: bool, exposed: bool, was_encrypted: bool = False
) -> list[str]:
    """How to join by one of the *lines* above, and what happens when the server stops.

    Args:
        saves: whether the server saves its matches.
        exposed: whether others on the network can read what is sent.
        was_encrypted: whether players may know the server as an encrypted one.
    """
    if sum(line.startswith(COMMAND) for line in lines) == 1:
        join = text("The server is running. To play, type the first line above on your machine.")
    else:
        join = text("The server is running. To play, type one of the lines above on your machine.")
    said = [join]
    if exposed:
        said.append(
            text("Connections are not encrypted: others on the network can read all cards.")
        )
    if exposed and was_encrypted:
        said.append(
            text(
                "They were encrypted before: players who connected then cannot connect now, unless "
                "you leave out --insecure."
            )
        )
    if saves:
        said.append(
            text("Ctrl-C stops the server. Matches are saved and go on when it runs again.")
        )
    else:
        said.append(text("Ctrl-C stops the server. Nothing is saved: running matches are lost."))
    return said
