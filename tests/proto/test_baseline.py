"""Whoever wrote a client for the baseline is still understood: the protocol only ever gains.

``make lint`` asks buf the same; this needs no node.
"""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import grpc_tools
import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorSet
from grpc_tools import protoc

from tests.proto.descriptors import NAMES, sources

BASELINE = Path(__file__).parent / "baseline"


@cache
def baseline() -> FileDescriptorSet:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "all.pb"
        code = protoc.main(
            [
                "protoc",
                f"-I{BASELINE}",
                f"-I{Path(grpc_tools.__file__).parent / '_proto'}",
                f"--descriptor_set_out={target}",
                *(f"koikoi/v1/{name}.proto" for name in NAMES),
            ]
        )
        assert code == 0, "protoc refuses the baseline"
        return FileDescriptorSet.FromString(target.read_bytes())


def promises(files: FileDescriptorSet) -> Iterator[str]:
    """Each thing that a client relies on, in a line."""

    def message(name: str, made: DescriptorProto) -> Iterator[str]:
        for field in made.field:
            oneof = made.oneof_decl[field.oneof_index].name if field.HasField("oneof_index") else ""
            kind = field.type_name or field.Type.Name(field.type)
            yield f"{name}.{field.name} = {field.number}: {field.label} {kind} {oneof}".strip()
        for nested in made.nested_type:
            yield from message(f"{name}.{nested.name}", nested)

    for file in files.file:
        for each in file.message_type:
            yield f"message {each.name}"
            yield from message(each.name, each)
        for enum in file.enum_type:
            for value in enum.value:
                yield f"{enum.name}.{value.name} = {value.number}"
        for service in file.service:
            for call in service.method:
                streams = call.client_streaming, call.server_streaming
                yield f"{service.name}.{call.name}: {call.input_type} {call.output_type} {streams}"


def broken(now: FileDescriptorSet) -> set[str]:
    return set(promises(baseline())) - set(promises(now))


def test_nothing_that_was_promised_is_gone() -> None:
    assert broken(sources()) == set()
    assert len(list(promises(baseline()))) > 200


def table(files: FileDescriptorSet) -> DescriptorProto:
    return next(m for file in files.file for m in file.message_type if m.name == "Table")


def remove(made: DescriptorProto) -> None:
    del made.field[3]


def renumber(made: DescriptorProto) -> None:
    made.field[3].number = 99


def rename(made: DescriptorProto) -> None:
    made.field[3].name = "kind"


def retype(made: DescriptorProto) -> None:
    made.field[3].type = made.field[3].TYPE_BYTES


def once(made: DescriptorProto) -> None:
    made.field[5].label = made.field[5].LABEL_OPTIONAL


@pytest.mark.parametrize("change", [remove, renumber, rename, retype, once])
def test_a_broken_promise_is_found(change: Callable[[DescriptorProto], None]) -> None:
    now = copy.deepcopy(sources())
    change(table(now))
    [found] = broken(now)
    assert found.startswith("Table.")


def test_a_new_field_breaks_nothing() -> None:
    now = copy.deepcopy(sources())
    table(now).field.add(name="colour", number=99, type=9, label=1)
    assert broken(now) == set()
