"""Koi-Koi: two players, a month at a time (rules: sections 3 and 4).

A turn: play a hand card, turn over the top of the draw pile; each takes a card of its month or
stays. When the total of the yaku rose, the player says koi-koi or stops.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, assert_never

from hanafuda.cards import Card, Cards, CardSet, card, card_set, cards_in
from hanafuda.dealing import dealt_hand_chart, dealt_hands, draw_lots, field_void
from hanafuda.events import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardsCaptured,
    DealVoided,
    Event,
    Events,
    HandShown,
    HikiCalled,
    KoikoiCalled,
    LotsDrawn,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    ScoreLine,
    Seat,
    SeatOut,
    StopCalled,
    TurnPassed,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import ChartRow, DeckDue, IllegalMove, Option, Phase, Side, Verb, View
from hanafuda.koikoi_rules import ABOUT, SETS, Rules
from hanafuda.koikoi_scoring import drawn, other, shown_hands, stop_lines, stopped, tables
from hanafuda.spread import (
    Spread,
    bare,
    captures,
    dealt,
    plays,
    put,
    settle,
    settled,
    turn_up,
)
from hanafuda.yaku import Tables, chart_rows, total, yaku_held

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
    "view",
]

HAND, FIELD = 8, 8  # cards dealt to each and to the field
LIGHTNING = card("11-4")


class Match(NamedTuple):
    """The slow part of a match's state: all that most cards leave as it is."""

    rules: Rules
    tables: Tables  #: the yaku that count under the rules
    deck_due: DeckDue | None
    round: int
    dealer: Seat  #: of the next round, once one is over
    totals: tuple[int, ...]  #: of each seat's yaku as last seen at the end of its turn (D-10)
    calls: tuple[int, ...]  #: of koi-koi, in this round
    scores: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]  #: of each ended round, seat 1 first
    result: RoundEnded | None
    winners: tuple[Seat, ...]


class State(NamedTuple):
    """A match of Koi-Koi: the fold of its events."""

    phase: Phase
    turn: Seat  #: 0 between rounds
    spread: Spread
    before: Cards  #: what ``turn`` had captured before its turn
    match: Match

    @property
    def deck_due(self) -> DeckDue | None:
        """Set exactly in Phase.DECK."""
        return self.match.deck_due


def begin(rules: Rules, seats: int) -> State:
    """A new match, which waits for the lots.

    Raises:
        ValueError: unless *seats* is 2.
    """
    if seats != 2:
        raise ValueError(f"Koi-Koi is for 2 seats, not {seats}")
    match = Match(
        rules=rules,
        tables=tables(rules),
        deck_due=DeckDue(0, 1),
        round=0,
        dealer=0,
        totals=(0, 0),
        calls=(0, 0),
        scores=(0, 0),
        round_scores=(),
        result=None,
        winners=(),
    )
    return State(Phase.DECK, 0, bare(seats), (), match)


