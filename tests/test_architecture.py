"""Which modules may import which: the principles of CONTRIBUTING.md that imports can break."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from inspect import signature
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOTS = {
    "hanafuda": ROOT / "server",
    "koikoi_server": ROOT / "server",
    "koikoi_client": ROOT / "client",
}

# Modules of the standard library that only compute with values.
DATA_PARTS = {
    "__future__",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "types",
    "typing",
}


def imports(source: str, package: str) -> Iterator[str]:
    """The full names that *source*, a module of *package*, imports, also inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def modules(package: str) -> list[tuple[str, Path]]:
    """The modules of *package*, by their import name."""
    base = ROOTS[package.split(".")[0]]
    top = base.joinpath(*package.split("."))
    paths = sorted(top.rglob("*.py")) if top.is_dir() else [top.with_suffix(".py")]
    return [(_name(path, base), path) for path in paths]


def _name(path: Path, base: Path) -> str:
    return ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")


def offences(package: str, *forbidden: str, allowed: set[str] | None = None) -> list[str]:
    """Imports in *package* that are forbidden, or whose top-level package is not allowed."""
    found = []
    for name, path in modules(package):
        package_of = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for imported in imports(path.read_text(encoding="utf-8"), package_of):
            is_forbidden = any(
                imported == each or imported.startswith(f"{each}.") for each in forbidden
            )
            if is_forbidden or (allowed is not None and imported.split(".")[0] not in allowed):
                found.append(f"{name} imports {imported}")
    return found


def test_the_rules_are_pure() -> None:
    assert offences("hanafuda", allowed=DATA_PARTS | {"hanafuda"}) == []
    assert set(sys.stdlib_module_names) >= DATA_PARTS


def test_the_client_knows_no_rule() -> None:
    assert offences("koikoi_client", "hanafuda", "koikoi_server") == []


def test_the_server_knows_no_client() -> None:
    assert offences("koikoi_server", "koikoi_client", "prompt_toolkit") == []


def test_bots_see_only_the_view_of_their_seat_and_the_rules() -> None:
    found = offences("koikoi_server.bots", "grpc", "koikoi", "koikoi_server")
    shared = "koikoi_server.bots.worker_queue imports koikoi_server.system.round_robin"
    unseen = [each for each in found if not each.startswith(shared)]  # a queue knows no game
    assert [each for each in unseen if " imports koikoi_server.bots" not in each] == []


def test_no_game_imports_another_game() -> None:
    from hanafuda.games import GAMES

    games = [module.__name__.rpartition(".")[0] for module in GAMES.values()]  # type: ignore[attr-defined]
    for game in games:
        assert offences(game, *(other for other in games if other != game)) == []


def test_only_wire_converts_between_rules_and_messages() -> None:
    for part in ("table", "bots", "lobby", "journal", "tokens", "refusal"):
        assert offences(f"koikoi_server.{part}", "koikoi.v1", "grpc", "koikoi_server.wire") == []


def test_sentences_are_made_from_the_update_alone() -> None:
    """They cannot reveal what the update does not: no state of a table is within reach."""
    from koikoi_server.wire.update_sentences import update_sentences

    hidden = ("table", "wire.views", "wire.game_options", "wire.record", "service")
    forbidden = [f"koikoi_server.{each}" for each in hidden]
    for words in ("update_sentences", "sentences"):
        found = offences(f"koikoi_server.wire.{words}", *forbidden)
        assert [each for each in found if "koikoi_server.table.options" not in each] == []
    assert {
        name: each.annotation for name, each in signature(update_sentences).parameters.items()
    } == {
        "update": "table_pb2.Update",
        "occupants": "Occupants",
        "game": "Game",
        "seat": "Seat",
        "language": "str",
    }


FROM_THE_PROTO_FILES = (
    "records/independent_verifier.py",
    "records/independent_walk.py",
    "follow/fold.py",
)


