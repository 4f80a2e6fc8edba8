"""Sakura, or Hawaiian Koi-Koi: two to seven play for card points, alone or in teams
(rules: section 8).

A turn: play a hand card, turn over the top of the draw pile; each takes a card of its month
or stays on the field. The lightning (gaji) takes any card. A player whose hand and the field have
all four cards of a month may take them (hiki), even out of turn. Cards and yaku are counted when
all cards are played.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import assert_never

from hanafuda import turn
from hanafuda.analysis.chart import chart_rows
from hanafuda.cards import DECK, Card, Cards, CardSet, card_set, cards_in
from hanafuda.dealing import draw_lots, month_rank
from hanafuda.events import (
    CardDrawn,
    CardPlayed,
    CardsCaptured,
    Event,
    Events,
    HikiCalled,
    Seat,
    TurnPassed,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import ChartRow, Option, Phase, Side, Verb, View
from hanafuda.sakura.rules import ABOUT, LIGHTNING, POINTS, SETS, Rules, stakes, teams
from hanafuda.sakura.scoring import count_round, side_of, side_yaku, tables
from hanafuda.sakura.state import State, awaits_hand_card, begin, evolve
from hanafuda.spread import captures, plays, settle_event
from hanafuda.turn import hand

__all__ = [
    "ABOUT",
    "SETS",
    "Rules",
    "State",
    "begin",
    "chart",
    "deal",
    "decide",
    "evolve",
    "hand",
    "likeness",
    "options",
    "stakes",
    "tables",
    "teams",
    "view",
]

MONTHS: tuple[Cards, ...] = tuple(DECK[at : at + 4] for at in range(0, 48, 4))
WILLOWS = card_set(MONTHS[10])
_MONTH_SETS = tuple((month, card_set(month)) for month in MONTHS)


def deal(state: State, deck: Cards) -> Events:
    """Draw lots, or deal a round. If the field has all cards of a month, the dealer gets them.

    Raises:
        IllegalMove: if no deck is awaited.
        ValueError: if *deck* is not the 48 cards.
    """
    if turn.awaited_round(state) == 0:
        return (draw_lots(deck, state.seats, shown=True, rank=month_rank),)
    dealt = turn.deal_round(state, deck)
    course = _Course(state)
    course.add(dealt)
    for month in MONTHS:
        if set(month) <= set(dealt.field):
            course.add(CardsCaptured(dealt.dealer, month))
    return tuple(course.events)


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """Everything that *seat* may do now: hand cards and what they take ascending, then hiki.

    Hiki may be offered out of turn.
    """
    match state.phase:
        case Phase.PLAY if seat and awaits_hand_card(state):
            own = turn.play_options(state.spread, seat, _plays) if seat == state.turn else ()
            return (*own, *_hiki_options(state, seat))
        case Phase.PLACE if seat == state.turn:
            return turn.place_options(state.spread, _captures)
        case Phase.PLAY | Phase.PLACE | Phase.DECIDE | Phase.DECK | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def _captures(field: CardSet, opened: Card) -> tuple[Cards, ...]:
    """The ways to settle the open card on *field*: for each the cards that it takes, ascending.

    The lightning is wild (rules: D-28)."""
    if opened != LIGHTNING:
        return captures(field, opened)
    willows = field & WILLOWS
    if willows.bit_count() == 3:
        return (cards_in(willows),)
    single = tuple([(each,) for each in cards_in(field)])
    return single if willows else (*single, ())


def _plays(field: CardSet, card: Card) -> tuple[Option, ...]:
    """The options to play *card*. For the lightning there is one: what it takes is chosen later."""
    if card != LIGHTNING:
        return plays(field, card)
    ways = _captures(field, LIGHTNING)
    return (Option(Verb.PLAY, LIGHTNING, ways[0] if len(ways) == 1 else ()),)


def _hiki_options(state: State, seat: Seat) -> list[Option]:
    if state.rules.hiki == "own_turn" and seat != state.turn:
        return []
    return [Option(Verb.HIKI, month[0], month) for month in _hiki_months(state, seat)]


def _hiki_months(state: State, seat: Seat) -> list[Cards]:
    """The months that *seat* can take by hiki: it has at least one card, the field has the rest."""
    hand, field = card_set(state.spread.hands[seat - 1]), card_set(state.spread.field)
    missing = ~(hand | field)
    return [month for month, cards in _MONTH_SETS if hand & cards and not missing & cards]


def decide(state: State, seat: Seat, option: Option) -> Events:
    """The events that follow from *option*, up to the next choice or deck.

    Raises:
        IllegalMove: if ``options`` does not offer it.
    """
    turn.require_offered(option, options(state, seat))
    verb, opened, taken, _ = option
    assert opened is not None, "every option of Sakura has a card"
    course = _Course(state)
    if verb is Verb.HIKI:
        course.call_hiki(seat, taken)
    elif verb is Verb.PLAY:
        course.add(CardPlayed(seat, opened))
        if opened != LIGHTNING:
            course.add(settle_event(seat, opened, taken))
    else:
        course.place(seat, opened, taken)
    course.go_on()
    return tuple(course.events)


@dataclass(slots=True)
class _Course:
    """Collects the events that follow from a choice, and keeps the state after them."""

    state: State
    events: list[Event] = field(default_factory=list)

    def add(self, *events: Event) -> None:
        """Add *events*, and after a capture the yaku that it makes."""
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            self.events.append(event)
            if isinstance(event, CardsCaptured):
                had = _yaku(before, event.seat)
                held = _yaku(self.state, event.seat)
                if len(held) > len(had):
                    formed = tuple([each for each in held if each not in had])
                    total = sum([each.points for each in held])
                    self.events.append(YakuFormed(event.seat, formed, total))

    def call_hiki(self, seat: Seat, month: Cards) -> None:
        """Let *seat* capture a whole month from its hand and the field."""
        hand = self.state.spread.hands[seat - 1]
        own = tuple([each for each in month if each in hand])
        self.add(HikiCalled(seat, month[0].month, own), CardsCaptured(seat, month))

    def place(self, seat: Seat, opened: Card, taken: Cards) -> None:
        """Let the open card take *taken*.

        If another seat can call hiki of the month that a lightning would take from, that seat gets
        the month instead, and *seat* chooses again (rules: D-28)."""
        if opened == LIGHTNING and taken:
            month = MONTHS[taken[0].month - 1]
            for other in range(1, self.state.seats + 1):
                if other != seat and month in _hiki_months(self.state, other):
                    self.call_hiki(other, month)
                    return
        self.add(settle_event(seat, opened, taken))

    def go_on(self) -> None:
        """Play on until the next choice. A seat without hand cards only draws."""
        while True:
            state, seat, spread = self.state, self.state.turn, self.state.spread
            if spread.open_card is not None:
                ways = _captures(card_set(spread.field), spread.open_card)
                if len(ways) > 1:
                    return
                self.add(settle_event(seat, spread.open_card, ways[0]))
            elif awaits_hand_card(state):
                return
            elif not state.extra.drawn and spread.draw_pile:
                self.add(CardDrawn(seat, spread.draw_pile[0]))
            elif any(spread.hands) or (state.rules.end == "pile_empty" and spread.draw_pile):
                self.add(TurnPassed(state.next_seat))
            else:
                self.end()
                return

    def end(self) -> None:
        """End the round: capture the rest of the gaji's month, then count."""
        gaji, field = self.state.extra.gaji, self.state.spread.field
        if gaji is not None:
            rest = tuple(sorted([each for each in field if each.month == gaji.took.month]))
            if rest:
                self.add(CardsCaptured(gaji.seat, rest))
        state = self.state
        match, teams = state.match, state.extra.teams
        result = count_round(state.rules, teams, state.spread.captured, match.dealer)
        is_last = match.round == state.rules.rounds
        self.add(*(turn.match_over(state, result) if is_last else (result,)))


def _yaku(state: State, seat: Seat) -> tuple[YakuScore, ...]:
    """The yaku of *seat*'s side."""
    return side_yaku(state.rules, state.spread.captured, side_of(state.extra.teams, seat))


def view(state: State) -> View:
    """What everybody sees."""
    sides = [_side(state, seat) for seat in range(1, state.seats + 1)]
    return turn.view(state, state.rules.rounds, sides)


def _side(state: State, seat: Seat) -> Side:
    gaji = state.extra.gaji
    took = gaji.took if gaji is not None and gaji.seat == seat else None
    return turn.side(state, seat, _yaku(state, seat))._replace(gaji_took=took)


def likeness(rules: Rules, card: Card) -> Hashable:
    """Month, kind and points, which tell the yellow paulownia from the other plains."""
    return (card.month, card.kind, POINTS[card - 1])


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """The yaku under *rules*."""
    return chart_rows(tables(rules))
