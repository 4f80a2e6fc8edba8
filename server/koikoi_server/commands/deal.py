"""``koikoi-server deal``: prints deals, made by the code that deals matches, to check the shuffle.

The deals are those of the rounds 1, 2, 3, … of one match, from the dealer of its first round: with
``--seed`` of match 1 at table 1 of a server with that seed, when nobody cuts.
"""

from __future__ import annotations

import argparse
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
from hanafuda.spread import dealt
from koikoi_server.command_line import whole
from koikoi_server.table.deck import MatchSecret, deck, fresh_secret, seeded_secret
from koikoi_server.text import text


class Deal(NamedTuple):
    """The cards of a round, everywhere in the order dealt."""

    hands: tuple[Cards, ...]  #: seat 1 first
    field: Cards
    pile: Cards  #: top first


class _Begun(NamedTuple):
    """A match that waits for the deck of its first round."""

    game: Game
    state: Any
    dealer: Seat


def raw_deals(secret: MatchSecret, players: int) -> Iterator[Deal]:
    """Each round's first deal, without end, void or not."""
    match = _begun(secret, players)
    order = seats_from(match.dealer % players + 1, range(1, players + 1))  # the dealer last
    for round in count(1):
        cards = _deck(secret, round, 1, players)
        spread = dealt(cards, order, players, *SIZES[players])
        yield _deal(cards, spread.hands, spread.field, spread.draw_pile)


def accepted_deals(secret: MatchSecret, players: int) -> Iterator[Deal]:
    """Each round's deal that is played, without end: a void one is dealt again, as in a match."""
    match = _begun(secret, players)
    for round in count(1):
        for attempt in count(1):
            cards = _deck(secret, round, attempt, players)
            begun = match.game.deal(match.state, cards)[0]
            if isinstance(begun, RoundDealt):
                yield _deal(cards, begun.hands, begun.field, begun.draw_pile)
                break


def as_json(deal: Deal) -> str:
    """A deal as one line."""
    return json.dumps(
        {
            "hands": {str(seat): _codes(hand) for seat, hand in enumerate(deal.hands, 1)},
            "field": _codes(deal.field),
            "pile": _codes(deal.pile),
        }
    )


def main(arguments: Sequence[str], out: TextIO | None = None) -> int:
    """Run the command; the exit code: 0.

    Raises:
        OSError: when it cannot write; a reader that has enough is one cause.
        SystemExit: 2, after a sentence, when *arguments* make no sense.
    """
    out = out or sys.stdout
    asked = _parser().parse_args(arguments)
    secret = fresh_secret() if asked.seed is None else seeded_secret(asked.seed, 1, 1)
    deals = (accepted_deals if asked.accepted else raw_deals)(secret, asked.players)
    for deal in islice(deals, asked.count):
        print(as_json(deal), file=out)
    return 0


def _begun(secret: MatchSecret, players: int) -> _Begun:
    game = GAMES["koikoi" if players == 2 else "coin"]
    state = game.begin(game.Rules(), players)
    for event in game.deal(state, _deck(secret, 0, 1, players)):
        state = game.evolve(state, event)
    return _Begun(game, state, game.view(state).dealer)


def _deal(deck: Cards, hands: tuple[Cards, ...], field: Cards, pile: Cards) -> Deal:
    """Hands lie sorted in a game; here they are put back into the order dealt."""
    held = map(frozenset, hands)
    return Deal(tuple(tuple([card for card in deck if card in hand]) for hand in held), field, pile)


def _deck(secret: MatchSecret, round: int, attempt: int, players: int) -> Cards:
    return deck(secret.secret, secret.match_id, round, attempt, (b"",) * players)


def _codes(cards: Cards) -> list[str]:
    return [card.code for card in cards]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="koikoi-server deal",
        description=text("Print deals as JSON lines, made by the code that deals matches."),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--count", type=whole(1, 100_000_000), required=True, help=text("how many deals")
    )
    parser.add_argument("--seed", help=text("any text: the same seed, the same deals"))
    parser.add_argument(
        "--players",
        type=whole(2, 7),
        default=2,
        help=text("2: Koi-Koi; 3 to 7: the coin game (default 2)"),
    )
    parser.add_argument(
        "--accepted", action="store_true", help=text("deal again while a deal is void")
    )
    return parser
