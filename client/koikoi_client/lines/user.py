"""The user of line mode."""

from __future__ import annotations

from koikoi_client.follow.invitations import Invitations
from koikoi_client.follow.outage import outage
from koikoi_client.follow.user import Place, User
from koikoi_client.lines.console import Lines
from koikoi_client.system.store import KeptSeat, Store
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
        invitations: Invitations | None = None,
        practice: bool = False,
    ) -> None:
        super().__init__(session, store, name, invitations, practice)
        self.lines = lines
        self.hinted = False  #: whether the hint at the first table was shown
        self.place: Place | None = None  #: the table that is shown; None: the lobby

    def say(self, *lines: str) -> None:
        for line in lines:
            for part in line.split("\n") if line else ():  # a command to type has its own line
                self.lines.say(part)

    @property
    def outage(self) -> str:
        """What has happened and what the user can do while the server does not answer; or ""."""
        if self.place is None:
            return self.session.lost
        return outage(self, seated=isinstance(self.place, KeptSeat))

    async def ask_yes(self, question: str, *, enter: bool = True) -> bool:
        """Ask a yes-or-no question; only "y" or "yes" means yes."""
        await self.lines.forget_typed()
        self.say(question)
        if not self.lines.console.interactive:  # it shows no prompt
            self.say(text("Type y or n."))
        return (await self.lines.ask(text("y or n> "))).lower() in ("y", "yes")
