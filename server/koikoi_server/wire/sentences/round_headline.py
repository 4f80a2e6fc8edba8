"""How a round ended and who won it (Said.headline)."""

from __future__ import annotations

from collections.abc import Iterator

from koikoi_server.text import paragraph
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.reader import Reader, Several
from koikoi_server.wire.sentences.round_end import How, RoundEnd, has_paid, last_round_end


def headline(reader: Reader) -> str:
    """The headline of an update with a result, with the names of the players of the round."""
    players = reader.with_players_of(reader.match.turns)
    return sentence(players, last_round_end(players), reader)


def sentence(reader: Reader, ended: RoundEnd, now: Reader | None = None) -> str:
    """The headline of a round that is over.

    Args:
        now: a reader with the current names, for naming the next dealer; default: *reader*.
    """
    parts = [_main(reader, ended), *_paid(reader, ended)]
    if ended.out:
        parts.append(reader.about_several(ended.out, _OUT))
    if ended.next_dealer:
        passes = ended.how in _UNWON and reader.words.dealer_changes
        deals = _DEAL_PASSES if passes else _DEALS_NEXT
        parts.append((now or reader).about(ended.next_dealer, *deals))
    return paragraph(parts, reader.words.language)


_UNWON = (How.DRAWN, How.DEALT_HANDS)
_DEALS_NEXT = ("You deal next.", "{name} deals next.")
_DEAL_PASSES = ("The deal passes to you.", "The deal passes to {name}.")
_OUT = Several(
    "You have no coins left and are out.",
    "You and {name} have no coins left and are out.",
    "You, {names} have no coins left and are out.",
    "{name} has no coins left and is out.",
    "{names} have no coins left and are out.",
)


def _main(reader: Reader, ended: RoundEnd) -> str:
    words = reader.words
    if not ended.round:
        if not ended.winner:
            return words.text("Nobody won the round.")
        return reader.about_several(reader.party(ended.winner), _UNNUMBERED)
    round_ = words.round(ended.round)
    if not ended.winner:
        if ended.how is How.PLAYED_OUT:
            return _tied(reader, ended, round_)
        return words.text(_NOBODY[ended.how], round=round_)
    if ended.how is How.PLAYED_OUT:
        seats = reader.party(ended.winner)
        return reader.about_several(seats, _PLAYED_OUT, round=round_, n=ended.points)
    you, other = _WON[ended.how]
    return reader.about(
        ended.winner,
        you,
        other,
        ended.by,
        round=round_,
        n=ended.points,
        yaku=words.yaku(ended.yaku),
    )


_UNNUMBERED = Several(
    "You won the round.",
    "You and {name} won the round.",
    "You, {names} won the round.",
    "{name} won the round.",
    "{names} won the round.",
)

_NOBODY = {
    How.DRAWN: "{round} was drawn: the cards ran out and nobody stopped, so nobody scores.",
    How.DEALT_HANDS: "{round} ended at once: more than one player was dealt a yaku, so nobody "
    "scores.",
    How.ABANDONED: "The match ended early, so {round} does not count.",
}
"""The headlines of rounds that nobody won."""

