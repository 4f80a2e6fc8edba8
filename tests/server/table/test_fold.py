"""Folding a table's log gives its state, whatever commands it got."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random

import pytest

from hanafuda.cards import DECK
from hanafuda.spread import Spread
from koikoi_server.refusal import Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table.events import Entry, OptionChosen
from koikoi_server.table.fold import evolve, folded
from koikoi_server.table.seat_options import Kind
from koikoi_server.table.state import Pause, Stage, TableState
from tests.support.table import AKI, BEN, CHO, PureTable, bot_option, option_id
from tests.support.tiers import slow_after

TOKENS = (AKI, BEN, CHO, b"token 4", b"token 5", b"token 6", b"token 7")  # one for each seat


def anything(random: Random, table: TableState) -> commands.Command:
    """Some command, mostly one that makes sense."""
    token = random.choice(TOKENS)
    seated = {each.token for each in table.seats}
    stranger = random.choice([each for each in TOKENS if each not in seated] or TOKENS)
    seat = random.randint(1, len(table.seats))
    by = next((each.seat for each in table.seats if each.token == token), 0)
    bot = random.choice(("", "easy"))
    use = [
        commands.UseSeatOption(token, option_id(table, kind, seat))
        for kind in (
            Kind.KICK,
            Kind.REMATCH if random.random() < 0.8 else Kind.NO_REMATCH,
            Kind.END_MATCH,
            Kind.NUDGE,
        )
    ]
    names = f"{seat}.{table.at(seat).version}"
    computer = option_id(table, bot_option(table, by, seat, bot), seat)
    if random.random() < 0.1:
        computer = f"let_play.{seat}.{table.at(seat).version - 1}"
    return random.choice(
        (
            commands.Join("Dan", random.choice((0, seat)), stranger),
            commands.Chat(token, "hello"),
            *use,
            commands.UseSeatOption(token, computer, bot),
            commands.UseSeatOption(table.at(seat).token, f"let_play.{names}", "easy"),
            commands.Leave(token) if random.random() < 0.1 else commands.Tick(),
            commands.Presence(seat, table.at(seat).token, random.random() < 0.6),
            commands.Restart() if random.random() < 0.1 else commands.Tick(),
        )
    )


def begun(seed: int, random: Random, more_rules: Mapping[str, str] | None = None) -> PureTable:
    """A table of each game in turn."""
    cut = random.random() < 0.5
    bots: tuple[str, ...] = ("", "")
    if seed % 3 == 1:
        game, rules = "koikoi", {"months": "2"}
    else:
        game, rules = "coin", {"rounds": "3", "coins": "20"}
        others = random.randint(1, 5)
        if seed % 3:
            game, rules = "sakura", {"rounds": "2"}
            if random.random() < 0.5:
                others, rules["teams"] = 4, random.choice("23")
        bots = ("", "", *(random.choice(("", "easy")) for _ in range(others)))
    rules |= more_rules or {}
    return PureTable(seed=seed, game=game, bots=bots, rules=rules, cut=cut)


def lives(table: PureTable, random: Random, steps: int) -> Iterator[TableState]:
    """All sorts of things happen at a table; it as it is after each."""
    for _ in range(steps):
        if table.state.stage is Stage.CLOSED:
            break
        table.now += random.choice((0, 10, 1_000, 20_000, 60_000))
        with suppress(Refusal):
            if not (random.random() < 0.6 and table.step()):
                table.do(anything(random, table.state))
        yield table.state


def random_life(seed: int, steps: int = 400) -> PureTable:
    """A table at which all sorts of things have happened, of each game in turn."""
    random = Random(seed)
    table = begun(seed, random)
    for _ in lives(table, random, steps):
        pass
    return table


@pytest.mark.parametrize("seed", slow_after(8, range(40)))
def test_folding_the_entries_gives_the_same_state(seed: int) -> None:
    table = random_life(seed)
    assert folded(table.log) == table.state
    assert [entry.seq for entry in table.log] == list(range(1, len(table.log) + 1))


@pytest.mark.parametrize("seed", slow_after(6, range(40, 60)))
def test_folding_may_stop_and_resume_at_any_entry(seed: int) -> None:
    table = random_life(seed, 150)
    middle = Random(seed).randint(1, len(table.log))
    assert folded(table.log[middle:], folded(table.log[:middle])) == table.state


@pytest.mark.parametrize("seed", slow_after(4, range(20)))
def test_all_48_cards_lie_in_exactly_one_place_after_every_entry(seed: int) -> None:
    state: TableState | None = None
    dealt = 0
    for entry in random_life(seed).log:
        state = evolve(state, entry)
        spread = spread_of(state)
        if spread is None or not any((*spread.hands, spread.field, spread.draw_pile)):
            continue  # nothing is dealt yet
        lying = [card for hand in spread.hands for card in hand]
        lying += [card for pile in spread.captured for card in pile]
        lying += [*spread.field, *spread.draw_pile]
        lying += [spread.open_card] if spread.open_card is not None else []
        assert sorted(lying) == list(DECK)
        dealt += 1
    assert dealt > 0


def spread_of(table: TableState) -> Spread | None:
    """Where the cards lie."""
    return table.match.state.spread if table.match is not None else None


def test_only_the_next_entry_can_be_folded() -> None:
    table = PureTable()
    table.ben_joins()
    with pytest.raises(ValueError, match="does not follow"):
        folded((table.log[1],))
    with pytest.raises(ValueError, match="does not follow"):
        folded((table.log[0], table.log[0]))
    with pytest.raises(ValueError, match="opens it"):
        folded(())


def test_the_log_has_each_chosen_option_by_exact_cards() -> None:
    """Each chosen option comes before the game's events; records have them as actions."""
    table = PureTable()
    table.start()
    table.play(Pause.ROUND_OVER)
    chosen = [
        event for entry in table.log for event in entry.events if isinstance(event, OptionChosen)
    ]
    assert len(chosen) == sum(_is_move(entry) for entry in table.log)
    assert {event.seat for event in chosen} <= {1, 2}


def _is_move(entry: Entry) -> bool:
    return any(isinstance(event, OptionChosen) for event in entry.events)


@pytest.mark.parametrize("seed", slow_after(6, range(20)))
def test_every_deadline_of_a_running_table_is_due(seed: int) -> None:
    """Every deadline in a view has a timer."""
    state: TableState | None = None
    for entry in random_life(seed, 150).log:
        state = evolve(state, entry)
        due = derived.due(state)
        deadline = derived.deadline(state)
        if deadline is not None:
            assert due is not None
            assert due <= deadline
