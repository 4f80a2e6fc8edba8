"""The table's keys on scripted views: what is chosen, what is sent, what is only looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hanafuda.cards import card, cards
from koikoi.v1 import table_pb2 as pb
from koikoi_client.app.manner import Pace
from koikoi_client.screen.view import View
from tests.client.app.desk import desk, manner
from tests.client.screen import tables
from tests.client.screen.tables import changed, event

STILL = Pace(grace=0.35, news=60, notice=60, result=60)


def ids(codes: str) -> list[int]:
    return [int(each) for each in cards(codes)]


def chat(seat: int, text: str) -> pb.Event:
    return pb.Event(kind=pb.EVENT_KIND_CHAT_SENT, seat=seat, text=text)


async def test_a_number_chooses_and_the_same_number_plays(tmp_path: Path) -> None:
    """1 to 8 put the cursor on a hand card; pressed again, the card is played as the row says."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="Play Cherry plain (3), take")
        await at.press("6")
        await at.person.until("Play Maple blue ribbon (10)")
        assert at.chosen == []
        option = at.screen.view().choice
        await at.press("6")
        assert option is not None
        assert at.chosen == [option.option]
        await at.press("9", "0", "z")
        assert len(at.following.asked) == 1


async def test_the_first_press_of_a_number_only_chooses(tmp_path: Path) -> None:
    """Also of the card that was chosen beforehand, and again in the next turn."""
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
    """Left and right go from card to card, up and down between what it takes, Tab everywhere."""
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
    """Where a drawn card may take one of two, Tab chooses and Enter takes."""
    async with desk(tmp_path) as at:
        await at.show(tables.placing(), until="Take Cherry curtain")
        await at.press("tab")
        await at.person.until("Take Cherry plain with")
        await at.press("enter")
        assert at.chosen == [2]


async def test_a_decision_is_not_answered_by_a_key_typed_ahead(tmp_path: Path) -> None:
    """For 350 ms after koi-koi or stop is first seen K and S answer nothing; others work."""
    async with desk(tmp_path, manner=manner(pace=STILL)) as at:
        await at.show(tables.ordinary())
        at.following.show(tables.deciding())
        at.person.press("s")  # before it was ever drawn
        await at.person.until("Koi-koi or stop?")
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
    """Koi-koi that was answered says nothing about the next one."""
    async with desk(tmp_path, manner=manner(pace=STILL)) as at:
        await at.show(tables.deciding(), until="Koi-koi or stop?")
        at.clock.seconds += 1
        await at.press("k")
        await at.show(tables.waiting(), until="Ben chooses")
        await at.show(tables.deciding(), until="Koi-koi or stop?")
        await at.press("s")
        assert at.chosen == [1]


def hiki_only() -> View:
    view = changed(tables.waiting())
    assert view.seat_view is not None
    view.seat_view.options.append(
        pb.Option(option=1, kind=pb.OPTION_KIND_HIKI, label="Hiki of Month 1")
    )
    return view


async def test_nothing_is_called_by_enter_that_has_a_key_of_its_own(tmp_path: Path) -> None:
    """A standing hiki is not under the cursor until somebody puts it there; H calls it."""
    async with desk(tmp_path) as at:
        await at.show(hiki_only(), until="Hiki of Month 1")
        await at.press("enter", " ")
        assert at.chosen == []
        await at.press("h")
        assert at.chosen == [1]


async def test_a_result_closes_on_a_key_and_goes_on(tmp_path: Path) -> None:
    """A key typed ahead closes nothing; a later one does, sends go-on, and it stays closed."""
    async with desk(tmp_path, manner=manner(pace=STILL)) as at:
        await at.show(tables.ordinary())
        await at.show(tables.round_over(), until="Month 3 of 12: the result")
        await at.press("enter")
        assert at.chosen == []
        at.clock.seconds += 0.4
        await at.press("y")
        await at.person.until("Yaku of this table")
        await at.press("escape")
        await at.person.until("the result")
        await at.press("x")
        await at.person.gone("the result")
        assert at.chosen == [1]
        await at.show(tables.round_over(), chat(2, "hello"), until="hello")
        assert "the result" not in at.person.text


async def test_a_result_closes_by_itself(tmp_path: Path) -> None:
    """After a while it goes on without a key."""
    async with desk(tmp_path, manner=manner(pace=Pace(result=0.05))) as at:
        await at.show(tables.round_over())
        await at.person.gone("the result")
        assert at.chosen == [1]


async def test_the_end_of_a_match_stays_and_wants_another(tmp_path: Path) -> None:
    """It never closes by itself; Enter shows the table and again the result; R is a rematch."""
    async with desk(tmp_path, manner=manner(pace=Pace(grace=0, result=0.01))) as at:
        await at.show(tables.match_over(), until="The match is over")
        assert "by itself" not in at.person.text
        await at.press("enter")
        await at.person.until("The result, and another match.")
        await at.press("enter")
        await at.person.until("The match is over")
        await at.press("r")
        assert at.following.asked[-1].rematch.match_id == "m"
        assert not at.following.asked[-1].rematch.no


