"""The time limits of a table, and the maximum length of its log."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from koikoi_server.command_line import option, seconds_option
from koikoi_server.system.clock import Millis
from koikoi_server.text import text

ABSENCE = "absent players"  #: a group of options in --help


def _level(given: str) -> str:
    """The level *given* on the command line, if a computer of some game has it."""
    from koikoi_server.bots import BOTS

    known = dict.fromkeys(bot.id for bots in BOTS.values() for bot in bots)
    if given in known:
        return given
    raise argparse.ArgumentTypeError(
        text("there is no such computer: choose one of {levels}", levels=", ".join(known))
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """Fixed when a table is opened, and kept in its log. Times are in milliseconds."""

    cut: Millis = 5_000  #: for cutting the deck
    round_over: Millis = 20_000  #: for looking at the result of a round
    absence: int = seconds_option(  #: from disconnecting to being replaceable
        120_000,
        "--absence",
        0,
        3600,
        "when a player has been away for this long, others may let a computer play the seat",
        group=ABSENCE,
    )
    first_watch: Millis = 15_000  #: from joining to disconnected, if no watch is opened
    nudge: Millis = 10_000  #: between two nudges of one seat
    empty: Millis = 30 * 60_000  #: from the last person's disconnecting to closing
    age: Millis = 24 * 3_600_000  #: from opening to closing, never in the middle of a round
    age_warning: Millis = 15 * 60_000  #: from the warning until then
    entries: int = 30_000  #: length of a full log: an entry every three seconds for a day
    rest: Millis = 30_000  #: cool-down between two changes of a seat while the log is full
    auto_bot: str = option(  #: level of the computer that takes replaceable seats; empty: none
        "",
        "--auto-bot",
        "LEVEL",
        "let this computer take over such a seat at once, unless everybody is away",
        _level,
        default_text="off",
        group=ABSENCE,
    )
