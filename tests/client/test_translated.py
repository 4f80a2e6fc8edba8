"""All words for people go through :mod:`koikoi_client.texts`, where they will be translated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from google.protobuf.message import Message

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client import texts
from koikoi_client.screen import result, seats
from koikoi_client.screen.view import View
from tests.client.screen import tables
from tests.client.screen.goldens import TILES, shown

WRITTEN = {
    *("name", "label", "explanation", "title", "text", "plant", "object", "player_name"),
    *("round_name", "score_name", "seat_names", "phrases", "join_code", "kind", "worth"),
    *(field.name for field in table_pb2.Said.DESCRIPTOR.fields),
    *("lines", "full", "brief", "note"),
}
"""What a server says, in the language that it was asked for."""


KEYS = {
    *("Esc", "Enter", "PgUp", "PgDn", "Up", "Down", "Left", "Right", "x"),
    *("hiki", "k", "s", "g", "a", "b", "c", "d"),
}


def shouted(message: Message) -> None:
    """Put a server's words into capitals, all but the blanks of its phrases."""
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for key in list(value) if field.name in WRITTEN else []:
                value[key] = loud(value[key])
        elif field.type == field.TYPE_MESSAGE:
            for each in [value] if isinstance(value, Message) else value:
                shouted(each)
        elif field.name in WRITTEN and field.type == field.TYPE_STRING:
            if isinstance(value, str):
                setattr(message, field.name, loud(value))
            else:
                value[:] = map(loud, value)


def loud(words: str) -> str:
    return re.sub(r"(\{\w+\})|([^{]+)", lambda found: found[1] or found[2].upper(), words)


def at(view: View) -> View:
    """The view as a server that shouts would send it."""
    update, own, said = table_pb2.Update(), table_pb2.SeatView(), table_pb2.Said()
    update.CopyFrom(view.update)
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(view.catalog)
    if view.seat_view is not None:
        own.CopyFrom(view.seat_view)
    said.CopyFrom(view.said)
    for each in (update, own, catalog, said):
        shouted(each)
    return replace(
        view, update=update, catalog=catalog, seat_view=own if view.seat_view else None,
        log=[line.upper() for line in view.log], invitation=[], notice=view.notice.upper(),
        connection=view.connection.upper(),
        said=said,
    )  # fmt: skip


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language in which all is in capitals."""
    fill = texts.fill

    def shout(phrase: str, values: Mapping[str, str]) -> str:
        return fill(loud(phrase), values)

    monkeypatch.setattr(texts, "fill", shout)


def untranslated(said: str) -> set[str]:
    """Words that are not in capitals, and are nothing to type or press, nor "month 3"."""
    return set(re.findall(r"[A-Za-z]*[a-z][A-Za-z]*", said)) - KEYS - {"month", "round"}


@pytest.mark.usefixtures("translated")
def test_units_and_lists_are_translated() -> None:
    assert texts.joined(["A", "B"]) == "A AND B"
    for seconds in (1, 100, 6000, 7200):
        assert untranslated(texts.duration(seconds)) == set()


def on_the_screen(view: View) -> Iterator[str]:
    """The pages that tell in sentences; a board has signs and short forms of its own."""
    pages = [result.result(view, 120, 60, TILES, closes_in=5), seats.seats(view, 120, 60, TILES)]
    for page in pages:
        yield from shown(page).splitlines()


MORE = {
    "round over": tables.round_over, "match over": tables.match_over,
    "sakura": lambda: tables.sakura_over(7, match=True), "late": tables.late,
}  # fmt: skip


@pytest.mark.usefixtures("translated")
@pytest.mark.parametrize("make", [*tables.TABLES.values(), *MORE.values()],
                         ids=[*tables.TABLES, *MORE])  # fmt: skip
def test_no_word_is_glued_to_a_sentence(make: Callable[[], View]) -> None:
    """With every sentence in capitals, and the server's words too, nothing is left that is not."""
    view = at(make())
    for line in on_the_screen(view):
        assert untranslated(line) == set(), line
