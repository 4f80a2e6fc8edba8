"""A match from the cut to the rematch: who may choose what, and until when."""

from __future__ import annotations

from hanafuda.events import RoundDealt
from koikoi_server.refusal import Reason
from koikoi_server.table import commands, derived, events
from koikoi_server.table.commands import Answer
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Pause, Stage
from tests.support.table import AKI, PureTable, kinds, refused


def test_the_deck_is_dealt_when_all_have_cut() -> None:
    table = PureTable()
    table.ben_joins()
    assert derived.waiting_for(table.state) == (1, 2)
    assert derived.choices(table.state, 1) == (Answer.CUT,)
    version = table.state.version
    table.choose(1, nonce=b"aki")
    assert derived.choices(table.state, 1) == ()
    assert table.state.version == version, "the other one's option stays good"
    with refused(Reason.OPTION_NOT_OFFERED):
        table.choose(1)
    assert RoundDealt in kinds(table.choose(2, nonce=b"ben"))
    assert table.state.match is not None
    assert table.state.match.nonces == (b"aki", b"ben")


def test_the_cut_ends_at_its_deadline() -> None:
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


def test_a_nonce_is_short_and_only_for_a_cut() -> None:
    table = PureTable()
    table.ben_joins()
    with refused(Reason.FIELD_INVALID):
        table.choose(1, nonce=b"x" * 33)
    table.choose(1)
    table.choose(2)
    with refused(Reason.FIELD_INVALID):
        table.choose(derived.waiting_for(table.state)[0], nonce=b"x")


def test_a_move_of_another_state_version_is_stale() -> None:
    table = PureTable()
    table.start()
    (seat,) = derived.waiting_for(table.state)
    token = table.state.at(seat).token
    for version in (table.state.version - 1, table.state.version + 1):
        with refused(Reason.STATE_STALE):
            table.do(commands.Choose(token, version, 1))


def test_only_offered_options_are_accepted() -> None:
    table = PureTable()
    table.start()
    (seat,) = derived.waiting_for(table.state)
    offered = len(derived.choices(table.state, seat))
    for option in (0, offered + 1):
        with refused(Reason.OPTION_NOT_OFFERED):
            table.choose(seat, option)
    with refused(Reason.OPTION_NOT_OFFERED):
        table.choose(3 - seat)


def test_chat_and_presence_do_not_change_the_state_version() -> None:
    table = PureTable()
    table.start()
    version = table.state.version
    table.do(commands.Chat(AKI, "hello"))
    table.lost(2)
    table.back(2)
    assert table.state.version == version
    (seat,) = derived.waiting_for(table.state)
    table.choose(seat)
    assert table.state.version == version + 1


def test_a_player_can_be_nudged_once_in_ten_seconds() -> None:
    table = PureTable()
    table.start()
    (idle,) = derived.waiting_for(table.state)
    other = 3 - idle
    for by, seat in ((other, other), (idle, idle), (idle, other)):
        with refused(Reason.SEAT_OPTION_NOT_OFFERED):
            table.use(by, Kind.NUDGE, seat)
    assert table.use(other, Kind.NUDGE, idle) == (events.PersonNudged(idle),)
    table.now += 9_999
    with refused(Reason.SEAT_OPTION_TOO_EARLY):
        table.use(other, Kind.NUDGE, idle)
    table.now += 1
    table.use(other, Kind.NUDGE, idle)


def test_the_next_round_is_dealt_when_all_connected_persons_go_on() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    assert derived.waiting_for(table.state) == (1, 2)
    assert kinds(table.choose(1)) == [events.WentOn]
    assert RoundDealt in kinds(table.choose(2))


def test_the_table_does_not_wait_for_absent_players_between_rounds() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    table.choose(1)
    assert RoundDealt in kinds(table.lost(2))


def test_the_pause_between_rounds_ends_at_its_deadline() -> None:
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    assert table.wait(19_999) == ()
    assert RoundDealt in kinds(table.wait(1))


def test_a_rematch_needs_every_connected_person() -> None:
    table = PureTable(rules={"months": "1"})
    table.start()
    table.play(Stage.FINISHED)
    with refused(Reason.MATCH_STALE):
        table.do(commands.UseSeatOption(AKI, "rematch.another"))
    table.use(1, Kind.REMATCH)
    assert table.is_in(Stage.FINISHED)
    table.use(1, Kind.NO_REMATCH)
    table.use(2, Kind.REMATCH)
    assert table.is_in(Stage.FINISHED)
    table.use(1, Kind.REMATCH)
    assert table.is_in(Stage.PLAYING)
    assert table.state.match is not None
    assert (table.state.match.number, table.state.match.over) == (2, False)
    assert not any(seat.wants_rematch for seat in table.state.seats)


def test_computers_and_absent_persons_agree_to_a_rematch() -> None:
    table = PureTable(rules={"months": "1"})
    table.start()
    table.play(Stage.FINISHED)
    table.lost(2)
    table.use(1, Kind.REMATCH)
    assert table.is_in(Stage.PLAYING)
