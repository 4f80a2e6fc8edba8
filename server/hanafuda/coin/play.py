"""The coin game: Koi-Koi for two to seven who pay in coins (rules: section 7)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from hanafuda.analysis.chart import chart_rows
from hanafuda.cards import Card, Cards, card_set
from hanafuda.coin.rules import ABOUT, SETS, Rules, stakes
from hanafuda.coin.state import State, begin, evolve, tables
from hanafuda.dealing import SIZES, dealt_hands, draw_lots, field_void, next_dealer
from hanafuda.events import (
    CardDrawn,
    CardPlayed,
    DealVoided,
    Events,
    KoikoiCalled,
    MatchEnded,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    ScoreLine,
    Seat,
    SeatOut,
    StopCalled,
    TurnPassed,
    YakuFormed,
)
from hanafuda.game import (
    ChartRow,
    IllegalMove,
    Option,
    Phase,
    Side,
    Verb,
    View,
)
from hanafuda.game import alone as teams
from hanafuda.seats import added, ahead, put
from hanafuda.spread import Spread, captures, dealt, plays, settle, settled, turn_up
from hanafuda.yaku import (
    reckoned,
    score_lines,
    total,
    yaku_formed,
    yaku_held,
)

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


def deal(state: State, deck: Cards) -> Events:
    """What *deck* brings: lots, a void deal, or a round.

    A whole month on the field or a dealt hand makes a deal void; it uses up no round.

    Raises:
        IllegalMove: when no deck is awaited.
        ValueError: when *deck* is not the 48 cards.
    """
    due, dealer = state.deck_due, next_dealer(state.dealer, state.result)
    if due is None:
        raise IllegalMove("no deck is awaited now")
    if due.round == 0:
        return (draw_lots(deck, state.seats, shown=True),)
    playing = state.playing(dealer)
    first, *others = playing
    spread = dealt(deck, (*others, first), state.seats, *SIZES[len(playing)])
    if field_void(spread.field, pairs_void=False):
        return (DealVoided(spread.field),)
    shown = dealt_hands(spread.hands, points=0)
    if shown:
        return (DealVoided(shown[0].yaku.cards, shown[0].seat),)
    return (RoundDealt(due.round, dealer, spread.hands, spread.field, spread.draw_pile),)


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """All that *seat* may do now; hand cards and what they take ascending."""
    if seat != state.turn:
        return ()
    field = card_set(state.spread.field)
    match state.phase:
        case Phase.PLAY:
            return tuple(
                [option for each in state.spread.hands[seat - 1] for option in plays(field, each)]
            )
        case Phase.PLACE:
            opened = state.spread.open_card
            assert opened is not None, "an open card is placed"
            return tuple([Option(Verb.TAKE, opened, taken) for taken in captures(field, opened)])
        case Phase.DECIDE:
            return (
                Option(Verb.KOIKOI),
                Option(Verb.STOP, lines=_stop_lines(state, seat, state.spread)),
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
        return (KoikoiCalled(seat, state.calls[seat - 1] + 1), _passed(state))
    if verb is Verb.STOP:
        return _stopped(state, seat, lines)
    assert opened is not None, "a card is played or placed"
    if verb is Verb.TAKE:
        spread = settle(state.spread, seat, opened, taken)
        return (settled(seat, opened, taken), *_turn_over(state, spread, state.before))
    return _played(state, seat, opened, taken)


def _played(state: State, seat: Seat, opened: Card, taken: Cards) -> Events:
    spread = settle(turn_up(state.spread, seat, opened), seat, opened, taken)
    turned = spread.draw_pile[0]
    events = (CardPlayed(seat, opened), settled(seat, opened, taken), CardDrawn(seat, turned))
    ways = captures(card_set(spread.field), turned)
    if len(ways) > 1:
        return events
    spread = settle(turn_up(spread, seat, turned), seat, turned, ways[0])
    before = state.spread.captured[seat - 1]
    return (*events, settled(seat, turned, ways[0]), *_turn_over(state, spread, before))


def _turn_over(state: State, spread: Spread, before: Cards) -> Events:
    """What follows when the drawn card is settled; *before* is what the seat had at the start."""
    seat = state.turn
    held = card_set(spread.captured[seat - 1])
    points = total(state.tables, held)
    if points > state.totals[seat - 1]:
        formed = YakuFormed(seat, yaku_formed(state.tables, card_set(before), held), points)
        if spread.hands[seat - 1]:
            return (formed,)
        return (formed, *_stopped(state, seat, _stop_lines(state, seat, spread)))
    if any(spread.hands):
        return (_passed(state),)
    unpaid = RoundEnded(RoundEnd.DRAWN, 0, 0, (), (0,) * state.seats, state.dealer)
    return _round_over(state, unpaid)


def _stop_lines(state: State, seat: Seat, spread: Spread) -> tuple[ScoreLine, ...]:
    """What each opponent owes when *seat* stops: all koi-koi calls count, its own too."""
    held = yaku_held(state.tables, card_set(spread.captured[seat - 1]))
    calls = sum(state.calls)
    lines = score_lines(seat, held)
    return (*lines, ScoreLine(seat, "koikoi_calls", times=calls + 1)) if calls else lines


def _stopped(state: State, seat: Seat, lines: tuple[ScoreLine, ...]) -> Events:
    owed = reckoned(lines)
    paid = [min(owed, coins) for coins in state.coins]  # at most what he has (rules: D-24)
    paid[seat - 1] = 0
    payments = put(tuple(-each for each in paid), seat, sum(paid))
    return (
        StopCalled(seat),
        *_round_over(state, RoundEnded(RoundEnd.STOPPED, seat, owed, lines, payments, seat)),
    )


def _round_over(state: State, result: RoundEnded) -> Events:
    coins = added(state.coins, result.scores)
    out = tuple(seat for seat in state.playing(1) if not coins[seat - 1])
    if state.round < state.rules.rounds and sum(map(bool, coins)) > 1:
        return (result, *map(SeatOut, out))
    return (replace(result, next_dealer=0), *map(SeatOut, out), MatchEnded(ahead(coins)))


def _passed(state: State) -> TurnPassed:
    return TurnPassed(state.playing(state.turn)[1])


def view(state: State) -> View:
    """What everybody sees."""
    return View(
        round=state.round,
        rounds=state.rules.rounds,
        dealer=state.dealer,
        phase=state.phase,
        turn=state.turn,
        field=state.spread.field,
        draw_pile=len(state.spread.draw_pile),
        open_card=state.spread.open_card,
        sides=tuple(_side(state, seat) for seat in range(1, state.seats + 1)),
        result=state.result,
        winners=state.winners,
        open_card_drawn=state.spread.is_drawn,
    )


def _side(state: State, seat: Seat) -> Side:
    captured = state.spread.captured[seat - 1]
    held = yaku_held(state.tables, card_set(captured))
    return Side(
        hand_size=len(state.spread.hands[seat - 1]),
        captured=captured,
        yaku=held,
        points=sum(each.points for each in held),
        koikoi_calls=state.calls[seat - 1],
        score=state.coins[seat - 1],
        round_scores=tuple(payments[seat - 1] for payments in state.payments),
        out=seat in state.out,
    )


def hand(state: State, seat: Seat) -> Cards:
    """*seat*'s hand, ascending."""
    return state.spread.hands[seat - 1]


def likeness(rules: Rules, card: Card) -> Hashable:
    """Month and kind: the plains of a month are alike."""
    return (card.month, card.kind)


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """The yaku under *rules*."""
    return chart_rows(tables(rules))
