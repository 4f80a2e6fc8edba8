"""Lines that describe a table: rules, scores, cards, yaku, seats and times."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi.v1 import catalog_pb2, table_pb2
from koikoi_client.text import duration, fill, keyed, printable, text
from koikoi_client.text.names import Names, kind_headings


def rules_line(names: Names) -> str:
    """The rules that differ from the default: "3 months; Sake cup: Animal only"; or ""."""
    parts = []
    for option in names.game.options:
        if option.option in names.table.rules:
            chosen = names.table.rules[option.option]
            label = choice_label(option, chosen)
            # "3 months" needs no "Months", and so "1 month" needs none.
            is_named = option.label.casefold() in f"{label} {option.number_label}".casefold()
            parts.append(label if is_named else f"{option.label}: {label}")
    return "; ".join(parts)


def choice_label(option: catalog_pb2.RuleOption, value: str) -> str:
    """The label of an option's value; of a number too: "1 month", "7 months"."""
    for choice in option.choices:
        if choice.choice == value:
            return choice.label
    label = option.one_label if value == "1" else option.number_label
    return fill(label, {"n": value}) or value


def standing(names: Names, match: table_pb2.Match, *, dealer: bool = True) -> str:
    """ "Month 3 of 12. Score: you 12, Ben 7. Dealer: you."; the dealer only if *dealer*."""
    parts = [
        text("{round} {n} of {of}.", round=names.round_name, n=match.round, of=match.rounds),
        text("Score: {scores}.", scores=scores(names, match)),
    ]
    if dealer and match.dealer:
        parts.append(text("Dealer: {who}.", who=names.you_or(match.dealer)))
    return " ".join(parts)


def scores(names: Names, match: table_pb2.Match) -> str:
    """ "you 12, Ben 7"; a team has one score, and "Ben 0 (out)" is out of the match."""
    parts = []
    for party, name in names.parties(match):
        out = any(side.out for side in match.sides if side.seat == party.seats[0])
        score = text("{score} (out)", score=party.score) if out else str(party.score)
        parts.append(_scored(name, score))
    return ", ".join(parts)


def _scored(name: str, score: object) -> str:
    """ "Ben 7", "Medium 2: 7"."""
    return f"{name}: {score}" if name[-1:].isdigit() else f"{name} {score}"


def rounds_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """One line for each round that has ended, and the total; nothing before the first ends."""
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
    """ "  Month 2: you 0, Ben 6": the points that each side got in a round that has ended."""
    gains = {
        side.seat: side.round_scores[number - 1]
        for side in match.sides
        if number <= len(side.round_scores)
    }
    parts = [
        _scored(name, gains[party.seats[0]])
        for party, name in names.parties(match)
        if party.seats[0] in gains
    ]
    return keyed(f"{names.round_name} {number}", ", ".join(parts))


def field_line(names: Names, match: table_pb2.Match) -> str:
    """The cards of the field, sorted by plant, and the number of cards in the draw pile."""
    cards = "; ".join(map(names.full_card, sorted(match.field))) or text("empty")
    return text("Field: {cards}. Draw pile: {pile}.", cards=cards, pile=match.draw_pile)


def open_card_line(names: Names, match: table_pb2.Match) -> str:
    """The drawn card that is not placed yet; or ""."""
    if not match.open_card:
        return ""
    return text("Open card: {card}.", card=names.full_card(match.open_card))


def captured_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """The captured cards of each seat by kind, and the yaku of each player or team."""
    last = {party.seats[-1]: (party, name) for party, name in names.parties(match)}
    for side in match.sides:
        groups = []
        for kind, name in kind_headings().items():
            cards = [names.card(card) for card in side.captured if names.kind(card) == kind]
            if cards:
                groups.append(f"{name} ({len(cards)}): {', '.join(cards)}")
        if side.card_points:
            groups.append(f"{names.score_name}: {side.card_points}")
        held = "; ".join(groups) or text("nothing yet")
        yield text("Captured by {who}: {cards}.", who=names.you_or(side.seat), cards=held)
        if side.seat in last:
            yield _held_line(names, match, *last[side.seat])


