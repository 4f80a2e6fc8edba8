"""The last turns of a round, and who played a seat in each event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

import pytest

from hanafuda.events import RoundDealt, RoundEnded, TurnPassed
from koikoi.v1 import table_pb2
from koikoi_server.table.events import (
    AnyEvent,
    BotRemoved,
    BotSeated,
    Cause,
    Entry,
    MatchStarted,
    OptionChosen,
    PersonJoined,
    PersonKicked,
    PersonLeft,
)
from koikoi_server.table.fold import evolve, folded
from koikoi_server.table.state import Stage, TableState
from koikoi_server.wire import events
from koikoi_server.wire.events import public_events
from koikoi_server.wire.views import update
from tests.server.table.test_fold import random_life
from tests.support.table import PureTable
from tests.support.tiers import slow_after

KINDS = range(table_pb2.EVENT_KIND_CARD_PLAYED, table_pb2.EVENT_KIND_ROUND_ENDED + 1)
DONE_BY = range(table_pb2.EVENT_KIND_HAND_SHOWN, table_pb2.EVENT_KIND_STOP_CALLED + 1)


class Happened(NamedTuple):
    """An event as it stands in the whole list of a table's events."""

    at: int
    event: AnyEvent
    by: str


def happened(log: Sequence[Entry]) -> list[Happened]:
    """All events of *log*, each with the computer that had its seat then."""
    bots: dict[int, str] = {}
    found: list[Happened] = []
    for event in (event for entry in log for event in entry.events):
        seat = getattr(event, "seat", 0)
        by = bots.get(seat, "") if message(event).kind in DONE_BY else ""
        found.append(Happened(len(found), event, by))
        if isinstance(event, BotSeated):
            bots[seat] = event.bot
        elif isinstance(event, PersonJoined | PersonLeft | PersonKicked | BotRemoved):
            bots[seat] = ""
    return found


def message(event: AnyEvent) -> table_pb2.Event:
    """How it is told; an empty message when it is not."""
    return next(iter(public_events([event])), table_pb2.Event())


def recomputed(log: Sequence[Entry]) -> list[table_pb2.Turn]:
    """The turns that a view after *log* tells, from the list of all that has happened."""
    happened_events = happened(log)
    dealt = [each for each in happened_events if isinstance(each.event, RoundDealt)]
    matches = [each for each in happened_events if isinstance(each.event, MatchStarted)]
    if not dealt or dealt[-1].at < matches[-1].at:
        return []
    owned = [each for each in happened_events if isinstance(each.event, PersonJoined)]
    seats = log[0].events[0].seats  # type: ignore[union-attr]  # TableOpened
    turns: list[tuple[int, list[Happened]]] = [(dealt[-1].event.dealer, [])]  # type: ignore[union-attr]
    over = False
    for each in happened_events[dealt[-1].at + 1 :]:
        if isinstance(each.event, TurnPassed):
            turns.append((each.event.seat, []))
        elif message(each.event).kind in KINDS:
            turns[-1][1].append(each)
            over = over or isinstance(each.event, RoundEnded)
    made = []
    for number, (seat, those) in enumerate(turns, 1):
        turn = table_pb2.Turn(seat=seat, running=number == len(turns) and not over)
        for each in those:
            told = message(each.event)
            told.by = each.by
            turn.events.append(told)
            joined = [other for other in owned if other.event.seat == seat]  # type: ignore[union-attr]
            turn.before_owner = any(other.at > those[0].at for other in joined)
        made.append(turn)
    made = [turn for turn in made if {each.kind for each in turn.events} - {KINDS[-1]}]
    running = [turn for turn in made if turn.running]
    return [turn for turn in made if not turn.running][-seats:] + running


def states(log: Sequence[Entry]) -> Iterator[tuple[TableState, Sequence[Entry]]]:
    """The table after each entry, and the log until then."""
    state: TableState | None = None
    for number, entry in enumerate(log, 1):
        state = evolve(state, entry)
        yield state, log[:number]


def shown(state: TableState) -> list[table_pb2.Turn]:
    return list(update(state, b"", snapshot=False).match.turns)


@pytest.mark.parametrize("seed", slow_after(4, range(24)))
def test_the_turns_of_every_view_agree_with_the_whole_log(seed: int) -> None:
    for number, (state, log) in enumerate(states(random_life(seed).log)):
        if number % 7 == seed % 7:
            assert shown(state) == recomputed(log)


@pytest.mark.parametrize("seed", slow_after(3, range(6)))
def test_the_turns_are_the_same_after_a_restart(seed: int) -> None:
    log = random_life(seed).log
    assert shown(folded(log)) == recomputed(log)
    middle = len(log) // 2
    assert shown(folded(log[middle:], folded(log[:middle]))) == recomputed(log)


@pytest.mark.slow
def test_the_random_tables_have_turns_of_every_kind() -> None:
    turns = [turn for seed in range(24) for turn in shown(random_life(seed).state)]
    turns += [turn for seed in range(24) for turn in shown(random_life(seed, 150).state)]
    assert {turn.running for turn in turns} == {True, False}
    assert {turn.before_owner for turn in turns} == {True, False}
    assert any(event.by for turn in turns for event in turn.events)
    assert any(event.seat not in (0, turn.seat) for turn in turns for event in turn.events), "hiki"


