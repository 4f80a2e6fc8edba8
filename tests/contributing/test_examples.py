"""The worked examples of CONTRIBUTING.md are carried out, each in a copy of the rules."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hanafuda.game import Game
from tests.contributing import pairs

ROOT = Path(__file__).parents[2]
PAIRS = Path(__file__).with_name("pairs.py")
IS_WHOLE: Game = pairs  # for the type checker
BLOCK = re.compile(r"^```(diff|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> dict[str, list[tuple[str, str]]]:
    """The blocks of each example, by its first words: "A yaku", "A house rule", "A game"."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Worked examples\n")[2].partition("\n## ")[0]
    parts = re.split(r"^\*\*(.+?)\*\*", section, flags=re.MULTILINE)[1:]
    return {name: BLOCK.findall(words) for name, words in zip(parts[::2], parts[1::2], strict=True)}


EXAMPLES = examples()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the server and its tests."""
    kept = shutil.ignore_patterns("__pycache__")
    for part in ("server", "tests"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=kept)
    return tmp_path


def follow(tree: Path, name: str) -> list[str]:
    """Do what an example says; the names of its tests."""
    tests = []
    for language, block in EXAMPLES[name]:
        if language == "diff":
            for part in re.split(r"^\+\+\+ ", block, flags=re.MULTILINE)[1:]:
                change(tree, *part.split("\n", 1))
        else:
            first, _, code = block.partition("\n")
            path = tree / first.removeprefix("# ")
            with path.open("a", encoding="utf-8") as file:
                file.write(f"\n\n{code}")
            tests += [
                f"{path.relative_to(tree)}::{each}" for each in re.findall(r"def (\w+)", code)
            ]
    return tests


def change(tree: Path, file: str, lines: str) -> None:
    """Change a *file* as the *lines* of a diff say, which stand in it exactly once."""
    old = "".join(line[1:] or "\n" for line in lines.splitlines(True) if line[0] in " -\n")
    new = "".join(line[1:] or "\n" for line in lines.splitlines(True) if line[0] in " +\n")
    path = tree / file
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1, f"{file} has changed: mend the example in CONTRIBUTING.md\n{old}"
    path.write_text(source.replace(old, new), encoding="utf-8")


def run(tree: Path, *arguments: str) -> str:
    """What Python says in the *tree*, whose rules come before the installed ones."""
    path = os.pathsep.join((str(tree / "server"), str(tree)))
    # None of these tests needs a plugin of pytest, and all take longer to begin with them.
    environment = os.environ | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment,
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def passes(tree: Path, *tests: str) -> str:
    """The last line of a run of *tests* that all pass."""
    said = run(
        tree, "-m", "pytest", "-q", "--import-mode=importlib", "-p", "no:cacheprovider", *tests
    )
    return said.strip().splitlines()[-1]


def test_a_yaku_is_a_row(tree: Path) -> None:
    """Chart, help page and result know it from there."""
    [test] = follow(tree, "A yaku")
    assert passes(tree, test).startswith("1 passed")
    said = run(
        tree,
        "-c",
        "from koikoi_server.wire.catalog import catalog\n"
        "whole = catalog()\n"
        "for game in whole.games[:2]: print('Grass Ribbons' in [row.name for row in game.yaku])\n"
        "print([page.game for page in whole.help if 'Grass Ribbons' in page.text])\n",
    )
    assert said.splitlines() == ["True", "True", "['koikoi', 'coin']"], "the two share their yaku"


def test_a_house_rule_is_a_field_and_the_line_that_reads_it(tree: Path) -> None:
    [test] = follow(tree, "A house rule")
    assert passes(tree, test).startswith("2 passed")
    said = run(
        tree,
        "-c",
        "from koikoi_server.wire.catalog import catalog\n"
        "whole = catalog(game='koikoi', chosen={'koikoi_once': 'true'})\n"
        "for option in whole.games[0].options:\n"
        "    if option.option == 'koikoi_once': print(option.label)\n"
        "print(any('Koi-koi once' in page.text for page in whole.help))\n",
    )
    assert said.split("\n")[:2] == ["Koi-koi once", "True"]
    named = "tests/hanafuda/koikoi/test_house_rules.py::test_every_house_rule_of_koi_koi_is_there"
    with pytest.raises(AssertionError, match="koikoi_once"):
        passes(tree, named)


def test_a_game_is_a_module_and_a_line(tree: Path) -> None:
    """The laws of all games take it in; so do the server and its catalogue."""
    shutil.copy(PAIRS, tree / "server" / "hanafuda")
    [test] = follow(tree, "A game")
    assert passes(tree, test).startswith("1 passed")
    laws = "tests/hanafuda/test_conservation.py"
    assert " passed" in passes(tree, laws, "-k", "pairs and not 48_cards", "tests/test_house.py")
    said = run(tree, "-c", MATCH)
    assert said.split() == ["pairs", "over"]


MATCH = """
import asyncio
from tests.support.server import MINE, Follower, match_is_over, serving
from koikoi.v1 import service_pb2

async def main():
    async with serving() as client:
        seats = [MINE, *[service_pb2.SeatPlan()] * 2]
        grants = [await client.create(game="pairs", rules={"rounds": "2"}, seats=seats)]
        grants += [await client.join(grants[0].table_id, name) for name in ("Ben", "Cat")]
        players = [Follower(client, grant) for grant in grants]
        await asyncio.gather(*(player.play(match_is_over) for player in players))
        print(players[0].last.table.game, "over" if players[0].last.match.winners else "")

asyncio.run(main())
"""


def test_an_example_that_no_longer_fits_is_found(tree: Path) -> None:
    with pytest.raises(AssertionError, match="mend the example"):
        change(tree, "server/hanafuda/koikoi/play.py", " no such line\n+another\n")
    assert list(EXAMPLES) == ["A yaku", "A house rule", "A game"]
