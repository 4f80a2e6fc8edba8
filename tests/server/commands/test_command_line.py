"""The command line of ``koikoi-server``: its help, its commands, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi_server.__main__ import main


def ended(typed: str) -> int:
    """The exit code of the server."""
    try:
        return main(typed.split())
    except SystemExit as code:
        return int(str(code))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("--prot 5000", "did you mean --port?"),
        ("--memroy", "did you mean --memory?"),
        ("tabels", 'did you mean "tables"?'),
        ("--memory recrods", 'did you mean "records"?'),
        ("deal --cuont 3", "did you mean --count?"),
        ("records list --dta x", "did you mean --data?"),
        ("close --dta x", "did you mean --data?"),
        ("rules", 'see "koikoi-client help"'),
        ("nonsense", 'see "koikoi-server help"'),
        ("nonsense --help", 'see "koikoi-server help"'),
        ("help nonsense", 'see "koikoi-server help"'),
        ("help tabels", 'did you mean "tables"?'),
        ("--private --host 127.0.0.1", "leave out --host"),
        ("--port 1 --port 2", "--port: given twice"),
        ("--data=", "--data: give a folder"),
        ("tables --data=", "--data: give a folder"),
        ("records list --data=", "--data: give a folder"),
        ("replay ID --data=", "--data: give a folder"),
        ("--name=", "type a name"),
        (f"--name={'x' * 41}", "too long"),
    ],
)
def test_wrong_usage_is_a_sentence_that_helps(
    typed: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(typed) == 2
    assert told in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("command", ["", "arena", "deal", "records", "replay", "host"])
def test_the_help_begins_with_examples_and_fits_a_terminal(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for typed in (f"help {command}", f"{command} --help"):
        assert ended(typed) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    lines = shown[0].splitlines()
    assert lines[0] == "Examples:"
    assert [line.split()[0] for line in lines[1:4]] == ["koikoi-server"] * 3
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("typed", ["--data DIR tables", "--data DIR records list"])
def test_options_may_come_before_the_command(
    typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(typed.replace("DIR", str(tmp_path))) == 2
    assert str(tmp_path) in capsys.readouterr().err
