"""The score of a month of Koi-Koi, and the ways in which a month ends."""

from __future__ import annotations

from functools import lru_cache

from hanafuda.events import RoundEnd, RoundEnded, ScoreLine, Seat, YakuScore
from hanafuda.koikoi.rules import DOUBLE_AT, Rules
from hanafuda.seats import put
from hanafuda.yaku import Tables, koikoi_tables, score_lines, score_of

KOI_BAI_CAP = 8  #: the most that the opponent's calls multiply by (rules: D-13)


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return 3 - seat


@lru_cache(maxsize=256)
def tables(rules: Rules) -> Tables:
    """The yaku that count under *rules*."""
    return koikoi_tables(
        viewing=rules.viewing,
        viewing_points=rules.viewing_points,
        bright_points=rules.bright_points,
        set_points=rules.set_points,
        counting=rules.counting,
        sake_cup=rules.sake_cup,
        bukku=rules.bukku,
        nomi=rules.nomi,
    )


def multipliers(
    rules: Rules, seat: Seat, base: int, own_calls: int, opponent_calls: int
) -> tuple[ScoreLine, ...]:
    """The rows that multiply *base* points when *seat* stops (rules: D-12, D-13, D-14)."""
    lines = []
    if rules.double_at_7 and base >= DOUBLE_AT:
        lines.append(ScoreLine(seat, "double_at_7", times=2))
    if opponent_calls and rules.koi_multiplier != "off":
        times = 2
        if rules.koi_multiplier == "koi_bai":
            times = min(2**opponent_calls, KOI_BAI_CAP)
        lines.append(ScoreLine(seat, "koikoi", times=times))
    if own_calls and rules.own_koi_doubles:
        lines.append(ScoreLine(seat, "own_koi", times=2))
    return tuple(lines)


def stop_lines(
    rules: Rules, seat: Seat, held: tuple[YakuScore, ...], calls: tuple[int, ...]
) -> tuple[ScoreLine, ...]:
    """The score if *seat* stops with the yaku *held*. *calls* of koi-koi: seat 1 first."""
    base = sum(each.points for each in held)
    times = multipliers(rules, seat, base, calls[seat - 1], calls[other(seat) - 1])
    return score_lines(seat, held) + times


def won(end: RoundEnd, winner: Seat, lines: tuple[ScoreLine, ...], next_dealer: Seat) -> RoundEnded:
    """The event for a month in which *winner* (0: nobody) scores *lines*."""
    points = score_of(lines)
    scores = put((0, 0), winner, points) if winner else (0, 0)
    return RoundEnded(end, winner, points, lines, scores, next_dealer)


def stopped(seat: Seat, lines: tuple[ScoreLine, ...]) -> RoundEnded:
    """The end of a month when *seat* stops: it deals next, and the opponent scores nothing."""
    return won(RoundEnd.STOPPED, seat, lines, seat)


def drawn(rules: Rules, dealer: Seat) -> RoundEnded:
    """The end of a month when all cards are played and nobody has stopped (rules: D-17)."""
    winner = {"oya_ken": dealer, "tsukazu": other(dealer)}.get(rules.drawn, 0)
    if winner:
        line = ScoreLine(winner, rules.drawn, points=rules.drawn_points)
        return won(RoundEnd.DRAWN, winner, (line,), winner)
    return won(RoundEnd.DRAWN, 0, (), _unwon_dealer(rules, dealer))


def shown_hands(rules: Rules, dealer: Seat, held: dict[Seat, YakuScore]) -> RoundEnded:
    """The end of a month by dealt hands: one scores, two do not (rules: D-06)."""
    if len(held) > 1:
        return won(RoundEnd.DEALT_HANDS, 0, (), _unwon_dealer(rules, dealer))
    [(seat, yaku)] = held.items()
    return won(RoundEnd.DEALT_HAND, seat, score_lines(seat, [yaku]), seat)


def _unwon_dealer(rules: Rules, dealer: Seat) -> Seat:
    return other(dealer) if rules.drawn == "change_dealer" else dealer
