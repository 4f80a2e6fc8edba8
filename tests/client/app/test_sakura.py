"""The keys of Sakura: hiki, lightning, and a whole match of three."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.client.app.desk import desk
from tests.client.app.persons import Person, person
from tests.client.app.test_match import OVER, next_key
from tests.client.playing import real_server
from tests.client.screen import tables
from tests.support.tiers import slow


async def test_hiki_is_called_by_h_out_of_turn(tmp_path: Path) -> None:
    """Nothing is under the cursor, so that Enter says nothing; H takes the first month."""
    async with desk(tmp_path) as made:
        await made.show(tables.hiki_out_of_turn(), until="H hiki")
        await made.press("enter", " ", "1")
        assert made.chosen == []
        await made.press("h")
        assert made.chosen == [1]
        await made.show(tables.hiki_out_of_turn(), until="H hiki")
        await made.press("tab", "tab")
        await made.person.until("Enter  Hiki: take all of Paulownia (12)")
        await made.press("enter")
        assert made.chosen == [1, 2]


async def test_hiki_out_of_turn_rings_no_bell(tmp_path: Path) -> None:
    """It may wait; one's own turn may not."""
    async with desk(tmp_path) as made:
        await made.show(tables.waiting())
        made.clock.seconds += 60
        view = tables.hiki_out_of_turn()
        await made.show(view, until="H hiki")
        assert "\a" not in made.person.glass.last
        mine = tables.changed(view)
        mine.match.turn = 1
        mine.match.waiting_for[:] = [1]
        await made.show(mine, until="your turn")
        assert "\a" in made.person.glass.last


async def test_the_lightning_takes_what_is_chosen_or_is_left(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        await made.show(tables.lightning_placing(), until="X  Leave")
        await made.press("down", "down")
        await made.person.until("Enter  Take Cherry curtain with Willow lightning (11)")
        await made.press("enter")
        await made.show(tables.lightning_placing(), until="X  Leave")
        await made.press("x")
        assert made.chosen == [3, 7]


async def play(one: Person, pressed: set[str]) -> None:
    """Press what the screen asks for until the match is over; H whenever it is offered."""
    read = -1
    for _ in range(10_000):
        await one.change(read)
        read = one.glass.written
        text = one.text
        if OVER in text:
            return
        key = next_key(text)
        if "  H  Hiki: " in text and ": the result" not in text:
            key = "h"
        elif "  X  Leave " in text and "x" not in pressed:
            key = "x"
        elif "with Willow lightning (11)" in text:
            pressed.add("lightning")
        if key:
            pressed.add(key)
            one.press(key)
    raise AssertionError(f"the match does not end:\n{one.text}")


@pytest.mark.parametrize(
    ("teams", "seed", "wished"),
    [slow(False, "keys 5", {"h"}), slow(True, "keys 2", {"lightning"})],
    ids=["alone", "teams"],
)
async def test_a_whole_match_by_keys(
    teams: bool, seed: str, wished: set[str], tmp_path: Path
) -> None:
    """Three for themselves, or four in two teams: hiki, lightning, results, the same totals."""
    names = ("Aki", "Ben", "Cho", "Dan")[: 4 if teams else 3]
    async with (
        real_server(seed) as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben", size=(120, 40)) as ben,
        person(server.port, tmp_path, "Cho", size=(80, 23)) as cho,
        person(server.port, tmp_path, "Dan", size=(100, 34)) as dan,
    ):
        everybody = (aki, ben, cho, dan)
        for each in everybody:
            await each.start()
            await each.until("No table is open. N opens one.")
        aki.press("n")
        await aki.until("A new table")
        await aki.move_to("right", "Sakura")
        await aki.move_to("down", "▶ Number of seats")
        for _ in names[2:]:
            aki.press("right")
        await aki.until(f"Seat {len(names)}")
        await aki.move_to("down", "▶ Rounds")
        aki.press("2")
        if teams:
            await aki.move_to("down", "▶ Teams")
            aki.press("right")
            await aki.until("Two teams")
        aki.press("enter")
        await aki.until("more player")
        for each in everybody[1 : len(names)]:
            await each.until("free")
            each.press("enter")
            await each.gone("Tables at Test")
        if not teams:
            await dan.until("full")
            dan.press("w")
            await dan.until("spectator")
        pressed: set[str] = set()
        await asyncio.gather(*[play(each, pressed) for each in everybody[: len(names)]])
        for each in everybody:  # the log on a wide board says it too, before the result is drawn
            await each.see(lambda text: text.startswith(f" {OVER}"), "the result")
        assert wished <= pressed
        assert "Round 1 of 2: the result" in aki.glass.titles
        state = next(iter(server.lobby.open_tables())).state
        assert state.match is not None
        scores = [side.score for side in state.module.view(state.match.state).sides]
        for each in everybody:
            rows = each.text.split("\n")
            for number, (name, score) in enumerate(zip(names, scores, strict=True), 1):
                row = next(row for row in rows if row.startswith(f"  {number} {name} "))
                assert row.split()[-1] == str(score)
            assert "Own cards" in each.text
            assert ("Partners' cards" in each.text) == teams
        if teams:
            [words] = re.findall(r" and .* won the match, (.*)[.!]", aki.text)
            assert sorted(map(int, words.split(" to "))) == sorted(scores[:2]), "of a team once"
