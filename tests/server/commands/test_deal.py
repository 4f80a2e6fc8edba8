"""``koikoi-server deal`` prints the deals of a match."""

from __future__ import annotations

import io
import json
from itertools import islice
from typing import Any

import pytest

from hanafuda.cards import DECK, Cards, cards
from hanafuda.events import RoundDealt
from hanafuda.koikoi import play as koikoi
from koikoi_server.commands.deal import accepted_deals, main, raw_deals
from koikoi_server.table.deck import deck, seeded_secret

SECRET = seeded_secret("7", 1, 1)
ALL = {card.code for card in DECK}


def printed(*arguments: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    assert main(arguments, out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("accepted", [[], ["--accepted"]])
def test_a_line_is_a_whole_deal(accepted: list[str]) -> None:
    deals = printed("--count", "20", "--seed", "7", *accepted)
    assert len(deals) == 20
    for deal in deals:
        assert list(deal) == ["hands", "field", "pile"]
        assert {seat: len(hand) for seat, hand in deal["hands"].items()} == {"1": 8, "2": 8}
        assert len(deal["field"]) == 8
        everything = [*deal["hands"]["1"], *deal["hands"]["2"], *deal["field"], *deal["pile"]]
        assert len(everything) == 48
        assert set(everything) == ALL


def test_the_same_seed_gives_the_same_deals() -> None:
    assert printed("--count", "3", "--seed", "7") == printed("--count", "3", "--seed", "7")
    assert printed("--count", "1", "--seed", "7") != printed("--count", "1", "--seed", "8")


def test_without_a_seed_every_run_deals_anew() -> None:
    assert printed("--count", "1") != printed("--count", "1")


def test_the_first_accepted_deal_is_the_one_that_the_match_plays() -> None:
    """Lots, dealer, order and redeals are those of the game."""
    for seed in map(str, range(40)):
        secret = seeded_secret(seed, 1, 1)
        state = koikoi.begin(koikoi.Rules(), 2)
        events: tuple[object, ...] = ()
        while not any(isinstance(event, RoundDealt) for event in events):
            due = state.deck_due
            assert due is not None
            made = deck(secret.secret, secret.match_id, due.round, due.attempt, (b"", b""))
            events = koikoi.deal(state, made)
            for event in koikoi.deal(state, made):
                state = koikoi.evolve(state, event)
        begun = next(event for event in events if isinstance(event, RoundDealt))
        deal = next(accepted_deals(secret, 2))
        assert tuple(tuple(sorted(hand)) for hand in deal.hands) == begun.hands
        assert (deal.field, deal.pile) == (begun.field, begun.draw_pile)


@pytest.mark.parametrize("players", range(2, 8))
def test_a_raw_deal_is_the_accepted_one_unless_it_is_void(players: int) -> None:
    raw = list(islice(raw_deals(SECRET, players), 1000))
    accepted = list(islice(accepted_deals(SECRET, players), 1000))
    void = [one for one, other in zip(raw, accepted, strict=True) if one != other]
    assert 0 < len(void) < 60
    for deal in void:
        lying = [deal.field] if players == 2 else [deal.field, *deal.hands]
        assert any(is_void(some) for some in lying)


def is_void(some: Cards) -> bool:
    """Whether the cards have all four of a month, or are four pairs."""
    months = [card.month for card in some]
    counts = sorted(map(months.count, months))
    return 4 in counts or counts == [2] * 8


@pytest.mark.parametrize(
    ("players", "hand", "field"),
    [(2, 8, 8), (3, 7, 6), (4, 5, 8), (5, 4, 8), (6, 3, 12), (7, 3, 6)],
)
def test_sizes_follow_the_number_of_players(players: int, hand: int, field: int) -> None:
    [deal] = printed("--count", "1", "--players", str(players), "--seed", "7")
    assert {len(hand_) for hand_ in deal["hands"].values()} == {hand}
    assert len(deal["hands"]) == players
    assert len(deal["field"]) == field
    assert len(deal["pile"]) == 48 - players * hand - field


def test_hands_are_in_the_order_in_which_they_were_dealt() -> None:
    """A test of the shuffle needs the places of the cards, which a sorted hand hides."""
    hands = [deal.hands[0] for deal in islice(raw_deals(SECRET, 2), 50)]
    assert sum(hand == tuple(sorted(hand)) for hand in hands) < 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--count", "0"], "whole number from 1"),
        (["--count", "many"], 'not "many"'),
        (["--count", "-3"], "--count"),
        ([], "--count"),
        (["--count", "1", "--players", "8"], "from 2 to 7"),
        (["--count", "1", "--players", "1"], "from 2 to 7"),
        (["--count", "1", "--colour", "red"], "--colour"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_with_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""


def test_codes_are_the_cards() -> None:
    [deal] = printed("--count", "1", "--seed", "7")
    assert cards(deal["field"]) == next(raw_deals(SECRET, 2)).field
