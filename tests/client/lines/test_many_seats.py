"""Tables of more than two in line mode: a seat plan, computers in the rest, players who go out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koikoi.v1.table_pb2 import STAGE_GATHERING
from koikoi_client.follow.new_table import YOU, NewTable, begin
from koikoi_client.follow.new_table_form import fields
from tests.client.lines.typed import TypedConsole
from tests.client.playing import OVER, Person, people, real_server
from tests.support.tiers import slow

COINS = 12


async def number_of(console: TypedConsole, line: str) -> str:
    """The number by which the form's *line* is changed."""
    console.type("list")
    place = await console.until("Type a number to change it", len(console.said))
    [found] = [said for said in console.said[: place - 1][-30:] if f": {line}:" in said][-1:]
    return found.split()[0].rstrip(":")


async def open_table(
    host: Person, game: str, seats: int, rules: dict[str, str], *, computers: bool = True
) -> None:
    """Seat 2 is for a person, the others are the computer's, or without *computers* open too."""
    console = host.console
    console.type("new", game)
    await console.until("Type a number to change it")
    plan = {"Number of seats": str(seats)} | rules
    if computers:
        plan |= {f"Seat {seat}": "2" for seat in range(3, seats + 1)} | {"Computer's delay": "0"}
    for line, value in plan.items():
        console.type(await number_of(console, line), value)
        await console.until(f": {line}: ", len(console.said))
    console.type("")
    await console.until("needed.")


def ended(person: Person) -> list[str]:
    """What it was told of the end of the match."""
    return [line for line in person.console.said if any(word in line for word in OVER)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "seed"), [(3, "three"), slow(5, "five"), slow(7, "outc")], ids=["3", "5", "7"]
)
async def test_a_coin_game_to_its_end(seats: int, seed: str, tmp_path: Path) -> None:
    """It begins when no seat is open; somebody goes out and the others play on."""
    async with (
        real_server(seed) as server,
        people(server.port, tmp_path, "Aki", "Ben", "Cat") as (aki, ben, cat),
    ):
        for person in (aki, ben, cat):
            await person.start()
            await person.console.until("No table is open")
        await open_table(aki, "2", seats, {"Rounds": "6", "Coins": str(COINS)})
        assert not any("A match begins." in line for line in aki.console.said)
        await ben.console.until("New table 1: Aki's table: Coin game, 1 seat open, Aki")
        assert "6 rounds; 12 coins;" in ben.console.said[-1]
        aki.play()
        ben.play()
        cat.console.type("watch 1")
        await cat.console.until("You are watching Aki's table.")
        ben.console.type("1")
        await ben.console.until("Others: Seat 1, Aki, host; Seat 3, Easy")
        await ben.console.until("Rules: 6 rounds; 12 coins;")
        for person in (aki, ben, cat):
            await person.console.until("Round 1 of 6. Score:")
            await person.console.until("the match", seconds=30)
        said = cat.console.said
        totals = [line for line in said if line.startswith("Score after")]
        for line in totals:
            coins = [int(number) for number in re.findall(r" (\d+)(?: \(out\))?[,.]", line)]
            assert len(coins) == seats
            assert sum(coins) == COINS * seats
        out = [place for place, line in enumerate(said) if "left and " in line and "out." in line]
        assert out, "choose another seed"
        again = next(line for line in said[out[0] :] if re.match(r"Round \d of 6. Score:", line))
        assert " 0 (out)" in again
        assert len(ended(cat)) == 1
        for name, person in (("Aki", aki), ("Ben", ben)):
            [told] = ended(person)
            told = re.sub("You won the match(.*)!", rf"{name} won the match\1.", told)
            assert [told] == ended(cat)


async def test_computers_fill_the_seats_that_stay_open(tmp_path: Path) -> None:
    """The match begins with the last of them, and not before."""
    async with real_server() as server, people(server.port, tmp_path, "Aki") as (aki,):
        await aki.start()
        await aki.console.until("No table is open")
        console = aki.console
        console.type("new", "2")
        await console.until("Type a number to change it")
        console.type(await number_of(console, "Number of seats"), "4", "")
        await console.until("3 more players are needed.")
        await console.until("  bot all: ")
        console.type("bot 3 medium", "bot")
        await console.until("The computer Medium sat down.")
        await console.until("The computer Medium 2 sat down.")
        assert not any("A match begins." in line for line in console.said)
        console.type("bot 4 easy")
        await console.until("A match begins.")
        await console.until("Round 1 of 12. Score: you 100, Medium 2: 100, Medium 3: 100")


@pytest.mark.parametrize("seats", range(2, 8))
async def test_the_form_on_the_screen_opens_the_same_tables(seats: int, tmp_path: Path) -> None:
    """Its seat plan, with one's own seat anywhere, is what the server makes."""
    async with real_server() as server, people(server.port, tmp_path, "Aki") as (aki,):
        await aki.session.open()
        catalog = aki.session.catalog
        filled = begin(catalog, "coin")

        def fill(name: str, value: str) -> NewTable:
            [item] = [each for each in fields(filled, catalog) if each.label == name]
            return item.set(value)

        filled = fill("Number of seats", str(seats))
        filled = fill(f"Seat {seats}", YOU)
        filled = fill("Seat 1", "easy")
        filled = fill("Coins", "50")
        asked = filled.request()
        asked.player_name = "Aki"
        grant = await aki.session.create(asked)
        table = (await anext(aki.session.watch_table(table_id=grant.table_id))).update.table
        assert grant.seat == seats
        assert [seat.bot for seat in table.seats] == ["easy", *[""] * (seats - 1)]
        assert [seat.player_name for seat in table.seats] == [*[""] * (seats - 1), "Aki"]
        assert dict(table.rules) == {"coins": "50"}
        gathering = seats > 2  # with two no seat is open
        assert (table.stage == STAGE_GATHERING) == gathering
