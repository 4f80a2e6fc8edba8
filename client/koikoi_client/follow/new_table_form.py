"""The form for a new table: its fields and their choices.

All choices come from the catalogue. The screen and line mode show the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_client.follow.new_table import (
    OPEN,
    PRACTICE,
    SHARED,
    YOU,
    NewTable,
    game_of,
    numbers_of,
    with_game,
    with_rule,
    with_seat,
    with_seats,
)
from koikoi_client.text import text
from koikoi_client.text.reports import choice_label


@dataclass(frozen=True)
class FieldChoice:
    """A possible value of a field."""

    value: str
    label: str
    explanation: str = ""


@dataclass(frozen=True)
class Field:
    """A field of the form.

    Attributes:
        set: returns the table with this field set to a value.
        numbers: the range of numbers that can be typed; None if none can.
        number_label: the label of the value if it is a number that is not among the choices.
        free_text: whether any text can be typed; then there are no choices.
    """

    group: str
    label: str
    explanation: str
    choices: tuple[FieldChoice, ...]
    value: str
    set: Callable[[str], NewTable]
    numbers: tuple[int, int] | None = None
    free_text: bool = False
    number_label: str = ""

    @property
    def shown(self) -> str:
        """The label of the value."""
        labels = (each.label for each in self.choices if each.value == self.value)
        return next(labels, self.number_label or self.value)

    def stepped(self, step: int) -> NewTable:
        """The table with the next choice (+1) or the previous one (-1).

        Choices wrap around, but numbers stop at the greatest and the smallest one.
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
        """The value that *typed* means, as :func:`parse_choice`."""
        return parse_choice(
            typed, [(each.value, each.label) for each in self.choices], self.numbers
        )


def parse_choice(
    typed: str, choices: Sequence[tuple[str, str]], numbers: tuple[int, int] | None
) -> str | None:
    """The value that *typed* means: a value, a label, a list position or a number; or None.

    *choices* are pairs of value and label. If a number can be typed, "12" is always the number,
    never the twelfth choice.
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


def fields(table: NewTable, catalog: service_pb2.GetCatalogResponse) -> list[Field]:
    """All fields of the form, in order."""
    game = game_of(catalog, table.game)
    found = [
        Field(
            text("Game"),
            text("Game"),
            game.summary,
            tuple(FieldChoice(each.id, each.name, each.summary) for each in catalog.games),
            table.game,
            lambda value: with_game(table, catalog, value),
        )
    ]
    if game.max_seats > game.min_seats:
        numbers = range(game.min_seats, game.max_seats + 1)
        found.append(
            Field(
                text("Seats"),
                text("Number of seats"),
                text("The match begins when all seats are taken."),
                tuple(FieldChoice(str(n), str(n)) for n in numbers),
                str(len(table.seats)),
                lambda value: with_seats(table, game, int(value)),
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


def _seat(table: NewTable, game: catalog_pb2.Game, place: int) -> Field:
    """The field that chooses the occupant of a seat; at a shared screen, players have names."""
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
    if table.where == PRACTICE and bots:  # nobody else can join
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
        lambda value: with_seat(table, place, value),
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
        number_label=choice_label(option, table.rules.get(option.option, "")),
    )
