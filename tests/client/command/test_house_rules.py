"""A table's own rules, as people meet them: in the form, the lobby, at the table, in the chart."""

from __future__ import annotations

from pathlib import Path

from koikoi_client.cards import Line
from koikoi_client.screen import lobby, seats, yaku_chart
from koikoi_client.screen.room import Room
from koikoi_client.screen.view import View
from tests.client.lines.test_many_seats import number_of
from tests.client.playing import Person, people, real_server

RULES = (
    "Points for the Brights: 15, 10, 8, 6; Points for a set of three: 6 points; "
    "Six Ribbons: 20 points"
)


def drawn(lines: list[Line]) -> str:
    """The words of a screen, a blank between its lines."""
    return " ".join("".join(part for _, part in line).strip() for line in lines)


async def table_with_rules(host: Person) -> None:
    """The named set "High Brights", and one rule more, of those that take any number."""
    console = host.console
    console.type("new", "1")
    await console.until("Type a number to change it")
    console.type(await number_of(console, "Six Ribbons"), "9")
    await console.until("That is not in the list; nothing was changed.")
    console.type(await number_of(console, "Set of rules"))
    await console.until("High Brights.")
    high = next(line for line in console.said if "High Brights." in line)
    console.type(high.split()[0].rstrip(":"))
    await console.until("Points for the Brights: 15, 10, 8, 6")
    console.type(await number_of(console, "Six Ribbons"), "11", "")
    await console.until('Six Ribbons cannot be "11": choose 0, or at least 12')
    console.type(await number_of(console, "Six Ribbons"), "20", "")
    await console.until("One more player is needed.")


async def test_what_differs_is_said_in_the_lobby_and_at_the_table_and_the_chart_has_it(
    tmp_path: Path,
) -> None:
    async with (
        real_server() as server,
        people(server.port, tmp_path, "Aki", "Ben") as (aki, ben),
    ):
        for person in (aki, ben):
            await person.start()
            await person.console.until("No table is open")
        await table_with_rules(aki)
        await aki.console.until(f"Rules: {RULES}.")
        await ben.console.until(f"New table 1: Aki's table: Koi-Koi, 1 seat open, Aki, {RULES}")
        ben.console.type("1")
        await ben.console.until(f"Rules: {RULES}.")
        await ben.console.until("Month 1 of 12")
        ben.console.type("yaku", "rules")
        await ben.console.until("Five Brights, 15 points: ")
        await ben.console.until("Three Brights, 6 points: ")
        await ben.console.until("Six Ribbons, 20 points, and 1 for each further Ribbon: ")
        assert not any(line.startswith("Poetry and Blue Ribbons,") for line in ben.console.said)
        await ben.console.until(RULES, len(ben.console.said) - 40)
        place = await ben.console.until("Type rules and a number to read a page.")
        titles = [line.partition(": ")[2] for line in ben.console.said[place - 26 : place]]
        assert "Koi-Koi in a minute" in titles
        assert "The 48 cards" in titles
        assert "The coin game" not in titles, "another game's pages are in the lobby"
        ben.console.type("rules 1")
        await ben.console.until("Hanafuda are flower cards from Japan.", place)

        # The same on the screens, from the same messages.
        session = ben.session
        rows = list((await anext(session.watch_lobby())).rows)
        table = rows[0].table
        shown = drawn(lobby.lobby(lobby.Lobby(rows, session.catalog), Room(100, 30)))
        assert f"Rules: {RULES}." in shown
        update = (await anext(session.watch_table(table_id=table.table_id))).update
        of_table = await session.chart(table.game, table.rules)
        view = View(update, None, session.catalog, chart=of_table)
        assert f"Rules: {RULES}." in drawn(seats.seats(view, Room(100, 40)))
        rows_drawn = [
            "".join(part for _, part in line) for line in yaku_chart.yaku_chart(view, Room(100, 60))
        ]
        for told in (
            "Five Brights: 15 points",
            "Three Brights: 6 points",
            "Six Ribbons: 20 points",
        ):
            assert any(row.startswith(f" {told}") for row in rows_drawn)
