"""Line mode's form for a new table. All that can be chosen comes from the catalogue."""

from __future__ import annotations

from koikoi.v1 import catalog_pb2
from koikoi_client.errors import Refused
from koikoi_client.follow.draft import Draft, check, label, new_draft
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import keyed, text


async def create(user: LineUser) -> KeptSeat | None:
    """Ask for a table and open it; None when it was given up."""
    games = list(user.session.catalog.games)
    if not games:
        user.say(text("This server offers no game."))
        return None
    game = games[0]
    if len(games) > 1:
        picked = await _pick(user, text("Which game?"), [f"{g.name}. {g.summary}" for g in games])
        if picked is None:
            return None
        game = games[picked]
    draft = new_draft(game)
    user.say(text("A new table of {game}.", game=game.name))
    user.say(*lines(draft))
    while True:
        user.say(text("Type a number to change something, Enter to open the table, or back."))
        typed = (await user.lines.ask(text("number or Enter> "))).lower()
        if typed in ("back", "b", "quit", "q"):
            return None
        if typed in ("list", "again"):
            user.say(*lines(draft))
        elif not typed:
            try:
                return await user.create(draft.request())
            except Refused as refused:
                user.say_refused(refused)
        elif typed.isascii() and typed.isdigit():
            before = lines(draft)
            await _change(user, draft, int(typed))
            after = lines(draft)
            user.say(*(line for line in after if line not in before))


def lines(draft: Draft) -> list[str]:
    """All that can be chosen and what is, numbered."""
    game = draft.game
    said = [f"{option.label}: {label(option, draft.chosen(option))}" for option in game.options]
    for seat, bot in enumerate(draft.bots, 2):
        who = next((each.name for each in game.bots if each.id == bot), "")
        who = text("computer, {level}", level=who) if who else text("a person")
        said.append(text("Seat {seat}: {who}", seat=seat, who=who))
    listed = text("private, by code only") if draft.needs_code else text("public, in the lobby")
    said.append(text("Who may join: {who}", who=listed))
    said.append(text("Name: {name}", name=draft.table_name or text("from yours")))
    if game.min_seats != game.max_seats:
        said.append(text("Players: {n}", n=len(draft.bots) + 1))
    if len(game.sets) > 1:
        said.append(text("Take a named set of rules"))
    return [keyed(number, line) for number, line in enumerate(said, 1)]


async def _change(user: LineUser, draft: Draft, number: int) -> None:
    game = draft.game
    place = number - 1
    if 0 <= place < len(game.options):
        await _choose_rule(user, draft, game.options[place])
        return
    place -= len(game.options)
    if 0 <= place < len(draft.bots):
        names = [text("A person"), *(f"{b.name}. {b.explanation}" for b in game.bots)]
        picked = await _pick(user, text("Who plays there?"), names)
        if picked is not None:
            draft.bots[place] = game.bots[picked - 1].id if picked else ""
        return
    place -= len(draft.bots)
    changes = [_toggle_code, _choose_name]
    if game.min_seats != game.max_seats:
        changes.append(_choose_seats)
    if len(game.sets) > 1:
        changes.append(_choose_set)
    if 0 <= place < len(changes):
        await changes[place](user, draft)
    else:
        user.say(text("There is no {number} in the list.", number=number))


async def _choose_rule(user: LineUser, draft: Draft, option: catalog_pb2.RuleOption) -> None:
    user.say(f"{option.label}. {option.explanation}")
    for number, each in enumerate(option.choices, 1):
        key = each.choice if option.max_number else str(number)
        user.say(keyed(key, each.label) if key != each.label else f"  {key}")
    if option.max_number:
        low, high = option.min_number, option.max_number
        user.say(text("  or any number from {low} to {high}", low=low, high=high))
    typed = await user.lines.ask(text("number> "))
    value = check(option, typed)
    if value is not None:
        draft.choose(option, value)
    elif typed:
        user.say(text("That is not in the list; nothing was changed."))


async def _toggle_code(user: LineUser, draft: Draft) -> None:
    draft.needs_code = not draft.needs_code


async def _choose_name(user: LineUser, draft: Draft) -> None:
    draft.table_name = await user.lines.ask(text("name of the table> "))


async def _choose_seats(user: LineUser, draft: Draft) -> None:
    low, high = draft.game.min_seats, draft.game.max_seats
    typed = await user.lines.ask(text("players, {low} to {high}> ", low=low, high=high))
    if typed.isascii() and typed.isdigit() and low <= int(typed) <= high:
        wanted = int(typed) - 1
        draft.bots = (draft.bots + [""] * wanted)[:wanted]
    elif typed:
        user.say(text("Type a number from {low} to {high}.", low=low, high=high))


async def _choose_set(user: LineUser, draft: Draft) -> None:
    names = [f"{each.label}. {each.explanation}" for each in draft.game.sets]
    picked = await _pick(user, text("Which rules?"), names)
    if picked is not None:
        draft.rules = dict(draft.game.sets[picked].rules)


async def _pick(user: LineUser, question: str, names: list[str]) -> int | None:
    """The place, from 0, of the name that was picked; None when none was."""
    user.say(question)
    for number, name in enumerate(names, 1):
        user.say(keyed(number, name))
    typed = await user.lines.ask(text("number> "))
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(names):
        return int(typed) - 1
    if typed:
        user.say(text("That is not in the list."))
    return None
