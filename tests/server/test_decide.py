"""What commands bring, by the pure functions and a time that is only a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from hanafuda.events import MatchEnded, RoundDealt, RoundEnd, RoundEnded
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands as ask
from koikoi_server.table import events as on
from koikoi_server.table import levels
from koikoi_server.table.commands import Answer
from koikoi_server.table.limits import Limits
from koikoi_server.table.state import Pause, Stage
from tests.support.table import AKI, BEN, CHO, PureTable


@contextmanager
def refused(reason: Reason) -> Iterator[None]:
    """The block is refused, for that reason, in a sentence."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.reason is reason
    assert caught.value.message.endswith(".")


def kinds(events: tuple[on.AnyEvent, ...]) -> list[type]:
    return [type(event) for event in events]


# ---- seats ----


def test_a_match_starts_by_itself_when_no_seat_is_open() -> None:
    table = PureTable()
    assert table.is_in(Stage.GATHERING)
    table.ben_joins()
    assert table.is_in(Stage.PLAYING)


def test_a_table_of_one_person_and_a_computer_starts_at_once() -> None:
    assert PureTable(bots=("", "easy")).state.stage is Stage.PLAYING


def test_two_persons_of_one_name_are_told_apart() -> None:
    table = PureTable()
    table.do(ask.Join("aki", 0, BEN))
    assert [seat.name for seat in table.state.seats] == ["Aki", "aki (2)"]


def test_nobody_joins_a_full_table_unless_a_computer_sits_there_for_itself() -> None:
    table = PureTable(bots=("", "easy"))
    with refused(Reason.NO_OPEN_SEAT):
        table.do(ask.Join("Ben", 0, BEN))
    with refused(Reason.NO_OPEN_SEAT):
        table.do(ask.Join("Ben", 1, BEN))
    table.do(ask.Join("Ben", 2, BEN))
    assert (table.state.at(2).name, table.state.at(2).bot) == ("Ben", "")


def test_a_request_for_a_seat_whose_answer_is_forgotten_takes_no_second_seat() -> None:
    table = PureTable(bots=("", "", ""), game="coin", rules={"rounds": "3"})
    opening = table.log[0].command
    table.ben_joins()
    for again in (opening, ask.Join("Ben", 0, BEN), ask.Join("Ben", 3, BEN)):
        with refused(Reason.REQUEST_ID_REUSED):
            table.do(again)
    assert [seat.name for seat in table.state.seats] == ["Aki", "Ben", ""]


def test_who_opened_a_table_and_left_it_takes_nobodys_seat_by_asking_again() -> None:
    table = PureTable()
    table.ben_joins()
    table.do(ask.Leave(AKI))
    table.do(ask.Join("Cho", 1, CHO))
    with refused(Reason.REQUEST_ID_REUSED):
        table.do(table.log[0].command)
    assert table.state.at(1).name == "Cho"


def test_a_private_table_asks_for_its_code() -> None:
    table = PureTable(private=True)
    with refused(Reason.CODE_NEEDED):
        table.do(ask.Join("Ben", 0, BEN, "wrong"))
    table.do(ask.Join("Ben", 0, BEN, table.state.join_code))
    assert table.state.at(2).name == "Ben"


def test_a_leave_voids_the_token_opens_the_seat_and_changes_the_code() -> None:
    table = PureTable(private=True)
    code = table.state.join_code
    table.do(ask.Join("Ben", 0, BEN, code))
    table.do(ask.Leave(BEN))
    assert table.state.at(2).is_open
    assert table.state.join_code != code
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(ask.Chat(BEN, "hello?"))


def test_the_host_passes_on() -> None:
    table = PureTable()
    table.start()
    assert table.state.host == 1
    table.do(ask.Leave(AKI))
    assert table.state.host == 2


def test_a_table_without_an_owned_seat_closes_at_once() -> None:
    table = PureTable(bots=("", "easy"), cut=False)
    events = table.do(ask.Leave(AKI))
    assert kinds(events)[-2:] == [MatchEnded, on.TableClosed]
    assert table.is_in(Stage.CLOSED)
    with refused(Reason.TABLE_NOT_FOUND):
        table.do(ask.Join("Ben", 1, BEN))


