"""Keys and clicks at a table: what they choose and what they send."""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable
from pathlib import Path

import pytest

from hanafuda.cards import card
from koikoi.v1 import table_pb2
from koikoi_client.app.settings import Pace
from koikoi_client.cards import Line
from koikoi_client.screen import targets
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.client.app.desk import desk, ids, settings
from tests.client.screen import tables
from tests.client.screen.tables import changed
from tests.support.tiers import slow_after

STILL = Pace(grace=0.35, news=60, notice=60, result=60)


def hiki_only() -> View:
    view = changed(tables.waiting())
    assert view.seat_view is not None
    view.seat_view.options.append(
        table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_HIKI, label="Hiki of Month 1")
    )
    return view


async def test_a_number_chooses_and_the_same_number_plays(tmp_path: Path) -> None:
    """A digit puts the cursor on a card in hand; pressed again, it plays the card."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry plain (3), take")
        await at.press("6")
        await at.person.until("Play Maple blue ribbon (10)")
        assert at.chosen == []
        option = at.screen.view().choice
        await at.press("6")
        assert option is not None
        assert at.chosen == [option.number]
        await at.press("9", "0", "z")
        assert len(at.following.asked) == 1


async def test_the_first_press_of_a_number_only_chooses(tmp_path: Path) -> None:
    """Even if the cursor is on that card already, and again in the next turn."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry plain (3), take")
        await at.press("3")
        assert at.chosen == []
        await at.show(tables.ordinary())
        await at.press("3")
        assert at.chosen == []
        await at.press("3")
        assert len(at.chosen) == 1


async def test_arrows_and_tab_move_the_cursor(tmp_path: Path) -> None:
    """Left and Right move between cards, Up and Down between captures, Tab between all options."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())

        def under() -> tuple[int, list[int]]:
            choice = at.screen.view().choice
            assert choice is not None
            return choice.card, list(choice.taken)

        assert under() == (int(card("3-3")), ids("3-1"))  # the first card that takes something
        await at.press("left", "right")
        assert under() == (int(card("3-3")), ids("3-1"))
        await at.press("down")
        assert under() == (int(card("3-3")), ids("3-4"))
        await at.press("up")
        assert under() == (int(card("3-3")), ids("3-1"))
        await at.press("tab", "tab")
        assert under()[0] == card("6-1")
        await at.press("back tab")
        assert under() == (int(card("3-3")), ids("3-4"))
        await at.press("left", "left", "left")
        assert under()[0] == card("12-2")
        await at.press(" ")
        assert len(at.chosen) == 1


async def test_the_open_card_is_placed(tmp_path: Path) -> None:
    """If a drawn card can take one of two cards, Tab chooses and Enter takes."""
    async with desk(tmp_path) as at:
        await at.show(tables.placing(), until="Take Cherry curtain")
        await at.press("tab")
        await at.person.until("Take Cherry plain with")
        await at.press("enter")
        assert at.chosen == [2]


async def test_a_decision_is_not_answered_by_a_key_typed_ahead(tmp_path: Path) -> None:
    """K and S do nothing for 350 ms after the decision is first drawn; other keys work."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(tables.ordinary())
        at.following.show(tables.deciding())
        at.person.press("s")  # before it was ever drawn
        await at.person.until("koi-koi or stop?")
        await at.press("k", "s", "enter", " ", "tab", "enter", "1", "1", "right", "enter")
        assert at.chosen == []
        at.clock.seconds += 0.34
        await at.press("k", "y")
        await at.person.until("Yaku of this table")
        await at.press("escape")
        assert at.chosen == []
        at.clock.seconds += 0.02
        await at.press("enter", " ")
        assert at.chosen == []
        await at.press("s")
        assert at.chosen == [2]