def deal(state: State, deck: Cards) -> Events:
    """What *deck* brings: lots, a void deal, or a round, which a dealt hand may end at once.

    Raises:
        IllegalMove: when no deck is awaited.
        ValueError: when *deck* is not the 48 cards.
    """
    rules, due, dealer = state.match.rules, state.match.deck_due, state.match.dealer
    if due is None:
        raise IllegalMove("no deck is awaited now")
    if due.round == 0:
        return (draw_lots(deck, 2, shown=rules.first_dealer == "draw"),)
    spread = dealt(deck, (other(dealer), dealer), 2, HAND, FIELD)
    if field_void(spread.field, pairs_void=rules.field_redeal == "four_or_pairs"):
        return (DealVoided(spread.field),)
    shown = [] if rules.dealt_hands == "off" else dealt_hands(spread.hands, rules.dealt_hand_points)
    if shown and rules.dealt_hands == "redeal":
        return (DealVoided(shown[0].yaku.cards, shown[0].seat),)
    begun = RoundDealt(due.round, dealer, spread.hands, spread.field, spread.draw_pile)
    if not shown:
        return (begun,)
    result = shown_hands(rules, dealer, {each.seat: each.yaku for each in shown})
    return (begun, *shown, *_round_over(state, due.round, result))


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """All that *seat* may do now; hand cards and what they take ascending."""
    if seat != state.turn:
        return ()
    match state.phase:
        case Phase.PLAY:
            field = card_set(state.spread.field)
            found: list[Option] = []
            for each in state.spread.hands[seat - 1]:
                if each == LIGHTNING and state.match.rules.lightning_wild:
                    ways = _captures(state.match.rules, field, each)
                    found += [Option(Verb.PLAY, each, taken) for taken in ways]
                else:
                    found += plays(field, each)
            return tuple(found)
        case Phase.PLACE:
            opened = state.spread.open_card
            assert opened is not None, "an open card is placed"
            ways = _captures(state.match.rules, card_set(state.spread.field), opened)
            return tuple([Option(Verb.TAKE, opened, taken) for taken in ways])
        case Phase.DECIDE:
            return (Option(Verb.KOIKOI), Option(Verb.STOP, lines=_stop_lines(state, seat)))
        case Phase.DECK | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def decide(state: State, seat: Seat, option: Option) -> Events:
    """What *option* brings, up to the next choice or deck.

    Raises:
        IllegalMove: when it is not one of ``options``.
    """
    if option not in options(state, seat):
        raise IllegalMove("this is not on offer now: choose one of the options")
    verb, opened, taken, lines = option
    if verb is Verb.KOIKOI:
        return (KoikoiCalled(seat, state.match.calls[seat - 1] + 1), TurnPassed(other(seat)))
    if verb is Verb.STOP:
        return (StopCalled(seat), *_round_over(state, state.match.round, stopped(seat, lines)))
    assert opened is not None, "a card is played or placed"
    if verb is Verb.TAKE:
        spread = settle(state.spread, seat, opened, taken)
        return (settled(seat, opened, taken), *_turn_over(state, spread, state.before))
    return _played(state, seat, opened, taken)


def _played(state: State, seat: Seat, opened: Card, taken: Cards) -> Events:
    spread = settle(turn_up(state.spread, seat, opened), seat, opened, taken)
    turned = spread.draw_pile[0]
    events = (CardPlayed(seat, opened), settled(seat, opened, taken), CardDrawn(seat, turned))
    ways = _captures(state.match.rules, card_set(spread.field), turned)
    if len(ways) > 1:
        return events
    spread = settle(turn_up(spread, seat, turned), seat, turned, ways[0])
    before = state.spread.captured[seat - 1]
    return (*events, settled(seat, turned, ways[0]), *_turn_over(state, spread, before))


def _turn_over(state: State, spread: Spread, before: Cards) -> Events:
    """What follows when the drawn card is settled; *before* is what the seat had at the start."""
    seat = state.turn
    captured = spread.captured[seat - 1]
    if len(captured) > len(before):
        held = card_set(captured)
        points = total(state.match.tables, held)
        if points > state.match.totals[seat - 1]:
            return _formed(state, spread, points, yaku_held(state.match.tables, held), before)
    if any(spread.hands):
        return (TurnPassed(other(seat)),)
    return _round_over(state, state.match.round, drawn(state.match.rules, state.match.dealer))


def _formed(
    state: State, spread: Spread, points: int, held: tuple[YakuScore, ...], before: Cards
) -> Events:
    seat = state.turn
    had = {each.yaku: each.points for each in yaku_held(state.match.tables, card_set(before))}
    new = tuple(each for each in held if each.points > had.get(each.yaku, 0))
    formed = YakuFormed(seat, new, points)
    if spread.hands[seat - 1]:
        return (formed,)
    # No card is left to go on with: it stops without a choice (rules: D-11).
    result = stopped(seat, stop_lines(state.match.rules, seat, held, state.match.calls))
    return (formed, StopCalled(seat), *_round_over(state, state.match.round, result))


