"""Which parameters of a test the quick tests try, and which are left to the slow ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_after(quick: int, values: Iterable[Any]) -> list[Any]:
    """Parameters for all *values*; those after the first *quick* are marked slow."""
    return [value if number < quick else slow(value) for number, value in enumerate(values)]


def slow(value: Any) -> Any:
    """A parameter (a tuple holds several) that only the slow tests try."""
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.slow)