def test_independent_implementations_import_only_generated_messages() -> None:
    """They show that ``proto/`` suffices, and cannot share a mistake with the server."""
    written = {
        f"tests.{each.removesuffix('.py').replace('/', '.')}" for each in FROM_THE_PROTO_FILES
    }
    for each in FROM_THE_PROTO_FILES:
        for imported in imports((ROOT / "tests" / each).read_text(encoding="utf-8"), "tests"):
            top = imported.split(".")[0]
            ours = imported.startswith("koikoi.v1.") or imported.rpartition(".")[0] in written
            assert ours or top == "google" or top in sys.stdlib_module_names, imported


@pytest.mark.parametrize(
    ("lower", "upper"),
    [
        ("table", ("journal", "lobby", "service", "commands", "__main__")),
        ("lobby", ("service", "commands", "__main__")),
        ("service", ("commands", "__main__")),
        ("wire", ("lobby", "service", "commands", "__main__")),
    ],
)
def test_lower_layers_of_the_server_do_not_import_higher_ones(
    lower: str, upper: tuple[str, ...]
) -> None:
    forbidden = [f"koikoi_server.{each}" for each in upper]
    assert offences(f"koikoi_server.{lower}", *forbidden) == []


def import_graph(package: str) -> dict[str, set[str]]:
    """The modules of *package*, each with the modules of the same package that it imports."""
    known = dict(modules(package))
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        package_of = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found = imports(path.read_text(encoding="utf-8"), package_of)
        graph[name] = {
            each if each in known else each.rpartition(".")[0] for each in found
        } & known.keys() - {name}
    return graph


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """Nodes of *graph* that form a cycle; empty: there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", ROOTS)
def test_no_modules_import_each_other(package: str) -> None:
    """A reader can begin with a module that needs none of the others, types included."""
    assert cycle(import_graph(package)) == []


def between_folders(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """*graph*, with all modules of a folder that lies directly in the package as one node."""

    def folder(module: str) -> str:
        return ".".join(module.split(".")[:2])

    merged: dict[str, set[str]] = {}
    for name, imported in graph.items():
        merged.setdefault(folder(name), set()).update(map(folder, imported))
    return {name: imported - {name} for name, imported in merged.items()}


@pytest.mark.parametrize("package", ROOTS)
def test_no_folders_import_each_other(package: str) -> None:
    """The folders of a package are layers: each can be read without those above it."""
    assert cycle(between_folders(import_graph(package))) == []


def test_a_planted_cycle_is_found() -> None:
    """Two folders that import each other, although no two modules do."""
    planted = {"p.a.one": {"p.b.one"}, "p.b.two": {"p.a.two"}, "p.b.one": set(), "p.a.two": set()}
    assert cycle(planted) == []
    assert set(cycle(between_folders(planted))) == {"p.a", "p.b"}


@pytest.mark.parametrize("front_end", ["lines.front_end", "app.front_end", "command.rules_pages"])
def test_a_front_end_loads_nothing_of_the_others(front_end: str) -> None:
    """Loading takes most of the client's start, so what is rarely used is loaded late."""
    script = f"import sys, koikoi_client.{front_end}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    modules = set(loaded.stdout.decode().split())
    unwanted = {
        "lines.front_end",
        "app.front_end",
        "command.rules_pages",
        "command.verify",
        "command.replay",
        "app.hot_seat",
    } - {front_end}
    if front_end != "app.front_end":
        unwanted |= {"app.program", "app.table"}
    else:
        unwanted |= {"app.records", "records.steps", "lines.console"}
    assert modules & {f"koikoi_client.{each}" for each in unwanted} == set()


def test_a_planted_import_is_found() -> None:
    """Relative imports and imports inside functions are found."""
    planted = "def f():\n    from random import Random\n    import a.b\n    from ..c import d\n"
    assert list(imports(planted, "x.y")) == ["random.Random", "a.b", "x.c.d"]
