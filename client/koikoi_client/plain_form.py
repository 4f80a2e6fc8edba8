"""Line mode's form for a new table. All that can be chosen comes from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field

from koikoi.v1 import catalog_pb2 as c
from koikoi.v1 import service_pb2 as wire
from koikoi_client.errors import Refused
from koikoi_client.plain_visit import Visit
from koikoi_client.store import KeptSeat
from koikoi_client.texts import text


@dataclass
class Draft:
    """A table that is being filled in."""

    game: c.Game
    rules: dict[str, str] = field(default_factory=dict)  #: only what differs from the default
    bots: list[str] = field(default_factory=list)  #: of seats 2 and up; "" is open
    needs_code: bool = False
    table_name: str = ""

    def chosen(self, option: c.RuleOption) -> str:
        """The value of an option, as it goes over the wire."""
        return self.rules.get(option.option, option.default_choice)

    def choose(self, option: c.RuleOption, value: str) -> None:
        """Set an option; its default is left out."""
        self.rules.pop(option.option, None)
        if value != option.default_choice:
            self.rules[option.option] = value

    def request(self) -> wire.CreateTableRequest:
        """The request, but for the player's name."""
        return wire.CreateTableRequest(
            table_name=self.table_name,
            game=self.game.game,
            rules=self.rules,
            seats=[wire.SeatPlan(yours=True), *(wire.SeatPlan(bot=bot) for bot in self.bots)],
            needs_code=self.needs_code,
        )


def new_draft(game: c.Game, bot: str = "") -> Draft:
    """A table for the least number of players; *bot* in all seats but one's own."""
    return Draft(game, bots=[bot] * (game.min_seats - 1))


