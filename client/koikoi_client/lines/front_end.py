"""Line mode as a face: where its lines come from and go to, and the person's name."""

from __future__ import annotations

from koikoi_client.command.options import Arguments
from koikoi_client.follow import player_names
from koikoi_client.follow.opening import Start, remember, started
from koikoi_client.follow.store import Store
from koikoi_client.lines import line_mode
from koikoi_client.lines.console import Lines, console
from koikoi_client.lines.user import LineUser
from koikoi_client.text import text
from koikoi_client.wire.address import Address
from koikoi_client.wire.errors import UsageError


class LineFrontEnd:
    """Lines, on this process's input and output."""

    def __init__(self, arguments: Arguments, store: Store) -> None:
        self._arguments = arguments
        self._store = store

    async def run(
        self, address: Address, invitations: tuple[str, ...] = (), keeps: bool = True
    ) -> int:
        """Play line by line until the person quits; the exit code.

        Raises:
            UsageError: when the server takes no such name, and nobody can be asked for another.
            CannotConnect, Refused: as in :func:`.start.started`.
        """
        arguments, store = self._arguments, self._store
        async with started(arguments, store, address, keeps) as start, console() as lines:
            name = await self._name(start, lines)
            user = LineUser(lines, start.session, store, name, invitations, arguments.practice)
            user.rules, user.keeps = dict(start.rules), keeps
            return await line_mode.run(user, arguments.join)

    async def _name(self, start: Start, lines: Lines) -> str:
        wrong = start.wrong_name
        if lines.console.interactive and (start.ask_name or wrong):
            name = await _ask_name(lines, start.session.info.max_name_columns, wrong)
            remember(self._store, name=name)
            return name
        if wrong:
            raise UsageError(wrong)
        return start.name


async def _ask_name(lines: Lines, most: int, wrong: str) -> str:
    """A name that the server takes; *wrong* says why the one that was given does not do."""
    offered = player_names.login(most)
    prompt = text("What is your name? (Enter for {name}) > ", name=offered)
    while True:
        if wrong:
            lines.say(wrong)
        name = await lines.ask(prompt) or offered
        wrong = player_names.wrong_name(name, most)
        if not wrong:
            return name
