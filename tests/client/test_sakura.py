"""Sakura in line mode: hiki and the lightning by words, and a whole match of three."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from koikoi.v1 import table_pb2 as t
from koikoi_client import reports
from koikoi_client.choices import awaited, choices, find
from koikoi_client.plain_news import News, choice_lines
from koikoi_client.words import Words
from tests.client.fake import catalogue
from tests.client.playing import OVER, Person, people, real_server
from tests.client.test_seats import open_table

WORDS = Words(catalogue(), t.Table(game="koikoi", seats=[t.Seat(number=1), t.Seat(number=2)]), 1)


def hiki(number: int, month: int) -> t.Option:
    label = f"Hiki: take all of the month {month}"
    return t.Option(number=number, kind=t.OPTION_KIND_HIKI, label=label)


def seen(*options: t.Option, version: int = 1) -> t.SeatView:
    return t.SeatView(seat=1, hand=[1, 5], options=options, state_version=version)


def test_hiki_and_leaving_have_words_of_their_own() -> None:
    """They mean the same in one's own turn and out of it, where numbers would not."""
    view = seen(hiki(1, 2), hiki(2, 7), t.Option(number=3, kind=t.OPTION_KIND_LEAVE))
    assert [choice.key for choice in choices(view)] == ["hiki", "hiki2", "x"]
    assert find(choices(view), "hiki 2").option.option == 2  # type: ignore[union-attr]  # there


def test_hiki_alone_is_nothing_that_is_waited_for() -> None:
    assert not awaited(seen(hiki(1, 2)))
    assert awaited(seen(hiki(1, 2), t.Option(number=2, kind=t.OPTION_KIND_PLAY, card=1)))
    said = list(choice_lines(WORDS, t.Match(round=1), seen(hiki(1, 2)), 0))
    assert said == ["In another's turn too you may type:", "  hiki: Hiki: take all of the month 2"]


def test_a_hiki_that_stands_from_turn_to_turn_is_said_once() -> None:
    news = News()

    def told(seq: int, *options: t.Option) -> list[str]:
        update = t.Update(seq=seq, table=WORDS.table, match=t.Match(match_id="m", round=1))
        lines = news.lines(WORDS, [], update, seen(*options, version=seq), 0)
        return [line for line in lines if "Hiki" in line]

    assert told(1, hiki(1, 2)) == ["  hiki: Hiki: take all of the month 2"]
    assert told(2, hiki(1, 2)) == []
    assert len(told(3, hiki(1, 2), hiki(2, 7))) == 2, "another has come"
    play = t.Option(number=1, kind=t.OPTION_KIND_PLAY, card=1)
    assert len(told(4, play, hiki(2, 2))) == 1, "with the choices of my own turn"
    assert len(told(5, hiki(1, 2))) == 1


def test_cards_say_what_they_count() -> None:
    """In a game that counts cards: each of them, and what a side has."""
    catalog = catalogue()
    catalog.games[0].card_points.extend([0, 20, *[0] * 46])
    there = Words(catalog, WORDS.table, 1)
    assert there.full_card(2).endswith(", 20)")
    assert WORDS.full_card(1) == there.full_card(1)
    match = t.Match(sides=[t.Side(seat=1, captured=[1, 2]), t.Side(seat=2)])
    mine, others = reports.captured_lines(there, match)
    assert mine.startswith("You captured ")
    assert mine.endswith("; worth 20 points.")
    assert others.endswith("captured nothing yet.")


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
        assert any(re.match(r"(Aki|Ben|Cho) called hiki with ", line) for line in said), said
        chosen = [line for line in cho.console.said if " with Willow lightning (11)" in line]
        assert any(line.startswith("  1: Take ") for line in chosen), "what it may take is asked"
        for name in ("Aki", "Ben", "Cho"):
            assert any(line.startswith(f"  {name}: Own cards: ") for line in said), "the arithmetic"
        totals = [line for line in said if line.startswith("Total after")]
        assert len(totals) == 6
        for person, name in ((aki, "Aki"), (ben, "Ben"), (cho, "Cho")):
            mine = [line for line in person.console.said if line.startswith("Total after")]
            assert [line.replace("you", name) for line in mine] == totals
            assert any(word in line for line in person.console.said for word in OVER)
