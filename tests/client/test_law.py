"""Law 5: the client is a function of the last update. It knows pictures of cards and no rule,
permission, count or sentence of the game. What of that can be seen in its source is held here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from koikoi_server.wire.catalog import catalog

CLIENT = Path(__file__).parent.parent.parent / "client" / "koikoi_client"
MODULES = {path.relative_to(CLIENT).as_posix(): path for path in sorted(CLIENT.rglob("*.py"))}

WORDS = {
    ("actions/command.py", "hiki"): "a verb of a game, as the catalogue calls it",
    ("actions/table.py", "hiki"): "a word to type, and what a key is called",
    ("actions/table.py", "yaku"): "the same: the chart",
    ("actions/seat_words.py", "end"): "a word to type, of a seat option's kind",
    ("actions/replay.py", "end"): "a word to type: the last step",
    ("actions/keys.py", "end"): "a key",
}
"""English words that are also the id of a yaku or of a rule, by module, and what they are there."""

KINDS = {
    "follow/choices.py": "words of options; the deck is cut by the client; hand cards are numbered",
    "lines/seats.py": "which of them are announced",
    "app/cursor_moves.py": "keys, and on which option the cursor begins",
    "app/option_cursor.py": "on which card the cursor begins",
    "app/table.py": "keys",
    "app/table_commands.py": "keys",
    "actions/table.py": "keys and words",
    "actions/seat_words.py": "words of seat options",
    "app/hot_seat.py": "one key goes on for all who sit at the screen, and whose hand is shown",
    "screen/actions.py": "keys, and the pictures of options",
    "screen/board_hints.py": "keys",
    "screen/hand.py": "pictures: which cards of the hand are lit",
    "screen/board.py": "pictures: what may give way for a decision",
    "screen/result.py": "keys",
}
"""Where kinds of options are named, and what for: keys and pictures. All others go by labels."""


def strings(tree: ast.AST) -> Iterator[str]:
    """All string literals, docstrings too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def named(tree: ast.AST) -> Iterator[str]:
    """All names and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


@cache
def ids() -> set[str]:
    """The ids of all yaku and house rules of all games, and of the rows of results."""
    found = {"double_at_7", "koikoi_calls", "own_koi", "payment", "team_cards", "others_yaku"}
    for game in catalog().games:
        found |= {row.id for row in game.yaku} | {rule.option for rule in game.options}
    return found


@pytest.mark.parametrize("name", MODULES)
def test_no_yaku_and_no_rule_is_known_by_its_id(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    found = {(name, each) for each in strings(tree) if each in ids()}
    assert found == {each for each in WORDS if each[0] == name}, (
        "a yaku or a rule is compared, or an exception is not needed any more"
    )


@pytest.mark.parametrize("name", MODULES)
def test_kinds_of_options_are_for_keys_and_pictures(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    uses = any(each.startswith(("OPTION_KIND_", "SEAT_OPTION_KIND_")) for each in named(tree))
    assert uses == (name in KINDS), "say in KINDS what for, or take it out"
