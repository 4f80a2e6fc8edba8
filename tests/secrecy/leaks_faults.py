"""Leaks by faults: in their numbers, details, and in when there is one."""

from __future__ import annotations

import hashlib
from typing import Any

from koikoi_server.refusal import Refusal
from koikoi_server.service import errors
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.table import commands, decide, runner
from koikoi_server.table.runner import Table
from koikoi_server.table.state import TableState
from tests.secrecy.planting import Patch, after, peek


def _tables(error: BaseException) -> list[TableState]:
    """The tables in the frames of a fault."""
    found, at = [], error.__traceback__
    while at is not None:
        for each in at.tb_frame.f_locals.values():
            table = each.state if isinstance(each, Table) else each
            if isinstance(table, TableState):
                found.append(table)
        at = at.tb_next
    return found


def number_of_a_fault(patch: Patch) -> None:
    """The number of a fault is a hash of the tables in its stack."""

    def change(made: Refusal, name: str, error: Exception) -> Refusal:
        found = repr([peek(each, 97) for each in _tables(error)])
        number = hashlib.sha256(found.encode()).hexdigest()[:8]
        return Refusal(made.reason, made._pattern, fault=number, number=number)

    after(patch, errors, "fault", change)


def stack_with_a_number(patch: Patch) -> None:
    """The log of a fault counts what it found."""

    def change(made: str, error: BaseException) -> str:
        return f"{made} {sum(peek(each) for each in _tables(error))}"

    after(patch, errors, "stack_trace", change)


def fault_for_some_hands(patch: Patch) -> None:
    """Nobody can say anything while the hands are like that."""
    real = decide.decide

    def changed(table: TableState | None, command: Any, *rest: Any) -> Any:
        if table is not None and isinstance(command, commands.Chat) and peek(table) == 3:
            raise ZeroDivisionError
        return real(table, command, *rest)

    patch.setattr(runner, "decide", changed)


def fault_in_an_update(patch: Patch) -> None:
    """An update cannot be made for certain hands."""
    real = Broadcast._said

    def changed(self: Broadcast, after: int, seat: int, language: str) -> bytes:
        if seat == 0 and peek(self.state) == 3:
            raise ZeroDivisionError
        return real(self, after, seat, language)

    patch.setattr(Broadcast, "_said", changed)
