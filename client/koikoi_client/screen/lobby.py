"""Draw the lobby: the list of tables, and the details of the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.actions.command import row_of
from koikoi_client.actions.lobby import LOBBY, LobbyAction
from koikoi_client.actions.pages import search_hints
from koikoi_client.cards import Line
from koikoi_client.screen.targets import with_target
from koikoi_client.text import all_of, count, text
from koikoi_client.text.listed import occupants, open_seats, opened, players, table_name
from koikoi_client.text.names import Names
from koikoi_client.text.reports import rules_line
from koikoi_client.text.wrapping import wrap

from .bottom_row import Hint
from .cells import cut, fill, fill_line
from .cursor_list import empty_list, list_heading, list_row, list_widths
from .page import scrolling_page
from .room import Room

_DETAIL = 6  # rows below the list
_SHORTEST_NAME = 3  # columns of a name that is cut
_NAME, _PLAYERS = 25, 24  # minimum columns of a table's name and of its players


@dataclass(frozen=True)
class Lobby:
    """The contents of the lobby.

    Attributes:
        rows: the tables, in the server's order.
        cursor: the id of the table under the cursor; the first table if no table has this id.
        search: show only tables with this text in their name, players or game; None: no search.
        typing: whether the user is typing the search, so that letters are not keys.
        name: the player's name.
        server: the address of the server.
        exposed: whether others on the network can read what is sent.
        notice: a sentence about a refusal; empty: none.
        known: whether the server has sent the list.
        trouble: why the server sends no list now; empty: it does.
        mine: the ids of tables at which the player has a seat; they come first.
    """

    rows: Sequence[service_pb2.TableRow]
    catalog: service_pb2.GetCatalogResponse
    cursor: str = ""
    search: str | None = None
    typing: bool = False
    name: str = ""
    server: str = ""
    exposed: bool = False
    connection: str = ""
    notice: str = ""
    known: bool = True
    trouble: str = ""
    mine: frozenset[str] = frozenset()

    @property
    def found(self) -> list[service_pb2.TableRow]:
        """The tables that match: first the player's, then the others by the server's rank."""
        wanted = (self.search or "").casefold()
        rows = [row for row in self.rows if wanted in self._words(row).casefold()]
        return sorted(rows, key=lambda row: (row.table.table_id not in self.mine, row.rank))

    @property
    def row(self) -> service_pb2.TableRow | None:
        """The table under the cursor."""
        found = self.found
        chosen = (row for row in found if row.table.table_id == self.cursor)
        return next(chosen, found[0] if found else None)

    def game(self, game: str) -> catalog_pb2.Game:
        games = (each for each in self.catalog.games if each.id == game)
        return next(games, catalog_pb2.Game(id=game, name=game))

    def _words(self, row: service_pb2.TableRow) -> str:
        players = " ".join(seat.player_name for seat in row.table.seats)
        return f"{row.table.name} {players} {self.game(row.table.game).name}"


def lobby(shown: Lobby, room: Room) -> list[Line]:
    """The list of tables, with the details of the table under the cursor below it."""
    found, chosen = shown.found, shown.row
    wide = min(room.columns, 120)
    widths = _widths([table_name(row.table) for row in shown.rows], wide)
    head: list[Line] = [[], list_heading(_headings(), widths)]
    foot = _detail(shown, chosen, wide, trouble=shown.trouble if shown.rows else "")
    body: list[Line] = []
    for row in found:
        line = list_row(_cells(shown, row, widths), widths, chosen=row is chosen)
        body.append(with_target(line, f"table {row.table.table_id}"))
    if not body:
        body = empty_list(*wrap(_why_empty(shown), wide - 6))
    place = next((n for n, row in enumerate(found) if row is chosen), 0)
    title, *shorter = _titles(shown)
    return scrolling_page(
        title, body, room, head=head, foot=foot, hints=_hints(shown, chosen),
        cursor=place, typing=shown.typing, shorter=shorter,
    )  # fmt: skip


def _titles(shown: Lobby) -> list[str]:
    """The title, and shorter ones for where it does not fit."""
    where = text("Tables at {server}", server=shown.server)
    if shown.exposed:
        where = text("Tables at {server} (not encrypted)", server=shown.server)
    names = [""]
    if shown.name:
        rename = row_of(LOBBY.commands, LobbyAction.NAME).keys
        names = [
            text("you are {name} ({key} changes that)", name=shown.name, key=rename),
            text("you are {name}", name=shown.name),
            "",
        ]
    return ["   ".join(filter(None, (where, each, shown.connection))) for each in names]


def _hints(shown: Lobby, row: service_pb2.TableRow | None) -> list[Hint]:
    """The keys; those for the table under the cursor come first."""
    if shown.typing:
        return search_hints("all tables")
    hidden = {LobbyAction.HELP, LobbyAction.QUIT}  # they are in every bottom row
    if shown.search is None:
        hidden.add(LobbyAction.SHOW_ALL)
    if row is None or row.table.needs_code:  # it can only be watched with its code
        hidden.add(LobbyAction.WATCH)
    sit = _sit_labels(shown, row) if row is not None else ()
    if not sit:
        hidden.add(LobbyAction.SIT)
    return [
        each.hint_as(*sit) if each.action is LobbyAction.SIT else each.hint
        for each in LOBBY.commands
        if each.keys and each.label and each.action not in hidden
    ]


def _sit_labels(shown: Lobby, row: service_pb2.TableRow) -> tuple[str, ...]:
    """What Enter does at a table; empty: nothing."""
    if row.table.table_id in shown.mine:
        return ("go back to it", "sit")
    if open_seats(row.table):
        return ("sit down", "sit")
    return ("replace a computer", "replace") if row.table.open_to_join else ()


def _why_empty(shown: Lobby) -> str:
    """Why the list of tables is empty, as a sentence."""
    if shown.search and shown.rows:
        return text("No table, player or game matches the search.")
    if shown.trouble:
        return shown.trouble
    if not shown.known:
        return text("Loading the list of tables.")
    new = row_of(LOBBY.commands, LobbyAction.NEW).keys
    return text("No table is open. {key} opens one.", key=new)


def _headings() -> list[str]:
    return [
        text("Table"), text("Game"), text("Players"), text("Seats"), text("State"), text("Watching")
    ]  # fmt: skip


def _widths(names: Sequence[str], columns: int) -> list[int]:
    """The widths of the columns: room for the longest name, if enough is left for the players."""
    game, seats, state, watching = 10, 10, 12, 9
    free, *_ = list_widths(columns, (0, game, seats, state, watching))
    longest = max(map(get_cwidth, names), default=0) + 1
    name = max(_NAME, min(longest, free - _PLAYERS))
    return list_widths(columns, (name, game, 0, seats, state, watching))


def _cells(shown: Lobby, row: service_pb2.TableRow, widths: Sequence[int]) -> tuple[str, ...]:
    table = row.table
    game = shown.game(table.game)
    number = len(open_seats(table))
    seats = text("{n} free", n=number) if number else text("full")
    free = len(table.open_to_join)
    if free and not number:  # a player may replace the computer
        seats = text("computer") if free == 1 else text("computers")
    if table.table_id in shown.mine:
        seats = text("yours")
    watching = str(row.spectators or "-") if table.seats else ""  # empty: not known
    name, people = table_name(table), _people(table, widths[2] - 1)
    return (name, game.name, people, seats, _state(row, game), watching)


def _people(table: table_pb2.Table, columns: int) -> str:
    """The players. If that makes them fit, names are cut, so that one sees who is away."""
    words = ", ".join(players(table))
    for most in range(columns, _SHORTEST_NAME - 1, -1):
        shorter = ", ".join(players(table, partial(cut, columns=most)))
        if get_cwidth(shorter) <= columns:
            return shorter
    return words


def _state(row: service_pb2.TableRow, game: catalog_pb2.Game) -> str:
    match row.table.stage:
        case table_pb2.STAGE_GATHERING:
            return text("waiting")
        case table_pb2.STAGE_FINISHED:
            return text("over")
        case table_pb2.STAGE_CLOSED:
            return text("closed")
        case table_pb2.STAGE_PLAYING if not row.round:
            return text("starting")
        case table_pb2.STAGE_UNSPECIFIED:  # not known yet
            return ""
    name = game.round_name or text("Round")
    return text("{name} {n}/{all}", name=name, n=row.round, all=row.rounds)


def _detail(
    shown: Lobby, row: service_pb2.TableRow | None, columns: int, trouble: str
) -> list[Line]:
    lines: list[Line] = []
    if shown.search is not None:
        number = count(len(shown.found), "1 table", "{n} tables")
        lines.append(
            [
                ("bold", f" {text('Search')}: {shown.search}"),
                ("class:key", " "),
                ("", f"  {number}"),
            ]
        )
    if shown.notice or trouble:
        notice = wrap(shown.notice or trouble, columns - 3)
        lines += [[("", " "), ("class:notice", f" {each} ")] for each in notice]
    if row is not None:
        table = row.table
        heading = ", ".join(
            part for part in (table_name(table), opened(row, among=shown.rows)) if part
        )
        lines.append([("class:heading", fill(f" {heading}", columns))])
        said = []
        if table.seats:  # else nothing is known yet
            rules = rules_line(Names(shown.catalog, table)) or text("the usual ones")
            said.append(text("Seats: {names}.", names=all_of(_sitting(table))))
            said.append(text("Rules: {rules}.", rules=rules))
        for words in said:
            lines += [[("", f" {each}")] for each in wrap(words, columns - 2, indent=2)]
    lines = [fill_line(line, columns) for line in lines[:_DETAIL]]
    return lines + [[]] * (_DETAIL - len(lines))


def _sitting(table: table_pb2.Table) -> list[str]:
    """The names of the players, and the number of computers and of open seats."""
    names = occupants(table)
    left = len(open_seats(table))
    return names + ([count(left, "an open seat", "{n} open seats")] if left else [])
