"""A record folded into positions: each card in one place, by the decks and the news alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from koikoi.v1 import record_pb2
from koikoi.v1 import table_pb2 as pb
from koikoi_client import verify
from koikoi_client.record_file import NotARecord
from koikoi_client.replaying import DECK, Position, Replay, folded
from koikoi_server.wire.events import told
from koikoi_server.wire.recorded import expanded
from koikoi_server.wire.replay import Replay as Rules
from tests.client.screen.finished import finished
from tests.records.matches import random_match

MATCHES = range(40)
"""Seeds of matches: all games and all numbers of players are among them."""


@cache
def recorded(seed: int) -> record_pb2.Record:
    """A record of a match under random rules; some end before their time."""
    return random_match(seed, abandoned=seed % 5 == 0).record


def cards(position: Position) -> list[int]:
    """All cards of a position, with those that lie in two places twice."""
    lying = [*position.field, *position.draw_pile]
    held = [card for each in (*position.hands, *position.captured) for card in each]
    return sorted([*lying, *held, *([position.open_card] if position.open_card else [])])


def test_the_matches_are_of_all_kinds() -> None:
    """What the tests here hold, they hold for three games and for two to seven players."""
    assert {recorded(seed).game for seed in MATCHES} == {"koikoi", "coin", "sakura"}
    assert {len(recorded(seed).players) for seed in MATCHES} == set(range(2, 8))


@pytest.mark.parametrize("seed", MATCHES)
def test_a_record_agrees_with_its_decks(seed: int) -> None:
    """What was told of cuts, lots, fields and draws; of a card told otherwise it does not."""
    assert verify.verify(recorded(seed)).wrong == []
    lying = record_pb2.Record()
    lying.CopyFrom(expanded(recorded(seed)))
    drawn = [
        event
        for entry in lying.proof.news
        for event in entry.events
        if event.kind == pb.EVENT_KIND_CARD_DRAWN
    ]
    if drawn:
        drawn[-1].card = drawn[-1].card % 48 + 1
        assert verify.verify(lying).wrong != []


@pytest.mark.parametrize("seed", MATCHES)
def test_every_position_has_each_card_in_one_place(seed: int) -> None:
    replay = folded(recorded(seed))
    assert len(replay.positions) == sum(len(each.events) for each in recorded(seed).proof.news)
    assert all(cards(position) == list(DECK) for position in replay.positions)


@pytest.mark.parametrize("seed", MATCHES)
def test_positions_are_those_of_the_rules(seed: int) -> None:
    """After each choice, cards, yaku and scores are what the server's own replay says."""
    record = recorded(seed)
    replay, rules = folded(record), Rules(record)
    place = sum(
        event.kind in (pb.EVENT_KIND_MATCH_STARTED, pb.EVENT_KIND_DECK_CUT)
        for entry in record.proof.news
        for event in entry.events
    )
    for step in rules.steps():
        place += len(told(step.events, record.record_id))
        position, match = replay.positions[place - 1], rules.game.view(rules.state)
        assert position.field == match.field
        assert position.open_card == (match.open_card or 0)
        assert position.scores == tuple(side.score for side in match.sides)
        for seat, side in enumerate(match.sides, 1):
            if not position.round:
                continue
            at = seat - 1
            assert position.hands[at] == rules.game.hand(rules.state, seat)
            assert position.captured[at] == side.captured
            assert position.points[at] == side.points
            assert position.calls[at] == side.koikoi_calls
            assert position.out[at] == side.out
    assert place == len(replay.positions)


def test_back_is_what_was_before() -> None:
    """A position is the same object whichever way it is reached, however far it lies."""
    replay = folded(finished(2, rounds=2))
    forward = [replay.positions[place] for place in range(replay.last + 1)]
    backward = [replay.positions[place] for place in range(replay.last, -1, -1)]
    assert all(one is other for one, other in zip(forward, reversed(backward), strict=True))


