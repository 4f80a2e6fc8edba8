"""A language in which the server marks all that it says, and the client all that it says itself.

Nothing in line mode is neither, but names and keys; and what the client says is a heading or is on
its own keys: it has no sentence of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from koikoi_client import text as texts
from koikoi_server import text as server_text
from koikoi_server.table.limits import Limits
from tests.client.playing import Person, people, real_server

STUB = "xx"

NAMES_AND_KEYS = """
Aki Ben back rematch bot me off all kick nudge end leave x k s a b c d
"""
HEADINGS = """
you and or of s min
Your seat Opponent Others Seats team Rules You are watching connection lost ago
Score after Dealer out Field Draw pile Open card hand Choose takes one nothing yet no cards
bright animal ribbon plain Brights Animals Ribbons Plains Captured by yaku so far for Yaku Hand
held replaced by a better counts only beside another reach card away
Time left possible in person people watches watch step
"""
"""Headings, kinds of cards, states in the chart, times left."""
ITS_OWN = re.compile(
    "On your turn, type .*|You can (type|also choose):|Although it is not your turn, you can type:|"
    "Press Enter to go on[.].*|Type rules and a number to read a page[.]|House rules here: .*|"
    "No round is over yet[.]|You left the table[.]|.*: are you sure[?]|"
    "Not encrypted: others on the network can read your cards[.]|"
    "Your last choice is still on its way to the server[.]|"
    "That is not possible now[.] Type seats to list what is possible[.]"
)
"""Sentences of the client on what it does and what may be typed."""


class Marked(dict[str, str]):
    """Translations into the stub: each message between marks, its fields as they are."""

    def get(self, message: str, default: str = "") -> str:  # type: ignore[override]
        return f"⟦{message}⟧" if re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", message)) else message


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has one language more, and a client that marks its own sentences."""

    def translations(language: str) -> Mapping[str, str]:
        return Marked() if language == STUB else {}

    def marked(phrase: str, values: Mapping[str, str]) -> str:
        return f"⟪{fill(phrase, values)}⟫"

    fill = texts.fill
    monkeypatch.setattr(server_text, "LANGUAGES", ("en", STUB))
    monkeypatch.setattr(server_text, "_translations", translations)
    monkeypatch.setattr(texts, "fill", marked)


def without(marks: str, line: str) -> str:
    """*line* without what is said between these marks."""
    before = ""
    while before != line:
        before, line = line, re.sub(f"{marks[0]}[^{marks}]*{marks[1]}", " ", line)
    return line


def words(said: str) -> set[str]:
    return set(re.findall("[A-Za-z]+", said))


def glued(lines: Iterable[str]) -> list[str]:
    """Those with words that no translation would reach."""
    return [
        line
        for line in lines
        if not words(without("⟪⟫", without("⟦⟧", line))) <= words(NAMES_AND_KEYS)
    ]


def strange(lines: Iterable[str]) -> list[str]:
    """Those with words that neither the server has said nor are the client's to say."""
    found = []
    for line in lines:
        own = re.sub("[⟪⟫]", "", without("⟦⟧", line))
        if not ITS_OWN.fullmatch(own) and not words(own) <= words(HEADINGS + NAMES_AND_KEYS):
            found.append(line)
    return found


async def at_table(person: Person, *typed: str) -> None:
    """Type each word once the one before has been answered."""
    for each in typed:
        place = len(person.console.said)
        person.console.type(each)
        await person.console.until("", place)


LOOKING = ("again", "hand", "field", "captured", "yaku", "score", "seats", "log", "rules")


@pytest.mark.usefixtures("stub")
async def test_a_match_of_two_is_told_by_the_server(tmp_path: Path) -> None:
    """Also what may be done about seats, an absence, and the match from its record."""
    async with (
        real_server(limits=Limits(absence=0)) as server,
        people(server.port, tmp_path, "Aki", "Ben", language=STUB) as (aki, ben),
    ):
        await aki.start()
        await aki.console.until("No table is open")
        aki.console.type("new", "1", "7", "2", "")
        await aki.console.until("bot 2: ")
        await ben.start()
        await ben.console.until("Tables")
        ben.console.type("1")
        for person in (aki, ben):
            await person.console.until(" 1 of 2.")
            await at_table(person, *LOOKING)
            person.play()
            await at_table(person, "again")
        await ben.console.until(" 2 of 2.")
        await at_table(ben, *LOOKING)
        for person in (aki, ben):
            await person.console.until("rematch: ")
        await ben.stop()
        await at_table(aki, "seats", "rematch")
        await aki.console.until("bot 2: ", aki.console.said.index("⟪You can type:⟫"))
        for person in (aki, ben):
            said = person.console.said
            start = next(n for n, line in enumerate(said) if "Your seat" in line)
            assert strange(said[start:]) == []
            assert glued(said[start:]) == []
            assert sum("⟦" in line for line in said[start:]) > 100


def test_the_marks_of_this_test_find_a_sentence() -> None:
    assert strange(["⟦⟦Hard⟧ played ⟦Pine⟧.⟧", "⟪Score after ⟪1⟫ of 3: you 1, ⟦Hard⟧ 2.⟫"]) == []
    assert strange(["⟦Hard⟧ played ⟦Pine⟧.", "⟪Waiting for ⟦Hard⟧.⟫"]) != []
    assert glued(["⟪Field: ⟦Pine⟧⟫, Aki", "  ⟪seat⟫", "  bot 2: ⟦A computer⟧"]) == []
    assert glued(["⟪Score⟫: you"]) != []
