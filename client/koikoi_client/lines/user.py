"""What all parts of line mode share: one run of the client at one server, line by line."""

from __future__ import annotations

from koikoi_client.follow.user import Place, Quit, Spectating, User
from koikoi_client.lines.console import Lines
from koikoi_client.system.store import Store
from koikoi_client.text import text
from koikoi_client.wire.session import Session

__all__ = ["LineUser", "Place", "Quit", "Spectating"]


class LineUser(User):
    """One run of line mode."""

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
        self.hinted = False  #: whether it was said what can be typed at a table

    def say(self, *lines: str) -> None:
        for line in lines:
            if line:
                self.lines.say(line)

    async def ask_yes(self, question: str) -> bool:
        """Ask a question; only "y" or "yes" is yes."""
        self.say(question)
        return (await self.lines.ask(text("y or n> "))).lower() in ("y", "yes")
