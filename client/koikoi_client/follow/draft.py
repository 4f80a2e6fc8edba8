"""A table that is being thought of: its game, rules and seats, before it is opened."""

from __future__ import annotations

from dataclasses import dataclass, field

from koikoi.v1 import catalog_pb2, service_pb2


@dataclass
class Draft:
    """A table that is being filled in."""

    game: catalog_pb2.Game
    rules: dict[str, str] = field(default_factory=dict)  #: only what differs from the default
    bots: list[str] = field(default_factory=list)  #: of seats 2 and up; "" is open
    needs_code: bool = False
    table_name: str = ""

    def chosen(self, option: catalog_pb2.RuleOption) -> str:
        """The value of an option, as it goes over the wire."""
        return self.rules.get(option.option, option.default_choice)

    def choose(self, option: catalog_pb2.RuleOption, value: str) -> None:
        """Set an option; its default is left out."""
        self.rules.pop(option.option, None)
        if value != option.default_choice:
            self.rules[option.option] = value

    def request(self) -> service_pb2.CreateTableRequest:
        """The request, but for the player's name."""
        return service_pb2.CreateTableRequest(
            table_name=self.table_name,
            game=self.game.id,
            rules=self.rules,
            seats=[
                service_pb2.SeatPlan(yours=True),
                *(service_pb2.SeatPlan(bot=bot) for bot in self.bots),
            ],
            needs_code=self.needs_code,
        )


def new_draft(game: catalog_pb2.Game, bot: str = "") -> Draft:
    """A table for the least number of players; *bot* in all seats but one's own."""
    return Draft(game, bots=[bot] * (game.min_seats - 1))


def first_bot(game: catalog_pb2.Game, last: str) -> str:
    """The computer to practise against: the *last* one that was chosen, at first the easiest."""
    bots = [each.id for each in game.bots]
    return last if last in bots else next(iter(bots), "")


def label(option: catalog_pb2.RuleOption, value: str) -> str:
    """A value's label; a number that has none is its own."""
    return next((each.label for each in option.choices if each.choice == value), value)


def check(option: catalog_pb2.RuleOption, typed: str) -> str | None:
    """The value that *typed* names, or None: a value, its label, its place in a list without
    numbers of its own, or a number in the option's range.
    """
    typed = typed.strip().lower()
    for each in option.choices:
        if typed in (each.choice.lower(), each.label.lower()):
            return each.choice
    if not (typed.isascii() and typed.isdigit()):
        return None
    number = int(typed)
    if option.max_number:  # "12" is the value, never the twelfth of the list
        return str(number) if option.min_number <= number <= option.max_number else None
    return option.choices[number - 1].choice if 1 <= number <= len(option.choices) else None
