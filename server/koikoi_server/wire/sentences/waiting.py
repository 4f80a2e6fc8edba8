"""What a table is waiting for (Said.waiting and Said.waiting_brief)."""

from __future__ import annotations

from typing import NamedTuple

from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.lexicon import Pattern
from koikoi_server.wire.sentences.moves import yaku_list
from koikoi_server.wire.sentences.reader import Reader, Several, fit_name

COLUMNS = 24  #: the maximum width of Waiting.brief


class Waiting(NamedTuple):
    """What a table is waiting for. The texts name no times, no options and no cards of a hand."""

    full: str
    brief: str


def waiting(reader: Reader) -> Waiting:
    """What the table is waiting for now."""
    words, match, stage = reader.words, reader.match, reader.update.table.stage
    if stage == table_pb2.STAGE_CLOSED:
        return Waiting(words.text("The table is closed."), words.text("closed"))
    if stage == table_pb2.STAGE_GATHERING or not reader.update.HasField("match"):
        return Waiting(_gathering(reader), words.text("waiting for players"))
    match match.phase:
        case table_pb2.PHASE_CUT:
            return _cut(reader)
        case table_pb2.PHASE_PLAY | table_pb2.PHASE_PLACE | table_pb2.PHASE_DECIDE:
            return _turn(reader)
        case table_pb2.PHASE_ROUND_OVER:
            return _round_over(reader)
        case table_pb2.PHASE_MATCH_OVER:
            return Waiting(_rematch(reader), _rematch_brief(reader))
    return Waiting("", "")


def _seat(reader: Reader, seat: int) -> table_pb2.Seat:
    return next(
        (each for each in reader.update.table.seats if each.number == seat), table_pb2.Seat()
    )


def _open(reader: Reader) -> list[int]:
    seats = reader.update.table.seats
    return [each.number for each in seats if not each.player_name and not each.bot]


def _gathering(reader: Reader) -> str:
    missing = len(_open(reader))
    if not missing:
        return reader.words.text("The match is about to begin.")
    pattern = ("One more player is needed.", "{n} more players are needed.")
    return reader.words.text(pattern, n=missing)


def _cut(reader: Reader) -> Waiting:
    words, asked = reader.words, list(reader.match.waiting_for)
    if reader.me in asked:
        return Waiting(words.text("Cut the deck."), words.text("cut the deck"))
    brief = words.text("shuffling")
    if not asked:
        return Waiting(words.text("The cards are being shuffled."), brief)
    return Waiting(reader.about_several(asked, _CUTTING), brief)


_CUTTING = Several(
    "",
    "",
    "",
    "{name} may cut the deck before the cards are dealt.",
    "{names} may cut the deck before the cards are dealt.",
)


def _turn(reader: Reader) -> Waiting:
    words, match = reader.words, reader.match
    seat = _seat(reader, match.turn)
    if not seat.player_name and not seat.bot:
        brief = fit_name(words, "{name} is open", words.seat(match.turn), COLUMNS)
        place = words.place(match.turn)
        if not seat.last_player_name:
            return Waiting(words.text("Nobody plays {seat}: the match waits.", seat=place), brief)
        full = words.text(
            "{name} was removed, and nobody plays {seat}: the match waits."
            if seat.last_player_removed
            else "{name} left, and nobody plays {seat}: the match waits.",
            name=seat.last_player_name,
            seat=place,
        )
        return Waiting(full, brief)
    mine = match.turn == reader.me and not seat.bot
    if seat.HasField("absent_since") and not seat.bot:
        name = reader.name(match.turn)
        full = reader.about(
            match.turn, "You are away: the match waits.", "{name} is away: the match waits."
        )
        brief = (
            words.text("your turn") if mine else fit_name(words, "{name} is away", name, COLUMNS)
        )
        return Waiting(full, brief)
    return Waiting(_asked(reader, seat), _asked_brief(reader, mine=mine))


