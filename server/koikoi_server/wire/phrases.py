"""The catalogue's phrases: a sentence for every event, a name for every score item and refusal.

Clients fill in {seat} {card} {cards} {number} {yaku} {text}. The variants' suffixes are explained
at GetCatalogResponse.phrases in service.proto.
"""

from __future__ import annotations

from typing import NamedTuple

from koikoi.v1 import table_pb2 as t
from koikoi_server.refusal import Reason
from koikoi_server.text import DEFAULT, text


class Sentence(NamedTuple):
    """How an event is said."""

    others: str  #: to all
    you: str = ""  #: to the one whose seat it names; empty: as to all
    no_seat: str = ""  #: when it names none; empty: as to all


class Item(NamedTuple):
    """A row of a round's arithmetic that is no yaku."""

    name: str  #: heads the row
    why: str  #: in a sentence: "times 2 " and this


EVENTS = {
    t.EVENT_KIND_MATCH_STARTED: Sentence("A match begins."),
    t.EVENT_KIND_DECK_CUT: Sentence("The deck was cut for {seat}.", "The deck was cut for you."),
    t.EVENT_KIND_LOT_DRAWN: Sentence(
        "{seat} drew {card} for the deal.", "You drew {card} for the deal."
    ),
    t.EVENT_KIND_DEAL_VOIDED: Sentence(
        "{seat} was dealt {cards}: the cards are dealt again.",
        "You were dealt {cards}: the cards are dealt again.",
        "The field had {cards}: the cards are dealt again.",
    ),
    t.EVENT_KIND_ROUND_DEALT: Sentence(
        "{seat} dealt. On the field: {cards}.", "You dealt. On the field: {cards}."
    ),
    t.EVENT_KIND_HAND_SHOWN: Sentence(
        "{seat} was dealt {yaku}: {cards}.", "You were dealt {yaku}: {cards}."
    ),
    t.EVENT_KIND_CARD_PLAYED: Sentence("{seat} played {card}.", "You played {card}."),
    t.EVENT_KIND_CARD_DRAWN: Sentence("{seat} drew {card}.", "You drew {card}."),
    t.EVENT_KIND_CARD_LAID: Sentence("On the field: {card}."),
    t.EVENT_KIND_CARDS_CAPTURED: Sentence("{seat} took {cards}.", "You took {cards}."),
    t.EVENT_KIND_HIKI_CALLED: Sentence(
        "{seat} called hiki with {cards}.", "You called hiki with {cards}."
    ),
    t.EVENT_KIND_YAKU_FORMED: Sentence(
        "{seat} made {yaku}: {number} in all.", "You made {yaku}: {number} in all."
    ),
    t.EVENT_KIND_KOIKOI_CALLED: Sentence("{seat} called koi-koi.", "You called koi-koi."),
    t.EVENT_KIND_STOP_CALLED: Sentence("{seat} stopped.", "You stopped."),
    t.EVENT_KIND_ROUND_ENDED: Sentence(
        "{seat} won the round with {number}.",
        "You won the round with {number}.",
        "Nobody won the round.",
    ),
    t.EVENT_KIND_SEAT_OUT: Sentence("{seat} is out.", "You are out."),
    t.EVENT_KIND_MATCH_ENDED: Sentence("The match is over."),
    t.EVENT_KIND_PERSON_JOINED: Sentence("{text} sat down.", "You sat down."),
    t.EVENT_KIND_PERSON_LEFT: Sentence("{text} left the table.", "You left the table."),
    t.EVENT_KIND_PERSON_KICKED: Sentence(
        "The host removed {text} from the table.", "The host removed you from your seat."
    ),
    t.EVENT_KIND_CONNECTION_LOST: Sentence("{seat} is away.", "You were away."),
    t.EVENT_KIND_CONNECTION_BACK: Sentence("{seat} is back.", "You are back."),
    t.EVENT_KIND_BOT_SEATED: Sentence(
        "A computer ({text}) plays for {seat}.", "A computer ({text}) plays for you."
    ),
    t.EVENT_KIND_BOT_REMOVED: Sentence(
        "The computer no longer plays for {seat}.", "The computer no longer plays for you."
    ),
    t.EVENT_KIND_REMATCH_WANTED: Sentence(
        "{seat} would like another match.", "You would like another match."
    ),
    t.EVENT_KIND_CHAT_SENT: Sentence("{seat}: {text}", "You: {text}", "The server: {text}"),
    t.EVENT_KIND_TABLE_CLOSED: Sentence("The table is closed."),
    t.EVENT_KIND_PERSON_NUDGED: Sentence(
        "The table is waiting for {seat}.", "The others are waiting for your move."
    ),
}

