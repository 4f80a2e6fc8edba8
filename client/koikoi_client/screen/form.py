"""A new table that is being filled in: its lines, and what a value of each makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from koikoi.v1 import catalog_pb2, service_pb2
from koikoi_client.follow.draft import first_bot
from koikoi_client.text import text

PRACTICE, SHARED = "practice", "shared"
"""Where nobody else comes: one who practises, and several at this screen."""
YOU, OPEN = "you", "open"
"""Who is to sit in a seat; all else is a computer's id."""


@dataclass(frozen=True)
class Form:
    """What has been chosen so far.

    Attributes:
        game: its id.
        rules: options whose value is not the default.
        seats: for each seat YOU, OPEN or a computer's id; YOU exactly once.
        private: whether the table is joined by its code alone.
        name: of the table; empty: the server makes one of the player's.
        cursor: the line that is being changed.
        typed: a number that is being typed for that line; empty: none.
        where: PRACTICE, SHARED, or empty at a server that others reach.
        bot: the computer in other seats when one practises; any other stands for the usual one.
        players: what those at this screen are called, by their seats.
    """

    game: str
    seats: tuple[str, ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    name: str = ""
    cursor: int = 0
    typed: str = ""
    where: str = ""
    bot: str = ""
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A line of the form: what it is about, its choices as (value, label), the one chosen.

    Attributes:
        set: the form with this line set to a value.
        numbers: the least and the greatest of the numbers that may be typed.
        written: whether any words may be typed; it has no choices.
    """

    group: str
    label: str
    explanation: str
    choices: tuple[tuple[str, str], ...]
    value: str
    set: Callable[[str], Form]
    numbers: tuple[int, int] | None = None
    written: bool = False

    @property
    def shown(self) -> str:
        return next((label for value, label in self.choices if value == self.value), self.value)


def begin(
    catalog: service_pb2.GetCatalogResponse,
    game: str = "",
    *,
    where: str = "",
    bot: str = "",
    players: Sequence[str] = (),
) -> Form:
    """The form as it opens: the game's least number of seats, mine and open ones.

    One who practises has computers there, *bot* where the game has it.
    """
    chosen = _game(catalog, game or (catalog.games[0].id if catalog.games else ""))
    other = _other(chosen, where, bot)
    seats = (YOU, *[other] * (max(2, chosen.min_seats) - 1))
    return Form(game=chosen.id, seats=seats, where=where, bot=bot, players=tuple(players))


def _other(game: catalog_pb2.Game, where: str, bot: str) -> str:
    """Who sits in a seat that is not mine, until something else is chosen."""
    return (first_bot(game, bot) if where == PRACTICE else "") or OPEN


def items(form: Form, catalog: service_pb2.GetCatalogResponse) -> list[Item]:
    """All lines of the form, in their order."""
    game = _game(catalog, form.game)
    found = [
        Item(
            text("Game"), text("Game"), game.summary,
            tuple((each.id, each.name) for each in catalog.games), form.game,
            lambda value: _with_game(form, catalog, value),
        )
    ]  # fmt: skip
    if game.max_seats > game.min_seats:
        numbers = range(game.min_seats, game.max_seats + 1)
        found.append(
            Item(
                text("Seats"), text("Number of seats"),
                text("The match begins when no seat is open."),
                tuple((str(n), str(n)) for n in numbers), str(len(form.seats)),
                lambda value: _with_seats(form, game, int(value)),
                (game.min_seats, game.max_seats),
            )
        )  # fmt: skip
    found += [_seat(form, game, place) for place in range(len(form.seats))]
    if not form.where:
        found += [_listed(form), _named(form)]
    if len(game.sets) > 1:
        found.append(_set(form, game))
    found += [_option(form, option) for option in game.options]
    groups = list(dict.fromkeys(item.group for item in found))
    return sorted(found, key=lambda item: groups.index(item.group))


def stepped(form: Form, catalog: service_pb2.GetCatalogResponse, step: int) -> Form:
    """The form with the line under the cursor at its next choice (+1) or the one before (-1).

    Among numbers that is the next greater or smaller one, and there the last is the last.
    """
    item = items(form, catalog)[form.cursor]
    values = [value for value, _ in item.choices]
    if item.numbers and item.value.isdigit():
        numbers = sorted((int(value) for value in values if value.isdigit()), reverse=step < 0)
        now = int(item.value)
        new = next((n for n in numbers if (n > now if step > 0 else n < now)), now)
        return _clean(item.set(str(new)))
    if not values:
        return form
    if item.value in values:
        value = values[(values.index(item.value) + step) % len(values)]
    else:
        value = values[0 if step > 0 else -1]
    return _clean(item.set(value))


def _clean(form: Form) -> Form:
    return replace(form, typed="")


def typed(form: Form, catalog: service_pb2.GetCatalogResponse, digit: int) -> Form:
    """The form with a digit typed into a line that takes any number of a range."""
    item = items(form, catalog)[form.cursor]
    if item.numbers is None:
        return form
    low, high = item.numbers
    longer = f"{form.typed}{digit}"
    number = longer if int(longer) <= high else str(digit)
    if low <= int(number) <= high:
        return replace(item.set(str(int(number))), typed=number)
    return replace(form, typed=number)


def _with_game(form: Form, catalog: service_pb2.GetCatalogResponse, game: str) -> Form:
    new = begin(catalog, game, where=form.where, bot=form.bot, players=form.players)
    return replace(new, private=form.private, name=form.name, cursor=form.cursor)


def _with_seats(form: Form, game: catalog_pb2.Game, number: int) -> Form:
    other = _other(game, form.where, form.bot)
    seats = (form.seats + (other,) * number)[:number]
    return replace(form, seats=seats if YOU in seats else (YOU, *seats[1:]))


def _planned(form: Form, place: int, value: str) -> Form:
    """The form with one seat changed; YOU stays exactly once."""
    seats = form.seats
    new = list(seats)
    if value == YOU:
        new[seats.index(YOU)] = new[place]
    elif new[place] == YOU:
        after = [(place + step) % len(new) for step in range(1, len(new))]
        new[next((other for other in after if seats[other] == OPEN), after[0])] = YOU
    new[place] = value
    return replace(form, seats=tuple(new))


def _seat(form: Form, game: catalog_pb2.Game, place: int) -> Item:
    """Who sits in a seat: one at this screen has a name there, and is whom that is."""
    plan = form.seats[place]
    people: tuple[tuple[str, str], ...] = ((OPEN, text("Open, for anybody")), (YOU, text("You")))
    bots = tuple((bot.id, text("Computer: {name}", name=bot.name)) for bot in game.bots)
    if form.where == PRACTICE and bots:  # nobody comes
        people = people[1:]
    if form.where == SHARED:
        named = form.players[place] if place < len(form.players) else text("A player")
        people = ((plan if plan == YOU else OPEN, named),)
    choices = (*people[:-1], *bots, people[-1])
    name = game.seat_names[place] if place < len(game.seat_names) else str(place + 1)
    return Item(
        text("Seats"), text("Seat {name}", name=name), _bot_words(form, game, plan), choices, plan,
        lambda value: _planned(form, place, value),
    )  # fmt: skip


def _named(form: Form) -> Item:
    return Item(
        text("Table"), text("Name of the table"),
        text("Type what it is to be called in the lobby. Without a name it is called after you."),
        (), form.name, lambda value: replace(form, name=value), written=True,
    )  # fmt: skip


def _listed(form: Form) -> Item:
    return Item(
        text("Table"), text("Listed in the lobby"),
        text("A private table is joined and watched by its code alone."),
        (("no", text("Yes")), ("yes", text("No, by join code alone"))),
        "yes" if form.private else "no",
        lambda value: replace(form, private=value == "yes"),
    )  # fmt: skip


def _set(form: Form, game: catalog_pb2.Game) -> Item:
    rules = {each.set: dict(each.rules) for each in game.sets}
    value = next((each for each, these in rules.items() if these == dict(form.rules)), "")
    explanation = next((each.explanation for each in game.sets if each.set == value), "")
    return Item(
        text("House rules"), text("Set of rules"),
        explanation or text("Your own choice of rules."),
        tuple((each.set, each.label) for each in game.sets), value or text("your own"),
        lambda value: replace(form, rules=rules.get(value, {})),
    )  # fmt: skip


def _option(form: Form, option: catalog_pb2.RuleOption) -> Item:
    def with_value(value: str) -> Form:
        rules = {name: each for name, each in form.rules.items() if name != option.option}
        usual = value == option.default_choice
        return replace(form, rules=rules if usual else {**rules, option.option: value})

    return Item(
        option.group,
        option.label,
        option.explanation,
        tuple((each.choice, each.label) for each in option.choices),
        form.rules.get(option.option, option.default_choice),
        with_value,
        (option.min_number, option.max_number) if option.max_number else None,
    )


def _bot_words(form: Form, game: catalog_pb2.Game, plan: str) -> str:
    free = text("Anybody may sit down here.")
    if form.where == SHARED:
        free = text("One of you plays this seat at this screen.")
    if not game.bots:
        free += " " + text("No computer plays this game: it needs people.")
    words = {OPEN: free, YOU: text("You sit here.")}
    bots = {bot.id: bot.explanation for bot in game.bots}
    return words.get(plan) or bots.get(plan, "")


def _game(catalog: service_pb2.GetCatalogResponse, game: str) -> catalog_pb2.Game:
    return next((each for each in catalog.games if each.id == game), catalog_pb2.Game(id=game))
