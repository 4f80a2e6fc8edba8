"""The protocol is a manual: everything in it is explained, and old protoc versions read it."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf import descriptor_pb2 as d
from google.protobuf.message import Message

from koikoi.v1 import catalog_pb2
from tests.proto.descriptors import sources

Path = tuple[int, ...]

# What protoc 3.21 knows of each kind of options; the rest came with later versions.
KNOWN_OPTIONS = {
    "FileOptions": {
        "java_package", "java_outer_classname", "java_multiple_files", "java_string_check_utf8",
        "optimize_for", "go_package", "cc_generic_services", "java_generic_services",
        "py_generic_services", "php_generic_services", "deprecated", "cc_enable_arenas",
        "objc_class_prefix", "csharp_namespace", "swift_prefix", "php_class_prefix",
        "php_namespace", "php_metadata_namespace", "ruby_package",
    },
    "MessageOptions": {"map_entry", "deprecated", catalog_pb2.audience.name},
    "FieldOptions": {"packed", "jstype", "lazy", "unverified_lazy", "deprecated", "weak"},
    "OneofOptions": set(),
    "EnumOptions": {"allow_alias", "deprecated"},
    "EnumValueOptions": {"deprecated"},
    "ServiceOptions": {"deprecated"},
    "MethodOptions": {"deprecated", "idempotency_level"},
}  # fmt: skip


EXPLAINED = {
    "EventKind", "ErrorReason", "Audience", "OptionKind", "SeatOptionKind", "ProgressState",
    "LossReason",
}  # fmt: skip


def explained(file: d.FileDescriptorProto) -> set[Path]:
    """The places with a comment before or after them."""
    return {
        tuple(place.path)
        for place in file.source_code_info.location
        if place.leading_comments.strip() or place.trailing_comments.strip()
    }


def fields(file: d.FileDescriptorProto) -> Iterator[tuple[Path, str]]:
    for i, message in enumerate(file.message_type):
        assert not [nested for nested in message.nested_type if not nested.options.map_entry]
        for j, field in enumerate(message.field):
            yield (4, i, 2, j), f"{message.name}.{field.name}"


def calls(file: d.FileDescriptorProto) -> Iterator[tuple[Path, str]]:
    for i, service in enumerate(file.service):
        for j, call in enumerate(service.method):
            yield (6, i, 2, j), f"{service.name}.{call.name}"


def values(file: d.FileDescriptorProto) -> Iterator[tuple[Path, str]]:
    """Values of enums that need a comment."""
    for i, enum in enumerate(file.enum_type):
        for j, value in enumerate(enum.value):
            if enum.name in EXPLAINED or j == 0:
                yield (5, i, 2, j), value.name


def test_every_field_and_call_has_a_comment() -> None:
    for places in (fields, calls, values):
        bare = [
            name
            for file in sources().file
            for place, name in places(file)
            if place not in explained(file)
        ]
        assert bare == []
        assert sum(len(list(places(file))) for file in sources().file) > 10


def test_every_message_has_a_comment() -> None:
    bare = {
        message.name
        for file in sources().file
        for i, message in enumerate(file.message_type)
        if (4, i) not in explained(file)
    }
    assert bare == set()


def test_every_file_begins_with_what_it_is_for() -> None:
    for file in sources().file:
        syntax = [place for place in file.source_code_info.location if tuple(place.path) == (12,)]
        assert syntax
        assert len(syntax[0].leading_comments) > 200, file.name


def test_an_error_reason_names_its_status() -> None:
    """Each comment begins with the status code that the server uses."""
    import grpc

    codes = {code.name for code in grpc.StatusCode}
    service = next(file for file in sources().file if file.name.endswith("service.proto"))
    reasons = next(enum for enum in service.enum_type if enum.name == "ErrorReason")
    at = list(service.enum_type).index(reasons)
    told = {tuple(p.path): p.trailing_comments.strip() for p in service.source_code_info.location}
    for j in range(1, len(reasons.value)):
        comment = told[(5, at, 2, j)]
        assert comment.split(";")[0].split(",")[0] in codes, reasons.value[j].name


def options(message: Message) -> Iterator[Message]:
    """All options anywhere in a descriptor."""
    for field, value in message.ListFields():
        for each in value if field.is_repeated else [value]:
            if not isinstance(each, Message):
                continue
            if each.DESCRIPTOR.name.endswith("Options"):
                yield each
            else:
                yield from options(each)


def test_nothing_asks_for_a_protoc_newer_than_3_21() -> None:
    """Debian has one of 2022, and clients in any language should be able to use it."""
    for file in sources().file:
        assert file.syntax == "proto3"
        assert not file.public_dependency
        for found in options(file):
            used = {field.name for field, _ in found.ListFields()}
            assert used <= KNOWN_OPTIONS[found.DESCRIPTOR.name]
        for message in file.message_type:
            assert not any(field.proto3_optional for field in message.field)


def test_no_number_is_above_32_bits() -> None:
    """So no number becomes a string in JavaScript or JSON."""
    wide = {d.FieldDescriptorProto.Type.Value(f"TYPE_{name}") for name in (
        "INT64", "UINT64", "SINT64", "FIXED64", "SFIXED64")}  # fmt: skip
    for file in sources().file:
        for message in file.message_type:
            assert not {field.type for field in message.field} & wide


def test_a_zero_never_means_something() -> None:
    for file in sources().file:
        for enum in file.enum_type:
            assert enum.value[0].name.endswith("_UNSPECIFIED")
