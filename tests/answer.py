"""Answer rule vectors: ``python -m tests.answer`` reads one a line and prints one answer a line.

A vector is JSON with ``kind`` and ``given``; the answer is what it should expect. A kind or option
that is not known is answered ``{"unsupported": true}``, a bad line ``{"error": "…"}``. Players A,
B, … are seats 1, 2, …. ``tests/vectors`` has examples of every kind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from hanafuda.cards import card, card_set, cards
from hanafuda.coin import play as coin
from hanafuda.dealing import best_lots, dealt_hand, field_void
from hanafuda.events import (
    RoundEnd,
    ScoreLine,
)
from hanafuda.game import Phase
from hanafuda.house_rules import RuleError, parse, value_text
from hanafuda.koikoi import play as koikoi
from hanafuda.koikoi.scoring import multipliers, tables
from hanafuda.yaku import BRIGHT_POINTS, score_of, yaku_held
from tests.replay import Answer, Given, Replay, codes, named, player, seat_of
from tests.sakura_answers import sakura_first_dealer, sakura_round, sakura_score

R = TypeVar("R")

PHASES = {Phase.PLAY: "play", Phase.PLACE: "draw_choice", Phase.DECIDE: "decide"}


class Unsupported(Exception):
    """The vector asks for what the rules here do not know."""


def main() -> None:
    """Answer each line of standard input, in order."""
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(answer_line(line)), flush=True)


def answer_line(line: str | bytes) -> Answer:
    """The answer to a vector as JSON; never raises."""
    try:
        return answer(json.loads(line))
    except (Unsupported, RuleError):
        return {"unsupported": True}
    except Exception as error:  # a bad line must not end the others
        return {"error": f"{type(error).__name__}: {error}"}


def answer(vector: Given) -> Answer:
    """The answer to a vector.

    Raises:
        Unsupported: for a kind that is not known.
        RuleError: for an option that is not known, or a value of it.
    """
    kind = KINDS.get(vector["kind"])
    if kind is None:
        raise Unsupported(vector["kind"])
    return kind(vector["given"])


# Small questions


def score(given: Given) -> Answer:
    """What a pile of captured cards is worth."""
    held = yaku_held(tables(koikoi_rules(given)), card_set(cards(given["captured"])))
    return {"yaku": named(held), "base": sum(each.points for each in held)}


def final_points(given: Given) -> Answer:
    """What base points become by the multipliers."""
    base = given["base"]
    times = multipliers(koikoi_rules(given), 1, base, given["own_koi"], given["opponent_koi"])
    return {"points": score_of((ScoreLine(1, "base", points=base), *times))}


def dealt(given: Given) -> Answer:
    """The yaku of a dealt hand."""
    return {"hand": dealt_hand(cards(given["hand"]))}


def void(given: Given) -> Answer:
    """Whether a field is dealt again."""
    pairs_void = koikoi_rules(given).field_redeal == "four_or_pairs"
    return {"redeal": field_void(cards(given["field"]), pairs_void)}


def first_dealer(given: Given) -> Answer:
    """Who deals first, by one lot each."""
    best = best_lots([(seat_of(name), card(given[name])) for name in "AB"])
    return {"dealer": player(best[0]) if len(best) == 1 else "redraw"}


# Rounds and matches, played over


def koikoi_round(given: Given) -> Answer:
    """A round of Koi-Koi to its end."""
    replay = _one_round(given)
    ended, view = replay.ended, koikoi.view(replay.state)
    scored = ended.end in (RoundEnd.STOPPED, RoundEnd.DEALT_HAND)
    made = [line for line in ended.lines if scored and not line.times]
    hands = [koikoi.hand(replay.state, seat) for seat in replay.seats]
    return {
        "reason": replay.reason,
        "winner": replay.winner,
        "yaku": sorted([line.item, line.points] for line in made),
        "base": sum(line.points for line in made),
        "koi_calls": replay.by_player(side.koikoi_calls for side in view.sides),
        "scores": replay.by_player(ended.scores),
        "next_dealer": player(ended.next_dealer),
        "decks_used": replay.decks_used,
        "captured": replay.by_player(codes(side.captured) for side in view.sides),
        "hands_left": replay.by_player(map(codes, hands)),
        "field_left": codes(view.field),
        "pile_left": view.draw_pile,
        "events": replay.told,
    }


def legal(given: Given) -> Answer:
    """What may be done in the middle of a round."""
    replay = _one_round(given)
    offered = [action for seat in replay.seats for _, action in replay.offers(seat)]
    over = replay.result is not None
    return {
        "phase": "over" if over else PHASES[koikoi.view(replay.state).phase],
        "turn": player(replay.mover if over else replay.state.turn),
        "legal": sorted(offered, key=_sorting),
        "refused": [action for action in given["try"] if action not in offered],
    }


def _sorting(action: Answer) -> tuple[str, ...]:
    return tuple(action.get(key, "") for key in ("player", "type", "card", "take"))


def _one_round(given: Given) -> Replay:
    # Never the last month, so that there is a next dealer.
    rules = replace(koikoi_rules(given), months=24)
    replay = Replay(koikoi, rules, 2, given["dealer"])
    replay.round(given)
    return replay


def koikoi_match(given: Given) -> Answer:
    """A match of Koi-Koi, as far as its rounds go."""
    replay = Replay(koikoi, koikoi_rules(given), 2, given["dealer"])
    history = []
    for month, each in enumerate(given["rounds"], 1):
        replay.round(each)
        told: Answer = {"month": month, "dealer": player(replay.dealer)}
        told |= {"reason": replay.reason, "winner": replay.winner}
        told["scores"] = replay.by_player(replay.ended.scores)
        told["totals"] = replay.by_player(side.score for side in koikoi.view(replay.state).sides)
        history.append(told)
    view = koikoi.view(replay.state)
    return {
        "history": history,
        "totals": replay.by_player(side.score for side in view.sides),
        "winner": player(view.winners[0]) if len(view.winners) == 1 else None,
        "over": view.phase is Phase.OVER,
    }


def coin_match(given: Given) -> Answer:
    """A match of the coin game, as far as its rounds go."""
    chosen = {
        "rounds": given["rounds_max"],
        "coins": given["coins"],
        **(given.get("options") or {}),
    }
    replay = Replay(coin, rules_of(coin.Rules, chosen), len(given["players"]), given["dealer"])
    history = []
    for each in given["rounds"]:
        replay.round(each)
        view = coin.view(replay.state)
        told: Answer = {"payments": replay.by_player(replay.ended.scores)}
        told["coins"] = replay.by_player(side.score for side in view.sides)
        told["out"] = [player(seat) for seat in replay.out]
        told["next_dealer"] = player(replay.ended.winner or replay.dealer)
        history.append(told)
    view = coin.view(replay.state)
    return {
        "history": history,
        "coins": replay.by_player(side.score for side in view.sides),
        "winners": [player(seat) for seat in view.winners],
        "over": view.phase is Phase.OVER,
    }


# Words


def koikoi_rules(given: Given) -> koikoi.Rules:
    """The house rules of a vector, which writes the four points of the Brights out."""
    chosen = dict(given.get("options") or {})
    points = chosen.get("bright_points")
    if isinstance(points, dict):
        four = tuple(points.get(yaku) for yaku in ("goko", "shiko", "ame_shiko", "sanko"))
        names = [name for name, each in BRIGHT_POINTS.items() if each == four]
        if not names:
            raise Unsupported(f"no choice of bright_points is {four}")
        chosen["bright_points"] = names[0]
    return rules_of(koikoi.Rules, chosen)


def rules_of(rules: type[R], chosen: Given) -> R:
    """House rules of values as a vector writes them.

    Raises:
        RuleError: when one is not known, or its value is not.
    """
    return parse(rules, {name: value_text(value) for name, value in chosen.items()})


KINDS: dict[str, Callable[[Given], Answer]] = {
    "score": score,
    "final_points": final_points,
    "dealt_hand": dealt,
    "field_void": void,
    "first_dealer": first_dealer,
    "round": koikoi_round,
    "legal": legal,
    "game": koikoi_match,
    "coin_game": coin_match,
    "sakura_score": sakura_score,
    "sakura_first_dealer": sakura_first_dealer,
    "sakura_round": sakura_round,
}
"""Who answers a kind of vector. A new kind is a function and its line here."""

if __name__ == "__main__":
    main()
