"""``--rule months=3``: house rules of the table that one opens, on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix", allow_module_level=True)

from koikoi.v1 import service_pb2
from koikoi_client.command.house_rules import changed_rules
from koikoi_client.errors import UsageError
from koikoi_server.wire.catalog import catalog
from tests.client.fake import catalogue
from tests.client.process import piped, terminal

GAME = catalogue().games[0]


def test_a_rule_is_named_by_its_id_or_its_label_and_defaults_are_left_out() -> None:
    assert changed_rules(GAME, [("months", "3"), ("Sake Cup", "animal only")]) == {
        "months": "3",
        "cup": "animal",
    }
    assert changed_rules(GAME, [("months", "12")]) == {}
    assert changed_rules(GAME, [("months", "3"), ("Months", "3")]) == {"months": "3"}
    with pytest.raises(UsageError, match="--rule months is given twice"):
        changed_rules(GAME, [("months", "3"), ("Months", "12")])


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (("weeks", "3"), 'Koi-Koi has no house rule "weeks"; it has months, cup.'),
        (("mnths", "3"), 'Koi-Koi has no house rule "mnths": did you mean months?'),
        (("Sakecup", "both"), 'Koi-Koi has no house rule "Sakecup": did you mean cup?'),
        (
            ("months", "99"),
            'Months cannot be "99": choose 12, 6, 3 or any number from 1 to 24.',
        ),
        (("cup", "lid"), 'Sake cup cannot be "lid": choose both or animal.'),
    ],
)
def test_a_wrong_rule_is_told_with_what_there_is(rule: tuple[str, str], told: str) -> None:
    with pytest.raises(UsageError) as caught:
        changed_rules(GAME, [rule])
    assert str(caught.value) == told


@pytest.mark.slow
def test_practice_has_the_rules_that_were_asked_for(tmp_path: Path) -> None:
    done = piped(
        tmp_path, "--practice", "--rule", "months=3", "--rule", "double_at_7=false", typed="seats\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Rules: 3 months; Double at 7 points: Don't double." in done.stdout


def test_the_form_for_one_keyboard_begins_with_them(tmp_path: Path) -> None:
    with terminal(tmp_path, "--hot-seat", "--rule", "months=3") as both:
        both.until("Months")
        months = next(line for line in both.text().splitlines() if "Months" in line)
        assert "3 months" in months or months.split()[-1] == "3", months


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--practice", "--rule", "months"), "for example months=3"),
        (("--practice", "--rule", "weeks=3"), 'no house rule "weeks"'),
        (("127.0.0.1", "--rule", "months=3"), "add --practice, --host or --hot-seat"),
    ],
)
def test_wrong_usage_is_told(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    done = piped(tmp_path, *arguments)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_every_rule_of_every_game_can_be_typed() -> None:
    whole = service_pb2.GetCatalogResponse.FromString(catalog().SerializeToString())
    for game in whole.games:
        for option in game.options:
            for choice in option.choices:
                wanted = (
                    {} if choice.choice == option.default_choice else {option.option: choice.choice}
                )
                assert changed_rules(game, [(option.option, choice.choice)]) == wanted
