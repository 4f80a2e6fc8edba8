"""Makes the view that a table's screens are drawn from."""

from __future__ import annotations

from koikoi_client.follow.encryption import encryption, is_exposed
from koikoi_client.follow.following import Following
from koikoi_client.follow.invitations import ways_to_join
from koikoi_client.follow.outage import outage
from koikoi_client.text import printable, text

from ..screen.view import View


def table_view(
    following: Following, *, chosen: int = 0, marks: bool = True, pictures: bool = False
) -> View:
    """The view of the last update and of the state of the client."""
    user, session = following.user, following.user.session
    lost = outage(user, seated=following.seat is not None, seen=following.begun)
    code = following.view.join_code if following.view is not None else ""
    invitation = ways_to_join(user.invitations, session.shared_address, code)
    return View(
        update=following.update,
        said=following.said,
        seat_view=following.view,
        catalog=session.catalog,
        chart=following.chart,
        chosen=0 if lost else chosen,  # nothing can be chosen
        marks=marks,
        pictures=pictures,
        now=following.now,
        spectators=following.spectators,
        connection=session.outage,
        lost=lost,
        exposed=is_exposed(session, user.invitations),
        encryption=encryption(session, user.invitations),
        invitation=invitation.commands,
        invitation_notes=invitation.notes,
        log=following.log,
    )


def title(view: View) -> str:
    """The title of the terminal's window."""
    state = view.connection or printable(view.said.waiting_brief)
    return text("{game}: {state}", game=view.game.name or text("Koi-Koi"), state=state)
