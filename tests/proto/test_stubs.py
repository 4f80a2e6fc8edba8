"""Clients in Go, Java and C# get stubs by ``protoc`` alone, in which each field has its name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.proto.descriptors import PROTO, files, messages
from tests.proto.stubs import LANGUAGES, Names, camel, generate

pytestmark = pytest.mark.examples

CLASHES = """
syntax = "proto3";
package clashes;
option csharp_namespace = "Clashes";
option go_package = "x/clashes;clashes";
option java_multiple_files = true;
option java_package = "clashes";
message Card { uint32 card = 1; }
message Text { string string = 1; }
message Kind { uint32 class = 1; }
"""


def stubs(language: str, protos: Path, folder: Path) -> Names:
    """The fields that the stubs of *language* have, by message."""
    made = LANGUAGES[language]
    if any(shutil.which(program) is None for program in made.needed):
        pytest.skip(f"the stubs are not generated here: this needs {made.packages}")
    generate(language, protos, folder)
    return made.fields(folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_is_renamed(language: str, tmp_path: Path) -> None:
    found = stubs(language, PROTO, tmp_path)
    for message in messages(files()):
        for field in message.fields:
            names = {camel(field.name)}
            if language == "java" and field.is_repeated:
                names = {camel(field.name) + kind for kind in ("List", "Map")}
            assert names & found[message.name], f"{message.name}.{field.name}"


@pytest.mark.parametrize(
    ("language", "message", "renamed"),
    [("csharp", "Card", "Card_"), ("go", "Text", "String_"), ("java", "Kind", "Class_")],
)
def test_a_field_that_is_renamed_is_seen(
    language: str, message: str, renamed: str, tmp_path: Path
) -> None:
    (tmp_path / "protos").mkdir()
    (tmp_path / "protos/clashes.proto").write_text(CLASHES, encoding="utf-8")
    found = stubs(language, tmp_path / "protos", tmp_path)
    assert renamed in found[message]
    assert renamed.rstrip("_") not in found[message]
