"""What stands on a table, as lines for line mode: headings, names of the catalogue, numbers."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.text import count, duration, keyed, printable, text
from koikoi_client.text.names import KIND_NAMES, Names

STATES = {
    table_pb2.PROGRESS_STATE_HELD: "held",
    table_pb2.PROGRESS_STATE_REPLACED: "replaced by a better one",
    table_pb2.PROGRESS_STATE_ALONE: "counts only beside another",
    table_pb2.PROGRESS_STATE_OUT: "out of reach",
}
"""Of a yaku's progress, in words; of one that is open there is nothing to say."""


def capital(line: str) -> str:
    """*line* with its first letter in upper case."""
    return line[:1].upper() + line[1:]


def rules_line(names: Names) -> str:
    """The rules that differ from their default: "3 months; Sake cup: Animal only"; or ""."""
    said = []
    for option in names.game.options:
        if option.option in names.table.rules:
            chosen = names.table.rules[option.option]
            label = next((c.label for c in option.choices if c.choice == chosen), chosen)
            told = option.label.casefold() in label.casefold()  # "3 months" needs no "Months"
            said.append(label if told else f"{option.label}: {label}")
    return "; ".join(said)


def standing(names: Names, match: table_pb2.Match, *, dealer: bool = True) -> str:
    """ "Month 3 of 12. Score: you 12, Ben 7. Dealer: you.", with the *dealer* or without."""
    parts = [
        text("{round} {n} of {of}.", round=names.round_name, n=match.round, of=match.rounds),
        text("Score: {scores}.", scores=scores(names, match)),
    ]
    if dealer and match.dealer:
        parts.append(text("Dealer: {who}.", who=names.you_or(match.dealer)))
    return " ".join(parts)


def scores(names: Names, match: table_pb2.Match) -> str:
    """ "you 12, Ben 7": of teams one score each; "Ben 0 (out)"."""
    said = []
    for party, name in names.parties(match):
        out = any(side.out for side in match.sides if side.seat == party.seats[0])
        score = text("{score} (out)", score=party.score) if out else str(party.score)
        said.append(_scored(name, score))
    return ", ".join(said)


def _scored(name: str, score: object) -> str:
    """ "Ben 7", "Medium 2: 7"."""
    return f"{name}: {score}" if name[-1:].isdigit() else f"{name} {score}"


def rounds_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """One line a round that has ended, and the score after them; nothing before the first."""
    played = _played(match)
    yield from (round_line(names, match, number) for number in range(1, played + 1))
    if played:
        yield total_line(names, match)


def total_line(names: Names, match: table_pb2.Match) -> str:
    """ "Score after 2 of 12: you 5, Ben 7."."""
    return text(
        "Score after {n} of {of}: {scores}.",
        n=_played(match),
        of=match.rounds,
        scores=scores(names, match),
    )


def _played(match: table_pb2.Match) -> int:
    return max((len(side.round_scores) for side in match.sides), default=0)


def round_line(names: Names, match: table_pb2.Match, number: int) -> str:
    """ "  Month 2: you 0, Ben 6": what an ended round brought each."""
    gains = {
        side.seat: side.round_scores[number - 1]
        for side in match.sides
        if number <= len(side.round_scores)
    }
    said = [
        _scored(name, gains[party.seats[0]])
        for party, name in names.parties(match)
        if party.seats[0] in gains
    ]
    return keyed(f"{names.round_name} {number}", ", ".join(said))


def field_line(names: Names, match: table_pb2.Match) -> str:
    """The field's cards, those of a plant together, and the draw pile's number."""
    cards = "; ".join(map(names.full_card, sorted(match.field))) or text("empty")
    return text("Field: {cards}. Draw pile: {pile}.", cards=cards, pile=match.draw_pile)


def open_card_line(names: Names, match: table_pb2.Match) -> str:
    """The card that lies open until it is placed; or ""."""
    if not match.open_card:
        return ""
    return text("Open card: {card}.", card=names.full_card(match.open_card))


