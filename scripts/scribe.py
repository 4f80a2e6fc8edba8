"""A client whose calls become paragraphs of a document: messages as JSON, cut to what matters."""

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
WHOLE = {"news", "said", "seats"}  #: whose lists are never cut
LONGEST = 60  #: characters of a text that is not in Said
WIDTH = 96
CURSOR = re.compile(r'"(\d+)\.[0-9a-f]{16}"')
BASE64 = re.compile(r'"[A-Za-z0-9+/]{40,}=*"')
NOTE = """\
# One match over the wire

Written by `scripts/protocol_doc.py` from a match that was played: two people, two months of
Koi-Koi. [service.proto](../proto/koikoi/v1/service.proto) is the manual; this shows it at work.
Messages are in protobuf's JSON mapping. `…` stands for what is left out; ids, tokens and bytes are
replaced by words. A field that is absent has its default: 0, empty, false.
"""


class Scribe:
    """A client whose calls become paragraphs."""

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
        """Let *word* stand wherever *random* does."""
        self._words[random] = word

    def show(self, message: Message, *parts: str, most: int = 2) -> None:
        """A message; where *parts* are given, only those fields: ``"update.news"``.

        Of a list, or of a map, *most* items are shown.
        """
        made = MessageToDict(message)
        lines = _lines(_cut(_only(made, parts) if parts else made, most))
        self._paragraphs.append(f"```js\n// {message.DESCRIPTOR.name}\n{lines}\n```\n")

    async def ask(self, call: str, request: Message, *parts: str, most: int = 2) -> Any:
        """The answer; both are shown, of the answer only *parts*. None when it is refused."""
        self.show(request)
        try:
            answer = await getattr(self._stub, call)(request)
        except grpc.aio.AioRpcError as error:
            self._refused(error)
            return None
        self.show(answer, *parts, most=most)
        return answer

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
    """*value* with the fields that *parts* name, and a mark that there are others."""
    kept: dict[str, Any] = {}
    for key, each in value.items():
        inner = [part.partition(".")[2] for part in parts if part.partition(".")[0] == key]
        if inner:
            kept[key] = each if "" in inner else _only(each, inner)
    return kept if len(kept) == len(value) else kept | {"…": "…"}


def _cut(value: Any, most: int, field: str = "") -> Any:
    """*value* of a field, as JSON, with what is long left out."""
    if isinstance(value, dict):
        items = list(value.items())
        if field in MAPS:  # its order means nothing, and is another one in each process
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
    """*value* as JSON: as much in a line as there is room for."""
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
    """Neighbours among *parts* that fit into one line, joined."""
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
