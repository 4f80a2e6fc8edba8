"""A new table that is being filled in: its fields, their values, and what a value changes.

All that can be chosen comes from the catalogue. The screen and line mode show the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_client.text import text

PRACTICE, SHARED = "practice", "shared"
"""Where nobody else can come: at a practice server, and at one screen for all players."""
YOU, OPEN = "you", "open"
"""Who is to sit in a seat; anything else is a computer's id."""


@dataclass(frozen=True)
class NewTable:
    """What has been chosen so far.

    Attributes:
        game: its id.
        rules: options whose value is not the default.
        seats: for each seat YOU, OPEN or a computer's id; YOU exactly once.
        private: whether people need the table's code to join it.
        name: of the table; empty: the server names it after the player.
        where: PRACTICE, SHARED, or empty at a server that others can reach.
        bot: the computer for other seats in practice; an unknown one stands for the first.
        players: the names of those at this screen, by their seats.
    """

    game: str
    seats: tuple[str, ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    name: str = ""
    where: str = ""
    bot: str = ""
    players: tuple[str, ...] = ()

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


@dataclass(frozen=True)
class FieldChoice:
    """A value that a field can have."""

    value: str
    label: str
    explanation: str = ""


@dataclass(frozen=True)
class Field:
    """A field of the form.

    Attributes:
        set: the table with this field set to a value.
        numbers: the least and the greatest number that can be typed; None: no number can.
        free_text: whether any text can be typed; such a field has no choices.
    """

    group: str
    label: str
    explanation: str
    choices: tuple[FieldChoice, ...]
    value: str
    set: Callable[[str], NewTable]
    numbers: tuple[int, int] | None = None
    free_text: bool = False

    @property
    def shown(self) -> str:
        """The value as people read it."""
        return next((each.label for each in self.choices if each.value == self.value), self.value)

    def stepped(self, step: int) -> NewTable:
        """The table with the next choice (+1) or the one before (-1).

        Among numbers that is the next greater or smaller one, and it ends at the last.
        """
        values = [each.value for each in self.choices]
        if self.numbers and self.value.isdigit():
            numbers = sorted((int(value) for value in values if value.isdigit()), reverse=step < 0)
            now = int(self.value)
            new = next((n for n in numbers if (n > now if step > 0 else n < now)), now)
            return self.set(str(new))
        if not values:
            return self.set(self.value)
        if self.value in values:
            return self.set(values[(values.index(self.value) + step) % len(values)])
        return self.set(values[0 if step > 0 else -1])

    def parse(self, typed: str) -> str | None:
        """The value that was typed: a value, a label, a place in the list, or a number.

        None if it is none of them.
        """
        return parse_choice(
            typed, [(each.value, each.label) for each in self.choices], self.numbers
        )


def parse_choice(
    typed: str, choices: Sequence[tuple[str, str]], numbers: tuple[int, int] | None
) -> str | None:
    """The value that *typed* names among *choices*, pairs of value and label, or in a range.

    Where numbers can be typed, "12" is the value and never the twelfth of the list.
    """
    typed = typed.strip().lower()
    for value, label in choices:
        if typed in (value.lower(), label.lower()):
            return value
    if not (typed.isascii() and typed.isdigit()):
        return None
    number = int(typed[:9])
    if numbers is not None:
        return str(number) if numbers[0] <= number <= numbers[1] else None
    return choices[number - 1][0] if 1 <= number <= len(choices) else None


def begin(
    catalog: service_pb2.GetCatalogResponse,
    game: str = "",
    *,
    where: str = "",
    bot: str = "",
    players: Sequence[str] = (),
) -> NewTable:
    """A table with the game's least number of seats: mine, and open ones.

    In practice the other seats have computers, *bot* where the game has it.
    """
    chosen = _game(catalog, game or (catalog.games[0].id if catalog.games else ""))
    other = _other(chosen, where, bot)
    seats = (YOU, *[other] * (max(2, chosen.min_seats) - 1))
    return NewTable(chosen.id, seats, where=where, bot=bot, players=tuple(players))


def fields(table: NewTable, catalog: service_pb2.GetCatalogResponse) -> list[Field]:
    """All fields of the form, in their order."""
    game = _game(catalog, table.game)
    found = [
        Field(
            text("Game"),
            text("Game"),
            game.summary,
            tuple(FieldChoice(each.id, each.name, each.summary) for each in catalog.games),
            table.game,
            lambda value: _with_game(table, catalog, value),
        )
    ]
    if game.max_seats > game.min_seats:
        numbers = range(game.min_seats, game.max_seats + 1)
        found.append(
            Field(
                text("Seats"),
                text("Number of seats"),
                text("The match begins when no seat is open."),
                tuple(FieldChoice(str(n), str(n)) for n in numbers),
                str(len(table.seats)),
                lambda value: _with_seats(table, game, int(value)),
                (game.min_seats, game.max_seats),
            )
        )
    found += [_seat(table, game, place) for place in range(len(table.seats))]
    if not table.where:
        found += [_listed(table), _name(table)]
    if len(game.sets) > 1:
        found.append(_set(table, game))
    found += [_rule(table, option) for option in game.options]
    groups = list(dict.fromkeys(each.group for each in found))
    return sorted(found, key=lambda each: groups.index(each.group))


def with_rule(
    rules: Mapping[str, str], option: catalog_pb2.RuleOption, value: str
) -> dict[str, str]:
    """*rules* with another value of an option; its default is left out."""
    others = {name: each for name, each in rules.items() if name != option.option}
    return others if value == option.default_choice else {**others, option.option: value}


def numbers_of(option: catalog_pb2.RuleOption) -> tuple[int, int] | None:
    """The least and the greatest number that an option takes; None if it takes none."""
    return (option.min_number, option.max_number) if option.max_number else None


def _other(game: catalog_pb2.Game, where: str, bot: str) -> str:
    """Who sits in another seat than mine at first."""
    bots = [each.id for each in game.bots]
    if where != PRACTICE or not bots:
        return OPEN
    return bot if bot in bots else bots[0]


def _with_game(table: NewTable, catalog: service_pb2.GetCatalogResponse, game: str) -> NewTable:
    new = begin(catalog, game, where=table.where, bot=table.bot, players=table.players)
    return replace(new, private=table.private, name=table.name)


def _with_seats(table: NewTable, game: catalog_pb2.Game, number: int) -> NewTable:
    other = _other(game, table.where, table.bot)
    seats = (table.seats + (other,) * number)[:number]
    return replace(table, seats=seats if YOU in seats else (YOU, *seats[1:]))


def _with_seat(table: NewTable, place: int, value: str) -> NewTable:
    """One seat changed; YOU stays exactly once."""
    seats = table.seats
    new = list(seats)
    if value == YOU:
        new[seats.index(YOU)] = new[place]
    elif new[place] == YOU:
        after = [(place + step) % len(new) for step in range(1, len(new))]
        new[next((other for other in after if seats[other] == OPEN), after[0])] = YOU
    new[place] = value
    return replace(table, seats=tuple(new))


def _seat(table: NewTable, game: catalog_pb2.Game, place: int) -> Field:
    """Who sits in a seat; at a shared screen people have names there."""
    plan = table.seats[place]
    free = text("Anybody may sit down here.")
    if table.where == SHARED:
        free = text("One of you plays this seat at this screen.")
    if not game.bots:
        free += " " + text("No computer plays this game: it needs people.")
    mine = FieldChoice(YOU, text("You"), text("You sit here."))
    people = [FieldChoice(OPEN, text("Open, for anybody"), free), mine]
    bots = [
        FieldChoice(bot.id, text("Computer: {name}", name=bot.name), bot.explanation)
        for bot in game.bots
    ]
    if table.where == PRACTICE and bots:  # nobody else comes
        people = [mine]
    if table.where == SHARED:
        name = table.players[place] if place < len(table.players) else text("A player")
        here = plan if plan == YOU else OPEN
        people = [FieldChoice(here, name, mine.explanation if plan == YOU else free)]
    choices = (*people[:-1], *bots, people[-1])
    name = game.seat_names[place] if place < len(game.seat_names) else str(place + 1)
    return Field(
        text("Seats"),
        text("Seat {name}", name=name),
        next((each.explanation for each in choices if each.value == plan), ""),
        choices,
        plan,
        lambda value: _with_seat(table, place, value),
    )


def _name(table: NewTable) -> Field:
    return Field(
        text("Table"),
        text("Name of the table"),
        text("Type the name for the lobby. Without one, the table is named after you."),
        (),
        table.name,
        lambda value: replace(table, name=value),
        free_text=True,
    )


def _listed(table: NewTable) -> Field:
    return Field(
        text("Table"),
        text("Listed in the lobby"),
        text("People need the code of a private table to join or watch it."),
        (FieldChoice("no", text("Yes")), FieldChoice("yes", text("No, by join code only"))),
        "yes" if table.private else "no",
        lambda value: replace(table, private=value == "yes"),
    )


def _set(table: NewTable, game: catalog_pb2.Game) -> Field:
    rules = {each.set: dict(each.rules) for each in game.sets}
    value = next((each for each, these in rules.items() if these == dict(table.rules)), "")
    explanation = next((each.explanation for each in game.sets if each.set == value), "")
    return Field(
        text("House rules"),
        text("Set of rules"),
        explanation or text("Your own choice of rules."),
        tuple(FieldChoice(each.set, each.label, each.explanation) for each in game.sets),
        value or text("your own"),
        lambda value: replace(table, rules=rules.get(value, {})),
    )


def _rule(table: NewTable, option: catalog_pb2.RuleOption) -> Field:
    return Field(
        option.group,
        option.label,
        option.explanation,
        tuple(FieldChoice(each.choice, each.label) for each in option.choices),
        table.rules.get(option.option, option.default_choice),
        lambda value: replace(table, rules=with_rule(table.rules, option, value)),
        numbers_of(option),
    )


def _game(catalog: service_pb2.GetCatalogResponse, game: str) -> catalog_pb2.Game:
    return next((each for each in catalog.games if each.id == game), catalog_pb2.Game(id=game))
