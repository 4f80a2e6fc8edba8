"""Answer rule vectors: ``python -m tests.answer`` reads one a line and prints one answer a line.

A vector is JSON with ``kind`` and ``given``; the answer is what it should expect. A kind or option
that is not known is answered ``{"unsupported": true}``, a bad line ``{"error": "…"}``. Players A,
B, … are seats 1, 2, …. ``tests/vectors`` has examples of every kind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from hanafuda import koikoi
from hanafuda.cards import Card, Cards, card, card_set, cards
from hanafuda.dealing import best_lots, dealt_hand, field_void
from hanafuda.events import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardsCaptured,
    DealVoided,
    Event,
    Events,
    HandShown,
    KoikoiCalled,
    LotsDrawn,
    RoundDealt,
    RoundEnd,
    RoundEnded,
    ScoreLine,
    Seat,
    SeatOut,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import Game, IllegalMove, Option, Phase, Side, Verb
from hanafuda.house_rules import parse, spoken
from hanafuda.koikoi_scoring import multipliers, tables
from hanafuda.yaku import BRIGHT_POINTS, reckoned, yaku_held

Given = Mapping[str, Any]
Answer = dict[str, Any]

NAMES = "ABCDEFG"
VERBS = {"koi": Verb.KOIKOI, "stop": Verb.STOP, "play": Verb.PLAY, "take": Verb.TAKE}
WORDS = {verb: word for word, verb in VERBS.items()}
PHASES = {Phase.PLAY: "play", Phase.PLACE: "draw_choice", Phase.DECIDE: "decide"}


class Unsupported(Exception):
    """The vector asks for what the rules here do not know."""


def main() -> None:
    """Answer each line of standard input, in order."""
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer_line(line)), flush=True)


def answer_line(line: str) -> Answer:
    """The answer to a vector as JSON; never raises."""
    try:
        return answer(json.loads(line))
    except Unsupported:
        return {"unsupported": True}
    except Exception as error:  # a bad line must not end the others
        return {"error": f"{type(error).__name__}: {error}"}


def answer(vector: Given) -> Answer:
    """The answer to a vector.

    Raises:
        Unsupported: for a kind or an option that is not known.
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
    return {"points": reckoned((ScoreLine(1, "base", points=base), *times))}


def dealt(given: Given) -> Answer:
    """The yaku of a dealt hand."""
    return {"hand": dealt_hand(cards(given["hand"]))}


def void(given: Given) -> Answer:
    """Whether a field is dealt again."""
    pairs_void = koikoi_rules(given).field_redeal == "four_or_pairs"
    return {"redeal": field_void(cards(given["field"]), pairs_void)}


def first_dealer(given: Given) -> Answer:
    """Who deals first, by one lot each."""
    best = best_lots([(seat_of(name), card(code)) for name, code in given.items()])
    return {"dealer": player(best[0]) if len(best) == 1 else "redraw"}


# Rounds and matches, played over


