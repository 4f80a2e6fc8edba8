"""A table without a server or I/O: commands in, entries out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

import pytest

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table.commands import Chance, Command
from koikoi_server.table.decide import decide
from koikoi_server.table.events import AnyEvent, Entry
from koikoi_server.table.fold import evolve, folded
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind, SeatOption
from koikoi_server.table.state import Pause, Stage, TableState
from tests.support.clock import START

AKI, BEN, CHO = b"token of Aki", b"token of Ben", b"token of Cho"
RETRIED = {Reason.RATE_LIMITED, Reason.SEAT_OPTION_TOO_EARLY}
TOKENS = {1: AKI, 2: BEN, 3: CHO}


class PureTable:
    """Aki's table: its state, its log, and the milliseconds since it was opened."""

    def __init__(
        self,
        *,
        seed: int = 0,
        bots: tuple[str, ...] = ("", ""),
        rules: dict[str, str] | None = None,
        game: str = "koikoi",
        private: bool = False,
        cut: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self.random = Random(seed)
        self.now = 0
        self.cut = cut
        self.log: list[Entry] = []
        self.table: TableState | None = None
        self.do(
            commands.Open(
                table_id="T",
                number=1,
                name="Aki's table",
                game=game,
                rules=tuple((rules or {"months": "3"}).items()),
                private=private,
                limits=limits or Limits(),
                bots=bots,
                seat=1,
                player="Aki",
                token=AKI,
            )
        )

    @classmethod
    def going_on(cls, log: Sequence[Entry], seed: int = 0) -> PureTable:
        """Continue the table of an existing log."""
        table = cls(seed=seed)
        table.log, table.table = [*log], folded(log)
        table.now = log[-1].time - START
        return table

    @property
    def state(self) -> TableState:
        assert self.table is not None
        return self.table

    def is_in(self, stage: Stage) -> bool:
        return self.state.stage is stage

    def do(self, command: Command) -> tuple[AnyEvent, ...]:
        """Execute *command* and return its events; without any, nothing is appended to the log.

        Raises:
            Refusal: if ``decide`` refuses the command.
        """
        now = START + self.now
        cause, events = decide(self.table, command, now, self.chance())
        if events:
            seq = self.table.seq + 1 if self.table is not None else 1
            entry = Entry("T", seq, now, cause, command, events)
            self.table = evolve(self.table, entry)
            self.log.append(entry)
        return events

    def chance(self) -> Chance:
        word = f"{self.random.getrandbits(64):016x}"
        return Chance(f"M{word}", self.random.randbytes(32), f"R{word}", f"C{word}", self.cut)

    def wait(self, millis: int) -> tuple[AnyEvent, ...]:
        """Let time pass, then execute a tick."""
        self.now += millis
        return self.do(commands.Tick())

    def ben_joins(self, seat: int = 0) -> None:
        self.do(commands.Join("Ben", seat, BEN))

    def choose(self, seat: int, option: int = 1, nonce: bytes = b"") -> tuple[AnyEvent, ...]:
        return self.do(
            commands.Choose(self.state.at(seat).token, self.state.version, option, nonce)
        )

    def lost(self, seat: int) -> tuple[AnyEvent, ...]:
        return self.do(commands.Presence(seat, self.state.at(seat).token, False))

    def back(self, seat: int) -> tuple[AnyEvent, ...]:
        return self.do(commands.Presence(seat, self.state.at(seat).token, True))

    def use(self, by: int, kind: Kind, seat: int = 0, bot: str = "") -> tuple[AnyEvent, ...]:
        """Use a seat option by its id, even if it is not offered."""
        option = option_id(self.state, kind, seat)
        return self.do(commands.UseSeatOption(self.state.at(by).token, option, bot))

    def set_bot(self, by: int, seat: int, bot: str) -> tuple[AnyEvent, ...]:
        """Put a computer in a seat, or remove it if *bot* is empty."""
        return self.use(by, bot_option(self.state, by, seat, bot), seat, bot)

    def start(self) -> None:
        """Let Ben sit down and both cut, so that the first round is dealt."""
        self.ben_joins()
        for seat in derived.waiting_for(self.state):
            self.choose(seat, nonce=b"x")

    def step(self) -> bool:
        """Let someone who may choose do so at random; return False if nobody may."""
        for sitting in self.state.seats:
            offered = derived.seat_choices(self.state, sitting.seat)
            if not offered:
                continue
            option = self.random.randint(1, len(offered))
            if sitting.bot:
                choice = offered[option - 1]
                self.do(commands.BotChoose(sitting.seat, self.state.version, choice))
            else:
                self.choose(sitting.seat, option)
            return True
        return False

    def play(self, until: Pause | Stage) -> None:
        """Play at random until the match has that pause, or the table that stage."""
        for _ in range(5_000):
            match = self.state.match
            if self.state.stage is until or (match is not None and match.pause is until):
                return
            assert self.step(), "nobody may choose"
        raise AssertionError(f"{until} is never reached")


def option_id(state: TableState, kind: Kind, seat: int = 0) -> str:
    """The id of a seat option as things are now, whether it is offered or not."""
    match kind:
        case Kind.LEAVE:
            names = ""
        case Kind.END_MATCH | Kind.REMATCH | Kind.NO_REMATCH:
            names = state.match.match_id if state.match is not None else ""
        case Kind.FILL_ALL:
            opened = [each for each in state.seats if each.is_open]
            seats = "".join(str(each.seat) for each in opened)
            names = f"{seats}.{sum(each.version for each in opened)}"
        case _:
            names = f"{seat}.{state.at(seat).version}"
    return SeatOption(kind, names).id


def bot_option(state: TableState, by: int, seat: int, bot: str) -> Kind:
    """The kind of option with which *by* puts *bot* in a seat, or (empty) removes the computer."""
    if not bot:
        return Kind.TAKE_BACK if by == seat else Kind.REMOVE_COMPUTER
    if state.at(seat).bot:
        return Kind.CHANGE_COMPUTER
    return Kind.LET_PLAY if by == seat else Kind.SEAT_COMPUTER


@contextmanager
def refused(reason: Reason) -> Iterator[None]:
    """Check that the block is refused for *reason*, with a sentence and the right retry delay."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.reason is reason
    assert caught.value.message.endswith(".")
    assert bool(caught.value.retry_ms) or reason not in RETRIED


def kinds(events: tuple[AnyEvent, ...]) -> list[type]:
    return [type(event) for event in events]
