"""Every kind of event as a message, with nothing that is hidden."""

from __future__ import annotations

import pytest

from hanafuda import events as game
from hanafuda.cards import DECK, card, cards
from koikoi.v1 import table_pb2 as t
from koikoi_server.table import events as table
from koikoi_server.wire.events import entry, public_events, timestamp
from tests.server.wire.matches import played

CRANE, POEM = card("1-1"), card("1-2")
VIEWING = game.YakuScore("hanami", 5, cards("3-1 9-1"))

EXAMPLES = [
    (
        table.MatchStarted("M1", b"s" * 32, "R1", cut=True),
        t.Event(kind=t.EVENT_KIND_MATCH_STARTED, text="M1"),
    ),
    (table.DeckCut(2, b"\x01\xff"), t.Event(kind=t.EVENT_KIND_DECK_CUT, seat=2, text="01ff")),
    (table.DeckCut(2, b""), t.Event(kind=t.EVENT_KIND_DECK_CUT, seat=2)),
    (
        game.DealVoided(cards("5-1 5-2 5-3 5-4")),
        t.Event(kind=t.EVENT_KIND_DEAL_VOIDED, cards=[17, 18, 19, 20]),
    ),
    (
        game.DealVoided(cards("5-1 5-2 5-3 5-4"), 2),
        t.Event(kind=t.EVENT_KIND_DEAL_VOIDED, seat=2, cards=range(17, 21)),
    ),
    (
        game.RoundDealt(3, 2, (DECK[:8], DECK[8:16]), DECK[16:24], DECK[24:]),
        t.Event(kind=t.EVENT_KIND_ROUND_DEALT, seat=2, number=3, cards=range(17, 25)),
    ),
    (
        game.HandShown(1, DECK[:8], game.YakuScore("teshi", 6, DECK[:4])),
        t.Event(
            kind=t.EVENT_KIND_HAND_SHOWN,
            seat=1,
            cards=range(1, 9),
            yaku=[t.YakuScore(yaku="teshi", points=6, cards=range(1, 5))],
        ),
    ),
    (game.CardPlayed(1, CRANE), t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=1)),
    (game.CardDrawn(1, CRANE), t.Event(kind=t.EVENT_KIND_CARD_DRAWN, seat=1, card=1)),
    (game.CardLaid(1, CRANE), t.Event(kind=t.EVENT_KIND_CARD_LAID, seat=1, card=1)),
    (
        game.CardsCaptured(1, (POEM,), CRANE),
        t.Event(kind=t.EVENT_KIND_CARDS_CAPTURED, seat=1, card=1, cards=[2]),
    ),
    (game.CardsCaptured(1, (POEM,)), t.Event(kind=t.EVENT_KIND_CARDS_CAPTURED, seat=1, cards=[2])),
    (
        game.HikiCalled(4, 1, (POEM,)),
        t.Event(kind=t.EVENT_KIND_HIKI_CALLED, seat=4, number=1, cards=[2]),
    ),
    (
        game.YakuFormed(2, (VIEWING,), 6),
        t.Event(
            kind=t.EVENT_KIND_YAKU_FORMED,
            seat=2,
            number=6,
            yaku=[t.YakuScore(yaku="hanami", points=5, cards=[9, 33])],
        ),
    ),
    (game.KoikoiCalled(2, 3), t.Event(kind=t.EVENT_KIND_KOIKOI_CALLED, seat=2, number=3)),
    (game.StopCalled(2), t.Event(kind=t.EVENT_KIND_STOP_CALLED, seat=2)),
    (
        game.RoundEnded(game.RoundEnd.STOPPED, 2, 20, (), (0, 20), 2),
        t.Event(kind=t.EVENT_KIND_ROUND_ENDED, seat=2, number=20),
    ),
    (
        game.RoundEnded(game.RoundEnd.DRAWN, 0, 0, (), (0, 0), 1),
        t.Event(kind=t.EVENT_KIND_ROUND_ENDED),
    ),
    (game.SeatOut(3), t.Event(kind=t.EVENT_KIND_SEAT_OUT, seat=3)),
    (game.MatchEnded((1,)), t.Event(kind=t.EVENT_KIND_MATCH_ENDED, text="R1")),
    (
        table.PersonJoined(2, "Ben", b"h" * 32),
        t.Event(kind=t.EVENT_KIND_PERSON_JOINED, seat=2, text="Ben"),
    ),
    (table.PersonLeft(2, "Ben"), t.Event(kind=t.EVENT_KIND_PERSON_LEFT, seat=2, text="Ben")),
    (table.PersonKicked(2, "Ben"), t.Event(kind=t.EVENT_KIND_PERSON_KICKED, seat=2, text="Ben")),
    (table.ConnectionLost(2), t.Event(kind=t.EVENT_KIND_CONNECTION_LOST, seat=2)),
    (table.ConnectionBack(2), t.Event(kind=t.EVENT_KIND_CONNECTION_BACK, seat=2)),
    (table.BotSeated(2, "easy"), t.Event(kind=t.EVENT_KIND_BOT_SEATED, seat=2, text="easy")),
    (table.BotRemoved(2), t.Event(kind=t.EVENT_KIND_BOT_REMOVED, seat=2)),
    (table.RematchWanted(2), t.Event(kind=t.EVENT_KIND_REMATCH_WANTED, seat=2)),
    (table.ChatSent(0, "Hello"), t.Event(kind=t.EVENT_KIND_CHAT_SENT, text="Hello")),
    (table.TableClosed(), t.Event(kind=t.EVENT_KIND_TABLE_CLOSED)),
    (table.PersonNudged(2), t.Event(kind=t.EVENT_KIND_PERSON_NUDGED, seat=2)),
]


