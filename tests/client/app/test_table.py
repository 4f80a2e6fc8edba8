"""What a table shows for a moment, what rings, and what is said once."""

from __future__ import annotations

from pathlib import Path

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.app.settings import Pace
from koikoi_client.follow.invitations import Invitations
from tests.client.app.desk import chat, desk, ids, settings
from tests.client.screen import tables
from tests.client.screen.tables import changed, event

STILL = Pace(grace=0.35, news=60, notice=60, result=60)


async def test_marks_are_hidden_and_the_choice_is_kept(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), until="3 ★")
        await at.press("m")
        await at.person.gone("3 ★")
        assert at.person.store.setting("marks") is False
    async with desk(tmp_path) as again:
        await again.show(tables.ordinary(), until="Curtain".lower())
        assert "3 ★" not in again.person.text


async def test_a_seat_is_taken_back_with_one_key(tmp_path: Path) -> None:
    """B, while a computer plays for me."""
    async with desk(tmp_path) as at:
        await at.show(tables.late(), until="B  Take your seat back from Medium")
        await at.press("b")
        asked = at.following.asked[-1].use_seat_option
        assert (asked.id, asked.bot) == ("take_back.1", "")


async def test_friends_are_told_what_to_type(tmp_path: Path) -> None:
    """A private table shows the whole line, with the server's address and the code."""
    async with desk(tmp_path / "1") as at:
        await at.show(
            tables.gathering(), until="koikoi-client --insecure 127.0.0.1:1 --join PLUM-4711"
        )
    line, note = "koikoi-client 192.168.1.20:50551", "Only by IPv4."
    ours = Invitations((line,), (note,))
    async with desk(tmp_path / "2", invitations=ours) as host:
        await host.show(tables.gathering(), until=f"{line} --join PLUM-4711")
        assert note in host.person.text
        assert "To join, type:" in host.person.text
        ours.commands = (line, "koikoi-client 10.0.0.1:50551")
        ours.on_change()
        await host.person.until("To join, type the first of these lines that works:")
        ours.commands, ours.notes = (), ("Only this machine can connect.",)
        ours.on_change()
        await host.person.until("Only this machine can connect.")
        assert line not in host.person.text


async def test_a_newcomer_is_told_of_the_help_once(tmp_path: Path) -> None:
    async with desk(tmp_path, newcomer=True) as at:
        at.person.user.say("First visit.")
        await at.show(tables.ordinary(), until="New here? Press ?")
        rows = [row.strip() for row in at.person.text.split("\n")]
        assert rows[rows.index("New here? Press ? for the keys and the rules.") + 1] == (
            "First visit."
        )
    async with desk(tmp_path) as again:
        await again.show(tables.ordinary())
        assert "New here?" not in again.person.text


async def test_the_bell_rings_for_those_who_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After more than two seconds; not for chat during the user's turn, nor in quick play."""
    async with desk(tmp_path, settings=settings(pace=STILL)) as at:
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
        assert bells == ["Your turn: play a card."]
        assert at.person.glass.screen.title == "Koi-Koi: your turn"
        await at.show(tables.waiting())
        assert at.person.glass.screen.title == "Koi-Koi: Ben is away"


async def test_the_desktop_is_told_only_on_request(tmp_path: Path) -> None:
    """--notify sends OSC 9 and 777, without characters that would end them early."""
    for wished in (False, True):
        async with desk(tmp_path, settings=settings(notify=wished)) as at:
            at.person.program.bell("Your turn; \x07 now")
            assert "\a" in at.person.glass.last
            told = "\x1b]9;Your turn  now\x07\x1b]777;notify;Koi-Koi;Your turn  now\x07"
            assert (told in at.person.glass.last) is wished


MOVES = [
    event(table_pb2.EVENT_KIND_CARD_PLAYED, 2, "7-2"),
    event(table_pb2.EVENT_KIND_CARDS_CAPTURED, 2, "7-2", "7-2 7-1"),
    event(table_pb2.EVENT_KIND_CARD_DRAWN, 2, "11-2"),
    event(table_pb2.EVENT_KIND_CARD_LAID, 0, "11-2"),
]


async def test_cards_that_moved_light_up_one_after_the_other(tmp_path: Path) -> None:
    """First the play, then the draw, then nothing; keys work meanwhile."""
    seen: list[frozenset[int]] = []
    async with desk(tmp_path, settings=settings(motion=True, pace=Pace(news=0.3))) as at:
        await at.show(tables.ordinary())
        at.following.show(tables.ordinary(), *MOVES)
        for _ in range(400):
            now = at.screen.view().news
            seen += [now] if seen[-1:] != [now] else []
            if len(seen) == 3:
                break
            await at.person.pressed("right")
        assert seen == [frozenset(ids("7-1 7-2")), frozenset(ids("11-2")), frozenset()]
        assert at.screen.view().choice is not None


async def test_no_motion_lights_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary(), *MOVES)
        assert at.screen.view().news == frozenset()


async def test_a_spectator_looks_and_goes(tmp_path: Path) -> None:
    """A player's keys do nothing; a result closes only here; Q asks where to go."""
    async with desk(tmp_path, spectating=True, settings=settings(pace=Pace(grace=0))) as at:
        await at.show(tables.watching(), until="spectator")
        await at.press("1", "1", "enter", "k", "s", "c", "b", "r")
        assert at.following.asked == []
        await at.show(changed(tables.round_over(), seat_view=None), until="the result")
        await at.press("enter")
        await at.person.gone(": the result")
        await at.press("q")
        await at.person.until("back to the lobby")
        await at.press("q")
        assert await at.person.end() == 1