def test_only_the_host_kicks() -> None:
    table = PureTable(private=True)
    code = table.state.join_code
    table.do(ask.Join("Ben", 0, BEN, code))
    with refused(Reason.NOT_HOST):
        table.do(ask.Kick(BEN, 1, table.state.at(1).version))
    with refused(Reason.SEAT_STALE):
        table.do(ask.Kick(AKI, 2, table.state.at(2).version + 1))
    with refused(Reason.FIELD_INVALID):
        table.do(ask.Kick(AKI, 1, table.state.at(1).version))
    table.do(ask.Kick(AKI, 2, table.state.at(2).version))
    assert table.state.at(2).is_open
    assert table.state.join_code != code


# ---- the cut and the first deal ----


def test_the_deck_is_dealt_when_all_have_cut() -> None:
    table = PureTable()
    table.ben_joins()
    assert levels.waiting_for(table.state) == (1, 2)
    assert levels.choices(table.state, 1) == (Answer.CUT,)
    version = table.state.version
    table.choose(1, nonce=b"aki")
    assert levels.choices(table.state, 1) == ()
    assert table.state.version == version, "the other one's option stays good"
    with refused(Reason.OPTION_NOT_OFFERED):
        table.choose(1)
    assert RoundDealt in kinds(table.choose(2, nonce=b"ben"))
    assert table.state.match is not None
    assert table.state.match.nonces == (b"aki", b"ben")


def test_the_clock_cuts_for_those_who_do_not() -> None:
    table = PureTable()
    table.ben_joins()
    assert table.wait(4_999) == ()
    assert RoundDealt in kinds(table.wait(1))


def test_a_nonce_changes_the_deck() -> None:
    dealt = []
    for nonce in (b"a", b"b"):
        table = PureTable()
        table.ben_joins()
        table.choose(1, nonce=nonce)
        (round_dealt,) = (each for each in table.choose(2) if isinstance(each, RoundDealt))
        dealt.append(round_dealt)
    assert dealt[0] != dealt[1]


def test_a_nonce_is_short_and_goes_with_a_cut_alone() -> None:
    table = PureTable()
    table.ben_joins()
    with refused(Reason.FIELD_INVALID):
        table.choose(1, nonce=b"x" * 33)
    table.choose(1)
    table.choose(2)
    with refused(Reason.FIELD_INVALID):
        table.choose(levels.waiting_for(table.state)[0], nonce=b"x")


# ---- moves ----


def test_a_move_from_an_older_or_a_future_list_is_stale() -> None:
    table = PureTable()
    table.start()
    (seat,) = levels.waiting_for(table.state)
    token = table.state.at(seat).token
    for version in (table.state.version - 1, table.state.version + 1):
        with refused(Reason.STATE_STALE):
            table.do(ask.Choose(token, version, 1))


def test_only_what_was_offered_is_done() -> None:
    table = PureTable()
    table.start()
    (seat,) = levels.waiting_for(table.state)
    offered = len(levels.choices(table.state, seat))
    for option in (0, offered + 1):
        with refused(Reason.OPTION_NOT_OFFERED):
            table.choose(seat, option)
    with refused(Reason.OPTION_NOT_OFFERED):
        table.choose(3 - seat)


def test_chat_and_presence_leave_the_state_version() -> None:
    table = PureTable()
    table.start()
    version = table.state.version
    table.do(ask.Chat(AKI, "hello"))
    table.lost(2)
    table.back(2)
    assert table.state.version == version
    (seat,) = levels.waiting_for(table.state)
    table.choose(seat)
    assert table.state.version == version + 1


def test_the_previous_turn_is_told_whole() -> None:
    table = PureTable()
    table.start()
    assert table.state.match is not None
    first = table.state.match.state.turn
    for _ in range(100):
        match = table.state.match
        assert match is not None
        if match.pause is not None or match.state.turn != first:
            break
        table.step()
    match = table.state.match
    assert match is not None
    assert {getattr(event, "seat", first) for event in match.last_turn} == {first}
    assert len(match.last_turn) >= 4, "played and settled, drawn and settled"


# ---- between rounds, and after the match ----


