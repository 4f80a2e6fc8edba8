"""Draw the help: a page of keys, then the catalogue's pages about the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_client.actions import table
from koikoi_client.actions.command import MOMENTS, VERBS, Need, Section, hints_of
from koikoi_client.actions.lobby import LOBBY
from koikoi_client.actions.pages import EVERYWHERE, PAGE, PageAction
from koikoi_client.actions.replay import REPLAY
from koikoi_client.cards import Line
from koikoi_client.screen.targets import row_target
from koikoi_client.text import text
from koikoi_client.text.wrapping import wrap

from .cells import wrap_line
from .legend import abbreviations, sign_legend
from .page import READING, Page, paragraphs, scrolling_page
from .room import Room


@dataclass(frozen=True)
class HelpContext:
    """Where the user has opened the help, which lists only the keys that work there.

    Attributes:
        game: the game of the table; empty: the user is not at a table.
        seated: whether the user plays; if not, they watch.
        shared: whether all players share this screen.
        replaying: whether the user watches a replay.
    """

    game: str = ""
    seated: bool = True
    shared: bool = False
    replaying: bool = False


AT_NO_TABLE = HelpContext()


def _needs_met(context: HelpContext, game: catalog_pb2.Game | None) -> frozenset[Need]:
    """The needs of commands that can be met in this context.

    Outside a table these are the needs of Koi-Koi. If an old server does not list the verbs of the
    game, all verbs are met.
    """
    met = {*MOMENTS, Need.SEAT if context.seated else Need.WATCHING}
    if not context.shared:
        met.add(Need.OTHERS)
    if game is None:
        met.add(Need.KOIKOI)
    else:
        met |= {verb for verb in VERBS if not game.verbs or verb.value in game.verbs}
    return frozenset(met)


def pages(catalog: service_pb2.GetCatalogResponse, game: str) -> list[service_pb2.HelpPage]:
    """The catalogue's pages about a game, then those about all games."""
    own = [page for page in catalog.help if page.game and page.game == game]
    return own + [page for page in catalog.help if not page.game]


def help_page(
    catalog: service_pb2.GetCatalogResponse,
    context: HelpContext,
    page: int,
    room: Room,
    *,
    scroll: int = 0,
) -> Page:
    """A page of the help: page 0 lists the keys, then come :func:`pages`; numbers wrap around."""
    texts = pages(catalog, context.game)
    page %= len(texts) + 1
    if page:
        title, body = texts[page - 1].title, paragraphs(texts[page - 1].text, room.columns)
    else:
        game = next((each for each in catalog.games if each.id == context.game), None)
        title, body = text("Keys"), _keys(context, game, room.columns)
    title = text("Help {n}/{all}: {title}", n=page + 1, all=len(texts) + 1, title=title)
    titles = [text("Keys"), *(each.title for each in texts)]
    body = [*_contents(titles, page, room.columns), [], *body]
    return scrolling_page(
        title,
        body,
        room,
        hints=hints_of(PAGE, PageAction.TURN_OVER, PageAction.BACK),
        scroll=scroll,
    )


def _keys(context: HelpContext, game: catalog_pb2.Game | None, columns: int) -> list[Line]:
    """The page of keys; those of the current place come first."""
    wide = min(columns, READING)
    met = _needs_met(context, game)
    lines: list[Line] = [sign_legend()]
    for section in _sections(context):
        shown = [each for each in section.commands if each.keys and each.help and each.needs <= met]
        if shown:
            lines += [[], [("", " "), ("class:heading", text(section.heading))]]
        for each in shown:
            first, *rest = wrap(text(each.help), wide - 16)
            blank = " " * (13 - len(each.keys))
            lines.append([("", " "), ("class:key", f" {each.keys} "), ("", blank), ("", first)])
            lines += [[("", " " * 16 + words)] for words in rest]
    return [*lines, [], *abbreviations(wide, game)]


def _sections(context: HelpContext) -> Sequence[Section[Any]]:
    """The sections of commands; those of the current place come first."""
    sections: Sequence[Section[Any]] = (LOBBY, REPLAY, *table.SECTIONS)
    if context.replaying:
        sections = (REPLAY,)
    elif context.game:
        sections = (*table.SECTIONS, *(() if context.shared else (LOBBY, REPLAY)))
    return (*sections, EVERYWHERE)


def _contents(titles: list[str], page: int, columns: int) -> list[Line]:
    """The table of contents: all titles on the first page, only the nearest ones on the others."""
    line: Line = [("bold", text("Pages"))]
    near = range(len(titles)) if not page else sorted({0, page - 1, page, (page + 1) % len(titles)})
    for number in near:
        title = titles[number]
        words = title.replace(" ", "\N{NO-BREAK SPACE}")
        shown: Line = [("class:key" if number < 9 else "", f"{number + 1}")]
        shown += [("", "\N{NO-BREAK SPACE}"), ("bold" if number == page else "", words)]
        line += [("", "   "), *row_target(shown, number)]
    lines = wrap_line(line, min(columns, READING) - 2, indent=2)
    return [
        [("", " "), *((style, words.replace("\N{NO-BREAK SPACE}", " ")) for style, words in each)]
        for each in lines
    ]
