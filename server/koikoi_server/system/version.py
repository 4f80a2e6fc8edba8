"""The version of this program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """The installed version; "0" if the program is not installed, as in a bare checkout."""
    try:
        return version("koikoi")
    except PackageNotFoundError:
        return "0"
