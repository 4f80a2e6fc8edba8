"""Every sentence goes through :mod:`koikoi_server.text`, where it will be translated.

A made-up language puts marks round each English text that it is asked for. Whatever a person may
read is then inside of marks, but what people have written themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from google.protobuf.message import Message
from wcwidth import wcswidth

from hanafuda.games import GAMES
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server import text
from koikoi_server.refusal import Reason, Refusal, full, invalid
from koikoi_server.table.seat_options import Kind, SeatOption
from koikoi_server.wire import seat_options, views
from koikoi_server.wire.catalog import catalog
from koikoi_server.wire.sentences import reader, turn_brief
from koikoi_server.wire.sentences.lexicon import lexicon
from koikoi_server.wire.status import status
from tests.server.said.tables import restless
from tests.server.said.test_laws import strings
from tests.support.tiers import slow_after

MARKED = "x-marked"


class Marked(Mapping[str, str]):
    """Translations into a language in which every text is the English one in marks."""

    def __getitem__(self, english: str) -> str:
        return f"⟦{english}⟧" if english else ""

    def get(self, english: str, other: Any = None) -> Any:
        return self[english]

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = text._translations
    monkeypatch.setattr(
        text,
        "_translations",
        lambda language: Marked() if language == MARKED else usual(language),
    )


@pytest.fixture(autouse=True)
def narrow_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks have no width, so that nothing is cut because of them."""

    def width(said: str) -> int:
        return int(wcswidth(said.replace("⟦", "").replace("⟧", "")))

    for module in (turn_brief, reader):
        monkeypatch.setattr(module, "wcswidth", width)


def is_marked(said: str) -> bool:
    """Whether all of it is inside marks."""
    depth = 0
    for character in said:
        depth += (character == "⟦") - (character == "⟧")
        if depth <= 0 and character != "⟧":
            return False
    return depth == 0 and bool(said)


def test_what_is_put_together_from_pieces_is_not_marked() -> None:
    """This test can fail."""
    assert is_marked("⟦Ben ⟦won⟧ it.⟧")
    assert is_marked("⟦host⟧⟦, ⟧⟦away⟧"), "a list"
    assert not any(map(is_marked, ("Ben won.", "⟦Ben⟧ won.", "⟦Ben⟧ ⟦won⟧", "⟦Ben")))


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seed", slow_after(1, range(3)))
def test_all_that_is_said_is_marked(game: str, seed: int) -> None:
    watched = restless(seed, game)
    whole = watched.look(0)
    for moment in (*watched.moments(), whole):
        names = {seat.player_name for seat in moment.update.table.seats}
        names |= {seat.last_player_name for seat in moment.update.table.seats}
        for seat in range(len(names)):
            words = moment.said(seat, MARKED)
            for each in strings(words):
                assert not each or is_marked(each) or each in names, each


def texts(message: Message, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The strings in the fields of those *names*, of a message and of those in it."""
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for each in value.values() if field.name in names else ():
                yield field.name, each
            continue
        for each in value if field.is_repeated else [value]:
            if isinstance(each, Message):
                yield from texts(each, names)
            elif isinstance(each, str) and field.name in names:
                yield field.name, each


@pytest.mark.parametrize("game", list(GAMES))
def test_labels_and_notes_are_marked(game: str) -> None:
    fields = frozenset({"label", "note"})
    found = set()
    for seed in range(3):
        for state in restless(seed, game).states or _states(seed, game):
            for seat in range(1, len(state.seats) + 1):
                for name, said in texts(views.seat_view(state, seat, MARKED), fields):
                    assert is_marked(said), said
                    found.add(name)
    assert found == fields


def _states(seed: int, game: str) -> list[Any]:
    watched = restless(seed, game)
    watched.look()
    return watched.states


def test_every_seat_option_is_marked() -> None:
    """Also those that are seldom offered."""
    watched = restless(0, "coin")
    watched.look()
    for kind in Kind:
        for state in watched.states[:1]:
            words = lexicon(state.module, {}, MARKED)
            label = seat_options._label(state, 1, SeatOption(kind, seat=1), words)
            assert is_marked(label), label


CATALOGUE = frozenset(
    {
        *("name", "summary", "round_name", "score_name", "label", "explanation", "group"),
        *("plant", "object", "worth", "seat_names", "phrases"),
    }
)
"""Fields of the catalogue with text for people. Help pages are files in each language."""


def test_the_catalogue_is_marked() -> None:
    found = set()
    for game in GAMES:
        for name, said in texts(catalog(MARKED, game), CATALOGUE):
            assert is_marked(said) or said.isdigit(), (name, said)
            found.add(name)
    assert found == CATALOGUE


@pytest.mark.parametrize("reason", list(Reason))
def test_refusals_are_marked(reason: Reason) -> None:
    refusal = Refusal(reason)
    assert is_marked(str(status(refusal, MARKED).details))
    assert is_marked(invalid("field", "At most {n}.", n=3).sentence(MARKED))
    assert is_marked(full("Full.").sentence(MARKED))


def test_words_name_no_field_of_a_seat_alone() -> None:
    """Said is a public message: no field of it can hold what only one seat may see."""
    assert "Said" in {each.name for each in table_pb2.DESCRIPTOR.message_types_by_name.values()}
    said = service_pb2.WatchTableResponse.DESCRIPTOR.fields_by_name["said"]
    assert said.message_type is table_pb2.Said.DESCRIPTOR
