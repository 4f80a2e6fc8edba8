"""Which parameters of a test the quick tests try, and which are left to the slow ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """A set of parameters that only the slow tests try."""
    return pytest.param(*values, marks=pytest.mark.slow)


def slow_after(quick: int, values: Iterable[Any]) -> list[Any]:
    """All *values* of one parameter; those after the first *quick* are slow."""
    return [value if number < quick else slow(value) for number, value in enumerate(values)]
