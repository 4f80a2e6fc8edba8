"""Where the cards of a record are after each event; also written from ``proto/`` alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from koikoi.v1 import record_pb2 as r
from koikoi.v1 import table_pb2 as t

DEALT = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}
CODES = ["", *(f"{month}-{place}" for month in range(1, 13) for place in range(1, 5))]


class Walk:
    """Hands, field and draw pile, from the decks; each event is compared with them."""

    def __init__(self, record: r.Record) -> None:
        self.record = record
        self.seats = len(record.players)
        self.events = [event for entry in record.proof.news for event in entry.events]
        self.number = 0  # of the round that is played
        self.dealer = record.first_dealer
        self.out: set[int] = set()
        self.voided = 0
        self.hands: dict[int, set[int]] = {}
        self.field: list[int] = []
        self.pile: list[int] = []
        self.open = self.opener = 0
        self.hiki: Counter[int] = Counter()
        self.actions: list[r.Action] = []
        self.choice: r.Action | None = None

    def faults(self) -> Iterator[str]:
        for event in self.events:
            for fault in self._event(event):
                yield f"round {self.number}, {t.EventKind.Name(event.kind)}: {fault}"
        if self.number != sum(bool(round_.decks) for round_ in self.record.rounds):
            yield "there are other rounds than were dealt"

    def _event(self, event: t.Event) -> Iterator[str]:
        seat, card, cards = event.seat, event.card, list(event.cards)
        match event.kind:
            case t.EVENT_KIND_MATCH_STARTED:
                if event.text != self.record.proof.match_id:
                    yield "of another match"
            case t.EVENT_KIND_MATCH_ENDED:
                if event.text != self.record.record_id:
                    yield "of another record"
            case t.EVENT_KIND_DEAL_VOIDED:
                yield from self._deal(self.number + 1, self.voided)
                self.voided += 1
                if not set(cards) <= (self.hands[seat] if seat else set(self.field)):
                    yield "not in that deal"
            case t.EVENT_KIND_ROUND_DEALT:
                yield from self._dealt(event)
            case t.EVENT_KIND_HAND_SHOWN:
                if set(cards) != self.hands[seat]:
                    yield "another hand"
            case t.EVENT_KIND_CARD_PLAYED:
                if card not in self.hands[seat]:
                    yield "not in that hand"
                self.hands[seat].discard(card)
                yield from self._opened(seat, card)
                yield from self._chosen("play", seat, card)
            case t.EVENT_KIND_CARD_DRAWN:
                if self.pile[:1] != [card]:
                    yield "not on top of the draw pile"
                del self.pile[:1]
                yield from self._opened(seat, card)
                self.choice = None
            case t.EVENT_KIND_CARD_LAID:
                yield from self._placed("leave", seat, card, [])
                self.field.append(card)
            case t.EVENT_KIND_HIKI_CALLED:
                if not set(cards) <= self.hands[seat] or {(c + 3) // 4 for c in cards} != {
                    event.number
                }:
                    yield "not in that hand"
                self.hiki = Counter(cards)
                if self.open:  # the lightning named a card of that month, and gives way
                    yield from self._chosen("take", self.opener, self.open)
                else:
                    yield from self._chosen("hiki", seat, cards[0])
            case t.EVENT_KIND_CARDS_CAPTURED:
                yield from self._captured(event)
            case t.EVENT_KIND_KOIKOI_CALLED:
                yield from self._chosen("koikoi", seat, 0)
            case t.EVENT_KIND_STOP_CALLED if self.hands[seat]:  # else there was no choice
                yield from self._chosen("stop", seat, 0)
            case t.EVENT_KIND_ROUND_ENDED:
                yield from self._ended(event)
            case t.EVENT_KIND_SEAT_OUT:
                self.out.add(seat)

    def _deal(self, number: int, attempt: int) -> Iterator[str]:
        """Deal the deck of that round with that index."""
        round_ = self.record.rounds[number - 1]
        if attempt >= len(round_.decks):
            yield "there is no deck for this deal"
            return
        cards = [CODES.index(code) for code in round_.decks[attempt].split()]
        order = [
            seat
            for step in range(1, self.seats + 1)
            if (seat := (self.dealer - 1 + step) % self.seats + 1) not in self.out
        ]
        size, field = DEALT[len(order)]
        self.hands = {seat: set() for seat in range(1, self.seats + 1)}
        for seat in order[:-1]:
            self.hands[seat], cards = set(cards[:size]), cards[size:]
        self.field, cards = cards[:field], cards[field:]
        self.hands[order[-1]], self.pile = set(cards[:size]), cards[size:]
        if order[-1] != self.dealer:
            yield "the dealer is out"

    def _dealt(self, event: t.Event) -> Iterator[str]:
        yield from self._deal(event.number, self.voided)
        self.number += 1
        if event.number != self.number:
            yield "the rounds are not in order"
        if event.seat != self.dealer:
            yield "another seat deals"
        if list(event.cards) != self.field:
            yield "another field"
        round_ = self.record.rounds[self.number - 1]
        if self.voided + 1 != len(round_.decks):
            yield "there are decks that nobody dealt"
        self.voided, self.open = 0, 0
        self.actions = list(round_.actions)

    def _chosen(self, verb: str, seat: int, card: int) -> Iterator[str]:
        self.choice = None
        if not self.actions:
            yield "nobody chose it"
            return
        action = self.choice = self.actions.pop(0)
        told = CODES.index(action.card)
        same = (told + 3) // 4 == (card + 3) // 4 if verb == "hiki" else told == card
        if (action.verb, action.seat) != (verb, seat) or not same:
            yield f"seat {action.seat} chose to {action.verb} {action.card}"

    def _opened(self, seat: int, card: int) -> Iterator[str]:
        if self.open:
            yield f"{CODES[self.open]} was never placed"
        self.open, self.opener = card, seat

    def _placed(self, verb: str, seat: int, card: int, taken: list[int]) -> Iterator[str]:
        """The open card is placed, by a choice of its own, by that of the play, or by itself."""
        if card != self.open:
            yield "not the open card"
        following = self.actions[0] if self.actions else None
        if following and (following.verb, following.card) == (verb, CODES[card]):
            yield from self._chosen(verb, seat, card)
        chosen = {CODES.index(code) for code in self.choice.taken} if self.choice else set()
        if chosen and chosen != set(taken):
            yield "the choice was to take others"
        self.choice, self.open = None, 0

    def _captured(self, event: t.Event) -> Iterator[str]:
        cards = list(event.cards)
        if self.hiki:
            self.hands[event.seat] -= set(self.hiki)
            cards = list((Counter(cards) - self.hiki).elements())
            self.hiki, self.choice = Counter(), None
        elif event.card:
            yield from self._placed("take", event.seat, event.card, cards)
        if not set(cards) <= set(self.field):
            yield "not on the field"
        self.field = [card for card in self.field if card not in cards]

    def _ended(self, event: t.Event) -> Iterator[str]:
        round_ = self.record.rounds[self.number - 1]
        if self.actions:
            yield "there are choices that nothing came of"
        if round_.HasField("result"):
            if round_.result.winner != event.seat:
                yield "another seat won"
            self.dealer = round_.result.next_dealer
