"""Every recipe of "To add …" in CONTRIBUTING.md works, and needs no more files than it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hanafuda.game import Game
from tests.contributing import pairs, recipe
from tests.contributing.recipe import ROOT, DoesNotFit, Hunk

IS_WHOLE: Game = pairs  # for the type checker
PARTS = ("server", "client", "proto", "gen", "tests", "scripts")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project."""
    kept = shutil.ignore_patterns("__pycache__", "goldens")
    for part in PARTS:
        shutil.copytree(ROOT / part, tmp_path / part, ignore=kept)
    for file in ("pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / file, tmp_path)
    return tmp_path


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the *tree*, whose packages come before the installed ones."""
    path = os.pathsep.join(str(tree / part) for part in ("server", "client", "gen", "."))
    return subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=os.environ | {"PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def make_proto(tree: Path) -> None:
    made = run(tree, "hatch_build.py")
    assert made.returncode == 0, made.stderr


def outcomes(tree: Path, *tests: str) -> dict[str, str]:
    """ "passed", "failed" or "error" for each of *tests*, however many parameters it has."""
    options = ("-q", "-rA", "--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:xdist")
    said = run(tree, "-m", "pytest", *options, *tests).stdout
    found: dict[str, str] = {}
    for outcome, test in re.findall(r"^(PASSED|FAILED|ERROR) ([^\s\[]+)", said, re.MULTILINE):
        if found.get(test) != "failed":
            found[test] = outcome.lower()
    assert found, said
    return found


def test_every_row_has_a_recipe() -> None:
    """And every recipe a row."""
    assert sorted(name for name in recipe.rows() if " " not in name) == recipe.NAMES


@pytest.mark.parametrize("name", recipe.NAMES)
def test_a_recipe_fits_and_touches_the_files_that_its_row_names(name: str) -> None:
    assert recipe.differences(recipe.rows()[name], recipe.files(name)) == []
    for step in recipe.steps(name):
        if isinstance(step, Hunk):
            step.check(ROOT)


@pytest.mark.slow
def test_all_recipes_work(tree: Path) -> None:
    """All are carried out in the same copy of the tree, and each has a test that passes."""
    for name in recipe.NAMES:
        recipe.carry_out(tree, name)
    make_proto(tree)
    own = {name: recipe.tests(name) for name in recipe.NAMES}
    assert all(own.values())
    found = outcomes(tree, *(test for tests in own.values() for test in tests))
    assert {name: [found.get(test) for test in tests] for name, tests in own.items()} == {
        name: ["passed" for _ in tests] for name, tests in own.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "without", "test"),
    [
        (
            "house_rule",
            "",
            "tests/hanafuda/koikoi/test_house_rules.py::test_every_house_rule_of_koi_koi_is_there",
        ),
    ],
)
def test_what_is_forgotten_is_named(tree: Path, name: str, without: str, test: str) -> None:
    """A test fails as long as something is left out."""
    recipe.carry_out(tree, name, without)
    make_proto(tree)
    assert outcomes(tree, test) == {test: "failed"}


def test_a_recipe_that_no_longer_fits_is_found(tmp_path: Path) -> None:
    """These tests can fail."""
    (tmp_path / "a.py").write_text("one\ntwo\n")
    Hunk("a.py", "one\n", "three\n").carry_out(tmp_path)
    assert (tmp_path / "a.py").read_text() == "three\ntwo\n"
    with pytest.raises(DoesNotFit, match="mend the recipe"):
        Hunk("a.py", "one\n", "three\n").carry_out(tmp_path)
    row = "a field in `table/events.py` or `hanafuda/events.py`; a line in `wire/`"
    assert recipe.differences(row, {"server/x/table/events.py", "server/x/wire/events.py"}) == []
    assert len(recipe.differences(row, {"server/x/table/events.py", "client/other.py"})) == 2
