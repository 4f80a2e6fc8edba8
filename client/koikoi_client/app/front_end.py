"""The whole screen as a face: the terminal, and who plays on it."""

from __future__ import annotations

from koikoi_client.app.navigation import wander
from koikoi_client.app.overlays import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.settings import of_terminal
from koikoi_client.app.user import ScreenGuest
from koikoi_client.command.options import Asked
from koikoi_client.follow.opening import started
from koikoi_client.follow.store import Store
from koikoi_client.wire.address import Address


class ScreenFace:
    """The screen of this process's terminal, which is asked what it can."""

    def __init__(self, asked: Asked, store: Store) -> None:
        self._asked = asked
        self._store = store
        self._manner = of_terminal(
            color=asked.color,
            ascii=asked.ascii,
            motion=not asked.no_motion,
            mouse=asked.mouse,
            notify=asked.notify,
        )

    async def run(
        self, address: Address, invitations: tuple[str, ...] = (), keeps: bool = True
    ) -> int:
        """Play on a whole screen until the person quits; the exit code.

        Raises:
            CannotConnect, Refused, WrongWish: as in :func:`.start.started`.
        """
        asked, store = self._asked, self._store
        async with started(asked, store, address, keeps) as start:
            session = start.session
            program = Program(self._manner, help=lambda on: HelpScreen(on, session.catalog))
            guest = ScreenGuest(program, session, store, start.name, invitations, asked.practice)
            guest.rules, guest.keeps = dict(start.rules), keeps
            if asked.hot_seat:
                from koikoi_client.app.hot_seat import hot_seat  # few sit at one keyboard

                return await program.run(hot_seat(guest))
            return await program.run(wander(guest, asked.join, ask_name=start.ask_name))
