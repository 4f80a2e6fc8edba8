"""Hot seat: several players at one keyboard. No hand is on the screen between their turns."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import replace

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.actions import keys
from koikoi_client.actions.command import Need, command_for_key
from koikoi_client.actions.table import COMMANDS, TableAction, command
from koikoi_client.app.dialogs import Question
from koikoi_client.app.navigation import connection_changed, show_table
from koikoi_client.app.user import ScreenUser
from koikoi_client.cards import Line
from koikoi_client.errors import Refused
from koikoi_client.follow.following import Following
from koikoi_client.follow.new_table import SHARED
from koikoi_client.follow.seat_calls import in_time
from koikoi_client.follow.user import Place, Quit, Spectating
from koikoi_client.screen.room import Room
from koikoi_client.system.process import EXIT_OK
from koikoi_client.system.store import KeptSeat
from koikoi_client.text import printable, text

from ..screen.handoff import handoff
from ..screen.view import View
from .cursor_moves import unused_key
from .highlight import moved_cards
from .new_table import NewTableScreen
from .program import Program
from .seat_request import SeatRequest
from .table import TableScreen
from .table_commands import RUN
from .table_view import table_view

_ENTER = keys.name_of(command(TableAction.CONFIRM).keys)
_MAX_SEATS = 7  # of any game


class HotSeatScreen(TableScreen):
    """A table whose people all play at this keyboard.

    Between turns they see the spectator's view, which has no hand.

    Attributes:
        seat: the seat whose hand may be shown; 0: none, between two players.
        spectator: the spectator's stream, which provides all events.
        followed: the stream of each seat.
    """

    def __init__(
        self, program: Program, user: ScreenUser, spectator: Following, *followed: Following
    ) -> None:
        self.spectator = spectator
        self.followed = {each.seat.seat: each for each in followed if each.seat is not None}
        self.seat = 0
        commands = {
            **RUN,
            TableAction.REMATCH: lambda *_: self._rematch(),
            TableAction.QUIT: lambda *_: self.show(self._quit_question()),
        }
        super().__init__(program, user, spectator, commands)
        for following in followed:
            following.listeners.append(self)

    @property
    def match(self) -> table_pb2.Match:
        return self.spectator.update.match

    @property
    def handing_over(self) -> int:
        """The seat whose player gets the keyboard next; 0: nobody."""
        if self._is_behind or self._result.open or self.match.turn == self.seat:
            return 0
        turn = self.followed.get(self.match.turn)
        return self.match.turn if turn is not None and turn.begun else 0

    @property
    def _is_behind(self) -> bool:
        """Whether the stream of the seat has not yet caught up with the spectator's."""
        return bool(self.seat) and self.following.update.seq < self.spectator.update.seq

    @property
    def parting(self) -> bool:
        """Whether the last player is still looking at the outcome of their turn."""
        return bool(self.seat and self.handing_over)

    def view(self) -> View:
        """The view to draw. It has a hand only while its player has the keyboard."""
        own = replace(super().view(), shared=True, spectators=0, log=self.spectator.log)
        if self.parting:
            return replace(own, parting=self.handing_over)
        on_turn = self._is_behind or self.seat == self.match.turn
        return own if self.seat and on_turn and not self._result.open else self.public_view()

    def public_view(self) -> View:
        """The spectator's view, which has no hand."""
        view = table_view(
            self.spectator, marks=self._marks, pictures=self.program.settings.pictures
        )
        return replace(
            view,
            notice=self._notice.seen_with(self.showing),
            news=self._highlight.cards,
            shared=True,
            spectators=0,
        )

    @property
    def showing(self) -> Hashable:
        seat = self.handing_over
        return (seat, self.parting) if seat else super().showing

    def draw(self, room: Room) -> list[Line]:
        seat = self.handing_over
        if seat and not self.parting:
            return handoff(self.view(), seat, room)
        return super().draw(room)

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        if following is self.spectator:
            super().updated(following, events)
        else:
            self._cursor.update(self.view())
            self.program.redraw()
        if self.seat and (self._result.open or self.handing_over):
            self.seat = 0 if self._result.open else self.seat
            self.program.close_above(self)  # the yaku chart shows what is in a hand

    def _ring(self) -> None:
        """Do not ring: all players look at this screen."""

    @property
    def needs_met(self) -> frozenset[Need]:
        return frozenset() if self.handing_over else super().needs_met

    def press(self, key: str) -> None:
        seat = self.handing_over
        if not seat or command_for_key(COMMANDS, key, self.needs_met):
            super().press(key)
        elif key != _ENTER or self.view().lost:
            self._notice.key_pressed()
            if keys.shown(key):
                self.say_of_key(unused_key(self.view(), key, handing_over=True))
        elif self.has_been_seen:  # not one that the last player typed ahead
            if self.parting:
                self.seat = 0
            else:
                self._take_over(seat)

    def _take_over(self, seat: int) -> None:
        self.seat, self.following = seat, self.followed[seat]
        self._cursor.reset()
        self._cursor.update(self.view())
        if self.view().offered(table_pb2.OPTION_KIND_PLAY):
            # So that Enter, pressed twice, plays no card.
            self._cursor.move(self.view(), 0, moved_by_key=False)
        self._highlight.start(
            moved_cards([event for turn in self.match.turns[-1:] for event in turn.events], seat)
        )

    def go_on(self) -> None:
        offered = [
            (each, option)
            for each in self.followed.values()
            for option in table_view(each).offered(table_pb2.OPTION_KIND_GO_ON)
        ]
        for each, option in offered:
            each.choose(option)
        if self.user.session.connected or not offered:  # else nothing was sent
            self._result.close()

    def _rematch(self) -> None:
        for each in self.followed.values():
            for option in table_view(each).seat_options:
                if option.kind == table_pb2.SEAT_OPTION_KIND_REMATCH:
                    each.use(option)

    def _quit_question(self) -> Question:
        return Question(
            self.program,
            text("Quit?"),
            [text("This match is only on this device: it ends when you leave.")],
            [
                ("Q", text("quit the program"), lambda: self.go(end=True)),
                ("N", text("end this match and choose another"), lambda: self.go(end=False)),
            ],
        )


