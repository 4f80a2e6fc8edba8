"""Following a table: its updates, the calls of the seat, and when they end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import cast

import pytest

from koikoi.v1 import catalog_pb2, service_pb2, table_pb2
from koikoi_client.errors import SERVER_CHANGED, Refused
from koikoi_client.follow import seat_calls
from koikoi_client.follow.following import Following
from koikoi_client.lines.console import Lines
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import KeptSeat, Store
from koikoi_client.wire.session import Session
from tests.client.fake import catalogue, said
from tests.client.lines.typed import TypedConsole
from tests.support.timeouts import HANG

SEAT = KeptSeat("S1", "T1", 1, "token", "Aki")


class Scripted:
    """A session whose answers come when a test says so."""

    def __init__(self) -> None:
        self.info = service_pb2.GetServerInfoResponse(server_id="S1")
        self.catalog = catalogue()
        self.connected = True
        self.connects = 0
        self.asked: list[str] = []
        self.used: list[service_pb2.UseSeatOption] = []
        self.given_up = 0  #: so many calls were cancelled
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages: list[service_pb2.WatchSeatResponse] = []  #: of the watch, when it goes on
        self.end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def act(self, token: str, request: service_pb2.ActRequest, server_id: str) -> int:
        self.asked.append(request.WhichOneof("act") or "")
        self.used.append(
            service_pb2.UseSeatOption.FromString(request.use_seat_option.SerializeToString())
        )
        try:
            await asyncio.shield(self.answer)
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return 1

    async def chart(self, game: str, rules: dict[str, str]) -> catalog_pb2.Game:
        return self.catalog.games[0]

    async def watch_seat(
        self, token: str, server_id: str
    ) -> AsyncGenerator[service_pb2.WatchSeatResponse, None]:
        await self.end
        for message in self.messages:
            yield message


class Listening:
    """Keeps the events and the refusals."""

    def __init__(self) -> None:
        self.events: list[table_pb2.Event] = []
        self.refusals: list[str] = []

    def updated(self, following: Following, events: Sequence[table_pb2.Event]) -> None:
        self.events += events

    def beat(self, following: Following) -> None:
        """Nothing to show."""

    def refused(self, following: Following, refused: Refused) -> None:
        self.refusals.append(refused.message)


class Scene:
    """One table with one listener and one session."""

    def __init__(self, store: Store) -> None:
        self.session = Scripted()
        user = LineUser(Lines(TypedConsole()), cast(Session, self.session), store, "Aki")
        self.following = Following(user, SEAT, lambda: 0.0)
        self.listener = Listening()
        self.following.listeners.append(self.listener)

    def show(
        self,
        *entries: table_pb2.Entry,
        version: int = 1,
        kind: table_pb2.OptionKind = table_pb2.OPTION_KIND_PLAY,
        offered: Sequence[table_pb2.SeatOption] = (),
    ) -> None:
        """Make this the last update."""
        seats = [
            table_pb2.Seat(number=1, player_name="Aki"),
            table_pb2.Seat(number=2, player_name="Ben"),
        ]
        update = table_pb2.Update(
            seq=entries[-1].seq, news=entries,
            table=table_pb2.Table(game="koikoi", seats=seats, stage=table_pb2.STAGE_PLAYING),
            match=table_pb2.Match(match_id="M", round=1, rounds=12),
        )  # fmt: skip
        options = [table_pb2.Option(number=1, kind=kind, card=1)]
        view = table_pb2.SeatView(
            seat=1, state_version=version, options=options, seat_options=offered
        )
        self.following._apply(update, said(update), view)

    def beat(self, seconds: int) -> None:
        """Let the server's clock say so many seconds."""
        self.following._clock_offset = float(seconds)

    def choose(self) -> bool:
        view = self.following.view
        assert view is not None
        return self.following.choose(view.options[0])


