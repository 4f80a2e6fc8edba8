"""Answer the rule vectors of Sakura.

In a team game the results stand by "team 1", "team 2", …; the other keys are the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hanafuda.cards import card, cards
from hanafuda.dealing import best_lots, month_rank
from hanafuda.events import CardsCaptured, Event, HikiCalled, YakuFormed, YakuScore
from hanafuda.game import IllegalMove, Option, Verb
from hanafuda.house_rules import RuleError, parse, value_text
from hanafuda.sakura import play as sakura
from hanafuda.sakura.scoring import TABLE, Teams, lines, scores, side_yaku, value
from hanafuda.seats import parties
from tests.replay import Answer, Given, Replay, codes, player, seat_of

NUMBERS = {row.yaku: number for number, (row,) in enumerate(TABLE, 1)}


def sakura_score(given: Given) -> Answer:
    """What captured cards are worth to each player, and to each side."""
    captured = [cards(codes) for _, codes in sorted(given["captured"].items())]
    rules, teams = rules_of(given), teams_of(given, len(captured))
    won = scores(lines(rules, teams, captured), len(captured))
    # A team's yaku are nobody's by himself, so the vectors leave them out.
    own = [
        () if any(teams) else side_yaku(rules, captured, side)
        for side in parties((0,) * len(captured))
    ]
    return {
        "values": _by_player(map(value, captured)),
        "yaku": _by_player(map(numbers, own)),
        "scores": _by_side(teams, won),
    }


def sakura_first_dealer(given: Given) -> Answer:
    """Who deals first, by one lot each; or who draws again."""
    lots = [(seat_of(name), card(code)) for name, code in sorted(given["draws"].items())]
    best = [player(seat) for seat in best_lots(lots, month_rank)]
    return {"dealer_or_redraw": best[0] if len(best) == 1 else best}


def sakura_round(given: Given) -> Answer:
    """A round of Sakura to its end.

    Raises:
        RuleError: when the players of the teams do not alternate.
    """
    seats = len(given["players"])
    replay = SakuraReplay(given, seats)
    if replay.state.extra.teams != teams_of(given, seats):
        raise RuleError("teams", "Seats alternate between the teams")
    replay.round({"decks": [given["deck"]], "actions": given["actions"]})
    ended, view = replay.ended, sakura.view(replay.state)
    teams = replay.state.extra.teams
    took = [(seat, side.gaji_took) for seat, side in enumerate(view.sides, 1) if side.gaji_took]
    winner = None
    if ended.winner:
        team = teams[ended.winner - 1]
        winner = f"team {team}" if team else player(ended.winner)
    return {
        "captured": _by_player(codes(side.captured) for side in view.sides),
        "gaji_player": player(took[0][0]) if took else None,
        "gaji_month": took[0][1].month if took and took[0][1] else None,
        "gaji_bonus": replay.gaji_bonus,
        "yaku": _by_side(teams, [numbers(side.yaku) for side in view.sides]),
        "scores": _by_side(teams, ended.scores),
        "round_winner": winner,
        "next_dealer": player(ended.next_dealer),
        "field_left": codes(view.field),
        "pile_left": view.draw_pile,
        "events": replay.told,
    }


class SakuraReplay(Replay):
    """A round of Sakura: which of two cards a hand card takes is an action of its own."""

    def __init__(self, given: Given, seats: int) -> None:
        super().__init__(sakura, rules_of(given), seats, given["dealer"])
        self.waiting: Given | None = None  # a hand card that has not been told what it takes
        self.gaji_bonus: list[str] = []

    def act(self, action: Given) -> None:
        """Play one action, or keep the first half of one.

        Raises:
            IllegalMove: when it is not on offer.
        """
        if self.waiting is not None:
            played, self.waiting = self.waiting, None
            if (action["player"], action["type"]) != (played["player"], "take"):
                raise IllegalMove(f"{played['card']} must take a card")
            return super().act({**played, "take": action["card"]})
        seat = seat_of(action["player"])
        ways = [each for _, each in self.offers(seat) if each["type"] == action["type"] == "play"]
        open_ways = [each for each in ways if each["card"] == action["card"] and "take" in each]
        if open_ways and "take" not in action:
            self.waiting = action
            return None
        return super().act(action)

    def offers(self, seat: int) -> list[tuple[Option, Answer]]:
        """Each option of *seat* with the action that chooses it."""
        return [(option, self._action(seat, option)) for option in sakura.options(self.state, seat)]

    def _action(self, seat: int, option: Option) -> Answer:
        assert option.card is not None
        action: Answer = {"player": player(seat), "type": "take"}
        match option.verb:
            case Verb.HIKI:
                return action | {"type": "hiki", "month": option.card.month}
            case Verb.LEAVE:
                return action | {"card": "leave"}
            case Verb.TAKE:
                return action | {"card": option.taken[0].code}
        action |= {"type": "play", "card": option.card.code}
        plays = [
            other
            for other in sakura.options(self.state, seat)
            if (other.verb, other.card) == (Verb.PLAY, option.card)
        ]
        return action | ({"take": option.taken[0].code} if len(plays) > 1 else {})

    def _told(self, event: Event) -> Answer:
        match event:
            case HikiCalled(seat, month):
                return {"event": "hiki", "player": player(seat), "month": month}
            case CardsCaptured(seat, taken, None):
                if isinstance(self.last, HikiCalled):
                    return {}
                if len(taken) == 4:
                    return {"event": "dealt_four", "player": player(seat), "month": taken[0].month}
                self.gaji_bonus = codes(taken)
                return {}
        told = super()._told(event)
        if told.get("event") == "draw":
            told["event"] = "flip"
        return told if told.get("event") in ("play", "flip") else {}

    def _formed(self, event: YakuFormed) -> Answer:
        return {}  # the yaku stand with the result


def rules_of(given: Given) -> sakura.Rules:
    """The house rules of a vector. Never the last round, so that there is a next dealer."""
    chosen = {name: value_text(value) for name, value in (given.get("options") or {}).items()}
    parse(sakura.Rules, chosen)
    chosen["rounds"] = "24"
    if not given.get("use_yaku", True):
        chosen["yaku"] = "off"
    if given.get("teams"):
        chosen["teams"] = str(len(given["teams"]))
    return parse(sakura.Rules, chosen)


def teams_of(given: Given, seats: int) -> Teams:
    """Each seat's team; the vectors name the players of each."""
    named = given.get("teams") or []
    found = {name: number for number, team in enumerate(named, 1) for name in team}
    return tuple(found.get(player(seat), 0) for seat in range(1, seats + 1))


def numbers(held: Iterable[YakuScore]) -> list[int]:
    """Yaku by the numbers that they have in the vectors."""
    return sorted(NUMBERS[each.yaku] for each in held)


def _by_player(values: Iterable[Any]) -> Answer:
    return {player(seat): value for seat, value in enumerate(values, 1)}


def _by_side(teams: Teams, values: Sequence[Any]) -> Answer:
    """The values of each side's first seat: by player, or by team."""
    return {
        f"team {teams[side[0] - 1]}" if teams[side[0] - 1] else player(side[0]): values[side[0] - 1]
        for side in parties(teams)
    }
