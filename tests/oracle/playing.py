"""Random rounds and matches, in the format of the vectors."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.oracle.counting import (
    DECK,
    DEFAULTS,
    LIGHTNING,
    Options,
    ascending,
    dealt_hand,
    is_void,
    month,
    yaku,
)

Told = dict[str, Any]
SIZES = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}


class Round:
    """A valid deal, played at random."""

    def __init__(
        self, players: Sequence[str], dealer: str, deck: Sequence[str], options: Options
    ) -> None:
        at = players.index(dealer)
        self.order = [*players[at:], *players[:at]]
        self.options = options
        size, lying = SIZES[len(players)]
        left = list(deck)
        self.hands: dict[str, list[str]] = {}
        for player in self.order[1:]:
            self.hands[player], left = left[:size], left[size:]
        self.field, left = left[:lying], left[lying:]
        self.hands[dealer], self.pile = left[:size], left[size:]
        self.captured: dict[str, list[str]] = {player: [] for player in players}
        self.calls = dict.fromkeys(players, 0)
        self.events: list[Told] = []
        self.actions: list[Told] = []
        self.reason, self.winner = "drawn", ""

    def ways(self, card: str) -> list[list[str]]:
        """The ways in which *card* may capture."""
        same = [other for other in self.field if month(other) == month(card)]
        if card == LIGHTNING and self.options["lightning_wild"] and self.field and len(same) < 3:
            return [[other] for other in self.field]
        return [[other] for other in same] if len(same) == 2 else [same]

    def play(self, rng: Random) -> None:
        """Play to the end of the round."""
        totals = dict.fromkeys(self.order, 0)
        while any(self.hands.values()):
            for player in self.order:
                if not self.hands[player]:
                    continue
                self._turn(player, rng)
                held = yaku(self.captured[player], self.options)
                total, before = sum(held.values()), totals[player]
                totals[player] = total
                if total <= before:
                    continue
                said = {"event": "yaku", "player": player, "base": total}
                self.events.append(said | {"yaku": pairs(held)})
                if self.hands[player] and rng.random() < 0.6:
                    self.calls[player] += 1
                    self.actions.append({"player": player, "type": "koi"})
                    self.events.append({"event": "koi", "player": player})
                    continue
                self.reason, self.winner = "forced_stop", player
                if self.hands[player]:
                    self.reason = "stop"
                    self.actions.append({"player": player, "type": "stop"})
                return

    def _turn(self, player: str, rng: Random) -> None:
        card = rng.choice(self.hands[player])
        self.hands[player].remove(card)
        ways = self.ways(card)
        taken = rng.choice(ways)
        choice = {"take": taken[0]} if len(ways) > 1 else {}
        self.actions.append({"player": player, "type": "play", "card": card} | choice)
        self._settle("play", player, card, taken)
        card = self.pile.pop(0)
        ways = self.ways(card)
        taken = rng.choice(ways)
        if len(ways) > 1:
            self.actions.append({"player": player, "type": "take", "card": taken[0]})
        self._settle("draw", player, card, taken)

    def _settle(self, event: str, player: str, card: str, taken: list[str]) -> None:
        won = [card, *taken] if taken else []
        self.captured[player] += won
        self.field = [other for other in self.field if other not in taken]
        self.field += [] if taken else [card]
        self.events.append({"event": event, "player": player, "card": card, "captured": won})


def pairs(held: dict[str, int]) -> list[list[Any]]:
    return sorted([name, points] for name, points in held.items())


def koikoi_round(rng: Random, dealer: str, options: Options) -> tuple[Told, Told]:
    """A random round: its input and the expected result."""
    other = "B" if dealer == "A" else "A"
    decks: list[list[str]] = []
    events: list[Told] = []
    while True:
        decks.append(shuffled(rng))
        told = Round("AB", dealer, decks[-1], options)
        shown = {player: dealt_hand(hand) for player, hand in sorted(told.hands.items())}
        if is_void(told.field, options):
            events.append({"event": "redeal", "why": "field"})
        elif any(shown.values()) and options["dealt_hands"] == "redeal":
            events.append({"event": "redeal", "why": "hand"})
        else:
            break
    told.events = events
    holders = [player for player, name in shown.items() if name]
    next_dealer, scores, made = dealer, {"A": 0, "B": 0}, list[list[Any]]()
    unwon = other if options["drawn"] == "change_dealer" else dealer
    if holders and options["dealt_hands"] == "score":
        for player in holders:
            events.append({"event": "dealt_hand", "player": player, "name": shown[player]})
        told.reason, next_dealer = "both_dealt_hands", unwon
        if len(holders) == 1:
            [told.winner] = holders
            told.reason, next_dealer = "dealt_hand", told.winner
            points = options["dealt_hand_points"]
            scores[told.winner], made = points, [[shown[told.winner], points]]
    else:
        told.play(rng)
        if told.winner:
            next_dealer = told.winner
            made = pairs(yaku(told.captured[told.winner], options))
            scores[told.winner] = _score(told, sum(points for _, points in made))
        elif options["drawn"] in ("oya_ken", "tsukazu"):
            told.winner = next_dealer = dealer if options["drawn"] == "oya_ken" else other
            scores[told.winner] = options["drawn_points"]
        else:
            next_dealer = unwon
    winner = told.winner or None
    events.append({"event": "end", "reason": told.reason, "winner": winner})
    return {"decks": decks, "actions": told.actions}, {
        "reason": told.reason,
        "winner": winner,
        "yaku": made,
        "base": sum(points for _, points in made),
        "koi_calls": told.calls,
        "scores": scores,
        "next_dealer": next_dealer,
        "decks_used": len(decks),
        "captured": {player: ascending(cards) for player, cards in told.captured.items()},
        "hands_left": {player: ascending(told.hands[player]) for player in "AB"},
        "field_left": ascending(told.field),
        "pile_left": len(told.pile),
        "events": events,
    }


def _score(told: Round, base: int) -> int:
    options = told.options
    own = told.calls[told.winner]
    calls = sum(told.calls.values()) - own
    score = base * 2 if base >= 7 and options["double_at_7"] else base
    if calls and options["koi_multiplier"] == "opponent":
        score *= 2
    if calls and options["koi_multiplier"] == "koi_bai":
        score *= [2, 4, 8][min(calls, 3) - 1]
    return score * 2 if own and options["own_koi_doubles"] else score


def coin_match(rng: Random, seats: int, set_points: int) -> tuple[Told, Told]:
    """A random match of the coin game: its input and the expected result."""
    players = list("ABCDEFG"[:seats])
    start, rounds_max = rng.choice((4, 8, 40)), rng.choice((2, 6, 24))
    coins = dict.fromkeys(players, start)
    first = dealer = rng.choice(players)
    options = {**DEFAULTS, "set_points": set_points}
    rounds: list[Told] = []
    history: list[Told] = []
    while len(history) < rounds_max and sum(map(bool, coins.values())) > 1:
        inside = [player for player in players if coins[player]]
        decks = [shuffled(rng)]
        while _is_dealt_again(told := Round(inside, dealer, decks[-1], options)):
            decks.append(shuffled(rng))
        told.play(rng)
        payments = dict.fromkeys(players, 0)
        if told.winner:
            dealer = told.winner
            base = sum(yaku(told.captured[dealer], options).values())
            for player in inside:
                if player != dealer:
                    paid = min(coins[player], base * (sum(told.calls.values()) + 1))
                    payments[player] -= paid
                    payments[dealer] += paid
        coins = {player: coins[player] + payments[player] for player in players}
        out = [player for player in inside if not coins[player]]
        rounds.append({"decks": decks, "actions": told.actions})
        history.append({"payments": payments, "coins": coins, "out": out, "next_dealer": dealer})
    given = {"players": players, "dealer": first, "coins": start, "rounds_max": rounds_max}
    best = [player for player in players if coins[player] == max(coins.values())]
    return given | {"rounds": rounds, "options": {"set_points": set_points}}, {
        "history": history, "coins": coins, "winners": best, "over": True
    }  # fmt: skip


def _is_dealt_again(told: Round) -> bool:
    return is_void(told.field, DEFAULTS) or any(map(dealt_hand, told.hands.values()))


def shuffled(rng: Random) -> list[str]:
    """A random deck that often deals a whole month or four pairs to a hand or to the field."""
    months = rng.sample(range(1, 13), 12)
    together: dict[int, list[str]] = {}
    for place in (0, 8, 16):
        if rng.random() < 0.15:
            whole = months.pop()
            together[place] = [card for card in DECK if month(card) == whole]
        elif rng.random() < 0.1 and len(months) > 4:
            four = [months.pop() for _ in range(4)]
            together[place] = [f"{each}-{n}" for each in four for n in rng.sample(range(1, 5), 2)]
    gathered = {card for cards in together.values() for card in cards}
    rest = [card for card in rng.sample(DECK, 48) if card not in gathered]
    for place, cards in together.items():
        rest[place:place] = cards
    return rest