def test_the_next_round_is_dealt_when_all_connected_persons_go_on() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    assert levels.waiting_for(table.state) == (1, 2)
    assert kinds(table.choose(1)) == [on.WentOn]
    assert RoundDealt in kinds(table.choose(2))


def test_an_absent_person_is_not_waited_for_between_rounds() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    table.choose(1)
    assert RoundDealt in kinds(table.lost(2))


def test_the_clock_goes_on_between_rounds() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    assert table.wait(19_999) == ()
    assert RoundDealt in kinds(table.wait(1))


def test_a_rematch_needs_every_connected_person() -> None:
    table = PureTable(rules={"months": "1"})
    table.start()
    table.play(Stage.FINISHED)
    match = table.state.match
    assert match is not None
    with refused(Reason.MATCH_STALE):
        table.do(ask.Rematch(AKI, "another", True))
    table.do(ask.Rematch(AKI, match.match_id, True))
    assert table.is_in(Stage.FINISHED)
    table.do(ask.Rematch(AKI, match.match_id, False))
    table.do(ask.Rematch(BEN, match.match_id, True))
    assert table.is_in(Stage.FINISHED)
    table.do(ask.Rematch(AKI, match.match_id, True))
    assert table.is_in(Stage.PLAYING)
    assert table.state.match is not None
    assert (table.state.match.number, table.state.match.over) == (2, False)
    assert not any(seat.wants_rematch for seat in table.state.seats)


def test_computers_and_absent_persons_agree_to_a_rematch() -> None:
    table = PureTable(rules={"months": "1"})
    table.start()
    table.play(Stage.FINISHED)
    table.lost(2)
    assert table.state.match is not None
    table.do(ask.Rematch(AKI, table.state.match.match_id, True))
    assert table.is_in(Stage.PLAYING)


# ---- computers, absence, take-over, take-back ----


def test_ones_own_seat_goes_to_a_computer_and_back_at_any_time() -> None:
    table = PureTable()
    table.start()
    (seat,) = levels.waiting_for(table.state)
    offered = levels.choices(table.state, seat)
    table.set_bot(seat, seat, "easy")
    assert levels.choices(table.state, seat) == ()
    with refused(Reason.OPTION_NOT_OFFERED):
        table.choose(seat)
    table.set_bot(seat, seat, "")
    assert levels.choices(table.state, seat) == offered, "the pending decision comes back"


def test_an_absent_persons_seat_is_replaceable_two_minutes_later_and_not_before() -> None:
    table = PureTable()
    table.start()
    with refused(Reason.SEAT_NOT_REPLACEABLE):
        table.set_bot(1, 2, "easy")
    table.lost(2)
    table.now += 119_999
    with refused(Reason.SEAT_NOT_REPLACEABLE):
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
    with refused(Reason.SEAT_NOT_REPLACEABLE):
        table.set_bot(1, 2, "easy")


def test_of_a_return_and_a_take_over_that_cross_one_is_told_of_the_other() -> None:
    table = PureTable()
    table.start()
    table.lost(2)
    table.now += 120_000
    seen = table.state.at(2).version
    table.back(2)
    with refused(Reason.SEAT_STALE):
        table.do(ask.SetBot(AKI, 2, seen, "easy"))


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
        lambda: table.do(ask.Leave(BEN)),
        lambda: table.set_bot(1, 2, "easy"),
    ]
    for change in changes:
        change()
        versions.append(table.state.at(2).version)
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    before = table.state.at(2).version
    table.do(ask.Chat(AKI, "hello"))
    assert table.state.at(2).version == before


def test_others_take_no_computer_out_of_a_persons_seat() -> None:
    table = PureTable()
    table.start()
    table.set_bot(2, 2, "easy")
    with refused(Reason.SEAT_NOT_REPLACEABLE):
        table.set_bot(1, 2, "")


def test_a_turn_limit_makes_the_idle_seat_replaceable() -> None:
    table = PureTable(rules={"turn_limit": "30"})
    table.start()
    (idle,) = levels.waiting_for(table.state)
    assert levels.replaceable_at(table.state, 3 - idle) is None
    table.now += 29_999
    with refused(Reason.SEAT_NOT_REPLACEABLE):
        table.set_bot(3 - idle, idle, "easy")
    table.now += 1
    table.set_bot(3 - idle, idle, "easy")