def _held_line(names: Names, match: table_pb2.Match, party: table_pb2.Party, name: str) -> str:
    side = next(each for each in match.sides if each.seat == party.seats[0])
    if not side.yaku:
        return ""
    yaku = names.yaku_list(side.yaku)
    if side.points:
        yaku += f"; {names.score_name}: {side.points}"
    return text("Yaku so far for {who}: {yaku}.", who=name, yaku=yaku)


def chart_lines(names: Names, match: table_pb2.Match) -> Iterator[str]:
    """The yaku chart, with the progress of each side."""
    sides = {side.seat: side for side in match.sides}
    for row in names.game.yaku:
        parts = []
        for party, name in names.parties(match):
            parts += [
                f"{name} {_progress(row, each)}"
                for each in sides[party.seats[0]].progress
                if each.yaku == row.id
            ]
        progress = f" ({'; '.join(parts)})" if parts else ""
        yield f"{row.name}, {row.worth}: {row.explanation}{progress}"


def _progress(row: catalog_pb2.Yaku, progress: table_pb2.Progress) -> str:
    """ "4 of 5, one card away"."""
    parts = [text("{n} of {of}", n=progress.have, of=row.need)]
    states = {
        table_pb2.PROGRESS_STATE_HELD: text("held"),
        table_pb2.PROGRESS_STATE_REPLACED: text("replaced by a better one"),
        table_pb2.PROGRESS_STATE_ALONE: text("counts only beside another"),
        table_pb2.PROGRESS_STATE_OUT: text("out of reach"),
    }
    if progress.state in states:
        parts.append(states[progress.state])
    if progress.one_card:
        parts.append(text("one card away"))
    return ", ".join(parts)


def waiting_line(names: Names, match: table_pb2.Match, now: float) -> str:
    """The server's sentence about who must act, and the time left; or ""."""
    waiting = printable(names.said.waiting)
    return f"{waiting} {time_left(match, now)}".strip() if waiting else ""


def time_left(match: table_pb2.Match, now: float) -> str:
    """The time left to choose; "" when there is no limit."""
    if not match.HasField("deadline"):
        return ""
    left = match.deadline.ToNanoseconds() / 1e9 - now
    return text("Time left: {time}.", time=duration(left))


def near(names: Names, match: table_pb2.Match) -> dict[int, str]:
    """The server's warnings that another side is near a yaku, by its lowest seat."""
    return {
        party.seats[0]: printable(sentence)
        for party, sentence in zip(match.parties, names.said.near, strict=False)
        if sentence and names.seat not in party.seats
    }


def seat_lines(names: Names, now: float) -> list[str]:
    """One line for each seat, with its player and state."""
    return [keyed(seat.number, seat_line(names, seat, now)) for seat in names.table.seats]


def seat_line(names: Names, seat: table_pb2.Seat, now: float) -> str:
    """One seat: "Blue, Ben, away, connection lost 2 min ago"."""
    parts = [names.seat_name(seat.number), names.player(seat.number)]
    if seat.number == names.seat:
        parts.append(text("you"))
    parts += seat_facts(names, seat)
    if seat.HasField("absent_since"):
        gone = duration(now - seat.absent_since.ToNanoseconds() / 1e9)
        parts.append(text("connection lost {time} ago", time=gone))
    if seat.waits_too_long:
        left = seat.replaceable_at.ToNanoseconds() / 1e9 - now
        time = duration(left)
        parts.append(text("time left {time}", time=time) if left > 0 else text("time is up"))
    return ", ".join(dict.fromkeys(parts))  # an open seat's player has the seat's name


def seat_facts(names: Names, seat: table_pb2.Seat) -> list[str]:
    """The team and the state of a seat, if any."""
    team = text("team {team}", team=seat.team) if seat.team else ""
    return [each for each in (team, names.seat_state(seat.number)) if each]
