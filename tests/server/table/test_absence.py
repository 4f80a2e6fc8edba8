"""Computers that play for players who are away, let others wait, or want it."""

from __future__ import annotations

from collections.abc import Callable

from hanafuda.events import MatchEnded, RoundEnd, RoundEnded
from koikoi_server.refusal import Reason
from koikoi_server.table import commands, derived, events
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage
from tests.support.table import AKI, BEN, PureTable, option_id, refused


def test_a_player_may_let_a_computer_play_and_take_the_seat_back_at_any_time() -> None:
    table = PureTable()
    table.start()
    (seat,) = derived.waiting_for(table.state)
    offered = derived.choices(table.state, seat)
    table.set_bot(seat, seat, "easy")
    assert derived.choices(table.state, seat) == ()
    with refused(Reason.OPTION_NOT_OFFERED):
        table.choose(seat)
    table.set_bot(seat, seat, "")
    assert derived.choices(table.state, seat) == offered, "the pending decision comes back"


def test_an_absent_persons_seat_is_replaceable_two_minutes_later_and_not_before() -> None:
    table = PureTable()
    table.start()
    with refused(Reason.SEAT_OPTION_NOT_OFFERED):
        table.set_bot(1, 2, "easy")
    table.lost(2)
    table.now += 119_999
    with refused(Reason.SEAT_OPTION_TOO_EARLY):
        table.set_bot(1, 2, "easy")
    table.now += 1
    table.set_bot(1, 2, "easy")
    assert (table.state.at(2).name, table.state.at(2).bot) == ("Ben", "easy")
    table.back(2)
    assert table.state.at(2).bot == "easy", "taking back is asked for"
    table.set_bot(2, 2, "")
    assert table.state.at(2).bot == ""


def test_a_return_stops_the_two_minutes() -> None:
    table = PureTable()
    table.start()
    table.lost(2)
    table.now += 100_000
    table.back(2)
    table.lost(2)
    table.now += 119_999
    with refused(Reason.SEAT_OPTION_TOO_EARLY):
        table.set_bot(1, 2, "easy")


def test_of_a_return_and_a_take_over_at_the_same_time_one_is_refused() -> None:
    table = PureTable()
    table.start()
    table.lost(2)
    table.now += 120_000
    seen = option_id(table.state, Kind.SEAT_COMPUTER, 2)
    table.back(2)
    with refused(Reason.SEAT_STALE):
        table.do(commands.UseSeatOption(AKI, seen, "easy"))


def test_each_change_of_owner_bot_or_presence_raises_a_seats_version() -> None:
    table = PureTable()
    versions = [table.state.at(2).version]
    table.ben_joins()
    versions.append(table.state.at(2).version)
    changes: list[Callable[[], object]] = [
        lambda: table.lost(2),
        lambda: table.back(2),
        lambda: table.set_bot(2, 2, "easy"),
        lambda: table.set_bot(2, 2, ""),
        lambda: table.do(commands.Leave(BEN)),
        lambda: table.set_bot(1, 2, "easy"),
    ]
    for change in changes:
        change()
        versions.append(table.state.at(2).version)
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    before = table.state.at(2).version
    table.do(commands.Chat(AKI, "hello"))
    assert table.state.at(2).version == before


def test_others_cannot_remove_the_computer_from_a_players_seat() -> None:
    table = PureTable()
    table.start()
    table.set_bot(2, 2, "easy")
    with refused(Reason.SEAT_OPTION_NOT_OFFERED):
        table.set_bot(1, 2, "")


def test_a_turn_limit_makes_the_idle_seat_replaceable() -> None:
    table = PureTable(rules={"turn_limit": "30"})
    table.start()
    (idle,) = derived.waiting_for(table.state)
    assert derived.replaceable_at(table.state, 3 - idle) is None
    table.now += 29_999
    with refused(Reason.SEAT_OPTION_TOO_EARLY):
        table.set_bot(3 - idle, idle, "easy")
    table.now += 1
    table.set_bot(3 - idle, idle, "easy")


def test_a_computers_choice_is_dropped_when_its_seat_was_taken_back() -> None:
    table = PureTable()
    table.start()
    (seat,) = derived.waiting_for(table.state)
    table.set_bot(seat, seat, "easy")
    thought = commands.BotChoose(
        seat, table.state.version, derived.seat_choices(table.state, seat)[0]
    )
    table.set_bot(seat, seat, "")
    with refused(Reason.STATE_STALE):
        table.do(thought)


def test_auto_bot_seats_a_computer_but_not_when_everybody_is_away() -> None:
    table = PureTable(limits=Limits(auto_bot="easy"))
    table.start()
    table.lost(2)
    table.lost(1)
    assert events.BotSeated(2, "easy") not in table.wait(120_000)
    table.back(1)
    assert table.wait(0) == (events.BotSeated(2, "easy"),)


def test_a_match_ends_without_result_when_all_others_are_gone_for_long() -> None:
    table = PureTable()
    table.start()
    with refused(Reason.SEAT_OPTION_NOT_OFFERED):
        table.use(1, Kind.END_MATCH)
    table.lost(2)
    with refused(Reason.SEAT_OPTION_TOO_EARLY):
        table.use(1, Kind.END_MATCH)
    table.now += 120_000
    ended, over = table.use(1, Kind.END_MATCH)
    assert isinstance(ended, RoundEnded)
    assert ended.end is RoundEnd.ABANDONED
    assert over == MatchEnded(())
    assert table.is_in(Stage.FINISHED)
    with refused(Reason.MATCH_STALE):
        table.use(1, Kind.END_MATCH)
