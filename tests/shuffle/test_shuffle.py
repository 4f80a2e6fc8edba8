"""The shuffle is fair: deals as the server makes them, and two wrong shuffles that are detected.

Seeds are fixed, so a test that passes once always does. If a seed changes, five standard deviations
let a fair shuffle fail less than once in a million runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from koikoi_server.commands.deal import Deal, accepted_deals, raw_deals
from koikoi_server.table.deck import seeded_secret
from tests.shuffle.figures import ACCEPTED, CARDS, RAW, card_by_place_z, tallies

SAMPLES = [10_000, pytest.param(200_000, marks=pytest.mark.slow)]  # deals
FAR = 5.0  # standard deviations
WHOLE = list(range(1, CARDS + 1))
RARE = 50  # a smaller expected count is not normally distributed


def flat(deals: Iterator[Deal], number: int) -> list[bytes]:
    """Deals as 48 card numbers each: hands, field, draw pile."""
    return [
        bytes((*deal.hands[0], *deal.hands[1], *deal.field, *deal.pile))
        for deal in islice(deals, number)
    ]


@pytest.fixture(scope="module", params=SAMPLES)
def raw(request: pytest.FixtureRequest) -> list[bytes]:
    return flat(raw_deals(seeded_secret("fair", 1, 1), 2), request.param)


@pytest.fixture(scope="module", params=SAMPLES)
def accepted(request: pytest.FixtureRequest) -> list[bytes]:
    return flat(accepted_deals(seeded_secret("fair too", 1, 1), 2), request.param)


def odd(deals: list[bytes], chances: dict[str, float]) -> dict[str, str]:
    """The figures that differ from *chances* by more than luck explains."""
    found = {}
    for what, tally in tallies(deals).items():
        chance = chances[what]
        expected = tally.trials * chance
        if expected < RARE:
            # If about ten are expected, one seed in ten thousand gives none or four times as many.
            enough = tally.happened > 0 or expected < 5
            agrees = enough and tally.happened <= 4 * expected
        else:
            agrees = abs(tally.z(chance)) < FAR
        if not agrees:
            found[what] = f"{tally.happened} of {tally.trials}, expected {expected:.1f}"
    return found


@pytest.mark.slow
def test_raw_deals_agree_with_the_exact_figures(raw: list[bytes]) -> None:
    assert odd(raw, RAW) == {}


def test_accepted_deals_agree_with_the_exact_figures(accepted: list[bytes]) -> None:
    assert odd(accepted, ACCEPTED) == {}


def test_every_card_is_as_likely_in_every_place(raw: list[bytes]) -> None:
    assert abs(card_by_place_z(raw)) < FAR


def test_every_raw_deal_has_every_card_once(raw: list[bytes]) -> None:
    assert all(sorted(deal) == WHOLE for deal in raw[:2000])


def test_every_accepted_deal_has_every_card_once(accepted: list[bytes]) -> None:
    assert all(sorted(deal) == WHOLE for deal in accepted[:2000])


Bytes = Iterator[int]


def fisher_yates(random: Bytes) -> bytes:
    """Right: as the server does it."""
    deck = list(range(1, CARDS + 1))
    for last in range(CARDS - 1, 0, -1):
        limit = 256 - 256 % (last + 1)
        other = next(byte for byte in random if byte < limit) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return bytes(deck)


def sattolo(random: Bytes) -> bytes:
    """Wrong: no card stays where it was, so only cycles come out."""
    deck = list(range(1, CARDS + 1))
    for last in range(CARDS - 1, 0, -1):
        limit = 256 - 256 % last
        other = next(byte for byte in random if byte < limit) % last
        deck[last], deck[other] = deck[other], deck[last]
    return bytes(deck)


def any_byte(random: Bytes) -> bytes:
    """Wrong: the remainder of any byte prefers the first places."""
    deck = list(range(1, CARDS + 1))
    for last in range(CARDS - 1, 0, -1):
        other = next(random) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return bytes(deck)


def shuffled(shuffle: Callable[[Bytes], bytes], number: int) -> list[bytes]:
    seeded = Random(4)
    random = iter(seeded.randbytes(number * 80))  # a fair shuffle needs 55 or so
    return [shuffle(random) for _ in range(number)]


@pytest.mark.parametrize("shuffle", [sattolo, any_byte])
def test_a_wrong_shuffle_is_detected(shuffle: Callable[[Bytes], bytes]) -> None:
    assert card_by_place_z(shuffled(shuffle, 10_000)) > FAR


def test_the_same_count_lets_a_right_shuffle_pass() -> None:
    assert abs(card_by_place_z(shuffled(fisher_yates, 10_000))) < FAR