async def test_a_new_decision_has_a_grace_of_its_own(tmp_path: Path) -> None:
    """Each decision has its own 350 ms."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
        await at.show(tables.deciding(), until="koi-koi or stop?")
        at.clock.seconds += 1
        await at.press("k")
        await at.show(tables.waiting(), until="Ben is away")
        await at.show(tables.deciding(), until="koi-koi or stop?")
        await at.press("s")
        assert at.chosen == [1]


async def test_nothing_is_called_by_enter_that_has_a_key_of_its_own(tmp_path: Path) -> None:
    """The cursor is not on an offered hiki until a key moves it there; H calls it."""
    async with desk(tmp_path) as at:
        await at.show(hiki_only(), until="Hiki of Month 1")
        await at.press("enter", " ")
        assert at.chosen == []
        await at.press("h")
        assert at.chosen == [1]


async def test_a_sentence_goes_when_something_is_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path, newcomer=True) as at:
        await at.show(tables.ordinary(), until="New here? Press ?")
        await at.press("6", "6")
        await at.person.gone("New here?")


@pytest.mark.parametrize("size", slow_after(2, [(80, 24), (120, 40), (100, 30), (170, 50)]))
@pytest.mark.parametrize("make", [tables.ordinary, lambda: tables.many(5)])
async def test_a_click_anywhere_on_a_card_is_that_card(
    tmp_path: Path, size: tuple[int, int], make: Callable[[], View]
) -> None:
    """On cards in hand and on what they take; a click beside them does nothing."""
    view = make()
    async with desk(tmp_path, settings=settings(mouse=True), size=size) as at:
        await at.show(view, until=view.game.name)
        for key in [str(place) for place in range(1, min(9, len(view.hand)) + 1)]:
            await at.click(f"[{key}]")
            assert at.screen.view().choice is not None
            assert at.screen.view().choice.card == view.hand[int(key) - 1]  # type: ignore[union-attr]  # just asked
        await at.click(view.game.name)
        assert at.following.asked == []


async def test_a_key_that_does_nothing_says_what_does(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("x")
        await at.person.until("X does nothing now: a number chooses a card, Enter plays it.")
        await at.show(tables.deciding())
        await at.press("9")
        await at.person.until("9 does nothing now: press K or S.")
        await at.show(tables.waiting(), until="Ben is away")
        await at.press("k")
        await at.person.until("K does nothing now. Press ? for what the keys do.")
        assert at.following.asked == []


async def test_a_click_is_the_key_that_is_written_there(tmp_path: Path) -> None:
    """On a key's cap, on a card above its number, on a lit field card."""
    async with desk(tmp_path, settings=settings(mouse=True)) as at:
        await at.show(tables.ordinary())
        await at.click("crane")
        await at.person.until("Play Pine crane (1)")
        assert at.chosen == []
        await at.click("crane")
        assert len(at.chosen) == 1  # it was the chosen one
        await at.show(tables.ordinary())
        await at.click("[3]")
        await at.person.until("Play Cherry")
        await at.click("or: Tab")
        choice = at.screen.view().choice
        assert choice is not None
        assert list(choice.taken) == ids("3-4")
        await at.person.until("Play Cherry plain (3), take Cherry plain")
        await at.click("▲ take")
        assert len(at.chosen) == 2
        await at.click(" Y ")
        await at.person.until("Yaku of this table")
        await at.click(" Esc ")
        await at.person.until("Play Cherry")


class Recorder:
    """A screen that is one cell, and keeps what it is given."""

    ticking = False

    def __init__(self) -> None:
        self.given: list[str] = []

    def draw(self, room: Room) -> list[Line]:
        return [[(targets.target("x"), "X")]]

    def press(self, key: str) -> None:
        self.given.append(key)

    def paste(self, words: str) -> None:
        """Nothing to paste here."""


async def test_a_click_means_nothing_on_a_screen_that_was_not_drawn_yet(tmp_path: Path) -> None:
    """The click was meant for the screen below."""
    async with desk(tmp_path, settings=settings(mouse=True)) as at:
        program, above = at.person.program, Recorder()
        await at.show(tables.ordinary(), until="[3]")
        display = at.person.glass.screen.display
        row = next(y for y, line in enumerate(display) if "[3]" in line)
        program.show(above)
        program._click(display[row].index("[3]"), row)
        assert above.given == []
        await at.person.still()
        program._click(0, 0)
        assert above.given == ["x"]


async def test_a_choice_that_is_under_way_is_said_to_be(tmp_path: Path) -> None:
    """Or the server's problem; the sentence stays until something is chosen."""
    async with desk(tmp_path) as at:
        at.following.may_answer.clear()
        await at.show(tables.ordinary())
        await at.press("6", "6")
        await at.press("6")
        await at.person.until("Your last choice is still on its way to the server.")
        await at.show(tables.ordinary())
        await at.person.gone("still on its way")
        await at.press("6", "6", "6")
        at.person.session.problem = "The disk is full."
        await at.press("6")
        await at.person.until("The disk is full.")
        assert len(at.following.asked) == 2


async def test_an_answered_choice_does_not_make_the_next_one_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as at:
        calls: list[Callable[[], None]] = []
        later = at.person.program.later

        def note(seconds: float, call: Callable[[], None]) -> TimerHandle:
            if seconds == at.person.program.settings.pace.late:
                calls.append(call)
            return later(1000, call)

        monkeypatch.setattr(at.person.program, "later", note)
        await at.show(tables.ordinary())
        await at.press("6", "6")
        await at.show(tables.ordinary())
        at.following.may_answer.clear()
        await at.press("6", "6")
        first, second = calls
        first()
        assert at.screen.view().notice == ""
        second()
        assert at.screen.view().notice == "Your last choice is still on its way to the server."
