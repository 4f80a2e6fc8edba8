"""The user of line mode."""

from __future__ import annotations

from koikoi_client.follow.user import User
from koikoi_client.lines.console import Lines
from koikoi_client.system.store import Store
from koikoi_client.text import text
from koikoi_client.wire.session import Session


class LineUser(User):
    """A user who reads and types lines."""

    def __init__(
        self,
        lines: Lines,
        session: Session,
        store: Store,
        name: str,
        invitations: tuple[str, ...] = (),
        practice: bool = False,
    ) -> None:
        super().__init__(session, store, name, invitations, practice)
        self.lines = lines
        self.hinted = False  #: whether the hint at the first table was shown

    def say(self, *lines: str) -> None:
        for line in lines:
            if line:
                self.lines.say(line)

    async def ask_yes(self, question: str) -> bool:
        """Ask a yes-or-no question; only "y" or "yes" means yes."""
        self.say(question)
        return (await self.lines.ask(text("y or n> "))).lower() in ("y", "yes")
