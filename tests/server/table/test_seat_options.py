"""Seat options: exactly those are listed, and accepted, that the rules say.

The rules are written again in :mod:`tests.support.seat_rules`. At random tables and times every
option that is listed is accepted from its time on, and all else is refused for the right reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from hanafuda.seats import put
from koikoi_server.bots import BOTS
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.system.clock import Millis
from koikoi_server.table import commands
from koikoi_server.table.commands import Chance
from koikoi_server.table.decide import decide
from koikoi_server.table.seat_options import Kind, SeatOption, seat_options
from koikoi_server.table.state import Stage, TableState
from tests.server.table.test_fold import begun, lives
from tests.support.clock import START
from tests.support.seat_rules import MINUTE, possible
from tests.support.table import AKI, CHO, PureTable, kinds, option_id, refused

CHANCE = Chance("M of another match", bytes(32), "R", "CODE")
WITH_BOT = {Kind.SEAT_COMPUTER, Kind.CHANGE_COMPUTER, Kind.LET_PLAY, Kind.FILL_ALL}
ABOUT_SEAT = {*WITH_BOT, Kind.TAKE_BACK, Kind.REMOVE_COMPUTER, Kind.KICK, Kind.NUDGE} - {
    Kind.FILL_ALL
}
ABOUT_MATCH = {Kind.END_MATCH: "playing", Kind.REMATCH: "finished", Kind.NO_REMATCH: "finished"}


def asked(table: TableState) -> Iterator[tuple[Kind, int]]:
    """Everything that somebody might think of: of each seat, of the match."""
    for kind in Kind:
        if kind in ABOUT_SEAT:
            yield from ((kind, seat.seat) for seat in table.seats)
        else:
            yield kind, 0


def present(table: TableState, seat: int) -> TableState:
    """The table as if the player of *seat* were not absent."""
    here = replace(table.at(seat), absent_since=None)
    return replace(table, seats=put(table.seats, seat, here))


def refusal(table: TableState, by: int, id: str, bot: str, now: Millis) -> Refusal | None:
    """The refusal of that; None: it is done."""
    try:
        decide(table, commands.UseSeatOption(table.at(by).token, id, bot), now, CHANCE)
    except Refusal as refused:
        return refused
    return None


def answer(table: TableState, by: int, id: str, bot: str, now: Millis) -> Reason | None:
    """Why that is refused; None: it is done. One that is too early is done when it says."""
    why = refusal(table, by, id, bot, now)
    if why is not None and why.reason is Reason.SEAT_OPTION_TOO_EARLY:
        assert refusal(table, by, id, bot, now + why.retry_ms - 1) is not None
        assert refusal(table, by, id, bot, now + why.retry_ms) is None
    return None if why is None else why.reason


def check(table: TableState, by: int, now: Millis) -> Iterator[Reason | None]:
    """Hold all that *by* may ask for against the rules; what came of each try."""
    offered = {option.id: option for option in seat_options(table, by)}
    known = [bot.id for bot in BOTS[table.game]]
    assert len(offered) == len(seat_options(table, by))
    for kind, seat in asked(table):
        id = option_id(table, kind, seat)
        when = possible(table, by, kind, seat)
        assert (id in offered) == (when is not None), (kind, seat)
        wanted = Reason.SEAT_OPTION_NOT_OFFERED
        if kind in ABOUT_MATCH and table.stage.value != ABOUT_MATCH[kind]:
            wanted = Reason.MATCH_STALE
        elif possible(present(table, by), by, kind, seat) is not None:
            wanted = Reason.SEAT_STALE  # but for an absence
        if when is None:
            for bot in ("", "easy"):
                assert answer(table, by, id, bot, now) is wanted, (kind, seat)
            yield wanted
            continue
        option = offered[id]
        assert option.possible_from == when, kind
        assert (option.kind, len(id) <= 64) == (kind, True)
        assert option.seat == (seat or (by if kind is Kind.LEAVE else 0))
        but = table.at(seat).bot if seat else ""
        bots = {bot for bot in known if bot != but} if kind in WITH_BOT else {""}
        assert set(option.bots) == bots - {""}
        for bot in {"", *known, "deep thought"}:
            done = None if now >= when else Reason.SEAT_OPTION_TOO_EARLY
            expected = done if bot in bots else Reason.FIELD_INVALID
            assert answer(table, by, id, bot, now) is expected, (kind, seat, bot)
            yield expected


def check_others(table: TableState, by: int, now: Millis) -> Iterator[Reason | None]:
    """Options of another time, and ids that never were any."""
    stale: dict[str, Reason] = {}
    for kind in Kind:
        for seat in table.seats if kind in ABOUT_SEAT else ():
            for version in {0, seat.version - 1, seat.version + 1} - {seat.version, -1}:
                stale[f"{kind.value}.{seat.seat}.{version}"] = Reason.SEAT_STALE
        for seat_number in (0, len(table.seats) + 1, 99) if kind in ABOUT_SEAT else ():
            stale[f"{kind.value}.{seat_number}.0"] = Reason.SEAT_OPTION_NOT_OFFERED
        if kind in ABOUT_MATCH:
            stale[f"{kind.value}.another"] = Reason.MATCH_STALE
    stale["fill_all.17.0"] = Reason.SEAT_STALE
    for id in ("", "x", "kick", "kick.", "kick.1.", "kick.1.2.3", "KICK.1.1", "leave.1", "l" * 999):
        stale[id] = Reason.SEAT_OPTION_NOT_OFFERED
    for id, wanted in stale.items():
        assert answer(table, by, id, "", now) is wanted, id
        yield wanted


def stirred(table: TableState, random: Random, now: Millis) -> TableState:
    """The table with persons away, reminded and so on, in combinations that are rare."""

    def ago(*times: Millis) -> Millis:
        return now - random.choice(times)

    seats = tuple(
        replace(
            seat,
            absent_since=random.choice((None, ago(0, 100_000, 150_000))) if seat.name else None,
            changed_at=ago(0, 20_000, 40_000),
            nudged_at=random.choice((0, ago(0, 5_000, 15_000))),
            wants_rematch=bool(seat.name) and random.random() < 0.5,
        )
        for seat in table.seats
    )
    limits = replace(table.limits, entries=random.choice((1, 30_000, 30_000)))
    return replace(table, seats=seats, limits=limits)


def check_many(seed: int, cases: int) -> Counter[Reason | None]:
    """Check at random tables and times until there were so many tries; what came of them."""
    found: Counter[Reason | None] = Counter()
    while found.total() < cases:
        seed += 1
        random = Random(seed)
        table = begun(seed, random, {"turn_limit": random.choice(("0", "30"))})
        for state in lives(table, random, 150):
            if random.random() < 0.8:
                continue
            if state.stage is Stage.CLOSED:
                assert not any(seat_options(state, each.seat) for each in state.seats)
                break
            by = random.choice([each.seat for each in state.seats if each.name])
            now = START + table.now
            found.update(check(stirred(state, random, now), by, now))
            if random.random() < 0.1:
                found.update(check_others(state, by, now))
    return found


@pytest.mark.slow
def test_exactly_the_listed_seat_options_are_accepted() -> None:
    found = check_many(seed=1, cases=10_000)
    assert set(found) == {
        None,
        Reason.SEAT_OPTION_TOO_EARLY,
        Reason.SEAT_OPTION_NOT_OFFERED,
        Reason.FIELD_INVALID,
        Reason.SEAT_STALE,
        Reason.MATCH_STALE,
    }
    assert min(found.values()) > 30, found


@pytest.mark.slow
def test_every_kind_is_listed_at_some_random_table() -> None:
    found: set[tuple[Kind, bool]] = set()
    for seed in range(12):
        random = Random(seed)
        for state in lives(begun(seed, random), random, 150):
            options = [each for seat in state.seats for each in seat_options(state, seat.seat)]
            found |= {(each.kind, bool(each.possible_from)) for each in options}
    assert {kind for kind, _ in found} == {*Kind}
    later = {Kind.SEAT_COMPUTER, Kind.NUDGE, Kind.END_MATCH}
    assert {kind for kind, is_later in found if is_later} == later


def test_seat_options_do_not_depend_on_hidden_cards() -> None:
    """Of the game's state they only depend on whose turn it is, and for what."""
    for seed in range(6):
        random = Random(seed)
        for state in lives(begun(seed, random), random, 100):
            if state.match is None:
                continue
            public = SimpleNamespace(phase=state.match.state.phase, turn=state.match.state.turn)
            bare = replace(state, match=replace(state.match, state=public, secret=b""))
            for seat in state.seats:
                assert seat_options(bare, seat.seat) == seat_options(state, seat.seat)


