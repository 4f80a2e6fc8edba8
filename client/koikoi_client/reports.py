"""What is to be said about a table, as lines of words. Functions of the last update."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from koikoi.v1 import catalog_pb2 as catalog
from koikoi.v1 import table_pb2 as t
from koikoi_client.texts import count, duration, joined, keyed, printable, text
from koikoi_client.words import GROUPS, KINDS, Words


def capital(line: str) -> str:
    """*line* with its first letter in upper case."""
    return line[:1].upper() + line[1:]


def rules_line(words: Words) -> str:
    """The rules that differ from their default: "3 months; Sake cup: Animal only"; or ""."""
    said = []
    for option in words.game.options:
        if option.option in words.table.rules:
            chosen = words.table.rules[option.option]
            label = next((c.label for c in option.choices if c.choice == chosen), chosen)
            told = option.label.casefold() in label.casefold()  # "3 months" needs no "Months"
            said.append(label if told else f"{option.label}: {label}")
    return "; ".join(said)


def each_side(words: Words, match: t.Match) -> list[t.Side]:
    """The sides of the match; of a team, whose scores are one, its first seat's."""
    return [side for side in match.sides if side.seat == words.side(side.seat)[0]]


def standing(words: Words, match: t.Match) -> str:
    """ "Month 3 of 12. Score: you 12, Ben 7. You deal."."""
    scores = ", ".join(_score(words, side) for side in each_side(words, match))
    line = text(
        "{round} {number} of {of}. Score: {scores}.",
        round=words.game.round_name or text("Round"),
        number=match.round,
        of=match.rounds,
        scores=scores,
    )
    if match.dealer:
        line += " " + (
            text("You deal.")
            if match.dealer == words.seat
            else text("{who} deals.", who=capital(words.player(match.dealer)))
        )
    return line


def _score(words: Words, side: t.Side) -> str:
    score = f"{words.side_name(side.seat)} {side.score}"
    return text("{score} and out", score=score) if side.out else score


def field_line(words: Words, match: t.Match) -> str:
    """The field's cards, those of a plant together, and the draw pile's number."""
    cards = "; ".join(map(words.full_card, sorted(match.field))) or text("empty")
    return text(
        "Field: {cards}. {pile} in the draw pile.",
        cards=cards,
        pile=count(match.draw_pile, "{n} card", "{n} cards"),
    )


def open_card_line(words: Words, match: t.Match) -> str:
    """The card that lies open until it is placed; or ""."""
    if not match.open_card:
        return ""
    return text("Open card: {card}.", card=words.full_card(match.open_card))


def koikoi_lines(words: Words, match: t.Match) -> list[str]:
    """One line for each side that has called koi-koi in this round."""
    lines = []
    for side in match.sides:
        if side.koikoi_calls:
            times = count(side.koikoi_calls, "once", "{n} times")
            mine = side.seat == words.seat
            sentence = (
                "You have called koi-koi {times}." if mine else "{who} has called koi-koi {times}."
            )
            lines.append(text(sentence, who=capital(words.player(side.seat)), times=times))
    return lines


def gaji_lines(words: Words, match: t.Match) -> list[str]:
    """Who took a card with a wild lightning, and what that brings at the end of the round."""
    lines = []
    for side in match.sides:
        if side.gaji_took:
            mine = side.seat == words.seat
            sentence = (
                "Your lightning took {card}: what the field has left of that month at the end of "
                "the round is yours."
                if mine
                else "The lightning of {who} took {card}: what the field has left of that month at "
                "the end of the round goes to {who}."
            )
            card, who = words.full_card(side.gaji_took), words.player(side.seat)
            lines.append(text(sentence, card=card, who=who))
    return lines


def captured_lines(words: Words, match: t.Match) -> list[str]:
    """Each seat's captured cards in their groups, and its side's yaku so far, of a team once."""
    lines = []
    for side in match.sides:
        who = capital(words.you_or(side.seat))
        groups = []
        for kind, name in GROUPS.items():
            cards = [card for card in side.captured if words.kind(card) == kind]
            if cards:
                groups.append(f"{count(len(cards), *name)}: {', '.join(map(words.card, cards))}")
        held = "; ".join(groups) or text("nothing yet")
        if groups and words.game.card_points:
            worth = words.points(sum(map(words.worth, side.captured)))
            held += "; " + text("worth {points}", points=worth)
        lines.append(text("{who} captured {cards}.", who=who, cards=held))
        if side.yaku and side.seat == words.side(side.seat)[-1]:
            yaku = words.yaku_list(side.yaku)
            if side.points > 0:
                yaku += "; " + words.points(side.points)
            whose = capital(words.side_name(side.seat))
            lines.append(text("{who} so far: {yaku}.", who=whose, yaku=yaku))
    return lines + gaji_lines(words, match)


def waiting_line(words: Words, match: t.Match, now: float) -> str:
    """Whose answer is awaited, and until when; or "" when it is yours alone or nobody's."""
    others = [words.player(seat) for seat in match.waiting_for if seat != words.seat]
    if not others or words.seat in match.waiting_for:
        return ""
    line = text("Waiting for {who}.", who=joined(others, text("and")))
    if match.HasField("deadline"):
        left = match.deadline.ToNanoseconds() / 1e9 - now
        line += " " + text("The clock goes on by itself in {time}.", time=duration(left))
    return line


