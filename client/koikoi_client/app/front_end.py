"""The full-screen front end of an open session."""

from __future__ import annotations

from koikoi_client.app.navigation import visit_server
from koikoi_client.app.pagers import HelpScreen
from koikoi_client.app.program import Program
from koikoi_client.app.settings import Settings
from koikoi_client.app.user import ScreenUser
from koikoi_client.follow.start import Start
from koikoi_client.system.progress import PATIENCE
from koikoi_client.text import text


class ScreenFrontEnd:
    """Draws on the whole terminal."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, start: Start) -> int:
        """Play until the user quits; return the exit code.

        Raises:
            Refused: when the table with the join code cannot be joined.
        """
        catalog = start.session.catalog
        program = Program(self._settings, help=lambda on: HelpScreen(on, catalog))

        def say_wait() -> None:
            program.waiting = text("Waiting for the server.")

        program.later(PATIENCE, say_wait)
        user = ScreenUser(
            program, start.session, start.store, start.name, start.invitations, start.practice
        )
        user.rules = dict(start.rules)
        user.keeps, user.why_not_kept = start.keeps, start.why_not_kept
        lacking = self._settings.lacking
        if lacking and lacking != start.store.setting("lacking"):  # say it once
            user.say(lacking)
            user.keep_setting("lacking", lacking)
        if start.hot_seat:
            from koikoi_client.app.hot_seat import hot_seat  # rarely used, so loaded late

            return await program.run(hot_seat(user))
        return await program.run(visit_server(user, start.join_code, ask_name=start.ask_name))
