"""Small files that a server makes once, and keeps."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from koikoi_server.identity import (
    Identity,
    UnusableIdentity,
    fresh_identity,
    parsed_identity,
    read_identity,
)
from koikoi_server.journal import JournalError, schema
from koikoi_server.journal.private import make_private
from koikoi_server.text import text

IDENTITY_FILE = "identity.pem"


def kept_identity(folder: Path) -> Identity:
    """The identity in *folder*; if there is none, a new one.

    Raises:
        JournalError: when its file is damaged or of no use, or can be neither read nor made.
    """
    path = folder / IDENTITY_FILE
    kept(path, fresh_identity)
    try:
        return read_identity(path)
    except OSError as error:
        raise schema.unusable(path, error.strerror) from None
    except UnusableIdentity as error:
        raise JournalError(str(error)) from None
    except ValueError:
        message = text(
            "{path} is damaged: restore it from a copy. Without a copy, delete it: the server "
            "makes a new identity, which clients that know the old one refuse.",
            path=path,
        )
        raise JournalError(message) from None


def user_identity() -> tuple[Identity, str]:
    """The identity of this user's servers that save nothing else, so that players know it again.

    Returns:
        The identity, and why it cannot be kept, or "": then it is another one at each start.

    Raises:
        JournalError: when its file is damaged.
    """
    folder = user_folder()
    path = folder / IDENTITY_FILE
    made = b""
    try:
        make_private(folder, lambda name: name == IDENTITY_FILE)
        if not path.exists():
            made = fresh_identity()
            _publish(path, made)
    except OSError as error:
        return parsed_identity(made or fresh_identity()), error.strerror or str(error)
    return kept_identity(folder), ""


def user_folder() -> Path:
    """The folder of this user's identity."""
    return platformdirs.user_config_path("koikoi", appauthor=False)


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a file. If there is no file, make the content and sync it to disk first.

    Raises:
        JournalError: when the file can be neither read nor made.
    """
    try:
        if path.exists():
            return path.read_bytes()
        return _publish(path, make())
    except OSError as error:
        raise schema.unusable(error.filename or path, error.strerror) from None


def _publish(path: Path, content: bytes) -> bytes:
    """Sync *content* to disk and make it that file, unless another server was faster.

    Returns:
        The content of the file. Raises OSError.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.unlink(missing_ok=True)
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        try:
            os.link(new, path)
        except FileExistsError:
            return path.read_bytes()
        except OSError:  # the file system has no hard links
            new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return content
