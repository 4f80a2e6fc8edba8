"""A table that a test shows to line mode, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client.follow.following import Following
from koikoi_client.follow.store import KeptSeat, Store
from koikoi_client.lines.console import Lines
from koikoi_client.lines.news import News
from koikoi_client.lines.user import Visit
from koikoi_client.wire.session import Session
from tests.client.fake import catalogue, said
from tests.client.lines.typed import TypedConsole

NOW = 1_000.0
HIKI = t.OPTION_KIND_HIKI


def seat(number: int, name: str, *, away: bool = False, bot: str = "") -> t.Seat:
    made = t.Seat(number=number, player_name=name, bot=bot)
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
        self.table = t.Table(
            table_id="T", name="Aki's table", game="koikoi", stage=t.STAGE_PLAYING,
            seats=[seat(1, "Aki"), seat(2, "Ben")],
        )  # fmt: skip
        self.match: t.Match | None = t.Match(
            match_id="M", round=1, rounds=12, phase=t.PHASE_PLAY, turn=2, field=[9, 12],
            sides=[t.Side(seat=1), t.Side(seat=2)],
            parties=[t.Party(seats=[1]), t.Party(seats=[2])],
        )  # fmt: skip
        self.view: t.SeatView | None = t.SeatView(seat=1, state_version=1)
        self.words: dict[str, Any] = {}
        self.catalog = catalogue()
        session = SimpleNamespace(
            catalog=self.catalog, info=wire.GetServerInfoResponse(server_id="S1"), connected=True
        )
        self.console = TypedConsole()
        visit = Visit(Lines(self.console), cast(Session, session), store, "Aki")
        self.following = Following(
            visit, KeptSeat("S1", "T", 1, "token", "Aki"), monotonic=lambda: 0.0
        )
        self.following.close()  # nothing is asked for: there is no loop
        self.news = News()
        self.at(NOW)
        self._seq = 0

    def at(self, now: float) -> None:
        """Let the server's clock say *now*."""
        self.following._clock_offset = now

    def show(self, *events: t.Event) -> list[str]:
        """Make all that a new update, in which *events* happened; what line mode says of it."""
        first = not self._seq
        self._seq += 1
        update = t.Update(
            seq=self._seq, news=[t.Entry(seq=self._seq, events=events)], table=self.table,
            match=self.match,
        )  # fmt: skip
        self.following._apply(update, said(update, **self.words), self.view)
        return self._spoken(self.news.lines(self.following, [] if first else events))

    def beat(self, now: float) -> list[str]:
        """What is said at a heartbeat."""
        self.at(now)
        return self._spoken(self.news.timed(self.following))

    def offer(self, *options: t.Option, version: int) -> None:
        """Let these be what Aki may choose from the next update on, a hiki in another's turn."""
        assert self.view is not None
        assert self.match is not None
        self.match.ClearField("waiting_for")
        self.match.waiting_for.extend([1] if {o.kind for o in options} - {HIKI} else [2])
        self.view.state_version = version
        self.view.ClearField("options")
        self.view.options.extend(options)

    def offer_seats(self, *options: t.SeatOption) -> None:
        """Let these be what Aki may do about seats from the next update on."""
        assert self.view is not None
        self.view.ClearField("seat_options")
        self.view.seat_options.extend(options)

    @staticmethod
    def _spoken(lines: Sequence[str] | Any) -> list[str]:
        return [line for line in lines if line]
