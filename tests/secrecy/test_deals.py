"""What a deal reveals: of a void deal only the void cards, of a scoring hand only itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from hanafuda.cards import DECK, Cards
from hanafuda.events import DealVoided, HandShown, RoundDealt
from hanafuda.games import GAMES
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.table import follow_ups
from koikoi_server.table.events import AnyEvent
from koikoi_server.table.options import split
from tests.secrecy.matches import NAMES
from tests.secrecy.world import World, act, request_id, tame_chance

ALL = table_pb2.EVENT_KIND_DEAL_VOIDED, table_pb2.EVENT_KIND_HAND_SHOWN
Deal = tuple[str, int, dict[str, str]]


@pytest.fixture(autouse=True)
def _tame_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    tame_chance(monkeypatch)


def brought(deal: Deal, deck: Cards) -> Sequence[object]:
    """What the game does with *deck* in its first round; seat 1 deals."""
    name, seats, chosen = deal
    game = GAMES[name]
    state = game.begin(split(game, chosen)[0], seats)
    for event in game.deal(state, DECK):
        state = game.evolve(state, event)
    return game.deal(state, deck)


def shuffled(random: Random, deck: Sequence[int] = DECK) -> Cards:
    order = list(deck)
    random.shuffle(order)
    return tuple(DECK[card - 1] for card in order)


def found(deal: Deal, wished: Callable[[Sequence[object]], bool]) -> Cards:
    """The first deck that brings what is wished."""
    for seed in count():
        deck = shuffled(Random(seed))
        if wished(brought(deal, deck)):
            return deck
    raise AssertionError


def otherwise(deal: Deal, deck: Cards, shown: set[int]) -> Cards:
    """Another deck that shows the same: only cards that are not *shown* lie elsewhere."""
    told = brought(deal, deck)
    for seed in count():
        unseen = iter(shuffled(Random(seed), [card for card in deck if card not in shown]))
        other = tuple(card if card in shown else next(unseen) for card in deck)
        events = brought(deal, other)
        if other != deck and [public(each) for each in events] == [public(each) for each in told]:
            return other
    raise AssertionError


def public(event: object) -> object:
    return (event.dealer, event.field) if isinstance(event, RoundDealt) else event


async def told(deal: Deal, decks: Sequence[Cards], patch: pytest.MonkeyPatch) -> list[Any]:
    """All that anybody was told at a table that is dealt those decks, a viewer a list."""

    def next_deck(secret: bytes, match: str, round: int, attempt: int, nonces: object) -> Cards:
        return DECK if round == 0 else decks[min(round + attempt - 2, len(decks) - 1)]

    patch.setattr(follow_ups, "deck", next_deck)
    game, seats, rules = deal
    world = World(seed=1, script=None)  # type: ignore[arg-type]  # no computer plays
    create = service_pb2.CreateTableRequest(
        request_id=request_id("create"),
        player_name=NAMES[0],
        game=game,
        rules=rules,
        seats=[service_pb2.SeatPlan(yours=not seat) for seat in range(seats)],
    )
    created = service_pb2.CreateTableResponse.FromString(
        (await world.call("CreateTable", create))[0]
    )
    tokens = [created.grant.seat_token]
    table = created.grant.table_id
    await world.watch("lobby", "WatchLobby", service_pb2.WatchLobbyRequest())
    await world.watch("public", "WatchTable", service_pb2.WatchTableRequest(table_id=table))
    for seat in range(1, seats + 1):
        if seat > 1:
            join = service_pb2.JoinTableRequest(
                request_id=request_id("join", seat), player_name=NAMES[seat - 1], table_id=table
            )
            joined = service_pb2.JoinTableResponse.FromString(
                (await world.call("JoinTable", join))[0]
            )
            tokens.append(joined.grant.seat_token)
        watch = service_pb2.WatchSeatRequest(seat_token=tokens[-1])
        await world.watch(f"seat {seat}", "WatchSeat", watch)
    for seat, token in enumerate(tokens):
        cut = {"state_version": world.state.version, "option": 1, "nonce": b"x"}
        await world.call("Act", act(token, request_id("cut", seat), choose=cut))
    await world.stop()
    return [
        [world.seen(who) for who in ("lobby", "public")],
        *([world.seen(f"seat {seat}")] for seat in range(1, seats + 1)),
    ]


VOID: list[Deal] = [
    ("koikoi", 2, {"months": "1"}),
    ("coin", 3, {"rounds": "1"}),
    ("coin", 7, {"rounds": "1"}),
]


def is_field_void(events: Sequence[object]) -> bool:
    return isinstance(events[0], DealVoided) and not events[0].seat


@pytest.mark.parametrize("deal", VOID)
async def test_the_hands_of_a_void_field_are_never_seen(
    deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even by their players."""
    void = found(deal, is_field_void)
    valid = found(deal, lambda events: isinstance(events[-1], RoundDealt))
    event = brought(deal, void)[0]
    assert isinstance(event, DealVoided)
    other = otherwise(deal, void, set(event.cards))
    one = await told(deal, [void, valid], monkeypatch)
    assert one == await told(deal, [other, valid], monkeypatch)
    assert kinds(one) == {table_pb2.EVENT_KIND_DEAL_VOIDED: sorted(event.cards)}


