"""Koi-Koi: two players, a month at a time (rules: sections 3 and 4).

A turn: play a hand card, turn over the top of the draw pile; each takes a card of its month
or stays on the field. When the total of the yaku has risen, the player calls koi-koi or stops.
"""

from __future__ import annotations

from hanafuda import calling, turn
from hanafuda.analysis.chart import chart_rows
from hanafuda.calling import Lines, likeness
from hanafuda.cards import Card, Cards, CardSet, card, cards_in
from hanafuda.dealing import dealt_hand_chart, dealt_hands, draw_lots, field_void
from hanafuda.events import DealVoided, Events, RoundEnded, Seat
from hanafuda.game import ChartRow, Option, Verb, View
from hanafuda.game import alone as teams
from hanafuda.koikoi.rules import ABOUT, SETS, Rules, stakes
from hanafuda.koikoi.scoring import drawn, shown_hands, stop_lines, stopped, tables
from hanafuda.spread import Spread, captures, plays
from hanafuda.state import evolve, new_match
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

LIGHTNING = card("11-4")

State = calling.State[Rules]


def begin(rules: Rules, seats: int) -> State:
    """A new match that waits for the lots.

    Raises:
        ValueError: unless *seats* is 2.
    """
    if seats != 2:
        raise ValueError(f"Koi-Koi is for 2 seats, not {seats}")
    return new_match(rules, tables(rules), (0, 0), None)


def deal(state: State, deck: Cards) -> Events:
    """Draw lots, void the deal, or deal a round, which a dealt hand may end at once.

    Raises:
        IllegalMove: if no deck is awaited.
        ValueError: if *deck* is not the 48 cards.
    """
    rules = state.rules
    if turn.awaited_round(state) == 0:
        return (draw_lots(deck, 2, shown=rules.first_dealer == "draw"),)
    dealt = turn.deal_round(state, deck)
    if field_void(dealt.field, pairs_void=rules.field_redeal == "four_or_pairs"):
        return (DealVoided(dealt.field),)
    shown = [] if rules.dealt_hands == "off" else dealt_hands(dealt.hands, rules.dealt_hand_points)
    if shown and rules.dealt_hands == "redeal":
        return (DealVoided(shown[0].yaku.cards, shown[0].seat),)
    if not shown:
        return (dealt,)
    result = shown_hands(rules, dealt.dealer, {each.seat: each.yaku for each in shown})
    return (dealt, *shown, *_round_over(evolve(state, dealt), result))


def options(state: State, seat: Seat) -> tuple[Option, ...]:
    """Everything that *seat* may do now; hand cards and what they take ascending."""
    wild = state.rules.lightning_wild
    ways = (_wild_plays, _wild_captures) if wild else (plays, captures)
    return calling.options(state, seat, _ENDS, *ways)


def decide(state: State, seat: Seat, option: Option) -> Events:
    """The events that follow from *option*, up to the next choice or deck.

    Raises:
        IllegalMove: if ``options`` does not offer it.
    """
    turn.require_offered(option, options(state, seat))
    wild = state.rules.lightning_wild
    return calling.decide(state, seat, option, _ENDS, _wild_captures if wild else captures)


def _wild_captures(field: CardSet, opened: Card) -> tuple[Cards, ...]:
    """The ways to settle the open card when the lightning takes any one card (rules: D-21)."""
    ways = captures(field, opened)
    if opened == LIGHTNING and field and len(ways[0]) < 3:
        return tuple([(each,) for each in cards_in(field)])
    return ways


def _wild_plays(field: CardSet, played: Card) -> tuple[Option, ...]:
    if played != LIGHTNING:
        return plays(field, played)
    return tuple([Option(Verb.PLAY, played, taken) for taken in _wild_captures(field, played)])


def _stop_lines(state: State, seat: Seat, spread: Spread) -> Lines:
    held = calling.held(state, seat, spread)
    return stop_lines(state.rules, seat, held, state.match.calls)


def _stopped(state: State, seat: Seat, lines: Lines) -> Events:
    return _round_over(state, stopped(seat, lines))


def _drawn(state: State) -> Events:
    return _round_over(state, drawn(state.rules, state.match.dealer))


_ENDS = calling.Ends(_stop_lines, _stopped, _drawn)


def _round_over(state: State, result: RoundEnded) -> Events:
    if state.match.round < state.rules.months:
        return (result,)
    return turn.match_over(state, result)


def view(state: State) -> View:
    """What everybody sees."""
    return turn.view(state, state.rules.months, calling.sides(state))


def chart(rules: Rules) -> tuple[ChartRow, ...]:
    """The yaku under *rules*; the dealt hands last, where they score."""
    rows = chart_rows(tables(rules))
    if rules.dealt_hands == "score":
        rows += dealt_hand_chart(rules.dealt_hand_points)
    return rows
