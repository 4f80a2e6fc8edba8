"""A client that writes its calls into a Markdown document: messages as JSON, shortened."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

MAPS = {"phrases", "rules"}
WHOLE = {"news", "said", "seats"}  #: fields whose lists are never shortened
LONGEST = 60  #: characters of a text; the texts of Said are never shortened
WIDTH = 96
CURSOR = re.compile(r'"(\d+)\.[0-9a-f]{16}"')
BASE64 = re.compile(r'"[A-Za-z0-9+/]{40,}=*"')
NOTE = """\
# One match over the wire

`scripts/protocol_doc.py` wrote this from a match that was played: two people, two months of
Koi-Koi. The manual is [service.proto](../proto/koikoi/v1/service.proto); here you see the messages
of one match, in protobuf's JSON format. `…` means that something is left out. Ids, tokens and bytes
are replaced by words. An absent field has its default value: 0, empty or false.
"""


class Transcript:
    """A client that writes its calls into a document."""

    def __init__(self, stub: Any) -> None:
        self._stub = stub
        self._words: dict[str, str] = {}
        self._paragraphs = [NOTE]

    @property
    def document(self) -> str:
        text = "\n".join(self._paragraphs)
        for random, word in self._words.items():
            text = text.replace(random, word)
        return CURSOR.sub(r'"CURSOR-\1"', BASE64.sub('"BYTES"', text))

    def say(self, text: str) -> None:
        parts = [textwrap.fill(each, WIDTH, break_long_words=False) for each in text.split("\n")]
        self._paragraphs.append("\n".join(parts) + "\n")

    def name(self, random: str, word: str) -> None:
        """Write *word* for *random* everywhere in the document."""
        self._words[random] = word

    def show(self, message: Message, *parts: str, most: int = 2) -> None:
        """Write a message; with *parts*, only these fields of it: ``"update.news"``.

        Lists and maps are shortened to *most* items.
        """
        made = MessageToDict(message)
        lines = _lines(_cut(_only(made, parts) if parts else made, most))
        self._paragraphs.append(f"```js\n// {message.DESCRIPTOR.name}\n{lines}\n```\n")

    async def ask(self, call: str, request: Message, *parts: str, most: int = 2) -> Any:
        """Make a call, and write the request and *parts* of the response.

        Returns None if the call was refused.
        """
        self.show(request)
        try:
            response = await getattr(self._stub, call)(request)
        except grpc.aio.AioRpcError as error:
            self._refused(error)
            return None
        self.show(response, *parts, most=most)
        return response

    def _refused(self, error: grpc.aio.AioRpcError) -> None:
        status = rpc_status.from_call(error)
        assert isinstance(status, status_pb2.Status)
        self.say(f"Refused: `{error.code().name}`, “{error.details()}” In the details:")
        for detail in status.details:
            for kind in (error_details_pb2.ErrorInfo, error_details_pb2.RetryInfo):
                found = kind()
                if detail.Unpack(found):
                    self.show(found)


def _only(value: dict[str, Any], parts: Collection[str]) -> dict[str, Any]:
    """*value* with only the fields that *parts* name, and a mark for the others."""
    kept: dict[str, Any] = {}
    for key, each in value.items():
        inner = [part.partition(".")[2] for part in parts if part.partition(".")[0] == key]
        if inner:
            kept[key] = each if "" in inner else _only(each, inner)
    return kept if len(kept) == len(value) else kept | {"…": "…"}


def _cut(value: Any, most: int, field: str = "") -> Any:
    """The *value* of a field, shortened."""
    if isinstance(value, dict):
        items = list(value.items())
        if field in MAPS:  # the order of a map differs from process to process
            items = sorted(items)[:most] + [("…", "…")] * (len(items) > most)
        return {key: _cut(each, most, field if field == "said" else key) for key, each in items}
    if isinstance(value, list):
        if field in WHOLE or all(isinstance(each, int) for each in value):
            return [_cut(each, most, field) for each in value]
        return [_cut(each, most) for each in value[:most]] + ["…"] * (len(value) > most)
    if isinstance(value, str) and len(value) > LONGEST and field != "said":
        return value[:LONGEST] + "…"
    return value


def _lines(value: Any, indent: str = "") -> str:
    """*value* as JSON, with as few lines as the width allows."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, list) and len(value) == 1:
        return f"[{_lines(value[0], indent)}]"
    inner = indent + "  "
    if isinstance(value, list):
        parts = [_lines(each, inner) for each in value]
    else:
        parts = [f'"{key}": {_lines(each, inner)}' for key, each in value.items()]
    first, last = "[]" if isinstance(value, list) else "{}"
    return f"{first}\n{inner}" + f",\n{inner}".join(_packed(parts, inner)) + f"\n{indent}{last}"


def _packed(parts: Iterable[str], indent: str) -> Iterator[str]:
    """*parts*, with neighbours joined that fit into one line."""
    line = ""
    for part in parts:
        joined = f"{line}, {part}"
        if line and "\n" not in joined and len(indent) + len(joined) < WIDTH:
            line = joined
            continue
        if line:
            yield line
        line = part
    yield line
