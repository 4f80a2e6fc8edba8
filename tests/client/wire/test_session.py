"""What a session promises: one answer, no gap in a watch, a token only for its own server."""

from __future__ import annotations

import asyncio
import socket
from contextlib import aclosing

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.errors import SERVER_CHANGED, CannotConnect, Refused
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session
from tests.client.conftest import soon
from tests.client.fake import Running
from tests.support.tiers import slow
from tests.support.timeouts import HANG


def chosen() -> service_pb2.ActRequest:
    return service_pb2.ActRequest(choose=service_pb2.Choose(state_version=1, option=1))


async def test_an_act_whose_answer_was_lost_is_repeated_with_its_id_and_done_once(
    running: Running, session: Session
) -> None:
    running.fake.lose_answers = 2
    assert await session.act("tok", chosen(), "S1") == 1
    assert len(running.fake.acts) == 1
    assert 16 <= len(running.fake.acts[0].request_id) <= 64


async def test_two_acts_have_different_ids(running: Running, session: Session) -> None:
    await session.act("tok", chosen(), "S1")
    await session.act("tok", chosen(), "S1")
    first, second = running.fake.acts
    assert first.request_id != second.request_id


async def test_a_join_whose_answer_was_lost_gets_the_same_seat(
    running: Running, session: Session
) -> None:
    running.fake.lose_answers = 1
    grant = await session.join(service_pb2.JoinTableRequest(player_name="Aki", join_code="abc"))
    asked = running.fake.requests
    assert len(asked) == 2
    assert asked[0] == asked[1]
    assert grant.seat_token == f"secret-{asked[0].request_id}"


async def test_a_seat_of_another_server_is_not_used(running: Running, session: Session) -> None:
    """Kept, it would replace the seat that its player has there."""
    running.fake.info.server_id = "S2"
    for asked in (
        session.create(service_pb2.CreateTableRequest()),
        session.join(service_pb2.JoinTableRequest()),
    ):
        with pytest.raises(Refused, match="another server") as refused:
            await asked
        assert refused.value.reason == SERVER_CHANGED


async def test_a_refusal_has_reason_and_sentence_and_is_not_repeated(
    running: Running, session: Session
) -> None:
    running.fake.refusal = (grpc.StatusCode.ABORTED, "STATE_STALE")
    with pytest.raises(Refused) as refused:
        await session.act("tok", chosen(), "S1")
    assert (refused.value.reason, refused.value.message) == ("STATE_STALE", "STATE_STALE.")
    assert len(running.fake.acts) == 1


async def test_a_servers_fault_is_asked_again_a_few_times_only(
    running: Running, session: Session
) -> None:
    running.fake.refusal = (grpc.StatusCode.INTERNAL, "FAULT")
    with pytest.raises(Refused) as refused:
        await session.act("tok", chosen(), "S1")
    assert refused.value.reason == "FAULT"
    assert len(running.fake.acts) == 3


