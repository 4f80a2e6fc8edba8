"""The person at the screen: what is said goes to the screen that is open, questions get one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from koikoi_client.app.dialogs import Question, TextDialog
from koikoi_client.app.program import Program
from koikoi_client.follow.player_names import wrong_name
from koikoi_client.follow.user import User
from koikoi_client.system.store import Store
from koikoi_client.text import text
from koikoi_client.wire.session import Session


class ScreenUser(User):
    """A person in full-screen mode.

    Attributes:
        hear: who shows what is said; None: it waits for the next one.
    """

    def __init__(
        self,
        program: Program,
        session: Session,
        store: Store,
        name: str,
        invitations: tuple[str, ...] = (),
        practice: bool = False,
    ) -> None:
        super().__init__(session, store, name, invitations, practice)
        self.program = program
        self._on_say: Callable[[str], None] | None = None
        self._unsaid: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def on_say(self) -> Callable[[str], None] | None:
        return self._on_say

    @on_say.setter
    def on_say(self, show: Callable[[str], None] | None) -> None:
        self._on_say = show
        unsaid, self._unsaid = self._unsaid, []
        self.say(*unsaid)

    def say(self, *lines: str) -> None:
        said = " ".join(line for line in lines if line)
        if not said:
            return
        if self._on_say is None:
            self._unsaid.append(said)
        else:
            self._on_say(said)
            self.program.redraw()

    def say_there(self, line: str) -> None:
        self._unsaid.append(line)  # the screen that is open goes at once

    def spawn(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something while the person goes on; an error in it ends the program."""

        def ended(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                self.program.fail(error)

        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(ended)

    async def close(self) -> None:
        """Give up what is still being done."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def ask_yes(self, question: str) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def give(value: bool) -> None:
            if not answer.done():
                answer.set_result(value)

        screen = Question(
            self.program,
            text("Koi-Koi"),
            [question],
            [
                ("Y", text("yes (or Enter)"), lambda: give(True)),
                ("N", text("no"), lambda: give(False)),
            ],
            back=lambda: give(False),
            enter=True,
        )
        self.program.show(screen)
        try:
            return await answer
        finally:
            self.program.close(screen)

    def wrong_name(self, name: str) -> str:
        """What the server would not like about a name; empty: nothing."""
        return wrong_name(name, self.session.info.max_name_columns)

    def open_rename(self, notice: str = "") -> None:
        """Let the person type another name; *notice* says what is wrong with this one."""

        def done(typed: str | None) -> None:
            self.program.close(entry)
            if typed:
                self.rename(typed)

        entry = TextDialog(
            text("Your name"), text("It is used at the next table where you sit down."),
            text("Name"), done, typed=self.name, limit=40, check=self.wrong_name, notice=notice,
        )  # fmt: skip
        self.program.show(entry)

    async def ask_name(self, offered: str, notice: str = "") -> str:
        """The person's name; *offered* when they have no wish."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        screen = TextDialog(
            text("Welcome"),
            text("What are you called at the table? Enter takes what stands there."),
            text("Name"),
            lambda typed: None if answer.done() else answer.set_result(typed or offered),
            typed=offered,
            offered=True,
            limit=40,
            check=self.wrong_name,
            notice=notice,
        )
        self.program.show(screen)
        try:
            return await answer
        finally:
            self.program.close(screen)
