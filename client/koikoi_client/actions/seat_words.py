"""The words that choose seat options in line mode."""

from __future__ import annotations

from koikoi.v1 import table_pb2

SEAT_WORDS = {
    table_pb2.SEAT_OPTION_KIND_SEAT_COMPUTER: ("bot {seat}", "bot"),
    table_pb2.SEAT_OPTION_KIND_CHANGE_COMPUTER: ("bot {seat}",),
    table_pb2.SEAT_OPTION_KIND_REMOVE_COMPUTER: ("bot {seat} off",),
    table_pb2.SEAT_OPTION_KIND_TAKE_BACK: ("back", "b", "bot me off"),
    table_pb2.SEAT_OPTION_KIND_LET_PLAY: ("bot me",),
    table_pb2.SEAT_OPTION_KIND_KICK: ("kick {seat}",),
    table_pb2.SEAT_OPTION_KIND_NUDGE: ("nudge {seat}", "nudge"),
    table_pb2.SEAT_OPTION_KIND_END_MATCH: ("end",),
    table_pb2.SEAT_OPTION_KIND_REMATCH: ("rematch",),
    table_pb2.SEAT_OPTION_KIND_NO_REMATCH: ("rematch no", "rematch off"),
    table_pb2.SEAT_OPTION_KIND_FILL_ALL: ("bot all",),
    table_pb2.SEAT_OPTION_KIND_LEAVE: ("leave",),
}
"""The words for each kind of seat option; line mode shows the first."""
_OWN_LINE = ("back", "leave")  # these have separate lines in the help
HELP_WORDS = tuple(
    dict.fromkeys(
        word for words in SEAT_WORDS.values() if (word := words[0].split()[0]) not in _OWN_LINE
    )
)
"""The first words of the seat options, for the help."""
