"""Joining, leaving and kicking."""

from __future__ import annotations

from hanafuda.events import MatchEnded
from koikoi_server.refusal import Reason
from koikoi_server.table import commands, events
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage
from tests.support.table import AKI, BEN, CHO, PureTable, kinds, refused


def test_a_match_starts_by_itself_when_no_seat_is_open() -> None:
    table = PureTable()
    assert table.is_in(Stage.GATHERING)
    table.ben_joins()
    assert table.is_in(Stage.PLAYING)


def test_a_table_of_one_person_and_a_computer_starts_at_once() -> None:
    assert PureTable(bots=("", "easy")).state.stage is Stage.PLAYING


def test_two_players_with_one_name_are_told_apart() -> None:
    table = PureTable()
    table.do(commands.Join("aki", 0, BEN))
    assert [seat.name for seat in table.state.seats] == ["Aki", "aki (2)"]


def test_a_full_table_can_only_be_joined_in_place_of_a_computer() -> None:
    table = PureTable(bots=("", "easy"))
    with refused(Reason.NO_OPEN_SEAT):
        table.do(commands.Join("Ben", 0, BEN))
    with refused(Reason.NO_OPEN_SEAT):
        table.do(commands.Join("Ben", 1, BEN))
    table.do(commands.Join("Ben", 2, BEN))
    assert (table.state.at(2).name, table.state.at(2).bot) == ("Ben", "")


def test_a_forgotten_request_takes_no_second_seat() -> None:
    table = PureTable(bots=("", "", ""), game="coin", rules={"rounds": "3"})
    opening = table.log[0].command
    table.ben_joins()
    for again in (opening, commands.Join("Ben", 0, BEN), commands.Join("Ben", 3, BEN)):
        with refused(Reason.REQUEST_ID_REUSED):
            table.do(again)
    assert [seat.name for seat in table.state.seats] == ["Aki", "Ben", ""]


def test_a_repeated_create_after_leaving_takes_nobodys_seat() -> None:
    table = PureTable()
    table.ben_joins()
    table.do(commands.Leave(AKI))
    table.do(commands.Join("Cho", 1, CHO))
    with refused(Reason.REQUEST_ID_REUSED):
        table.do(table.log[0].command)
    assert table.state.at(1).name == "Cho"


def test_a_private_table_needs_its_code() -> None:
    table = PureTable(private=True)
    with refused(Reason.CODE_NEEDED):
        table.do(commands.Join("Ben", 0, BEN, "wrong"))
    table.do(commands.Join("Ben", 0, BEN, table.state.join_code))
    assert table.state.at(2).name == "Ben"


def test_leaving_invalidates_the_token_opens_the_seat_and_changes_the_code() -> None:
    table = PureTable(private=True)
    code = table.state.join_code
    table.do(commands.Join("Ben", 0, BEN, code))
    table.do(commands.Leave(BEN))
    assert table.state.at(2).is_open
    assert table.state.join_code != code
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(commands.Chat(BEN, "hello?"))


def test_another_player_becomes_host_when_the_host_leaves() -> None:
    table = PureTable()
    table.start()
    assert table.state.host == 1
    table.do(commands.Leave(AKI))
    assert table.state.host == 2


def test_a_table_without_players_closes_at_once() -> None:
    table = PureTable(bots=("", "easy"), cut=False)
    happened = table.do(commands.Leave(AKI))
    assert kinds(happened)[-2:] == [MatchEnded, events.TableClosed]
    assert table.is_in(Stage.CLOSED)
    with refused(Reason.TABLE_NOT_FOUND):
        table.do(commands.Join("Ben", 1, BEN))


def test_only_the_host_kicks() -> None:
    table = PureTable(private=True)
    code = table.state.join_code
    table.do(commands.Join("Ben", 0, BEN, code))
    with refused(Reason.SEAT_OPTION_NOT_OFFERED):
        table.use(2, Kind.KICK, 1)
    with refused(Reason.SEAT_OPTION_NOT_OFFERED):
        table.use(1, Kind.KICK, 1)
    with refused(Reason.SEAT_STALE):
        table.do(commands.UseSeatOption(AKI, f"kick.2.{table.state.at(2).version + 1}"))
    table.use(1, Kind.KICK, 2)
    assert table.state.at(2).is_open
    assert table.state.join_code != code


def test_no_seat_gets_a_strangers_token() -> None:
    table = PureTable()
    table.start()
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(commands.Chat(CHO, "hello"))
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(commands.Chat(b"", "hello"))
