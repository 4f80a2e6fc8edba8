"""Random matches of any game under random house rules, and their records."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hanafuda.events import Event, MatchEnded
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, rule_options
from koikoi.v1 import record_pb2
from koikoi_server.table import commands, derived
from koikoi_server.table.events import Entry, MatchStarted
from koikoi_server.table.fold import folded
from koikoi_server.table.options import split
from koikoi_server.table.state import Pause, Stage, TableState
from koikoi_server.wire.record.recording import record
from tests.support.table import PureTable


class Played(NamedTuple):
    """A match that is over."""

    before: TableState | None  #: the table before it
    entries: Sequence[Entry]  #: from the one in which it starts to the one in which it ends
    log: Sequence[Entry]  #: of its table, to the end of the match

    @property
    def record(self) -> record_pb2.Record:
        return record(self.before, self.entries)

    @property
    def events(self) -> list[Event]:
        """The game's, in order."""
        return [each for entry in self.entries for each in entry.events if isinstance(each, Event)]


def random_rules(random: Random, game: str, seats: int, rounds: int = 1) -> dict[str, str]:
    """Random house rules that fit together, for short matches."""
    module = GAMES[game]
    while True:
        rules = {}
        for option in rule_options(module.Rules):
            if random.random() < 0.5:
                numbers = [str(number) for number in option.numbers or ()]
                rules[option.option] = random.choice([*dict(option.choices), *numbers[:12]])
        length = next(each for each in rule_options(module.Rules) if each.numbers)
        rules[length.option] = str(rounds)
        try:
            parsed, _ = split(module, rules)
            module.begin(parsed, seats)
        except (RuleError, ValueError):
            continue
        return rules


def random_match(seed: int, *, rounds: int = 1, abandoned: bool = False) -> Played:
    """A match of persons and computers; people cut, come, go and talk meanwhile.

    With *abandoned* the table is closed at some time in it.
    """
    random = Random(seed)
    game = random.choice(list(GAMES))
    about = GAMES[game].ABOUT
    seats = random.randint(about.min_seats, about.max_seats)
    bots = tuple(
        random.choice(("", "easy")) if seat == 2 else "easy" for seat in range(2, seats + 1)
    )
    table = PureTable(
        seed=seed,
        bots=("", *bots),
        rules=random_rules(random, game, seats, rounds),
        game=game,
        private=random.random() < 0.5,
        cut=random.random() < 0.7,
    )
    if not bots[0]:
        table.do(commands.Join("Ben", 0, b"token of Ben", table.state.join_code))
    left = random.randint(1, 30) if abandoned else -1
    while not table.is_in(Stage.FINISHED) and not table.is_in(Stage.CLOSED):
        left -= 1
        if left == 0:
            table.do(commands.Close())
        elif (match := table.state.match) is not None and match.pause is Pause.CUT:
            here = derived.waiting_for(table.state)[0]
            table.choose(here, nonce=random.randbytes(random.choice((0, 1, 16, 32))))
        elif random.random() < 0.15:
            disturb(table, random)
        elif not table.step():
            table.wait(5_000)
    return the_match(table.log)


def disturb(table: PureTable, random: Random) -> None:
    """Do something that is not part of the match."""
    here = random.choice([seat for seat in table.state.seats if seat.name])
    match random.randint(0, 2):
        case 0:
            table.do(commands.Chat(here.token, "héllo"))
        case 1:
            table.set_bot(here.seat, here.seat, "" if here.bot else "easy")
        case 2 if here.is_connected:
            table.lost(here.seat)
        case 2:
            table.back(here.seat)


def the_match(log: Sequence[Entry]) -> Played:
    """The first match of a table's log."""
    first = next(at for at, entry in enumerate(log) if holds(entry, MatchStarted))
    last = next(at for at, entry in enumerate(log) if holds(entry, MatchEnded))
    before = folded(log[:first]) if first else None
    return Played(before, log[first : last + 1], log[: last + 1])


def holds(entry: Entry, kind: type) -> bool:
    return any(isinstance(event, kind) for event in entry.events)
