"""``koikoi-client HOST rules [GAME]``: the server's pages to read, on standard output."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import service_pb2 as wire
from koikoi_client.errors import Refused
from koikoi_client.screen.cells import wrap
from koikoi_client.screen.frame import READING, paragraphs
from koikoi_client.screen.help import pages
from koikoi_client.texts import joined, printable, text

WORD = "rules"
"""What follows the server's address to read instead of to play."""


def show(catalog: wire.GetCatalogResponse, game: str) -> None:
    """Print :func:`rules_lines`, as wide as the terminal is, up to 96 columns; 80 in a pipe.

    Raises:
        Refused: when the server has no such game.
    """
    columns = min(shutil.get_terminal_size().columns, READING)
    print(*rules_lines(catalog, game, columns), sep="\n", flush=True)


def rules_lines(catalog: wire.GetCatalogResponse, game: str, columns: int) -> Iterator[str]:
    """The pages about a *game* (its id or its name) and those about all games, wrapped.

    Without *game* the pages about every game.

    Raises:
        Refused: when the server has no such game.
    """
    shown = list(catalog.help)
    if game:
        wanted = game.casefold()
        ids = [g.game for g in catalog.games if wanted in (g.game.casefold(), g.name.casefold())]
        if not ids:
            games = joined([each.game for each in catalog.games], text("or"))
            raise Refused(
                "GAME_UNKNOWN",
                text('There is no game "{game}": choose {games}.', game=game, games=games),
            )
        shown = pages(catalog, ids[0])
    for number, page in enumerate(shown):
        if number:
            yield from ("", "")
        title = wrap(printable(page.title), columns)
        yield from title
        yield "=" * max(map(get_cwidth, title))
        yield ""
        for line in paragraphs(page.text, columns + 1):  # it keeps a column free at either side
            yield "".join(words for _, words in line).removeprefix(" ")