def test_rounds_are_jumped_to() -> None:
    """Forward to where the next one is dealt, back to where this one was; never past an end."""
    replay = folded(finished(3, rounds=3))
    first, second, third = replay.deals
    assert [replay.positions[deal].round for deal in replay.deals] == [1, 2, 3]
    assert replay.deal_of(2) == second
    assert (replay.deal_of(-4), replay.deal_of(99)) == (first, third)
    assert replay.next_deal(0) == first
    assert replay.next_deal(second) == third
    assert replay.next_deal(third) == replay.last
    assert replay.deal_before(third + 3) == third
    assert replay.deal_before(third) == second
    assert replay.deal_before(first) == 0
    assert (replay.near(-1), replay.near(10_000)) == (0, replay.last)


def test_a_seat_that_is_out_is_dealt_no_cards() -> None:
    """The others' hands follow each other in the deck."""
    record = finished(3, rounds=1)
    deck = record.rounds[0].decks[0].split()
    news = record.proof.news
    news[1].events[0].cards[:] = [_number(code) for code in deck[7:13]]  # one hand before it
    out = pb.Entry(seq=2, events=[pb.Event(kind=pb.EVENT_KIND_SEAT_OUT, seat=2)])
    dealt = news[1]
    del news[2:]
    news.insert(1, out)
    assert news[2] == dealt
    hands = folded(record).positions[-1].hands
    assert (len(hands[0]), len(hands[1]), len(hands[2])) == (7, 0, 7)
    assert hands[2] == tuple(sorted(map(_number, deck[:7])))


def _number(code: str) -> int:
    month, _, place = code.partition("-")
    return 4 * int(month) - 4 + int(place)


def test_a_record_by_hand_is_shown_once_it_was_expanded() -> None:
    """Without news it says what to do; with those of `replay --expand` it is the same match."""
    whole, bare = recorded(1), record_pb2.Record()
    bare.CopyFrom(whole)
    bare.ClearField("proof")
    bare.ClearField("digest")
    with pytest.raises(NotARecord, match="koikoi-server replay FILE --expand"):
        folded(bare)
    bare.ClearField("end_time")
    again, before = folded(expanded(bare)), folded(whole)
    assert _cards_of(again) == _cards_of(before)


def _cards_of(replay: Replay) -> list[tuple[tuple[int, ...], ...]]:
    cuts = (pb.EVENT_KIND_MATCH_STARTED, pb.EVENT_KIND_DECK_CUT, pb.EVENT_KIND_LOT_DRAWN)
    return [
        (*each.hands, each.field, each.draw_pile, *each.captured)
        for each in replay.positions
        if each.event.kind not in cuts
    ]


def _event(record: record_pb2.Record, number: int) -> pb.Event:
    return record.proof.news[number].events[0]


def _not_in_hand(record: record_pb2.Record) -> None:
    _event(record, 2).card = _event(record, 4).card


def _not_the_top(record: record_pb2.Record) -> None:
    _event(record, 4).card = _event(record, 2).card


def _not_on_the_field(record: record_pb2.Record) -> None:
    _event(record, 3).cards[0] = _event(record, 4).card


def _no_such_seat(record: record_pb2.Record) -> None:
    _event(record, 2).seat = 6


def _no_such_round(record: record_pb2.Record) -> None:
    _event(record, 1).number = 9


def _no_such_card(record: record_pb2.Record) -> None:
    record.rounds[0].decks[0] = record.rounds[0].decks[0].replace("12-4", "13-4")


def _no_deck(record: record_pb2.Record) -> None:
    record.rounds[0].decks[0] = "what?"


def _nobody_takes(record: record_pb2.Record) -> None:
    _event(record, 3).seat = 0


@pytest.mark.parametrize(
    ("harm", "step"),
    [
        (_no_deck, 2), (_no_such_round, 2), (_no_such_card, 2), (_not_in_hand, 3),
        (_no_such_seat, 3), (_nobody_takes, 4), (_not_on_the_field, 4), (_not_the_top, 5),
    ],
)  # fmt: skip
def test_what_does_not_go_with_the_decks_is_said(
    harm: Callable[[record_pb2.Record], None], step: int
) -> None:
    """With the first step that cannot have been."""
    record = finished()
    harm(record)
    with pytest.raises(NotARecord, match=f"It is damaged: step {step} of its news"):
        folded(record)
