"""The keys of finished matches: the list with a real server, and a replay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path

import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.app.records import RecordsScreen
from koikoi_client.app.replay import ReplayScreen
from koikoi_client.app.screens import Screen
from koikoi_client.command import verify
from koikoi_client.errors import Refused
from koikoi_client.records import file as record_file
from koikoi_client.records.steps import ReplaySteps
from koikoi_client.screen.room import Room
from koikoi_client.wire.session import Step
from tests.client.app.persons import person
from tests.client.screen import tables
from tests.client.screen.finished import finished, steps
from tests.records.served import listed, play
from tests.support.server import serving
from tests.support.timeouts import HANG


async def test_a_match_is_looked_at_from_the_lobby_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R lists it, Enter replays it, S saves it in the working directory."""
    monkeypatch.chdir(tmp_path)
    async with (
        serving() as client,
        person(client.running.port, tmp_path, "Aki", size=(120, 30)) as aki,
    ):
        await play(client)
        await listed(client, 1)
        await aki.start()
        await aki.until("Tables at")
        aki.press("r")
        await aki.until("Finished matches", "▶", "Koi-Koi")
        aki.press("enter")
        await aki.until("step 1 of", "A match begins.", "before the first deal")
        assert "Pile" not in aki.text  # nothing is dealt yet
        aki.press("down")
        await aki.until("Month 1 of 1", "On the field:")
        aki.press("end")
        await aki.until("won the match")
        aki.press("escape")
        await aki.until("Finished matches")
        for _ in range(2):
            aki.press("s")
            await aki.until("Saved as")
            aki.press("up")
            await aki.gone("Saved as")
        (path,) = tmp_path.glob("koikoi-*.json")  # the same record is not saved twice
        record = record_file.read(path)
        assert verify.verify(record).wrong == []
        aki.press("escape")
        await aki.until("Tables at")
        aki.press("r")
        await aki.until("Finished matches")
        aki.press("q")
        assert await aki.end() == 0


async def test_where_no_match_is_over_the_list_says_so(tmp_path: Path) -> None:
    async with serving() as client, person(client.running.port, tmp_path, "Aki") as aki:
        await aki.start()
        aki.press("r")
        await aki.until("No finished matches yet.")
        aki.press("down", "enter", "s", "escape")
        await aki.until("No table is open")


async def test_a_list_that_is_refused_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it comes it is not said that there are no matches."""
    refusals = [Refused("RATE_LIMITED", "Too many requests.", retry=3.0)] * 2

    async def records(page_token: str = "") -> service_pb2.ListRecordsResponse:
        if refusals:
            raise refusals.pop()
        return service_pb2.ListRecordsResponse(records=[finished()])

    async with person(1, tmp_path, "Aki") as aki:
        aki.session.catalog.CopyFrom(tables.CATALOG)
        monkeypatch.setattr(aki.session, "records", records)
        screen = RecordsScreen(aki.user, lambda: None)
        aki.session.connected = True
        room = asyncio.Event()
        monkeypatch.setattr(aki.session, "wait", lambda seconds: room.wait())
        screen.open()
        async with asyncio.timeout(HANG):
            while "Too many requests. Trying again then." not in text(screen):
                await asyncio.sleep(0)
            screen.press("down")
            assert "No finished matches" not in text(screen)
            room.set()
            while "Koi-Koi" not in text(screen):
                await asyncio.sleep(0)
        assert "Too many requests" not in text(screen)
        assert "Players and scores: " in text(screen)


async def test_older_matches_come_when_one_goes_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next page is asked for at the end of the list, and the cursor goes on into it."""
    asked = []

    async def records(page_token: str = "") -> service_pb2.ListRecordsResponse:
        asked.append(page_token)
        rows = [finished()] * 3
        return service_pb2.ListRecordsResponse(
            records=rows, next_page_token="" if page_token else "second"
        )

    async with person(1, tmp_path, "Aki") as aki:
        aki.session.catalog.CopyFrom(tables.CATALOG)
        monkeypatch.setattr(aki.session, "records", records)
        screen = RecordsScreen(aki.user, lambda: None)
        screen.open()
        await asyncio.sleep(0)
        assert text(screen).count("Koi-Koi") == 3
        assert "load older matches" in text(screen)
        screen.press("end")
        await asyncio.sleep(0)
        assert text(screen).count("Koi-Koi") == 6
        assert "load older matches" not in text(screen)
        screen.press("end")
        assert asked == ["", "second"]