@pytest.fixture
async def scene(store: Store) -> Scene:
    return Scene(store)


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_question_is_answered_once(scene: Scene) -> None:
    """Also when the answer has come, and the update that it brings has not."""
    scene.show(table_pb2.Entry(seq=1))
    assert scene.choose()
    assert not scene.choose()
    scene.session.answer.set_result(None)
    await turns()
    assert not scene.choose()
    scene.show(table_pb2.Entry(seq=2))
    assert not scene.choose(), "a chat leaves the question as it was"
    scene.show(table_pb2.Entry(seq=3), version=2)
    assert scene.choose()
    await turns()
    assert scene.session.asked == ["choose", "choose"]


async def test_a_seat_option_is_sent_as_it_is_with_the_usual_computer(scene: Scene) -> None:
    """Of whatever kind; another computer where one was named."""
    option = table_pb2.SeatOption(id="opaque", seat=2, bots=["medium", "easy"])
    scene.show(table_pb2.Entry(seq=1), offered=[option])
    scene.following.use(option)
    scene.following.use(option, "easy")
    await turns()
    assert [(each.id, each.bot) for each in scene.session.used] == [
        ("opaque", "medium"),
        ("opaque", "easy"),
    ]


async def test_a_seat_option_that_is_not_possible_yet_is_not_sent(store: Store) -> None:
    """The client's clock tells how long it takes, with no update when the time comes."""
    scene = Scene(store)
    option = table_pb2.SeatOption(id="late", label="Remind Ben")
    option.possible_time.FromSeconds(1_000_060)
    scene.beat(1_000_000)
    scene.following.use(option)
    assert scene.listener.refusals == ["Remind Ben: possible in 60 s."]
    scene.beat(1_000_060)
    scene.following.use(option)
    await turns()
    assert [each.id for each in scene.session.used] == ["late"]


async def test_after_a_refusal_it_may_be_answered_again(scene: Scene) -> None:
    scene.show(table_pb2.Entry(seq=1))
    scene.choose()
    scene.session.answer.set_exception(Refused("OPTION_NOT_OFFERED", "It is not offered."))
    await turns()
    assert scene.listener.refusals == ["It is not offered."]
    assert scene.choose()


async def test_nothing_is_sent_long_after_the_key(scene: Scene) -> None:
    """While the connection is lost what is asked for is refused at once, with a sentence."""
    scene.show(table_pb2.Entry(seq=1))
    scene.session.connected = False
    scene.choose()
    scene.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text="hello")))
    assert not await scene.following.leave()
    assert len(scene.listener.refusals) == 3
    assert "connection is lost: nothing was done" in scene.listener.refusals[0]
    scene.session.connected = True
    assert scene.choose()
    await turns()
    assert scene.session.asked == ["choose"]


