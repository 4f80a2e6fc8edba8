"""Names: of cards, seats, yaku. Functions of the catalogue and the last update."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.text import joined, printable, text

KINDS = {
    catalog_pb2.CARD_KIND_BRIGHT: "bright",
    catalog_pb2.CARD_KIND_ANIMAL: "animal",
    catalog_pb2.CARD_KIND_RIBBON: "ribbon",
    catalog_pb2.CARD_KIND_PLAIN: "plain",
}
KIND_NAMES = {
    catalog_pb2.CARD_KIND_BRIGHT: "Brights",
    catalog_pb2.CARD_KIND_ANIMAL: "Animals",
    catalog_pb2.CARD_KIND_RIBBON: "Ribbons",
    catalog_pb2.CARD_KIND_PLAIN: "Plains",
}
"""Headings above cards of a kind."""


@dataclass(frozen=True)
class Names:
    """What things are called at one table, by one who sits at *seat* (0: a spectator)."""

    catalog: service_pb2.GetCatalogResponse
    table: table_pb2.Table = field(default_factory=table_pb2.Table)
    seat: int = 0
    chart: catalog_pb2.Game | None = None  #: the game under the table's rules, when it was fetched
    said: table_pb2.Said = field(
        default_factory=table_pb2.Said
    )  #: what the last update says in words

    @property
    def game(self) -> catalog_pb2.Game:
        """The table's game, as the catalogue has it; empty when it has none such."""
        if self.chart is not None:
            return self.chart
        found = [game for game in self.catalog.games if game.id == self.table.game]
        return found[0] if found else catalog_pb2.Game(id=self.table.game, name=self.table.game)

    @property
    def round_name(self) -> str:
        """What the game calls a round: "Month"."""
        return self.game.round_name or text("Round")

    @property
    def score_name(self) -> str:
        """What the game counts: "points"."""
        return self.game.score_name or text("points")

    # -- cards ----------------------------------------------------------------------------------

    def card(self, card: int) -> str:
        """ "Cherry curtain", "Chrysanthemum sake cup": in all sentences alike."""
        if 1 <= card <= len(self.catalog.cards):
            found = self.catalog.cards[card - 1]
            return found.name or f"{found.plant} {found.object}"
        return text("card {card}", card=card)

    def full_card(self, card: int) -> str:
        """Name, kind, what it counts: "Cherry curtain (bright, 20)", "Cherry plain".

        The plant tells what a card matches; a month's number beside it would be taken for a key.
        """
        if not 1 <= card <= len(self.catalog.cards):
            return self.card(card)
        found = self.catalog.cards[card - 1]
        kind, points = KINDS.get(found.kind, ""), self.worth(card)
        shown = [text(kind)] if kind and kind not in found.object.split() else []
        shown += [str(points)] if points else []
        details = f" ({', '.join(shown)})" if shown else ""
        return f"{self.card(card)}{details}"

    def worth(self, card: int) -> int:
        """What a card counts by itself; 0 in a game that counts yaku alone."""
        each = self.game.card_points
        return each[card - 1] if 1 <= card <= len(each) else 0

    def kind(self, card: int) -> catalog_pb2.CardKind:
        """What kind of card; unspecified when the catalogue has no such card."""
        known = 1 <= card <= len(self.catalog.cards)
        return self.catalog.cards[card - 1].kind if known else catalog_pb2.CARD_KIND_UNSPECIFIED

    def cards(self, cards: Iterable[int]) -> str:
        """ "Cherry curtain, Cherry plain and Maple deer"."""
        return joined([self.card(card) for card in cards], text("and"))

    # -- seats ----------------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """ "Red", or "Seat 5" where the game gives no names."""
        names = self.game.seat_names
        return names[seat - 1] if 1 <= seat <= len(names) else text("Seat {seat}", seat=seat)

    def player(self, seat: int) -> str:
        """Who plays at *seat*, as the server says; where it says nothing, by the table alone."""
        if 1 <= seat <= len(self.said.seat_names):
            return printable(self.said.seat_names[seat - 1])
        sitting = next((each for each in self.table.seats if each.number == seat), table_pb2.Seat())
        if sitting.player_name:
            return printable(sitting.player_name)
        return text("the computer") if sitting.bot else self.seat_name(seat)

    def you_or(self, seat: int) -> str:
        """ "you" for one's own seat, else the player."""
        return text("you") if seat and seat == self.seat else self.player(seat)

    def seat_state(self, seat: int) -> str:
        """ "away", "open", "Hard plays for Ann"; or ""."""
        states = self.said.seat_states
        return printable(states[seat - 1]) if 1 <= seat <= len(states) else ""

    def parties(self, match: table_pb2.Match) -> list[tuple[table_pb2.Party, str]]:
        """Who counts together, and what they are called: "Ben", "you and Ben"."""
        names = map(printable, self.said.party_names)
        return list(zip(match.parties, names, strict=False))

    def bot_name(self, bot: str) -> str:
        """A computer's level: "Medium"."""
        return next((each.name for each in self.game.bots if each.id == bot), bot)

    # -- scores ---------------------------------------------------------------------------------

    def yaku_name(self, yaku: str) -> str:
        """ "Flower Viewing"."""
        return next((each.name for each in self.game.yaku if each.id == yaku), yaku)

    def yaku_list(self, yaku: Iterable[table_pb2.YakuScore]) -> str:
        """ "Flower Viewing (5), Plains (1)"; of one that costs others the chart's words."""
        worth = {row.id: row.worth for row in self.game.yaku}
        return ", ".join(
            text(
                "{yaku} ({points})",
                yaku=self.yaku_name(each.yaku),
                points=each.points if each.points > 0 else worth.get(each.yaku, each.points),
            )
            for each in yaku
        )