def kinds_of(table: PureTable, seat: int) -> list[Kind]:
    return [option.kind for option in seat_options(table.state, seat)]


def only(table: PureTable, by: int, kind: Kind, seat: int = 0) -> SeatOption:
    (found,) = (
        option
        for option in seat_options(table.state, by)
        if option.kind is kind and seat in (0, option.seat)
    )
    return found


def test_nobody_without_a_seat_has_seat_options() -> None:
    table = PureTable()
    assert seat_options(table.state, 2) == ()
    with refused(Reason.SEAT_TOKEN_INVALID):
        table.do(commands.UseSeatOption(CHO, "leave"))


def test_all_open_seats_are_filled_in_one_entry_and_the_match_begins() -> None:
    table = PureTable(game="coin", bots=("", "", "", ""), rules={"rounds": "3"}, cut=False)
    seen = option_id(table.state, Kind.FILL_ALL)
    events = table.use(1, Kind.FILL_ALL, bot="hard")
    assert [seat.bot for seat in table.state.seats] == ["", "hard", "hard", "hard"]
    assert table.is_in(Stage.PLAYING)
    assert len(kinds(events)) > 3
    with refused(Reason.SEAT_STALE):
        table.do(commands.UseSeatOption(AKI, seen, "hard"))


def test_the_default_computer_is_one_that_the_table_has() -> None:
    table = PureTable(game="coin", bots=("", "", ""), rules={"rounds": "3"})
    assert only(table, 1, Kind.SEAT_COMPUTER, 2).bots == ("medium", "easy", "hard")
    table.set_bot(1, 3, "hard")
    assert only(table, 1, Kind.SEAT_COMPUTER, 2).bots == ("hard", "easy", "medium")
    assert only(table, 1, Kind.CHANGE_COMPUTER, 3).bots == ("medium", "easy")
    assert only(table, 1, Kind.LET_PLAY).bots == ("hard", "easy", "medium")


