"""Arguments that exclude each other are refused with a sentence; none is ignored silently."""

from __future__ import annotations

import pytest

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
        ([HOST, "rule"], "only rules and the name"),
        ([], "no server given"),
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
