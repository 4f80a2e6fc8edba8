"""Attacks with tables: all of them taken, floods at one of them, computers that think."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from itertools import count

from google.protobuf.message import Message

from koikoi.v1 import service_pb2, table_pb2
from tests.attacks import frames
from tests.attacks.course import Course
from tests.attacks.peer import RESOURCE_EXHAUSTED, Call, Peer, Refused
from tests.support.server import new_id

THINKING = 40  #: tables with two Hard computers
READERS, A_CONNECTION = 500, 25
QUICK = {"months": "24", "bot_delay": "1"}
FLOOD = 8  #: acts of one seat at a time
LET_PLAY = table_pb2.SEAT_OPTION_KIND_LET_PLAY
Rules = dict[str, str]


async def opened_tables(course: Course) -> None:
    """Open tables as fast as they are granted."""

    async def more(peer: Peer) -> None:
        status = await peer.status(frames.ours("CreateTable"), _new_table())
        course.counts[f"tables: {status}"] += 1
        if status.code == RESOURCE_EXHAUSTED:
            await asyncio.sleep(0.05)

    await course.workers(4, more)


async def many_sources(course: Course) -> None:
    """Open tables and streams, each from another address of one IPv6 /64."""
    prefix = course.target.source
    calls: list[Call] = []
    numbers = count(1)

    async def more() -> None:
        while course.left > 1:
            course.target = replace(course.target, source=f"{prefix}{next(numbers):x}")
            peer = await course.peer()
            if peer is None:
                continue
            status = await peer.status(frames.ours("CreateTable"), _new_table())
            course.counts[f"tables: {status}"] += 1
            calls.extend([await peer.start(frames.ours("WatchLobby")) for _ in range(5)])

    await course.all(more() for _ in range(8))
    for call in calls:
        course.outcome(call, "watches of the lobby")
    course.census()


async def silent_readers(course: Course) -> None:
    """Watch busy tables 500 times, and forty seats at tables of computers, and never read.

    Half of them keep the streams' windows closed, the others do not read from their sockets.
    """
    first = await course.peer()
    if first is None:
        return
    calls: list[Call] = []

    async def unread(path: str, requests: list[Message]) -> None:
        blocked = len(course.peers) % 2 == 0
        how = {"window": 0} if blocked else {"reads": False, "receive_buffer": 2048}
        peer = await course.peer(**how)
        if peer is not None:
            begun = [await peer.start(frames.ours(path), each) for each in requests]
            calls.extend(begun if blocked else [])

    listed = await _listed(first)
    for at in range(0, READERS, A_CONNECTION):
        tables = [listed[number % len(listed)] for number in range(at, at + A_CONNECTION)]
        await unread("WatchTable", [_watch_table(each.table_id) for each in tables])
    for _ in range(0, THINKING, 10):
        tokens = []
        with suppress(Refused):
            for _ in range(10):
                tokens.append(await _computers_play(first, QUICK, "easy"))
        await unread("WatchSeat", [_watch_seat(token) for token in tokens])
        course.counts["tables of computers"] += len(tokens)
    await course.rest()
    for call in calls:
        course.outcome(call, "watch that reads nothing")
    course.census()


async def chat_flood(course: Course) -> None:
    """Take the open seat of the victims' table; play, and flood it with chat and refused acts."""
    peer = await course.peer()
    if peer is None:
        return
    token = await _seat_at_open_table(peer)
    watch = await peer.start(frames.ours("WatchSeat"), _watch_seat(token))

    async def play() -> None:
        async for message in _views(watch):
            view = message.seat_view
            if view.options:
                chosen = service_pb2.Choose(
                    state_version=view.state_version, option=view.options[0].number
                )
                course.counts[f"moves: {await _act(peer, token, choose=chosen)}"] += 1

    async def flood() -> None:
        stale = service_pb2.Choose(state_version=1, option=1)
        while course.left > 0 and not peer.closed:
            chat = await _act(peer, token, chat=service_pb2.Chat(text="x" * 300))
            course.counts[f"chat: {chat}"] += 1
            for _ in range(5):
                refused = await _act(peer, token, choose=stale)
                course.counts[f"refused acts: {refused}"] += 1

    await course.all([play(), *(flood() for _ in range(FLOOD))])


async def thinking_computers(course: Course) -> None:
    """Let two Hard computers play at each of forty tables, with a delay of 0 and of 1 ms."""
    peer = await course.peer()
    if peer is None:
        return
    for number in range(THINKING):
        with suppress(Refused):
            rules = {"months": "24", "bot_delay": str(number % 2)}
            await _computers_play(peer, rules, "hard")
            course.counts["tables"] += 1
    await course.rest()
    course.census()


def _new_table(rules: Rules | None = None, bot: str = "") -> service_pb2.CreateTableRequest:
    mine, other = service_pb2.SeatPlan(yours=True), service_pb2.SeatPlan(bot=bot)
    return service_pb2.CreateTableRequest(
        request_id=new_id(), player_name="Eve", game="koikoi", rules=rules, seats=[mine, other]
    )


async def _computers_play(peer: Peer, rules: Rules, bot: str) -> str:
    """Open a table with a computer, let another one play for us, and return our token.

    Raises:
        Refused: if the server does not allow it.
    """
    made = service_pb2.CreateTableResponse.FromString(
        await peer.answer(frames.ours("CreateTable"), _new_table(rules, bot))
    )
    token = made.grant.seat_token
    watch = await peer.start(frames.ours("WatchSeat"), _watch_seat(token))
    view = service_pb2.WatchSeatResponse.FromString(await watch.first()).seat_view
    option = next(each for each in view.seat_options if each.kind == LET_PLAY)
    used = service_pb2.UseSeatOption(id=option.id, bot=bot)
    request = service_pb2.ActRequest(seat_token=token, request_id=new_id(), use_seat_option=used)
    await peer.answer(frames.ours("Act"), request)
    return token


async def _seat_at_open_table(peer: Peer) -> str:
    """Sit down at the first table with an open seat, and return the token."""
    table = next(table for table in await _listed(peer) if table.open_to_join)
    request = service_pb2.JoinTableRequest(
        request_id=new_id(), player_name="Eve", table_id=table.table_id
    )
    joined = await peer.answer(frames.ours("JoinTable"), request)
    return service_pb2.JoinTableResponse.FromString(joined).grant.seat_token


async def _listed(peer: Peer) -> list[table_pb2.Table]:
    """The public tables."""
    answer = await peer.answer(frames.ours("ListTables"))
    return [row.table for row in service_pb2.ListTablesResponse.FromString(answer).rows]


def _watch_seat(token: str) -> service_pb2.WatchSeatRequest:
    return service_pb2.WatchSeatRequest(seat_token=token, language="en")


def _watch_table(table_id: str) -> service_pb2.WatchTableRequest:
    return service_pb2.WatchTableRequest(table_id=table_id, language="en")


async def _views(watch: Call) -> AsyncIterator[service_pb2.WatchSeatResponse]:
    """The updates of a watch until it ends."""
    while True:
        await watch.received.wait()
        watch.received.clear()
        for each in watch.taken():
            message = service_pb2.WatchSeatResponse.FromString(each)
            if message.HasField("update"):
                yield message
        if watch.ended.done():
            return


async def _act(peer: Peer, token: str, **what: object) -> str:
    request = service_pb2.ActRequest(seat_token=token, request_id=new_id(), **what)  # type: ignore[arg-type]
    return str(await peer.status(frames.ours("Act"), request))
