"""Whoever is refused because of a limit is told how long to wait, or what to do instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import koikoi_server

SERVER = Path(koikoi_server.__file__).parent
NO_WAIT_HELPS = {"Too much has happened at this table: finish the match, then open a new table."}
TOO_MUCH = re.compile(r"Too m(any|uch) |.*\btoo (fast|often)\b|.* full\b")
REASONS = {"Reason.RATE_LIMITED", "Reason.LIMIT_REACHED"}
DEFINED = {"refusal.py"}  #: has the default sentences, which are also in the catalogue


@cache
def modules() -> list[tuple[str, ast.Module]]:
    """The names and trees of all modules."""
    return [
        (path.name, ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SERVER.rglob("*.py"))
    ]


def refused_by_limits(tree: ast.Module) -> Iterator[ast.expr | None]:
    """The sentence of each refusal because of a limit; None: it has the default sentence."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "full":
            yield node.args[0]
        elif node.func.id == "Refusal" and ast.unparse(node.args[0]) in REASONS:
            yield node.args[1] if len(node.args) > 1 else None


def test_every_refusal_because_of_a_limit_has_a_sentence_of_its_own_with_the_wait() -> None:
    found = 0
    for name, tree in modules():
        if name in DEFINED:
            continue
        for sentence in refused_by_limits(tree):
            found += 1
            assert sentence is not None, name
            if isinstance(sentence, ast.Constant):
                assert "{wait}" in str(sentence.value) or sentence.value in NO_WAIT_HELPS, name
    assert found > 5


def test_every_sentence_that_says_that_something_is_too_much_has_the_wait() -> None:
    """Also those that are given to limiters."""
    found = 0
    for name, tree in modules():
        if name in DEFINED:
            continue
        nodes = [*ast.walk(tree)]
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            if id(node) in docstrings:
                continue
            if TOO_MUCH.match(node.value):
                found += 1
                assert "{wait}" in node.value or node.value in NO_WAIT_HELPS, (name, node.value)
    assert found > 10
