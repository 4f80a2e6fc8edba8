"""What is built, and that it works wherever it is installed.

Tests marked ``install`` download and install into fresh environments; ``.ci/run`` runs them.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv",
    "gen",
    "dist",
    "build",
    "node_modules",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
PACKAGES = ("hanafuda", "koikoi", "koikoi_client", "koikoi_server")
PROTOS = ("catalog", "record", "service", "table")

Version = tuple[int, ...]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project as a fresh clone has it."""
    return Path(shutil.copytree(ROOT, tmp_path / "koikoi", ignore=LEFT_OUT))


def version(text: str) -> Version:
    return tuple(map(int, text.split(".")))


def bound(requirements: list[str], name: str, sign: str) -> Version:
    """The version that the requirement of *name* gives with *sign*."""
    for requirement in requirements:
        found = re.match(rf"{name}\b[^=<>]*.*?{sign}\s*([\d.]+)", requirement)
        if found:
            return version(found[1])
    raise AssertionError(f"no {name}{sign} among {requirements}")


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command prints; its errors fail the test."""
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


# -- versions -------------------------------------------------------------------------------------


def test_the_generator_is_pinned_and_the_same_everywhere(project: dict[str, Any]) -> None:
    build = project["build-system"]["requires"]
    dev = project["dependency-groups"]["dev"]
    for tool in ("grpcio-tools", "mypy-protobuf"):
        assert bound(build, tool, "==") == bound(dev, tool, "==")


def test_lower_bounds_follow_the_generator(project: dict[str, Any]) -> None:
    """Code made by a generator does not run on an older runtime."""
    pin = bound(project["build-system"]["requires"], "grpcio-tools", "==")
    needed = project["project"]["dependencies"]
    for package in (
        "grpcio",
        "grpcio-health-checking",
        "grpcio-reflection",
        "grpcio-status",
    ):
        assert bound(needed, rf"{package}(?!-)", ">=") == pin


def test_lower_bounds_are_those_that_the_generated_code_asks_for(project: dict[str, Any]) -> None:
    needed = project["project"]["dependencies"]
    code = (ROOT / "gen/koikoi/v1/service_pb2.py").read_text(encoding="utf-8")
    made_for = re.search(r"Protobuf Python Version: ([\d.]+)", code)
    assert made_for
    assert bound(needed, "protobuf", ">=") == version(made_for[1])
    assert bound(needed, "protobuf", "<") == (version(made_for[1])[0] + 1,)
    code = (ROOT / "gen/koikoi/v1/service_pb2_grpc.py").read_text(encoding="utf-8")
    made_for = re.search(r"GRPC_GENERATED_VERSION = '([\d.]+)'", code)
    assert made_for
    assert bound(needed, r"grpcio(?!-)", ">=") == version(made_for[1])


def test_every_runtime_dependency_says_why(project: dict[str, Any]) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for requirement in project["project"]["dependencies"]:
        line = next(line for line in text.splitlines() if f'"{requirement}"' in line)
        assert "#" in line, requirement


def test_the_version_stands_in_one_place(project: dict[str, Any]) -> None:
    """Programs ask the installed package for it; the change log has a heading for it."""
    number = project["project"]["version"]
    sources = [path for top in ("server", "client") for path in (ROOT / top).rglob("*.py")]
    assert not [path for path in sources if f'"{number}"' in path.read_text(encoding="utf-8")]
    assert importlib.metadata.version("koikoi") == number
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{number}]" in log or "## [Unreleased]" in log


def test_import_proto_package_and_folder_have_one_name() -> None:
    for name in PROTOS:
        text = (ROOT / f"proto/koikoi/v1/{name}.proto").read_text(encoding="utf-8")
        assert "\npackage koikoi.v1;\n" in text
        module = __import__(f"koikoi.v1.{name}_pb2", fromlist=["DESCRIPTOR"])
        assert module.DESCRIPTOR.package == "koikoi.v1"


# -- what is built --------------------------------------------------------------------------------


def built(copy: Path, target: str) -> Path:
    """What the build tool makes of the copy, with the tools of this environment."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, cwd=copy)
    [made] = (copy / "dist").iterdir()
    return made


@pytest.mark.slow
def test_a_wheel_has_the_stubs_with_types_and_nothing_else(copy: Path) -> None:
    with zipfile.ZipFile(built(copy, "wheel")) as wheel:
        names = set(wheel.namelist())
        [entry_points] = (name for name in names if name.endswith("/entry_points.txt"))
        commands = wheel.read(entry_points).decode()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert {f"{package}/py.typed" for package in PACKAGES} <= names
    for proto in PROTOS:
        assert {f"koikoi/v1/{proto}_pb2.py", f"koikoi/v1/{proto}_pb2.pyi"} <= names
    assert {"koikoi/v1/service_pb2_grpc.py", "koikoi/v1/service_pb2_grpc.pyi"} <= names
    assert "koikoi_server/__main__.py" in names
    data = {path.relative_to(ROOT / "server").as_posix() for path in pages()}
    assert data <= names
    assert not [name for name in names if re.search(r"\btests?[/_]|\.proto$|\.pyc$", name)]
    assert "koikoi-server = koikoi_server.__main__:main" in commands
    assert "koikoi-client = koikoi_client.__main__:main" in commands


