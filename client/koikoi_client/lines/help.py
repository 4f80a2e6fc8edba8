"""Line mode's help at a table: one line for each command."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi_client.actions.command import VERBS, Need, typed_help
from koikoi_client.actions.table import COMMANDS
from koikoi_client.follow.following import Following
from koikoi_client.text import text


def hint(following: Following) -> str:
    """How to begin, shown once at the first table."""
    if following.view is None:
        return text("Type help for all commands.")
    return text("On your turn, type the number of a card. Type help for all commands.")


def needs_met(following: Following) -> frozenset[Need]:
    """The needs of commands that this table meets."""
    verbs = following.names.game.verbs
    met = {verb for verb in VERBS if not verbs or verb.value in verbs}
    # The calls themselves say that they cannot be made.
    met |= {Need.BOARD, Need.OVER, Need.OTHERS, Need.CONNECTED}
    met.add(Need.SEAT if following.seat is not None else Need.WATCHING)
    return frozenset(met)


def help_lines(following: Following) -> Iterator[str]:
    """A line for each command that can be typed at this table."""
    watching = following.seat is None
    yield text("You are watching. You can type:") if watching else text("You can type:")
    yield from typed_help(COMMANDS, needs_met(following))
