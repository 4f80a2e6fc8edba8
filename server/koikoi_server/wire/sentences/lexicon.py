"""What the things of one game are called in one language, under the rules of a table."""

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
"""A sentence with ``{fields}``; or two of a number ``{n}``, for one and for many."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Names and measures; all of it is in ``language``. There is one for each game, its rules and
    language: it hashes by its identity.
    """

    game: Game
    rules: Any  #: the game's Rules
    language: str
    yaku_names: Mapping[str, str]  #: by id
    bot_names: Mapping[str, str]  #: by id
    seat_names: Sequence[str]  #: seat 1 first; seats after the last are called by their number

    @property
    def plays_out(self) -> bool:
        """Whether a round goes on until all cards are played: nobody stops it."""
        return Verb.STOP not in self.game.ABOUT.verbs

    @property
    def dealer_changes(self) -> bool:
        """Whether a round that nobody wins passes the deal on."""
        return getattr(self.rules, "drawn", "") == "change_dealer"

    def text(self, pattern: Pattern, **values: object) -> str:
        """*pattern* in the language, its ``{fields}`` filled with *values*."""
        if isinstance(pattern, str):
            return text(pattern, self.language, **values)
        number = values.pop("n")
        assert isinstance(number, int), "a pattern with a plural has a number"
        one, many = pattern
        return plural(number, one, many, self.language, **values)

    def joined(self, parts: Iterable[str]) -> str:
        """ "a, b and c"."""
        return joined([*parts], self.language)

    def joined_yaku(self, parts: Iterable[str]) -> str:
        """As :meth:`joined`, of names that may have commas in them: "a; b, c; and d"."""
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
        """ "Chrysanthemum", of month 9."""
        return self.text(DECK[4 * month - 4].full_plant)

    def plant_of(self, cards: Sequence[int]) -> str:
        """ "Chrysanthemum", of cards of that month."""
        return self.plant(month(cards[0]))

    def round(self, number: int) -> str:
        """ "Month 3", as the game calls it."""
        return self.text("{round} {n}", round=self.text(self.game.ABOUT.round_name), n=number)

    def seat(self, seat: int) -> str:
        """What the seat itself is called: "Red", "Seat 3"."""
        if seat <= len(self.seat_names):
            return self.seat_names[seat - 1]
        return self.text("Seat {n}", n=seat)

    def bot(self, bot: str) -> str:
        """A computer's level: "Medium"."""
        return self.bot_names.get(bot, bot)

    def yaku(self, yaku: str) -> str:
        """ "Flower Viewing"."""
        return self.yaku_names.get(yaku, yaku)

    def worth(self, held: table_pb2.YakuScore) -> str:
        """A yaku and what it brings its side: "Flower Viewing (5 points)".

        One that costs the others is its name alone.
        """
        if held.points < 0:
            return self.yaku(held.yaku)
        pattern = ("{yaku} ({n} point)", "{yaku} ({n} points)")
        return self.text(pattern, n=held.points, yaku=self.yaku(held.yaku))


def month(card: int) -> int:
    """The month of a card, 1-12."""
    return DECK[card - 1].month


def lexicon(game: Game, chosen: Mapping[str, str], language: str) -> Lexicon:
    """The words for *game* under the rules *chosen*, those that are not the default."""
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
