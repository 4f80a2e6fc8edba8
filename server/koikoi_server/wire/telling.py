"""A match in sentences, for people: what each step of a record brought, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanafuda.cards import DECK, Cards
from hanafuda.events import RoundDealt, RoundEnded
from hanafuda.games import GAMES
from koikoi.v1 import record_pb2, table_pb2
from koikoi_server.rules import split
from koikoi_server.text import DEFAULT, joined, text
from koikoi_server.wire.events import told
from koikoi_server.wire.phrases import phrases
from koikoi_server.wire.replay import Step


class Telling:
    """The words for one record."""

    def __init__(self, record: record_pb2.Record, language: str = DEFAULT) -> None:
        self._record = record
        self._language = language
        self._game = GAMES[record.game]
        self._phrases = phrases(language)
        rules, _ = split(self._game, dict(record.rules))
        self._yaku = {row.yaku: row.name for row in self._game.chart(rules)}
        self._scores = [0] * len(record.players)

    def heading(self) -> list[str]:
        """What is played, under which rules, by whom."""
        said = [f"{self._game.ABOUT.name}: {self._joined(self._names())}"]
        if self._record.HasField("start_time"):
            said[0] += f", {self._record.start_time.ToDatetime():%Y-%m-%d %H:%M} UTC"
        if self._record.rules:
            chosen = ", ".join(
                f"{key}={value}" for key, value in sorted(self._record.rules.items())
            )
            said.append(self._text("House rules: {rules}", rules=chosen))
        return said

    def lines(self, steps: Sequence[Step]) -> Iterator[str]:
        """The match, a line for each thing that happened."""
        for step in steps:
            for event in step.events:
                if isinstance(event, RoundDealt):
                    yield ""
                    name = self._text(self._game.ABOUT.round_name)
                    yield f"{name} {event.round}"
                    yield from self._hands(event.hands)
                yield from map(self._sentence, told((event,)))
                if isinstance(event, RoundEnded):
                    yield from self._result(event)

    def ending(self) -> list[str]:
        """Who has won."""
        winners = [self.name(seat) for seat in self._record.winners]
        if winners:
            return ["", self._text("Won by {names}.", names=self._joined(winners))]
        return []

    def name(self, seat: int) -> str:
        """What a seat is called; 0 is nobody."""
        if not 1 <= seat <= len(self._record.players):
            return ""
        return self._names()[seat - 1]

    def _names(self) -> list[str]:
        made = []
        for seat, player in enumerate(self._record.players, 1):
            name = player.name or self._text("Seat {seat}", seat=seat)
            made.append(f"{name} ({player.bot})" if player.bot else name)
        return made

    def _hands(self, hands: Sequence[Cards]) -> Iterator[str]:
        for seat, hand in enumerate(hands, 1):
            if hand:
                cards = self._cards(hand)
                yield self._text("{seat} holds {cards}.", seat=self.name(seat), cards=cards)

    def _sentence(self, event: table_pb2.Event) -> str:
        phrase = ""
        for key in (f"event.{event.kind}", f"event.{event.kind}.{self._record.game}"):
            phrase = self._phrases.get(key, phrase)
            if not event.seat:
                phrase = self._phrases.get(f"{key}.no_seat", phrase)
        return phrase.format(
            seat=self.name(event.seat),
            card=self._cards((event.card,)) if event.card else "",
            cards=self._cards(event.cards),
            number=event.number,
            yaku=self._joined([self._yaku.get(each.yaku, each.yaku) for each in event.yaku]),
            text=event.text,
        )

    def _result(self, ended: RoundEnded) -> Iterator[str]:
        self._scores = [sum(pair) for pair in zip(self._scores, ended.scores, strict=True)]
        scores = zip(self._names(), self._scores, strict=True)
        said = ", ".join(f"{name} {score}" for name, score in scores)
        yield self._text("Scores: {scores}.", scores=said)

    def _cards(self, cards: Sequence[int]) -> str:
        return self._joined([self._text(DECK[card - 1].name) for card in cards])

    def _joined(self, parts: list[str]) -> str:
        return joined(parts, self._language)

    def _text(self, message: str, **values: object) -> str:
        return text(message, self._language, **values)
