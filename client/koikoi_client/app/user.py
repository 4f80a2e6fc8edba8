"""The user of the full-screen front end: messages go to the open screen, questions open one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from koikoi_client.app.dialogs import Question, TextDialog
from koikoi_client.app.program import Program
from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.player_names import name_problem
from koikoi_client.follow.user import User
from koikoi_client.system.store import Store
from koikoi_client.text import text
from koikoi_client.wire.session import Session


class ScreenUser(User):
    """The user of the full-screen front end.

    Attributes:
        asking: whether :meth:`ask_yes` waits for an answer.
        on_say: shows a message on the open screen for some seconds, 0: for the usual time; None:
            messages wait for the next screen.
        on_connection: is called when the connection is lost or back.
    """

    def __init__(
        self,
        program: Program,
        session: Session,
        store: Store,
        name: str,
        invitations: Invitations | None = None,
        practice: bool = False,
    ) -> None:
        super().__init__(session, store, name, invitations, practice)
        if invitations is not None:
            invitations.on_change = program.redraw
        self.program = program
        self.asking = False
        self.on_connection: Callable[[], None] = lambda: None
        self._on_say: Callable[[str, float], None] | None = None
        self._unsaid: list[str] = []
        self._unsaid_seconds = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def on_say(self) -> Callable[[str, float], None] | None:
        return self._on_say

    @on_say.setter
    def on_say(self, show: Callable[[str, float], None] | None) -> None:
        self._on_say = show
        if show is not None:
            unsaid, self._unsaid = self._unsaid, []
            seconds, self._unsaid_seconds = self._unsaid_seconds, 0.0
            self.say(*unsaid, seconds=seconds)

    def say(self, *lines: str, seconds: float = 0.0) -> None:
        said = "\n".join(line for line in lines if line)
        if not said:
            return
        if self._on_say is None:
            self._unsaid.append(said)
            self._unsaid_seconds = max(seconds, self._unsaid_seconds)
        else:
            self._on_say(said, seconds)
            self.program.redraw()

    def say_there(self, line: str) -> None:
        self._unsaid.append(line)  # the open screen is about to close

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background; an error in it ends the program."""

        def ended(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                self.program.fail(error)

        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(ended)

    async def close(self) -> None:
        """Cancel the background tasks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def ask_yes(self, question: str, *, enter: bool = True) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def give(value: bool) -> None:
            if not answer.done():
                answer.set_result(value)

        screen = Question(
            self.program,
            text("Koi-Koi"),
            [question],
            [
                ("Y", text("yes (or Enter)") if enter else text("yes"), lambda: give(True)),
                ("N", text("no"), lambda: give(False)),
            ],
            back=lambda: give(False),
            enter=enter,
            grace=self.program.settings.pace.grace,
        )
        self.program.show(screen)
        self.asking = True
        try:
            return await answer
        finally:
            self.asking = False
            self.program.close(screen)

    def _has_seen(self, dialog: TextDialog) -> bool:
        """Whether a dialog that opened by itself has been visible long enough to take keys."""
        return self.program.has_shown(dialog, self.program.settings.pace.grace)

    def name_problem(self, name: str) -> str:
        """Why the server would refuse a name; empty: it would not."""
        return name_problem(name, self.session.info.max_name_columns)

    def open_rename(self, notice: str = "") -> None:
        """Ask for another name; *notice* says what is wrong with the current one."""

        def done(typed: str | None) -> None:
            self.program.close(entry)
            if typed:
                self.rename(typed)

        entry = TextDialog(
            text("Your name"), text("It is used at the next table you join."),
            text("Name"), done, typed=self.name, limit=40, check=self.name_problem, notice=notice,
            seen=self._has_seen if notice else lambda dialog: True,
        )  # fmt: skip
        self.program.show(entry)

    async def ask_name(self, offered: str, notice: str = "") -> str:
        """Ask for the user's name; *offered* is the default."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        screen = TextDialog(
            text("Welcome"),
            text("What name do you want to play under? Press Enter to keep this one."),
            text("Name"),
            lambda typed: None if answer.done() else answer.set_result(typed or offered),
            typed=offered,
            offered=True,
            limit=40,
            check=self.name_problem,
            notice=notice,
            seen=self._has_seen,
        )
        self.program.show(screen)
        try:
            return await answer
        finally:
            self.program.close(screen)
