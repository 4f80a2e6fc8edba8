"""What the README tells people to type works: each of its commands is run, here or by ``.ci/run``.

A command that is new in the README needs a test here with ``@runs(command)``, or a line in
``.ci/run``. Tests marked ``install`` download and install; ``.ci/run`` runs them too.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from google.protobuf import json_format

from koikoi_client.wire.certificate import code_of, digest_of
from tests.records.matches import random_match
from tests.support.namespaces import ADDRESS_ALONE
from tests.test_packaging import LEFT_OUT, check, run

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from tests.client.process import ServerProcess, environment, server_process, terminal
from tests.support.tiers import slow
from tests.support.timeouts import HANG

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WITH_CODE = "KMQR-ABCD-EFGH-TUVW@192.168.1.20:50551"
HERE = Path(sys.executable).parent  # where the two commands are installed
COMMAND = re.compile(r"(?:make|pip|pipx|koikoi-server|koikoi-client)\b(?: [^`#]*)?|--[a-z-]+")

RUN_HERE: dict[str, str] = {}
"""The README's commands, and the test that runs each."""


def runs(command: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Say that a test types this *command*."""

    def note(test: Callable[..., None]) -> Callable[..., None]:
        RUN_HERE[command] = test.__name__
        return test

    return note


def commands(text: str) -> list[str]:
    """What a reader of *text* may type: in blocks, after an "or" beside them, and in the lines."""
    found = []
    blocks = re.compile(r"```sh\n(.*?)```", re.DOTALL)
    for block in blocks.findall(text):
        for line in block.splitlines():
            typed, _, remark = line.partition("#")
            found.append(typed.strip())
            found += [part.strip() for part in re.findall(r"(?:pip|pipx|make) .*", remark)]
    for code in re.findall(r"`([^`\n]+)`", blocks.sub("", text)):
        if COMMAND.fullmatch(code) and code != "make":
            found.append(code)
    return [each for each in found if each]


def typed(command: str, **places: str) -> list[str]:
    """The words of *command*, those in capitals or examples replaced, as a shell would find it."""
    program, *words = [places.get(word, word) for word in shlex.split(command)]
    return [str(HERE / program), *words]


def done(folder: Path, words: list[str], answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        input=answers,
        capture_output=True,
        text=True,
        timeout=HANG,
        cwd=ROOT,
        env=environment(folder),
    )


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with server_process() as running:
        yield running


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project as a fresh clone has it."""
    return Path(shutil.copytree(ROOT, tmp_path / "koikoi", ignore=LEFT_OUT))


def test_every_command_is_run() -> None:
    in_ci = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    told = set(commands(README))
    assert {each for each in told if each not in RUN_HERE and each not in in_ci} == set()
    assert set(RUN_HERE) - told == set(), "the README has no such command any more"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_lead_to_files(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    here = [link for link in links if "://" not in link]
    assert [link for link in here if not (ROOT / link).exists()] == []


def test_commands_are_found() -> None:
    text = """
```sh
make play      # sets itself up
pipx install . # or, at home: pip install .
```
| a | `koikoi-client --host`, or `--plain` | see `tests/` and `Makefile` |
"""
    found = ["make play", "pipx install .", "pip install .", "koikoi-client --host", "--plain"]
    assert commands(text) == found


@runs("make help")
@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_help() -> None:
    said = run("make", "help", cwd=ROOT)
    told = [each.split()[1] for each in commands(README) if each.startswith("make ")]
    assert set(told) <= {line.split()[0] for line in said.splitlines()}


@runs("koikoi-client --practice")
@pytest.mark.slow
def test_practice(tmp_path: Path) -> None:
    command = typed("koikoi-client --practice")
    with terminal(tmp_path, command=command) as screen:
        screen.until("Month 1 of 12")
        screen.until("Easy (")
        screen.type("q")
        screen.until("quit the program")
        screen.type("q")
        assert screen.end() == 0


@pytest.mark.slow
@runs("koikoi-client --practice --rule months=3")
def test_a_shorter_match(tmp_path: Path) -> None:
    with terminal(tmp_path, command=typed("koikoi-client --practice --rule months=3")) as screen:
        screen.until("Month 1 of 3")
        screen.type("\x03")
        assert screen.end() == 130


@pytest.mark.slow
@runs("--plain")
def test_plain(tmp_path: Path) -> None:
    command = [*typed("koikoi-client --practice"), "--plain"]
    said = done(tmp_path, command, "again\n").stdout
    assert "Your seat: Red, host." in said
    assert "\x1b" not in said


@pytest.mark.slow
@runs("koikoi-client --hot-seat")
def test_hot_seat(tmp_path: Path) -> None:
    with terminal(tmp_path, command=typed("koikoi-client --hot-seat")) as screen:
        screen.until("A new table")
        screen.type("\x03")
        assert screen.end() == 130


@pytest.mark.slow
@runs("koikoi-client --host")
def test_host(tmp_path: Path, machine: tuple[str, ...]) -> None:
    command = [*machine, *typed("koikoi-client --host")]
    with terminal(tmp_path, "--name", "Aki", command=command) as screen:
        screen.until(f"@{ADDRESS_ALONE}:50551")
        screen.until("One more player is needed.")
        screen.type("q")
        screen.until("quit the program")
        screen.type("q")
        assert screen.end() == 0
        assert "Tables that were open are kept" in " ".join(screen.text().split())


@runs(f"koikoi-client {WITH_CODE}")
@runs("koikoi-client 192.168.1.20")
@pytest.mark.parametrize("address", ["192.168.1.20", slow(WITH_CODE)])
def test_join(tmp_path: Path, server: ServerProcess, address: str) -> None:
    here = {"192.168.1.20": f"127.0.0.1:{server.port}", WITH_CODE: server.address}
    command = typed(f"koikoi-client {address}", **here)
    with terminal(tmp_path, "--name", "Ben", command=command) as screen:
        screen.until("No table is open")
        screen.type("q")
        assert screen.end() == 0


@pytest.mark.slow
@runs("koikoi-client rules")
def test_rules(tmp_path: Path) -> None:
    shown = done(tmp_path, typed("koikoi-client rules"))
    assert shown.returncode == 0
    assert len(shown.stdout.splitlines()) > 100
    assert shown.stderr == ""


@pytest.mark.slow
@runs("koikoi-client help")
def test_help(tmp_path: Path) -> None:
    shown = done(tmp_path, typed("koikoi-client help"))
    assert shown.returncode == 0
    assert shown.stdout.startswith("Examples:")


@pytest.mark.slow
@runs("koikoi-server --help")
def test_the_servers_help_ends_with_the_firewalls(tmp_path: Path) -> None:
    shown = done(tmp_path, typed("koikoi-server --help"))
    assert shown.returncode == 0
    *_, end = shown.stdout.partition("if others cannot connect:")
    assert all(system in end for system in ("Windows", "macOS", "Linux", "50551"))


@pytest.mark.slow
@runs("koikoi-client replay FILE")
def test_replay(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json_format.MessageToJson(random_match(1).record), encoding="utf-8")
    with terminal(tmp_path, command=typed("koikoi-client replay FILE", FILE=str(path))) as screen:
        screen.until("A match begins.")
        screen.type("q")
        assert screen.end() == 0


@pytest.mark.slow
@runs("koikoi-client verify FILE")
def test_verify(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json_format.MessageToJson(random_match(1).record))
    shown = done(tmp_path, typed("koikoi-client verify FILE", FILE=str(path)))
    assert shown.returncode == 0, shown.stdout + shown.stderr


@pytest.mark.slow
@runs("koikoi-server --password-file FILE")
def test_a_server_with_a_password(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("secret\n")
    command = typed("koikoi-server --password-file FILE", FILE=str(path))
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    ) as started:
        assert started.stdout is not None
        try:
            command = [*typed(started.stdout.readline()), "rules"]
            assert done(tmp_path, command).returncode == 4
            assert done(tmp_path, ["env", "KOIKOI_PASSWORD=secret", *command]).returncode == 0
        finally:
            started.kill()


@runs("koikoi-server")
@runs("koikoi-server identity --pem >koikoi.pem")
@pytest.mark.slow
def test_server(tmp_path: Path) -> None:
    """It prints the code of its certificate."""
    command = [*typed("koikoi-server"), "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment(tmp_path)
    ) as started:
        assert started.stdout is not None
        try:
            line = started.stdout.readline()
            identity = shlex.join(typed("koikoi-server identity --pem"))
            saved = tmp_path / "koikoi.pem"
            done(tmp_path, ["sh", "-c", f"{identity} >{saved}"])
            certificate = ssl.PEM_cert_to_DER_cert(saved.read_text())
            code = code_of(digest_of(certificate))
            assert line.startswith(f"koikoi-client {code}@127.0.0.1:")
            started.send_signal(signal.SIGTERM)
            assert started.wait(HANG) == 0
        finally:
            started.kill()


@pytest.mark.slow
@runs('koikoi-server arena "python examples/bot.py" medium')
def test_arena(tmp_path: Path) -> None:
    program = f"{sys.executable} examples/bot.py"
    words = typed(
        'koikoi-server arena "python examples/bot.py" medium', **{"python examples/bot.py": program}
    )
    shown = done(tmp_path, [*words, "--matches", "2", "--rule", "months=1"])
    assert shown.returncode == 0, shown.stderr
    assert "of 2 matches" in shown.stdout


@runs("make play")
@pytest.mark.install
@pytest.mark.timeout(400)
def test_make_play_in_a_fresh_clone(copy: Path, tmp_path: Path) -> None:
    with terminal(
        tmp_path, f"PYTHON={sys.executable}", command=shlex.split("make play"), cwd=copy
    ) as screen:
        screen.until("Month 1 of 12", seconds=300)
        screen.until("Easy (")
        screen.type("q")
        screen.until("quit the program")
        screen.type("q")
        assert screen.end() == 0


@runs("pip install .")
@pytest.mark.install
@pytest.mark.timeout(400)
def test_pip_install_from_the_folder(copy: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "env")
    program, *words = shlex.split("pip install .")
    run(tmp_path / "env/bin" / program, *words, "-q", cwd=copy)
    check(tmp_path / "env/bin", tmp_path)


@runs("pipx install .")
@pytest.mark.install
@pytest.mark.timeout(400)
def test_pipx_install(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "tools")
    run(tmp_path / "tools/bin/pip", "install", "-q", "pipx")
    monkeypatch.setenv("PIPX_HOME", str(tmp_path / "pipx"))
    monkeypatch.setenv("PIPX_BIN_DIR", str(tmp_path / "bin"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    program, *words = shlex.split("pipx install .")
    run(tmp_path / "tools/bin" / program, *words, cwd=copy)
    shutil.rmtree(copy)
    number = run(tmp_path / "bin/koikoi-client", "--version", cwd=tmp_path)
    assert number.startswith("koikoi-client ")
    deals = run(tmp_path / "bin/koikoi-server", "deal", "--count", "2", cwd=tmp_path)
    assert len(deals.splitlines()) == 2
