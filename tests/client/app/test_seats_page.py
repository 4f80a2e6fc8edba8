"""The keys of the page of seats, and a seat that somebody else had before."""

from __future__ import annotations

from pathlib import Path

from tests.client.app.desk import desk
from tests.client.app.persons import begin, person
from tests.client.playing import real_server
from tests.client.screen import tables


async def test_one_key_fills_all_open_seats(tmp_path: Path) -> None:
    """With computers of the chosen difficulty."""
    table = tables.gathering("", "", "", "", "", "")
    async with desk(tmp_path) as at:
        await at.show(table, until="6 more players are needed.")
        await at.press("t", "right", "1")
        asked = at.following.asked[-1].use_seat_option
        assert (asked.id, asked.bot) == ("fill_all.0", "hard")


async def test_the_next_practice_is_against_the_computer_that_was_chosen_here(
    tmp_path: Path,
) -> None:
    """At a server of one's own; who plays among others has chosen nothing for that."""
    for practice, kept in ((False, ""), (True, "hard")):
        async with desk(tmp_path) as at:
            at.person.user.practice = practice
            await at.show(tables.gathering(""), until="One more player is needed.")
            await at.press("t", "right", "1")
            assert at.following.asked[-1].use_seat_option.bot == "hard"
            assert at.person.store.setting("practice_bot", "") == kept


async def test_choices_are_reached_by_the_arrows(tmp_path: Path) -> None:
    """The page scrolls to the one under the cursor, and Enter does it."""
    table = tables.gathering("", "", "", "", "", "")
    assert table.seat_view is not None
    offered = table.seat_view.seat_options
    async with desk(tmp_path) as at:
        await at.show(table, until="6 more players are needed.")
        await at.press("t", *["down"] * 4)
        await at.person.until(f"▶  5   {offered[4].label}")
        await at.press("enter")
        await at.press("t", "7")
        await at.press("t", "up", "enter")
        asked = [each.use_seat_option.id for each in at.following.asked]
        assert asked == [offered[place].id for place in (4, 6, -1)]


async def test_a_click_on_a_row_that_is_gone_means_the_last_one(tmp_path: Path) -> None:
    """The list may be shorter than it was drawn."""
    table = tables.gathering("")
    assert table.seat_view is not None
    async with desk(tmp_path) as at:
        await at.show(table, until="One more player is needed.")
        await at.press("t")
        at.person.program.screens[-1].press("row 99")
        at.person.program.screens[-1].press("up")
        at.person.program.screens[-1].press("enter")
        await at.person.still()
        assert at.following.asked[-1].use_seat_option.id == table.seat_view.seat_options[-2].id


async def test_a_number_does_what_stood_beside_it(tmp_path: Path) -> None:
    """An update between the page and the key: the seat was taken by Ben, who is not nudged."""
    async with desk(tmp_path) as at:
        await at.show(tables.gathering(""), until="One more player is needed.")
        await at.press("t")
        await at.person.until("1   Put a computer in the Blue seat")
        changed = tables.changed(tables.waiting())
        assert changed.seat_view is not None
        del changed.seat_view.seat_options[0]
        at.following.show(changed)
        await at.press("1")
        assert at.following.asked == []
        await at.person.until("(no longer possible)", "4   Remind Ben")
        await at.press("4")
        assert at.following.asked[-1].use_seat_option.id == "nudge.2"


async def test_who_takes_a_seat_over_has_not_made_its_earlier_moves(tmp_path: Path) -> None:
    """Ben plays and leaves; Cat sits down in his seat: the turn before was not hers."""
    async with (
        real_server() as server,
        person(server.port, tmp_path, "Aki") as aki,
        person(server.port, tmp_path, "Ben") as ben,
        person(server.port, tmp_path, "Cat") as cat,
    ):
        await begin(aki, ben, cat)
        for _ in range(40):
            if "You played" in ben.text:
                break
            for each in (aki, ben):
                written = each.glass.written
                each.press("enter")
                await each.change(written)
        await ben.until("You played")
        await ben.pressed("q", "l", "y")
        await ben.until("Tables at Test", "You left the table.", "1 free")
        cat.press("enter")
        await cat.until("Cat (Blue)", "Blue played")
        assert "You played" not in cat.text
        cat.press("l")
        await cat.until("Ben played", "Ben left the table.", "You sat down.")
        assert "You played" not in cat.text
