"""The public view and the view of a seat, over whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

from hanafuda.cards import DECK, Cards
from hanafuda.events import CardDrawn, CardPlayed, CardsCaptured, Event, RoundDealt
from hanafuda.game import Option, same_as
from koikoi.v1 import service_pb2
from koikoi.v1 import table_pb2 as t
from koikoi_server.table import derived
from koikoi_server.table.state import TableState
from koikoi_server.wire.events import entry
from koikoi_server.wire.views import row, seat_view, update
from tests.server.wire.matches import JOIN_CODE, NAMES, Step, played, token

CHAIN = b"c" * 32


@pytest.fixture(scope="module", params=range(4))
def steps(request: pytest.FixtureRequest) -> list[Step]:
    """A match of Koi-Koi by two."""
    return list(played(request.param))


def public(state: TableState) -> t.Update:
    return update(state, CHAIN, snapshot=False)


def in_match(steps: list[Step]) -> Iterator[TableState]:
    return (step.state for step in steps if step.state.match is not None)


def test_the_table_is_told_whole(steps: list[Step]) -> None:
    state = steps[-1].state
    table = public(state).table
    assert (table.table_id, table.name, table.game) == ("T1", "Aki's table", "koikoi")
    assert table.rules == {"months": "3"}
    assert [seat.number for seat in table.seats] == [1, 2]
    assert [seat.player_name for seat in table.seats] == list(NAMES[:2])
    assert table.host == 1
    assert table.needs_code
    assert table.stage == t.STAGE_FINISHED
    assert table.close_time.ToMilliseconds() == derived.close_time(state)
    assert not table.seats[0].HasField("absent_since")


def test_an_absent_seat_says_since_when_and_until_when() -> None:
    state = next(played(0)).state  # the creator has not watched yet
    assert state.seats[0].absent_since is None
    gone = replace(state, seats=(replace(state.seats[0], absent_since=1000), *state.seats[1:]))
    seat = public(gone).table.seats[0]
    assert seat.absent_since.ToMilliseconds() == 1000
    assert seat.replaceable_at.ToMilliseconds() == 1000 + state.limits.absence


def test_before_the_first_match_there_is_none() -> None:
    state = next(played(0)).state
    assert not public(state).HasField("match")
    assert row(state, 0).round == row(state, 0).rounds == 0
    assert public(state).table.stage == t.STAGE_GATHERING


def test_all_48_cards_are_accounted_for_in_every_public_view(steps: list[Step]) -> None:
    for state in in_match(steps):
        match = public(state).match
        if not match.round:
            continue
        lying = [*match.field, *(card for side in match.sides for card in side.captured)]
        lying += [match.open_card] if match.open_card else []
        assert len(set(lying)) == len(lying)
        hidden = match.draw_pile + sum(side.hand_size for side in match.sides)
        assert len(lying) + hidden == 48


def test_phases_and_deadlines_come_from_the_state(steps: list[Step]) -> None:
    seen = set()
    for state in in_match(steps):
        match = public(state).match
        seen.add(match.phase)
        assert list(match.waiting_for) == list(derived.waiting_for(state))
        due = derived.deadline(state)
        assert match.HasField("deadline") == (due is not None)
        assert due is None or match.deadline.ToMilliseconds() == due
        over = match.phase in (t.PHASE_ROUND_OVER, t.PHASE_MATCH_OVER)
        assert match.HasField("result") == over
        assert bool(match.turn) == (not over and match.phase != t.PHASE_CUT)
        assert bool(match.record_id) == (match.phase == t.PHASE_MATCH_OVER)
        assert (match.commitment, match.chain) == (state.match.commitment, CHAIN)  # type: ignore[union-attr]
    assert {t.PHASE_CUT, t.PHASE_PLAY, t.PHASE_ROUND_OVER, t.PHASE_MATCH_OVER} <= seen
    assert t.PHASE_UNSPECIFIED not in seen


def test_the_lobby_sees_how_far_a_match_is(steps: list[Step]) -> None:
    for state in in_match(steps):
        made = row(state, 4)
        assert (made.rounds, made.spectators) == (3, 4)
        assert made.round == public(state).match.round
        assert made.table == public(state).table


def test_a_seat_sees_its_hand_and_its_options_alone(steps: list[Step]) -> None:
    for state in in_match(steps):
        for seat in (1, 2):
            own = seat_view(state, seat)
            assert own.seat == seat
            assert own.state_version == state.version
            assert own.join_code == JOIN_CODE
            assert state.match is not None
            assert list(own.hand) == list(state.module.hand(state.match.state, seat))
            choices = derived.choices(state, seat)
            assert [option.number for option in own.options] == list(range(1, len(choices) + 1))
            for option, choice in zip(own.options, choices, strict=True):
                assert option.label
                assert option.kind != t.OPTION_KIND_UNSPECIFIED
                if isinstance(choice, Option):
                    assert option.card == (choice.card or 0)
                    assert list(option.taken) == list(choice.taken)


def test_like_options_point_to_the_first_of_them() -> None:
    found = 0
    for state in (state for seed in range(3) for state in in_match(list(played(seed)))):
        for seat in (1, 2):
            options = seat_view(state, seat).options
            game = [each for each in derived.choices(state, seat) if isinstance(each, Option)]
            if not game:
                continue
            expected = [at + 1 for at in same_as(state.module, state.rules, tuple(game))]
            assert [option.same_as for option in options] == expected
            for option in options:
                if option.same_as:
                    found += 1
                    earlier = options[option.same_as - 1]
                    assert earlier.number < option.number
                    assert (earlier.kind, earlier.card) == (option.kind, option.card)
                    assert not earlier.same_as
    assert found


@pytest.mark.parametrize("rounds", ["2", pytest.param("12", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "seats"), [("koikoi", 2), ("coin", 4), ("sakura", 5)])
def test_no_byte_of_a_view_depends_on_a_card_that_it_may_not_show(
    game: str, seats: int, rounds: str
) -> None:
    """Two worlds whose logs differ only in hidden cards look the same."""
    length = {"months" if game == "koikoi" else "rounds": rounds}
    steps = list(played(6, length, game=game, seats=seats))
    rng = Random(3)
    looked = differing = 0
    for log, state in logs(steps):
        assert state.match is not None
        for keep in range(len(state.seats) + 1):  # 0: a spectator
            world = folded(state, otherwise(log, keep, rng))
            differing += world != state.match.state
            match = replace(state.match, state=world, secret=rng.randbytes(32))
            other = replace(state, match=match)
            assert public(other) == public(state)
            if keep:
                assert seat_view(other, keep) == seat_view(state, keep)
            looked += 1
    assert looked > 50
    assert differing > looked * 0.8  # near a round's end few cards are hidden


def logs(steps: list[Step]) -> Iterator[tuple[list[Event], TableState]]:
    """For each entry of a match in which a round is played: the game's events so far."""
    log: list[Event] = []
    for step in steps:
        log += [event for event in step.entry.events if isinstance(event, get_args(Event))]
        match = step.state.match
        if match is not None and match.pause is None and not match.over:
            yield log, step.state


