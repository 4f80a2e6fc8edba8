"""Matches by persons whose tokens the test knows: logs, made by the pure functions alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hanafuda.game import Option, Verb
from koikoi_server import tokens
from koikoi_server.journal import StoredRecord
from koikoi_server.table import commands, derived
from koikoi_server.table.commands import Chance, Choice, Command
from koikoi_server.table.decide import decide
from koikoi_server.table.deck import seeded_secret
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import evolve, folded
from koikoi_server.table.limits import Limits
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage, TableState
from koikoi_server.wire.record.recording import stored_record
from tests.secrecy.renaming import started
from tests.support.clock import START
from tests.support.table import option_id

NAMES = ("Aki", "Ben", "Cho", "Dai", "Emi", "Fumi", "Go")
CODE = "QXRTKVMW"  #: that opens a private table of these


def token(seat: int) -> str:
    """The seat token of the person in *seat*."""
    return f"token-of-seat-{seat}".ljust(43, "_")


class Match:
    """A table whose seats persons have, its log so far, and the records of what is over."""

    def __init__(
        self,
        seed: int,
        game: str,
        seats: int,
        rules: Mapping[str, str],
        private: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self.random = Random(seed)
        self.log: list[Entry] = []
        self.records: list[StoredRecord] = []
        self.state: TableState | None = None
        self._now = START
        self._match = 0
        self._do(
            commands.Open(
                table_id=f"table{seed}",
                number=1,
                name="Aki's table",
                game=game,
                rules=tuple(rules.items()),
                private=private,
                limits=limits or Limits(),
                bots=("",) * seats,
                seat=1,
                player=NAMES[0],
                token=tokens.token_hash(token(1)),
            )
        )
        for seat in range(2, seats + 1):
            self._do(commands.Join(NAMES[seat - 1], seat, tokens.token_hash(token(seat)), CODE))

    @property
    def table(self) -> TableState:
        assert self.state is not None
        return self.state

    def step(self) -> bool:
        """Somebody who may choose chooses something; False: the match is over."""
        if self.table.stage is not Stage.PLAYING:
            first = started(self.log)
            before = folded(self.log[:first]) if first else None
            self.records.append(stored_record(before, self.log[first:]))
            return False
        table = self.table
        seats = [each.seat for each in table.seats if derived.choices(table, each.seat)]
        seat = self.random.choice(seats)
        offered = derived.choices(table, seat)
        number = self.random.randrange(len(offered)) + 1
        if _is_hiki(offered[number - 1]) and self.random.random() < 0.8:
            return True  # thought of: a right to call it lasts for some moves
        self._do(commands.Choose(tokens.token_hash(token(seat)), table.version, number))
        return True

    def again(self) -> None:
        """A rematch begins."""
        option = option_id(self.table, Kind.REMATCH)
        for each in self.table.seats:
            if self.table.stage is Stage.FINISHED:
                self._do(commands.UseSeatOption(each.token, option))

    def _do(self, command: Command) -> None:
        self._now += self.random.randrange(1, 900)
        if isinstance(command, commands.UseSeatOption):
            self._match += 1
        made = seeded_secret(str(self.random.random()), 1, 1)
        chance = Chance(made.match_id, made.secret, f"record-{self._match}-not-guessed", CODE)
        cause, events = decide(self.state, command, self._now, chance)
        seq = len(self.log) + 1
        table_id = command.table_id if isinstance(command, commands.Open) else self.table.table_id
        entry = Entry(table_id, seq, self._now, cause, command, events)
        self.state = evolve(self.state, entry)
        self.log.append(entry)


def _is_hiki(choice: Choice) -> bool:
    return isinstance(choice, Option) and choice.verb is Verb.HIKI