@pytest.mark.parametrize(("seconds", "asked"), [(1.0, 2), (60.0, 1)])
async def test_too_often_is_asked_again_soon_or_refused(
    seconds: float, asked: int, running: Running, session: Session
) -> None:
    """What could be done only after a minute is not done by surprise then."""
    running.fake.refusal = (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")
    running.fake.retry = seconds
    waits: list[float] = []

    async def sleep(wait: float) -> None:
        waits.append(wait)
        running.fake.refusal = None

    session._sleep = sleep
    if asked == 1:
        with pytest.raises(Refused, match="RATE_LIMITED"):
            await session.act("tok", chosen(), "S1")
    else:
        await session.act("tok", chosen(), "S1")
    assert len(running.fake.acts) == asked
    assert [wait >= seconds for wait in waits] == [True] * (asked - 1)


async def test_a_server_that_refuses_the_connection_says_why(
    running: Running, session: Session
) -> None:
    """A new stream is refused; one that has begun waits, so that a player stays at the table."""
    fake, told, waits = running.fake, list[str](), list[float]()
    session.on_change = lambda: told.append(session.lost)

    async def sleep(wait: float) -> None:
        waits.append(wait)
        with pytest.raises(Refused, match="LIMIT_REACHED"):
            await anext(session.watch_table("T1"))
        if len(waits) == 3:
            fake.limited = {}

    session._sleep = sleep
    fake.retry, fake.drop = 10.0, 1
    fake.limited = {"GetServerInfo": "LIMIT_REACHED"}
    async with aclosing(session.watch_table("T1")) as watched:
        for _ in range(2):
            await anext(watched)
    assert [each.endswith("Trying again.") for each in told] == [True, False, False]
    assert told[1:] == ["LIMIT_REACHED.", ""]
    assert [wait >= 10.0 for wait in waits] == [False, True, True]


async def test_a_stream_waits_as_long_as_the_server_says(
    running: Running, session: Session
) -> None:
    running.fake.limited = {"WatchLobby": "RATE_LIMITED"}
    running.fake.retry = 3.5
    waits: list[float] = []

    async def sleep(wait: float) -> None:
        waits.append(wait)
        running.fake.limited = {}

    session._sleep = sleep
    await anext(session.watch_lobby())
    assert [wait >= 3.5 for wait in waits] == [True]


async def test_a_trouble_that_stays_is_told_with_each_thing_asked_for_until_one_is_done(
    running: Running, session: Session
) -> None:
    fake, told = running.fake, list[str]()
    session.on_change = lambda: told.append(session.problem)

    async def given_up(_wait: float) -> None:
        raise TimeoutError

    session._sleep = given_up
    fake.refusal = (grpc.StatusCode.UNAVAILABLE, "STORAGE_FAILED")
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await session.act("tok", chosen(), "S1")
    assert told == ["STORAGE_FAILED."] * 2
    fake.refusal = None
    await session.act("tok", chosen(), "S1")
    assert told[2:] == [""]
    assert session.status.startswith("Connected")


async def test_a_server_of_ones_own_that_is_lost_is_not_said_to_have_ended(
    running: Running,
) -> None:
    """It may just stand still: nobody can tell from here."""
    session = Session(running.address, own=True, sleep=soon)
    await session.open()
    await running.stop()
    asking = asyncio.ensure_future(session.seats(["tok"]))
    async with asyncio.timeout(HANG):
        while session.connected:
            await asyncio.sleep(0.01)
    assert session.outage == "the server does not answer, trying again"
    assert "does not answer. If it has stopped" in session.status
    asking.cancel()
    await session.close()


async def test_a_cut_watch_goes_on_where_it_was(running: Running, session: Session) -> None:
    """Every entry comes once and in order, however often the stream is cut."""
    fake = running.fake
    seen: list[int] = []
    words: list[str] = []
    session.on_change = lambda: words.append(session.status)
    await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED))
    async with aclosing(session.watch_seat("tok", "S1")) as messages:
        async for message in messages:
            seen += [entry.seq for entry in message.update.news]
            assert message.HasField("seat_view")
            if len(seen) >= 6:
                break
            fake.drop = 1
            await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED))
    assert seen == [1, 2, 3, 4, 5, 6]
    assert fake.watched_after[0] == ""
    assert fake.watched_after == sorted(fake.watched_after)
    assert set(fake.watched_after[1:]) <= {f"cursor{seq}" for seq in range(1, 7)}
    assert any("lost" in each for each in words)
    assert words[-1].startswith("Connected")


async def test_every_call_says_its_language(running: Running, session: Session) -> None:
    """Refusals are in it; what a watch says as well."""
    await session.act("tok", chosen(), "S1")
    async with aclosing(session.watch_seat("tok", "S1")) as messages:
        assert (await anext(messages)).said.seat_names == ["Aki", "Ben"]
    assert len(running.fake.languages) >= 4
    assert set(running.fake.languages) == {"en"}


async def test_a_watch_ends_with_what_ones_own_leave_did(
    running: Running, session: Session
) -> None:
    """It has no seat view, and is not watched again: the token is void."""
    fake = running.fake
    await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED))
    seen = []
    async for message in session.watch_seat("tok", "S1"):
        seen.append(message.HasField("seat_view"))
        if not fake.left:
            fake.left = True
            await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_PERSON_LEFT, seat=1))
    assert seen == [True, False]
    assert len(fake.watched_after) == 1
    assert session.connected


async def test_a_watch_survives_a_server_that_is_away_for_a_while(
    running: Running, session: Session
) -> None:
    fake = running.fake
    await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED))
    async with aclosing(session.watch_seat("tok", "S1")) as messages:
        await anext(messages)
        await running.stop()
        waiting = asyncio.ensure_future(anext(messages))
        async with asyncio.timeout(HANG):
            while session.connected:
                await asyncio.sleep(0.01)
        assert "Trying again" in session.status
        await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED))
        await running.start()
        async with asyncio.timeout(HANG):
            message = await waiting
        assert [entry.seq for entry in message.update.news] == [2]
        assert session.connected


