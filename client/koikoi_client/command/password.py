"""Open a session at a server that may need a password, and ask the user for it."""

from __future__ import annotations

import os
import sys

from koikoi_client.errors import PASSWORD_WRONG, Refused
from koikoi_client.follow.encryption import first_visit
from koikoi_client.system.progress import waiting
from koikoi_client.system.terminal import is_terminal
from koikoi_client.text import text
from koikoi_client.wire.session import Session

VARIABLE = "KOIKOI_PASSWORD"
MAX_ANSWERS = 3


async def open_with_password(session: Session, *, plain: bool) -> None:
    """Open a session with the password in KOIKOI_PASSWORD, else the one that is kept, else ask.

    Raises:
        CannotConnect, Refused: as :meth:`.Session.open`; PASSWORD_WRONG when no password is right.
    """
    session.password.typed = os.environ.get(VARIABLE, "").strip()
    for answers in range(MAX_ANSWERS + 1):
        try:
            with waiting(session.status, stays=plain):
                await session.open()
            return
        except Refused as refused:
            if refused.reason != PASSWORD_WRONG:
                raise
        wrong = _wrong(session, answers)
        if not is_terminal():
            raise Refused(PASSWORD_WRONG, wrong if session.password.typed else _not_asked())
        if answers < MAX_ANSWERS:
            session.password.typed = await _ask(session, wrong)
    raise Refused(
        PASSWORD_WRONG,
        text("That password is wrong, too. Ask whoever runs the server for the right one."),
    )


def _wrong(session: Session, answers: int) -> str:
    """Which password was wrong, as a sentence; empty: there was none."""
    if answers:
        return text("That password is wrong.")
    if session.password.typed:
        return text("The password in the environment variable KOIKOI_PASSWORD is wrong.")
    if session.password.kept:
        return text("The server's password has changed since you typed it last.")
    return ""


def _not_asked() -> str:
    return text(
        "This server needs a password: set the environment variable KOIKOI_PASSWORD, or run "
        "koikoi-client in a terminal, where it asks for it."
    )


async def _ask(session: Session, wrong: str) -> str:
    """Ask for the password, which is not shown, after saying what was *wrong*."""
    # Slow to load, and needed at few servers only.
    from koikoi_client.lines.console import ask_hidden
    from koikoi_client.text.wrapping import print_sentence

    # Before the password is typed, because it goes to whoever has this code.
    if sentence := wrong or first_visit(session):
        print_sentence(sentence, sys.stdout)
    prompt = text("Password of the server at {address}: ", address=session.address)
    try:
        while not (password := await ask_hidden(prompt)):
            pass
    except EOFError:
        raise Refused(PASSWORD_WRONG, text("This server needs a password.")) from None
    return password
