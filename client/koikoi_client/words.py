"""Names in words: cards, seats, yaku, events. Functions of the catalogue and the last update."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat

from koikoi.v1 import catalog_pb2 as c
from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.texts import fill, joined, printable, text

KINDS = {
    c.CARD_KIND_BRIGHT: "bright",
    c.CARD_KIND_ANIMAL: "animal",
    c.CARD_KIND_RIBBON: "ribbon",
    c.CARD_KIND_PLAIN: "plain",
}
_UNITS = {"points": ("{n} point", "{n} points"), "coins": ("{n} coin", "{n} coins")}
"""One and several of what games count. A unit that is not here, the catalogue alone can say."""
KIND_NAMES = {
    c.CARD_KIND_BRIGHT: "Brights",
    c.CARD_KIND_ANIMAL: "Animals",
    c.CARD_KIND_RIBBON: "Ribbons",
    c.CARD_KIND_PLAIN: "Plains",
}
"""Headings above cards of a kind."""


@dataclass(frozen=True)
class Words:
    """What things are called at one table, by one who sits at *seat* (0: a spectator)."""

    catalog: wire.GetCatalogResponse
    table: t.Table = field(default_factory=t.Table)
    seat: int = 0
    chart: c.Game | None = None  #: the game under the table's rules, when it was fetched
    said: t.Said = field(default_factory=t.Said)  #: what the last update says in words
    kinds: bool = False  #: whether to say in sentences each card's kind

    @property
    def game(self) -> c.Game:
        """The table's game, as the catalogue has it; empty when it has none such."""
        if self.chart is not None:
            return self.chart
        found = [game for game in self.catalog.games if game.id == self.table.game]
        return found[0] if found else c.Game(id=self.table.game, name=self.table.game)

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

    def named_card(self, card: int) -> str:
        """As the sentences of events say it; with *kinds* "Cherry curtain (bright)"."""
        if not self.kinds or not 1 <= card <= len(self.catalog.cards):
            return self.card(card)
        found = self.catalog.cards[card - 1]
        kind = KINDS.get(found.kind, "")
        shown = kind and kind not in found.object.split()  # "Pine plain" says it
        return f"{self.card(card)} ({text(kind)})" if shown else self.card(card)

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

    def kind(self, card: int) -> c.CardKind:
        """What kind of card; unspecified when the catalogue has no such card."""
        known = 1 <= card <= len(self.catalog.cards)
        return self.catalog.cards[card - 1].kind if known else c.CARD_KIND_UNSPECIFIED

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
        name = self._plain_player(seat)
        twins = sum(self._plain_player(each.number) == name for each in self.table.seats)
        return f"{name} ({self.seat_name(seat)})" if twins > 1 else name

    def _plain_player(self, seat: int) -> str:
        for each in self.table.seats:
            if each.number == seat:
                if each.player_name:
                    return printable(each.player_name)
                if each.bot:
                    return text("the computer")
        return self.seat_name(seat)

    def _has_person(self, seat: int) -> bool:
        return any(each.number == seat and each.player_name for each in self.table.seats)

    def you_or(self, seat: int) -> str:
        """ "you" for one's own seat, else the player."""
        return text("you") if seat and seat == self.seat else self.player(seat)

    def side(self, seat: int) -> list[int]:
        """The seats that count together with this one, itself among them; ascending."""
        team = next((each.team for each in self.table.seats if each.number == seat), 0)
        partners = [each.number for each in self.table.seats if team and each.team == team]
        return partners or [seat]

    def side_name(self, seat: int) -> str:
        """ "you", "Ben", or a team: "you and Ben"."""
        seats = sorted(self.side(seat), key=lambda each: (each != self.seat, each))
        return joined([self.you_or(each) for each in seats], text("and"))

    def seat_state(self, seat: int) -> str:
        """ "away", "open", "Hard plays for Ann"; or ""."""
        states = self.said.seat_states
        return printable(states[seat - 1]) if 1 <= seat <= len(states) else ""

    def parties(self, match: t.Match) -> list[tuple[t.Party, str]]:
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

    def points(self, number: int) -> str:
        """ "5 points", in the game's own unit; "1 point"."""
        unit = self.game.score_name or "points"
        one, many = _UNITS.get(unit, (f"{{n}} {unit}",) * 2)
        return text(one if abs(number) == 1 else many, n=number)

    def yaku_list(self, yaku: Iterable[t.YakuScore]) -> str:
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

    def score_item(self, item: str) -> str:
        """What a row of a result is called: a yaku's name or the catalogue's phrase."""
        phrase = self.catalog.phrases.get(f"score.{item}", "")
        return phrase or self.yaku_name(item)

    # -- events ---------------------------------------------------------------------------------

    def sentences(self, events: Sequence[t.Event], computer: Sequence[bool] = ()) -> list[str]:
        """The sentence of each of these events, which came one after the other.

        Who has left since is called by name in what was before. What was done in a seat before its
        person sat down is told of the seat, also of mine: I have not done it. Nor have I what
        *computer* says of an event in my seat: that a computer brought it about.
        """
        said, now = [], self
        names = dict[int, str]()
        for event, by_computer in reversed([*zip(events, computer or repeat(False), strict=False)]):
            if event.kind in _LEAVING and event.text:
                names[event.seat] = event.text
                now = replace(now, table=self._table_of(names))
            played = by_computer and event.kind != t.EVENT_KIND_ROUND_ENDED
            mine = bool(event.seat) and event.seat == now.seat
            said.append((now._of_computer() if played and mine else now).event(event))
            if event.kind == t.EVENT_KIND_PERSON_JOINED:
                names[event.seat] = ""
                me = 0 if event.seat == self.seat else now.seat
                now = replace(now, seat=me, table=self._table_of(names))
        return said[::-1]

    def _of_computer(self) -> Words:
        """What things are called while a computer plays in my seat."""
        computer = {self.seat: text("the computer in your seat")}
        return replace(self, seat=0, table=self._table_of(computer))

    def before_me(self) -> Words:
        """What things were called before I sat down: my seat had another player, unknown now."""
        return replace(self, seat=0, table=self._table_of({self.seat: ""}))

    def _table_of(self, names: Mapping[int, str]) -> t.Table:
        """The table as it was when others sat there: these persons; empty: not known any more."""
        if not names:
            return self.table
        table = t.Table()
        table.CopyFrom(self.table)
        for seat in table.seats:
            if seat.number in names:
                seat.player_name, seat.bot = names[seat.number], ""
        return table

    def event(self, event: t.Event) -> str:
        """The sentence of an event; empty when there is nothing to say about it.

        A phrase "event.7.you" is for the one whose event it is, "event.7.no_seat" for an event of
        nobody's; "event.7" for all others, and for all where there is no such phrase. A game may
        have its own, "event.7.sakura" and "event.7.sakura.you", which go before.
        """
        variant = "" if event.seat else ".no_seat"
        if event.seat and self.seat in self._who(event) and len(self._who(event)) == 1:
            variant = ".you"
        phrase = self._phrase(f"event.{event.kind}", variant)
        said = printable(event.text)
        if event.kind == t.EVENT_KIND_BOT_SEATED:
            said = self.bot_name(said)
            if not self._has_person(event.seat):  # it plays for itself
                seat = self.seat_name(event.seat)
                return text("A computer ({bot}) sits at {seat}.", bot=said, seat=seat)
        sentence = fill(
            phrase,
            {
                "seat": self._speaker(event),
                "card": self.named_card(event.card) if event.card else "",
                "cards": joined([self.named_card(card) for card in event.cards], text("and")),
                "number": str(event.number),
                "yaku": self.yaku_list(event.yaku),
                "text": said,
            },
        ).strip()
        return sentence[:1].upper() + sentence[1:]

    def _phrase(self, key: str, variant: str) -> str:
        for each in (f"{key}.{self.table.game}", key):
            for name in (each + variant, each):
                if self.catalog.phrases.get(name):
                    return self.catalog.phrases[name]
        return ""

    def _who(self, event: t.Event) -> list[int]:
        """Whose event it is: a seat's, or of a round that a team has won, the team's."""
        return self.side(event.seat) if event.kind == t.EVENT_KIND_ROUND_ENDED else [event.seat]

    def _speaker(self, event: t.Event) -> str:
        if event.kind in _LEAVING:  # the seat is empty by now: the event has the name
            return printable(event.text) or self.seat_name(event.seat)
        if len(self._who(event)) > 1:
            return self.side_name(event.seat)
        return self.player(event.seat) if event.seat else ""


_LEAVING = (t.EVENT_KIND_PERSON_LEFT, t.EVENT_KIND_PERSON_KICKED)