def _stop_lines(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    held = yaku_held(state.match.tables, card_set(state.spread.captured[seat - 1]))
    return stop_lines(state.match.rules, seat, held, state.match.calls)


def _round_over(state: State, round: int, result: RoundEnded) -> Events:
    if round < state.match.rules.months:
        return (result,)
    scores = tuple(map(sum, zip(state.match.scores, result.scores, strict=True)))
    best = tuple(seat for seat, score in enumerate(scores, 1) if score == max(scores))
    last = RoundEnded(
        result.end, result.winner, result.points, result.lines, result.scores, next_dealer=0
    )
    return (last, MatchEnded(best))


def _captures(rules: Rules, field: CardSet, opened: Card) -> tuple[Cards, ...]:
    """The ways the open card may be settled; a wild lightning takes any one card (rules: D-21)."""
    ways = captures(field, opened)
    if opened == LIGHTNING and rules.lightning_wild and field and len(ways[0]) < 3:
        return tuple((each,) for each in cards_in(field))
    return ways


def evolve(state: State, event: Event) -> State:
    """The state after *event*."""
    phase, turn, spread, before, match = state
    match event:
        case CardPlayed():
            seat = event.seat
            opened = turn_up(spread, seat, event.card)
            return State(Phase.PLACE, turn, opened, spread.captured[seat - 1], match)
        case CardDrawn():
            opened = turn_up(spread, event.seat, event.card)
            return State(Phase.PLACE, turn, opened, before, match)
        case CardLaid():
            laid = settle(spread, event.seat, event.card, ())
            return State(Phase.PLAY, turn, laid, before, match)
        case CardsCaptured():
            left = settle(spread, event.seat, event.card, event.cards)
            return State(Phase.PLAY, turn, left, before, match)
        case TurnPassed():
            return State(Phase.PLAY, event.seat, spread, before, match)
        case YakuFormed(seat, _, points):
            totals = put(match.totals, seat, points)
            return State(Phase.DECIDE, turn, spread, before, match._replace(totals=totals))
        case KoikoiCalled(seat, calls):
            called = match._replace(calls=put(match.calls, seat, calls))
            return State(phase, turn, spread, before, called)
        case RoundDealt(_, dealer, hands, field, draw_pile):
            spread = Spread(hands, field, draw_pile, ((), ()))
            return State(Phase.PLAY, dealer, spread, (), _round_begun(match, event))
        case RoundEnded():
            return State(Phase.DECK, 0, spread, before, _round_added(match, event))
        case LotsDrawn(dealer):
            lots = match._replace(dealer=dealer, deck_due=DeckDue(1, 1))
            return State(phase, turn, spread, before, lots)
        case DealVoided():
            again = match._replace(deck_due=_again(match.deck_due))
            return State(phase, turn, spread, before, again)
        case MatchEnded(winners):
            over = match._replace(deck_due=None, winners=winners)
            return State(Phase.OVER, 0, spread, before, over)
        case HandShown() | StopCalled() | HikiCalled() | SeatOut():
            return state
        case _:
            assert_never(event)


def _round_begun(match: Match, event: RoundDealt) -> Match:
    return match._replace(
        deck_due=None,
        round=event.round,
        dealer=event.dealer,
        totals=(0, 0),
        calls=(0, 0),
        result=None,
    )


def _round_added(match: Match, event: RoundEnded) -> Match:
    return match._replace(
        deck_due=DeckDue(match.round + 1, 1),
        dealer=event.next_dealer or match.dealer,
        scores=tuple(map(sum, zip(match.scores, event.scores, strict=True))),
        round_scores=(*match.round_scores, event.scores),
        result=event,
    )


def _again(due: DeckDue | None) -> DeckDue:
    assert due is not None, "a deal is void only where one was due"
    return DeckDue(due.round, due.attempt + 1)


def view(state: State) -> View:
    """What everybody sees."""
    return View(
        round=state.match.round,
        rounds=state.match.rules.months,
        dealer=state.match.dealer,
        phase=state.phase,
        turn=state.turn,
        field=state.spread.field,
        draw_pile=len(state.spread.draw_pile),
        open_card=state.spread.open_card,
        sides=(_side(state, 1), _side(state, 2)),
        result=state.match.result,
        winners=state.match.winners,
    )


def _side(state: State, seat: Seat) -> Side:
    captured = state.spread.captured[seat - 1]
    held = yaku_held(state.match.tables, card_set(captured))
    return Side(
        hand_size=len(state.spread.hands[seat - 1]),
        captured=captured,
        yaku=held,
        points=sum(each.points for each in held),
        koikoi_calls=state.match.calls[seat - 1],
        score=state.match.scores[seat - 1],
        round_scores=tuple(scores[seat - 1] for scores in state.match.round_scores),
    )


def hand(state: State, seat: Seat) -> Cards:
    """*seat*'s hand, ascending."""
    return state.spread.hands[seat - 1]


def likeness(rules: Rules, card: Card) -> Hashable:
    """Month and kind: the plains of a month are alike under all house rules."""
    return (card.month, card.kind)


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """The yaku under *rules*; the dealt hands last, where they score."""
    rows = chart_rows(tables(rules)[0])
    if rules.dealt_hands == "score":
        rows += dealt_hand_chart(rules.dealt_hand_points)
    return rows
