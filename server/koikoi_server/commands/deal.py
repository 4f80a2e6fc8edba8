"""``koikoi-server deal``: prints deals made by the code that deals in matches, to test the shuffle.

These are the deals of rounds 1, 2, 3, … of one match, all dealt by the first round's dealer. With
``--seed`` they are those of the first match at the first table of a server with that seed, if
nobody cuts the deck.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any, NamedTuple, TextIO

from hanafuda.cards import Cards
from hanafuda.dealing import SIZES, seats_from
from hanafuda.events import RoundDealt, Seat
from hanafuda.game import Game
from hanafuda.games import GAMES
from hanafuda.spread import deal_cards
from koikoi_server.command_line import whole
from koikoi_server.parser import Parser
from koikoi_server.table.deck import MatchSecret, deck, fresh_secret, seeded_secret
from koikoi_server.text import text


class Deal(NamedTuple):
    """The cards of a round, all in the order in which they were dealt."""

    hands: tuple[Cards, ...]  #: seat 1 first
    field: Cards
    pile: Cards  #: top first


class _Begun(NamedTuple):
    """A match that waits for the deck of its first round."""

    game: Game
    state: Any
    dealer: Seat


def raw_deals(secret: MatchSecret, players: int) -> Iterator[Deal]:
    """The first deal of each round, even if it is void. This never ends."""
    match = _begun(secret, players)
    order = seats_from(match.dealer % players + 1, range(1, players + 1))  # the dealer last
    for round in count(1):
        cards = _deck(secret, round, 1, players)
        spread = deal_cards(cards, order, players, *SIZES[players])
        yield _deal(cards, spread.hands, spread.field, spread.draw_pile)


def accepted_deals(secret: MatchSecret, players: int) -> Iterator[Deal]:
    """The deal of each round that is played: a void one is dealt again. This never ends."""
    match = _begun(secret, players)
    for round in count(1):
        for attempt in count(1):
            cards = _deck(secret, round, attempt, players)
            begun = match.game.deal(match.state, cards)[0]
            if isinstance(begun, RoundDealt):
                yield _deal(cards, begun.hands, begun.field, begun.draw_pile)
                break


def as_json(deal: Deal) -> str:
    """A deal as a line of JSON."""
    return json.dumps(
        {
            "hands": {str(seat): _codes(hand) for seat, hand in enumerate(deal.hands, 1)},
            "field": _codes(deal.field),
            "pile": _codes(deal.pile),
        }
    )


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command and return its exit code, 0.

    Raises:
        OSError: when it cannot write, for example because the reader closed the pipe.
        SystemExit: 2, after an error message, when *arguments* are wrong.
    """
    out = out or sys.stdout
    options = _parser().parse_args(arguments)
    secret = fresh_secret() if options.seed is None else seeded_secret(options.seed, 1, 1)
    deals = (accepted_deals if options.accepted else raw_deals)(secret, options.players)
    for deal in islice(deals, options.count):
        print(as_json(deal), file=out)
    return 0


def _begun(secret: MatchSecret, players: int) -> _Begun:
    game = GAMES["koikoi" if players == 2 else "coin"]
    state = game.begin(game.Rules(), players)
    for event in game.deal(state, _deck(secret, 0, 1, players)):
        state = game.evolve(state, event)
    return _Begun(game, state, game.view(state).dealer)


def _deal(deck: Cards, hands: tuple[Cards, ...], field: Cards, pile: Cards) -> Deal:
    """A deal. Games sort hands; this restores the order in which their cards were dealt."""
    held = map(frozenset, hands)
    return Deal(tuple(tuple([card for card in deck if card in hand]) for hand in held), field, pile)


def _deck(secret: MatchSecret, round: int, attempt: int, players: int) -> Cards:
    return deck(secret.secret, secret.match_id, round, attempt, (b"",) * players)


def _codes(cards: Cards) -> list[str]:
    return [card.code for card in cards]


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-server deal",
        examples={
            "koikoi-server deal --count 10": text("print ten deals"),
            "koikoi-server deal --count 10 --seed word": text("print the same ones each time"),
            "koikoi-server deal --count 10 --players 4": text("deal to four players"),
        },
        description=text("Print deals made by the code that deals in matches, as lines of JSON."),
    )
    parser.add_argument(
        "--count",
        metavar="NUMBER",
        type=whole(1, 100_000_000),
        required=True,
        help=text("how many deals to print"),
    )
    parser.add_argument(
        "--seed", metavar="WORD", help=text("the same word gives the same deals (default: random)")
    )
    parser.add_argument(
        "--players",
        metavar="NUMBER",
        type=whole(2, 7),
        default=2,
        help=text("2 for Koi-Koi, 3 to 7 for the coin game (default: {n})", n=2),
    )
    parser.add_argument(
        "--accepted", action="store_true", help=text("deal void deals again, as in a match")
    )
    return parser
