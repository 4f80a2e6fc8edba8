"""The pace of a table: options that do not belong to a game."""

from __future__ import annotations

from dataclasses import dataclass

from hanafuda.house_rules import rule


@dataclass(frozen=True, slots=True)
class Pace:
    """The catalogue lists these options after those of each game."""

    bot_delay: int = rule(
        1000,
        "Computer's delay",
        "How long a computer waits before it moves (a number: in thousandths of a second).",
        group="Pace",
        choices={0: "No delay", 500: "Half a second", 1000: "One second", 2000: "Two seconds"},
        numbers=range(0, 10_001),
        counted=("1 thousandth of a second", "{n} thousandths of a second"),
        usual_matter=True,
    )
    turn_limit: int = rule(
        0,
        "Turn limit",
        "After how many seconds without a move the others may let a computer play for that player.",
        group="Pace",
        choices={
            0: "Off",
            30: "30 seconds",
            60: "One minute",
            120: "Two minutes",
            300: "Five minutes",
        },
        numbers=range(30, 301),
        counted=("1 second", "{n} seconds"),
        usual_matter=True,
    )
