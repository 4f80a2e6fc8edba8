"""The events of a watch, folded into a view: written from the comments of ``proto/`` alone.

It imports the generated messages, the standard library, and what was written so before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from koikoi.v1 import table_pb2 as t
from tests.records.independent_verifier import chained
from tests.records.independent_walk import DEALT

OF_THE_GAME = range(1, 64)
OF_A_TURN = range(7, 16)
WITHOUT_KOIKOI = {"sakura"}  #: whose Game.verbs have none: a yaku that is formed asks nothing


@dataclass
class Seat:
    """A seat, and its side of the match."""

    name: str = ""
    bot: str = ""
    hand_size: int = 0
    captured: list[int] = field(default_factory=list)
    calls: int = 0
    scores: list[int | None] = field(default_factory=list)  #: of rounds; None: not told by events
    before: int | None = None  #: the score before the first round; None: not known yet
    out: bool = False


class Fold:
    """What a reader at *seat* (0: a spectator) knows from the news."""

    def __init__(self, seat: int = 0) -> None:
        self.me = seat
        self.seq = 0
        self.asks = True  #: whether to go on, once a yaku is formed
        self.seats: list[Seat] = []
        self.round = self.dealer = self.turn = self.pile = self.open = 0
        self.drawn = False  #: the open card, from the draw pile
        self.field: list[int] = []
        self.turns: list[t.Turn] = []
        self.hand: set[int] | None = None  #: the reader's; None: not known
        self.hiki: list[int] = []  #: cards of a hand that are captured next
        self.chain = b""

    def take(self, update: t.Update, view: t.SeatView | None = None) -> list[str]:
        """Fold an update's news; where that and its view differ, in sentences."""
        self.asks = update.table.game not in WITHOUT_KOIKOI
        missed = [entry for entry in update.news if entry.seq > self.seq]
        seqs = [entry.seq for entry in missed]
        if seqs != list(range(self.seq + 1, update.seq + 1)):
            self._adopt(update, view)
            return []
        if not self.seats:
            self.seats = [Seat() for _ in update.table.seats]
        for entry in missed:
            self._entry(entry, update.match)
        self.seq = update.seq
        self._learn(update, view)
        return [f"entry {self.seq}: {wrong}" for wrong in self._differences(update, view)]

    # -- folding ---------------------------------------------------------------------------------

    def _entry(self, entry: t.Entry, match: t.Match) -> None:
        for event in entry.events:
            if event.kind == t.EVENT_KIND_MATCH_STARTED:
                self._begin(match)
            if event.kind in OF_THE_GAME:
                self.chain = chained(self.chain, entry.seq, event)
            if event.kind in OF_A_TURN:
                self._of_a_turn(event)
            self._event(event)
        if self._turn_is_over():
            self._end_turn()

    def _begin(self, match: t.Match) -> None:
        self.chain = match.commitment
        self.round = self.dealer = self.turn = self.pile = self.open = 0
        self.field, self.turns, self.hand = [], [], set()
        for seat in self.seats:
            seat.hand_size = seat.calls = 0
            seat.captured, seat.scores, seat.before, seat.out = [], [], None, False

    def _event(self, event: t.Event) -> None:
        seat = self.seats[event.seat - 1] if event.seat else Seat()
        match event.kind:
            case t.EVENT_KIND_ROUND_DEALT:
                self._dealt(event)
            case t.EVENT_KIND_CARD_PLAYED:
                seat.hand_size -= 1
                self._given(event.seat, [event.card])
                self.open, self.drawn = event.card, False
            case t.EVENT_KIND_CARD_DRAWN:
                self.pile -= 1
                self.open, self.drawn = event.card, True
            case t.EVENT_KIND_CARD_LAID:
                self.field.append(event.card)
                self.open = 0
            case t.EVENT_KIND_HIKI_CALLED:
                self.hiki = list(event.cards)
                seat.hand_size -= len(self.hiki)
                self._given(event.seat, self.hiki)
            case t.EVENT_KIND_CARDS_CAPTURED:
                self.field = [card for card in self.field if card not in event.cards]
                seat.captured += [event.card] if event.card else []
                seat.captured += event.cards
                self.open = 0 if event.card else self.open
                self.hiki = []
            case t.EVENT_KIND_KOIKOI_CALLED:
                seat.calls = event.number
            case t.EVENT_KIND_ROUND_ENDED:
                self._end_turn()
                self.turn = 0
                for each in self.seats:
                    each.scores.append(None)
            case t.EVENT_KIND_SEAT_OUT:
                seat.out = True
            case t.EVENT_KIND_PERSON_JOINED:
                seat.name, seat.bot = event.text, ""
                for turn in self.turns:
                    turn.before_owner = turn.before_owner or turn.seat == event.seat
            case t.EVENT_KIND_PERSON_LEFT | t.EVENT_KIND_PERSON_KICKED:
                seat.name = seat.bot = ""
            case t.EVENT_KIND_BOT_SEATED:
                seat.bot = event.text
            case t.EVENT_KIND_BOT_REMOVED:
                seat.bot = ""

    def _dealt(self, event: t.Event) -> None:
        plays = [seat for seat in self.seats if not seat.out]
        size, _ = DEALT[len(plays)]
        for seat in self.seats:
            seat.hand_size, seat.captured, seat.calls = 0, [], 0
        for seat in plays:
            seat.hand_size = size
        self.field = list(event.cards)
        self.pile = 48 - len(self.field) - size * len(plays)
        self.round, self.dealer, self.turn = event.number, event.seat, event.seat
        self.open, self.turns = 0, []
        self.hand = None

    def _given(self, seat: int, cards: list[int]) -> None:
        if seat == self.me and self.hand is not None:
            self.hand -= set(cards)

    # -- turns -----------------------------------------------------------------------------------

    def _of_a_turn(self, event: t.Event) -> None:
        begins = event.kind in (t.EVENT_KIND_CARD_PLAYED, t.EVENT_KIND_CARD_DRAWN)
        begins = begins or (event.kind == t.EVENT_KIND_HIKI_CALLED and not self.open)
        if begins and self._turn_is_over():
            self._end_turn()
        if not (self.turns and self.turns[-1].running):
            if event.kind == t.EVENT_KIND_ROUND_ENDED:
                return
            self.turns.append(t.Turn(seat=self.turn, running=True))
        self.turns[-1].events.append(event)

    def _turn_is_over(self) -> bool:
        """All of its cards are placed, and no decision is due."""
        if not (self.turns and self.turns[-1].running) or self.open or self.hiki:
            return False
        turn = self.turns[-1]
        kinds = [event.kind for event in turn.events]
        if self.asks and kinds[-1] == t.EVENT_KIND_YAKU_FORMED:
            return False
        has_played = t.EVENT_KIND_CARD_PLAYED in kinds or not self.seats[turn.seat - 1].hand_size
        return t.EVENT_KIND_CARD_DRAWN in kinds or (has_played and not self.pile)

    def _end_turn(self) -> None:
        if self.turns and self.turns[-1].running:
            self.turns[-1].running = False
        self.turns = self.turns[-len(self.seats) :]
        following = [*range(self.turn + 1, len(self.seats) + 1), *range(1, self.turn + 1)]
        self.turn = next(seat for seat in following if not self.seats[seat - 1].out)

    # -- views -----------------------------------------------------------------------------------

    def _adopt(self, update: t.Update, view: t.SeatView | None) -> None:
        """Take a view as it is: the news did not go on from what was known."""
        match = update.match
        self.seq, self.chain = update.seq, match.chain
        self.round, self.dealer, self.turn = match.round, match.dealer, match.turn
        self.pile, self.open, self.drawn = match.draw_pile, match.open_card, match.open_card_drawn
        self.field, self.turns, self.hiki = list(match.field), list(match.turns), []
        self.hand = set(view.hand) if view is not None else None
        self.seats = [Seat(each.player_name, each.bot) for each in update.table.seats]
        for seat, side in zip(self.seats, match.sides, strict=False):
            seat.hand_size, seat.captured = side.hand_size, list(side.captured)
            seat.calls, seat.out = side.koikoi_calls, side.out
            seat.scores = list(side.round_scores)
            seat.before = side.score - sum(side.round_scores)

    def _learn(self, update: t.Update, view: t.SeatView | None) -> None:
        """What no event tells: a dealt hand, the first score, and what a round brought."""
        if self.hand is None and view is not None:
            self.hand = set(view.hand)
        for seat, side in zip(self.seats, update.match.sides, strict=False):
            if seat.before is None:
                seat.before = side.score - sum(side.round_scores)
            told = zip(seat.scores, side.round_scores, strict=False)
            seat.scores[: len(side.round_scores)] = [
                score if mine is None else mine for mine, score in told
            ]

    def _differences(self, update: t.Update, view: t.SeatView | None) -> Iterator[str]:
        def compared(what: str, mine: object, told: object) -> Iterator[str]:
            if mine != told:
                yield f"{what} is {told}, by the events {mine}"

        match = update.match
        for number, (seat, sat) in enumerate(zip(self.seats, update.table.seats, strict=True), 1):
            here = sat.player_name, sat.bot
            yield from compared(f"who sits in {number}", (seat.name, seat.bot), here)
        if not update.HasField("match"):
            return
        yield from compared("the round", (self.round, self.dealer), (match.round, match.dealer))
        yield from compared("the turn", self.turn, match.turn)
        yield from compared("the draw pile", self.pile, match.draw_pile)
        yield from compared("the field", self.field, list(match.field))
        yield from compared("the open card", self.open, match.open_card)
        if self.open:
            yield from compared("open_card_drawn", self.drawn, match.open_card_drawn)
        yield from compared("the turns", self.turns, list(match.turns))
        yield from compared("the chain", self.chain, match.chain)
        for number, (seat, side) in enumerate(zip(self.seats, match.sides, strict=True), 1):
            for what, mine, told in (
                ("hand_size", seat.hand_size, side.hand_size),
                ("captured", seat.captured, list(side.captured)),
                ("koikoi_calls", seat.calls, side.koikoi_calls),
                ("round_scores", seat.scores, list(side.round_scores)),
                ("score", (seat.before or 0) + sum(side.round_scores), side.score),
                ("out", seat.out, side.out),
            ):
                yield from compared(f"{what} of seat {number}", mine, told)
        if match.HasField("result"):
            last = [seat.scores[-1] for seat in self.seats if seat.scores]
            yield from compared("the result's scores", last, list(match.result.scores))
        if view is not None and self.hand is not None:
            yield from compared("the hand", sorted(self.hand), list(view.hand))
            size = self.seats[self.me - 1].hand_size
            yield from compared("the hand's size", len(self.hand), size)
