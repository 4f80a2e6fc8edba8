"""Play matches over from decks and actions, and tell them in the words of the rule vectors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hanafuda.cards import Card, Cards, cards
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
    Seat,
    SeatOut,
    YakuFormed,
    YakuScore,
)
from hanafuda.game import Game, IllegalMove, Option, Side, Verb

Given = Mapping[str, Any]
Answer = dict[str, Any]

NAMES = "ABCDEFG"
WORDS = {Verb.KOIKOI: "koi", Verb.STOP: "stop", Verb.PLAY: "play", Verb.TAKE: "take"}


class Replay:
    """A match played over from decks and actions, told in the words of the vectors."""

    def __init__(self, game: Game, rules: Any, seats: int, dealer: str) -> None:
        self.game = game
        self.seats = range(1, seats + 1)
        self.state = game.evolve(game.begin(rules, seats), LotsDrawn(seat_of(dealer), shown=False))
        self.dealer = seat_of(dealer)  # of the round
        self.mover = self.dealer  # who acted last
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
            if _chooses(action, option, offered):
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
                told = self._formed(event)
            if told:
                self.told.append(told)

    def _formed(self, event: YakuFormed) -> Answer:
        held = named(self.side(event.seat).yaku)
        return {"event": "yaku", "player": player(event.seat), "base": event.total, "yaku": held}

    def _told(self, event: Event) -> Answer:
        match event:
            case RoundDealt():
                self.dealer = self.mover = event.dealer
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


def _chooses(action: Given, option: Option, offered: Answer) -> bool:
    if any(action.get(key) != offered.get(key) for key in ("type", "card", "month")):
        return False
    # What is taken may be named where there is no choice, and must be where there is one.
    take = action.get("take")
    needless = "take" not in offered and [each.code for each in option.taken] == [take]
    return needless or take == offered.get("take")


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
