"""All tables of a server: opening, finding, joining, listing, forgetting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from random import Random, SystemRandom

from hanafuda.game import Option, SeatView
from koikoi_server import tokens
from koikoi_server.bots import BOTS, ask_bot
from koikoi_server.journal import Journal
from koikoi_server.journal.states import states
from koikoi_server.lobby.records import Records
from koikoi_server.lobby.rooms import Room, Rooms
from koikoi_server.refusal import Reason, Refusal, full
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Clock
from koikoi_server.table.commands import Chance, Open, Restart
from koikoi_server.table.computers import Think
from koikoi_server.table.deck import fresh_secret, seeded_secret
from koikoi_server.table.events import Entry, RequestKey
from koikoi_server.table.runner import Table
from koikoi_server.table.state import Answered, Stage, TableState
from koikoi_server.table.watches import Teller, Watches

log = logging.getLogger(__name__)


class Lobby:
    """Every table, from the command that opens it to the end of its log."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        settings: Settings,
        teller: Callable[[], Teller],
        changed: Callable[[str], None],
        *,
        records: Records,
        think: Think | None = None,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._settings = settings
        self._teller = teller
        self._changed = changed
        self._records = records
        self._rooms = Rooms()
        self._opening: dict[bytes, asyncio.Task[Room]] = {}
        self._forgetting: set[asyncio.Task[None]] = set()
        self._opened = 0
        self._thinks = think or self._think

    async def restore(self) -> None:
        """Take up the tables of the journal; the persons at them are absent until they watch.

        Every log is folded whole, at about 9,000 entries a second: thirty tables that are in the
        last of 24 months have 12,000. Their logs are held one at a time.

        Raises:
            JournalError: when it cannot be read.
        """
        async for entries in self._journal.logs():
            room = self._room(entries[0].table_id, 0)
            for state, entry in states(entries):
                room.table.state = state
                self._noted(room, state, entry)
            self._changed(room.table.table_id)
            self._opened = max(self._opened, room.state.number)
        for room in self._rooms:  # once all can be read: nothing is written before
            self._start(room)  # of one that is closed too: it answers its last requests
            if room.is_open:
                room.table.tell(Restart())
        self._records.start()

    async def open(self, command: Open, request: RequestKey) -> tuple[Room, Answered]:
        """Open a table, or find the one that the same request has opened.

        Raises:
            Refusal: LIMIT_REACHED; or as ``decide`` says.
        """
        room = self.answering(request)
        if room is None:
            opening = self._opening.get(request.id)
            if opening is None:
                opening = asyncio.create_task(self._open(command, request))
                self._opening[request.id] = opening
                opening.add_done_callback(lambda done: self._opened_one(request, done))
            # A caller that goes away does not stop the opening: the retry finds the table.
            room = await asyncio.shield(opening)
        return room, await room.table.ask(command, request)

    def public_room(self, table_id: str) -> Room:
        """The room of a public table.

        Raises:
            Refusal: TABLE_NOT_FOUND, or CODE_NEEDED for a private one.
        """
        room = self._rooms.get(table_id)
        if room is None:
            raise Refusal(
                Reason.TABLE_NOT_FOUND, "There is no such table any more: look at the list again."
            )
        if room.state.needs_code:
            raise Refusal(Reason.CODE_NEEDED)
        return room

    def private_room(self, join_code: str) -> Room:
        """The room that a join code opens.

        Raises:
            Refusal: TABLE_NOT_FOUND.
        """
        room = self._rooms.by_code(join_code)
        if room is None or not room.is_open:
            raise Refusal(
                Reason.TABLE_NOT_FOUND, "No table has that code: look for a typing mistake."
            )
        return room

    def room_of(self, token: bytes) -> Room:
        """The room in which the token of that hash has, or had, a seat.

        Raises:
            Refusal: SEAT_TOKEN_INVALID.
        """
        room = self._rooms.by_token(token)
        if room is None:
            raise Refusal(
                Reason.SEAT_TOKEN_INVALID,
                "This server knows no such seat: the table may be closed. Join another one.",
            )
        return room

    def answering(self, request: RequestKey) -> Room | None:
        """The room that has done that request to open or join already; None: none has."""
        return self._rooms.by_request(request.id)

    def get(self, table_id: str) -> Room | None:
        """The room of a table; None once it is forgotten."""
        return self._rooms.get(table_id)

    def rooms(self) -> list[Room]:
        """The rooms of tables that are not closed, newest first."""
        return [room for room in reversed([*self._rooms]) if room.is_open]

    async def stop(self) -> None:
        """Stop all tables where they stand; their streams end with SERVER_STOPPING."""
        refusal = Refusal(Reason.SERVER_STOPPING)
        works = []
        for room in self._rooms:
            room.watches.stop(refusal)
            if room.work is not None:
                room.work.cancel()
                works.append(room.work)
        tasks = [*self._opening.values(), *self._forgetting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*works, *tasks, return_exceptions=True)
        await self._records.stop()

    async def _open(self, command: Open, request: RequestKey) -> Room:
        # This one is among those that are being opened, and they come to be tables all at once.
        tables = len(self.rooms()) + len(self._opening)
        if tables > self._settings.max_tables:
            raise full("There are too many tables here: join one of them.")
        self._opened += 1
        command = replace(command, number=self._opened)
        room = self._room(command.table_id, command.number)
        self._start(room)
        try:
            await room.table.ask(command, request)
        except BaseException:
            assert room.work is not None
            room.work.cancel()
            raise
        return room

    def _opened_one(self, request: RequestKey, done: asyncio.Task[Room]) -> None:
        del self._opening[request.id]
        if not done.cancelled():
            done.exception()  # the caller who may have gone away would have been told

    def _room(self, table_id: str, number: int) -> Room:
        def publish(state: TableState, entry: Entry) -> None:
            self._published(room, state, entry)

        def draw(state: TableState | None) -> Chance:
            return self._chance(state.number if state else number, state)

        table = Table(
            table_id, self._journal, self._clock, draw=draw, think=self._thinks, publish=publish
        )
        watches = Watches(
            table,
            self._clock,
            self._teller(),
            heartbeat=self._settings.heartbeat,
            silence=self._settings.keepalive_timeout,
            most=self._settings.max_watches,
            counted=lambda: self._changed(table_id),
        )
        room = Room(table, watches)  # publish and draw are called once it runs
        return room

    def _start(self, room: Room) -> None:
        room.work = asyncio.create_task(room.table.run())

    def _published(self, room: Room, state: TableState, entry: Entry) -> None:
        """An entry has been written: tell it to those who watch the table, or the lobby."""
        self._noted(room, state, entry)
        self._changed(state.table_id)

    def _noted(self, room: Room, state: TableState, entry: Entry) -> None:
        """Keep the indexes in step with a table, then tell its watchers."""
        self._rooms.note(room, state, entry)
        self._records.follow(state, entry)
        room.watches.publish(state, entry)
        if state.stage is Stage.CLOSED:
            when = self._clock.now() + self._settings.keep_closed
            self._clock.call_at(when, lambda: self._forget(state.table_id))

    def _forget(self, table_id: str) -> None:
        self._rooms.forget(table_id)
        task = asyncio.create_task(self._drop_log(table_id))
        self._forgetting.add(task)
        task.add_done_callback(self._forgetting.discard)

    async def _drop_log(self, table_id: str) -> None:
        await self._records.forget(table_id)
        try:
            await self._journal.forget(table_id)
        except Refusal as refusal:
            log.warning("the log of a closed table stays for now: %s", refusal.message)

    def _chance(self, number: int, state: TableState | None) -> Chance:
        seed = self._settings.seed
        match = state.match.number + 1 if state is not None and state.match is not None else 1
        deal = (number - 1) // self._settings.same_decks + 1
        made = seeded_secret(seed, deal, match) if seed else fresh_secret()
        code = tokens.fresh_code()
        while self._rooms.by_code(code) is not None:
            code = tokens.fresh_code()
        return Chance(made.match_id, made.secret, tokens.fresh_id(), code, cut=not seed)

    async def _think(self, game: str, level: str, view: SeatView) -> Option:
        player = next(each for each in BOTS[game] if each.id == level)
        # With a seed the luck follows from what is seen, so that the same match comes again.
        seed = self._settings.seed
        luck: Random = Random(f"{seed} {view}") if seed else SystemRandom()
        return await ask_bot(player, view, luck.getrandbits(32))
