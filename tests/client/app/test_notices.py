"""Notices, and the bell, which rings for the user's own decisions in play and for reminders."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanafuda.cards import card
from koikoi.v1 import table_pb2
from koikoi_client.app.highlight import moved_cards
from koikoi_client.errors import Refused, Untrusted
from tests.client.app.desk import desk
from tests.client.screen import tables
from tests.client.screen.tables import changed, event


@pytest.mark.parametrize("phase", [table_pb2.PHASE_CUT, table_pb2.PHASE_ROUND_OVER])
async def test_no_bell_and_no_title_before_there_is_something_to_decide(
    phase: table_pb2.Phase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not while the deck is cut, although the server waits for this seat."""
    async with desk(tmp_path) as at:
        bells: list[str] = []
        titles: list[str] = []
        monkeypatch.setattr(at.person.program, "bell", bells.append)
        monkeypatch.setattr(at.person.program, "title", titles.append)
        await at.show(tables.waiting(), until="Ben is away")
        at.clock.seconds += 60
        between = changed(tables.waiting())
        between.match.phase, between.match.turn = phase, 0
        between.match.waiting_for[:] = [1, 2]
        at.following.show(between)
        at.clock.seconds += 60
        assert bells == []
        assert not any("your turn" in title for title in titles)
        at.following.show(tables.ordinary())
        assert bells == ["Your turn: play a card."]
        assert titles[-1] == "Koi-Koi: your turn"


def test_what_a_computer_played_for_me_is_lit_too() -> None:
    """Not the user's own plays, but every draw, and what a computer plays in the seat."""
    events = [
        event(table_pb2.EVENT_KIND_CARD_PLAYED, 1, "1-1"),
        event(table_pb2.EVENT_KIND_CARD_DRAWN, 1, "2-1"),
    ]
    assert moved_cards(events, 1) == [frozenset({card("2-1")})]
    events[0].by = "hard"
    assert moved_cards(events, 1) == [frozenset({card("1-1")}), frozenset({card("2-1")})]
    assert len(moved_cards(events, 2)) == 2


async def test_a_command_in_a_message_of_ours_has_a_row_of_its_own(tmp_path: Path) -> None:
    """In a server's message, line breaks count for nothing."""
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        for refused, rows in (
            (Untrusted("It has a new key. Type:\nkoikoi-client X"), ["Type:", "koikoi-client X"]),
            (Refused("", "Not\nnow."), ["Not now."]),
        ):
            at.person.user.say_refused(refused)
            await at.person.until(rows[-1])
            shown = [row.strip() for row in at.person.text.split("\n")]
            place = shown.index(rows[-1])
            assert all(map(str.endswith, shown[place + 1 - len(rows) : place + 1], rows))


async def test_a_reminder_is_seen_by_who_sends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bell rings only for the player who is reminded."""
    async with desk(tmp_path) as at:
        bells: list[str] = []
        monkeypatch.setattr(at.person.program, "bell", bells.append)
        await at.show(tables.ordinary())
        nudge = table_pb2.EVENT_KIND_PERSON_NUDGED
        sentence = "Ben was reminded that the others are waiting."
        await at.show(tables.waiting(), event(nudge, 2), until=sentence)
        assert bells == []
        await at.show(tables.ordinary(), event(nudge, 1), until="The others are waiting for you.")
        assert bells == ["The others are waiting for you."]


async def test_what_is_said_of_a_key_goes_with_the_next_key_and_with_the_screen(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as at:
        await at.show(tables.ordinary())
        await at.press("s")
        await at.person.until("S does nothing now")
        await at.press("left")
        assert "S does nothing now" not in at.person.text
        await at.press("s")
        await at.person.until("S does nothing now")
        await at.show(tables.round_over(), until=": the result")
        assert "S does nothing now" not in at.person.text


async def test_after_the_match_the_same_keys_work_beside_the_result_and_without_it(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as at:
        over = changed(tables.match_over())
        over.match.record_id = "R"
        await at.show(over, until="The match is over")
        at.clock.seconds += 1
        for _ in ("with the result", "without it"):
            await at.person.until("R again", "B lobby", "S save", "T table")
            await at.press("s")
            await at.person.until("Save this match to a file?")
            await at.press("n")
            at.clock.seconds += 1
            await at.press("enter")
            at.clock.seconds += 1
        await at.press("b")
        assert await at.person.end() == 0
