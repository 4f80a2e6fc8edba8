"""Encodes entries as lines of JSON and decodes them, following the types of their fields.

A dataclass or named tuple is an object with all of its fields, an enum its value, a card its
number, bytes are hex. Where a field may hold one of several classes, "is" names the class. Fields
with default values are written too, so that a default may change later. A missing field gets its
default, so that a class may get new fields.

Law held here: every stored entry stays readable. A class or field that is renamed, or changes its
type, needs a step in :mod:`koikoi_server.journal.migrations`.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from hanafuda.cards import DECK, Card
from koikoi_server.table.events import Entry


class Unreadable(ValueError):
    """The text is not an entry that this version can read."""


class _Coder(NamedTuple):
    """Encodes the values of a type as JSON values, and decodes them."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def encoded(entry: Entry) -> str:
    """*entry* as one line."""
    return json.dumps(_ENTRY.encode(entry), ensure_ascii=False, separators=(",", ":"))


def decoded(text: str) -> Entry:
    """The entry in *text*.

    Raises:
        Unreadable: when it is not an entry.
    """
    try:
        entry = _ENTRY.decode(json.loads(text))
    except Unreadable:
        raise
    except (ValueError, TypeError, LookupError) as error:
        raise Unreadable(f"not an entry: {error}") from None
    assert isinstance(entry, Entry)
    return entry


@cache
def _coder(kind: Any) -> _Coder:
    """The coder of the type *kind*, which may be any annotation of a field."""
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _one_of(typing.get_args(kind))
    if origin is tuple:
        return _row(typing.get_args(kind))
    if kind in (int, str, bool):
        return _Coder(_same, _plain(kind))
    if kind is bytes:
        return _Coder(bytes.hex, bytes.fromhex)
    if kind is Card:
        return _Coder(int, _card)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Coder(lambda value: value.value, kind)
    if is_dataclass(kind):
        required = {each.name for each in fields(kind) if _has_no_default(each)}
        return _record(kind, required)
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        return _record(kind, set(kind._fields) - set(kind._field_defaults))  # type: ignore[attr-defined]  # a NamedTuple
    raise TypeError(f"no coder for {kind}: add one to the codec")


def _record(kind: Any, required: set[str]) -> _Coder:
    """Codes a class as an object with the same fields."""
    hints = typing.get_type_hints(kind)
    parts = tuple((name, *_coder(hint)) for name, hint in hints.items())
    decoders = {name: decode for name, _, decode in parts}

    def encode(value: Any) -> dict[str, Any]:
        return {name: encode(getattr(value, name)) for name, encode, _ in parts}

    def decode(found: Any) -> Any:
        _check(found, dict)
        unknown = found.keys() - decoders.keys()
        missing = required - found.keys()
        if unknown or missing:
            raise Unreadable(f"{kind.__name__} with other fields: {sorted(unknown | missing)}")
        return kind(**{name: decoders[name](value) for name, value in found.items()})

    return _Coder(encode, decode)


def _one_of(kinds: tuple[Any, ...]) -> _Coder:
    """Codes a union as null or an object with its class in "is"; a single class needs no "is"."""
    classes = [kind for kind in kinds if kind is not types.NoneType]
    optional = len(classes) < len(kinds)
    if len(classes) == 1:
        only = _coder(classes[0])
        return _Coder(
            lambda value: None if value is None else only.encode(value),
            lambda found: None if found is None else only.decode(found),
        )
    by_class = {kind: (kind.__name__, _coder(kind).encode) for kind in classes}
    by_name = {kind.__name__: _coder(kind).decode for kind in classes}

    def encode(value: Any) -> Any:
        if value is None:
            return None
        name, inner = by_class[type(value)]
        made = inner(value)
        return {"is": name, **made} if isinstance(made, dict) else {"is": name, "value": made}

    def decode(found: Any) -> Any:
        if found is None and optional:
            return None
        _check(found, dict)
        rest = dict(found)
        name = rest.pop("is", None)
        if name not in by_name:
            raise Unreadable(f'unknown: "{name}"')
        bare = rest.keys() == {"value"}
        return by_name[name](rest["value"] if bare else rest)

    return _Coder(encode, decode)


def _row(kinds: tuple[Any, ...]) -> _Coder:
    """Codes a tuple as a list, of one type and any length or with a type for each position."""
    if kinds[-1] is Ellipsis:
        each = _coder(kinds[0])
        return _Coder(
            lambda values: list(map(each.encode, values)),
            lambda found: tuple(map(each.decode, _check(found, list))),
        )
    places = tuple(map(_coder, kinds))
    return _Coder(
        lambda values: [place.encode(value) for place, value in zip(places, values, strict=True)],
        lambda found: tuple(
            place.decode(value) for place, value in zip(places, _check(found, list), strict=True)
        ),
    )


def _plain(kind: type) -> Callable[[Any], Any]:
    return lambda found: _check(found, kind)


def _same(value: Any) -> Any:
    return value


def _card(found: Any) -> Card:
    number: int = _check(found, int)
    if not 1 <= number <= len(DECK):
        raise Unreadable(f"no card {number}")
    return DECK[number - 1]


def _check(found: Any, kind: type) -> Any:
    if type(found) is not kind:  # bool is a subclass of int, but not a number here
        # Without the value, which may be a secret: the message is shown on the host's terminal.
        raise Unreadable(f"a {type(found).__name__} where a {kind.__name__} belongs")
    return found


def _has_no_default(each: Any) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


_ENTRY = _coder(Entry)
