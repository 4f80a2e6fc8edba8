"""What commands read from their command line alike."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from koikoi_server.text import text


def whole(least: int, most: int) -> Callable[[str], int]:
    """An argument's type: a whole number in that range."""

    def read(given: str) -> int:
        if given.isascii() and given.isdigit() and least <= int(given) <= most:
            return int(given)
        raise argparse.ArgumentTypeError(
            text(
                'say a whole number from {least} to {most}, not "{given}"',
                least=least,
                most=most,
                given=given,
            )
        )

    return read
