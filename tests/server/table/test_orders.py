"""All orders in which commands about one seat can arrive, checked against a model.

A person is on turn. Moves, deadlines, connections lost and back, take-overs, take-backs and leaves
come in every order; some were sent by somebody who had not seen the last change yet. The model
says in a few lines whether each of them may be done. The table must say the same, and after
each of them the seat must be one that somebody can get.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table.commands import Chance, Command
from koikoi_server.table.decide import decide
from koikoi_server.table.events import AnyEvent, Entry, OptionChosen
from koikoi_server.table.fold import evolve
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Stage, TableState
from tests.support.clock import START
from tests.support.seat_model import Model
from tests.support.table import AKI, TOKENS, PureTable, option_id
from tests.support.tiers import slow

DAN = b"token of Dan"
CHANCE = Chance("M", bytes(32), "R", "CODE", cut=False)

FRESH = ("move", "thought", "deadline", "drop", "return", "take-over", "take-back", "leave")
LATE = ("late move", "late take-over", "late take-back")
AWAY = ("deadline", "drop", "take-over", "take-back", "other drops", "other returns")
MORE = ("other drops", "other returns", "other leaves", "another takes over")


@dataclass(frozen=True, slots=True)
class Point:
    """Where one order of acts has led."""

    table: TableState
    model: Model
    done: tuple[str, ...] = ()

    def does(self, command: Command) -> tuple[TableState, tuple[AnyEvent, ...]]:
        now = START + self.model.now
        cause, events = decide(self.table, command, now, CHANCE)
        if not events:
            return self.table, events
        entry = Entry("T", self.table.seq + 1, now, cause, command, events)
        return evolve(self.table, entry), events


class Count(NamedTuple):
    """So many orders, of whose last acts so many did something and so many were refused."""

    orders: int
    done: int
    refused: int

    def __add__(self, other: tuple[int, ...]) -> Count:  # type: ignore[override]  # adds numbers
        return Count(*map(sum, zip(self, other, strict=True)))


class Orders:
    """All orders of some acts at one table, counted."""

    def __init__(self, start: TableState, now: int) -> None:
        (self.seat,) = derived.waiting_for(start)
        others = [seat.seat for seat in start.seats if seat.seat != self.seat]
        self.other, self.another = others[0], others[-1]
        self.start = Point(start, Model(now=now, third_owned=len(others) > 1))
        self.first_version, self.first_seat = start.version, start.at(self.seat).version
        self._known: dict[tuple[Hashable, ...], tuple[Point, Point, Count]] = {}

    def walk(self, acts: tuple[str, ...], length: int) -> Count:
        """Try all orders of *acts* up to that length; count them, and what came of them."""
        return self._walk(self.start, self.start, acts, length)

    def _walk(self, before: Point, here: Point, acts: tuple[str, ...], length: int) -> Count:
        # Acts that did nothing lead to the very same table: what follows has been tried already.
        key = (id(before.table), before.model, id(here.table), here.model, length)
        if key in self._known:
            return self._known[key][2]
        counted = Count(0, 0, 0)
        for act in acts:
            after, count = self._try(before, here, act)
            counted += count
            if length > 1:
                counted += self._walk(here, after, acts, length - 1)
        self._known[key] = before, here, counted
        return counted

    def _try(self, before: Point, here: Point, act: str) -> tuple[Point, Count]:
        """Do *act*, hold it against the model, and see who can get the seat then."""
        late = act.startswith("late ")
        seen = before if late else here
        kind = act.removeprefix("late ")
        done = (*here.done, act)
        if kind == "thought":  # begun when the computer was seated, or when it was last its turn
            seen = before if before.model.bot else here
        expected = here.model.after(kind, seen.model)
        at = here if kind != "deadline" else replace(here, model=expected or here.model)
        try:
            table, events = at.does(self._command(kind, here, seen))
        except Refusal as refusal:
            if expected is not None or refusal.reason not in _reasons(kind, here.model):
                raise AssertionError(f"{done}: lost: {refusal.message}") from None
            return Point(here.table, here.model, done), Count(1, 0, 1)
        assert expected is not None, f"{done}: was done"
        chosen = [event for event in events if isinstance(event, OptionChosen)]
        moves = kind in {"move", "thought"}
        assert len(chosen) == moves, f"{done}: {len(chosen)} effects"
        after = Point(table, expected, done)
        if moves:
            assert chosen[0].seat == self.seat
            after = self._others_play(after)
        self._hold(after)
        return after, Count(1, bool(events), 0)

    def _command(self, kind: str, here: Point, seen: Point) -> Command:
        mine, theirs = TOKENS[self.seat], TOKENS[self.other]
        match kind:
            case "move":
                return commands.Choose(mine, seen.table.version, 1)
            case "thought":
                offered = derived.seat_choices(here.table, self.seat)
                first = derived.seat_choices(self.start.table, self.seat)
                return commands.BotChoose(self.seat, seen.table.version, (offered or first)[0])
            case "deadline":
                return commands.Tick()
            case "drop" | "return":
                return commands.Presence(self.seat, mine, kind == "return")
            case "take-over":
                return self._take_over(seen.table)
            case "another takes over":
                return replace(self._take_over(seen.table), by=here.table.at(self.another).token)
            case "take-back":
                return commands.UseSeatOption(
                    mine, option_id(seen.table, Kind.TAKE_BACK, self.seat)
                )
            case "leave":
                return commands.Leave(mine)
            case "other drops" | "other returns":
                return commands.Presence(self.other, theirs, kind == "other returns")
            case "other leaves":
                return commands.Leave(theirs)
        raise AssertionError(kind)

    def _take_over(self, seen: TableState) -> commands.UseSeatOption:
        """The other one puts a computer in the seat, having seen that."""
        option = option_id(seen, Kind.SEAT_COMPUTER, self.seat)
        return commands.UseSeatOption(TOKENS[self.other], option, "easy")

    def _others_play(self, point: Point) -> Point:
        """On until the seat is asked again."""
        for _ in range(40):
            waited = derived.waiting_for(point.table)
            if self.seat in waited or not waited:
                break
            choice = derived.seat_choices(point.table, waited[0])[0]
            token = point.table.at(waited[0]).token
            offered = derived.choices(point.table, waited[0])
            if not offered:  # an open seat, or a computer's: somebody would fill it
                break
            number = offered.index(choice) + 1
            point = replace(
                point, table=point.does(commands.Choose(token, point.table.version, number))[0]
            )
        version = point.table.version - self.first_version
        asked = self.seat in derived.waiting_for(point.table)
        return replace(point, model=replace(point.model, version=version, asked=asked))

    def _hold(self, point: Point) -> None:
        """The table is as the model says, and the seat can be got."""
        model, sitting = point.model, point.table.at(self.seat)
        assert (point.table.stage is Stage.CLOSED) == model.closed(), point.done
        if model.closed():
            return
        assert bool(sitting.name) == model.owned, point.done
        assert bool(sitting.bot) == model.bot, point.done
        assert (sitting.absent_since is None) == (model.away_since is None), point.done
        assert sitting.version - self.first_seat == model.seat_version, point.done
        assert point.table.version - self.first_version == model.version, point.done
        for command in self._ways(point):
            try:
                _, events = point.does(command)
            except Refusal as refusal:
                raise AssertionError(f"{point.done}: {command}: {refusal.message}") from None
            assert events, f"{point.done}: {command} did nothing"

    def _ways(self, point: Point) -> Iterator[Command]:
        """What must be possible now: there is always somebody who can play on."""
        model, sitting = point.model, point.table.at(self.seat)
        asked = self.seat in derived.waiting_for(point.table)
        if not model.owned:
            yield commands.Join("Dan", self.seat, DAN)
            if not model.bot and model.other_owned:
                yield self._take_over(point.table)
        elif model.bot:
            option = option_id(point.table, Kind.TAKE_BACK, self.seat)
            yield commands.UseSeatOption(sitting.token, option)
        elif asked:
            yield commands.Choose(sitting.token, point.table.version, 1)
        if model.replaceable() and model.other_owned and model.other_here:
            yield self._take_over(point.table)
        if model.bot and asked:
            choice = derived.seat_choices(point.table, self.seat)[0]
            yield commands.BotChoose(self.seat, point.table.version, choice)


STALE = {Reason.STATE_STALE, Reason.OPTION_NOT_OFFERED, Reason.SEAT_TOKEN_INVALID}
SEAT = {
    Reason.SEAT_STALE,
    Reason.SEAT_OPTION_TOO_EARLY,
    Reason.SEAT_OPTION_NOT_OFFERED,
    Reason.SEAT_TOKEN_INVALID,
}


def _reasons(kind: str, model: Model) -> set[Reason]:
    """Why *kind* may be refused."""
    return {Reason.TABLE_NOT_FOUND} if model.closed() else REASONS[kind]


REASONS: dict[str, set[Reason]] = {
    "move": STALE,
    "thought": {Reason.STATE_STALE},
    "take-over": SEAT,
    "another takes over": SEAT,
    "take-back": SEAT,
    "leave": {Reason.SEAT_TOKEN_INVALID},
    "other leaves": {Reason.SEAT_TOKEN_INVALID},
}


TABLES = {
    "koikoi": ("koikoi", {"months": "3"}),
    "coin": ("coin", {"rounds": "3"}),
    "sakura": ("sakura", {"rounds": "3"}),
    "teams": ("sakura", {"rounds": "3", "teams": "2"}),
}


def begun(name: str, seats: int) -> Orders:
    """A table of persons in its first turn."""
    game, rules = TABLES[name]
    table = PureTable(game=game, bots=("",) * seats, rules=rules, cut=False)
    for seat in range(2, seats + 1):
        token: bytes = TOKENS.get(seat, b"token %d" % seat)
        table.do(commands.Join(f"Person {seat}", 0, token))
    assert table.state.at(1).token == AKI
    return Orders(table.state, table.now)


CASES: list[tuple[str, int, tuple[str, ...], int]] = [
    ("koikoi", 2, FRESH, 5), ("coin", 3, FRESH, 5),
]  # fmt: skip
QUICK = [("koikoi", 2, FRESH + LATE + MORE[:3], 2), ("sakura", 3, FRESH + LATE + MORE, 2)]
QUICK += [("coin", 3, FRESH, 4)]
CASES += [("koikoi", 2, FRESH + LATE, 4), ("coin", 3, FRESH + LATE, 4)]
CASES += [("koikoi", 2, AWAY, 5), ("coin", 3, AWAY, 5)]
CASES += [("koikoi", 2, FRESH + LATE + MORE[:3], 3)]
CASES += [("coin", seats, FRESH + LATE + MORE, 3) for seats in (3, 7)]
CASES += [("sakura", 2, FRESH + LATE + MORE[:3], 3)]
CASES += [("sakura", seats, FRESH + LATE + MORE, 3) for seats in (3, 5, 7)]
CASES += [("teams", seats, FRESH + LATE + MORE, 3) for seats in (4, 6)]


@pytest.mark.parametrize(
    ("name", "seats", "acts", "length"), [*QUICK, *(slow(*case) for case in CASES)]
)
def test_all_orders(
    name: str, seats: int, acts: tuple[str, ...], length: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """No command has two effects, no move is lost, and somebody can always get the seat."""
    orders = begun(name, seats)
    count = orders.walk(acts, length)
    assert count.orders == sum(len(acts) ** n for n in range(1, length + 1))
    assert count.done > 0
    assert count.refused > 0
    with capsys.disabled():
        print(
            f"\n{name}, {seats} seats, {len(acts)} acts, up to {length}: {count.orders} orders, "
            f"{count.done} done, {count.refused} refused",
            end=" ",
        )


def test_a_wrong_model_is_found() -> None:
    """This test can fail."""

    class Wrong(Model):
        def replaceable(self) -> bool:
            return self.owned and not self.bot and self.away_since is not None

    orders = begun("koikoi", 2)
    orders.start = replace(orders.start, model=Wrong())
    with pytest.raises(AssertionError, match=r"lost|too early"):
        orders.walk(FRESH, 2)
