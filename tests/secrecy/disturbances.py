"""What happens at a table besides moves, the same in two worlds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from google.protobuf.message import Message

from hanafuda.events import Seat
from koikoi.v1 import service_pb2
from koikoi_server.bots import BOTS
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands
from koikoi_server.table.seat_options import Kind, seat_options
from tests.secrecy.probes import probes, seat_probes, server_probes
from tests.secrecy.world import act, idle
from tests.support.table import bot_option, option_id

if TYPE_CHECKING:
    from tests.secrecy.pair import Pair

ENDS = {Kind.LEAVE, Kind.END_MATCH}  #: after which all cards may be seen


async def disturb(pair: Pair) -> None:
    """One of these happens."""
    await pair.random.choice(DISTURBANCES)(pair)


async def _goes_away(pair: Pair) -> None:
    """Somebody's connection is lost, and some of the times pass that count from then."""
    seat = pair.random.randint(1, len(pair.worlds[0].state.seats))
    for world in pair.worlds:
        for stream in world.streams.get(f"seat {seat}", ()):
            stream.task.cancel()
        with world:
            await idle()
    await pair.advance(pair.random.choice((500, 16_000, 121_000)))


async def _uses_seat_option(pair: Pair) -> None:
    """Somebody uses a seat option, perhaps too early."""
    state = pair.worlds[0].state
    offered = [
        (each.seat, option)
        for each in state.seats
        for option in seat_options(state, each.seat)
        if option.kind not in ENDS
    ]
    if not offered:
        return
    seat, option = pair.random.choice(offered)
    used = {"id": option.id, "bot": pair.random.choice(option.bots) if option.bots else ""}
    for _ in range(2):  # a second nudge has to wait
        await pair.acts(seat, use_seat_option=used)


async def _fails(pair: Pair) -> None:
    """An entry cannot be stored: the disk is full, or something is wrong."""
    failure = pair.random.choice((partial(Refusal, Reason.STORAGE_FAILED), ValueError))
    for world in pair.worlds:
        world.journal.failure = failure
    await pair.acts(pair.random.randint(1, len(pair.worlds[0].state.seats)), chat={"text": "oh"})
    for world in pair.worlds:
        world.journal.failure = None
    await pair.advance(1_500)


async def _host_acts(pair: Pair) -> None:
    """The server's host puts a computer in a seat, or removes a player."""
    state = pair.worlds[0].state
    seat = pair.random.randint(1, len(state.seats))
    if state.game in BOTS and pair.random.random() < 0.5:
        command: commands.Command = commands.SeatComputer(seat, BOTS[state.game][0].id)
    elif sum(bool(each.name) for each in state.seats) > 1 and state.at(seat).name:
        command = commands.Expel(seat)
    else:
        return
    for world in pair.worlds:
        with world:
            await world.live.table.execute(command)
            await idle()


DISTURBANCES: list[Callable[[Pair], Awaitable[None]]] = [
    _goes_away,
    _uses_seat_option,
    _fails,
    _host_acts,
]


async def toggle_bot(pair: Pair, seat: Seat) -> None:
    """Let a computer play for the person in *seat*, or stop it."""
    state = pair.worlds[0].state
    if state.game not in BOTS:
        return
    bot = "" if state.at(seat).bot else BOTS[state.game][0].id
    option = option_id(state, bot_option(state, seat, seat, bot), seat)
    await pair.acts(seat, use_seat_option={"id": option, "bot": bot})


async def come_late(pair: Pair) -> None:
    """The viewer's seat is left, and somebody sits down in it who has seen nothing before."""
    await pair.acts(pair.viewer, leave={})
    state = pair.worlds[0].state
    join = service_pb2.JoinTableRequest(
        request_id=pair.next_id(),
        player_name="Eve",
        table_id=state.table_id,
        join_code=state.join_code,
        seat=pair.viewer,
    )
    await pair.both("JoinTable", join)
    await pair.watch_seat(pair.viewer)


async def another_table(pair: Pair) -> None:
    """Two others sit down at a table of their own, which looks like the first one in the list."""
    state = pair.worlds[0].state
    if any(each.bot for each in state.seats):
        return
    opening = service_pb2.CreateTableRequest(
        request_id=pair.next_id(),
        player_name="Uma",
        game=state.game,
        seats=[service_pb2.SeatPlan(yours=not number) for number in range(2)],
    )
    created = await pair.both("CreateTable", opening)
    grant = service_pb2.CreateTableResponse.FromString(created[0]).grant
    join = service_pb2.JoinTableRequest(
        request_id=pair.next_id(), player_name="Vic", table_id=grant.table_id
    )
    await pair.both("JoinTable", join)
    watch = service_pb2.WatchSeatRequest(seat_token=grant.seat_token, language="en")
    for world in pair.worlds:
        await world.watch("another table", "WatchSeat", watch)


async def end(pair: Pair) -> None:
    """The table or the server comes to an end, while cards are still hidden."""
    await pair.random.choice(ENDINGS)(pair)


async def _server_stops(pair: Pair) -> None:
    for world in pair.worlds:
        with world:
            await world.lobby.stop()
            await idle()
    pair.compare("when the server stops")


async def _table_is_closed(pair: Pair) -> None:
    """The host closes the table; its players ask for it until it is forgotten, and after."""
    for world in pair.worlds:
        with world:
            await world.live.table.execute(commands.Close())
            await idle()
    pair.compare("when the table is closed")
    seat = pair.viewer or 1
    for _ in range(5):
        await pair.advance(10_000)
        chat = act(pair.tokens[seat], pair.next_id(), chat={"text": "is there anybody?"})
        await pair.both("Act", chat)
        await pair.both("ListSeats", service_pb2.ListSeatsRequest(seat_tokens=[pair.tokens[seat]]))


ENDINGS: list[Callable[[Pair], Awaitable[None]]] = [_server_stops, _table_is_closed]


async def crowd(pair: Pair) -> None:
    """Everything is asked until it is refused because it was asked too often."""
    state, viewer, mine = pair.worlds[0].state, pair.viewer, pair.tokens.get(pair.viewer, "")
    asked = probes(state, viewer, mine, pair.next_id)
    asked += server_probes(state, [], pair.next_id)
    if viewer:
        asked += seat_probes(state, viewer, mine, pair.next_id)
    for method, request in pair.random.sample(asked, min(6, len(asked))):
        for _ in range(9):
            await pair.both(method, request)
        pair.compare(f"after too many {method}")
        pair.steps += 1
    if viewer:
        for _ in range(9):
            await pair.acts(viewer, chat={"text": "so much to say"})
    watches: list[tuple[str, Message]] = [
        ("WatchLobby", service_pb2.WatchLobbyRequest()),
        ("WatchTable", service_pb2.WatchTableRequest(**pair.table())),
    ]
    for method, request in watches:
        for _ in range(4):
            for world in pair.worlds:
                await world.watch(f"crowd at {method}", method, request)
    pair.compare("when it is crowded")