def test_a_computers_thought_is_dropped_when_its_seat_was_taken_back() -> None:
    table = PureTable()
    table.start()
    (seat,) = levels.waiting_for(table.state)
    table.set_bot(seat, seat, "easy")
    thought = ask.BotChoose(seat, table.state.version, levels.seat_choices(table.state, seat)[0])
    table.set_bot(seat, seat, "")
    with refused(Reason.STATE_STALE):
        table.do(thought)


def test_a_server_may_seat_a_computer_by_itself_but_not_when_all_are_away() -> None:
    table = PureTable(limits=Limits(auto_bot="easy"))
    table.start()
    table.lost(2)
    table.lost(1)
    assert on.BotSeated(2, "easy") not in table.wait(120_000)
    table.back(1)
    assert table.wait(0) == (on.BotSeated(2, "easy"),)


def test_a_match_ends_without_result_when_all_others_are_gone_for_long() -> None:
    table = PureTable()
    table.start()
    assert table.state.match is not None
    match_id = table.state.match.match_id
    with refused(Reason.SEAT_NOT_REPLACEABLE):
        table.do(ask.EndMatch(AKI, match_id))
    table.lost(2)
    with refused(Reason.SEAT_NOT_REPLACEABLE):
        table.do(ask.EndMatch(AKI, match_id))
    table.now += 120_000
    ended, over = table.do(ask.EndMatch(AKI, match_id))
    assert isinstance(ended, RoundEnded)
    assert ended.end is RoundEnd.ABANDONED
    assert over == MatchEnded(())
    assert table.is_in(Stage.FINISHED)
    with refused(Reason.MATCH_STALE):
        table.do(ask.EndMatch(AKI, match_id))


def test_a_nudge_reminds_who_is_waited_for_once_in_ten_seconds() -> None:
    table = PureTable()
    table.start()
    (idle,) = levels.waiting_for(table.state)
    other = 3 - idle
    by = table.state.at(other).token
    with refused(Reason.FIELD_INVALID):
        table.do(ask.Nudge(by, other))
    assert table.do(ask.Nudge(by, idle)) == (on.PersonNudged(idle),)
    table.now += 9_999
    with refused(Reason.RATE_LIMITED):
        table.do(ask.Nudge(by, idle))
    table.now += 1
    table.do(ask.Nudge(by, idle))


# ---- the life of a table ----


def test_a_table_closes_thirty_minutes_after_the_last_person_was_lost() -> None:
    table = PureTable()
    table.start()
    table.lost(1)
    table.now += 60_000
    table.lost(2)
    assert levels.close_time(table.state) == levels.due(table.state)
    assert on.TableClosed() not in table.wait(30 * 60_000 - 1)
    assert table.wait(1)[-1] == on.TableClosed()


def test_a_return_keeps_a_table_open() -> None:
    table = PureTable()
    table.start()
    table.lost(1)
    table.lost(2)
    table.now += 29 * 60_000
    table.back(2)
    assert on.TableClosed() not in table.wait(30 * 60_000)


def test_a_table_closes_a_day_after_it_was_opened_with_a_warning_never_in_mid_round() -> None:
    table = PureTable()
    table.start()
    day = 24 * 3_600_000
    assert table.wait(day - 15 * 60_000 - 1) == ()
    warned, said = table.wait(1)
    assert (warned, kinds((said,))) == (on.AgeWarned(), [on.ChatSent])
    assert table.wait(20 * 60_000) == ()
    table.play(Pause.ROUND_OVER)
    assert table.wait(0)[-1] == on.TableClosed()


def test_a_restart_makes_all_absent_and_begins_the_thirty_minutes_anew() -> None:
    table = PureTable()
    table.start()
    table.lost(1)
    table.lost(2)
    table.now += 25 * 60_000
    table.do(ask.Restart())
    assert all(seat.absent_since is not None for seat in table.state.seats)
    assert on.TableClosed() not in table.wait(29 * 60_000)
    assert table.wait(60_000)[-1] == on.TableClosed()


def test_no_event_brings_a_strangers_token_in() -> None:
    table = PureTable()
    table.start()
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(ask.Chat(CHO, "hello"))
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(ask.Chat(b"", "hello"))
