"""The whole screen as a face: the terminal, and who plays on it."""

from __future__ import annotations

from koikoi_client.app.navigation import wander
from koikoi_client.app.overlays import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.settings import of_terminal
from koikoi_client.app.user import ScreenUser
from koikoi_client.command.options import Arguments
from koikoi_client.follow.opening import started
from koikoi_client.follow.store import Store
from koikoi_client.wire.address import Address


class ScreenFrontEnd:
    """The screen of this process's terminal, whose features are probed."""

    def __init__(self, arguments: Arguments, store: Store) -> None:
        self._arguments = arguments
        self._store = store
        self._settings = of_terminal(
            color=arguments.color,
            ascii=arguments.ascii,
            motion=not arguments.no_motion,
            mouse=arguments.mouse,
            notify=arguments.notify,
        )

    async def run(
        self, address: Address, invitations: tuple[str, ...] = (), keeps: bool = True
    ) -> int:
        """Play on a whole screen until the person quits; the exit code.

        Raises:
            CannotConnect, Refused, UsageError: as in :func:`.start.started`.
        """
        arguments, store = self._arguments, self._store
        async with started(arguments, store, address, keeps) as start:
            session = start.session
            program = Program(self._settings, help=lambda on: HelpScreen(on, session.catalog))
            user = ScreenUser(program, session, store, start.name, invitations, arguments.practice)
            user.rules, user.keeps = dict(start.rules), keeps
            if arguments.hot_seat:
                from koikoi_client.app.hot_seat import hot_seat  # few sit at one keyboard

                return await program.run(hot_seat(user))
            return await program.run(wander(user, arguments.join, ask_name=start.ask_name))
