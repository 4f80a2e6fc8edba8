"""What a round or a match has brought, as lines of words. Functions of the last update."""

from __future__ import annotations

from koikoi.v1 import table_pb2 as t
from koikoi_client.reports import capital, each_side
from koikoi_client.texts import joined, text
from koikoi_client.words import Words


def result_lines(words: Words, match: t.Match) -> list[str]:
    """The arithmetic of the round just ended, and all rounds so far; [] while one is played."""
    lines = round_lines(words, match)
    return lines + rounds_lines(words, match) if lines else []


def round_lines(words: Words, match: t.Match) -> list[str]:
    """The arithmetic of the round just ended alone; [] while one is played."""
    if not match.HasField("result"):
        return []
    result = match.result
    name = words.game.round_name or text("Round")
    lines = [f"{name} {match.round}: {_why_ended(words, match)}"]
    several = len({row.seat for row in result.lines if row.seat}) > 1
    for row in result.lines:
        what = item_words(words, match, row)
        if row.seat and (several or row.seat != result.winner):
            what = f"{capital(words.you_or(row.seat))}: {what}"
        cards = f" ({words.cards(row.cards)})" if row.cards else ""
        worth = text("times {n}", n=row.times) if row.times else words.points(row.points)
        lines.append(f"  {what}{cards}: {worth}")
    first = [side.seat for side in each_side(words, match)]
    won = [
        f"{words.side_name(seat)} {score:+d}"
        for seat, score in enumerate(result.scores, 1)
        if seat in first and (score or several)
    ]
    if len(won) > 1:  # with one, the first line has told it
        lines.append(capital(", ".join(won)) + ".")
    return lines


def item_words(words: Words, match: t.Match, row: t.ScoreLine) -> str:
    """What a row of the arithmetic is called; of koi-koi who called it: "Ben called koi-koi".

    The item "koikoi" counts the calls of all but the row's seat, "own_koi" that seat's,
    "koikoi_calls" everybody's.
    """
    called = [side.seat for side in match.sides if side.koikoi_calls]
    counted = {
        "koikoi": [seat for seat in called if seat != row.seat],
        "own_koi": [seat for seat in called if seat == row.seat],
        "koikoi_calls": called,
    }.get(row.item, [])
    if not counted:
        return words.score_item(row.item)
    names = joined([words.you_or(seat) for seat in counted], text("and"))
    return text("{who} called koi-koi", who=capital(names))


def rounds_lines(words: Words, match: t.Match) -> list[str]:
    """One line a round played, and the totals."""
    name = words.game.round_name or text("Round")
    played = max((len(side.round_scores) for side in match.sides), default=0)
    lines = []
    for number in range(played):
        scores = ", ".join(
            f"{words.side_name(side.seat)} {side.round_scores[number]}"
            for side in each_side(words, match)
            if number < len(side.round_scores)
        )
        lines.append(f"  {name} {number + 1}: {scores}")
    totals = ", ".join(
        f"{words.side_name(side.seat)} {side.score}" for side in each_side(words, match)
    )
    if lines:
        lines.append(
            text("Total after {n} of {of}: {scores}.", n=played, of=match.rounds, scores=totals)
        )
    return lines


def match_lines(words: Words, match: t.Match) -> list[str]:
    """Who has won the match; [] while it is played."""
    if match.phase != t.PHASE_MATCH_OVER:
        return []
    winners = list(match.winners)
    if not winners:
        return [text("The match is over without a result.")]
    scores = _match_scores(words, match)
    if winners == [words.seat]:
        return [text("You win the match{scores}!", scores=scores)]
    names = joined([words.you_or(seat) for seat in winners], text("and"))
    if len(winners) == len(match.sides):
        return [text("The match is a draw{scores}.", scores=scores)]
    if len(winners) > 1:
        return [text("{who} win the match together{scores}.", who=capital(names), scores=scores)]
    return [text("{who} wins the match{scores}.", who=capital(names), scores=scores)]


def _match_scores(words: Words, match: t.Match) -> str:
    """ ", 5 to 0", the winner's first; among more than two sides the winner's alone."""
    sides = each_side(words, match)
    first = [side.score for side in sides if side.seat in match.winners]
    rest = [side.score for side in sides if side.seat not in match.winners]
    if len(sides) == 2:
        return text(", {first} to {second}", first=(first + rest)[0], second=(first + rest)[1])
    return text(" with {points}", points=words.points(max(first))) if first else ""


def _why_ended(words: Words, match: t.Match) -> str:
    result = match.result
    who = capital(words.side_name(result.winner)) if result.winner else ""
    side = words.side(result.winner) if result.winner else []
    several = words.seat in side or len(side) > 1  # "you" is
    if result.end == t.ROUND_END_ABANDONED:
        return text("it was ended without a result.")
    if not result.winner:
        if result.end == t.ROUND_END_DRAWN:
            said = [text("the cards ran out and nobody stopped. Nobody scores.")]
            return " ".join([*said, *_lost_lines(words, match)])
        if result.end == t.ROUND_END_PLAYED_OUT and result.scores:
            return text("a tie at {points}.", points=words.points(max(result.scores)))
        return text("nobody wins it.")
    won = result.scores[result.winner - 1] if result.winner <= len(result.scores) else 0
    verb = "{who} win {points}." if several else "{who} wins {points}."
    return text(verb, who=who, points=words.points(won))


def _lost_lines(words: Words, match: t.Match) -> list[str]:
    """Whose yaku count nothing, because nobody stopped before the cards ran out."""
    lines = []
    for side in each_side(words, match):
        if side.yaku:
            yaku = words.yaku_list(side.yaku)
            mine = side.seat == words.seat
            sentence = "Your {yaku}: lost." if mine else "{who}'s {yaku}: lost."
            lines.append(text(sentence, who=capital(words.player(side.seat)), yaku=yaku))
    return lines
