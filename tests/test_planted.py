"""Wrong rules that are planted are caught; ``make planted`` plants them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planted import FAULTS
from tests.planted.fault import Fault, caught, copied, planted
from tests.support.tiers import slow_after

SAMPLE = ("the winner is paid once", "seven points exactly do not double", "the turn goes round")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("planted")
    copied(copy)
    return copy


def test_every_fault_still_fits_and_there_are_many() -> None:
    """A change of the rules takes the faults along: one that is planted nowhere shows nothing."""
    for fault in FAULTS:
        assert planted(fault) != planted(fault._replace(new=fault.old)), fault.wrong
    assert len({(fault.file, fault.new, fault.old) for fault in FAULTS}) == len(FAULTS)
    koikoi = [fault for fault in FAULTS if fault.file.partition("/")[0] not in ("coin", "sakura")]
    assert len(koikoi) >= 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    slow_after(1, (next(each for each in FAULTS if wrong in each.wrong) for wrong in SAMPLE)),
    ids=lambda fault: fault.wrong.replace(" ", "_"),
)
def test_a_wrong_rule_is_caught(fault: Fault, folder: Path) -> None:
    assert caught(fault, folder).startswith("tests/hanafuda/")


def test_a_fault_that_does_not_fit_is_an_error_and_not_a_success(folder: Path) -> None:
    with pytest.raises(ValueError, match="0 times: mend the fault «nothing at all»"):
        caught(Fault("coin/play.py", "no such words", "", "nothing at all"), folder)


@pytest.mark.slow
def test_one_that_changes_nothing_survives(folder: Path) -> None:
    """The tests pass in the copy as it is, so what they catch is the fault."""
    kept = Fault("house_rules.py", '"""House rules: the', '"""Rules: the', "no rule")
    assert caught(kept, folder) == ""
    assert planted(kept._replace(new=kept.old)) == planted(kept, folder).replace(kept.new, kept.old)
