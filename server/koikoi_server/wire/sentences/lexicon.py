"""The names of cards, yaku, seats and computers in one language, for use in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hanafuda.cards import DECK
from hanafuda.game import Game, Verb
from hanafuda.games import GAMES
from koikoi.v1 import table_pb2
from koikoi_server.bots import BOTS
from koikoi_server.table.options import split
from koikoi_server.text import joined, plural, text

Pattern = str | tuple[str, str]
"""A sentence with ``{fields}``, or two: for ``{n}`` = 1 and for all other numbers."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The names of one game under one set of rules, in ``language``.

    :func:`lexicon` caches one for each game, rules and language, so it is hashed by identity.
    """

    game: Game
    rules: Any  #: the game's Rules
    language: str
    yaku_names: Mapping[str, str]  #: by id
    bot_names: Mapping[str, str]  #: by id
    seat_names: Sequence[str]  #: seat 1 first; further seats are called "Seat 3"

    @property
    def plays_out(self) -> bool:
        """Whether a round always lasts until all cards are played."""
        return Verb.STOP not in self.game.ABOUT.verbs

    @property
    def dealer_changes(self) -> bool:
        """Whether the deal passes to the next seat after a round that nobody wins."""
        return getattr(self.rules, "drawn", "") == "change_dealer"

    def text(self, pattern: Pattern, **values: object) -> str:
        """*pattern*, translated and filled with *values*."""
        if isinstance(pattern, str):
            return text(pattern, self.language, **values)
        number = values.pop("n")
        assert isinstance(number, int), "a plural pattern needs a number"
        one, many = pattern
        return plural(number, one, many, self.language, **values)

    def joined(self, parts: Iterable[str]) -> str:
        """ "a, b and c"."""
        return joined([*parts], self.language)

    def joined_yaku(self, parts: Iterable[str]) -> str:
        """Like :meth:`joined`, for names that may contain commas: "a; b, c; and d"."""
        listed = [*parts]
        comma = self.text(", ")
        if len(listed) < 2 or not any(comma in each for each in listed):
            return self.joined(listed)
        most = self.text("; ").join(listed[:-1])
        return self.text("{most}; and {last}", most=most, last=listed[-1])

    def card(self, card: int) -> str:
        """ "Cherry curtain"."""
        return self.text(DECK[card - 1].name)

    def cards(self, cards: Iterable[int]) -> str:
        """ "Cherry curtain, Cherry plain and Maple deer"."""
        return self.joined(map(self.card, cards))

    def plant(self, month: int) -> str:
        """ "Mum" for month 9."""
        return self.text(DECK[4 * month - 4].plant)

    def plant_of(self, cards: Sequence[int]) -> str:
        """ "Mum" for cards of month 9."""
        return self.plant(month(cards[0]))

    def round(self, number: int) -> str:
        """ "Month 3", or what the game calls a round."""
        return self.text("{round} {n}", round=self.text(self.game.ABOUT.round_name), n=number)

    def seat(self, seat: int) -> str:
        """The name of the seat itself: "Red", "Seat 3"."""
        if seat <= len(self.seat_names):
            return self.seat_names[seat - 1]
        return self.text("Seat {n}", n=seat)

    def place(self, seat: int) -> str:
        """The seat as part of a sentence: "the Red seat", "seat 3"."""
        if seat <= len(self.seat_names):
            return self.text("the {seat} seat", seat=self.seat_names[seat - 1])
        return self.text("seat {n}", n=seat)

    def bot(self, bot: str) -> str:
        """The name of a computer: "Medium"."""
        return self.bot_names.get(bot, bot)

    def yaku(self, yaku: str) -> str:
        """ "Flower Viewing"."""
        return self.yaku_names.get(yaku, yaku)

    def yaku_with_points(self, held: table_pb2.YakuScore) -> str:
        """A yaku with its points: "Flower Viewing (5 points)".

        A yaku that costs the opponents points is only named.
        """
        if held.points < 0:
            return self.yaku(held.yaku)
        pattern = ("{yaku} ({n} point)", "{yaku} ({n} points)")
        return self.text(pattern, n=held.points, yaku=self.yaku(held.yaku))


def month(card: int) -> int:
    """The month of a card, 1-12."""
    return DECK[card - 1].month


def lexicon(game: Game, chosen: Mapping[str, str], language: str) -> Lexicon:
    """The lexicon of *game*. *chosen* has the house rules that differ from their default."""
    return _lexicon(game.ABOUT.game, tuple(sorted(chosen.items())), language)


@lru_cache(maxsize=256)
def _lexicon(game_id: str, chosen: tuple[tuple[str, str], ...], language: str) -> Lexicon:
    game = GAMES[game_id]
    rules, _ = split(game, dict(chosen))
    about = game.ABOUT
    return Lexicon(
        game,
        rules,
        language,
        {row.yaku: text(row.name, language) for row in game.chart(rules)},
        {bot.id: text(bot.name, language) for bot in BOTS.get(about.game, ())},
        [text(name, language) for name in about.seat_names],
    )
