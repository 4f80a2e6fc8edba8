"""How a leak is planted: a function of the server is changed so that it peeks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from koikoi_server.table import derived
from koikoi_server.table.state import TableState

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def peek(state: TableState, most: int = 5) -> int:
    """A number, 0 to *most* - 1, that depends on where the hidden cards are."""
    if state.match is None:
        return 0
    spread = state.match.state.spread
    cards = [*(card for hand in spread.hands for card in (*hand, 50)), *spread.draw_pile]
    return sum((at + 1) ** 2 * int(card) for at, card in enumerate(cards)) // 3 % most


def options_of_turn(state: TableState) -> int:
    """How many options the seat on turn has."""
    match = derived.running(state)
    return len(state.module.options(match.state, match.state.turn)) if match is not None else 0


def after(patch: Patch, owner: Any, name: str, change: Callable[..., Any]) -> None:
    """Let what *owner*'s *name* returns be changed by *change*, which gets the arguments too."""
    real = getattr(owner, name)

    def changed(*given: Any, **named: Any) -> Any:
        return change(real(*given, **named), *given, **named)

    patch.setattr(owner, name, changed)


def set_field(patch: Patch, owner: Any, name: str, field: str, value: Callable[..., int]) -> None:
    """Let a message that *owner*'s *name* makes have more in *field*."""

    def change(made: Any, *given: Any, **named: Any) -> Any:
        setattr(made, field, getattr(made, field) + value(*given))
        return made

    after(patch, owner, name, change)
