"""A hiki at the same time as another's move: one is first, and nothing is lost."""

from __future__ import annotations

import pytest

from hanafuda.events import HikiCalled
from hanafuda.game import Verb
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.table import commands, derived
from koikoi_server.table.events import OptionChosen
from koikoi_server.table.state import Stage
from tests.support.table import BEN, CHO, TOKENS, PureTable


def hiki_of(table: PureTable, seat: int) -> int:
    """The number of a seat's hiki; 0: it is offered none."""
    offered = derived.choices(table.state, seat)
    found = [number for number, each in enumerate(offered, 1) if _verb(each) is Verb.HIKI]
    return found[0] if found else 0


def _verb(choice: object) -> object:
    return getattr(choice, "verb", None)


def standing(teams: bool) -> tuple[PureTable, int, int]:
    """A table, the seat on turn, and another that may call hiki."""
    seats = 4 if teams else 3
    for seed in range(200):
        rules = {"rounds": "1"} | ({"teams": "2"} if teams else {})
        table = PureTable(game="sakura", seed=seed, bots=("",) * seats, rules=rules, cut=False)
        for seat, token in ((2, BEN), (3, CHO), (4, b"token of Dan"))[: seats - 1]:
            table.do(commands.Join(f"Person {seat}", seat, token))
        for _ in range(12):
            if table.state.stage is not Stage.PLAYING:
                break
            (turn,) = derived.waiting_for(table.state)
            for seat in range(1, seats + 1):
                if seat != turn and hiki_of(table, seat):
                    return table, turn, seat
            table.do(commands.Choose(token_of(turn), table.state.version, 1))
    raise AssertionError("no table has a hiki: look at more of them")


def token_of(seat: int) -> bytes:
    return TOKENS.get(seat, b"token of Dan")


@pytest.mark.parametrize("teams", [False, True], ids=["alone", "teams"])
@pytest.mark.parametrize("first", ["hiki", "move"])
def test_of_a_hiki_and_a_move_at_the_same_time_one_is_first(first: str, teams: bool) -> None:
    """The other is refused as stale, and can then still be done, once."""
    table, turn, caller = standing(teams)
    version = table.state.version
    hiki = commands.Choose(token_of(caller), version, hiki_of(table, caller))
    move = commands.Choose(token_of(turn), version, 1)
    early, late = (hiki, move) if first == "hiki" else (move, hiki)
    assert sum(isinstance(event, OptionChosen) for event in table.do(early)) == 1
    before = len(table.log)
    for again in (late, early):
        with pytest.raises(Refusal) as refused:
            table.do(again)
        assert refused.value.reason is Reason.STATE_STALE
    assert len(table.log) == before, "what is refused changes nothing"
    if first == "hiki":
        assert derived.waiting_for(table.state) == (turn,), "it costs no turn"
        assert table.do(commands.Choose(token_of(turn), table.state.version, 1))
        return
    while not hiki_of(table, caller):  # a choice is awaited, or the next turn is a flip
        (asked,) = derived.waiting_for(table.state)
        table.do(commands.Choose(token_of(asked), table.state.version, 1))
    events = table.do(
        commands.Choose(token_of(caller), table.state.version, hiki_of(table, caller))
    )
    assert [event.seat for event in events if isinstance(event, HikiCalled)] == [caller]