_WON: dict[How, tuple[Pattern, Pattern]] = {
    How.STOP: (
        (
            "You stopped and won {round} with {n} point.",
            "You stopped and won {round} with {n} points.",
        ),
        (
            "{name} stopped and won {round} with {n} point.",
            "{name} stopped and won {round} with {n} points.",
        ),
    ),
    How.LAST_CARD: (
        (
            "You made a yaku with your last card and won {round} with {n} point.",
            "You made a yaku with your last card and won {round} with {n} points.",
        ),
        (
            "{name} made a yaku with the last card and won {round} with {n} point.",
            "{name} made a yaku with the last card and won {round} with {n} points.",
        ),
    ),
    How.PAID_STOP: (
        (
            "You stopped and won {n} coin in {round}.",
            "You stopped and won {n} coins in {round}.",
        ),
        (
            "{name} stopped and won {n} coin in {round}.",
            "{name} stopped and won {n} coins in {round}.",
        ),
    ),
    How.PAID_LAST_CARD: (
        (
            "You made a yaku with your last card and won {n} coin in {round}.",
            "You made a yaku with your last card and won {n} coins in {round}.",
        ),
        (
            "{name} made a yaku with the last card and won {n} coin in {round}.",
            "{name} made a yaku with the last card and won {n} coins in {round}.",
        ),
    ),
    How.DRAWN_FOR_DEALER: (
        (
            "The cards ran out in {round} and nobody stopped: you win it as the dealer, {n} point.",
            "The cards ran out in {round} and nobody stopped: you win it as the dealer, "
            "{n} points.",
        ),
        (
            "The cards ran out in {round} and nobody stopped: {name} wins it as the dealer, "
            "{n} point.",
            "The cards ran out in {round} and nobody stopped: {name} wins it as the dealer, "
            "{n} points.",
        ),
    ),
    How.DRAWN_AGAINST_DEALER: (
        (
            "The cards ran out in {round} and nobody stopped: the dealer loses it, and you win "
            "{n} point.",
            "The cards ran out in {round} and nobody stopped: the dealer loses it, and you win "
            "{n} points.",
        ),
        (
            "The cards ran out in {round} and nobody stopped: the dealer loses it, and {name} "
            "wins {n} point.",
            "The cards ran out in {round} and nobody stopped: the dealer loses it, and {name} "
            "wins {n} points.",
        ),
    ),
    How.DEALT_HAND: (
        (
            "You were dealt {yaku} and won {round} at once with {n} point.",
            "You were dealt {yaku} and won {round} at once with {n} points.",
        ),
        (
            "{name} was dealt {yaku} and won {round} at once with {n} point.",
            "{name} was dealt {yaku} and won {round} at once with {n} points.",
        ),
    ),
}
"""The headlines of rounds that one seat won: for the winner, and for everybody else."""

_PLAYED_OUT = Several(
    ("You won {round} with {n} point.", "You won {round} with {n} points."),
    ("You and {name} won {round} with {n} point.", "You and {name} won {round} with {n} points."),
    ("You, {names} won {round} with {n} point.", "You, {names} won {round} with {n} points."),
    ("{name} won {round} with {n} point.", "{name} won {round} with {n} points."),
    ("{names} won {round} with {n} point.", "{names} won {round} with {n} points."),
)

_TIED = Several(
    "",  # nobody ties alone
    (
        "You and {name} tied in {round} with {n} point: nobody won it.",
        "You and {name} tied in {round} with {n} points: nobody won it.",
    ),
    (
        "You, {names} tied in {round} with {n} point: nobody won it.",
        "You, {names} tied in {round} with {n} points: nobody won it.",
    ),
    "",
    (
        "{names} tied in {round} with {n} point: nobody won it.",
        "{names} tied in {round} with {n} points: nobody won it.",
    ),
)


def _tied(reader: Reader, ended: RoundEnd, round_: str) -> str:
    if not ended.scores:
        return reader.words.text("{round} was a tie: nobody won it.", round=round_)
    best = max(ended.scores)
    seats = [seat for seat, score in enumerate(ended.scores, 1) if score == best]
    if any(len(reader.party(seat)) > 1 for seat in seats):
        pattern = (
            "{round} was a tie between teams at {n} point: nobody won it.",
            "{round} was a tie between teams at {n} points: nobody won it.",
        )
        return reader.words.text(pattern, round=round_, n=best)
    return reader.about_several(seats, _TIED, round=round_, n=best)


def _paid(reader: Reader, ended: RoundEnd) -> Iterator[str]:
    """What each player paid, if there are several payers."""
    payers = [seat for seat in range(1, len(ended.scores) + 1) if has_paid(ended.scores, seat)]
    if ended.how not in (How.PAID_STOP, How.PAID_LAST_CARD) or len(payers) < 2:
        return
    amounts = sorted({-ended.scores[seat - 1] for seat in payers}, reverse=True)
    if len(amounts) == 1 and len(payers) == len(ended.scores) - 1:
        pattern = ("Every other player paid {n} coin.", "Every other player paid {n} coins.")
        yield reader.words.text(pattern, n=amounts[0])
        return
    for amount in amounts:
        yield reader.about_several(
            [s for s in payers if ended.scores[s - 1] == -amount], _PAID, n=amount
        )


_PAID = Several(
    ("You paid {n} coin.", "You paid {n} coins."),
    ("You and {name} paid {n} coin each.", "You and {name} paid {n} coins each."),
    ("You, {names} paid {n} coin each.", "You, {names} paid {n} coins each."),
    ("{name} paid {n} coin.", "{name} paid {n} coins."),
    ("{names} paid {n} coin each.", "{names} paid {n} coins each."),
)
