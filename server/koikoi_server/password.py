"""Where a server's password comes from, and what it may be."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from koikoi_server.text import text

VARIABLE = "KOIKOI_PASSWORD"
LONGEST = 128  #: characters


class PasswordError(Exception):
    """There is a password, but it cannot be used; the message says why."""


def given_password(file: Path | None, environment: Mapping[str, str]) -> tuple[str, str]:
    """The password in *file*, or else in the environment; empty: players need none.

    Returns:
        The password without white space around it, and a warning, as a sentence; or "".

    Raises:
        PasswordError: when the file cannot be read, or the password cannot be used.
    """
    if file is not None:
        password, warning = _read(file)
        return _checked(password, str(file)), warning
    if VARIABLE in environment:
        return _checked(environment[VARIABLE], VARIABLE), ""
    return "", ""


def _read(file: Path) -> tuple[str, str]:
    """What *file* holds, and a warning if other users can read it."""
    warning = ""
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            content = opened.read(2 * LONGEST)
    except OSError as error:
        message = text("cannot read the password in {file}: {why}", file=file, why=error.strerror)
        raise PasswordError(message) from None
    if stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH) and sys.platform != "win32":
        warning = text(
            "Other users of this machine can read the password in {file}: type chmod 600 {file}.",
            file=file,
        )
    return content.decode("latin-1"), warning


def _checked(password: str, where: str) -> str:
    """The *password* that was found *where*, without white space around it."""
    password = password.strip()
    if not password:
        raise PasswordError(text("the password in {where} is empty", where=where))
    if len(password) > LONGEST:
        raise PasswordError(
            text("the password in {where} is longer than {n} characters", where=where, n=LONGEST)
        )
    if not (password.isascii() and password.isprintable()):
        raise PasswordError(
            text(
                "the password in {where} must be one line of ASCII letters, digits, signs and "
                "spaces",
                where=where,
            )
        )
    return password
