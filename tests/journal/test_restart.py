"""A server that is restarted with its data continues where everybody saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.journal import Journal
from koikoi_server.journal.folder import Folder, open_store
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.settings import Settings
from koikoi_server.table import derived
from koikoi_server.table.commands import Restart
from koikoi_server.table.events import ConnectionLost, Entry, ServerRestarted
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Pause, Stage, TableState
from tests.support.clock import FakeClock
from tests.support.durable import serving_from
from tests.support.server import BOT, MINE, Client, Follower, new_id, refused, soon
from tests.support.tiers import slow_after

SETTINGS = Settings(seed="restart")
OPEN = service_pb2.SeatPlan()


def logs(path: Path) -> Sequence[Sequence[Entry]]:
    """What is on the disk."""
    store = open_store(path)
    try:
        return [store.log(table) for table in store.tables()]
    finally:
        store.close()


def round_is_over(update: table_pb2.Update) -> bool:
    return update.match.phase == table_pb2.PHASE_ROUND_OVER


def state(client: Client, table_id: str) -> TableState:
    live = client.running.lobby.get(table_id)
    assert live is not None
    return live.state


async def test_a_restart_decides_nothing(tmp_path: Path) -> None:
    """Cards, options and hash chain are the same; only presence has changed."""
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        aki = await client.create(seats=[MINE, OPEN], rules={"months": "2"})
        ben = await client.join(aki.table_id)
        before = state(client, aki.table_id)
    clock.advance(5_000)
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        await soon(lambda: state(client, aki.table_id).seq == before.seq + 1)
        after = state(client, aki.table_id)
        assert before.match is not None
        assert after.match == replace(before.match, since=before.match.since + 5_000)
        assert after.version == before.version
        assert [seat.absent_since for seat in after.seats] == [clock.now()] * 2
        assert after.empty_since == clock.now()
        for grant in (aki, ben):
            assert (await client.watch(grant).read()).seat_view.hand
    (log,) = logs(tmp_path)
    (entry,) = (each for each in log if isinstance(each.command, Restart))
    assert entry.events == (ServerRestarted(5_000), ConnectionLost(1), ConnectionLost(2))


async def test_codes_tokens_and_names_survive_a_restart(tmp_path: Path) -> None:
    async with serving_from(tmp_path) as client:
        aki = await client.create(seats=[MINE, OPEN], needs_code=True)
        code = (await client.watch(aki).read()).seat_view.join_code
    async with serving_from(tmp_path) as client:
        ben = await client.join("", join_code=code)
        assert ben.table_id == aki.table_id
        names = [seat.name for seat in state(client, aki.table_id).seats]
        assert names == ["Aki", "Ben"]
        assert await client.act(aki, chat="Still here.")


async def test_computers_continue_after_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        rules = {"months": "1", "bot_delay": "0"}
        grant = await client.create(seats=[MINE, BOT], rules=rules)
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        await soon(lambda: state(client, grant.table_id).at(1).absent_since is not None)
        await client.use(grant, Kind.LET_PLAY, 1, "easy")
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        await soon(lambda: state(client, grant.table_id).stage is Stage.FINISHED)


async def test_deadlines_survive_a_restart(tmp_path: Path) -> None:
    """An empty table is closed half an hour after the restart."""
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        grant = await client.create(seats=[MINE, OPEN])
    clock.advance(29 * 60_000)
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        await soon(lambda: clock.waiting > 0)
        clock.advance(29 * 60_000)
        await soon(lambda: state(client, grant.table_id).seq >= 2)
        assert state(client, grant.table_id).stage is Stage.GATHERING
        clock.advance(2 * 60_000)
        await soon(lambda: state(client, grant.table_id).stage is Stage.CLOSED)


DAY = 24 * 3_600_000


@pytest.mark.parametrize("set_by", slow_after(1, [-2 * 3_600_000, -DAY, DAY, 50 * 365 * DAY]))
async def test_deadlines_go_on_where_they_were_when_the_clock_is_set(
    tmp_path: Path, set_by: int
) -> None:
    """It was set while the server did not run, or the server did not run for that long."""
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        aki = await client.create(seats=[MINE, OPEN])
        ben = await client.join(aki.table_id)
        stream = client.watch(aki)
        await stream.read()
        await client.watch(ben).read()
        stream.cancel()
        await soon(lambda: not state(client, aki.table_id).at(1).is_connected)
        clock.advance(100_000)
        await client.act(ben, chat="Where is Aki?")
        before, opened = clock.now(), state(client, aki.table_id).opened_at
    set_clock = FakeClock(before + set_by)
    async with serving_from(tmp_path, SETTINGS, clock=set_clock) as client:
        assert await client.watch(ben).read()
        table = state(client, aki.table_id)
        assert table.stage is Stage.PLAYING
        assert derived.replaceable_at(table, 1) == set_clock.now() + 20_000
        assert derived.close_time(table) == set_clock.now() + DAY - 100_000
        assert table.opened_at == opened
    (log,) = logs(tmp_path)
    times = [entry.time for entry in log]
    assert times == sorted(times)


async def test_time_continues_after_the_last_that_a_server_noted(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        aki = await client.create(seats=[MINE, OPEN])
    with Folder(tmp_path) as folder:
        assert folder.ran_until() == 0
        folder.note_time(clock.now() + 60_000)
    with Folder(tmp_path) as folder:
        ran_until = folder.ran_until()
        assert ran_until == clock.now() + 60_000
    clock.advance(90_000)
    async with serving_from(tmp_path, SETTINGS, clock=clock, ran_until=ran_until) as client:
        await soon(lambda: state(client, aki.table_id).seq == 2)
    (log,) = logs(tmp_path)
    assert log[-1].command == Restart(30_000)


@pytest.mark.parametrize("pause", [Pause.CUT, Pause.ROUND_OVER])
async def test_an_answer_in_a_pause_may_be_sent_before_the_player_watches_again(
    tmp_path: Path, pause: Pause
) -> None:
    clock = FakeClock()
    async with serving_from(tmp_path, clock=clock) as client:
        aki = await client.create(seats=[MINE, BOT], rules={"months": "2", "bot_delay": "0"})
        if pause is Pause.ROUND_OVER:
            await Follower(client, aki).play(round_is_over)
        before = state(client, aki.table_id)
        assert before.match is not None
        assert before.match.pause is pause
    async with serving_from(tmp_path, clock=clock) as client:
        await soon(lambda: not state(client, aki.table_id).at(1).is_connected)
        choose = service_pb2.Choose(state_version=before.version, option=1)
        again = new_id()
        seq = await client.act(aki, choose=choose, request_id=again)
        after = state(client, aki.table_id).match
        assert after is not None
        assert after.pause is None
        assert await client.act(aki, choose=choose, request_id=again) == seq


async def test_seat_options_for_those_present_are_stale_until_the_player_watches_again(
    tmp_path: Path,
) -> None:
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        aki = await client.create(seats=[MINE, BOT])
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        await soon(lambda: not state(client, aki.table_id).at(1).is_connected)
        assert await refused(client.use(aki, Kind.END_MATCH)) == (
            grpc.StatusCode.ABORTED,
            "SEAT_STALE",
        )
        watch = client.watch(aki)
        await watch.read()
        await client.use(aki, Kind.END_MATCH)


async def test_a_closed_table_answers_for_a_while_and_is_then_dropped(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        aki = await client.create(seats=[MINE, OPEN])
        kept = await client.create(seats=[MINE, OPEN])
        request = service_pb2.ActRequest(
            seat_token=aki.seat_token, request_id=new_id(), leave=service_pb2.Leave()
        )
        answer = await client.stub.Act(request)
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        assert await client.stub.Act(request) == answer
        assert await refused(client.watch(aki).read()) == (
            grpc.StatusCode.UNAUTHENTICATED,
            "SEAT_TOKEN_INVALID",
        )
        rows = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
        assert [row.table.table_id for row in rows] == [kept.table_id]
        assert len(logs(tmp_path)) == 2
        clock.advance(SETTINGS.keep_closed + 1)
        await soon(lambda: len(logs(tmp_path)) == 1)
        assert await refused(client.stub.Act(request)) == (
            grpc.StatusCode.UNAUTHENTICATED,
            "SEAT_TOKEN_INVALID",
        )


class Full:
    """A journal on a disk that has no room for the first entry of a start."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.refused = 0

    async def append(self, entry: Entry) -> None:
        if not self.refused:
            self.refused += 1
            raise Refusal(Reason.STORAGE_FAILED, "The disk is full: try again.")
        await self._journal.append(entry)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


