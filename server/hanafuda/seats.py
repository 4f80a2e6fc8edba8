"""Tuples that have a value for each seat, seat 1 first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hanafuda.events import Seat

T = TypeVar("T")


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """*values* with the value of *seat* replaced by *value*."""
    replaced = list(values)
    replaced[seat - 1] = value
    return tuple(replaced)


def parties(teams: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """The sides of a match: the seats of each team, and each seat that plays alone.

    Sides come in the order of their lowest seat. *teams*: each seat's team, or 0 if it plays alone.
    """
    together: dict[int, tuple[Seat, ...]] = {}
    for seat, team in enumerate(teams, 1):
        together[team or -seat] = (*together.get(team or -seat, ()), seat)
    return tuple(together.values())


def sum_by_seat(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    """The sums of two tuples, seat by seat."""
    return tuple(map(sum, zip(one, two, strict=True)))


def leaders(values: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats with the highest of *values*, ascending; several if they tie."""
    best = max(values)
    return tuple([seat for seat, value in enumerate(values, 1) if value == best])
