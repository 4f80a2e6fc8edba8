"""Command-line options: argument types, and dataclass fields that are options.

A setting is one row: a field made by :func:`option` has the default, the option's name, the values
that it takes, and its help. :func:`add_options` adds such fields to an argparse parser, and
:func:`given` returns those that the command line sets.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from koikoi_server.refusal import Refusal
from koikoi_server.text import Phrase, text
from koikoi_server.user_text import clean_name

SERVER_NAME_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Option:
    """How a field is set on the command line."""

    flag: str  #: "--tables"
    help: str  #: in English, without the default
    default: str  #: as --help shows it; empty: not shown
    metavar: str  #: "SECONDS"; empty: a switch without a value
    read: Callable[[str], Any]  #: argparse's ``type``
    group: str  #: title of a group in --help; empty: the first one


def option(
    default: Any,
    flag: str,
    metavar: str,
    help: str,
    read: Callable[[str], Any] = str,
    *,
    default_text: str | None = None,
    group: str = "",
    repr: bool = True,
) -> Any:
    """A field that is an option with one value."""
    shown = str(default) if default_text is None else default_text
    made = Option(flag, help, shown, metavar, read, group)
    return field(default=default, repr=repr, metadata={"option": made})


def seconds_option(
    default: int, flag: str, low: int, high: int, help: str, *, group: str = ""
) -> Any:
    """A field in milliseconds whose option is in seconds, from *low* to *high*."""
    shown = f"{default / 1000:g}"
    return option(
        default, flag, "SECONDS", help, seconds(low, high), default_text=shown, group=group
    )


def rate_option(default: tuple[int, int], flag: str, help: str, *, group: str = "") -> Any:
    """A field (burst, per second) whose option is the rate per second; the burst grows with it."""
    burst, usual = default
    per_second = whole(1, 1000)

    def read(given: str) -> tuple[int, int]:
        rate = per_second(given)
        return rate * burst // usual, rate

    return option(default, flag, "NUMBER", help, read, default_text=str(usual), group=group)


def switch(flag: str, help: str, *, group: str = "") -> Any:
    """A field that is True if its option is given, otherwise False."""
    return field(default=False, metadata={"option": Option(flag, help, "", "", bool, group)})


def add_options(
    parser: argparse.ArgumentParser, settings: type[Any], groups: Mapping[str, str]
) -> None:
    """Add the options of a dataclass to *parser*; *groups* describes each group."""
    known = {each.title: each for each in parser._action_groups}
    for each in fields(settings):
        row: Option | None = each.metadata.get("option")
        if row is None:
            continue
        into: Any = parser
        if row.group:
            into = known.get(row.group) or parser.add_argument_group(
                row.group, text(groups[row.group]) or None
            )
            known[row.group] = into
        how: dict[str, Any] = {"dest": each.name, "default": argparse.SUPPRESS, "help": _help(row)}
        if row.metavar:
            into.add_argument(row.flag, metavar=row.metavar, type=row.read, **how)
        else:
            into.add_argument(row.flag, action="store_true", **how)


def given(settings: type[Any], options: argparse.Namespace) -> dict[str, Any]:
    """The fields of a dataclass that the command line sets, by name."""
    return {
        each.name: getattr(options, each.name)
        for each in fields(settings)
        if "option" in each.metadata and hasattr(options, each.name)
    }


def folder_path(given: str) -> Path:
    """An argparse type: a folder, which need not exist."""
    if not given:
        raise argparse.ArgumentTypeError(text('give a folder, not ""'))
    return Path(given)


def server_name(given: str) -> str:
    """An argparse type: the name of a server, as players can see it."""
    try:
        return clean_name(given, "name", SERVER_NAME_COLUMNS)
    except Refusal as refused:
        raise argparse.ArgumentTypeError(str(refused)) from None


def whole(least: int, most: int) -> Callable[[str], int]:
    """An argparse type: a whole number in that range."""

    def read(given: str) -> int:
        if given.isascii() and given.isdigit() and least <= int(given) <= most:
            return int(given)
        raise argparse.ArgumentTypeError(
            text(
                'give a whole number from {least} to {most}, not "{given}"',
                least=least,
                most=most,
                given=given,
            )
        )

    return read


def seconds(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: seconds in that range, with or without decimals, read as milliseconds."""

    def read(given: str) -> int:
        before, _, after = given.partition(".")
        digits = before + after
        if digits.isascii() and digits.isdigit() and len(digits) < 12:
            millis = int(float(given) * 1000)
            if low * 1000 <= millis <= high * 1000:
                return millis
        raise argparse.ArgumentTypeError(
            text(
                'give a number of seconds from {low} to {high}, not "{given}"',
                low=low,
                high=high,
                given=given,
            )
        )

    return read


def host_address(given: str) -> str:
    """An argparse type: a name or an IP address without a port; brackets are removed."""
    host = given.strip()
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    is_ipv6 = bare.count(":") > 1
    if (
        not bare
        or (bare != host and not is_ipv6)
        or set("[]/ ") & set(bare)
        or bare.count(":") == 1
    ):
        raise argparse.ArgumentTypeError(
            text(
                'give an address of this machine, for example 192.168.1.20, not "{given}"; a port '
                "belongs to --port",
                given=given,
            )
        )
    return bare


def _help(row: Option) -> str:
    if not row.default:
        return text(row.help)
    return text("{help} (default: {default})", help=Phrase(row.help), default=row.default)