def text(screen: Screen) -> str:
    """What it shows, line by line."""
    lines = screen.draw(Room(80, 24))
    return "\n".join("".join(words for _, words in line) for line in lines)


STEPS = steps(2, rounds=3)
DEALS = [
    step.step
    for step in STEPS
    if step.update.news[0].events[0].kind == table_pb2.EVENT_KIND_ROUND_DEALT
]
LAST = len(STEPS)


@pytest.fixture
async def screen(tmp_path: Path) -> AsyncIterator[ReplayScreen]:
    """A replay of three rounds; nothing draws it."""
    async with person(1, tmp_path, "Aki") as one:
        told = ReplaySteps()
        await told.collect(sent(STEPS))
        yield ReplayScreen(one.program, told, tables.CATALOG, lambda: None, lambda: None)


async def sent(steps: Sequence[Step]) -> AsyncGenerator[Step, None]:
    for step in steps:
        yield step


def press(screen: ReplayScreen, *pressed: str) -> int:
    """Press keys; the number of the step that is shown then."""
    for key in pressed:
        screen.press(key)
    number, _, all_ = text(screen).partition("step ")[2].split("\n")[0].strip().split()
    assert int(all_) == LAST
    return int(number)


async def test_keys_go_on_back_and_to_the_ends(screen: ReplayScreen) -> None:
    assert press(screen) == 1
    assert press(screen, "right", " ", "enter", "n") == 5
    assert press(screen, "left", "backspace", "p") == 2
    assert press(screen, "end") == LAST
    assert press(screen, "right") == LAST
    assert "This is the end" in text(screen)
    assert press(screen, "home", "left") == 1
    assert "This is the start" in text(screen)


async def test_keys_go_to_rounds(screen: ReplayScreen) -> None:
    """Down and Up go from deal to deal; G asks for a number and takes no other."""
    first, second, third = DEALS
    for expected in (*DEALS, LAST):
        assert press(screen, "down") == expected
    assert press(screen, "up", "page up") == second
    assert press(screen, "page down") == third
    press(screen, "g")
    entry = screen._program.screens[-1]
    for key in ("7", "enter"):
        entry.press(key)
    assert "Type a number from 1 to 3." in text(entry)
    for key in ("backspace", "2", "enter"):
        entry.press(key)
    assert screen._program.screens == []
    assert press(screen) == second
    assert press(screen, "up") == first


@pytest.mark.slow
async def test_back_shows_what_forward_showed(screen: ReplayScreen) -> None:
    forward = [text(screen)]
    for _ in range(LAST - 1):
        press(screen, "right")
        forward.append(text(screen))
    backward = [text(screen)]
    for _ in range(LAST - 1):
        press(screen, "left")
        backward.append(text(screen))
    assert backward == forward[::-1]
    assert len(set(forward)) == LAST


async def test_a_step_that_has_not_come_is_gone_to_when_it_does(tmp_path: Path) -> None:
    """Meanwhile the last one that has come is shown; a key begins from that."""
    async with person(1, tmp_path, "Aki") as one:
        told = ReplaySteps()
        await told.collect(sent(STEPS[:4]))
        screen = ReplayScreen(
            one.program, told, tables.CATALOG, lambda: None, lambda: None, lambda: "It is lost."
        )
        assert "It is lost." in text(screen), "the connection, as long as steps are missing"
        assert press(screen, "end") == 4
        await told.collect(sent(STEPS[4:9]))
        assert press(screen) == 9
        assert press(screen, "left") == 8
        await told.collect(sent(STEPS[9:]))
        assert press(screen) == 8
        assert "It is lost." not in text(screen)


async def test_why_no_more_steps_come_is_said(tmp_path: Path) -> None:
    async def broken() -> AsyncGenerator[Step, None]:
        for step in STEPS[:2]:
            yield step
        raise Refused("FAULT", "The server has a fault.")

    async with person(1, tmp_path, "Aki") as one:
        told = ReplaySteps()
        await told.collect(sent(STEPS[:1]))
        screen = ReplayScreen(one.program, told, tables.CATALOG, lambda: None, lambda: None)
        await told.collect(broken())
        assert "The server has a fault." in text(screen)
