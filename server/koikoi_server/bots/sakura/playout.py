"""A second implementation of Sakura's rules: plays rounds out with Medium in all seats.

It works on sets of cards and is several times faster than ``hanafuda.sakura.play``, which is the
reference: tests play rounds with both and compare the scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from hanafuda.cards import DECK, Card, Cards, CardSet, card_set
from hanafuda.dealing import SIZES
from hanafuda.game import Option, Phase, SeatView, Verb, View
from hanafuda.sakura.rules import LIGHTNING, POINTS, teams
from hanafuda.sakura.scoring import COST, TABLE
from hanafuda.spread import captures
from koikoi_server.bots.sakura.policy import (
    DELAY,
    MONTHS,
    Situation,
    best_gaji,
    exposure,
    members,
    play_worth,
    worths,
)

FIRSTS = card_set(DECK[::4])
WILLOWS = MONTHS[11]
_YAKU = tuple([yaku.of for row in TABLE for yaku in row])
_WORTH = tuple(
    [
        (points, card_set(card for card in DECK if POINTS[card - 1] == points))
        for points in (5, 10, 20)
    ]
)


@dataclass(slots=True)
class Playout:
    """A round in which a seat has a choice to make. Seats and sides count from 0."""

    hands: list[CardSet]
    field: CardSet
    won: list[CardSet]  #: captured cards of each side
    pile: Cards
    at: int  #: index of the pile's top card
    turn: int
    flipped: bool  #: the card of this turn has been drawn
    open_card: Card | None
    gaji_side: int  #: the side whose lightning took a card of `gaji_month`
    gaji_month: int  #: 0: the lightning has taken nothing
    hidden: CardSet  #: the cards in hands and in the draw pile
    side: tuple[int, ...]  #: the side of each seat
    yaku: bool  #: yaku count
    at_once: bool  #: hiki is called at any time, in addition to playing a card
    to_pile_end: bool  #: the round goes on until the pile is empty

    @classmethod
    def of(cls, view: SeatView, hands: Sequence[Cards], pile: Cards) -> Playout:
        """The round that *view* shows, with these hands and this pile."""
        table, seats = view.table, len(view.table.sides)
        of = teams(view.rules, seats)
        side = tuple([team - 1 if team else seat for seat, team in enumerate(of)])
        won = [0] * (max(side) + 1)
        gaji_side = gaji_month = 0
        for seat, shown in enumerate(table.sides):
            won[side[seat]] |= card_set(shown.captured)
            if shown.gaji_took is not None:
                gaji_side, gaji_month = side[seat], shown.gaji_took.month
        sets = [card_set(hand) for hand in hands]
        return cls(
            hands=sets,
            field=card_set(table.field),
            won=won,
            pile=pile,
            at=0,
            turn=table.turn - 1,
            flipped=table.phase is Phase.PLACE and is_drawn(table),
            open_card=table.open_card,
            gaji_side=gaji_side,
            gaji_month=gaji_month,
            hidden=sum(sets) | card_set(pile),
            side=side,
            yaku=view.rules.yaku == "on",
            at_once=view.rules.hiki == "any_time",
            to_pile_end=view.rules.end == "pile_empty",
        )

    def scores_after(self, option: Option) -> tuple[int, ...]:
        """Each seat's score of the round if the seat on turn takes *option*. Changes nothing."""
        round = copy(self)
        round.hands, round.won = self.hands[:], self.won[:]
        round._take(option)
        round._to_the_end()
        return round._scores()

    def _take(self, option: Option) -> None:
        card, taken = option.card, card_set(option.taken)
        assert card is not None, "every option of Sakura has a card"
        if option.verb is Verb.HIKI:
            self._hiki(self.turn, card.month)
            if self.at_once and self.hands[self.turn]:
                self._play()
        elif option.verb is Verb.PLAY:
            self._turn_up(card)
            self._play_card(card, taken)
        elif card == LIGHTNING and taken:
            if self._gives_way(option.taken[0].month):
                self._wild()
            else:
                self._settle(card, taken)
                self._remember(option.taken[0].month)
        else:
            self._settle(card, taken)

    def _to_the_end(self) -> None:
        """Play the rest of this turn and all later ones."""
        hands, end = self.hands, len(self.pile)
        while True:
            if not self.flipped and self.at < end:
                self._draw()
            if not (any(hands) or (self.to_pile_end and self.at < end)):
                break
            self.turn = (self.turn + 1) % len(hands)
            self.flipped = False
            if hands[self.turn]:
                self._play()
        if self.gaji_month:
            self.won[self.gaji_side] |= self.field & MONTHS[self.gaji_month]

    def _scores(self) -> tuple[int, ...]:
        made = [0] * len(self.won)
        if self.yaku:
            made = [sum([won & of == of for of in _YAKU]) for won in self.won]
        every = sum(made)
        scores = [
            sum([points * (won & of).bit_count() for points, of in _WORTH])
            + COST * (every - made[side])
            for side, won in enumerate(self.won)
        ]
        return tuple([scores[side] for side in self.side])

    def _play(self) -> None:
        """Call hiki for every seat that can; then play a card for the seat on turn, if any."""
        hands = self.hands
        if self.at_once:
            for seat, hand in enumerate(hands):
                for month in _months(whole_months(hand, self.field)):
                    self._hiki(seat, month)
        hand = hands[self.turn]
        if not hand:
            return
        now = self._situation()
        worth = worths(now)
        best, chosen, chosen_taken, chosen_month = -1e9, LIGHTNING, 0, 0
        for card in members(hand):
            for taken in self._ways(card):
                found = play_worth(now, worth, card, taken)
                if found > best:
                    best, chosen, chosen_taken = found, card, card_set(taken)
        if not self.at_once:
            for month in _months(whole_months(hand, self.field)):
                gain = DELAY * sum([worth[each] for each in members(MONTHS[month])])
                if gain > best:
                    best, chosen_month = gain, month
        if chosen_month:
            self._hiki(self.turn, chosen_month)
        else:
            self._turn_up(chosen)
            self._play_card(chosen, chosen_taken)

    def _ways(self, card: Card) -> tuple[Cards, ...]:
        """The ways to play a hand card."""
        if card != LIGHTNING:
            return captures(self.field, card)
        ways = wild_ways(self.field)
        return ways if len(ways) == 1 else ((),)

    def _turn_up(self, card: Card) -> None:
        self.hands[self.turn] &= ~card.bit
        self.hidden &= ~card.bit

    def _play_card(self, card: Card, taken: CardSet) -> None:
        if card == LIGHTNING:
            self._wild()
        else:
            self._settle(card, taken)

    def _draw(self) -> None:
        """Turn over the top of the draw pile and settle it as Medium would."""
        card = self.pile[self.at]
        self.at += 1
        self.flipped = True
        self.hidden &= ~card.bit
        if card == LIGHTNING:
            self._wild()
            return
        ways = captures(self.field, card)
        if len(ways) == 1:
            self._settle(card, card_set(ways[0]))
        else:
            worth = worths(self._situation())
            self._settle(card, max(ways, key=lambda way: worth[way[0]])[0].bit)

    def _wild(self) -> None:
        """Let the open lightning take the best card, or what it must take."""
        while True:
            ways = wild_ways(self.field)
            if len(ways) == 1:
                taken = ways[0]
                break
            now = self._situation()
            taken = best_gaji(now, worths(now), ways)
            if not taken or not self._gives_way(taken[0].month):
                break
        self._settle(LIGHTNING, card_set(taken))
        if taken:
            self._remember(taken[0].month)

    def _gives_way(self, month: int) -> bool:
        """Give another seat all of *month* if it can call hiki of it. Return whether it can."""
        first = MONTHS[month] & FIRSTS
        for seat, hand in enumerate(self.hands):
            if seat != self.turn and whole_months(hand, self.field) & first:
                self._hiki(seat, month)
                return True
        return False

    def _remember(self, month: int) -> None:
        self.gaji_side, self.gaji_month = self.side[self.turn], month

    def _settle(self, card: Card, taken: CardSet) -> None:
        if taken:
            self.field &= ~taken
            self.won[self.side[self.turn]] |= taken | card.bit
        else:
            self.field |= card.bit

    def _hiki(self, seat: int, month: int) -> None:
        cards = MONTHS[month]
        self.hands[seat] &= ~cards
        self.hidden &= ~cards
        self.field &= ~cards
        self.won[self.side[seat]] |= cards

    def _situation(self) -> Situation:
        hand, own = self.hands[self.turn], self.side[self.turn]
        unseen = self.hidden & ~hand
        hands = [each for each, side in zip(self.hands, self.side, strict=True) if side != own]
        in_hands = sum([each.bit_count() for each in hands])
        others = tuple([won for side, won in enumerate(self.won) if side != own])
        return Situation(
            hand,
            self.field,
            self.won[own],
            others,
            unseen,
            exposure(in_hands, len(hands), unseen),
            self.yaku,
            self.at_once,
        )


def whole_months(hand: CardSet, field: CardSet) -> CardSet:
    """The first card of each month that *hand* can take by hiki from itself and *field*."""
    both = hand | field
    whole = both & both >> 1 & both >> 2 & both >> 3 & FIRSTS
    return whole & (hand | hand >> 1 | hand >> 2 | hand >> 3)


def _months(firsts: CardSet) -> list[int]:
    return [card.month for card in members(firsts)] if firsts else []


def wild_ways(field: CardSet) -> tuple[Cards, ...]:
    """What the lightning may take from *field*; ``()`` means that it stays there."""
    willows = field & WILLOWS
    if willows.bit_count() == 3:
        return (members(willows),)
    single = tuple([(each,) for each in members(field)])
    return single if willows else (*single, ())


def is_drawn(table: View) -> bool:
    """Whether the open card was drawn from the pile; otherwise it is a lightning from a hand.

    Each earlier turn has drawn one card. If one more has been drawn, this turn drew it.
    """
    seats = len(table.sides)
    hand, field = SIZES[seats]
    drawn = len(DECK) - seats * hand - field - table.draw_pile
    return (drawn - (table.turn - table.dealer)) % seats != 0
