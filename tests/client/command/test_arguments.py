"""Arguments that exclude each other are refused with a sentence; none is ignored silently."""

from __future__ import annotations

import pytest

from koikoi_client.__main__ import main
from koikoi_client.command import arguments as command_line

HOST = "192.168.1.2"


@pytest.fixture(autouse=True)
def in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "needs_plain", lambda: False)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([HOST, "--practice"], f"leave out {HOST} or --practice"),
        ([HOST, "--host"], f"leave out {HOST} or --host"),
        (["--hot-seat", HOST], f"leave out {HOST} or --hot-seat"),
        ([HOST, "--practice", "rules"], f"leave out {HOST} or --practice"),
        (["--hot-seat", "--join", "ABC"], "leave out --join"),
        (["--hot-seat", "--plain"], "without --plain"),
        (["rules", "--host"], "leave out --host"),
        (["--hot-seat", "rules"], "leave out --hot-seat"),
        ([HOST, "rules", "--join", "ABC"], "leave out --join"),
        ([HOST, "rules", "--name", "Aki"], "leave out --name"),
        (["rules", "koikoi", "--rule", "months=3"], "leave out --rule"),
        ([HOST, "rule"], 'only "rules" and the name'),
        (["--practice", "--join", "ABC"], "leave out --join"),
        ([HOST, "--name", "Aki", "--name", "Ben"], "--name: given twice"),
        ([], "no server given, now or before"),
    ],
)
def test_arguments_that_exclude_each_other_are_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names what to leave out, and the rest is then accepted."""
    with pytest.raises(SystemExit) as ended:
        command_line.parse_arguments(arguments, "")
    assert ended.value.code == 2
    assert told in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--practise", "--practice"),
        ("--practise --plain", "--practice"),
        ("--prac", "--practice"),
        ("-plain", "--plain"),
        ("--hotseat", "--hot-seat"),
        ("--joni=ABC", "--join"),
        ("rule", '"koikoi-client rules"'),
        ("replays FILE", '"koikoi-client replay FILE"'),
        ("practise", '"koikoi-client --practice"'),
        ("\N{EM DASH}practice", '"koikoi-client --practice"'),
        ("tables", '"koikoi-server tables"'),
        ("help repaly", '"koikoi-client replay FILE"'),
        ("help practice", '"koikoi-client --practice"'),
        ("verify --chian 00", "--chain"),
        ("replay --plian", "--plain"),
    ],
)
def test_what_was_probably_meant_is_suggested(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistyped command is not looked up as the name of a server."""
    assert ended(typed) == 2
    assert f"did you mean {meant}?" in " ".join(capsys.readouterr().err.split())


def test_an_unknown_command_has_no_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended("help frob") == 2
    assert 'no command "frob": see "koikoi-client help"' in " ".join(
        capsys.readouterr().err.split()
    )


@pytest.mark.parametrize("name", ["clone", "dell", "nick", "pi", "rules.lan", "rule:50551"])
def test_a_machine_may_have_almost_any_name(name: str) -> None:
    _, address = command_line.parse_arguments([name], "")
    assert address is not None
    assert address.host == name.partition(":")[0]


def ended(typed: str) -> int:
    """The exit code of the client."""
    try:
        return main(typed.split())
    except SystemExit as code:
        return int(str(code))


@pytest.mark.parametrize(
    ("typed", "program"),
    [
        ("help", "koikoi-client"),
        ("--help", "koikoi-client"),
        ("help help", "koikoi-client"),
        ("help rules", "koikoi-client"),
        ("help verify", "koikoi-client verify"),
        ("verify --help", "koikoi-client verify"),
        ("--plain replay --help", "koikoi-client replay"),
    ],
)
def test_the_help_begins_with_examples_and_fits_a_terminal(
    typed: str, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(typed) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Examples:"
    assert lines[1].startswith(f"  {program}")
    assert f"usage: {program} " in "\n".join(lines)
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize(
    "arguments",
    [
        [HOST],
        [HOST, "--join", "ABC", "--name", "Aki"],
        [HOST, "--plain", "--ascii"],
        ["--practice", "--plain", "--rule", "months=3"],
        ["--practice", "rules", "koikoi"],
        ["--host", "--join", "ABC", "--name", "Aki"],
        ["--hot-seat", "--name", "Ann, Ben", "--rule", "months=3"],
        ["rules"],
        [HOST, "rules", "coin"],
    ],
)
def test_what_makes_sense_is_taken(arguments: list[str]) -> None:
    asked, address = command_line.parse_arguments(arguments, "")
    assert (address is None) is asked.own_server
    assert address is None or address.host == HOST