def folded(state: TableState, log: list[Event]) -> Any:
    """The game's state after *log*."""
    game = state.module.begin(state.rules, len(state.seats))
    for event in log:
        game = state.module.evolve(game, event)
    return game


def otherwise(log: list[Event], keep: int, rng: Random) -> list[Event]:
    """*log* with all cards dealt otherwise that *keep*, and everybody, has not seen in it."""
    at = max(place for place, event in enumerate(log) if isinstance(event, RoundDealt))
    dealt, since = log[at], log[at + 1 :]
    assert isinstance(dealt, RoundDealt)
    seen = {event.card for event in since if isinstance(event, CardPlayed | CardDrawn)}
    for event in since:
        if isinstance(event, CardsCaptured):  # with hiki from a hand too
            seen |= set(event.cards)
    if keep:
        seen |= set(dealt.hands[keep - 1])
    unseen = [card for hand in (*dealt.hands, dealt.draw_pile) for card in hand]
    unseen = [card for card in unseen if card not in seen]
    rng.shuffle(unseen)
    another = iter(unseen)

    def swapped(some: Cards) -> Cards:
        return tuple(card if card in seen else next(another) for card in some)

    hands = tuple(tuple(sorted(swapped(hand))) for hand in dealt.hands)
    return [*log[:at], replace(dealt, hands=hands, draw_pile=swapped(dealt.draw_pile)), *since]


def test_no_secret_is_in_any_bytes(steps: list[Step]) -> None:
    for step in steps:
        state = step.state
        told = entry(step.entry, state)
        whole = update(state, CHAIN, snapshot=True)
        whole.news.append(told)
        spectator = service_pb2.WatchTableResponse(update=whole).SerializeToString()
        for seat in (1, 2):
            assert token(seat) not in spectator
            assert token(seat) not in seat_view(state, seat).SerializeToString()
        assert JOIN_CODE.encode() not in spectator
        if state.match is not None:
            assert state.match.secret not in spectator
            assert state.match.over or state.match.record_id.encode() not in spectator


def test_a_public_table_has_no_code() -> None:
    state = next(played(0, private=False)).state
    assert not public(state).table.needs_code
    assert seat_view(state, 1).join_code == ""


def test_the_result_is_told_row_by_row(steps: list[Step]) -> None:
    for state in in_match(steps):
        match = public(state).match
        if not match.HasField("result"):
            continue
        result = match.result
        points = 0
        for line in result.lines:
            assert bool(line.points) != bool(line.times)
            points = points * line.times if line.times else points + line.points
        assert sum(result.scores) == points
        assert result.end != t.ROUND_END_UNSPECIFIED
        assert [side.round_scores[-1] for side in match.sides] == list(result.scores)


def test_an_update_carries_seq_and_snapshot() -> None:
    made = update(list(played(0))[4].state, CHAIN, snapshot=True)
    assert (made.seq, made.snapshot) == (5, True)


def test_cards_are_numbers_from_1_to_48(steps: list[Step]) -> None:
    numbers = set(map(int, DECK))
    for state in in_match(steps):
        match = public(state).match
        assert set(match.field) <= numbers
        assert {card for seat in (1, 2) for card in seat_view(state, seat).hand} <= numbers
