"""Opening a table: what the catalogue lets a host choose, as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from koikoi.v1 import catalog_pb2, service_pb2

from ..draft import first_bot
from ..faces import Line, Theme
from ..texts import text
from .cells import fill, wrap
from .frame import following, framed
from .inks import BOLD, HEADING, ink, sign
from .spots import cap, does, row

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
        cursor: the line that is being changed.
        typed: a number that is being typed for that line; empty: none.
        where: PRACTICE, SHARED, or empty at a server that others reach.
        bot: the computer in other seats when one practises; any other stands for the usual one.
    """

    game: str
    seats: tuple[str, ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    cursor: int = 0
    typed: str = ""
    where: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Item:
    """A line of the form: what it is about, its choices as (value, label), the one chosen."""

    name: str
    group: str
    label: str
    explanation: str
    choices: tuple[tuple[str, str], ...]
    value: str
    numbers: tuple[int, int] | None = None

    @property
    def shown(self) -> str:
        return next((label for value, label in self.choices if value == self.value), self.value)


def begin(
    catalog: service_pb2.GetCatalogResponse, game: str = "", *, where: str = "", bot: str = ""
) -> Form:
    """The form as it opens: the game's least number of seats, mine and open ones.

    One who practises has computers there, *bot* where the game has it.
    """
    chosen = _game(catalog, game or (catalog.games[0].game if catalog.games else ""))
    other = _other(chosen, where, bot)
    seats = (YOU, *[other] * (max(2, chosen.min_seats) - 1))
    return Form(game=chosen.game, seats=seats, where=where, bot=bot)


def _other(game: catalog_pb2.Game, where: str, bot: str) -> str:
    """Who sits in a seat that is not mine, until something else is chosen."""
    return (first_bot(game, bot) if where == PRACTICE else "") or OPEN


def items(form: Form, catalog: service_pb2.GetCatalogResponse) -> list[Item]:
    """All lines of the form, in their order."""
    game = _game(catalog, form.game)
    found = [
        Item(
            "game", text("Game"), text("Game"), game.summary,
            tuple((each.game, each.name) for each in catalog.games), form.game,
        )
    ]  # fmt: skip
    if game.max_seats > game.min_seats:
        numbers = range(game.min_seats, game.max_seats + 1)
        found.append(
            Item(
                "seats", text("Seats"), text("Number of seats"),
                text("The match begins when no seat is open."),
                tuple((str(n), str(n)) for n in numbers), str(len(form.seats)),
            )
        )  # fmt: skip
    people: tuple[tuple[str, str], ...] = ((OPEN, _open_words(form)),)
    bots = tuple((bot.bot, text("Computer: {name}", name=bot.name)) for bot in game.bots)
    if form.where == PRACTICE and bots:  # nobody comes
        people = ()
    for number, plan in enumerate(form.seats, 1):
        named = number <= len(game.seat_names)
        name = game.seat_names[number - 1] if named else str(number)
        found.append(
            Item(
                f"seat.{number}", text("Seats"), text("Seat {name}", name=name),
                _bot_words(form, game, plan), (*people, *bots, (YOU, text("You"))), plan,
            )
        )  # fmt: skip
    if not form.where:
        found.append(_listed(form))
    if len(game.sets) > 1:
        found.append(_set(form, game))
    found += [_option(form, option) for option in game.options]
    groups = list(dict.fromkeys(item.group for item in found))
    return sorted(found, key=lambda item: groups.index(item.group))


def stepped(form: Form, catalog: service_pb2.GetCatalogResponse, step: int) -> Form:
    """The form with the line under the cursor at its next choice (+1) or the one before (-1)."""
    item = items(form, catalog)[form.cursor]
    values = [value for value, _ in item.choices]
    if item.value in values:
        value = values[(values.index(item.value) + step) % len(values)]
    else:
        value = values[0 if step > 0 else -1]
    return chosen(form, catalog, item, value)


def chosen(form: Form, catalog: service_pb2.GetCatalogResponse, item: Item, value: str) -> Form:
    """The form with a line set to a value."""
    form = replace(form, typed="")
    game = _game(catalog, form.game)
    match item.name.split("."):
        case ["game"]:
            new = begin(catalog, value, where=form.where, bot=form.bot)
            return replace(new, private=form.private, cursor=form.cursor)
        case ["seats"]:
            other = _other(game, form.where, form.bot)
            seats = (form.seats + (other,) * int(value))[: int(value)]
            return replace(form, seats=seats if YOU in seats else (YOU, *seats[1:]))
        case ["seat", number]:
            return replace(form, seats=_planned(form.seats, int(number) - 1, value))
        case ["private"]:
            return replace(form, private=value == "yes")
        case ["set"]:
            rules = next((dict(each.rules) for each in game.sets if each.set == value), {})
            return replace(form, rules=rules)
    default = next((o.default_choice for o in game.options if o.option == item.name), None)
    rules = {name: each for name, each in form.rules.items() if name != item.name}
    return replace(form, rules=rules if value == default else {**rules, item.name: value})


def typed(form: Form, catalog: service_pb2.GetCatalogResponse, digit: int) -> Form:
    """The form with a digit typed into a line that takes any number of a range."""
    item = items(form, catalog)[form.cursor]
    if item.numbers is None:
        return form
    low, high = item.numbers
    longer = f"{form.typed}{digit}"
    number = longer if int(longer) <= high else str(digit)
    if low <= int(number) <= high:
        return replace(chosen(form, catalog, item, str(int(number))), typed=number)
    return replace(form, typed=number)


def create_form(
    form: Form,
    catalog: service_pb2.GetCatalogResponse,
    columns: int,
    rows: int,
    theme: Theme,
    *,
    notice: str = "",
) -> list[Line]:
    """The form on the screen, scrolled to its cursor, with an explanation of that line."""
    lines = items(form, catalog)
    wide = min(columns, 100)
    body: list[Line] = []
    at, group = 0, ""
    for number, item in enumerate(lines):
        if item.group != group:
            group = item.group
            body += [[], [("", " "), (HEADING, group)]]
        under = number == form.cursor
        at = len(body) if under else at
        style = ink("take", theme) if under else ""
        point = sign("▶", ">", theme) if under else " "
        words = f" {point} {fill(item.label, 34)} {item.shown}"
        body.append(row([(style, fill(words, wide))], number))
    item = lines[form.cursor]
    said = wrap(item.explanation, wide - 4)[: 3 if item.numbers else 4]
    if item.numbers:
        said.append(text("Or type a number from {a} to {b}.", a=item.numbers[0], b=item.numbers[1]))
    foot: list[Line] = [[], *([("", f"   {each}")] for each in said)]
    if notice:
        foot += [
            [("", "   "), (ink("alarm", theme), f" {each} ")] for each in wrap(notice, wide - 8)
        ]
    foot += [[]] * (5 - len(foot))
    foot.append([("", "   "), *cap("Enter"), (does("enter", BOLD), text(" Open this table"))])
    hints = [("Up Down", text("line")), ("Left Right", text("change")), ("Esc", text("back"))]
    room = rows - 2 - len(foot)
    start = following(at, len(body), room)
    last = start + room - 1
    if last < len(body) and HEADING in {style for style, _ in body[last]}:
        body[last] = []  # it comes with the first line below it
    return framed(
        text("A new table"), body, columns, rows, theme, foot=foot, hints=hints, scroll=start
    )


def _planned(seats: tuple[str, ...], place: int, value: str) -> tuple[str, ...]:
    """The seat plan with one seat changed; YOU stays exactly once."""
    new = list(seats)
    if value == YOU:
        new[seats.index(YOU)] = new[place]
    elif new[place] == YOU:
        new[(place + 1) % len(new)] = YOU
    new[place] = value
    return tuple(new)


def _open_words(form: Form) -> str:
    return text("Another player here") if form.where == SHARED else text("Open, for anybody")


def _listed(form: Form) -> Item:
    return Item(
        "private", text("Table"), text("Listed in the lobby"),
        text("A private table is joined and watched by its code alone."),
        (("no", text("Yes")), ("yes", text("No, by join code alone"))),
        "yes" if form.private else "no",
    )  # fmt: skip


def _set(form: Form, game: catalog_pb2.Game) -> Item:
    value = next((each.set for each in game.sets if dict(each.rules) == dict(form.rules)), "")
    explanation = next((each.explanation for each in game.sets if each.set == value), "")
    return Item(
        "set", text("House rules"), text("Set of rules"),
        explanation or text("Your own choice of rules."),
        tuple((each.set, each.label) for each in game.sets), value or text("your own"),
    )  # fmt: skip


def _option(form: Form, option: catalog_pb2.RuleOption) -> Item:
    return Item(
        option.option,
        option.group,
        option.label,
        option.explanation,
        tuple((each.choice, each.label) for each in option.choices),
        form.rules.get(option.option, option.default_choice),
        (option.min_number, option.max_number) if option.max_number else None,
    )


def _bot_words(form: Form, game: catalog_pb2.Game, plan: str) -> str:
    free = text("Anybody may sit down here.")
    if form.where == SHARED:
        free = text("One of you plays this seat at this screen.")
    if not game.bots:
        free += " " + text("No computer plays this game: it needs people.")
    words = {OPEN: free, YOU: text("You sit here.")}
    bots = {bot.bot: bot.explanation for bot in game.bots}
    return words.get(plan) or bots.get(plan, "")


def _game(catalog: service_pb2.GetCatalogResponse, game: str) -> catalog_pb2.Game:
    return next((each for each in catalog.games if each.game == game), catalog_pb2.Game(game=game))
