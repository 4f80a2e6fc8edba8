"""A table that a test shows to line mode, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.follow.following import Following
from koikoi_client.lines.console import Lines
from koikoi_client.lines.news import News
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.wire.session import Session
from tests.client.fake import catalogue, said
from tests.client.lines.typed import TypedConsole

NOW = 1_000.0
HIKI = table_pb2.OPTION_KIND_HIKI


def seat(number: int, name: str, *, away: bool = False, bot: str = "") -> table_pb2.Seat:
    made = table_pb2.Seat(number=number, player_name=name, bot=bot)
    if away:
        made.absent_since.FromSeconds(int(NOW))
    return made


class AtTable:
    """Aki's table, at which she has seat 1: what line mode says of it.

    Attributes:
        table: as it is shown next.
        match: likewise; None: there is none.
        view: of Aki's seat; None: a spectator's.
        words: what is said besides the news and the names.
    """

    def __init__(self, store: Store) -> None:
        self.table = table_pb2.Table(
            table_id="T", name="Aki's table", game="koikoi", stage=table_pb2.STAGE_PLAYING,
            seats=[seat(1, "Aki"), seat(2, "Ben")],
        )  # fmt: skip
        self.match: table_pb2.Match | None = table_pb2.Match(
            match_id="M", round=1, rounds=12, phase=table_pb2.PHASE_PLAY, turn=2, field=[9, 12],
            sides=[table_pb2.Side(seat=1), table_pb2.Side(seat=2)],
            parties=[table_pb2.Party(seats=[1]), table_pb2.Party(seats=[2])],
        )  # fmt: skip
        self.view: table_pb2.SeatView | None = table_pb2.SeatView(seat=1, state_version=1)
        self.words: dict[str, Any] = {}
        self.catalog = catalogue()
        session = SimpleNamespace(
            catalog=self.catalog,
            info=service_pb2.GetServerInfoResponse(server_id="S1"),
            connected=True,
            lost="",
        )
        self.console = TypedConsole()
        user = LineUser(Lines(self.console), cast(Session, session), store, "Aki")
        self.following = Following(
            user, KeptSeat("S1", "T", 1, "token", "Aki"), monotonic=lambda: 0.0
        )
        self.following.close()  # nothing is asked for: there is no loop
        self.news = News()
        self.at(NOW)
        self._seq = 0

    def at(self, now: float) -> None:
        """Let the server's clock say *now*."""
        self.following._clock_offset = now

    def show(self, *events: table_pb2.Event) -> list[str]:
        """Make all that a new update, in which *events* happened; what line mode says of it."""
        first = not self._seq
        self._seq += 1
        update = table_pb2.Update(
            seq=self._seq, news=[table_pb2.Entry(seq=self._seq, events=events)], table=self.table,
            match=self.match,
        )  # fmt: skip
        self.following._apply(update, said(update, **self.words), self.view)
        return self._spoken(self.news.lines(self.following, [] if first else events))

    def beat(self, now: float) -> list[str]:
        """What is said at a heartbeat."""
        self.at(now)
        return self._spoken(self.news.timed(self.following))

    def offer(self, *options: table_pb2.Option, version: int) -> None:
        """Let these be what Aki may choose from the next update on, a hiki in another's turn."""
        assert self.view is not None
        assert self.match is not None
        self.match.ClearField("waiting_for")
        self.match.waiting_for.extend([1] if {o.kind for o in options} - {HIKI} else [2])
        self.view.state_version = version
        self.view.ClearField("options")
        self.view.options.extend(options)

    def offer_seats(self, *options: table_pb2.SeatOption) -> None:
        """Let these be what Aki may do about seats from the next update on."""
        assert self.view is not None
        self.view.ClearField("seat_options")
        self.view.seat_options.extend(options)

    @staticmethod
    def _spoken(lines: Sequence[str] | Any) -> list[str]:
        return [line for line in lines if line]
