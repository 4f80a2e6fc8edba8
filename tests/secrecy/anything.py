"""Requests of every kind: whole ones, ones that are half right, and bytes that are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

from hanafuda.games import GAMES
from hanafuda.house_rules import rule_options
from koikoi_server.service.rpcs import SERVICE

Call = tuple[str, bytes]
"""A method's name and the body of a request to it."""

# Dice below: hypothesis prefers the ends of a range, so what is to be rare is in the middle.

Pools = Mapping[str, Sequence[Any]]
"""For a field's name, values that are right or nearly so at some table."""

METHODS: dict[str, Descriptor] = {each.name: each.input_type for each in SERVICE.methods}

_RULES = sorted(
    {
        (option.option, value)
        for game in GAMES.values()
        for option in rule_options(game.Rules)
        for value, _ in option.choices
    }
)
_TEXTS = st.text(max_size=40) | st.sampled_from(
    ("Aki", "A\u0301\u202eki", "x" * 17, "あ" * 9, "\0")
)
_NUMBERS = st.integers(0, 9) | st.integers(0, 2**32 - 1)

GENERAL: Pools = {
    "player_name": ("Aki", "Eve", "Eve"),
    "table_name": ("", "Here"),
    "game": (*GAMES, *GAMES, "whist"),
    "bot": ("", "", "easy", "medium", "hard"),
    "yours": (False, True),
    "seat": (1, 2, 3, 0, 7),
    "language": ("", "en", "ja"),
    "page_size": (0, 1, 100, 101),
    "page_token": ("", "1000000000000.1"),
    "protocol": (0, 1, 2),
    "request_id": tuple(f"request-{number}-of-a-few" for number in range(4)),
}


def calls(pools: Pools) -> st.SearchStrategy[Call]:
    """Any call, at a table of which *pools* knows something."""
    return st.sampled_from([*METHODS, *["Act"] * 8, "JoinTable", "CreateTable"]).flatmap(
        lambda name: st.tuples(st.just(name), _bodies(METHODS[name], {**GENERAL, **pools}))
    )


def _bodies(kind: Descriptor, pools: Pools) -> st.SearchStrategy[bytes]:
    whole = _messages(kind, pools).map(lambda made: made.SerializeToString())
    others = {5: whole.flatmap(_damaged), 8: st.binary(max_size=60)}
    return st.integers(0, 11).flatmap(lambda dice: others.get(dice, whole))


def _damaged(body: bytes) -> st.SearchStrategy[bytes]:
    """*body* with a piece cut out and other bytes put there."""
    place = st.integers(0, len(body))
    return st.builds(
        lambda at, length, put: body[:at] + put + body[at + length :],
        place,
        st.integers(0, 6),
        st.binary(max_size=6),
    )


@st.composite
def _messages(draw: st.DrawFn, kind: Descriptor, pools: Pools) -> Message:
    made: Any = message_factory.GetMessageClass(kind)()
    chosen = {
        each.name: draw(st.sampled_from(list(each.fields))).name
        for each in kind.oneofs
        if each.fields
    }
    for field in kind.fields:
        inside = field.containing_oneof
        if inside is not None and chosen[inside.name] != field.name:
            continue
        if draw(st.integers(0, 19)) != 11:  # else it is absent
            _fill(draw, made, field, pools)
    return made  # type: ignore[no-any-return]


def _fill(draw: st.DrawFn, made: Any, field: FieldDescriptor, pools: Pools) -> None:
    name, kind = field.name, field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        if draw(st.booleans()):
            pairs = st.sampled_from(_RULES) | st.tuples(_TEXTS, _TEXTS)
            getattr(made, name).update(dict(draw(st.lists(pairs, max_size=2))))
    elif name in pools and kind is not None and draw(st.integers(0, 3)):
        getattr(made, name).CopyFrom(draw(st.sampled_from(pools[name])))
    elif kind is not None and field.is_repeated:
        getattr(made, name).extend(draw(st.lists(_messages(kind, pools), max_size=8)))
    elif kind is not None:
        getattr(made, name).CopyFrom(draw(_messages(kind, pools)))
    elif field.is_repeated:
        getattr(made, name).extend(draw(st.lists(_values(field, pools), max_size=3)))
    else:
        setattr(made, name, draw(_values(field, pools)))


def _values(field: FieldDescriptor, pools: Pools) -> st.SearchStrategy[Any]:
    kinds: dict[int, st.SearchStrategy[Any]] = {
        FieldDescriptor.TYPE_STRING: _TEXTS,
        FieldDescriptor.TYPE_BYTES: st.binary(max_size=40),
        FieldDescriptor.TYPE_BOOL: st.booleans(),
        FieldDescriptor.TYPE_UINT32: _NUMBERS,
        FieldDescriptor.TYPE_SINT32: st.integers(-9, 9),
        FieldDescriptor.TYPE_INT32: st.integers(0, 999_999_999),
        FieldDescriptor.TYPE_INT64: st.integers(0, 2**40),
        FieldDescriptor.TYPE_ENUM: st.integers(0, 99),
    }
    any_value = kinds[field.type]
    if field.name not in pools:
        return any_value
    known = st.sampled_from(pools[field.name])
    return st.integers(0, 11).flatmap(lambda dice: any_value if dice == 7 else known)