def chart_lines(words: Words, match: t.Match) -> list[str]:
    """The yaku chart, and how many of each one's cards every side has."""
    lines = []
    for row in words.game.yaku:
        worth = words.points(row.points)
        if row.points < 0:
            worth = text("{points} for each opponent", points=worth)
        if row.points_per_extra:
            kind = text(KINDS.get(_kind_of(words, row), "card"))
            n = f"{row.points_per_extra:+d}"
            worth += text(", {n} for each other {kind}", n=n, kind=kind)
        parts = []
        for side in each_side(words, match):
            together = words.side(side.seat)
            cards = [
                card for each in match.sides if each.seat in together for card in each.captured
            ]
            have, need = progress(row, cards)
            if need:  # else it is a dealt hand, which is not captured
                said = text("{who} {n} of {of}", who=words.side_name(side.seat), n=have, of=need)
                parts.append(said + _of_another_kind(words, row, cards))
        sides = f" ({'; '.join(parts)})" if parts else ""
        lines.append(f"{row.name}, {worth}: {row.explanation}{sides}")
    return lines


def progress(row: catalog.Yaku, captured: Iterable[int]) -> tuple[int, int]:
    """How many cards of a yaku a side has, and how many make it; more than these do not count."""
    mine = set(captured)
    have = len(mine & set(row.all_of)) + min(len(mine & set(row.any_of)), row.any_count)
    return have, len(row.all_of) + row.any_count


def _kind_of(words: Words, row: catalog.Yaku) -> catalog.CardKind:
    """Of which kind most of a yaku's cards are."""
    return Counter(map(words.kind, (*row.all_of, *row.any_of))).most_common(1)[0][0]


def _of_another_kind(words: Words, row: catalog.Yaku, captured: Iterable[int]) -> str:
    """What counts among cards of another kind: the sake cup, of the Plains; or ""."""
    kind = _kind_of(words, row)
    strange = [card for card in captured if card in row.any_of and words.kind(card) != kind]
    return text(", with {cards}", cards=words.cards(strange)) if strange else ""


def near(words: Words, match: t.Match) -> dict[int, list[str]]:
    """The yaku of which the others lack a single card that may still come, by their seats."""
    found = {}
    for side in each_side(words, match):
        together = words.side(side.seat)
        if words.seat in together:
            continue
        mine = {card for s in match.sides if s.seat in together for card in s.captured}
        gone = {card for s in match.sides if s.seat not in together for card in s.captured}
        found[side.seat] = [row.id for row in words.game.yaku if _lacks_one(row, mine, gone)]
    return found


def _lacks_one(row: catalog.Yaku, mine: set[int], gone: set[int]) -> bool:
    have, need = progress(row, mine)
    missing = set(row.all_of) - mine or set(row.any_of) - mine
    return need - have == 1 and bool(missing - gone)


def near_line(words: Words, seat: int, yaku: Iterable[str]) -> str:
    """ "Ben: one card from Plains and Moon Viewing.": also of a team, which is several."""
    who = capital(words.side_name(seat))
    names = joined([words.yaku_name(each) for each in yaku], text("and"))
    return text("{who}: one card from {yaku}.", who=who, yaku=names)


def open_seats(table: t.Table) -> list[int]:
    """The seats that nobody plays: neither a person nor a computer."""
    return [seat.number for seat in table.seats if not seat.player_name and not seat.bot]


def free_seats(table: t.Table) -> list[int]:
    """The seats that a person may take: open ones, and computers' that nobody owns."""
    return [seat.number for seat in table.seats if not seat.player_name]


def sitting(table: t.Table) -> list[str]:
    """Who sits there by name, and how many computers: ["Ben", "3 computers"]."""
    names = [printable(seat.player_name) for seat in table.seats if seat.player_name]
    bots = sum(bool(seat.bot) and not seat.player_name for seat in table.seats)
    return names + ([count(bots, "a computer", "{n} computers")] if bots else [])


def seat_lines(words: Words, now: float) -> list[str]:
    """One line a seat: who sits there, and what is the matter with it."""
    lines = []
    for seat in words.table.seats:
        state = seat_state(words, seat, now)
        host = text(", host") if words.table.host == seat.number else ""
        name = f"{words.seat_name(seat.number)}, " if words.game.seat_names else ""
        lines.append(keyed(seat.number, f"{name}{state}{host}"))
    return lines


def seat_state(words: Words, seat: t.Seat, now: float) -> str:
    """Who sits in a seat, in words: "Ben, away"."""
    name = seat.player_name
    bot = text("computer, {bot}", bot=words.bot_name(seat.bot)) if seat.bot else ""
    if not name:
        return bot or text("open")
    said = [name]
    if seat.number == words.seat:
        said.append(text("you"))
    if bot:
        said.append(text("played by the {bot}", bot=bot))
    if seat.HasField("absent_since"):
        said.append(text("away"))
        others = seat.number != words.seat
        if others and seat.HasField("replaceable_at") and not bot and words.game.bots:
            left = seat.replaceable_at.ToNanoseconds() / 1e9 - now
            said.append(
                text("a computer may take over in {time}", time=duration(left))
                if left > 0
                else text("a computer may take over now")
            )
    return ", ".join(said)
