"""A verifier written from the comments of ``proto/`` alone agrees with the server."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.command.verify import verify
from tests.records import independent_verifier as independent
from tests.records.independent_walk import CODES
from tests.records.matches import random_match
from tests.support.tiers import slow_after

Record = record_pb2.Record

RARE = [  # seeds of matches of three rounds in which something rare happens
    ("koikoi", table_pb2.EVENT_KIND_LOT_DRAWN, 410),
    ("coin", table_pb2.EVENT_KIND_LOT_DRAWN, 44),
    ("sakura", table_pb2.EVENT_KIND_LOT_DRAWN, 68),
    ("koikoi", table_pb2.EVENT_KIND_DEAL_VOIDED, 128),
    ("coin", table_pb2.EVENT_KIND_DEAL_VOIDED, 12),
    ("koikoi", table_pb2.EVENT_KIND_HAND_SHOWN, 127),
    ("sakura", table_pb2.EVENT_KIND_HIKI_CALLED, 26),
    ("coin", table_pb2.EVENT_KIND_SEAT_OUT, 7),
]


@cache
def record(seed: int) -> Record:
    return random_match(seed, rounds=3, abandoned=seed % 10 == 9).record


def agree(record: Record) -> None:
    """The verifier finds no fault, and the same chain as the client's."""
    chain = verify(record).chain
    assert independent.faults(record, chain) == []
    assert independent.chains(record.proof)[-1] == chain
    assert record.digest == independent.digest(record)


@pytest.mark.parametrize("seed", slow_after(8, range(30)))  # hundreds in `make soak`
def test_it_agrees(seed: int) -> None:
    agree(record(seed))


@pytest.mark.parametrize(("game", "kind", "seed"), RARE)
def test_it_agrees_on_what_is_rare(game: str, kind: table_pb2.EventKind, seed: int) -> None:
    """Ties of lots, void deals, dealt hands, seats that are out."""
    found = record(seed)
    kinds = [event.kind for entry in found.proof.news for event in entry.events]
    most = len(found.players) if kind == table_pb2.EVENT_KIND_LOT_DRAWN else 0
    assert (found.game, kinds.count(kind) > most) == (game, True), "another seed is needed"
    agree(found)


# -- tampering -------------------------------------------------------------------------------------


def event(record: Record, kind: table_pb2.EventKind) -> table_pb2.Event:
    """The first event of that kind."""
    return next(
        event for entry in record.proof.news for event in entry.events if event.kind == kind
    )


def another_secret(record: Record) -> None:
    record.proof.secret = bytes(32)


def another_commitment_too(record: Record) -> None:
    record.proof.secret = bytes(32)
    record.proof.commitment = independent.commitment(record.proof)


def another_nonce(record: Record) -> None:
    record.proof.nonces[0] += b"x"


def another_deck(record: Record) -> None:
    """Swap the last two cards of the draw pile, which nobody saw."""
    *cards, one, other = record.rounds[0].decks[0].split()
    record.rounds[0].decks[0] = " ".join([*cards, other, one])


def a_deck_that_was_void(record: Record) -> None:
    attempts = len(record.rounds[0].decks)
    deck = independent.deck(record.proof, 1, attempts + 1)
    record.rounds[0].decks.append(" ".join(CODES[card] for card in deck))


def another_first_dealer(record: Record) -> None:
    record.first_dealer = record.first_dealer % len(record.players) + 1


def another_lot(record: Record) -> None:
    event(record, table_pb2.EVENT_KIND_LOT_DRAWN).card %= 48
    event(record, table_pb2.EVENT_KIND_LOT_DRAWN).card += 1


def another_field(record: Record) -> None:
    dealt = event(record, table_pb2.EVENT_KIND_ROUND_DEALT)
    dealt.cards[:] = dealt.cards[::-1]


def anothers_card(record: Record) -> None:
    played = event(record, table_pb2.EVENT_KIND_CARD_PLAYED)
    played.seat = played.seat % len(record.players) + 1


def another_draw(record: Record) -> None:
    drawn = event(record, table_pb2.EVENT_KIND_CARD_DRAWN)
    drawn.card = drawn.card % 48 + 1


def another_capture(record: Record) -> None:
    taken = event(record, table_pb2.EVENT_KIND_CARDS_CAPTURED)
    taken.cards[0] = taken.cards[0] % 48 + 1


def another_move(record: Record) -> None:
    record.rounds[0].actions[0].card = record.rounds[0].actions[2].card


def a_move_less(record: Record) -> None:
    """Not one that says what a card takes: whether that was a choice, the rules alone know."""
    actions = record.rounds[0].actions
    actions.remove(next(action for action in actions[1:] if action.verb == "play"))


def an_event_less(record: Record) -> None:
    taken = event(record, table_pb2.EVENT_KIND_CARDS_CAPTURED)
    entry = next(entry for entry in record.proof.news if taken in entry.events)
    entry.events.remove(taken)


def a_round_less(record: Record) -> None:
    del record.rounds[-1]


def another_winner(record: Record) -> None:
    result = record.rounds[0].result
    result.winner = result.winner % len(record.players) + 1


def another_next_dealer(record: Record) -> None:
    result = record.rounds[0].result
    result.next_dealer = result.next_dealer % len(record.players) + 1


def another_match(record: Record) -> None:
    record.proof.match_id += "x"


TAMPERED: list[tuple[Callable[[Record], None], str]] = [
    (another_secret, "committed"),
    (another_commitment_too, "the deck is another"),
    (another_nonce, "nonces"),
    (another_deck, "the deck is another"),
    (a_deck_that_was_void, "decks that nobody dealt"),
    (another_first_dealer, "won the lots"),
    (another_lot, "the lots are others"),
    (another_field, "another field"),
    (anothers_card, "not in that hand"),
    (another_draw, "not on top"),
    (another_capture, "not on the field"),
    (another_move, "chose to play"),
    (a_move_less, "chose to"),
    (an_event_less, "never placed"),
    (a_round_less, "the events cannot be"),
    (another_winner, "another seat won"),
    (another_next_dealer, "another seat deals"),
    (another_match, "of another match"),
]


@pytest.mark.parametrize(("tamper", "said"), TAMPERED)
@pytest.mark.parametrize("seed", [410, 44, 68])  # one of each game
def test_what_was_changed_is_found_also_with_a_digest_that_fits(
    seed: int, tamper: Callable[[Record], None], said: str
) -> None:
    changed = Record.FromString(record(seed).SerializeToString())
    tamper(changed)
    changed.digest = independent.digest(changed)
    assert any(said in fault for fault in independent.faults(changed))


@pytest.mark.parametrize("field", ["number", "text", "seq", "yaku"])
def test_what_only_the_chain_knows_is_found_by_whoever_kept_it(field: str) -> None:
    """What a yaku was worth, for one, does not follow from the cards' places."""
    changed = Record.FromString(record(2).SerializeToString())
    chain = independent.chains(changed.proof)[-1]
    formed = event(changed, table_pb2.EVENT_KIND_YAKU_FORMED)
    match field:
        case "number":
            formed.number += 1
        case "text":
            formed.text = "x"
        case "seq":
            changed.proof.news[-1].seq += 1
        case "yaku":
            formed.yaku[0].points += 1
    changed.digest = independent.digest(changed)
    assert independent.faults(changed) == []
    assert independent.faults(changed, chain) == ["this is not what was shown"]


def test_another_name_is_found_by_the_digest_alone() -> None:
    changed = Record.FromString(record(2).SerializeToString())
    changed.players[0].name = "Eve"
    assert independent.faults(changed) == ["the digest is another"]