@pytest.mark.parametrize("what", ["choose", "chat", "leave", "use_seat_option"])
async def test_what_is_asked_for_without_an_answer_is_given_up(
    what: str, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nothing is done by surprise when the connection is back after long; it may be asked
    for again."""
    monkeypatch.setattr(seat_calls, "CALL_TIMEOUT", 0.0)
    scene.show(table_pb2.Entry(seq=1))

    async def ask() -> None:
        if what == "choose":
            assert scene.choose()
        elif what == "leave":
            assert not await scene.following.leave()
        elif what == "chat":
            scene.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text="hello")))
        else:
            scene.following.use(table_pb2.SeatOption(id="later", kind=99))  # type: ignore[arg-type]  # a later kind

    for times in (1, 2):
        async with asyncio.timeout(HANG):
            await ask()
            while len(scene.listener.refusals) < times:
                await asyncio.sleep(0)
    assert "The server did not answer in time" in scene.listener.refusals[1]
    assert scene.session.asked == [what, what]
    assert scene.session.given_up == 2
    assert scene.following.farewell == ""


async def test_chat_messages_arrive_in_their_order(scene: Scene) -> None:
    """One that the server makes wait lets no later one pass, and holds no move up."""
    scene.show(table_pb2.Entry(seq=1))
    for word in ("one", "two"):
        scene.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text=word)))
    assert scene.choose()
    await turns()
    assert scene.session.asked == ["chat", "choose"]
    scene.session.answer.set_result(None)
    await turns()
    assert scene.session.asked == ["chat", "choose", "chat"]


async def test_of_a_cut_the_person_hears_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client cuts by itself, and until it is answered: nobody could choose it again."""
    monkeypatch.setattr(seat_calls, "CALL_TIMEOUT", 0.0)
    scene.session.connected = False
    scene.show(table_pb2.Entry(seq=1), kind=table_pb2.OPTION_KIND_CUT)
    await turns()
    assert (scene.session.asked, scene.session.given_up) == (["choose"], 0)
    scene.session.answer.set_exception(Refused("STATE_STALE", "The game has moved on."))
    await turns()
    scene.show(table_pb2.Entry(seq=2), kind=table_pb2.OPTION_KIND_CUT)
    await turns()
    assert scene.session.asked == ["choose", "choose"], "the next update asks for it again"
    assert scene.listener.refusals == []


async def test_what_is_asked_for_ends_with_the_table(scene: Scene) -> None:
    """A leave without an answer is no leave: the seat stays, and nobody says it was left."""
    store = scene.following.user.store
    store.keep(SEAT)
    leaving = asyncio.create_task(scene.following.leave())
    await turns()
    scene.following.close()
    assert not await leaving
    assert scene.following.farewell == ""
    assert store.seats("S1") == [SEAT]
    scene.following.act(service_pb2.ActRequest(chat=service_pb2.Chat(text="too late")))
    assert not await scene.following.leave()
    await turns()
    assert scene.session.asked == ["leave"]
    assert scene.listener.refusals == []


async def test_the_end_of_the_table_tells_who_leaves_that_they_left(scene: Scene) -> None:
    """It may come before the answer."""
    ended = asyncio.create_task(scene.following.follow())
    leaving = asyncio.create_task(scene.following.leave())
    await turns()
    scene.session.end.set_exception(Refused("SEAT_TOKEN_INVALID", "That seat is not yours."))
    assert await ended == "You left the table."
    assert not await leaving


async def test_who_leaves_is_gone_by_the_answer(scene: Scene) -> None:
    scene.following.user.store.keep(SEAT)
    scene.session.answer.set_result(None)
    assert await scene.following.leave()
    assert scene.following.farewell == "You left the table."
    assert scene.following.user.store.seats("S1") == []


async def test_what_ones_own_leave_did_ends_the_following(scene: Scene) -> None:
    """Also of a seat that was left by another way than :meth:`Following.leave`."""
    scene.following.user.store.keep(SEAT)
    scene.session.messages = [
        service_pb2.WatchSeatResponse(update=table_pb2.Update(seq=2), said=table_pb2.Said())
    ]
    scene.session.end.set_result(None)
    assert await scene.following.follow() == "You left the table."
    assert scene.following.user.store.seats("S1") == []
    assert not scene.following.begun, "nothing of it is shown: the seat is another's by now"


async def test_who_is_kicked_is_told_why_and_forgets_the_seat(scene: Scene) -> None:
    scene.following.user.store.keep(SEAT)
    scene.session.end.set_exception(Refused("SEAT_TOKEN_INVALID", "The host removed you."))
    assert await scene.following.follow() == "The host removed you."
    assert scene.following.user.store.seats("S1") == []


async def test_a_seat_is_kept_while_another_server_answers_at_the_address(scene: Scene) -> None:
    """Its own may come back there."""
    scene.following.user.store.keep(SEAT)
    scene.session.end.set_exception(Refused(SERVER_CHANGED, "Another server answers."))
    assert await scene.following.follow() == "Another server answers."
    assert scene.following.user.store.seats("S1") == [SEAT]


def played(seq: int, card: int) -> table_pb2.Entry:
    return table_pb2.Entry(
        seq=seq, events=[table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED, seat=2, card=card)]
    )


async def test_an_entry_that_comes_again_is_not_told_again(scene: Scene) -> None:
    """After a long absence a snapshot repeats the last few entries."""
    scene.show(played(1, 1), played(2, 2))
    assert scene.listener.events == [], "what was before we came is for the log"
    scene.show(played(2, 2), played(3, 3))
    assert [event.card for event in scene.listener.events] == [3]
    assert scene.following.news == ["seat 2 CARD_PLAYED 3"]
    assert scene.following.log == [f"seat 2 CARD_PLAYED {card}" for card in (1, 2, 3)]
