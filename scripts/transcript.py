"""A client that writes its calls into a Markdown document, as shortened JSON messages."""

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

MAPS = {"phrases", "rules"}  #: fields that are maps
UNCUT = {"news", "said", "seats"}  #: fields whose lists are never shortened
MAX_TEXT = 60  #: characters; the texts of Said are never shortened
WIDTH = 96
CURSOR = re.compile(r'"(\d+)\.[0-9a-f]{16}"')
BASE64 = re.compile(r'"[A-Za-z0-9+/]{40,}=*"')
NOTE = """\
# One match over the wire

This page shows the messages of a real match in protobuf's JSON format: two people play two months
of Koi-Koi. The manual is [service.proto](../proto/koikoi/v1/service.proto). `…` means that
something is left out. Ids, tokens and bytes are replaced by words. An absent field has its default
value: 0, empty or false. (`scripts/protocol_doc.py` plays the match and writes this page.)
"""


class Transcript:
    """A client and the document that it writes its calls into."""

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

    def write(self, text: str) -> None:
        """Add a paragraph, or several separated by empty lines."""
        parts = [textwrap.fill(each, WIDTH, break_long_words=False) for each in text.split("\n")]
        self._paragraphs.append("\n".join(parts) + "\n")

    def replace(self, random: str, word: str) -> None:
        """Replace *random*, an id or a token, with *word* everywhere in the document."""
        self._words[random] = word

    def show(self, message: Message, *parts: str, max_items: int = 2) -> None:
        """Add a message; with *parts*, only these of its fields: ``"update.news"``.

        Lists and maps are shortened to *max_items* items.
        """
        fields = MessageToDict(message)
        lines = _format(_shorten(_select(fields, parts) if parts else fields, max_items))
        self._paragraphs.append(f"```js\n// {message.DESCRIPTOR.name}\n{lines}\n```\n")

    async def call(self, method: str, request: Message, *parts: str, max_items: int = 2) -> Any:
        """Call *method*, and add the request and *parts* of the response to the document.

        If the call is refused, add the error and return None.
        """
        self.show(request)
        try:
            response = await getattr(self._stub, method)(request)
        except grpc.aio.AioRpcError as error:
            self._refused(error)
            return None
        self.show(response, *parts, max_items=max_items)
        return response

    def _refused(self, error: grpc.aio.AioRpcError) -> None:
        status = rpc_status.from_call(error)
        assert isinstance(status, status_pb2.Status)
        self.write(f"Refused: `{error.code().name}`, “{error.details()}” Its details:")
        for detail in status.details:
            for kind in (error_details_pb2.ErrorInfo, error_details_pb2.RetryInfo):
                found = kind()
                if detail.Unpack(found):
                    self.show(found)


def _select(value: dict[str, Any], parts: Collection[str]) -> dict[str, Any]:
    """*value* with only the fields that *parts* name, and "…" for the others."""
    kept: dict[str, Any] = {}
    for key, each in value.items():
        inner = [part.partition(".")[2] for part in parts if part.partition(".")[0] == key]
        if inner:
            kept[key] = each if "" in inner else _select(each, inner)
    return kept if len(kept) == len(value) else kept | {"…": "…"}


def _shorten(value: Any, max_items: int, field: str = "") -> Any:
    """Shorten the *value* of a field."""
    if isinstance(value, dict):
        items = list(value.items())
        if field in MAPS:  # the order of a map differs from process to process
            items = sorted(items)[:max_items] + [("…", "…")] * (len(items) > max_items)
        return {
            key: _shorten(each, max_items, field if field == "said" else key) for key, each in items
        }
    if isinstance(value, list):
        if field in UNCUT or all(isinstance(each, int) for each in value):
            return [_shorten(each, max_items, field) for each in value]
        return [_shorten(each, max_items) for each in value[:max_items]] + ["…"] * (
            len(value) > max_items
        )
    if isinstance(value, str) and len(value) > MAX_TEXT and field != "said":
        return value[:MAX_TEXT] + "…"
    return value


def _format(value: Any, indent: str = "") -> str:
    """*value* as JSON, in as few lines as fit into the width."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, list) and len(value) == 1:
        return f"[{_format(value[0], indent)}]"
    inner = indent + "  "
    if isinstance(value, list):
        parts = [_format(each, inner) for each in value]
    else:
        parts = [f'"{key}": {_format(each, inner)}' for key, each in value.items()]
    first, last = "[]" if isinstance(value, list) else "{}"
    return f"{first}\n{inner}" + f",\n{inner}".join(_join_short(parts, inner)) + f"\n{indent}{last}"


def _join_short(parts: Iterable[str], indent: str) -> Iterator[str]:
    """Join neighbours in *parts* as long as they fit into one line."""
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
