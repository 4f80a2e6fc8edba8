"""The rules answer every worked example of the specification exactly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.answer import KINDS, answer, answer_line

VECTORS: list[dict[str, Any]] = [
    vector
    for file in sorted((Path(__file__).parent / "vectors").glob("*.json"))
    for vector in json.loads(file.read_text("utf-8"))
    if vector["kind"] in KINDS
]


@pytest.mark.parametrize("vector", VECTORS, ids=[each["id"] for each in VECTORS])
def test_the_answer_is_the_one_the_specification_expects(vector: dict[str, Any]) -> None:
    assert answer(vector) == vector["expect"]


def test_every_kind_has_examples() -> None:
    assert {each["kind"] for each in VECTORS} == set(KINDS)


def test_an_unknown_kind_or_option_value_is_unsupported() -> None:
    assert answer_line('{"id": "X", "kind": "go_stop", "given": {}}') == {"unsupported": True}
    points = {"goko": 1, "shiko": 1, "ame_shiko": 1, "sanko": 1}
    for options in ({"bright_points": points}, {"jokers": 2}, {"viewing": "sometimes"}):
        given: dict[str, object] = {"captured": [], "options": options}
        assert answer_line(json.dumps({"kind": "score", "given": given})) == {"unsupported": True}


def test_a_bad_line_is_answered_with_an_error_and_the_next_line_is_read() -> None:
    lines = [
        "not json",
        '{"id": "X", "kind": "dealt_hand", "given": {"hand": ["13-1"]}}',
        '{"id": "Y", "kind": "dealt_hand", "given": {"hand": ["1-1", "1-2", "1-3", "1-4"]}}',
    ]
    run = subprocess.run(
        [sys.executable, "-m", "tests.answer"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[1],
        check=True,
    )
    first, second, third = map(json.loads, run.stdout.splitlines())
    assert set(first) == set(second) == {"error"}
    assert third == {"hand": "teshi"}