@pytest.mark.parametrize(("event", "message"), EXAMPLES, ids=lambda each: type(each).__name__)
def test_an_event_becomes_a_message(event: table.AnyEvent, message: t.Event) -> None:
    assert public_events([event], "R1") == [message]


def test_lots_are_told_one_by_one_when_they_are_shown() -> None:
    lots = ((1, card("3-1")), (2, card("3-2")), (1, card("5-1")), (2, card("9-1")))
    assert public_events([game.LotsDrawn(1, lots, shown=True)]) == [
        t.Event(kind=t.EVENT_KIND_LOT_DRAWN, seat=1, card=9),
        t.Event(kind=t.EVENT_KIND_LOT_DRAWN, seat=2, card=10),
        t.Event(kind=t.EVENT_KIND_LOT_DRAWN, seat=1, card=17),
        t.Event(kind=t.EVENT_KIND_LOT_DRAWN, seat=2, card=33),
    ]
    assert public_events([game.LotsDrawn(1, lots, shown=False)]) == []


def test_every_kind_is_told_by_some_event() -> None:
    made = {message.kind for _, message in EXAMPLES} | {t.EVENT_KIND_LOT_DRAWN}
    assert made == set(t.EventKind.values()) - {t.EVENT_KIND_UNSPECIFIED}


def test_what_stands_for_the_fold_alone_is_not_told() -> None:
    assert public_events([game.TurnPassed(2), table.WentOn(1), table.PauseEnded()]) == []
    assert public_events([table.CodeChanged("SECRET"), table.ServerRestarted()]) == []


def test_an_entry_keeps_seq_time_and_cause() -> None:
    steps = list(played(1))
    first = steps[1]
    said = entry(first.entry, first.state)
    assert (said.seq, said.cause) == (2, t.CAUSE_PERSON)
    assert said.time.ToMilliseconds() == first.entry.time
    assert [entry(each.entry, each.state).seq for each in steps] == list(range(1, len(steps) + 1))


def test_the_record_is_named_only_as_the_match_ends() -> None:
    *before, last = played(2)
    said = [entry(step.entry, step.state).SerializeToString() for step in before]
    assert not any(b"record-not-to-be-guessed" in each for each in said)
    ended = entry(last.entry, last.state)
    assert ended.events[-1] == t.Event(
        kind=t.EVENT_KIND_MATCH_ENDED, text="record-not-to-be-guessed"
    )


def test_a_time_keeps_its_milliseconds() -> None:
    assert timestamp(1_700_000_000_123).ToJsonString() == "2023-11-14T22:13:20.123Z"
    assert timestamp(-1).ToMilliseconds() == -1
