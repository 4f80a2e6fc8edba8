"""What a user at a table reads while the server does not answer."""

from __future__ import annotations

from koikoi_client.follow.user import User
from koikoi_client.text import text


def outage(user: User, *, seated: bool, seen: bool = True) -> str:
    """What has happened, what happens next, and what the user can do; "" while connected.

    *seated*: whether the user plays. *seen*: whether the user sees the table already.
    """
    lost = user.session.lost
    return f"{lost} {_advice(user, seated, seen)}".rstrip() if lost else ""


def _advice(user: User, seated: bool, seen: bool) -> str:
    if not user.session.own:
        if not seated:
            return text("What you see here is from before.") if seen else ""
        return text(
            "You cannot play until it is back. Your seat stays yours, even if you quit and come "
            "back later."
        )
    if user.keeps:
        return text(
            "You cannot play until then. If it takes long, quit and run the same command again: "
            "the match is kept."
        )
    return text(
        "You cannot play until then. If it takes long, you can only quit: the match is then lost."
    )
