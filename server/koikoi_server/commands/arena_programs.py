"""Runs the arena for programs, which play over the protocol on a real server on this machine.

Each program is started once for each seat that it may fill at the same time, as

    PROGRAM HOST:PORT NAME join - --insecure

because the server, which only this machine can reach, does not encrypt. For each match it reads a
line from standard input, the id of the table to join. It plays that match to the end and then reads
the next line. The clients in ``examples/`` do so.
"""

from __future__ import annotations

import asyncio
import shlex
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from random import Random

from hanafuda.events import Seat
from hanafuda.game import Game, Option, Phase, SeatView
from koikoi_server import tokens
from koikoi_server.commands.contests import ContestStopped, Player, Tally, share_and_lead
from koikoi_server.lobby.table_index import LiveTable
from koikoi_server.service import requests
from koikoi_server.service.serve import Running, start
from koikoi_server.settings import Settings
from koikoi_server.system.clock import Millis
from koikoi_server.table import commands
from koikoi_server.table.limits import Limits
from koikoi_server.text import text

HOST = "127.0.0.1"
MOVE_TIMEOUT = 60.0  #: seconds without a move after which the arena gives up
POLL_INTERVAL = 0.002  #: seconds
KEEP_CLOSED: Millis = 1_000  #: how long a closed table still answers repeated requests

Competitor = str
"""The name of a player in this process, or a program's command line."""
Outcome = tuple[tuple[int, ...], tuple[Seat, ...]]
"""The score of each seat, seat 1 first, and the seats that won."""


class ProgramFailed(ContestStopped):
    """A program cannot be started, has exited, or does not move. The text is a sentence."""


class Program:
    """A running program, which plays one match after another."""

    def __init__(self, command: str, name: str, process: Process) -> None:
        self.command = command
        self.name = name
        self._process = process

    @classmethod
    async def start(cls, command: str, name: str, address: str) -> Program:
        """Start *command*.

        Raises:
            ProgramFailed: when it cannot be started.
        """
        words = [*shlex.split(command), address, name, "join", "-", "--insecure"]
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=PIPE,
                stdout=DEVNULL,
                start_new_session=True,  # on Ctrl-C the arena stops its programs itself
            )
        except OSError as error:
            why = error.strerror or str(error)
            message = text("Cannot start {command}: {why}.", command=command, why=why)
            raise ProgramFailed(message) from None
        return cls(command, name, process)

    def play(self, table_id: str) -> None:
        """Tell the program to join that table."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{table_id}\n".encode())

    def check(self) -> None:
        """Check that the program is still running.

        Raises:
            ProgramFailed: when it has exited.
        """
        if self._process.returncode is not None:
            raise ProgramFailed(
                text("{command} ended before all matches were played.", command=self.command)
            )

    async def stop(self) -> None:
        """Close the program's input, and kill it if it does not exit within 2 seconds."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(2):
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class ArenaServer:
    """A server on which programs play matches."""

    def __init__(self, running: Running, game: Game, rules: Mapping[str, str]) -> None:
        self._running = running
        self._game = game
        self._rules = rules
        self._programs: dict[tuple[Competitor, int], Program] = {}
        self._names = count(1)

    async def match(self, seats: Sequence[Competitor], players: Mapping[str, Player]) -> Outcome:
        """Play one match.

        *seats* has the competitor in each seat. Those in *players* run in this process.

        Raises:
            ProgramFailed: when a program fails.
        """
        programs = await self._programs_by_seat(seats, players)
        in_process = [seat for seat, name in enumerate(seats, 1) if name in players]
        # Only a person can open a table, so the arena does, and then lets a computer play in its
        # seat or leaves the seat to the last program.
        host = in_process[0] if in_process else 1
        bots = tuple("" if seat in programs or seat == host else seats[seat - 1]
                     for seat in range(1, len(seats) + 1))  # fmt: skip
        live, token = await self._open_table(host, bots)
        if in_process:
            await live.table.execute(commands.SeatComputer(host, seats[host - 1]))
        for seat, program in programs.items():
            if seat != host:
                await self._join(live, seat, program, programs)
        if not in_process:
            await live.table.execute(commands.Leave(token))
            await self._join(live, host, programs[host], programs)
        await self._wait_until(live, programs, lambda: self._outcome(live) is not None)
        outcome = self._outcome(live)
        assert outcome is not None
        live.table.enqueue(commands.Close())
        return outcome

    async def stop(self) -> None:
        """End the programs."""
        await asyncio.gather(*(program.stop() for program in self._programs.values()))

    async def _programs_by_seat(
        self, seats: Sequence[Competitor], players: Mapping[str, Player]
    ) -> dict[Seat, Program]:
        """The programs of this match by seat. A program is started when it is first needed."""
        found: dict[Seat, Program] = {}
        for seat, command in enumerate(seats, 1):
            if command in players:
                continue
            key = command, sum(each.command == command for each in found.values())
            if key not in self._programs:
                name, address = f"Arena-{next(self._names)}", f"{HOST}:{self._running.port}"
                self._programs[key] = await Program.start(command, name, address)
            found[seat] = self._programs[key]
        return found

    async def _open_table(self, host: Seat, bots: tuple[str, ...]) -> tuple[LiveTable, bytes]:
        """Open a table with an open seat for each program. Return it and its host's token hash."""
        token = tokens.token_hash(tokens.fresh_id())
        command = commands.Open(
            table_id=tokens.fresh_id(),
            number=0,  # the lobby gives it its number
            name="Arena",
            game=self._game.ABOUT.game,
            rules=(*self._rules.items(), ("bot_delay", "0")),
            private=False,
            limits=Limits(),
            bots=bots,
            seat=host,
            player="Arena",
            token=token,
        )
        request = requests.request_key("create", b"", tokens.fresh_id(), b"")
        live, _ = await self._running.lobby.open(command, request)
        return live, token

    async def _join(
        self, live: LiveTable, seat: Seat, program: Program, programs: Mapping[Seat, Program]
    ) -> None:
        program.play(live.table.table_id)
        await self._wait_until(live, programs, lambda: bool(live.state.at(seat).name))

    async def _wait_until(
        self, live: LiveTable, programs: Mapping[Seat, Program], condition: Callable[[], bool]
    ) -> None:
        """Wait until *condition* holds.

        Raises:
            ProgramFailed: when a program has exited, or nobody moves for MOVE_TIMEOUT.
        """
        loop = asyncio.get_running_loop()
        seq, since = live.state.seq, loop.time()
        while not condition():
            for program in programs.values():
                program.check()
            if live.state.seq != seq:
                seq, since = live.state.seq, loop.time()
            elif loop.time() - since > MOVE_TIMEOUT:
                raise ProgramFailed(text("Nobody has moved for {n} s.", n=int(MOVE_TIMEOUT)))
            await asyncio.sleep(POLL_INTERVAL)

    def _outcome(self, live: LiveTable) -> Outcome | None:
        match = live.state.match
        if match is None or match.state.phase is not Phase.OVER:
            return None
        table = self._game.view(match.state)
        return tuple(side.score for side in table.sides), table.winners


