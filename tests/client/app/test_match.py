"""Whole matches by key presses: two people at two screens, and two at one screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koikoi_client.app.hot_seat import HotSeatScreen, hot_seat, player_names
from koikoi_client.app.new_table import NewTableScreen
from koikoi_client.cards import Line
from koikoi_client.follow.new_table import with_game
from koikoi_client.screen.handoff import handoff
from koikoi_client.screen.room import Room
from tests.client.app.persons import QUICK, Person, person
from tests.client.playing import real_server
from tests.client.screen.tables import CATALOG

OVER = "The match is over"


def next_key(text: str) -> str:
    """The key that the screen asks for; empty: it asks for none."""
    if "koi-koi or stop?" in text:
        return "s" if "koi-koi called" in text else "k"
    if ": the result" in text:
        return "enter"
    if "Enter  See the result." in text:
        return "enter"
    if "Hand over to" in text:
        return "enter"
    if "Your turn: play a card." in text:
        return "1"
    asked = "your turn" in text or "choose what it takes" in text
    return "enter" if "  Enter  " in text and asked else ""


async def play(one: Person) -> None:
    """Press what the screen asks for until the match is over."""
    read = -1
    for _ in range(10_000):
        await one.change(read)
        read = one.glass.written
        text = one.text
        if OVER in text:
            return
        if key := next_key(text):
            if key in "sk":
                await decide(one, key)
            else:
                one.press(key)
    raise AssertionError(f"the match does not end:\n{one.text}")


async def decide(one: Person, key: str) -> None:
    """Answer "koi-koi or stop?" with one press: on the next screen S and K mean other things."""
    await asyncio.sleep(2 * QUICK.grace)
    one.press(key)
    await one.gone("koi-koi or stop?")


async def press_until(one: Person, key: str, part: str) -> None:
    """Press a key again and again, until it is taken."""
    for _ in range(200):
        if part in one.text:
            return
        one.press(key)
        await one.change(one.glass.written)
    raise AssertionError(f"{part!r} never came; the screen:\n{one.text}")


@pytest.mark.slow
async def test_two_people_play_a_whole_match_and_want_another(tmp_path: Path) -> None:
    """From an empty lobby by keys alone: open, sit down, two months, the result, a rematch."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben", size=(120, 40)) as ben,
        person(server.port, tmp_path, "Cat") as cat,
    ):
        for each in (aki, ben, cat):
            await each.start()
            await each.until("No table is open. N opens one.")
        aki.press("n")
        await aki.until("Set of rules")
        await aki.move_to("down", "▶ Months")
        aki.press("2", "enter")
        await aki.until("One more player is needed.")
        await ben.until("1 free")
        ben.press("enter")
        await cat.until("full")
        cat.press("w")
        await cat.until("spectator")
        await asyncio.gather(play(aki), play(ben))
        for each in (aki, ben):
            assert "Month 1 of 2: the result" in each.glass.titles
        await cat.until(OVER)
        for each in (aki, ben, cat):
            assert "  1   2 " in each.text, each.text
            assert "Total" in each.text
        aki.press("r")
        await ben.until("Aki wants another match. Do you?")
        ben.press("r")
        for each in (aki, ben, cat):
            await each.until("Month 1 of 2")
        aki.press("q")
        await aki.until("Quit, or leave the table?")
        aki.press("q")
        assert await aki.end() == 0
        await ben.until("away")
        await ben.pressed("q", "l", "y")
        await ben.until("Tables at Test")
        ben.press("q")
        assert await ben.end() == 0
        assert len(aki.store.seats(aki.session.info.server_id)) == 1
        assert ben.store.seats(ben.session.info.server_id) == []


def drawn(lines: list[Line]) -> list[str]:
    return ["".join(words for _, words in line) for line in lines]


