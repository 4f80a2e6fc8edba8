"""Whose words stand on a screen: the server's, or the client's own, which go through
:mod:`koikoi_client.text`, where they will be translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from google.protobuf.message import Message

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client import text as texts
from koikoi_client.screen import result, seats
from koikoi_client.screen.all_cards import all_cards
from koikoi_client.screen.board import board
from koikoi_client.screen.handoff import handoff
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from koikoi_client.screen.yaku_chart import yaku_chart
from tests.client.screen import tables
from tests.client.screen.goldens import pictured, shown

WRITTEN = {
    *("name", "label", "explanation", "title", "text", "plant", "object", "player_name"),
    *("round_name", "score_name", "seat_names", "phrases", "join_code", "kind", "worth"),
    *(field.name for field in table_pb2.Said.DESCRIPTOR.fields),
    *("lines", "full", "brief", "subject", "note"),
}
"""The fields in which a server sends text in the client's language."""


KEYS = {
    *("Esc", "Enter", "PgUp", "PgDn", "Up", "Down", "Left", "Right", "x"),
    *("hiki", "k", "s", "g", "a", "b", "c", "d"),
}


def told_so(message: Message, how: Callable[[str], str]) -> None:
    """Change all text of a server's message with *how*."""
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for key in list(value) if field.name in WRITTEN else []:
                value[key] = how(value[key])
        elif field.type == field.TYPE_MESSAGE:
            for each in [value] if isinstance(value, Message) else value:
                told_so(each, how)
        elif field.name in WRITTEN and field.type == field.TYPE_STRING:
            if isinstance(value, str):
                setattr(message, field.name, how(value))
            else:
                value[:] = map(how, value)


def loud(words: str) -> str:
    """The text in capitals, without its {fields}."""
    return re.sub(r"(\{\w+\})|([^{]+)", lambda found: found[1] or found[2].upper(), words)


def foreign(words: str) -> str:
    """The text in Greek letters, which are as wide as Latin ones."""
    return "".join(
        chr(0x3B1 + ord(c.lower()) % 17) if c.isascii() and c.isalpha() else c for c in words
    )


def at(view: View, how: Callable[[str], str]) -> View:
    """The view with all text of the server changed with *how*."""
    update, own, said = table_pb2.Update(), table_pb2.SeatView(), table_pb2.Said()
    update.CopyFrom(view.update)
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(view.catalog)
    if view.seat_view is not None:
        own.CopyFrom(view.seat_view)
    said.CopyFrom(view.said)
    for each in (update, own, catalog, said):
        told_so(each, how)
    return replace(
        view, update=update, catalog=catalog, seat_view=own if view.seat_view else None,
        log=list(map(how, view.log)), invitation=[], notice=how(view.notice),
        connection=how(view.connection), said=said,
    )  # fmt: skip


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translate the client's texts into capitals."""
    fill = texts.fill

    def shout(phrase: str, values: Mapping[str, str]) -> str:
        return fill(loud(phrase), values)

    monkeypatch.setattr(texts, "fill", shout)


def untranslated(said: str) -> set[str]:
    """Words that are not in capitals and are no keys or words to type."""
    return set(re.findall(r"[A-Za-z]*[a-z][A-Za-z]*", said)) - KEYS - {"month", "round"}


@pytest.mark.usefixtures("translated")
def test_units_and_lists_are_translated() -> None:
    assert texts.all_of(["A", "B"]) == "A AND B"
    for seconds in (1, 100, 6000, 7200):
        assert untranslated(texts.duration(seconds)) == set()


def in_sentences(view: View) -> Iterator[str]:
    """The pages that have whole sentences; the board has abbreviations."""
    pages = [result.result(view, Room(120, 60), closes_in=5), seats.seats(view, Room(120, 60))]
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
    """With all text of the client and the server in capitals, no other words are left."""
    view = at(make(), loud)
    for line in in_sentences(view):
        assert untranslated(line) == set(), line


def everywhere(view: View) -> Iterator[str]:
    """All screens of a table, at two sizes."""
    for room in (Room(80, 24), Room(120, 60)):
        view = pictured(view, room.columns >= 100)
        pages = [board(view, room), seats.seats(view, room), all_cards(view, room)]
        pages.append(yaku_chart(view, room)[:6])  # below they explain short forms
        if view.playing:
            pages.append(result.result(view, room, closes_in=5))
            watched = replace(view, seat_view=None)
            pages += [handoff(watched, 1, room), board(watched, room)]
            pages.append(board(replace(view, parting=1), room))
        for page in pages:
            yield from shown(page).splitlines()


OWN = """
Enter Esc Tab Up Down Left Right PgUp PgDn A B C D H K L M Q R S T X Y
back scroll help quit chat log marks hiki card cards play choose next stop koi level table yaku
chart result lobby again leave it another computer may do what see join
You you Seat Total Hand Now Yaku Team Score Captured Pile pile Discards Disc Signs Log Month Rules
Animals Brights Plains Ribbons The Join code bot team t d pts of and or dealer called times KK x
worth number others far take takes just moved over match
possible in ago lost connection goes on by itself s closes watching spectator people Nobody
All them who held by field on hand yours captured are as turn What with instead open where they can
Others this To to the join type enter Take Choose highlighted See usual ones
Hand keyboard Start turn s No a is shown now not even if you scroll
"""
"""The client's own words: keys, headings, badges, times, places, and its own functions."""


@pytest.mark.parametrize("make", [*tables.TABLES.values(), *MORE.values()],
                         ids=[*tables.TABLES, *MORE])  # fmt: skip
def test_the_client_has_no_sentences_about_the_game(make: Callable[[], View]) -> None:
    """With all text of the server in Greek, only the client's own words are left."""
    for line in everywhere(at(make(), foreign)):
        assert set(re.findall("[A-Za-z]+", line)) <= set(OWN.split()), line
