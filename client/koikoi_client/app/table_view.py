"""Makes the view that a table's screens are drawn from."""

from __future__ import annotations

from koikoi_client.follow.following import Following
from koikoi_client.follow.outage import outage

from ..screen.view import View


def table_view(
    following: Following, *, chosen: int = 0, marks: bool = True, pictures: bool = False
) -> View:
    """The view of the last update and of the state of the client."""
    session = following.user.session
    lost = outage(following.user, seated=following.seat is not None)
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
        invitation=_invitation(following),
        log=following.log,
    )


def _invitation(following: Following) -> tuple[str, ...]:
    """The commands that friends type to join this table."""
    user = following.user
    code = following.view.join_code if following.view is not None else ""
    if not code and not user.invitations:
        return ()
    ours = (f"koikoi-client {user.session.address}",)
    end = f" --join {code}" if code else ""
    return tuple(line + end for line in user.invitations or ours)
