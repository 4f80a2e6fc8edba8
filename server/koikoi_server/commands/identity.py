"""``koikoi-server identity``: print the code and the certificate of a server."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from koikoi_server.command_line import folder_path
from koikoi_server.identity import Identity, UnusableIdentity, read_identity
from koikoi_server.journal.folder import default_path
from koikoi_server.journal.kept_file import IDENTITY_FILE, user_folder
from koikoi_server.parser import Parser
from koikoi_server.text import text


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command. Exit codes: 0 done, 1 there is no usable identity."""
    options = _parser().parse_args(arguments)
    folder = user_folder() if options.memory else options.data or default_path()
    try:
        identity = read_identity(folder / IDENTITY_FILE)
    except (OSError, ValueError) as error:
        print(text("koikoi-server: {why}", why=_why_not(folder, error)), file=sys.stderr)
        return 1
    print(identity.certificate.decode() if options.pem else _shown(identity), file=out, end="")
    return 0


def _shown(identity: Identity) -> str:
    rows = {text("Code:"): identity.code, "SHA-256:": identity.digest}
    width = max(map(len, rows))
    return "".join(f"{name:<{width}} {value}\n" for name, value in rows.items())


def _why_not(folder: Path, error: Exception) -> str:
    path = folder / IDENTITY_FILE
    if isinstance(error, FileNotFoundError):
        return text(
            "There is no identity in {folder} yet: start the server once, or name its data folder "
            "with --data.",
            folder=folder,
        )
    if isinstance(error, OSError):
        return text("Cannot read {path}: {why}.", path=path, why=error.strerror)
    if isinstance(error, UnusableIdentity):
        return str(error)
    return text("{path} is damaged: restore it from a copy.", path=path)


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-server identity",
        description=text(
            "Print the code by which players recognize this server, and the SHA-256 digest of its "
            "certificate."
        ),
        examples={
            "koikoi-server identity": text("print the code that players must see"),
            "koikoi-server identity --pem >koikoi.pem": text(
                "write the certificate to a file, for clients that cannot fetch it"
            ),
        },
    )
    parser.add_argument(
        "--pem", action="store_true", help=text("print the certificate instead, as PEM")
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=folder_path, metavar="DIR", help=text("the server's data folder")
    )
    where.add_argument("--memory", action="store_true", help=text("the server runs with --memory"))
    return parser