async def test_marks_are_hidden_and_the_choice_is_kept(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="3 ★")
        await at.press("m")
        await at.person.gone("3 ★")
        assert at.person.store.setting("marks") is False
    async with desk(tmp_path) as again:
        await again.show(tables.ordinary(), until="Curtain".lower())
        assert "3 ★" not in again.person.text


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("y", "Yaku of this table"),
        ("A", "The 48 cards"),
        ("l", "Log"),
        ("t", "What you may do"),
        ("?", "Help 1/"),
        ("c", "Say something"),
        ("q", "Quit, or leave the table?"),
    ],
)
async def test_a_letter_opens_a_screen_and_esc_closes_it(
    tmp_path: Path, key: str, part: str
) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press(key)
        await at.person.until(part)
        await at.press("escape")
        await at.person.until("Play Cherry")


async def test_from_one_screen_to_another_and_back(tmp_path: Path) -> None:
    """A letter in a screen that is read opens the other one instead of it."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("y", "a", "l", "?")
        await at.person.until("Help 1/")
        await at.press("right")
        await at.person.until("Help 2/")
        await at.press("page down", "page down", "home", "escape")
        await at.person.until("Play Cherry")


async def test_what_is_said_goes_to_the_table(tmp_path: Path) -> None:
    """C takes a line, of which ? and q are letters; an empty one says nothing."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("c", *"hi? q", "x", "backspace", "enter")
        await at.person.until("Play Cherry")
        assert at.following.asked[-1].chat == "hi? q"
        await at.press("c", "enter")
        assert len(at.following.asked) == 1
        await at.show(tables.ordinary(), chat(2, "well"), until="well")


async def test_the_log_is_searched(tmp_path: Path) -> None:
    """/ takes letters, Enter keeps what is found, Esc shows all again and then goes back."""
    async with desk(tmp_path) as at:
        at.following.log += [f"Aki played card {number}." for number in range(60)]
        at.following.log.append("Ben: a carp!")
        await at.show(tables.ordinary())
        await at.press("l", "/", *"CARP", "enter")
        await at.person.until("Search: CARP", "1 entry", "Ben: a carp!")
        assert "Aki played" not in at.person.text
        await at.press("escape")
        await at.person.until("Aki played card 59.")
        await at.press("page up", "page up", "page up", "page up", "page up", "page up")
        await at.person.until("Aki played card 0.")
        await at.press("down")
        await at.person.gone("Aki played card 0.")
        await at.press("escape")
        await at.person.until("Play Cherry")


async def test_a_seat_is_taken_back_with_one_key(tmp_path: Path) -> None:
    """B, when a computer plays for me."""
    async with desk(tmp_path) as at:
        await at.show(tables.late(), until="take your seat back")
        await at.press("b")
        asked = at.following.asked[-1].set_bot
        assert (asked.seat, asked.bot, asked.seat_version) == (1, "", tables.late().seat(1).version)


async def test_seats_are_filled_reminded_and_put_out(tmp_path: Path) -> None:
    """T lists what may be done, by number or with Enter; putting out is asked about first."""
    async with desk(tmp_path) as at:
        await at.show(tables.gathering(), until="One more player")
        await at.press("t")
        await at.person.until("What you may do")
        await at.press("1")
        asked = at.following.asked[-1].set_bot
        assert (asked.seat, asked.bot) == (2, "medium")
        await at.show(tables.waiting(), until="Ben chooses")
        await at.press("t", "down", "up", "enter")
        assert at.following.asked[-1].nudge == 2
        await at.press("t", "2")
        await at.person.until("Are you sure?")
        await at.press("n")
        assert not at.following.asked[-1].HasField("kick")
        await at.press("t", "2", "y")
        assert at.following.asked[-1].kick.seat == 2


async def test_friends_are_told_what_to_type(tmp_path: Path) -> None:
    """A private table shows the whole line, with the server's address and the code."""
    async with desk(tmp_path / "1") as at:
        await at.show(tables.gathering(), until="koikoi-client 127.0.0.1:1 --join PLUM-4711")
    lines = ("koikoi-client 192.168.1.20:50551",)
    async with desk(tmp_path / "2", invitations=lines) as host:
        await host.show(tables.gathering(), until=f"{lines[0]} --join PLUM-4711")


async def test_a_newcomer_is_told_of_the_help_once(tmp_path: Path) -> None:
    async with desk(tmp_path, newcomer=True) as at:
        await at.show(tables.ordinary(), until="New here? Press ?")
    async with desk(tmp_path) as again:
        await again.show(tables.ordinary())
        assert "New here?" not in again.person.text


