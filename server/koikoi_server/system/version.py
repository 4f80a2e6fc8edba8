"""Which version of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """The version as installed; "0" where it is not, as in a checkout that is run in place."""
    try:
        return version("koikoi")
    except PackageNotFoundError:
        return "0"