def told_by_computers(log: Sequence[Entry]) -> set[tuple[str, int]]:
    """The kinds of events of other seats in computers' entries; each event says who did it."""
    others: set[tuple[str, int]] = set()
    computers = (each.by for each in happened(log))
    for state, until in states(log):
        entry = until[-1]
        expected = []
        for event, by in zip(entry.events, computers, strict=False):
            expected += [(each.kind, each.seat, by) for each in public_events([event])]
        news = list(events.entry(entry, state).events)
        assert [(each.kind, each.seat, each.by) for each in news] == expected
        chosen = entry.events[0]
        if entry.cause is Cause.BOT and isinstance(chosen, OptionChosen):
            others |= {(state.game, each.kind) for each in news if each.seat != chosen.seat}
    return others


@pytest.mark.parametrize("seed", range(3))
def test_each_event_has_the_computer_that_played_it(seed: int) -> None:
    told_by_computers(random_life(seed).log)


@pytest.mark.slow
def test_an_event_of_another_seat_is_not_credited_to_the_choosing_computer() -> None:
    """A computer's choice may be followed by events of other seats in the same entry."""
    others: set[tuple[str, int]] = set()
    for seed in range(60):
        others |= told_by_computers(random_life(seed).log)
    assert others >= {
        ("koikoi", table_pb2.EVENT_KIND_ROUND_ENDED),
        ("coin", table_pb2.EVENT_KIND_SEAT_OUT),
        ("coin", table_pb2.EVENT_KIND_MATCH_ENDED),
        ("sakura", table_pb2.EVENT_KIND_CARD_DRAWN),
        ("sakura", table_pb2.EVENT_KIND_CARD_LAID),
        ("sakura", table_pb2.EVENT_KIND_CARDS_CAPTURED),
        ("sakura", table_pb2.EVENT_KIND_YAKU_FORMED),
        ("sakura", table_pb2.EVENT_KIND_ROUND_ENDED),
    }


def test_a_hiki_before_a_computers_lightning_is_credited_to_its_caller() -> None:
    others: set[tuple[str, int]] = set()
    for seed in count():
        table = PureTable(
            seed=seed, game="sakura", bots=("", *["easy"] * 3), rules={"rounds": "6"}, cut=False
        )
        while not table.is_in(Stage.FINISHED):
            if not table.step():
                table.wait(5_000)
        others |= told_by_computers(table.log)
        if ("sakura", table_pb2.EVENT_KIND_HIKI_CALLED) in others:
            break


def test_a_computer_that_sits_down_shows_its_hand_in_the_same_entry() -> None:
    """The match starts when no seat is open, and a dealt hand is shown at once."""
    seen: set[int] = set()
    for seed in count():
        table = PureTable(seed=seed, cut=False)
        table.set_bot(1, 2, "easy")
        told = events.entry(table.log[-1], table.state).events
        assert told[0].kind == table_pb2.EVENT_KIND_BOT_SEATED
        for event in told:
            if event.kind == table_pb2.EVENT_KIND_HAND_SHOWN:
                assert event.by == ("easy" if event.seat == 2 else "")
                seen.add(event.seat)
        if seen == {1, 2}:
            break


def test_a_turn_ends_when_the_next_begins_and_is_kept_whole() -> None:
    table = PureTable()
    table.start()
    first = table.state.match.state.turn  # type: ignore[union-attr]
    while table.state.match.state.turn == first:  # type: ignore[union-attr]
        table.step()
    [turn] = shown(table.state)
    assert (turn.seat, turn.running, turn.before_owner) == (first, False, False)
    assert len(turn.events) >= 4, "played and settled, drawn and settled"
    assert {event.seat for event in turn.events} == {first}


def test_a_round_ended_by_a_dealt_hand_has_no_turn() -> None:
    for seed in count():
        table = PureTable(seed=seed)
        table.start()
        match = update(table.state, b"", snapshot=False).match
        if match.phase == table_pb2.PHASE_ROUND_OVER:
            assert match.result.end in (
                table_pb2.ROUND_END_DEALT_HAND,
                table_pb2.ROUND_END_DEALT_HANDS,
            )
            assert not match.turns
            break


def test_earlier_turns_are_not_credited_to_a_person_who_sits_down_later() -> None:
    table = PureTable(bots=("", "easy"), rules={"rounds": "3"}, game="coin")
    while len(shown(table.state)) < 2 or table.state.match.pause:  # type: ignore[union-attr]
        assert table.step()
    assert not any(turn.before_owner for turn in shown(table.state))
    table.ben_joins(2)
    for turn in shown(table.state):
        assert turn.before_owner == (turn.seat == 2)
        assert {event.by for event in turn.events if event.seat == 2} <= {"easy"}


def test_the_last_turns_stay_until_the_next_round_is_dealt() -> None:
    table = PureTable(seed=3)
    table.start()
    while not (table.state.match and table.state.match.pause):
        assert table.step()
    ended = shown(table.state)
    assert [event.kind for turn in ended for event in turn.events][
        -1
    ] == table_pb2.EVENT_KIND_ROUND_ENDED
    assert not any(turn.running for turn in ended)
    while table.state.match.pause:
        assert table.step()
    assert table.is_in(Stage.PLAYING)
    assert shown(table.state) == []
