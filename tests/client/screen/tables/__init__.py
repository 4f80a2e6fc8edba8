"""Tables for drawings: ordinary moments, and the fullest tables possible."""

from __future__ import annotations

from collections.abc import Callable

from koikoi_client.screen.view import View

from .catalogue import CATALOG
from .listed import rows
from .many import (
    coins_paid,
    hiki_out_of_turn,
    lightning_placing,
    many,
    moves,
    sakura,
    sakura_over,
)
from .parts import LOG, LONG, OWN, after, changed, event, score
from .told import told
from .two import (
    deciding,
    fullest,
    gathering,
    late,
    lost,
    match_over,
    ordinary,
    own_turn,
    placing,
    richest,
    round_over,
    waiting,
    watching,
)

__all__ = [
    "CATALOG",
    "LOG",
    "LONG",
    "OWN",
    "TABLES",
    "after",
    "changed",
    "coins_paid",
    "deciding",
    "event",
    "fullest",
    "gathering",
    "hiki_out_of_turn",
    "late",
    "lightning_placing",
    "lost",
    "many",
    "match_over",
    "moves",
    "ordinary",
    "own_turn",
    "placing",
    "richest",
    "round_over",
    "rows",
    "sakura",
    "sakura_over",
    "score",
    "told",
    "waiting",
    "watching",
]

TABLES: dict[str, Callable[[], View]] = {
    "ordinary": ordinary,
    "fullest": fullest,
    "richest": richest,
    "deciding": deciding,
    "placing": placing,
    "waiting": waiting,
    "late": late,
    "watching": watching,
    "gathering": gathering,
    "three": lambda: many(3, full=False),
    "three_full": lambda: many(3),
    "four_full_teams": lambda: sakura(4),
    "five_full": lambda: many(5),
    "moves": moves,
    "six_full": lambda: many(6),
    "six_full_teams": lambda: sakura(6),
    "seven": lambda: many(7, full=False),
    "seven_full": lambda: many(7),
    "sakura_three": lambda: sakura(3),
    "sakura_five": lambda: sakura(5),
    "sakura_seven": lambda: sakura(7),
    "hiki_out_of_turn": hiki_out_of_turn,
    "lightning_placing": lightning_placing,
}
"""Tables by name."""