REDEALT: list[Deal] = [
    ("koikoi", 2, {"months": "1", "dealt_hands": "redeal"}),
    ("coin", 2, {"rounds": "1"}),
]


@pytest.mark.parametrize("deal", REDEALT)
async def test_a_hand_that_makes_a_deal_void_shows_only_the_cards_that_do(
    deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    void = found(
        deal,
        lambda events: (
            isinstance(events[0], DealVoided) and bool(events[0].seat) and len(events[0].cards) == 4
        ),
    )
    valid = found(deal, lambda events: isinstance(events[-1], RoundDealt))
    event = brought(deal, void)[0]
    assert isinstance(event, DealVoided)
    other = otherwise(deal, void, set(event.cards))
    one = await told(deal, [void, valid], monkeypatch)
    assert one == await told(deal, [other, valid], monkeypatch)
    assert kinds(one) == {table_pb2.EVENT_KIND_DEAL_VOIDED: sorted(event.cards)}


async def test_a_dealt_hand_that_scores_is_shown_and_the_other_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal: Deal = ("koikoi", 2, {"months": "2", "dealt_hands": "score"})
    scores = found(deal, lambda events: len(events) == 3 and isinstance(events[1], HandShown))
    valid = found(deal, lambda events: isinstance(events[-1], RoundDealt))
    dealt, shown, _ = brought(deal, scores)
    assert isinstance(dealt, RoundDealt)
    assert isinstance(shown, HandShown)
    assert shown.cards == dealt.hands[shown.seat - 1]
    other = otherwise(deal, scores, {*shown.cards, *dealt.field})
    one = await told(deal, [scores, valid], monkeypatch)
    two = await told(deal, [other, valid], monkeypatch)
    hidden = 3 - shown.seat
    assert one[0] == two[0], "in public"
    assert one[shown.seat] == two[shown.seat], "to the one who shows it"
    assert one[hidden] != two[hidden], "whose hand is another"
    assert kinds(one) == {table_pb2.EVENT_KIND_HAND_SHOWN: sorted(shown.cards)}


def kinds(seen: list[Any]) -> dict[int, list[int]]:
    """The cards of void deals and shown hands, as the public was told."""
    made = {}
    _, streams = seen[0]
    for (message,) in streams[0]:
        for entry in service_pb2.WatchTableResponse.FromString(message).update.news:
            for event in entry.events:
                if event.kind in ALL:
                    made[int(event.kind)] = sorted(event.cards)
    return made


async def test_a_void_deal_that_told_its_hands_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """These tests can fail."""
    from hanafuda.koikoi import play as koikoi
    from koikoi_server.wire import events

    void = found(VOID[0], is_field_void)
    valid = found(VOID[0], lambda each: isinstance(each[-1], RoundDealt))
    first = brought(VOID[0], void)[0]
    assert isinstance(first, DealVoided)
    other = otherwise(VOID[0], void, set(first.cards))
    decks: list[Cards] = []
    real, deal = events._messages, koikoi.deal

    def noting(state: koikoi.State, deck: Cards) -> object:
        decks.append(deck)
        return deal(state, deck)

    def leaking(event: AnyEvent, record_id: str) -> Iterator[table_pb2.Event]:
        for made in real(event, record_id):
            if isinstance(event, DealVoided):
                made.number = sum(map(int, decks[-2][:4]))
            yield made

    monkeypatch.setattr(koikoi, "deal", noting)
    monkeypatch.setattr(events, "_messages", leaking)
    one = await told(VOID[0], [void, valid], monkeypatch)
    assert one != await told(VOID[0], [other, valid], monkeypatch)
