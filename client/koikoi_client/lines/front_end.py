"""Line mode as a face: where its lines come from and go to, and the person's name."""

from __future__ import annotations

from koikoi_client.command.options import Asked
from koikoi_client.follow import player_names as names
from koikoi_client.follow.opening import Start, remember, started
from koikoi_client.follow.store import Store
from koikoi_client.lines import line_mode as plain
from koikoi_client.lines.console import Lines, console
from koikoi_client.lines.user import Visit
from koikoi_client.text import text
from koikoi_client.wire.address import Address
from koikoi_client.wire.errors import WrongWish


class PlainFace:
    """Lines, on this process's input and output."""

    def __init__(self, asked: Asked, store: Store) -> None:
        self._asked = asked
        self._store = store

    async def run(
        self, address: Address, invitations: tuple[str, ...] = (), keeps: bool = True
    ) -> int:
        """Play line by line until the person quits; the exit code.

        Raises:
            WrongWish: when the server takes no such name, and nobody can be asked for another.
            CannotConnect, Refused: as in :func:`.start.started`.
        """
        asked, store = self._asked, self._store
        async with started(asked, store, address, keeps) as start, console() as lines:
            name = await self._name(start, lines)
            visit = Visit(lines, start.session, store, name, invitations, asked.practice)
            visit.rules, visit.keeps = dict(start.rules), keeps
            return await plain.run(visit, asked.join)

    async def _name(self, start: Start, lines: Lines) -> str:
        wrong = start.wrong_name
        if lines.console.interactive and (start.ask_name or wrong):
            name = await _ask_name(lines, start.session.info.max_name_columns, wrong)
            remember(self._store, name=name)
            return name
        if wrong:
            raise WrongWish(wrong)
        return start.name


async def _ask_name(lines: Lines, most: int, wrong: str) -> str:
    """A name that the server takes; *wrong* says why the one that was given does not do."""
    offered = names.login(most)
    prompt = text("What is your name? (Enter for {name}) > ", name=offered)
    while True:
        if wrong:
            lines.say(wrong)
        name = await lines.ask(prompt) or offered
        wrong = names.wrong_name(name, most)
        if not wrong:
            return name
