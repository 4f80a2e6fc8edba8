"""What protoc makes of the protocol in languages that rename fields that clash with their own."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

Names = dict[str, set[str]]
"""The fields of each message."""


def camel(name: str) -> str:
    """``round_scores`` as ``RoundScores``, which is what all three of the languages call it."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def generate(language: str, protos: Path, target: Path) -> None:
    """Write the stubs of all files in *protos*, with no flag but the folders'."""
    files = sorted(str(path.relative_to(protos)) for path in protos.rglob("*.proto"))
    command = ["protoc", f"-I{protos}", f"--{language}_out={target}", *files]
    subprocess.run(command, check=True, capture_output=True, text=True)


def go(folder: Path) -> Names:
    """The exported fields of structs; a oneof is a field, and its alternatives are structs."""
    found: Names = defaultdict(set)
    for text in _texts(folder, ".go"):
        for message, body in re.findall(r"^type (\w+) struct \{\n(.*?)^\}", text, re.M | re.S):
            owner, _, alternative = message.partition("_")
            fields = re.findall(r"^\t([A-Z]\w*) +\S.*`protobuf:\"(?!.*_oneof)", body, re.M)
            found[owner] |= set(re.findall(r"^\t([A-Z]\w*) +\S+ +`protobuf_oneof", body, re.M))
            found[owner] |= {alternative} if alternative else set(fields)
    return dict(found)


def java(folder: Path) -> Names:
    """What getters get: of lists ``getXList`` alone is looked at, of maps ``getXMap``."""
    found: Names = defaultdict(set)
    for path in folder.rglob("*OrBuilder.java"):
        text = path.read_text(encoding="utf-8")
        message = path.name.removesuffix("OrBuilder.java")
        found[message] = set(re.findall(r"\b(?:get|has)(\w+)\(", text))
    return dict(found)


def csharp(folder: Path) -> Names:
    """The properties: each has a constant with its number."""
    found: Names = defaultdict(set)
    for text in _texts(folder, ".cs"):
        for message, body in re.findall(
            r"sealed partial class (\w+) (.*?)(?=sealed partial class|\Z)", text, re.S
        ):
            found[message] |= set(re.findall(r"const int (\w+)FieldNumber", body))
    return dict(found)


def _texts(folder: Path, suffix: str) -> Iterator[str]:
    for path in folder.rglob(f"*{suffix}"):
        yield path.read_text(encoding="utf-8")


class Language(NamedTuple):
    needed: tuple[str, ...]  #: programs, in Debian's packages of the next field
    packages: str
    fields: Callable[[Path], Names]


LANGUAGES = {
    "go": Language(("protoc", "protoc-gen-go"), "protobuf-compiler and protoc-gen-go", go),
    "java": Language(("protoc",), "protobuf-compiler", java),
    "csharp": Language(("protoc",), "protobuf-compiler", csharp),
}