@asynccontextmanager
async def arena_server(
    game: Game, rules: Mapping[str, str], players: Mapping[str, Player], *, seed: int, seats: int
) -> AsyncIterator[ArenaServer]:
    """Run a server until the block ends.

    *rules* are those that differ from the default. Each set of matches, one for each seat of the
    newcomer, gets the same decks.
    """

    async def think(_game: str, name: str, view: SeatView, _due: int) -> AsyncIterator[Option]:
        yield await asyncio.to_thread(players[name], view, Random(f"{seed} {view}"))

    settings = Settings(
        seed=str(seed), free_loopback=True, keep_closed=KEEP_CLOSED, same_decks=seats
    )
    running = await start(settings, [HOST], 0, think=think)
    server = ArenaServer(running, game, rules)
    try:
        yield server
    finally:
        await server.stop()
        await running.stop()


async def contest(
    game: Game,
    rules: Mapping[str, str],
    newcomer: Competitor,
    others: Competitor,
    players: Mapping[str, Player],
    *,
    matches: int,
    seed: int,
    seats: int = 2,
) -> Tally:
    """Like :func:`koikoi_server.commands.contests.contest`, but either player may be a program.

    Raises:
        ProgramFailed: when a program fails.
    """
    wins, leads = [], []
    async with arena_server(game, rules, players, seed=seed, seats=seats) as server:
        for _ in range(-(-matches // seats)):
            won = lead = 0.0
            for seat in range(1, seats + 1):
                sitting = [others] * seats
                sitting[seat - 1] = newcomer
                share, ahead = share_and_lead(seat, *await server.match(sitting, players))
                won, lead = won + share, lead + ahead
            wins.append(won / seats)
            leads.append(lead / seats)
    return Tally(tuple(wins), tuple(leads))
