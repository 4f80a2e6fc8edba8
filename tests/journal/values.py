"""Values of the types in a journal: random ones, and a plain example of each."""

from __future__ import annotations

import types
import typing
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from hypothesis import strategies as st

from hanafuda.cards import DECK, Card
from koikoi_server.table import commands, events

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@cache
def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type as it stands in an annotation."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(any_of, inner))
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(any_of(inner[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(any_of, inner))
    if kind is Card:
        return st.sampled_from(DECK)
    plain = {
        int: st.integers(-(2**40), 2**40),
        str: _TEXT,
        bool: st.booleans(),
        bytes: st.binary(max_size=32),
        types.NoneType: st.none(),
    }
    if kind in plain:
        return plain[kind]
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    return st.builds(kind, **{name: any_of(hint) for name, hint in fields(kind).items()})


def example(kind: Any) -> Any:
    """One plain value of a type, the same each time."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return example(inner[0])
    if origin is tuple:
        return tuple(example(each) for each in inner if each is not Ellipsis)
    plain = {int: 7, str: "Ümläut", bool: True, bytes: b"\x00\xff"}
    if kind in plain:
        return plain[kind]
    if kind is Card:
        return DECK[8]
    if issubclass(kind, Enum):
        return next(iter(kind))
    return kind(**{name: example(hint) for name, hint in fields(kind).items()})


def fields(kind: Any) -> dict[str, Any]:
    """The fields of a dataclass or named tuple with their types."""
    assert is_dataclass(kind) or hasattr(kind, "_fields")
    return typing.get_type_hints(kind)


def entry(
    event: events.AnyEvent | None = None, command: commands.Command | None = None
) -> events.Entry:
    """An entry that holds one event, or none, and a command."""
    happened = () if event is None else (event,)
    return events.Entry("T", 1, 7, events.Cause.PERSON, command or commands.Tick(), happened)
