"""Names of cards, seats and yaku, from the catalogue and the last update."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.text import all_of, printable, text


def kind_name(kind: catalog_pb2.CardKind) -> str:
    """ "bright"; "" for an unknown kind."""
    names = {
        catalog_pb2.CARD_KIND_BRIGHT: text("bright"),
        catalog_pb2.CARD_KIND_ANIMAL: text("animal"),
        catalog_pb2.CARD_KIND_RIBBON: text("ribbon"),
        catalog_pb2.CARD_KIND_PLAIN: text("plain"),
    }
    return names.get(kind, "")


def kind_headings() -> dict[catalog_pb2.CardKind, str]:
    """The heading above the cards of each kind: "Brights"."""
    return {
        catalog_pb2.CARD_KIND_BRIGHT: text("Brights"),
        catalog_pb2.CARD_KIND_ANIMAL: text("Animals"),
        catalog_pb2.CARD_KIND_RIBBON: text("Ribbons"),
        catalog_pb2.CARD_KIND_PLAIN: text("Plains"),
    }


@dataclass(frozen=True)
class Names:
    """The names at one table, from the point of view of *seat* (0: a spectator)."""

    catalog: service_pb2.GetCatalogResponse
    table: table_pb2.Table = field(default_factory=table_pb2.Table)
    seat: int = 0
    chart: catalog_pb2.Game | None = None  #: the game under the table's rules; None until fetched
    said: table_pb2.Said = field(
        default_factory=table_pb2.Said
    )  #: the sentences of the last update

    @property
    def game(self) -> catalog_pb2.Game:
        """The table's game; only its id and name when the catalogue does not have it."""
        if self.chart is not None:
            return self.chart
        found = [game for game in self.catalog.games if game.id == self.table.game]
        return found[0] if found else catalog_pb2.Game(id=self.table.game, name=self.table.game)

    @property
    def round_name(self) -> str:
        """The game's word for a round: "Month"."""
        return self.game.round_name or text("Round")

    @property
    def score_name(self) -> str:
        """The game's unit of score: "points"."""
        return self.game.score_name or text("points")

    # -- cards ----------------------------------------------------------------------------------

    def card(self, card: int) -> str:
        """ "Cherry curtain", "Mum sake cup"."""
        if 1 <= card <= len(self.catalog.cards):
            found = self.catalog.cards[card - 1]
            return found.name or f"{found.plant} {found.object}"
        return text("card {card}", card=card)

    def full_card(self, card: int) -> str:
        """Name, kind and points of a card: "Cherry curtain (bright, 20)", "Cherry plain".

        The plant shows what a card matches. A month number would look like a key to type.
        """
        if not 1 <= card <= len(self.catalog.cards):
            return self.card(card)
        found = self.catalog.cards[card - 1]
        kind, points = kind_name(found.kind), self.worth(card)
        shown = [kind] if kind and kind not in found.object.split() else []
        shown += [str(points)] if points else []
        details = f" ({', '.join(shown)})" if shown else ""
        return f"{self.card(card)}{details}"

    def worth(self, card: int) -> int:
        """The points of a card; 0 in a game that scores yaku only."""
        each = self.game.card_points
        return each[card - 1] if 1 <= card <= len(each) else 0

    def kind(self, card: int) -> catalog_pb2.CardKind:
        """The kind of a card; unspecified when the catalogue has no such card."""
        known = 1 <= card <= len(self.catalog.cards)
        return self.catalog.cards[card - 1].kind if known else catalog_pb2.CARD_KIND_UNSPECIFIED

    def cards(self, cards: Iterable[int]) -> str:
        """ "Cherry curtain, Cherry plain and Maple deer"."""
        return all_of([self.card(card) for card in cards])

    # -- seats ----------------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """ "Red", or "Seat 5" when the game does not name its seats."""
        names = self.game.seat_names
        return names[seat - 1] if 1 <= seat <= len(names) else text("Seat {seat}", seat=seat)

    def player(self, seat: int) -> str:
        """The name of the player at *seat*."""
        if 1 <= seat <= len(self.said.seat_names):
            return printable(self.said.seat_names[seat - 1])
        sitting = next((each for each in self.table.seats if each.number == seat), table_pb2.Seat())
        if sitting.player_name:
            return printable(sitting.player_name)
        return text("the computer") if sitting.bot else self.seat_name(seat)

    def you_or(self, seat: int) -> str:
        """ "you" for our own seat, the player's name for another one."""
        return text("you") if seat and seat == self.seat else self.player(seat)

    def seat_state(self, seat: int) -> str:
        """ "away", "open", "Hard plays for Ann"; or ""."""
        states = self.said.seat_states
        return printable(states[seat - 1]) if 1 <= seat <= len(states) else ""

    def parties(self, match: table_pb2.Match) -> list[tuple[table_pb2.Party, str]]:
        """The sides that share a score, with their names: "Ben", "you and Ben"."""
        names = map(printable, self.said.party_names)
        return list(zip(match.parties, names, strict=False))

    def bot_name(self, bot: str) -> str:
        """The name of a computer player: "Medium"."""
        return next((each.name for each in self.game.bots if each.id == bot), bot)

    # -- scores ---------------------------------------------------------------------------------

    def yaku_name(self, yaku: str) -> str:
        """ "Flower Viewing"."""
        return next((each.name for each in self.game.yaku if each.id == yaku), yaku)

    def yaku_list(self, yaku: Iterable[table_pb2.YakuScore]) -> str:
        """ "Flower Viewing (5), Plains (1)"; a yaku that costs opponents shows its worth."""
        worth = {row.id: row.worth for row in self.game.yaku}
        return ", ".join(
            text(
                "{yaku} ({points})",
                yaku=self.yaku_name(each.yaku),
                points=each.points if each.points > 0 else worth.get(each.yaku, each.points),
            )
            for each in yaku
        )