@pytest.mark.slow
async def test_no_hand_is_left_when_the_keyboard_is_handed_over(tmp_path: Path) -> None:
    """A whole match at one screen: no hand is on it, or in its scrollback, at a hand-off."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as device,
    ):
        await device.start_hot_seat()
        await device.until("A new table")
        await device.move_to("down", "▶ Months")
        device.press("1", "enter")
        handed: list[int] = []
        parted: set[int] = set()
        read = -1
        for _ in range(10_000):
            await device.change(read)
            read = device.glass.written
            text = device.text
            if OVER in text:
                break
            table = device.program.screens[-1]
            if "Hand the keyboard to" in text and isinstance(table, HotSeatScreen):
                seat = table.handing_over
                if not seat:
                    continue  # it was taken over, and is only just being drawn
                expected = drawn(handoff(table.view(), seat, Room(80, 24)))
                assert device.glass.screen.display == expected
                assert device.glass.screen.scrolled == []
                told = table.spectator.log
                assert not any(line.startswith(("You ", "Your ")) for line in told)
                handed += [seat] if handed[-1:] != [seat] else []
                device.press("enter")
            elif "Hand over to" in text and isinstance(table, HotSeatScreen):
                if table.parting:  # who has just played sees what it brought
                    assert " You played " in text or " You: " in text
                    parted.add(table.seat)
                device.press("enter")
            elif key := next_key(text.replace(": the result", ": the result your turn")):
                if key in "sk":
                    await decide(device, key)
                else:
                    device.press(key)
        assert len(handed) >= 6
        assert set(handed) == parted == {1, 2}
        device.press("r")
        await device.until("Hand the keyboard to")
        device.press("q")
        await device.until("This match is only on this device")
        device.press("q")
        assert await device.end() == 0
        assert device.store.seats(device.session.info.server_id) == []


async def test_a_hand_off_waits_for_enter_and_shows_no_hand_by_any_other_key(
    tmp_path: Path,
) -> None:
    """Chart, cards and log open over a hand-off and show nothing of a hand."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as device:
        await device.start_hot_seat()
        await device.until("A new table")
        device.press("enter")
        await device.until("Hand the keyboard to")
        device.press("a")
        await device.until("All 48 cards")
        rows = device.text.splitlines()[2:14]
        assert not any("hand" in row for row in rows)
        device.press("escape")
        await device.until("Hand the keyboard to")
        await device.pressed("1", "k", " ", "tab", "right", "c", "t")
        assert "Hand the keyboard to" in device.text
        await press_until(device, "enter", "Your turn: play a card.")
        device.press("a")
        await device.until("All 48 cards", " hand")
        device.press("escape", "1")
        await device.until("[1]")


async def test_players_at_one_screen_may_have_names(tmp_path: Path) -> None:
    """One name is the usual name of one user; several, with commas, are the players'."""
    async with person(1, tmp_path, "Ann, Ben") as device:
        device.session.info.max_name_columns = 16
        assert player_names(device.user, 3) == ["Ann", "Ben", "Player 3"]
        device.user.name = "Ann"
        assert player_names(device.user, 2) == ["Ann", "Player 2"]
        device.user.name = ""
        assert player_names(device.user, 2) == ["Player 1", "Player 2"]
        device.user.name = f"{'x' * 17},,Cat"
        assert player_names(device.user, 3) == ["Player 1", "Player 2", "Cat"]


async def test_two_at_one_screen_need_two_seats(tmp_path: Path) -> None:
    """A form without a second person is refused with a sentence, and Esc ends the program."""
    async with real_server() as server, person(server.port, tmp_path, "Aki") as device:
        await device.start_hot_seat()
        await device.until("A new table")
        await device.move_to("down", "▶ Seat Blue")
        device.press("right", "enter")
        await device.until("Leave a second seat open")
        device.press("escape")
        assert await device.end() == 0


async def test_everybody_named_gets_a_seat_at_one_screen(tmp_path: Path) -> None:
    """The form begins with a game for all of them, and says which name cannot be used, and why."""
    async with person(1, tmp_path, f"Ann,{'x' * 17},Cem") as device:
        device.session.catalog.CopyFrom(CATALOG)
        device.session.info.max_name_columns = 16
        device.run(hot_seat(device.user))
        await device.until(f"{'x' * 17}: That name is too long", "Player 2", "Cem")
        form = device.program.screens[-1]
        assert isinstance(form, NewTableScreen)
        assert len(form.table.seats) == 3
        two = form.table = with_game(form.table, CATALOG, "koikoi")
        assert len(two.seats) == 2
        device.press("down")
        await device.until("No seat for Cem: choose more seats")
        assert len(with_game(two, CATALOG, "coin").seats) == 3
