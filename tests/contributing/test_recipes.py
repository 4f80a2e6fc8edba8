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
from tests.support.tiers import slow

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


def outcomes(tree: Path, *tests: str) -> tuple[dict[str, str], str]:
    """ "passed", "failed" or "error" for each of *tests*, whatever its parameters; all output."""
    options = ("-q", "-rA", "--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:xdist")
    output = run(tree, "-m", "pytest", *options, *tests).stdout
    found: dict[str, str] = {}
    for outcome, test in re.findall(r"^(PASSED|FAILED|ERROR) ([^\s\[]+)", output, re.MULTILINE):
        if found.get(test) != "failed":
            found[test] = outcome.lower()
    return found, output


def test_every_row_has_a_recipe() -> None:
    """And every recipe a row."""
    assert sorted(recipe.rows()) == recipe.NAMES


@pytest.mark.parametrize("name", recipe.NAMES)
def test_a_recipe_fits_and_touches_the_files_that_its_row_names(name: str) -> None:
    assert recipe.differences(recipe.rows()[name], recipe.files(name)) == []
    for step in recipe.steps(name):
        if isinstance(step, Hunk):
            step.check(ROOT)


@pytest.mark.parametrize("names", [["yaku"], slow(recipe.NAMES)], ids=["one", "all"])
def test_recipes_work(tree: Path, names: list[str]) -> None:
    """Carried out in the same copy of the tree, each has tests, which pass."""
    for name in names:
        recipe.carry_out(tree, name)
    make_proto(tree)
    own = {name: recipe.tests(name) for name in names}
    assert all(own.values())
    found, output = outcomes(tree, *(test for tests in own.values() for test in tests))
    failed = [
        f"{name}: {test}"
        for name, tests in own.items()
        for test in tests
        if found.get(test) != "passed"
    ]
    assert not failed, f"{failed}\n{output}"


FORGOTTEN = (
    (
        "house_rule",
        "",
        "tests/hanafuda/koikoi/test_house_rules.py::test_every_house_rule_of_koi_koi_is_there",
    ),
    (
        "event",
        "server/koikoi_server/wire/sentences/news.py",
        "tests/server/said/test_news.py::test_every_kind_of_event_says_something",
    ),
    (
        "refusal_reason",
        "server/koikoi_server/refusal.py",
        "tests/server/wire/test_status.py::test_every_reason_has_the_code_that_its_comment_says",
    ),
    (
        "client_command",
        "client/koikoi_client/app/table_commands.py",
        "tests/client/actions/test_commands.py::test_every_action_with_a_key_has_a_function_on_the_screen",
    ),
)
"""A recipe, a file that is left out, if any, and the test that then fails."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "without", "test"), FORGOTTEN, ids=[row[0] for row in FORGOTTEN])
def test_what_is_forgotten_is_named(tree: Path, name: str, without: str, test: str) -> None:
    """A test fails as long as something is left out."""
    recipe.carry_out(tree, name, without)
    make_proto(tree)
    found, output = outcomes(tree, test)
    assert found == {test: "failed"}, output


@pytest.mark.slow
def test_mypy_reports_what_is_forgotten(tree: Path) -> None:
    """All recipes together have no type error; without a case there is one that names the file."""
    for name in recipe.NAMES:
        recipe.carry_out(tree, name)
    make_proto(tree)
    whole = {path: (tree / path).read_text(encoding="utf-8") for path in MATCHES.values()}
    assert run(tree, "-m", "mypy", "server", "client").stdout.startswith("Success")
    for path in whole:
        shutil.copy(ROOT / path, tree / path)
    errors = run(tree, "-m", "mypy", "server", "client").stdout.splitlines()
    for case, path in MATCHES.items():
        assert [line for line in errors if line.startswith(f"{path}:")], case


MATCHES = {
    "the fold of an event": "server/koikoi_server/table/fold.py",
    "the message of an event": "server/koikoi_server/wire/events.py",
    "the label of a seat option": "server/koikoi_server/wire/seat_options.py",
}
"""Files in which an addition that is forgotten is a type error."""


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