def _asked(reader: Reader, seat: table_pb2.Seat) -> str:
    """What the player whose turn it is has to choose."""
    words, match = reader.words, reader.match
    match match.phase:
        case table_pb2.PHASE_PLAY:
            you: Pattern = "Your turn: play a card."
            other: Pattern = "{name} chooses a card."
        case table_pb2.PHASE_PLACE if match.open_card_drawn:
            you = "You drew {card}: choose what it takes."
            other = "{name} drew {card} and chooses what it takes."
        case table_pb2.PHASE_PLACE:
            you = "You played {card}: choose what it takes."
            other = "{name} played {card} and chooses what it takes."
        case _:
            you = (
                "You have {yaku}, {n} point: koi-koi or stop?",
                "You have {yaku}, {n} points: koi-koi or stop?",
            )
            other = (
                "{name} has {yaku}, {n} point, and decides: koi-koi or stop.",
                "{name} has {yaku}, {n} points, and decides: koi-koi or stop.",
            )
            if len(reader.side(seat.number).yaku) < 2:  # its points are the sum
                you = "You have {yaku}: koi-koi or stop?"
                other = "{name} has {yaku} and decides: koi-koi or stop."
    side = reader.side(seat.number)
    return reader.about(
        seat.number,
        you,
        other,
        seat.bot,
        card=words.card(match.open_card) if match.open_card else "",
        yaku=yaku_list(reader, side.yaku),
        n=side.points,
    )


def _asked_brief(reader: Reader, *, mine: bool) -> str:
    words, phase = reader.words, reader.match.phase
    if mine:
        if phase == table_pb2.PHASE_DECIDE:
            return words.text("koi-koi or stop?")
        return words.text("your turn" if phase == table_pb2.PHASE_PLAY else "choose what it takes")
    pattern = "{name} decides" if phase == table_pb2.PHASE_DECIDE else "{name}'s turn"
    return fit_name(words, pattern, reader.name(reader.match.turn), COLUMNS)


def _round_over(reader: Reader) -> Waiting:
    words, match = reader.words, reader.match
    asked, next_round = list(match.waiting_for), words.round(match.round + 1)
    over = words.text("{round} is over", round=words.round(match.round))
    if reader.me in asked:
        full = words.text("Look at the result, then go on to {round}.", round=next_round)
        return Waiting(full, words.text("go on?"))
    if not asked:
        return Waiting(words.text("{round} is about to begin.", round=next_round), over)
    return Waiting(reader.about_several(asked, _LOOKING, round=next_round), over)


_LOOKING = Several(
    "",
    "",
    "",
    "{round} begins when {name} has seen the result.",
    "{round} begins when {names} have seen the result.",
)


def _rematch(reader: Reader) -> str:
    words, seats = reader.words, reader.update.table.seats
    if not reader.update.table.table_id:  # a finished match that is replayed
        return words.text("The match is over.")
    missing = len(_open(reader))
    if missing:
        pattern = (
            "One more player is needed for another match.",
            "{n} more players are needed for another match.",
        )
        return words.text(pattern, n=missing)
    here = [s for s in seats if s.player_name and not s.bot and not s.HasField("absent_since")]
    want = [each.number for each in seats if each.wants_rematch]
    asked = [each.number for each in here if not each.wants_rematch]
    if not want:
        if reader.me in asked:
            return words.text("Do you want another match?")
        return words.text("Another match begins when everybody here wants one.")
    if reader.me in asked:
        return reader.about_several(want, _WANTED)
    if not asked:
        return words.text("Another match is about to begin.")
    return reader.about_several(asked, _WANTS_TOO)


def _rematch_brief(reader: Reader) -> str:
    if _open(reader):
        return reader.words.text("waiting for players")
    asked = reader.me and not _seat(reader, reader.me).wants_rematch
    return reader.words.text("another match?" if asked else "match over")


_WANTED = Several(
    "",
    "",
    "",
    "{name} wants another match. Do you?",
    "{names} want another match. Do you?",
)
_WANTS_TOO = Several(
    "",
    "",
    "",
    "Another match begins when {name} wants one too.",
    "Another match begins when {names} want one too.",
)
