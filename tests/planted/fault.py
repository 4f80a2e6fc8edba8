"""Plant a wrong rule into a copy of the rules and run the tests there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES = Path("server", "hanafuda")

POSITIONS = "tests/hanafuda"
VECTORS = "tests/test_answer.py"
SECONDS = 300
RANDOM_MATCHES = {"test_conservation.py", "test_laws.py"}
"""Tests that play random matches: slow, and each rule has a test of its own."""


class Fault(NamedTuple):
    """A change of the rules' source that makes one of them wrong."""

    file: str  #: in ``server/hanafuda``
    old: str  #: must be in the file exactly once
    new: str
    wrong: str  #: the wrong rule, in words


def planted(fault: Fault, folder: Path = ROOT) -> str:
    """The source of the fault's file in the tree at *folder*, with the fault in it.

    Raises:
        ValueError: if it does not fit the source any more.
    """
    source = (folder / RULES / fault.file).read_text(encoding="utf-8")
    times = source.count(fault.old)
    if times != 1:
        raise ValueError(
            f"{fault.file} has {fault.old!r} {times} times: mend the fault «{fault.wrong}», "
            "whose text must be in the file once"
        )
    return source.replace(fault.old, fault.new)


def copied(folder: Path) -> None:
    """Copy the rules and their tests into *folder*. Nothing is ever planted in place."""
    kept = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / RULES, folder / RULES, ignore=kept)
    for part in ("hanafuda", "oracle", "vectors"):
        shutil.copytree(ROOT / "tests" / part, folder / "tests" / part, ignore=kept)
    for part in ("__init__", "answer", "replay", "sakura_answers", "test_answer"):
        shutil.copy(ROOT / "tests" / f"{part}.py", folder / "tests")


def caught(fault: Fault | None, folder: Path) -> str:
    """The first test that fails with *fault* planted in *folder*, or "" if all of them pass.

    *folder* is as :func:`copied` left it, and will be again. None plants nothing.

    Raises:
        ValueError: when the fault does not fit.
        RuntimeError: when the tests do not run.
    """
    if fault is None:
        return _failed(folder, "")
    path = folder / RULES / fault.file
    right = path.read_text(encoding="utf-8")
    path.write_text(planted(fault, folder), encoding="utf-8")
    try:
        return _failed(folder, fault.file)
    finally:
        path.write_text(right, encoding="utf-8")


def _failed(folder: Path, file: str) -> str:
    # Without pytest's plugins, which take longer to begin than most of these runs. And bytecode is
    # kept by a file's size and second of change: two faults may agree in both.
    environment = os.environ | {
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "CI": "true",  # hypothesis then has no deadline and no chance
        "PYTHONPATH": os.pathsep.join((str(folder / "server"), str(folder))),
    }
    command = (sys.executable, "-m", "pytest", "--import-mode=importlib", "-x", "-q", "--tb=no")
    quick = ("-m", "not slow", "-W", "ignore::pytest.PytestUnknownMarkWarning")
    try:
        run = subprocess.run(
            [*command, *quick, "-p", "no:cacheprovider", *_tests(file)],
            cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"one that takes more than {SECONDS} seconds"
    for line in run.stdout.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split(" ", 1)[1].partition(" - ")[0]
    if run.returncode != 0:
        raise RuntimeError(f"the tests did not run:\n{run.stdout}{run.stderr}")
    return ""


def _tests(file: str) -> list[str]:
    """The tests that may catch a fault in a file of the rules, the likeliest first."""
    game = file.partition("/")[0]
    every = sorted((ROOT / POSITIONS).rglob("test_*.py"))
    positions = [path.relative_to(ROOT) for path in every if path.name not in RANDOM_MATCHES]
    if game == "sakura":
        positions = [path for path in positions if game in path.parts]
    elif game in ("koikoi", "coin"):
        positions = [path for path in positions if "sakura" not in path.parts]
    positions.sort(key=lambda path: (game not in path.parts, "sakura" in path.parts))
    return [*(path.as_posix() for path in positions), VECTORS]