EVENTS_IN = {
    "koikoi": {
        t.EVENT_KIND_ROUND_ENDED: Sentence(
            "{seat} won the month with {number}.",
            "You won the month with {number}.",
            "Nobody won the month.",
        ),
    },
    "sakura": {
        t.EVENT_KIND_YAKU_FORMED: Sentence("{seat} made {yaku}.", "You made {yaku}."),
        t.EVENT_KIND_ROUND_ENDED: Sentence(
            "{seat} won the round with {number}.",
            "You won the round with {number}.",
            "The round is a tie.",
        ),
    },
}
"""Sentences of one game alone, where those of all games do not fit."""

SCORES = {
    "double_at_7": Item("7 points or more", "for 7 or more"),
    "koikoi": Item("Koi-koi", "for the koi-koi called"),
    "own_koi": Item("Own koi-koi", "for your own koi-koi"),
    "koikoi_calls": Item("Koi-koi of all players", "for the koi-koi called"),
    "oya_ken": Item("Drawn: the dealer wins", "for a drawn month"),
    "tsukazu": Item("Drawn: the dealer loses", "for a drawn month"),
    "cards": Item("Own cards", "for the cards"),
    "team_cards": Item("Partners' cards", "for the cards of the team"),
    "payment": Item("Payment", "for the payment"),
    "others_yaku": Item("Opponents' yaku", "for the opponents' yaku"),
}

ERRORS = {
    Reason.TABLE_NOT_FOUND: "There is no such table: it was closed, or the code is wrong.",
    Reason.RECORD_NOT_FOUND: "There is no such record, or its match is not over yet.",
    Reason.NO_OPEN_SEAT: "That table has no open seat: watch it, or choose another.",
    Reason.CODE_NEEDED: "That table is private: ask its players for the join code.",
    Reason.SEAT_TOKEN_INVALID: "That seat is not yours any more.",
    Reason.PASSWORD_WRONG: "This server asks for a password, and that one is wrong.",
    Reason.STATE_STALE: "The game has moved on: choose again.",
    Reason.OPTION_NOT_OFFERED: "That cannot be chosen now: choose one of the options.",
    Reason.SEAT_STALE: "That seat has changed: look again.",
    Reason.SEAT_OPTION_TOO_EARLY: "That is not possible yet: wait a moment.",
    Reason.SEAT_OPTION_NOT_OFFERED: "That is not possible now: choose one of the options.",
    Reason.MATCH_STALE: "The match has moved on: look again.",
    Reason.REQUEST_ID_REUSED: "This program sent a new request under an old one's id.",
    Reason.FIELD_INVALID: "Something in the request is missing or out of range.",
    Reason.RULES_INVALID: "There is no such house rule, or it does not fit the others.",
    Reason.RATE_LIMITED: "That was too much at once: wait a moment.",
    Reason.LIMIT_REACHED: "There is no room for more: try again later, or elsewhere.",
    Reason.STORAGE_FAILED: "The server cannot write to its disk: nothing was done, try again.",
    Reason.SERVER_STOPPING: "The server is stopping.",
    Reason.WATCH_REPLACED: "Your seat is played from another window now.",
    Reason.CLIENT_TOO_OLD: "This program is too old for the server: get a newer one.",
    Reason.FAULT: "Something went wrong in the server.",
}


def phrases(language: str = DEFAULT) -> dict[str, str]:
    """All phrases by their keys, in *language*."""
    return {key: text(phrase, language) for key, phrase in _keyed().items() if phrase}


def _keyed() -> dict[str, str]:
    keyed = {}
    sentences = {f"event.{kind}": sentence for kind, sentence in EVENTS.items()}
    for game, own in EVENTS_IN.items():
        sentences |= {f"event.{kind}.{game}": sentence for kind, sentence in own.items()}
    for key, sentence in sentences.items():
        keyed[key] = sentence.others
        keyed[f"{key}.you"] = sentence.you
        keyed[f"{key}.no_seat"] = sentence.no_seat
    keyed |= {f"score.{item}": row.name for item, row in SCORES.items()}
    keyed |= {f"error.{reason.name}": sentence for reason, sentence in ERRORS.items()}
    return keyed