def captured_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """Each seat's captured cards under their kinds, and its side's yaku so far, of a team once."""
    last = {party.seats[-1]: (party, name) for party, name in names.parties(match)}
    for side in match.sides:
        groups = []
        for kind, name in KIND_NAMES.items():
            cards = [names.card(card) for card in side.captured if names.kind(card) == kind]
            if cards:
                groups.append(f"{text(name)} ({len(cards)}): {', '.join(cards)}")
        if side.card_points:
            groups.append(f"{names.score_name}: {side.card_points}")
        held = "; ".join(groups) or text("nothing yet")
        who = capital(names.you_or(side.seat))
        yield text("{who}, captured: {cards}.", who=who, cards=held)
        if side.seat in last:
            yield _held_line(names, match, *last[side.seat])


def _held_line(names: Names, match: table_pb2.Match, party: table_pb2.Party, name: str) -> str:
    side = next(each for each in match.sides if each.seat == party.seats[0])
    if not side.yaku:
        return ""
    yaku = names.yaku_list(side.yaku)
    if side.points:
        yaku += f"; {names.score_name}: {side.points}"
    return text("{who}, yaku so far: {yaku}.", who=capital(name), yaku=yaku)


def chart_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """The yaku chart, and how far each side is with each."""
    sides = {side.seat: side for side in match.sides}
    for row in names.game.yaku:
        parts = []
        for party, name in names.parties(match):
            parts += [
                f"{name} {_progress(row, each)}"
                for each in sides[party.seats[0]].progress
                if each.yaku == row.id
            ]
        told = f" ({'; '.join(parts)})" if parts else ""
        yield f"{row.name}, {row.worth}: {row.explanation}{told}"


def _progress(row: catalog_pb2.Yaku, progress: table_pb2.Progress) -> str:
    """ "4 of 5, one card away"."""
    said = [text("{n} of {of}", n=progress.have, of=row.need)]
    if progress.state in STATES:
        said.append(text(STATES[progress.state]))
    if progress.one_card:
        said.append(text("one card away"))
    return ", ".join(said)


def waiting_line(names: Names, match: table_pb2.Match, now: float) -> str:
    """What is waited for, and how long still; or ""."""
    said = printable(names.said.waiting)
    return f"{said} {time_left(match, now)}".strip() if said else ""


def time_left(match: table_pb2.Match, now: float) -> str:
    """How long until the clock answers; "" when there is no limit."""
    if not match.HasField("deadline"):
        return ""
    left = match.deadline.ToNanoseconds() / 1e9 - now
    return text("Time left: {time}.", time=duration(left))


def near(names: Names, match: table_pb2.Match) -> dict[int, str]:
    """Who of the others is how near to a yaku, in the server's words, by their lowest seat."""
    return {
        party.seats[0]: printable(said)
        for party, said in zip(match.parties, names.said.near, strict=False)
        if said and names.seat not in party.seats
    }


def sitting(table: table_pb2.Table) -> list[str]:
    """Who sits there by name, and how many computers: ["Ben", "3 computers"]."""
    names = [printable(seat.player_name) for seat in table.seats if seat.player_name]
    bots = sum(bool(seat.bot) and not seat.player_name for seat in table.seats)
    return names + ([count(bots, "a computer", "{n} computers")] if bots else [])


def seat_lines(names: Names, now: float) -> list[str]:
    """One line a seat: who sits there, and what is the matter with it."""
    return [keyed(seat.number, seat_line(names, seat, now)) for seat in names.table.seats]


def seat_line(names: Names, seat: table_pb2.Seat, now: float) -> str:
    """Who has a seat, in words: "Blue, Ben, away, connection lost 2 min ago"."""
    said = [names.seat_name(seat.number), names.player(seat.number)]
    if seat.number == names.seat:
        said.append(text("you"))
    said += seat_facts(names, seat)
    if seat.HasField("absent_since"):
        gone = duration(now - seat.absent_since.ToNanoseconds() / 1e9)
        said.append(text("connection lost {time} ago", time=gone))
    return ", ".join(dict.fromkeys(said))  # an open seat has one name


def seat_facts(names: Names, seat: table_pb2.Seat) -> list[str]:
    """What there is to say of a seat besides whose it is: its team, its state."""
    team = text("team {team}", team=seat.team) if seat.team else ""
    return [each for each in (team, names.seat_state(seat.number)) if each]


def open_seats(table: table_pb2.Table) -> list[int]:
    """The seats that nobody plays, of those that a person may sit down in."""
    played = {seat.number for seat in table.seats if seat.bot}
    return [seat for seat in table.open_to_join if seat not in played]
