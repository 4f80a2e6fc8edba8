"""The data that screens of a table are drawn from: the last update, the catalogue, the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from google.protobuf.timestamp_pb2 import Timestamp

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.follow.choices import awaited, distinct
from koikoi_client.text.listed import open_seats
from koikoi_client.text.names import Names

_BETWEEN_ROUNDS = (table_pb2.PHASE_CUT, table_pb2.PHASE_ROUND_OVER, table_pb2.PHASE_MATCH_OVER)


@dataclass(frozen=True)
class View:
    """Everything that a screen of a table shows.

    Attributes:
        update: the last update; its `match` may be missing.
        seat_view: the private part of the update; None for a spectator.
        catalog: the names of cards, games, yaku and rules.
        said: the update in sentences for this player.
        chart: the game with the rules of this table; None until it has been fetched.
        chosen: the number of the option under the cursor; 0: none.
        marks: whether cards show their month's number and their kind's mark.
        pictures: whether the terminal has the colours and signs that card pictures need.
        now: the server's time in seconds since 1970, from which countdowns are computed.
        spectators: the number of spectators.
        connection: the state of the connection in words; empty while it is up.
        lost: that the connection is lost, and what happens next; empty while it is up.
        exposed: whether others on the network can read what is sent.
        encryption: the server's code, or that there is no encryption, as a sentence; empty: the
            server is for this machine only.
        notice: a sentence about a refusal or an event; empty: none.
        news: the cards that have just moved, which are highlighted for a moment.
        invitation: the commands with which friends join this table.
        invitation_notes: sentences about them.
        shared: whether several players take turns at this screen.
        log: the lines of the log, the newest last.
        parting: the seat that gets the keyboard next, while the last player still sees the table;
            0: none.
    """

    update: table_pb2.Update
    seat_view: table_pb2.SeatView | None
    catalog: service_pb2.GetCatalogResponse
    said: table_pb2.Said = field(default_factory=table_pb2.Said)
    chart: catalog_pb2.Game | None = None
    chosen: int = 0
    marks: bool = True
    pictures: bool = False
    now: float = 0.0
    spectators: int = 0
    connection: str = ""
    lost: str = ""
    exposed: bool = False
    encryption: str = ""
    notice: str = ""
    news: frozenset[int] = frozenset()
    invitation: Sequence[str] = ()
    invitation_notes: Sequence[str] = ()
    shared: bool = False
    log: Sequence[str] = field(default=())
    parting: int = 0

    @property
    def table(self) -> table_pb2.Table:
        return self.update.table

    @property
    def match(self) -> table_pb2.Match:
        return self.update.match

    @property
    def connected(self) -> bool:
        """Whether the connection is up, so that the last update is current."""
        return not self.lost

    @property
    def playing(self) -> bool:
        """Whether there is a match to draw."""
        return self.update.HasField("match")

    @cached_property
    def names(self) -> Names:
        """The names of players, cards and yaku, as this player sees them."""
        return Names(self.catalog, self.table, self.me, self.chart, self.said)

    @cached_property
    def game(self) -> catalog_pb2.Game:
        """The table's game in the catalogue; empty if the catalogue lacks it."""
        return self.names.game

    @cached_property
    def also_counted(self) -> dict[catalog_pb2.CardKind, frozenset[int]]:
        """For each kind, the cards of other kinds that also count as cards of this kind.

        In most rules the sake cup, an animal, also counts as a plain.
        """
        found: dict[catalog_pb2.CardKind, frozenset[int]] = {}
        rows = [frozenset(row.any_of) for row in self.game.yaku]
        for kind in {card.kind for card in self.catalog.cards}:
            own = frozenset(card.id for card in self.catalog.cards if card.kind == kind)
            found[kind] = frozenset().union(*(row - own for row in rows if own <= row))
        return found

    @property
    def me(self) -> int:
        """This player's seat; 0 for a spectator, or if no hand is shown."""
        return self.seat_view.seat if self.seat_view else 0

    @property
    def near(self) -> int:
        """The seat at the near side of the table: this player's, else seat 1."""
        return self.me or 1

    @property
    def others(self) -> list[int]:
        """The other seats in the order of play, from the one after the near seat."""
        number = len(self.table.seats)
        return [(self.near - 1 + step) % number + 1 for step in range(1, number)]

    @property
    def hand(self) -> Sequence[int]:
        return self.seat_view.hand if self.seat_view else ()

    @property
    def options(self) -> Sequence[table_pb2.Option]:
        return self.seat_view.options if self.seat_view else ()

    @property
    def buttons(self) -> list[table_pb2.Option]:
        """The options without duplicates."""
        return distinct(self.options)

    @property
    def awaited(self) -> bool:
        """Whether this player must act."""
        return self.seat_view is not None and awaited(self.seat_view, self.match)

    @property
    def to_play(self) -> bool:
        """Whether this player has a decision to make within a round."""
        match = self.match
        mine = match.turn == self.me or self.me in match.waiting_for
        return bool(self.me) and mine and match.phase not in _BETWEEN_ROUNDS

    @property
    def counts_time(self) -> bool:
        """Whether it shows a time that changes every second."""
        return self.match.HasField("deadline") or any(
            seat.HasField("absent_since") or seat.HasField("replaceable_at")
            for seat in self.table.seats
        )

    @property
    def choice(self) -> table_pb2.Option | None:
        """The option under the cursor."""
        return next((each for each in self.options if each.number == self.chosen), None)

    def offered(self, kind: table_pb2.OptionKind) -> list[table_pb2.Option]:
        """The options of one kind, without duplicates."""
        return [option for option in self.buttons if option.kind == kind]

    def card(self, number: int) -> catalog_pb2.Card:
        """A card of the catalogue; a blank card for a number that it lacks."""
        cards = self.catalog.cards
        if 1 <= number <= len(cards) and cards[number - 1].id == number:
            return cards[number - 1]
        return next(
            (card for card in cards if card.id == number), catalog_pb2.Card(id=number, month=1)
        )

    def side(self, seat: int) -> table_pb2.Side:
        """A seat's side of the match; empty if there is none."""
        return next(
            (side for side in self.match.sides if side.seat == seat), table_pb2.Side(seat=seat)
        )

    def seat(self, seat: int) -> table_pb2.Seat:
        return next((each for each in self.table.seats if each.number == seat), table_pb2.Seat())

    def name(self, seat: int) -> str:
        """The name of the person or computer in a seat, or of the open seat itself."""
        return self.names.player(seat)

    @property
    def seat_options(self) -> Sequence[table_pb2.SeatOption]:
        """The options about seats and the match, possible now or later, in the server's order."""
        return self.seat_view.seat_options if self.seat_view else ()

    @property
    def open_seats(self) -> list[int]:
        """The seats that neither a person nor a computer plays."""
        return open_seats(self.table)

    @property
    def gathering(self) -> bool:
        """Whether the match has not begun, because seats are open."""
        return not self.playing or self.table.stage == table_pb2.STAGE_GATHERING

    @cached_property
    def parties(self) -> list[table_pb2.Party]:
        """The players or teams that score together, in the order of play, from the near seat's."""
        parties = list(self.match.parties)
        mine = next((n for n, each in enumerate(parties) if self.near in each.seats), 0)
        return parties[mine:] + parties[:mine]

    def seat_name(self, seat: int) -> str:
        """The game's name for a seat, such as "Red", or its number."""
        names = self.game.seat_names
        return names[seat - 1] if 0 < seat <= len(names) else str(seat)

    def printed_worth(self, card: int) -> int | None:
        """The points shown on a card; None in games that count only yaku."""
        return self.names.worth(card) if self.game.card_points else None

    @cached_property
    def worthless(self) -> frozenset[int]:
        """The discards: captured cards without points, in games that count cards."""
        return frozenset(card for side in self.match.sides for card in side.worthless)

    def seconds_to(self, time: Timestamp) -> int:
        """The seconds until a time of the server, rounded up; never negative."""
        left = time.seconds + time.nanos / 1e9 - self.now
        return max(0, int(-(-left // 1)))


def clock(seconds: int) -> str:
    """A countdown: "1:23"."""
    return f"{seconds // 60}:{seconds % 60:02d}"
