"""Watches: where a stream begins, what it sends, how it ends, and whom it makes present."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.commands import Chat
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.watches import Watch
from koikoi_server.tokens import token_hash
from tests.support.clock import FakeClock
from tests.support.server import BOT, MINE, Client, reason, refused, serving, soon


async def first(stream: Any) -> Any:
    """The first message of a stream."""
    return await stream.read()


async def ending(stream: Any) -> str:
    """Why a stream ends; what it still says is skipped. Empty: it ends well."""
    try:
        while await stream.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return reason(error)
    return ""


def absent(client: Client, table_id: str) -> list[int]:
    """The seats whose person is away, as the table has it."""
    live = client.running.lobby.get(table_id)
    assert live is not None
    return [seat.seat for seat in live.state.seats if seat.absent_since is not None]


async def test_the_first_message_has_a_view_even_when_nothing_was_missed() -> None:
    async with serving() as client:
        grant = await client.create()
        whole = (await first(client.watch(grant))).update
        assert whole.snapshot
        assert [entry.seq for entry in whole.news] == [1]
        again = await first(client.watch(grant, whole.cursor))
        assert again.update.seq == whole.seq
        assert not again.update.snapshot
        assert not again.update.news
        assert again.seat_view.seat == 1


async def test_missed_entries_come_folded_into_one_update() -> None:
    async with serving() as client:
        grant = await client.create()
        seen = (await first(client.watch(grant))).update
        for word in ("one", "two", "three"):
            last = await client.act(grant, chat=word)
        update = (await first(client.spectate(grant.table_id, seen.cursor))).update
        assert not update.snapshot
        assert [entry.seq for entry in update.news] == list(range(seen.seq + 1, update.seq + 1))
        assert update.seq >= last


async def test_a_cursor_of_another_log_gets_a_snapshot() -> None:
    async with serving() as client:
        grant, other = await client.create(), await client.create("Cho")
        whole = (await first(client.spectate(grant.table_id))).update
        elsewhere = (await first(client.spectate(other.table_id))).update
        seq, _, mark = whole.cursor.partition(".")
        assert len(whole.cursor) <= 64
        for cursor in (
            f"{int(seq) + 1}.{mark}",
            f"{seq}.{mark[::-1]}",
            f"0{seq}",
            f"{seq}.",
            mark,
            "9" * 60,
            "-1.0",
            "\u0664",
            elsewhere.cursor,
        ):
            request = service_pb2.WatchTableRequest(table_id=grant.table_id, after=cursor)
            update = (await first(client.stub.WatchTable(request))).update
            assert update.snapshot, cursor
            assert update.seq == whole.seq


async def test_a_seats_message_is_a_spectators_with_one_more_field() -> None:
    """The public bytes are made once and are the same for everybody."""
    async with serving(clock=FakeClock()) as client:
        grant = await client.create(seats=[MINE, BOT])
        seat = await first(client.watch(grant))
        spectator = await first(client.spectate(grant.table_id))
        assert seat.update.SerializeToString() == spectator.update.SerializeToString()
        assert seat.HasField("seat_view")
        assert len(UnknownFieldSet(spectator)) == 0, "nothing is there that its type has not"


async def test_heartbeats_come_when_nothing_has_changed() -> None:
    clock = FakeClock()
    async with serving(clock=clock) as client:
        grant = await client.create()
        stream = client.watch(grant)
        head = (await first(stream)).update.seq
        await soon(lambda: clock.next_call == clock.now() + 4_000)  # when the heartbeat is due
        clock.advance(4_000)
        beat = await stream.read()
        assert not beat.HasField("update")
        assert not beat.HasField("seat_view")
        assert beat.heartbeat.head_seq == head


async def test_an_entry_that_comes_with_the_heartbeat_is_sent_first() -> None:
    """A client would take a heartbeat with a higher head than the last entry as a gap."""
    clock = FakeClock()
    async with serving(clock=clock) as client:
        grant = await client.create()
        stream = client.watch(grant)
        head = (await first(stream)).update.seq
        await soon(lambda: clock.next_call == clock.now() + 4_000)  # when the heartbeat is due
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        asking = asyncio.ensure_future(
            live.table.execute(Chat(token_hash(grant.seat_token), "now"))
        )
        await asyncio.sleep(0)  # the table is about to do it
        clock.advance(4_000)
        await asking
        message = await stream.read()
        assert message.HasField("update")
        assert message.heartbeat.head_seq == message.update.seq == head + 1


async def test_the_newest_watch_of_a_seat_wins_and_nobody_is_absent() -> None:
    async with serving() as client:
        grant = await client.create()
        older = client.watch(grant)
        await first(older)
        newer = client.watch(grant)
        await first(newer)
        assert await ending(older) == "WATCH_REPLACED"
        assert absent(client, grant.table_id) == []
        older.cancel()
        await client.act(grant, chat="still here")
        assert (await newer.read()).update.news[-1].events[0].text == "still here"


async def test_a_window_that_was_replaced_does_not_take_the_seat_back_unasked() -> None:
    """It reconnects by itself, for example when a laptop wakes up. A new window is asked for."""
    async with serving() as client:
        grant = await client.create()
        asleep = client.watch(grant, window="laptop")
        await first(asleep)
        asleep.cancel()
        await soon(lambda: absent(client, grant.table_id) == [1])
        newer = client.watch(grant, window="phone")
        await first(newer)
        assert await ending(client.watch(grant, window="laptop")) == "WATCH_REPLACED"
        await client.act(grant, chat="still here")
        assert (await newer.read()).update.news[-1].events[0].text == "still here"
        await first(client.watch(grant, window="phone"))
        await first(client.watch(grant, window="laptop, asked for again"))


async def test_closing_the_stream_makes_a_player_absent_and_a_new_one_present() -> None:
    async with serving() as client:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        stream = client.watch(ben)
        await first(stream)
        stream.cancel()
        await soon(lambda: absent(client, aki.table_id) == [2])
        spectated = (await first(client.spectate(aki.table_id))).update.table.seats[1]
        assert spectated.replaceable_at.seconds - spectated.absent_since.seconds == 120
        update = (await first(client.watch(ben))).update
        assert not update.table.seats[1].HasField("absent_since"), "back before the first view"


async def test_a_player_who_never_watches_is_absent_after_a_while() -> None:
    clock = FakeClock()
    async with serving(clock=clock) as client:
        grant = await client.create()
        clock.advance(14_999)
        assert absent(client, grant.table_id) == []
        clock.advance(1)
        await soon(lambda: absent(client, grant.table_id) == [1])


async def test_spectators_are_counted_and_see_no_hand() -> None:
    async with serving() as client:
        grant = await client.create(seats=[MINE, BOT])
        one, two = client.spectate(grant.table_id), client.spectate(grant.table_id)
        await first(one)
        message = await first(two)
        assert message.heartbeat.spectators == 2
        rows = (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
        assert rows[0].spectators == 2


async def test_a_watch_of_a_closed_table_ends_after_its_last_update() -> None:
    async with serving() as client:
        grant = await client.create()
        stream = client.spectate(grant.table_id)
        await first(stream)
        await client.act(grant, leave={})
        last = await stream.read()
        assert last.update.table.stage == table_pb2.STAGE_CLOSED
        assert await ending(stream) == ""


async def test_the_stream_of_a_removed_player_ends_with_a_refusal() -> None:
    async with serving() as client:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        stream = client.watch(ben)
        await first(stream)
        await client.use(aki, Kind.KICK, 2)
        assert await ending(stream) == "SEAT_TOKEN_INVALID"
        assert await refused(first(client.watch(ben))) == (
            grpc.StatusCode.UNAUTHENTICATED,
            "SEAT_TOKEN_INVALID",
        )


async def test_the_stream_of_a_player_who_leaves_ends_with_an_update() -> None:
    async with serving() as client:
        aki = await client.create()
        ben = await client.join(aki.table_id)
        request = service_pb2.WatchSeatRequest(seat_token=ben.seat_token, language="en")
        stream = client.stub.WatchSeat(request)
        assert (await first(stream)).HasField("seat_view")
        left = await client.act(ben, leave={})
        await client.join(aki.table_id, "Cho")
        last = await stream.read()
        while last.update.seq < left:
            last = await stream.read()
        assert last.update.seq == left, "nothing of what came later"
        assert last.said.news[-1].lines[0] == "You left the table."
        assert not last.HasField("seat_view")
        assert await stream.read() is grpc.aio.EOF
        assert await stream.code() is grpc.StatusCode.OK


async def test_sentences_are_added_to_the_same_public_bytes() -> None:
    async with serving(clock=FakeClock()) as client:
        grant = await client.create(seats=[MINE, BOT])
        plain = await first(client.spectate(grant.table_id))
        request = service_pb2.WatchTableRequest(table_id=grant.table_id, language="en-GB")
        told = await first(client.stub.WatchTable(request))
        assert not plain.HasField("said")
        assert plain.update.SerializeToString() == told.update.SerializeToString()
        assert len(told.said.news) == len(told.update.news)
        assert list(told.said.seat_names) == ["Aki", "Easy"]
        asked = service_pb2.WatchSeatRequest(seat_token=grant.seat_token, language="xx")
        own = await first(client.stub.WatchSeat(asked))
        assert own.said.news[0].lines[0] == "You sat down.", "in the default language"


async def test_every_stream_ends_with_a_refusal_when_the_server_stops() -> None:
    async with serving() as client:
        grant = await client.create()
        streams = [
            client.watch(grant),
            client.spectate(grant.table_id),
            client.stub.WatchLobby(service_pb2.WatchLobbyRequest()),
        ]
        for stream in streams:
            await first(stream)
        ends = asyncio.gather(*map(ending, streams))
        await client.running.stop()
        assert await ends == ["SERVER_STOPPING"] * 3


async def test_too_many_watches_are_refused_but_never_a_players_second_one() -> None:
    async with serving(Settings(max_watches=2)) as client:
        grant = await client.create()
        own, other = client.watch(grant), client.spectate(grant.table_id)
        await first(own)
        await first(other)
        assert await refused(first(client.spectate(grant.table_id))) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "LIMIT_REACHED",
        )
        await first(client.watch(grant))


async def test_a_slow_reader_costs_one_view_and_slows_nobody() -> None:
    async with serving(Settings(chats=(200, 1))) as client:
        grant = await client.create()
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        may_read = asyncio.Event()
        read: list[table_pb2.Update] = []

        async def write(message: bytes) -> None:
            await may_read.wait()
            read.append(service_pb2.WatchTableResponse.FromString(message).update)

        slow = asyncio.create_task(live.watches.stream(Watch(), "", write))
        for _ in range(30):
            last = await client.act(grant, chat="hello")
        may_read.set()
        await soon(lambda: bool(read) and read[-1].seq == last)
        slow.cancel()
    assert [entry.seq for update in read for entry in update.news] == list(range(1, last + 1))
    assert len(read) == 2, "what it was being told, and all the rest at once"


async def test_the_lobby_is_sent_new_changed_and_closed_tables() -> None:
    async with serving() as client:
        lobby = client.stub.WatchLobby(service_pb2.WatchLobbyRequest())
        empty = await first(lobby)
        assert (empty.snapshot, list(empty.rows)) == (True, [])
        grant = await client.create()
        opened = await lobby.read()
        assert [row.table.table_id for row in opened.rows] == [grant.table_id]
        assert not opened.snapshot
        await client.join(grant.table_id)
        changed = await lobby.read()
        assert changed.rows[0].table.seats[1].player_name == "Ben"
        ben_left = client.running.lobby.get(grant.table_id)
        assert ben_left is not None
        await client.act(grant, leave={})
        await lobby.read()


async def test_private_tables_are_in_no_list() -> None:
    async with serving() as client:
        grant = await client.create(needs_code=True)
        assert not (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
        assert await refused(first(client.spectate(grant.table_id))) == (
            grpc.StatusCode.PERMISSION_DENIED,
            "CODE_NEEDED",
        )
        view = (await first(client.watch(grant))).seat_view
        request = service_pb2.WatchTableRequest(join_code=view.join_code.lower())
        assert (await first(client.stub.WatchTable(request))).update.seq > 0


async def test_a_table_that_everybody_left_is_closed_in_time() -> None:
    clock = FakeClock()
    settings = Settings(limits=Limits(first_watch=1_000, empty=5_000))
    async with serving(settings, clock=clock) as client:
        grant = await client.create()
        clock.advance(1_000)
        await soon(lambda: absent(client, grant.table_id) == [1])
        clock.advance(4_999)
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        stream = client.spectate(grant.table_id)
        await first(stream)
        clock.advance(2)
        assert (await stream.read()).update.table.stage == table_pb2.STAGE_CLOSED
        assert not (await client.stub.ListTables(service_pb2.ListTablesRequest())).rows
