"""``koikoi-client HOST rules [GAME]``: prints the server's help pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import service_pb2
from koikoi_client.command.arguments import Arguments
from koikoi_client.command.opening import open_session
from koikoi_client.command.parser import nearest
from koikoi_client.errors import Refused
from koikoi_client.screen.help_page import pages
from koikoi_client.screen.page import READING, paragraphs
from koikoi_client.system.process import EXIT_OK
from koikoi_client.system.store import Store
from koikoi_client.text import one_of, printable, printable_lines, text
from koikoi_client.text.wrapping import wrap
from koikoi_client.wire.address import Address


async def print_rules(arguments: Arguments, address: Address, store: Store) -> int:
    """Print :func:`rules_lines`; return the exit code.

    The lines are as wide as the terminal, at most 96 columns, and 80 columns in a pipe.

    Raises:
        Refused: when the server has no such game, or as :func:`.opening.open_session`.
        CannotConnect: as :func:`.opening.open_session`.
    """
    columns = min(shutil.get_terminal_size().columns, READING)
    async with open_session(arguments, address, store) as session:
        game = " ".join(arguments.words[1:])
        print(*rules_lines(session.catalog, game, columns), sep="\n", flush=True)
    return EXIT_OK


def rules_lines(catalog: service_pb2.GetCatalogResponse, game: str, columns: int) -> Iterator[str]:
    """The wrapped pages about *game* (an id or a name) and the pages common to all games.

    Without *game*: all pages.

    Raises:
        Refused: when the server has no such game.
    """
    shown = list(catalog.help)
    if game:
        wanted = game.casefold()
        ids = [g.id for g in catalog.games if wanted in (g.id.casefold(), g.name.casefold())]
        if not ids:
            raise Refused("GAME_UNKNOWN", _unknown(game, [each.id for each in catalog.games]))
        shown = pages(catalog, ids[0])
    for number, page in enumerate(shown):
        if number:
            yield from ("", "")
        title = wrap(printable(page.title), columns)
        body = printable_lines(page.text)
        yield from title
        yield "=" * max(map(get_cwidth, title))
        yield ""
        for line in paragraphs(body, columns + 1):  # paragraphs() leaves a column free on each side
            yield "".join(words for _, words in line).removeprefix(" ")


def _unknown(game: str, known: list[str]) -> str:
    if near := nearest(game, known):
        return text('There is no game "{game}": did you mean {near}?', game=game, near=near)
    return text('There is no game "{game}": choose {games}.', game=game, games=one_of(known))
