"""The steps of a record show the match as its watchers saw it, and all hands."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from google.protobuf import json_format

from hanafuda.games import GAMES
from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_server.table.fold import evolve
from koikoi_server.wire import views
from koikoi_server.wire.events import entry
from koikoi_server.wire.record import chain
from koikoi_server.wire.record.document import digest, from_json
from koikoi_server.wire.record.replay import Difference
from koikoi_server.wire.record.steps import RecordSteps
from tests.records.matches import Played, random_match
from tests.records.test_replay import by_hand
from tests.support.tiers import slow_after


def steps(record: record_pb2.Record, language: str = "") -> list[service_pb2.TellRecordResponse]:
    return list(RecordSteps(record).responses(language))


def live(played: Played) -> list[tuple[int, table_pb2.Match]]:
    """The match after each entry with events of it, and the number of its events so far."""
    table, seen, told, found = played.before, b"", 0, []
    for each in played.entries:
        table = evolve(table, each)
        assert table.match is not None
        news = entry(each, table)
        seen = chain.extend(seen, news, table.match.commitment)
        own = sum(event.kind <= chain.LAST_OF_MATCH for event in news.events)
        told += own
        if own:
            found.append((told, views.match(table, table.match, seen)))
    return found


def of_the_game(match: table_pb2.Match) -> table_pb2.Match:
    """The match without what a record does not know: presence and deadlines."""
    made = table_pb2.Match()
    made.CopyFrom(match)
    made.ClearField("deadline")
    if made.phase in (table_pb2.PHASE_CUT, table_pb2.PHASE_ROUND_OVER):
        made.ClearField("waiting_for")
    return made


@pytest.mark.parametrize("seed", slow_after(3, range(24)))
def test_each_step_is_what_watchers_saw(seed: int) -> None:
    """In random matches of all games, in which persons and computers change seats."""
    played = random_match(seed, abandoned=seed % 4 == 0)
    told = steps(played.record)
    seen = live(played)
    assert len(told) == seen[-1][0]
    for number, match in seen:
        assert of_the_game(told[number - 1].update.match) == of_the_game(match)


def test_all_games_are_among_them() -> None:
    assert {random_match(seed).record.game for seed in range(24)} == set(GAMES)


@pytest.mark.parametrize("seed", range(3))
def test_a_step_is_an_entry_with_one_event(seed: int) -> None:
    record = random_match(seed).record
    told = steps(record, "en")
    sent = [event for each in record.proof.news for event in each.events]
    assert [step.step for step in told] == list(range(1, len(sent) + 1))
    assert {step.steps for step in told} == {len(sent)}
    for step, event in zip(told, sent, strict=True):
        update = step.update
        assert (update.seq, update.cursor) == (step.step, "")
        assert [each.seq for each in update.news] == [step.step]
        assert list(update.news[0].events) == [event]
        assert len(step.said.news) == 1
        assert step.said.seat_names
    assert [step.update.snapshot for step in told] == [True] + [False] * (len(told) - 1)


@pytest.mark.parametrize("seed", range(6))
def test_hands_go_with_what_the_sides_say(seed: int) -> None:
    for step in steps(random_match(seed).record):
        sides = step.update.match.sides
        if not step.update.match.round:
            assert not step.hands
            continue
        assert [len(hand.cards) for hand in step.hands] == [side.hand_size for side in sides]
        for hand in step.hands:
            assert list(hand.cards) == sorted(hand.cards)


def test_a_record_is_told_from_any_step_on_as_from_the_first() -> None:
    record_steps = RecordSteps(random_match(1).record)
    whole = list(record_steps.responses("en"))
    for after in (1, 7, record_steps.steps - 1, record_steps.steps, record_steps.steps + 5):
        assert list(record_steps.responses("en", after)) == whole[after:]


@pytest.mark.parametrize("seed", range(4))
def test_decks_and_actions_are_enough(seed: int) -> None:
    """A record by hand, without news, has the same hands and fields."""
    record = random_match(seed).record
    bare = from_json(json.dumps(by_hand(record)))
    shown = (table_pb2.EVENT_KIND_DECK_CUT, table_pb2.EVENT_KIND_LOT_DRAWN)
    ended = table_pb2.EVENT_KIND_MATCH_ENDED

    def positions(of: record_pb2.Record) -> list[tuple[list[int], list[list[int]]]]:
        return [
            (list(step.update.match.field), [list(hand.cards) for hand in step.hands])
            for step in steps(of)
            if step.update.news[0].events[0].kind not in (*shown, ended)
        ]

    assert positions(bare) == positions(record)


def test_a_name_in_a_record_does_no_harm() -> None:
    """A caller can send a record with any text."""
    bare = by_hand(random_match(2).record)
    bare["players"][0] = {"name": "\x1b[2J\u202eAki" + "x" * 9_000}
    bare["players"][1] = {"bot": "\x1b[2J"}
    for step in steps(from_json(json.dumps(bare)), "en"):
        assert all(name.isprintable() and len(name) <= 30 for name in step.said.seat_names)
        assert all(line.isprintable() for line in step.said.news[0].lines)


def test_nor_does_that_of_a_computer() -> None:
    record = random_match(1).record
    found = 0
    for each in record.proof.news:
        for event in each.events:
            if event.by:
                event.by = "\x1b[2J\u202e" + "x" * 9_000
                found += 1
    assert found
    record.digest = digest(record)
    for step in steps(record, "en"):
        assert len(step.update.news[0].events[0].by) <= 16
        assert all(seat.bot.isprintable() for seat in step.update.table.seats)
        assert all(line.isprintable() for line in step.said.news[0].lines)
        assert all(turn.full.isprintable() for turn in step.said.turns)


@pytest.mark.parametrize("where", ["record_id", "match_id"])
def test_an_id_that_each_step_would_repeat_is_short(where: str) -> None:
    record = random_match(2).record
    bare = from_json(json.dumps(by_hand(record)))
    setattr(bare if where == "record_id" else bare.proof, where, "x" * 65)
    with pytest.raises(Difference, match="too long"):
        RecordSteps(bare)


@pytest.mark.slow
def test_who_plays_a_seat_is_known_before_it_is_played() -> None:
    """ "Easy (for Aki) chooses a card", not "Aki chooses a card"."""
    found = 0
    for seed in range(8):
        told = steps(random_match(seed).record, "en")
        for step, then in pairwise(told):
            event = then.update.news[0].events[0]
            if event.kind == table_pb2.EVENT_KIND_CARD_PLAYED:
                sitting = step.update.table.seats[event.seat - 1]
                assert sitting.bot == event.by
                found += bool(event.by and sitting.player_name)
    assert found, "some computer has played for a person"


def test_the_first_step_has_the_computers_with_which_the_match_began() -> None:
    """Not those that players put in their places later."""
    record = random_match(1).record
    assert record.players[1].bot == "easy"
    record.players[1].bot = "medium"  # it came at the end
    record.digest = digest(record)
    assert steps(record)[0].update.table.seats[1].bot == "easy"


def test_a_record_without_names_is_told_by_its_seats() -> None:
    bare = by_hand(random_match(0).record)
    bare["players"] = [{} for _ in bare["players"]]
    told = steps(from_json(json.dumps(bare)), "en")
    assert json_format.MessageToDict(told[-1])
    assert not any("open" in state for step in told for state in step.said.seat_states)
