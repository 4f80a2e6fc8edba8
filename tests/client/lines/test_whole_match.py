"""Two people in line mode and a real server, in one process."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.client.playing import OVER, people, real_server
from tests.support.timeouts import HANG


async def test_two_people_play_a_whole_match_and_another(tmp_path: Path) -> None:
    """From the lobby: open a table of three months, sit down, play, look, rematch, leave."""
    async with (
        real_server() as server,
        people(server.port, tmp_path, "Aki", "Ben", "Cat") as (aki, ben, cat),
    ):
        for person in (aki, ben, cat):
            await person.start()
            await person.console.until("No table is open")
        aki.console.type("new", "1", "7", "3", "")
        await aki.console.until("One more player is needed.")
        await ben.console.until("Type 1 to sit down.")
        aki.play()
        ben.play()
        ben.console.type("1")
        await ben.console.until("Opponent: Red, Aki, host.")
        await aki.console.until("Ben sat down.")
        cat.console.type("watch 1")
        await cat.console.until("You are watching")

        for person in (aki, ben, cat):
            for month in ("Month 1 of 3", "Month 2 of 3", "Month 3 of 3"):
                await person.console.until(month, seconds=30)
            await person.console.until("Score after 3 of 3")
        async with asyncio.timeout(HANG):
            while not any(word in line for line in cat.console.said for word in OVER):
                await asyncio.sleep(0.01)
        assert not any("Your hand" in line for line in cat.console.said)

        places = [len(person.console.said) for person in (aki, ben)]
        aki.console.type("rematch")
        await ben.console.until("Aki wants another match")
        ben.console.type("rematch")
        for person, place in zip((aki, ben), places, strict=True):
            await person.console.until("Month 1 of 3", place)
        aki.rest()
        aki.console.type("quit")
        await aki.console.until("Type q to quit and keep your seat")
        aki.console.type("q")
        assert await aki.end() == 0
        await ben.console.until("Aki is away", places[1])
        ben.rest()
        ben.console.type("leave")
        await ben.console.until("Give up your seat for good?")
        place = len(ben.console.said)
        ben.console.type("y")
        await ben.console.until("You left the table.", place)
        await ben.console.until("Tables at Test:", place)
        assert not [line for line in ben.console.said if "no longer yours" in line]
        ben.console.type("quit")
        assert await ben.end() == 0
        assert ben.store.seats(ben.session.info.server_id) == []
        assert len(aki.store.seats(aki.session.info.server_id)) == 1
