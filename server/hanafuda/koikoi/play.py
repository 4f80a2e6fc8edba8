"""Koi-Koi: two players, a month at a time (rules: sections 3 and 4).

A turn: play a hand card, turn over the top of the draw pile; each takes a card of its month or
stays. When the total of the yaku rose, the player says koi-koi or stops.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from hanafuda.analysis.chart import chart_rows
from hanafuda.cards import Card, Cards, CardSet, card, card_set, cards_in
from hanafuda.dealing import (
    dealt_hand_chart,
    dealt_hands,
    draw_lots,
    field_void,
    next_dealer,
)
from hanafuda.events import (
    CardDrawn,
    CardPlayed,
    DealVoided,
    Events,
    KoikoiCalled,
    MatchEnded,
    RoundDealt,
    RoundEnded,
    ScoreLine,
    Seat,
    StopCalled,
    TurnPassed,
    YakuFormed,
)
from hanafuda.game import ChartRow, IllegalMove, Option, Phase, Side, Verb, View
from hanafuda.game import alone as teams
from hanafuda.koikoi.rules import ABOUT, SETS, Rules, stakes
from hanafuda.koikoi.scoring import drawn, other, shown_hands, stop_lines, stopped, tables
from hanafuda.koikoi.state import Match, State, begin, evolve
from hanafuda.seats import added, ahead
from hanafuda.spread import (
    Spread,
    captures,
    dealt,
    plays,
    settle,
    settled,
    turn_up,
)
from hanafuda.yaku import total, yaku_formed, yaku_held

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

HAND, FIELD = 8, 8  # cards dealt to each and to the field
LIGHTNING = card("11-4")


def deal(state: State, deck: Cards) -> Events:
    """What *deck* brings: lots, a void deal, or a round, which a dealt hand may end at once.

    Raises:
        IllegalMove: when no deck is awaited.
        ValueError: when *deck* is not the 48 cards.
    """
    rules, due = state.match.rules, state.match.deck_due
    dealer = next_dealer(state.match.dealer, state.match.result)
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
    return (begun, *shown, *_round_over(state.match, due.round, result))


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
            return (
                Option(Verb.KOIKOI),
                Option(Verb.STOP, lines=_stop_lines(state.match, seat, state.spread)),
            )
        case Phase.DECK | Phase.OVER:
            return ()


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
        return (
            StopCalled(seat),
            *_round_over(state.match, state.match.round, stopped(seat, lines)),
        )
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
        points = total(state.match.tables, card_set(captured))
        if points > state.match.totals[seat - 1]:
            return _formed(state, spread, before, points)
    if any(spread.hands):
        return (TurnPassed(other(seat)),)
    return _round_over(state.match, state.match.round, drawn(state.match.rules, state.match.dealer))


def _formed(state: State, spread: Spread, before: Cards, points: int) -> Events:
    seat, match = state.turn, state.match
    held = card_set(spread.captured[seat - 1])
    formed = YakuFormed(seat, yaku_formed(match.tables, card_set(before), held), points)
    if spread.hands[seat - 1]:
        return (formed,)
    # No card is left to go on with: it stops without a choice (rules: D-11).
    result = stopped(seat, _stop_lines(match, seat, spread))
    return (formed, StopCalled(seat), *_round_over(match, match.round, result))


def _stop_lines(match: Match, seat: Seat, spread: Spread) -> tuple[ScoreLine, ...]:
    held = yaku_held(match.tables, card_set(spread.captured[seat - 1]))
    return stop_lines(match.rules, seat, held, match.calls)


def _round_over(match: Match, round: int, result: RoundEnded) -> Events:
    if round < match.rules.months:
        return (result,)
    winners = ahead(added(match.scores, result.scores))
    return (replace(result, next_dealer=0), MatchEnded(winners))


def _captures(rules: Rules, field: CardSet, opened: Card) -> tuple[Cards, ...]:
    """The ways the open card may be settled; a wild lightning takes any one card (rules: D-21)."""
    ways = captures(field, opened)
    if opened == LIGHTNING and rules.lightning_wild and field and len(ways[0]) < 3:
        return tuple((each,) for each in cards_in(field))
    return ways


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
        open_card_drawn=state.spread.is_drawn,
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
    rows = chart_rows(tables(rules))
    if rules.dealt_hands == "score":
        rows += dealt_hand_chart(rules.dealt_hand_points)
    return rows
