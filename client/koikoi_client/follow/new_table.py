"""A new table: its game, seats, name and house rules, and what a choice changes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from koikoi.v1 import catalog_pb2, service_pb2

PRACTICE, SHARED = "practice", "shared"
"""Places that nobody else can join: a practice server, and a screen shared by all players."""
YOU, OPEN = "you", "open"
"""Who gets a seat; any other value is a computer player's id."""


@dataclass(frozen=True)
class NewTable:
    """The table as chosen so far.

    Attributes:
        game: its id.
        rules: the house rules that are not at their default.
        seats: YOU, OPEN or a computer player's id for each seat; YOU exactly once.
        private: whether players need the table's code to join.
        name: the table's name; if empty, the server names it after the player.
        where: PRACTICE, SHARED, or empty for a server that others can reach.
        bot: the computer player for the other seats in practice; if unknown, the first one.
        players: the names of the players at a shared screen, in seat order.
        people: how many people want to play.
    """

    game: str
    seats: tuple[str, ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    name: str = ""
    where: str = ""
    bot: str = ""
    players: tuple[str, ...] = ()
    people: int = 2

    def request(self) -> service_pb2.CreateTableRequest:
        """The request that opens this table, without the player's name."""
        return service_pb2.CreateTableRequest(
            table_name=self.name.strip(),
            game=self.game,
            rules=dict(self.rules),
            seats=[
                service_pb2.SeatPlan(yours=plan == YOU, bot="" if plan in (YOU, OPEN) else plan)
                for plan in self.seats
            ],
            needs_code=self.private,
        )


def begin(
    catalog: service_pb2.GetCatalogResponse,
    game: str = "",
    *,
    where: str = "",
    bot: str = "",
    players: Sequence[str] = (),
    people: int = 2,
) -> NewTable:
    """A table with *people* seats, or as near as the game allows: the player's and open ones.

    In practice, computer players take the other seats: *bot*, if the game has it. Without *game*,
    the first game for that many people is chosen.
    """
    fitting = [each.id for each in catalog.games if each.max_seats >= people]
    chosen = game_of(catalog, game or next(iter([*fitting, *(g.id for g in catalog.games)]), ""))
    other = _other(chosen, where, bot)
    number = max(2, chosen.min_seats, min(people, chosen.max_seats))
    seats = (YOU, *[other] * (number - 1))
    return NewTable(chosen.id, seats, where=where, bot=bot, players=tuple(players), people=people)


def with_rule(
    rules: Mapping[str, str], option: catalog_pb2.RuleOption, value: str
) -> dict[str, str]:
    """*rules* with an option set to a value; a default is left out."""
    others = {name: each for name, each in rules.items() if name != option.option}
    return others if value == option.default_choice else {**others, option.option: value}


def numbers_of(option: catalog_pb2.RuleOption) -> tuple[int, int] | None:
    """The range of numbers that an option accepts; None if it accepts none."""
    return (option.min_number, option.max_number) if option.max_number else None


def _other(game: catalog_pb2.Game, where: str, bot: str) -> str:
    """Who gets the other seats at first."""
    bots = [each.id for each in game.bots]
    if where != PRACTICE or not bots:
        return OPEN
    return bot if bot in bots else bots[0]


def with_game(table: NewTable, catalog: service_pb2.GetCatalogResponse, game: str) -> NewTable:
    new = begin(
        catalog,
        game,
        where=table.where,
        bot=table.bot,
        players=table.players,
        people=table.people,
    )
    return replace(new, private=table.private, name=table.name)


def with_seats(table: NewTable, game: catalog_pb2.Game, number: int) -> NewTable:
    other = _other(game, table.where, table.bot)
    seats = (table.seats + (other,) * number)[:number]
    return replace(table, seats=seats if YOU in seats else (YOU, *seats[1:]))


def with_seat(table: NewTable, place: int, value: str) -> NewTable:
    """Change one seat, and move YOU so that it is there exactly once."""
    seats = table.seats
    new = list(seats)
    if value == YOU:
        new[seats.index(YOU)] = new[place]
    elif new[place] == YOU:
        after = [(place + step) % len(new) for step in range(1, len(new))]
        new[next((other for other in after if seats[other] == OPEN), after[0])] = YOU
    new[place] = value
    return replace(table, seats=tuple(new))


def game_of(catalog: service_pb2.GetCatalogResponse, game: str) -> catalog_pb2.Game:
    return next((each for each in catalog.games if each.id == game), catalog_pb2.Game(id=game))