def test_a_game_without_computers_offers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PureTable()
    monkeypatch.setattr("koikoi_server.table.seat_options.BOTS", {})
    assert kinds_of(table, 1) == [Kind.LEAVE]


def test_options_that_cannot_be_undone_need_confirmation() -> None:
    table = PureTable(game="coin", bots=("", "", "easy"), rules={"rounds": "3"})
    table.ben_joins()
    table.lost(2)
    confirmed = {each.kind for each in seat_options(table.state, 1) if each.confirm}
    assert confirmed == {Kind.KICK, Kind.END_MATCH, Kind.REMOVE_COMPUTER, Kind.LEAVE}
    table.now += 2 * MINUTE
    table.use(1, Kind.END_MATCH)
    confirmed = {each.kind for each in seat_options(table.state, 1) if each.confirm}
    assert confirmed == {Kind.KICK}, "no match runs any more"


def test_a_seat_option_does_not_make_game_options_stale() -> None:
    table = PureTable()
    table.start()
    version = table.state.version
    table.use(1, Kind.LET_PLAY, 1, "easy")
    table.use(1, Kind.TAKE_BACK, 1)
    table.use(1, Kind.KICK, 2)
    table.use(1, Kind.SEAT_COMPUTER, 2, "easy")
    assert table.state.version == version
