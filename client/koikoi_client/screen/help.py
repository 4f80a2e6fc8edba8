"""Help: the keys first, then the catalogue's pages on the game."""

from __future__ import annotations

from koikoi.v1 import service_pb2

from ..faces import Line, Theme, mark
from ..texts import text
from .cells import fill, wrap, wrap_line
from .frame import READING, framed, paragraphs
from .inks import BOLD, HEADING, KEY
from .sides import KINDS

_KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Playing",
        (
            ("1-8", "choose a card of your hand; press it again to play it"),
            ("Left Right", "choose the card before or after it"),
            ("Tab", "the next thing you may do; Shift-Tab the one before"),
            ("Up Down", "choose what the card takes, where two cards match"),
            ("Enter", "do what the row under your hand says (the space bar as well)"),
            ("K  S", "koi-koi (go on) or stop, when you have made a yaku"),
            ("H  X", "where a game has it: call hiki; leave the open card on the field"),
        ),
    ),
    (
        "Looking",
        (
            ("Y", "the yaku, what they are worth here, and who has what"),
            ("A", "all 48 cards, and where they lie"),
            ("L", "the log; / searches in it"),
            ("M", "month numbers and marks on the cards, on or off"),
        ),
    ),
    (
        "The table",
        (
            ("T", "seats: computers, nudges, the join code, house rules"),
            ("B", "a computer for a seat that is open or late; your own seat back"),
            ("C", "say something to the table"),
            ("R", "another match, when one is over"),
            ("Q", "quit (your seat stays yours) or leave for good; it asks which"),
        ),
    ),
    (
        "Among the tables",
        (
            ("R", "matches that are over: step by step with open hands, or saved to a file"),
            ("E", "another name for you"),
        ),
    ),
)


def pages(catalog: service_pb2.GetCatalogResponse, game: str) -> list[service_pb2.HelpPage]:
    """The catalogue's pages about a game, then those about all games."""
    own = [page for page in catalog.help if page.game and page.game == game]
    return own + [page for page in catalog.help if not page.game]


def help_page(
    catalog: service_pb2.GetCatalogResponse,
    game: str,
    page: int,
    columns: int,
    rows: int,
    theme: Theme,
    *,
    scroll: int = 0,
) -> list[Line]:
    """A page of the help: 0 the keys, then those of :func:`pages`; others count round."""
    texts = pages(catalog, game)
    page %= len(texts) + 1
    if page:
        title, body = texts[page - 1].title, paragraphs(texts[page - 1].text, columns)
    else:
        title, body = text("Keys"), _keys(columns, theme)
    title = text("Help {n}/{all}: {title}", n=page + 1, all=len(texts) + 1, title=title)
    titles = [text("Keys"), *(each.title for each in texts)]
    body = [*_contents(titles, page, columns), [], *body]
    return framed(
        title,
        body,
        columns,
        rows,
        theme,
        hints=[("Left Right", text("page")), ("Esc", text("back"))],
        scroll=scroll,
    )


def _keys(columns: int, theme: Theme) -> list[Line]:
    wide = min(columns, READING)
    lines: list[Line] = []
    for heading, keys in _KEYS:
        lines += [[]] if lines else []
        lines.append([("", " "), (HEADING, text(heading))])
        for key, does in keys:
            first, *rest = wrap(text(does), wide - 16)
            lines.append([("", " "), (KEY, f" {key} "), ("", " " * (13 - len(key))), ("", first)])
            lines += [[("", " " * 16 + each)] for each in rest]
    marks: Line = [("", " "), (BOLD, fill(text("Marks"), 15))]
    for kind, name in KINDS:
        marks.append(("", f"{mark(kind, theme)} {text(name).lower()}   "))
    return [*lines, [], marks]


def _contents(titles: list[str], page: int, columns: int) -> list[Line]:
    """All pages with the keys that open them, the one shown in bold."""
    line: Line = [(BOLD, text("Pages"))]
    for number, title in enumerate(titles):
        words = title.replace(" ", "\N{NO-BREAK SPACE}")
        line += [("", "   "), (KEY, f"{number + 1}")] if number < 9 else [("", "   ")]
        line += [("", "\N{NO-BREAK SPACE}"), (BOLD if number == page else "", words)]
    lines = wrap_line(line, min(columns, READING) - 2, indent=2)
    return [
        [("", " "), *((style, words.replace("\N{NO-BREAK SPACE}", " ")) for style, words in each)]
        for each in lines
    ]