async def hot_seat(user: ScreenUser) -> int:
    """Open tables for those at this keyboard until they quit; return the exit code."""
    program = user.program
    user.session.on_change = lambda: connection_changed(user)
    try:
        while True:
            seats = await _choose(user)
            places: list[Place] = [Spectating(seats[0].table_id), *seats]
            followed = [Following(user, place, program.monotonic) for place in places]
            if await show_table(user, HotSeatScreen(program, user, *followed), *followed):
                return EXIT_OK
    except Quit:
        return EXIT_OK
    finally:
        await user.close()


async def _choose(user: ScreenUser) -> list[KeptSeat]:
    """Show the form until a table is open and its seats are taken. Raises Quit for Esc."""
    opened: asyncio.Future[list[KeptSeat]] = asyncio.get_running_loop().create_future()
    taken: list[KeptSeat] = []

    async def create(request: service_pb2.CreateTableRequest) -> KeptSeat:
        taken[:] = await in_time(_sit_everywhere(user, request))
        return taken[0]

    def back() -> None:
        if not opened.done():
            opened.set_exception(Quit())

    request = SeatRequest(user, lambda seat: opened.set_result(taken))
    players, given = player_names(user, _MAX_SEATS), _given_names(user)
    form = NewTableScreen(
        user, request, create=create, back=back, where=SHARED, players=players,
        people=max(2, len(given)), notice=_names_problem(user, given),
    )  # fmt: skip
    user.program.show(form)
    try:
        return await opened
    finally:
        user.program.close(form)


def player_names(user: ScreenUser, seats: int) -> list[str]:
    """A name for each seat: those of ``--name "Ann, Ben"`` in this order, else "Player 2"."""
    given = _given_names(user)
    names = [text("Player {n}", n=number) for number in range(1, seats + 1)]
    for place, name in enumerate(given[:seats]):
        if not user.name_problem(name):
            names[place] = name
    return names


def _given_names(user: ScreenUser) -> list[str]:
    return [name.strip() for name in user.name.split(",")] if user.name else []


def _names_problem(user: ScreenUser, given: list[str]) -> str:
    """Why the players do not all have the names that were given; empty: they have."""
    for name in given:
        if name and (problem := user.name_problem(name)):
            return f"{printable(name)}: {problem}"
    if len(given) > _MAX_SEATS:
        return text("At most {n} people can play.", n=_MAX_SEATS)
    return ""


async def _sit_everywhere(
    user: ScreenUser, request: service_pb2.CreateTableRequest
) -> list[KeptSeat]:
    """Open a table and take all seats without a computer. Raises Refused.

    The seats are not saved, because the server ends with this program.
    """
    session = user.session
    people = [number for number, plan in enumerate(request.seats, 1) if not plan.bot]
    mine = next(number for number, plan in enumerate(request.seats, 1) if plan.yours)
    if len(people) < 2:
        raise Refused("", text("Leave a second seat open for the person who plays with you."))
    names = player_names(user, len(request.seats))
    request.player_name = names[mine - 1]
    request.needs_code = False  # nobody else can reach this server
    grants = [await session.create(request)]
    for number in people:
        if number != mine:
            join = service_pb2.JoinTableRequest(
                table_id=grants[0].table_id,
                seat=number,
                player_name=names[number - 1],
            )
            grants.append(await session.join(join))
    return [
        KeptSeat(
            server_id=session.info.server_id,
            table_id=grant.table_id,
            seat=grant.seat,
            token=grant.seat_token,
            player_name=names[grant.seat - 1],
        )
        for grant in sorted(grants, key=lambda grant: grant.seat)
    ]
