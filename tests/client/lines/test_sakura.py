"""Sakura in line mode: hiki and the lightning by words, and a whole match of three."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.follow.choices import choices, find
from tests.client.lines.test_many_seats import open_table
from tests.client.playing import OVER, Person, people, real_server


def test_hiki_and_leaving_have_words_of_their_own() -> None:
    """They mean the same in one's own turn and out of it, where numbers would not."""
    hikis = [table_pb2.Option(number=n, kind=table_pb2.OPTION_KIND_HIKI) for n in (1, 2)]
    leaving = table_pb2.Option(number=3, kind=table_pb2.OPTION_KIND_LEAVE)
    made = choices(table_pb2.SeatView(seat=1, hand=[1, 5], options=[*hikis, leaving]))
    assert [choice.key for choice in made] == ["hiki", "hiki2", "x"]
    assert find(made, "hiki 2") == made[1]


def play_by_words(person: Person) -> None:
    """Type the first thing that is offered, and hiki before it, once all of it was said."""
    expected, wanted = "", ""

    def choose() -> None:
        nonlocal wanted
        person.console.type(wanted)
        wanted = ""

    def want(key: str) -> None:
        nonlocal wanted
        if not wanted:
            asyncio.get_running_loop().call_soon(choose)
        wanted = key

    def read(line: str) -> None:
        nonlocal expected
        if line in ("Your hand:", "Choose:"):
            expected = line
        elif line.startswith("  hiki: "):
            want("hiki")
        elif expected and line.startswith("  "):
            key = line.split()[0].rstrip(":")
            want(key + "a" if "takes one of" in line else key)
            expected = ""
        elif line.startswith("Press Enter to go on"):
            person.console.type("")

    person.console.on_say = read


@pytest.mark.slow
async def test_three_play_a_whole_match(tmp_path: Path) -> None:
    """Hiki is called by its word, a lightning takes what was chosen, all are told the same."""
    async with (
        real_server("sakura by words") as server,
        people(server.port, tmp_path, "Aki", "Ben", "Cho", "Dan") as (aki, ben, cho, dan),
    ):
        for person in (aki, ben, cho, dan):
            await person.start()
            await person.console.until("No table is open")
        await open_table(aki, "3", 3, {"Rounds": "6"}, computers=False)
        for person in (aki, ben, cho):
            play_by_words(person)
        dan.console.type("watch 1")
        await dan.console.until("You are watching Aki's table.")
        for person in (ben, cho):
            person.console.type("1")
        for person in (aki, ben, cho, dan):
            await person.console.until("the match", seconds=60)
        said = dan.console.said
        assert any(
            re.match(r"Hiki: (Aki|Ben|Cho) took all of .*, with .* from their hand", line)
            for line in said
        )
        chosen = [line for line in cho.console.said if " with Willow lightning (11)" in line]
        assert any(line.startswith("  1: Take ") for line in chosen), "what it may take is asked"
        for name in ("Aki", "Ben", "Cho"):
            assert any(line.startswith(f"  {name}'s cards: ") for line in said), "the result lines"
        totals = [line for line in said if line.startswith("Score after")]
        assert len(totals) == 6
        for person, name in ((aki, "Aki"), (ben, "Ben"), (cho, "Cho")):
            mine = [line for line in person.console.said if line.startswith("Score after")]
            assert [line.replace("you", name) for line in mine] == totals
            assert any(word in line for line in person.console.said for word in OVER)
