"""Replays a record under the rules, and reports the first place where the record is wrong.

Decks and actions are enough for a replay. Results, scores and the proof are compared with what the
replay produces. The module ``verify`` compares the news.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from hanafuda.cards import DECK, Card, Cards, card, cards
from hanafuda.events import (
    DealVoided,
    Events,
    LotsDrawn,
    MatchEnded,
    RoundEnd,
    RoundEnded,
)
from hanafuda.game import Game, Option, Phase, Verb
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError
from koikoi.v1 import record_pb2, table_pb2
from koikoi_server.table.deck import commitment, deck
from koikoi_server.table.options import split
from koikoi_server.text import text
from koikoi_server.wire.record.document import FORMAT, digest
from koikoi_server.wire.results import as_protocol_1, round_result

_VERBS = frozenset(verb.value for verb in Verb)


class Difference(ValueError):
    """A record contradicts the rules or itself; the message says where, as a sentence."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(text("{where}: {what}", where=where, what=what))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The events that one step of the replay produced: lots, a deck, an action or an early end."""

    events: Events
    action: record_pb2.Action | None = None  #: None: the step was no action


@dataclass
class Replay:
    """The state of a replay."""

    record: record_pb2.Record
    game: Game = field(init=False)
    rules: Any = field(init=False)
    state: Any = field(init=False)
    where: str = field(init=False, default="")  #: the place in the record, for errors

    def __post_init__(self) -> None:
        """Check the format, the digest, the game and its rules.

        Raises:
            Difference: if one of them is wrong.
        """
        self.where = text("the record")
        record = self.record
        if record.format not in (0, FORMAT):
            self._fail(text("its format is {n}: get a newer koikoi-server", n=record.format))
        if record.digest and record.digest != digest(record):
            self._fail(text("its digest does not match: something in it was changed"))
        if record.game not in GAMES:
            self._fail(text('the game "{game}" is unknown', game=record.game))
        self.game = GAMES[record.game]
        try:
            self.rules, _ = split(self.game, dict(record.rules))
            self.state = self.game.begin(self.rules, len(record.players))
        except (RuleError, ValueError) as error:
            self._fail(str(error))

    def outcomes(self) -> Iterator[Outcome]:
        """Replay the record step by step.

        Raises:
            Difference: at the first place where the record is wrong.
        """
        yield self._lots()
        for number, round in enumerate(self.record.rounds, 1):
            yield from self._round(number, round)
        self.where = text("the end")
        yield from self._end()

    @property
    def is_proved(self) -> bool:
        """Whether the record has the data to check its decks."""
        return bool(self.record.proof.secret)

    def _lots(self) -> Outcome:
        self.where = text("the lots")
        first = self.record.first_dealer
        if self.is_proved:
            proof = self.record.proof
            if len(proof.nonces) != len(self.record.players):
                self._fail(text("the proof does not have one nonce for each seat"))
            if commitment(proof.match_id, proof.secret) != proof.commitment:
                self._fail(text("the commitment does not match the secret"))
            if not first and not self.record.rounds:
                return Outcome(())  # the match ended before the lots were drawn
            events = self.game.deal(self.state, self._proved_deck())
        else:
            if not 1 <= first <= len(self.record.players):
                self._fail(text("there is no seat {seat} to deal first", seat=first))
            events = (LotsDrawn(first, (), shown=False),)
        self._apply(events)
        dealer = self.game.view(self.state).dealer
        if dealer != first:
            self._fail(text("seat {n} deals first, not {first}", n=dealer, first=first))
        return Outcome(events)

    def _round(self, number: int, round: record_pb2.RecordRound) -> Iterator[Outcome]:
        for attempt, written in enumerate(round.decks, 1):
            self.where = text("round {n}, deck {deck}", n=number, deck=attempt)
            yield self._deal(written, is_last=attempt == len(round.decks))
        if not round.decks:
            self.where = text("round {n}", n=number)
            self._fail(text("it has no deck"))
        for at, action in enumerate(round.actions, 1):
            self.where = text("round {n}, action {at}", n=number, at=at)
            option = self._option(action)
            yield self._apply(self.game.decide(self.state, action.seat, option), action)
        self.where = text("round {n}", n=number)
        is_last = number == len(self.record.rounds)
        if self.state.phase not in (Phase.DECK, Phase.OVER):
            if round.result.end == table_pb2.ROUND_END_ABANDONED:
                nothing = (0,) * len(self.record.players)
                yield self._apply((RoundEnded(RoundEnd.ABANDONED, 0, 0, (), nothing, 0),))
                if not is_last:
                    self._fail(text("the match was ended in it, but another round follows"))
            elif not is_last or round.HasField("result"):
                self._fail(text("it is not over after its last action"))
        view = self.game.view(self.state)
        if round.HasField("result"):
            follows = round_result(self.game, self.rules, view) if view.result else None
            if follows is None or round.result not in (follows, as_protocol_1(follows)):
                self._fail(text("its result does not follow from its actions"))

    def _deal(self, written: str, *, is_last: bool) -> Outcome:
        if self.state.phase is not Phase.DECK:
            self._fail(text("no deck is needed: the match is over"))
        try:
            given = cards(written)
        except ValueError as error:
            self._fail(str(error))
        if sorted(given) != list(DECK):
            self._fail(text("it does not have each of the 48 cards once"))
        if self.is_proved and given != self._proved_deck():
            self._fail(text("it is not the deck that follows from the secret and the nonces"))
        outcome = self._apply(self.game.deal(self.state, given))
        is_void = any(isinstance(event, DealVoided) for event in outcome.events)
        if is_void and is_last:
            self._fail(text("its deal is void: another deck must follow"))
        if not is_void and not is_last:
            self._fail(text("its deal is valid, but another deck follows"))
        return outcome

    def _end(self) -> Iterator[Outcome]:
        record = self.record
        is_over = self.state.phase is Phase.OVER
        if not is_over and (record.HasField("proof") or record.HasField("end_time")):
            yield self._apply((MatchEnded(()),))  # ended early, without a result
        view = self.game.view(self.state)
        if record.scores and list(record.scores) != [side.score for side in view.sides]:
            scores = ", ".join(str(side.score) for side in view.sides)
            self._fail(text("the scores are {scores}", scores=scores))
        wants_winners = record.winners or (is_over and record.scores)
        if wants_winners and list(record.winners) != list(view.winners):
            self._fail(text("the winners are not these seats"))

    def _option(self, action: record_pb2.Action) -> Option:
        """The only option that matches all fields of *action*."""
        if not 1 <= action.seat <= len(self.record.players):
            self._fail(text("there is no seat {seat}", seat=action.seat))
        if action.verb not in _VERBS:
            self._fail(text('there is no verb "{verb}"', verb=action.verb))
        verb = Verb(action.verb)
        try:
            named = card(action.card) if action.card else None
            taken = frozenset(cards(action.taken))
        except ValueError as error:
            self._fail(str(error))
        fitting = [
            option
            for option in self.game.options(self.state, action.seat)
            if option.verb is verb
            and (named is None or _is_about(option, named))
            and (not action.taken or frozenset(option.taken) == taken)
        ]
        if not fitting:
            self._fail(text("the rules do not allow it"))
        if len(fitting) > 1:
            self._fail(text("it fits several moves: add the card and what it takes"))
        return fitting[0]

    def _proved_deck(self) -> Cards:
        due, proof = self.state.deck_due, self.record.proof
        return deck(proof.secret, proof.match_id, due.round, due.attempt, list(proof.nonces))

    def _apply(self, events: Events, action: record_pb2.Action | None = None) -> Outcome:
        for event in events:
            self.state = self.game.evolve(self.state, event)
        return Outcome(events, action)

    def _fail(self, what: str) -> NoReturn:
        raise Difference(self.where, what)


def _is_about(option: Option, named: Card) -> bool:
    if option.card is None:
        return False
    if option.verb is Verb.HIKI:  # any card of the month will do
        return bool(option.card.month == named.month)
    return bool(option.card == named)
