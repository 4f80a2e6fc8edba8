"""What a screen shows of a table that is followed."""

from __future__ import annotations

from ..following import Following
from ..screen.view import View


def shown(following: Following, *, chosen: int = 0, marks: bool = True, hands: bool = True) -> View:
    """The last update and all that goes with it; without *hands* as a spectator sees it."""
    session, memory = following.guest.session, following.memory
    return View(
        update=following.update,
        seat_view=following.view if hands else None,
        catalog=session.catalog,
        chart=following.chart,
        chosen=chosen,
        marks=marks,
        now=following.now,
        spectators=following.spectators,
        connection=session.outage,
        connected=session.connected,
        invitation=_invitation(following) if hands else (),
        log=following.log,
        left=memory.left,
        own_turn=memory.own_turn if hands else (),
        between=memory.between,
        running=memory.running,
        inherited_turn=memory.inherited_turn if hands else (),
    )


def _invitation(following: Following) -> tuple[str, ...]:
    """What friends type to come to this table."""
    guest = following.guest
    code = following.view.join_code if following.view is not None else ""
    if not code and not guest.invitations:
        return ()
    ours = (f"koikoi-client {guest.session.address}",)
    end = f" --join {code}" if code else ""
    return tuple(line + end for line in guest.invitations or ours)
