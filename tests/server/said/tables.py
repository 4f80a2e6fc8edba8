"""Tables at which people come and go, and the sentences of their updates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import NamedTuple

from hanafuda.game import Game
from hanafuda.games import GAMES
from koikoi.v1 import table_pb2
from koikoi_server.table import commands, derived
from koikoi_server.table.fold import evolve
from koikoi_server.table.state import Pause, Stage, TableState
from koikoi_server.wire import events, views
from koikoi_server.wire.sentences.occupants import Occupants, occupants_after, open_seats
from koikoi_server.wire.update_sentences import update_sentences
from tests.records.matches import random_rules
from tests.support.table import PureTable

NAMES = ("Ben", "Cho", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")


class Moment(NamedTuple):
    """An update, and everything else that its sentences depend on."""

    update: table_pb2.Update
    occupants: Occupants  #: who had the seats before the first of its news
    game: Game

    def said(self, seat: int = 0, language: str = "en") -> table_pb2.Said:
        return update_sentences(self.update, self.occupants, self.game, seat, language)


@dataclass
class Watched:
    """A table, and its update after each entry."""

    table: PureTable
    told: list[table_pb2.Entry] = field(default_factory=list)
    occupants: list[Occupants] = field(default_factory=list)  #: before each of them, and now
    states: list[TableState] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        return self.table.state

    def look(self, after_entry: int | None = None) -> Moment:
        """What a watch sees that has seen all up to that entry; without one, up to the look before
        this one.
        """
        seen = len(self.told) if after_entry is None else after_entry
        state = self.states[-1] if self.states else None
        for entry in self.table.log[len(self.told) :]:
            state = evolve(state, entry)
            self.states.append(state)
            self.told.append(events.entry(entry, state))
            occupants = self.occupants[-1] if self.occupants else open_seats(len(state.seats))
            self.occupants = self.occupants or [occupants]
            for event in self.told[-1].events:
                occupants = occupants_after(occupants, event)
            self.occupants.append(occupants)
        assert state is not None
        return self._moment(state, seen, len(self.told))

    def moments(self) -> Iterator[Moment]:
        """What a watch saw that was told of each entry by itself."""
        self.look()
        for number, state in enumerate(self.states):
            yield self._moment(state, number, number + 1)

    def _moment(self, state: TableState, first: int, last: int) -> Moment:
        update = views.update(state, b"", snapshot=False)
        update.news.extend(self.told[first:last])
        return Moment(update, self.occupants[first], state.module)

    def lines(self, seat: int = 0) -> list[str]:
        """What the entries since the last look say."""
        return [line for entry in self.look().said(seat).news for line in entry.lines]


@lru_cache(maxsize=64)
def restless(seed: int, game: str) -> Watched:
    """Two matches or less, at which persons sit down, leave, are put out, are away, talk and are
    played for, under random house rules.
    """
    random = Random(seed)
    about = GAMES[game].ABOUT
    seats = random.randint(about.min_seats, about.max_seats)
    rules = random_rules(random, game, seats)
    rules["months" if game == "koikoi" else "rounds"] = str(random.randint(1, 3))
    table = PureTable(
        seed=seed,
        bots=("", *(random.choice(("", "easy", "hard")) for _ in range(seats - 1))),
        rules=rules,
        game=game,
        cut=random.random() < 0.5,
    )
    names = iter(random.sample(NAMES, len(NAMES)))
    matches = 0
    for _ in range(900):
        if table.is_in(Stage.CLOSED) or matches > 2:
            break
        still = table.is_in(Stage.GATHERING) or table.is_in(Stage.FINISHED)
        if still or random.random() < 0.12:
            _come_and_go(table, random, names)
        elif not _go_on(table, random):
            table.wait(random.choice((1_000, 6_000, 21_000)))
        if table.is_in(Stage.FINISHED):
            matches += 1
            for seat in table.state.seats:
                if seat.name and not seat.bot and not seat.wants_rematch and seat.is_connected:
                    table.do(_rematch(table, seat.token))
    return Watched(table)


def _rematch(table: PureTable, token: bytes) -> commands.UseSeatOption:
    assert table.state.match is not None
    return commands.UseSeatOption(token, f"rematch.{table.state.match.match_id}")


def _go_on(table: PureTable, random: Random) -> bool:
    match = table.state.match
    if match is not None and match.pause is not None and random.random() < 0.4:
        return False
    if match is not None and match.pause is Pause.CUT:
        waited = derived.waiting_for(table.state)
        return bool(waited and table.choose(waited[0], nonce=b"x"))
    offered = [
        (seat, choice)
        for seat in table.state.seats
        for choice in derived.seat_choices(table.state, seat.seat)
        if not seat.is_open
    ]
    if not offered:
        return False
    seat, choice = random.choice(offered)
    if seat.bot:
        table.do(commands.BotChoose(seat.seat, table.state.version, choice))
    else:
        choices = derived.choices(table.state, seat.seat)
        table.choose(seat.seat, choices.index(choice) + 1)
    return True


def _come_and_go(table: PureTable, random: Random, names: Iterator[str]) -> None:
    state = table.state
    persons = [seat for seat in state.seats if seat.name]
    one = random.choice(state.seats)
    name = next(names, "") if not one.name else ""
    match random.randint(0, 7):
        case 0 | 1 if name:
            table.do(commands.Join(name, one.seat, f"token {name}".encode()))
        case 2 if one.name and len(persons) > 1 and random.random() < 0.5:
            table.do(commands.Leave(one.token))
        case 2 if one.name and len(persons) > 1:
            table.do(commands.Expel(one.seat))
        case 3 if not one.name:
            bot = "" if one.bot and random.random() < 0.3 else random.choice(("easy", "medium"))
            if bot != one.bot:
                table.set_bot(persons[0].seat, one.seat, bot)
        case 4 if one.name and not (one.bot and random.random() < 0.5):
            if one.bot != "hard":
                table.set_bot(one.seat, one.seat, "hard")
        case 4 if one.name:
            table.set_bot(one.seat, one.seat, "")
        case 5 if one.name and one.is_connected:
            table.lost(one.seat)
        case 5 | 6 if one.name and not one.is_connected:
            table.back(one.seat)
        case 7 if one.name:
            table.do(commands.Chat(one.token, "well played"))
    table.wait(500)
