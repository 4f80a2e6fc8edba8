"""Help: the keys first, then the catalogue's pages on the game."""

from __future__ import annotations

from dataclasses import dataclass

from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_client.cards import Line
from koikoi_client.screen.targets import row_target
from koikoi_client.text import text

from .cells import wrap, wrap_line
from .name_tags import abbreviations, legend
from .page import READING, Page, paragraphs, scrolling_page
from .room import Room

Rows = tuple[tuple[str, str, str], ...]
"""A key, what it does, and what a table must have for it, in words of :func:`_has`."""

_AT_A_TABLE: tuple[tuple[str, Rows], ...] = (
    (
        "Playing",
        (
            ("1-9 0", "choose a card of your hand (0: the tenth); once more plays it", "seat"),
            ("Left Right", "choose the card before or after it", "seat"),
            ("Up Down", "choose what the card takes, where two cards match", "seat"),
            ("Tab", "the next thing you may do; Shift-Tab the one before", "seat"),
            ("Enter", "do what the row under your hand says (the space bar as well)", "seat"),
            ("K  S", "koi-koi (go on) or stop, when you have made a yaku", "seat koikoi"),
            ("H", "hiki: take all four of a month, when you have what it needs", "seat hiki"),
            ("X", "leave the lightning on the field, so that it takes nothing", "seat leave"),
        ),
    ),
    (
        "Looking",
        (
            ("Y", "the yaku, what they are worth here, and who has what", ""),
            ("A", "all 48 cards, and where they lie", ""),
            ("L", "the log; / searches in it", ""),
            ("M", "month numbers and marks on the cards, on or off", ""),
        ),
    ),
    (
        "The table",
        (
            ("T", "seats: computers, reminders, the join code, the rules", "others"),
            ("B", "a computer for a seat that is open or late; your own seat back", "others seat"),
            ("C", "say something to the table", "others seat"),
            ("R", "another match, when one is over", "seat"),
            ("S", "save a match that is over to a file; it asks first", ""),
            ("Q", "quit or leave; it asks which, and says what becomes of your seat", ""),
        ),
    ),
)
_AMONG_TABLES: tuple[tuple[str, Rows], ...] = (
    (
        "Among the tables",
        (
            ("Enter", "sit down at the table that is lit, or go back to your seat there", ""),
            ("W", "watch it; at a table that is watched, T sits down in a free seat", ""),
            ("N", "open a new table: Left Right change a line, Enter opens it", ""),
            ("J", "join by a code, at a table that is not in the list", ""),
            ("/", "search; Esc shows all tables again", ""),
            ("R", "matches that are over: Enter opens one, S saves it to a file", ""),
            ("E", "another name for you", ""),
        ),
    ),
    (
        "A match that is over",
        (
            ("Left Right", "one step back or on", ""),
            ("Up Down", "the round before or after", ""),
            ("Home End", "its start, its end", ""),
            ("G", "go to a round by its number", ""),
            ("M", "month numbers and marks on the cards, on or off", ""),
        ),
    ),
)
_EVERYWHERE: tuple[tuple[str, Rows], ...] = (
    (
        "Everywhere",
        (
            ("Esc", "back to where you were", ""),
            ("PgUp PgDn", "scroll what is longer than the window; Home and End as well", ""),
            ("?", "this help", ""),
            ("Q", "quit, where nothing is being typed", ""),
            ("Ctrl-L", "draw the screen anew", ""),
            ("Ctrl-U", "erase the line that you are typing; Ctrl-W its last word", ""),
            ("Ctrl-Z", "leave for the shell for a while; fg comes back", ""),
            ("Ctrl-C", "end the program at once; a seat stays yours", ""),
        ),
    ),
)


@dataclass(frozen=True)
class Reader:
    """Where somebody asks for help: only the keys that mean something there are told.

    Attributes:
        game: the table's; empty: at no table.
        seated: whether they play; else they watch.
        shared: whether all players sit at this screen.
        replaying: whether a match that is over is looked at.
    """

    game: str = ""
    seated: bool = True
    shared: bool = False
    replaying: bool = False


AT_NO_TABLE = Reader()


def _has(reader: Reader, game: catalog_pb2.Game | None, need: str) -> bool:
    """Whether a table has what a key needs: a "seat" of mine, "others" elsewhere, or a verb.

    At no table the keys of "koikoi" alone are told; of an older server's game, all.
    """
    match need:
        case "seat":
            return reader.seated
        case "others":
            return not reader.shared
        case _ if game is None:
            return need == "koikoi"
        case _:
            return not game.verbs or need in game.verbs


def pages(catalog: service_pb2.GetCatalogResponse, game: str) -> list[service_pb2.HelpPage]:
    """The catalogue's pages about a game, then those about all games."""
    own = [page for page in catalog.help if page.game and page.game == game]
    return own + [page for page in catalog.help if not page.game]


def help_page(
    catalog: service_pb2.GetCatalogResponse,
    reader: Reader,
    page: int,
    room: Room,
    *,
    scroll: int = 0,
) -> Page:
    """A page of the help: 0 the keys, then those of :func:`pages`; others count round."""
    texts = pages(catalog, reader.game)
    page %= len(texts) + 1
    if page:
        title, body = texts[page - 1].title, paragraphs(texts[page - 1].text, room.columns)
    else:
        game = next((each for each in catalog.games if each.id == reader.game), None)
        title, body = text("Keys"), _keys(reader, game, room.columns)
    title = text("Help {n}/{all}: {title}", n=page + 1, all=len(texts) + 1, title=title)
    titles = [text("Keys"), *(each.title for each in texts)]
    body = [*_contents(titles, page, room.columns), [], *body]
    return scrolling_page(
        title,
        body,
        room,
        hints=[("Left Right", text("page")), ("Esc", text("back"))],
        scroll=scroll,
    )


def _keys(reader: Reader, game: catalog_pb2.Game | None, columns: int) -> list[Line]:
    """The keys of the place where help is asked for come first."""
    wide = min(columns, READING)
    groups = [*_AMONG_TABLES, *_AT_A_TABLE]
    if reader.replaying:
        groups = [_AMONG_TABLES[-1]]
    elif reader.game:
        groups = [*_AT_A_TABLE, *(() if reader.shared else _AMONG_TABLES)]
    lines: list[Line] = [legend()]
    for heading, keys in (*groups, *_EVERYWHERE):
        told = [
            (key, does)
            for key, does, needs in keys
            if all(_has(reader, game, need) for need in needs.split())
        ]
        if told:
            lines += [[], [("", " "), ("class:heading", text(heading))]]
        for key, does in told:
            first, *rest = wrap(text(does), wide - 16)
            lines.append(
                [("", " "), ("class:key", f" {key} "), ("", " " * (13 - len(key))), ("", first)]
            )
            lines += [[("", " " * 16 + each)] for each in rest]
    return [*lines, [], *abbreviations(wide, game)]


def _contents(titles: list[str], page: int, columns: int) -> list[Line]:
    """All pages with the keys that open them; on those behind the first only what is near."""
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