class Replay:
    """A match played over from decks and actions, told in the words of the vectors."""

    def __init__(self, game: Game, rules: Any, seats: int, dealer: str) -> None:
        self.game = game
        self.seats = range(1, seats + 1)
        self.state = game.evolve(game.begin(rules, seats), LotsDrawn(seat_of(dealer), shown=False))
        self.dealer = seat_of(dealer)  # of the round
        self.mover: Seat = 0  # who acted last
        self.chosen = Verb.PLAY  # what it chose
        self.source = "play"  # where the open card came from
        self.result: RoundEnded | None = None
        self.told: list[Answer] = []  # the round's events
        self.out: list[Seat] = []  # in this round
        self.decks_used = 0
        self.last: Event | None = None

    def round(self, given: Given) -> None:
        """Deal *given* decks and play its actions.

        Raises:
            IllegalMove: when the rules refuse an action.
        """
        self.told, self.out, self.decks_used, self.result = [], [], 0, None
        for deck in given["decks"]:
            self.decks_used += 1
            self.happen(self.game.deal(self.state, cards(deck)))
            if not isinstance(self.last, DealVoided):
                break
        for action in given["actions"]:
            self.act(action)

    def act(self, action: Given) -> None:
        """Play one action.

        Raises:
            IllegalMove: when it is not on offer.
        """
        for option, offered in self.offers(seat_of(action["player"])):
            if all(action.get(key) == offered.get(key) for key in ("type", "card", "take")):
                seat = seat_of(action["player"])
                events = self.game.decide(self.state, seat, option)
                self.mover, self.chosen = seat, option.verb
                return self.happen(events)
        raise IllegalMove(f"not on offer: {json.dumps(action)}")

    def offers(self, seat: Seat) -> list[tuple[Option, Answer]]:
        """Each option of *seat* with the action that chooses it."""
        options = self.game.options(self.state, seat)
        found = []
        for option in options:
            action: Answer = {"player": player(seat), "type": WORDS[option.verb]}
            if option.verb is Verb.PLAY:
                assert option.card is not None
                action["card"] = option.card.code
                if sum(other.card == option.card for other in options) > 1:
                    action["take"] = option.taken[0].code
            elif option.verb is Verb.TAKE:
                action["card"] = option.taken[0].code
            found.append((option, action))
        return found

    def happen(self, events: Events) -> None:
        """Fold *events* and tell them."""
        for event in events:
            told = self._told(event)
            self.state = self.game.evolve(self.state, event)
            self.last = event
            if isinstance(event, YakuFormed):
                told = {"player": player(event.seat), "base": event.total}
                told |= {"event": "yaku", "yaku": named(self.side(event.seat).yaku)}
            if told:
                self.told.append(told)

    def _told(self, event: Event) -> Answer:
        match event:
            case RoundDealt():
                self.dealer = event.dealer
            case DealVoided(_, seat):
                return {"event": "redeal", "why": "hand" if seat else "field"}
            case HandShown(seat, _, yaku):
                return {"event": "dealt_hand", "player": player(seat), "name": yaku.yaku}
            case CardPlayed():
                self.source = "play"
            case CardDrawn():
                self.source = "draw"
            case CardLaid(seat, opened):
                return self._settled(seat, opened, [])
            case CardsCaptured(seat, taken, opened):
                assert opened is not None
                field = self.game.view(self.state).field
                return self._settled(seat, opened, [opened, *sorted(taken, key=field.index)])
            case KoikoiCalled(seat):
                return {"event": "koi", "player": player(seat)}
            case SeatOut(seat):
                self.out.append(seat)
            case RoundEnded():
                self.result = event
                return {"event": "end", "reason": self.reason, "winner": self.winner}
        return {}

    def _settled(self, seat: Seat, opened: Card, captured: list[Card]) -> Answer:
        told = {"event": self.source, "player": player(seat), "card": opened.code}
        return told | {"captured": [each.code for each in captured]}

    def side(self, seat: Seat) -> Side:
        """What everybody sees of *seat* now."""
        return self.game.view(self.state).sides[seat - 1]

    @property
    def ended(self) -> RoundEnded:
        """The result of the round.

        Raises:
            ValueError: when it is not over.
        """
        if self.result is None:
            raise ValueError("the actions end before the round does")
        return self.result

    @property
    def reason(self) -> str:
        """Why the round ended."""
        end = self.ended.end
        if end is RoundEnd.STOPPED:
            return "stop" if self.chosen is Verb.STOP else "forced_stop"
        return "both_dealt_hands" if end is RoundEnd.DEALT_HANDS else end.value

    @property
    def winner(self) -> str | None:
        """Who won the round."""
        return player(self.ended.winner) if self.ended.winner else None

    def by_player(self, values: Iterable[Any]) -> Answer:
        """A value for each seat, by the players' names."""
        return {player(seat): value for seat, value in zip(self.seats, values, strict=True)}


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


# Words


def koikoi_rules(given: Given) -> koikoi.Rules:
    """The house rules of a vector, which writes the four points of the Brights out."""
    chosen = dict(given.get("options", {}))
    points = chosen.get("bright_points")
    if isinstance(points, dict):
        four = tuple(points[yaku] for yaku in ("goko", "shiko", "ame_shiko", "sanko"))
        names = [name for name, each in BRIGHT_POINTS.items() if each == four]
        if not names:
            raise Unsupported(f"no choice of bright_points is {four}")
        chosen["bright_points"] = names[0]
    return parse(koikoi.Rules, {name: spoken(value) for name, value in chosen.items()})


def player(seat: Seat) -> str:
    """The name of a seat: "A" of seat 1."""
    return NAMES[seat - 1]


def seat_of(name: str) -> Seat:
    """The seat of a name."""
    return NAMES.index(name) + 1


def codes(some: Cards) -> list[str]:
    """The codes of some cards, ascending."""
    return [each.code for each in sorted(some)]


def named(held: Iterable[YakuScore]) -> list[list[Any]]:
    """Yaku as pairs of name and points, by name."""
    return sorted([each.yaku, each.points] for each in held)


KINDS: dict[str, Callable[[Given], Answer]] = {
    "score": score,
    "final_points": final_points,
    "dealt_hand": dealt,
    "field_void": void,
    "first_dealer": first_dealer,
    "round": koikoi_round,
    "legal": legal,
    "game": koikoi_match,
}
"""Who answers a kind of vector. A new kind is a function and its line here."""

if __name__ == "__main__":
    main()