async def test_no_token_goes_to_another_server_at_the_same_address(
    running: Running, session: Session
) -> None:
    fake = running.fake
    async with aclosing(session.watch_seat("tok", "S1")) as messages:
        await anext(messages)
        await running.stop()
        fake.info.server_id = "S2"
        fake.tokens.clear()
        await running.start()
        with pytest.raises(Refused) as refused:
            async with asyncio.timeout(HANG):
                await anext(messages)
    assert refused.value.reason == SERVER_CHANGED
    with pytest.raises(Refused):
        await session.act("tok", chosen(), "S1")
    assert fake.tokens == []


async def test_a_replaced_watch_stays_quiet(running: Running, session: Session) -> None:
    running.fake.refusal = (grpc.StatusCode.ABORTED, "WATCH_REPLACED")
    with pytest.raises(Refused) as refused:
        await anext(session.watch_seat("tok", "S1"))
    assert refused.value.reason == "WATCH_REPLACED"
    assert len(running.fake.tokens) == 1


async def test_a_silent_watch_is_dead_after_the_servers_limit(running: Running) -> None:
    running.fake.info.silence_limit.FromMilliseconds(50)
    session = Session(running.address, sleep=soon)
    await session.open()
    running.fake.silent = True
    async with aclosing(session.watch_table("T1")) as messages:
        waiting = asyncio.ensure_future(anext(messages))
        async with asyncio.timeout(HANG):
            while len(running.fake.watched_after) < 2:
                await asyncio.sleep(0.01)
        running.fake.silent = False
        async with asyncio.timeout(HANG):
            assert (await waiting).HasField("update")
    await session.close()


async def test_a_match_is_told_on_from_where_it_was_cut(running: Running, session: Session) -> None:
    fake = running.fake
    fake.steps = [service_pb2.TellRecordResponse(step=n, steps=5) for n in range(1, 6)]
    fake.drop = 3
    assert [each.step async for each in session.replay("R")] == [1, 2, 3, 4, 5]
    assert fake.told_after == [0, 3]


async def test_a_watch_ends_with_the_tables_last_update(running: Running, session: Session) -> None:
    running.fake.table.stage = table_pb2.STAGE_CLOSED
    seen = [message async for message in session.watch_table("T1")]
    assert len(seen) == 1
    assert session.connected


@pytest.mark.parametrize(
    ("protocol", "oldest", "reason"), [(1, 1, "SERVER_TOO_OLD"), (9, 3, "CLIENT_TOO_OLD")]
)
async def test_ages_too_far_apart_are_refused(
    running: Running, protocol: int, oldest: int, reason: str
) -> None:
    running.fake.info.protocol, running.fake.info.oldest_protocol = protocol, oldest
    session = Session(running.address)
    with pytest.raises(Refused) as refused:
        await session.open()
    assert refused.value.reason == reason
    assert "update" in refused.value.message
    await session.close()


async def test_a_server_without_an_id_is_refused(running: Running) -> None:
    """It could not be recognized the next time."""
    running.fake.info.server_id = ""
    session = Session(running.address)
    with pytest.raises(Refused, match="has no id"):
        await session.open()
    await session.close()


async def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        session = Session(Address("127.0.0.1", unused.getsockname()[1]))
        with pytest.raises(CannotConnect, match="Nothing answers at"):
            await session.open()
        await session.close()


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("no-such-host.invalid", "There is no host"),
        slow("nosuchhost", 'neither a command nor a host "nosuchhost"'),
    ],
)
async def test_no_such_host(host: str, told: str) -> None:
    session = Session(Address(host, 50551))
    with pytest.raises(CannotConnect, match=told):
        await session.open()
    await session.close()


async def test_something_else_listens() -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    web = await asyncio.start_server(greet, "127.0.0.1", 0)
    session = Session(Address("127.0.0.1", web.sockets[0].getsockname()[1]))
    with pytest.raises(CannotConnect, match="may have too many connections"):
        await session.open()
    await session.close()
    web.close()


async def test_another_grpc_server_is_no_koikoi_server() -> None:
    other = grpc.aio.server()
    port = other.add_insecure_port("127.0.0.1:0")
    await other.start()
    session = Session(Address("127.0.0.1", port, insecure=True))
    with pytest.raises(CannotConnect, match="not a koikoi server"):
        await session.open()
    await session.close()
    await other.stop(None)
