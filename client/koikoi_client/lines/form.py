"""Line mode's form for a new table."""

from __future__ import annotations

from koikoi_client.errors import Refused
from koikoi_client.follow.new_table import PRACTICE, NewTable, begin
from koikoi_client.follow.new_table_form import Field, fields
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import keyed, text


async def create(user: LineUser, game: str = "") -> KeptSeat | None:
    """Fill in the form and open the table; None if the user cancels.

    *game* is the name or id of a game, as typed; empty: ask for it.
    """
    catalog = user.session.catalog
    if not catalog.games:
        user.say(text("This server offers no game."))
        return None
    bot = str(user.store.setting("practice_bot", ""))
    where, named = PRACTICE if user.practice else "", game.casefold()
    found = [each.id for each in catalog.games if named in (each.id, each.name.casefold())]
    table = begin(catalog, found[0] if found else "", where=where, bot=bot)
    if game and not found:
        user.say(text('There is no game "{game}".', game=game))
    if len(catalog.games) > 1 and not found:
        user.say(text("Which game? Type its number, or press Enter to go back."))
        chosen = await _choose(user, fields(table, catalog)[0])
        if chosen is None:
            user.say(text("No table was opened."))
            return None
        table = chosen
    user.say(text("A new table:"), *lines(fields(table, catalog)))
    while True:
        user.say(text("Type a number to change it, press Enter to open the table, or type back."))
        typed = (await user.lines.ask(text("number or Enter> "))).lower()
        if typed in ("back", "b", "quit", "q"):
            return None
        if typed in ("list", "again"):
            user.say(*lines(fields(table, catalog)))
        elif not typed:
            try:
                return await user.create(table.request())
            except Refused as refused:
                user.say_refused(refused)
        elif typed.isascii() and typed.isdigit():
            before = fields(table, catalog)
            table = await _change(user, before, int(typed[:9])) or table
            known = lines(before)
            user.say(*(line for line in lines(fields(table, catalog)) if line not in known))


def lines(form: list[Field]) -> list[str]:
    """All fields with their values, numbered."""
    return [keyed(number, f"{each.label}: {each.shown}") for number, each in enumerate(form, 1)]


async def _change(user: LineUser, form: list[Field], number: int) -> NewTable | None:
    """Ask for a new value of a field; return the changed table, or None."""
    if not 1 <= number <= len(form):
        user.say(text("There is no number {number} in the list.", number=number))
        return None
    field = form[number - 1]
    user.say(f"{field.label}. {field.explanation}")
    if field.free_text:
        return field.set(await user.lines.ask(f"{field.label}> "))
    return await _choose(user, field)


async def _choose(user: LineUser, field: Field) -> NewTable | None:
    """List the choices of a field and ask for one; return the changed table, or None."""
    for number, each in enumerate(field.choices, 1):
        key = each.value if field.numbers is not None else str(number)
        label = f"{each.label}. {each.explanation}" if each.explanation else each.label
        user.say(keyed(key, label) if key != label else f"  {key}")
    if field.numbers is not None:
        low, high = field.numbers
        user.say(text("  or any number from {low} to {high}", low=low, high=high))
    typed = await user.lines.ask(text("number> "))
    value = field.parse(typed)
    if value is not None:
        return field.set(value)
    if typed:
        user.say(text("That is not in the list; nothing was changed."))
    return None