def pages() -> list[Path]:
    """Files of the server that are not code and that it reads."""
    return list((ROOT / "server/koikoi_server/help").rglob("*.txt"))


@pytest.mark.slow
def test_a_source_archive_has_all_it_takes_to_build_and_test(copy: Path) -> None:
    with tarfile.open(built(copy, "sdist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "proto/koikoi/v1/service.proto",
        "server/hanafuda/cards.py",
        "client/koikoi_client/__init__.py",
        "tests/test_packaging.py",
        "examples/node/client.js",
        "hatch_build.py",
        "pyproject.toml",
        "Makefile",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
    } <= names
    assert not [name for name in names if name.startswith(("gen/", ".venv"))]


def test_nothing_generated_is_committed() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    committed = run("git", "ls-files", cwd=ROOT).split()
    assert not [name for name in committed if name.startswith(("gen/", "dist/")) or "_pb2" in name]


# -- how it is installed --------------------------------------------------------------------------


def installed(where: Path, *what: str | Path) -> Path:
    """The commands' folder of a fresh environment into which pip has installed *what*."""
    run(sys.executable, "-m", "venv", where)
    commands = where / ("Scripts" if sys.platform == "win32" else "bin")
    run(commands / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *what)
    return commands


def check(commands: Path, away: Path) -> None:
    """Both commands start, from a folder that is not the project's."""
    number = importlib.metadata.version("koikoi")
    for command in ("koikoi-server", "koikoi-client"):
        assert number in run(commands / command, "--version", cwd=away)
    deals = run(commands / "koikoi-server", "deal", "--count", "2", "--seed", "7", cwd=away)
    assert len(deals.splitlines()) == 2
    run(commands / "python", "-c", "from koikoi.v1 import service_pb2_grpc", cwd=away)


@pytest.mark.install
@pytest.mark.timeout(400)
def test_pip_install(copy: Path, tmp_path: Path) -> None:
    commands = installed(tmp_path / "env", copy)
    shutil.rmtree(copy)
    check(commands, tmp_path)


@pytest.mark.install
@pytest.mark.timeout(400)
def test_pip_install_of_a_source_archive(copy: Path, tmp_path: Path) -> None:
    """A wheel is built from what the archive holds, with tools downloaded for it."""
    archive = built(copy, "sdist").rename(tmp_path / "koikoi-0.tar.gz")
    shutil.rmtree(copy)
    check(installed(tmp_path / "env", archive), tmp_path)


@pytest.mark.install
@pytest.mark.timeout(400)
@pytest.mark.skipif(sys.platform == "win32", reason="needs make")
def test_an_editable_install_survives_make_clean_and_follows_the_sources(
    copy: Path, tmp_path: Path
) -> None:
    commands = installed(tmp_path / "env", "-e", copy)
    check(commands, tmp_path)
    (copy / ".venv").mkdir()
    run("make", "clean", cwd=copy)
    assert not (copy / ".venv").exists()
    check(commands, tmp_path)
    (copy / "server/hanafuda/added_later.py").write_text("HERE = 1\n")
    run(commands / "python", "-c", "import hanafuda.added_later", cwd=tmp_path)


@pytest.mark.install
@pytest.mark.timeout(400)
@pytest.mark.skipif(sys.platform == "win32", reason="needs make")
def test_make_sets_itself_up_again_after_make_clean(copy: Path) -> None:
    run(sys.executable, "hatch_build.py", cwd=copy)
    (copy / "gen/.stamp").touch()
    (copy / "gen/koikoi/v1/service_pb2.py").write_text("an old one")
    run("make", "clean", cwd=copy)
    run("make", "proto", f"PYTHON={sys.executable}", cwd=copy)
    check(copy / ".venv/bin", copy)


@pytest.mark.install
@pytest.mark.timeout(400)
def test_the_extra_fast_compiles_hard_and_plays_alike(copy: Path, tmp_path: Path) -> None:
    """The tests of compiled code, in an environment that has what compiles it."""
    tools = ("pytest", "pytest-asyncio", "pytest-timeout", "hypothesis")
    commands = installed(tmp_path / "env", f"{copy}[fast]", *tools)
    tests = ("tests/bots/koikoi/test_hard.py", "-k", "compiled or engine or plain")
    said = run(commands / "python", "-m", "pytest", "-ra", *tests, cwd=copy)
    assert "passed" in said
    assert "skipped" not in said, said
