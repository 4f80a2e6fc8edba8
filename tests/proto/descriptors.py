"""The protocol's descriptors: as they are, with comments, and with a planted mistake."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import grpc_tools
from google.protobuf import (
    any_pb2,
    descriptor_pb2,
    descriptor_pool,
    duration_pb2,
    timestamp_pb2,
)
from google.protobuf.descriptor import Descriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    MessageOptions,
)
from grpc_tools import protoc

from koikoi.v1 import catalog_pb2

PACKAGE = "koikoi.v1"
PROTO = Path(__file__).resolve().parents[2] / "proto"
AUDIENCE: Any = catalog_pb2.audience  # its stub's type fits no message's options
NAMES = ("catalog", "table", "record", "service")  # in an order in which each finds its imports

Mutation = Callable[[dict[str, DescriptorProto], dict[str, FileDescriptorProto]], object]


@cache
def sources() -> FileDescriptorSet:
    """The descriptors of ``proto/``, with comments."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "all.pb"
        code = protoc.main(
            [
                "protoc",
                f"-I{PROTO}",
                f"-I{Path(grpc_tools.__file__).parent / '_proto'}",
                "--include_source_info",
                f"--descriptor_set_out={target}",
                *(f"{PACKAGE.replace('.', '/')}/{name}.proto" for name in NAMES),
            ]
        )
        assert code == 0, "protoc refuses the protocol"
        return FileDescriptorSet.FromString(target.read_bytes())


def files(mutate: Mutation = lambda messages, files: None) -> list[FileDescriptor]:
    """The protocol's files, after *mutate* has changed a copy of their descriptors in place.

    *mutate* gets the messages by name and the files by name ("table").
    """
    changed = copy.deepcopy(sources())
    named = {Path(each.name).stem: each for each in changed.file}
    mutate({each.name: each for file in changed.file for each in file.message_type}, named)
    pool = descriptor_pool.DescriptorPool()
    for google in (any_pb2, descriptor_pb2, duration_pb2, timestamp_pb2):
        pool.AddSerializedFile(google.DESCRIPTOR.serialized_pb)
    for name in NAMES:
        pool.AddSerializedFile(named[name].SerializeToString())
    return [pool.FindFileByName(named[name].name) for name in NAMES]


def messages(files: list[FileDescriptor]) -> Iterator[Descriptor]:
    """All messages of *files*, also nested ones, without map entries."""

    def inside(message: Descriptor) -> Iterator[Descriptor]:
        if not message.GetOptions().map_entry:
            yield message
        for nested in message.nested_types:
            yield from inside(nested)

    for file in files:
        for message in file.message_types_by_name.values():
            yield from inside(message)


def audience(message: Descriptor) -> str:
    """The audience of a message: "PUBLIC"; "UNSPECIFIED" if it is not marked."""
    options = MessageOptions.FromString(message.GetOptions().SerializeToString())
    return catalog_pb2.Audience.Name(options.Extensions[AUDIENCE]).removeprefix("AUDIENCE_")