async def test_the_bell_rings_for_those_who_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than two seconds; not when a chat comes while one thinks, nor in a quick exchange."""
    async with desk(tmp_path, manner=manner(pace=STILL)) as at:
        bells: list[str] = []
        monkeypatch.setattr(at.person.program, "bell", bells.append)
        await at.show(tables.ordinary())
        at.clock.seconds += 60
        await at.show(tables.ordinary(), chat(2, "hurry"))
        await at.show(tables.waiting())
        at.clock.seconds += 1.9
        await at.show(tables.ordinary())
        assert bells == []
        await at.show(tables.waiting())
        at.clock.seconds += 2.1
        await at.show(tables.waiting(), chat(2, "hm"))
        await at.show(tables.ordinary())
        assert bells == ["Your turn"]
        assert at.person.glass.screen.title.startswith("Your turn - ")
        await at.show(tables.waiting())
        assert at.person.glass.screen.title.startswith("Ben's turn - ")


async def test_the_desktop_is_told_only_on_request(tmp_path: Path) -> None:
    """--notify sends OSC 9 and 777, without what would end them early."""
    for wished in (False, True):
        async with desk(tmp_path, manner=manner(notify=wished)) as at:
            at.person.program.bell("Your turn; \x07 now")
            assert "\a" in at.person.glass.last
            told = "\x1b]9;Your turn  now\x07\x1b]777;notify;Koi-Koi;Your turn  now\x07"
            assert (told in at.person.glass.last) is wished


async def test_a_sentence_goes_when_something_is_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path, newcomer=True) as at:
        await at.show(tables.ordinary(), until="New here? Press ?")
        await at.press("6", "6")
        await at.person.gone("New here?")


MOVES = [
    event(pb.EVENT_KIND_CARD_PLAYED, 2, "7-2"),
    event(pb.EVENT_KIND_CARDS_CAPTURED, 2, "7-2", "7-2 7-1"),
    event(pb.EVENT_KIND_CARD_DRAWN, 2, "11-2"),
    event(pb.EVENT_KIND_CARD_LAID, 0, "11-2"),
]


async def test_cards_that_moved_light_up_one_after_the_other(tmp_path: Path) -> None:
    """First the play, then the draw, then nothing; a key is taken meanwhile."""
    seen: list[frozenset[int]] = []
    async with desk(tmp_path, manner=manner(motion=True, pace=Pace(news=0.3))) as at:
        await at.show(tables.ordinary())
        at.following.show(tables.ordinary(), *MOVES)
        for _ in range(400):
            now = at.screen.view().news
            seen += [now] if seen[-1:] != [now] else []
            if len(seen) == 3:
                break
            at.person.press("right")
            await at.taken()
        assert seen == [frozenset(ids("7-1 7-2")), frozenset(ids("11-2")), frozenset()]
        assert at.screen.view().choice is not None


async def test_no_motion_lights_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), *MOVES)
        assert at.screen.view().news == frozenset()


async def test_a_spectator_looks_and_goes(tmp_path: Path) -> None:
    """No key of a player does anything; a result closes for oneself; Q asks where to go."""
    async with desk(tmp_path, spectating=True, manner=manner(pace=Pace(grace=0))) as at:
        await at.show(tables.watching(), until="you watch")
        await at.press("1", "1", "enter", "k", "s", "c", "b", "r")
        assert at.following.asked == []
        await at.show(changed(tables.round_over(), seat_view=None), until="the result")
        await at.press("enter")
        await at.person.gone("the result")
        await at.press("q")
        await at.person.until("back to the lobby")
        await at.press("q")
        assert await at.person.end() == 1


async def test_quitting_and_leaving_are_two_things(tmp_path: Path) -> None:
    """Q asks; Esc stays, Q ends the program, B goes to the lobby with the seat kept."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("q", "escape")
        await at.person.until("Play Cherry")
        await at.press("q", "b")
        assert await at.person.end() == 0
        assert at.following.asked == []


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (170, 50)])
@pytest.mark.parametrize("make", [tables.ordinary, lambda: tables.many(5)])
async def test_a_click_anywhere_on_a_card_is_that_card(
    tmp_path: Path, size: tuple[int, int], make: Callable[[], View]
) -> None:
    """Of the hand and of what it takes; a click beside all of them is nothing at all."""
    view = make()
    async with desk(tmp_path, manner=manner(mouse=True), size=size) as at:
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
        await at.show(tables.waiting(), until="Ben chooses")
        await at.press("k")
        await at.person.until("K does nothing now; ? tells what the keys do.")
        assert at.following.asked == []


async def test_a_click_is_the_key_that_is_written_there(tmp_path: Path) -> None:
    """On a key's cap, on a card above its number, on a lit field card."""
    async with desk(tmp_path, manner=manner(mouse=True)) as at:
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