async def test_a_player_who_returns_while_the_disk_is_full_is_present(
    tmp_path: Path,
) -> None:
    clock = FakeClock()
    async with serving_from(tmp_path, SETTINGS, clock=clock) as client:
        aki = await client.create(seats=[MINE, OPEN])
    around: Callable[[Journal], Any] = Full
    async with serving_from(tmp_path, SETTINGS, clock=clock, around=around) as client:
        watch = client.watch(aki)
        await watch.read()
        assert state(client, aki.table_id).seq == 1
        await soon(lambda: (clock.next_call or inf) <= clock.now() + 2_000)  # the next attempt
        clock.advance(2_000)
        await soon(lambda: state(client, aki.table_id).seq == 3)
        assert state(client, aki.table_id).at(1).is_connected


async def test_numbers_of_tables_continue_after_a_restart(tmp_path: Path) -> None:
    """With --seed the decks follow from the number, so that none is repeated."""
    async with serving_from(tmp_path, SETTINGS) as client:
        one = await client.create(seats=[MINE, OPEN])
    async with serving_from(tmp_path, SETTINGS) as client:
        two = await client.create(seats=[MINE, OPEN])
        assert state(client, two.table_id).number == state(client, one.table_id).number + 1


async def test_a_table_keeps_the_limits_with_which_it_was_opened(tmp_path: Path) -> None:
    async with serving_from(tmp_path, SETTINGS) as client:
        grant = await client.create(seats=[MINE, OPEN])
    other = replace(SETTINGS, limits=replace(SETTINGS.limits, absence=1))
    async with serving_from(tmp_path, other) as client:
        assert state(client, grant.table_id).limits == SETTINGS.limits