def practice_bot(game: c.Game) -> str:
    """The computer to practise against when none was named: of middling strength."""
    return game.bots[len(game.bots) // 2].bot if game.bots else ""


def label(option: c.RuleOption, value: str) -> str:
    """A value's label; a number that has none is its own."""
    return next((each.label for each in option.choices if each.choice == value), value)


def check(option: c.RuleOption, typed: str) -> str | None:
    """The value that *typed* names: a choice's number in the list, or a number; None: neither."""
    if option.max_number and typed.isascii() and typed.isdigit():
        # "12" may be a choice's value as well as the 12th of a list: the value is meant.
        value = str(int(typed))
        if option.min_number <= int(value) <= option.max_number:
            return value
        return None
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(option.choices):
        return option.choices[int(typed) - 1].choice
    return next((each.choice for each in option.choices if each.choice == typed.lower()), None)


async def create(visit: Visit) -> KeptSeat | None:
    """Ask for a table and open it; None when it was given up."""
    games = list(visit.session.catalog.games)
    if not games:
        visit.say(text("This server offers no game."))
        return None
    game = games[0]
    if len(games) > 1:
        picked = await _pick(visit, text("Which game?"), [f"{g.name}. {g.summary}" for g in games])
        if picked is None:
            return None
        game = games[picked]
    draft = new_draft(game)
    visit.say(text("A new table of {game}.", game=game.name))
    while True:
        _show(visit, draft)
        typed = (await visit.lines.ask(text("number, or Enter to open the table> "))).lower()
        if typed in ("back", "b", "quit", "q"):
            return None
        if not typed:
            try:
                return await visit.create(draft.request())
            except Refused as refused:
                visit.say_refused(refused)
        elif typed.isascii() and typed.isdigit():
            await _change(visit, draft, int(typed))
        else:
            visit.say(text("Type a number of the list, Enter to open the table, or back."))


def _show(visit: Visit, draft: Draft) -> None:
    for number, option in enumerate(draft.game.options, 1):
        visit.say(f"  {number}  {option.label}: {label(option, draft.chosen(option))}")
    number = len(draft.game.options)
    for seat, bot in enumerate(draft.bots, 2):
        number += 1
        who = next((each.name for each in draft.game.bots if each.bot == bot), "")
        who = text("computer, {level}", level=who) if who else text("a person")
        visit.say(f"  {number}  {text('Seat {seat}: {who}', seat=seat, who=who)}")
    listed = text("private, by code only") if draft.needs_code else text("public, in the lobby")
    visit.say(f"  {number + 1}  {text('Who may join: {who}', who=listed)}")
    visit.say(
        f"  {number + 2}  {text('Name: {name}', name=draft.table_name or text('from yours'))}"
    )
    number += 2
    if draft.game.min_seats != draft.game.max_seats:
        number += 1
        visit.say(f"  {number}  {text('Players: {n}', n=len(draft.bots) + 1)}")
    if len(draft.game.sets) > 1:
        visit.say(f"  {number + 1}  {text('Take a named set of rules')}")


async def _change(visit: Visit, draft: Draft, number: int) -> None:
    game = draft.game
    place = number - 1
    if 0 <= place < len(game.options):
        await _choose_rule(visit, draft, game.options[place])
        return
    place -= len(game.options)
    if 0 <= place < len(draft.bots):
        names = [text("A person"), *(f"{b.name}. {b.explanation}" for b in game.bots)]
        picked = await _pick(visit, text("Who plays there?"), names)
        if picked is not None:
            draft.bots[place] = game.bots[picked - 1].bot if picked else ""
        return
    place -= len(draft.bots)
    changes = [_toggle_code, _choose_name]
    if game.min_seats != game.max_seats:
        changes.append(_choose_seats)
    if len(game.sets) > 1:
        changes.append(_choose_set)
    if 0 <= place < len(changes):
        await changes[place](visit, draft)
    else:
        visit.say(text("There is no {number} in the list.", number=number))


async def _choose_rule(visit: Visit, draft: Draft, option: c.RuleOption) -> None:
    visit.say(f"{option.label}. {option.explanation}")
    numbers = ""
    if option.max_number:
        visit.say("  " + ", ".join(each.label for each in option.choices))
        numbers = text("{low} to {high}", low=option.min_number, high=option.max_number)
        typed = await visit.lines.ask(text("a number from {numbers}> ", numbers=numbers))
    else:
        for number, each in enumerate(option.choices, 1):
            visit.say(f"  {number}  {each.label}")
        typed = await visit.lines.ask(text("number> "))
    if not typed:
        return
    value = check(option, typed)
    if value is None:
        visit.say(
            text("Type a number from {numbers}; nothing was changed.", numbers=numbers)
            if numbers
            else text("That is not in the list; nothing was changed.")
        )
    else:
        draft.choose(option, value)


async def _toggle_code(visit: Visit, draft: Draft) -> None:
    draft.needs_code = not draft.needs_code


async def _choose_name(visit: Visit, draft: Draft) -> None:
    draft.table_name = await visit.lines.ask(text("name of the table> "))


async def _choose_seats(visit: Visit, draft: Draft) -> None:
    low, high = draft.game.min_seats, draft.game.max_seats
    typed = await visit.lines.ask(text("players, {low} to {high}> ", low=low, high=high))
    if typed.isascii() and typed.isdigit() and low <= int(typed) <= high:
        wanted = int(typed) - 1
        draft.bots = (draft.bots + [""] * wanted)[:wanted]
    elif typed:
        visit.say(text("Type a number from {low} to {high}.", low=low, high=high))


async def _choose_set(visit: Visit, draft: Draft) -> None:
    names = [f"{each.label}. {each.explanation}" for each in draft.game.sets]
    picked = await _pick(visit, text("Which rules?"), names)
    if picked is not None:
        draft.rules = dict(draft.game.sets[picked].rules)


async def _pick(visit: Visit, question: str, names: list[str]) -> int | None:
    """The place, from 0, of the name that was picked; None when none was."""
    visit.say(question)
    for number, name in enumerate(names, 1):
        visit.say(f"  {number}  {name}")
    typed = await visit.lines.ask(text("number> "))
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(names):
        return int(typed) - 1
    if typed:
        visit.say(text("That is not in the list."))
    return None
