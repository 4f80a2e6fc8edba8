"""Line mode's help at a table: what can be typed there, an entry a line, as it is read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi_client.actions.command import VERBS, Need, typed_help
from koikoi_client.actions.table import COMMANDS
from koikoi_client.follow.following import Following
from koikoi_client.text import text

HINT = (
    "What you can type: on your turn the number of a card, and at any time a word; "
    '"help" says which.'
)
SPECTATOR_HINT = 'What you can type: words; "help" says which.'


def needs_met(following: Following) -> frozenset[Need]:
    """Which needs of a table's commands are met in line mode, where every moment is alike."""
    verbs = following.names.game.verbs
    met = {verb for verb in VERBS if not verbs or verb.value in verbs}
    met |= {Need.BOARD, Need.OTHERS}
    met.add(Need.SEAT if following.seat is not None else Need.WATCHING)
    return frozenset(met)


def help_lines(following: Following) -> Iterator[str]:
    """What can be typed at this table."""
    watching = following.seat is None
    yield text("You are watching. You can type:") if watching else text("You can type:")
    yield from typed_help(COMMANDS, needs_met(following))
