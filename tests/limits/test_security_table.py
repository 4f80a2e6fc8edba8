"""SECURITY.md lists every limit with its default, and each can be reached.

To add a limit, add its row to SECURITY.md and a Limit to the module of its kind.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koikoi_server.refusal import Reason
from koikoi_server.service import connections
from koikoi_server.settings import Settings
from tests.limits import computers, service, transport
from tests.limits.limit import Limit
from tests.support.server import serving

LIMITS: tuple[Limit, ...] = (*service.LIMITS, *computers.LIMITS, *transport.LIMITS)
PAGE = Path(__file__).parents[2] / "SECURITY.md"
HEAD = ["Limit", "For each", "Default", "Option", "Beyond it"]

parametrized = pytest.mark.parametrize("limit", LIMITS, ids=lambda each: " / ".join(each.row))


@pytest.fixture(autouse=True)
def frequent_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no test has to wait for one."""
    monkeypatch.setattr(connections, "INTERVAL", 0.05)


def listed() -> dict[tuple[str, str], list[str]]:
    """The rows of the table: default, option and consequence, by limit and unit."""
    lines = [line.strip() for line in PAGE.read_text(encoding="utf-8").splitlines()]
    start = lines.index(f"| {' | '.join(HEAD)} |")
    found = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        resource, unit, *others = [cell.strip() for cell in line.strip("|").split("|")]
        assert (resource, unit) not in found, "a limit is listed once"
        found[resource, unit] = others
    return found


def test_the_table_and_the_tests_have_the_same_limits() -> None:
    rows = [each.row for each in LIMITS]
    assert sorted(rows) == sorted(listed())


@parametrized
def test_the_default_and_the_option_are_those_of_the_settings(limit: Limit) -> None:
    default, option, _ = listed()[limit.row]
    assert (default, option) == (limit.shown_default, limit.flag)


@parametrized
async def test_the_limit_is_reached(limit: Limit) -> None:
    async with serving(Settings(**limit.small)) as client:
        reason = await limit.reach(client)
    told = re.findall(r"`(\w+)`", listed()[limit.row][2])
    assert [each for each in told if each in Reason.__members__] == ([reason] if reason else [])


@pytest.mark.parametrize("page", ["proto/koikoi/v1/service.proto", "examples/README.md"])
def test_authors_of_clients_are_told_how_many_calls_a_connection_can_have(page: str) -> None:
    """Further ones wait without an error, so nobody learns it from the server."""
    told = (PAGE.parent / page).read_text(encoding="utf-8")
    assert f"At most {Settings().connection_calls:,} calls can be open on one connection" in told
