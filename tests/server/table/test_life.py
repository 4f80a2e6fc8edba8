"""When a table closes: it depends on the people at the table and on its age."""

from __future__ import annotations

from koikoi_server.table import commands, derived, events
from koikoi_server.table.state import Pause
from tests.support.table import PureTable, kinds


def test_a_table_closes_thirty_minutes_after_the_last_player_disconnected() -> None:
    table = PureTable()
    table.start()
    table.lost(1)
    table.now += 60_000
    table.lost(2)
    assert derived.close_time(table.state) == derived.due(table.state)
    assert events.TableClosed() not in table.wait(30 * 60_000 - 1)
    assert table.wait(1)[-1] == events.TableClosed()


def test_a_return_keeps_a_table_open() -> None:
    table = PureTable()
    table.start()
    table.lost(1)
    table.lost(2)
    table.now += 29 * 60_000
    table.back(2)
    assert events.TableClosed() not in table.wait(30 * 60_000)


def test_a_table_closes_a_day_after_it_was_opened_with_a_warning_never_in_mid_round() -> None:
    table = PureTable()
    table.start()
    day = 24 * 3_600_000
    assert table.wait(day - 15 * 60_000 - 1) == ()
    warned, said = table.wait(1)
    assert (warned, kinds((said,))) == (events.AgeWarned(), [events.ChatSent])
    assert table.wait(20 * 60_000) == ()
    table.play(Pause.ROUND_OVER)
    assert table.wait(0)[-1] == events.TableClosed()


def test_a_restart_makes_everybody_absent_and_restarts_the_thirty_minutes() -> None:
    table = PureTable()
    table.start()
    table.lost(1)
    table.lost(2)
    table.now += 25 * 60_000
    table.do(commands.Restart())
    assert all(seat.absent_since is not None for seat in table.state.seats)
    assert events.TableClosed() not in table.wait(29 * 60_000)
    assert table.wait(60_000)[-1] == events.TableClosed()
