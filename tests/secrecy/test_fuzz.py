"""No request causes a fault, and a refused request changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from koikoi_server.refusal import invalid
from koikoi_server.table import decide
from tests import fuzz
from tests.secrecy.matches import token
from tests.secrecy.world import act, request_id, tame_chance


@pytest.fixture(autouse=True)
def _tame_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    tame_chance(monkeypatch)


@pytest.mark.parametrize("inputs", [16, pytest.param(200, marks=pytest.mark.slow)])
def test_requests_of_every_kind(inputs: int, capsys: pytest.CaptureFixture[str]) -> None:
    """``make fuzz`` sends more."""
    fuzz.COUNTED.clear()
    fuzz.property_over(inputs, same=True)()
    with capsys.disabled():
        print(f"\n{fuzz.summary()}")
    assert fuzz.COUNTED["inputs"] >= inputs
    wanted = {"OK", "INVALID_ARGUMENT", "UNAUTHENTICATED", "NOT_FOUND", "ABORTED"}
    assert wanted <= set(fuzz.COUNTED)


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(decide, "_use_seat_option", fail)
    with pytest.raises(AssertionError, match="INTERNAL"):
        asyncio.run(fuzz.tried(3, [act_of(use_seat_option={"id": "leave"})]))


def test_a_refusal_that_changes_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from koikoi_server.table.runner import Table

    real = Table._execute

    async def changed(self: Any, command: Any, request: Any) -> Any:
        answered = await real(self, command, request)
        if type(command).__name__ == "Chat":
            raise invalid("chat", "No.")
        return answered

    monkeypatch.setattr(Table, "_execute", changed)
    with pytest.raises(AssertionError, match="changed something"):
        asyncio.run(fuzz.tried(3, [act_of(chat={"text": "hello"})]))


def act_of(**what: Any) -> tuple[str, bytes]:
    return "Act", act(token(1), request_id("one"), **what).SerializeToString()
