"""Line mode: what is said, and what typing does. With a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import grpc
import pytest

from koikoi.v1 import record_pb2, service_pb2, table_pb2
from koikoi_client.follow.user import Spectating
from koikoi_client.lines import table as plain_table
from koikoi_client.lines.commands import Commands
from koikoi_client.lines.console import Lines
from koikoi_client.lines.user import LineUser
from koikoi_client.system.store import Store
from koikoi_client.wire.session import Session
from tests.client.fake import Running as RunningFake
from tests.client.fake import catalogue
from tests.client.lines.typed import TypedConsole
from tests.client.playing import Person, people
from tests.support.timeouts import HANG

PLAY = table_pb2.OPTION_KIND_PLAY


@pytest.fixture
async def seated(running: RunningFake, tmp_path: Path) -> AsyncIterator[Person]:
    """Somebody at the scripted table."""
    fake = running.fake
    fake.view.hand[:] = [1, 12]
    fake.view.options.extend(
        [
            table_pb2.Option(number=1, kind=PLAY, card=1, label="Play one"),
            table_pb2.Option(number=2, kind=PLAY, card=12, taken=[9], label="Play two, take nine"),
            table_pb2.Option(number=3, kind=PLAY, card=12, taken=[10], label="Play two, take ten"),
            table_pb2.Option(number=4, kind=99, label="Dance"),  # type: ignore[arg-type]  # a later kind
        ]
    )
    await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_STARTED))
    async with people(running.port, tmp_path, "Aki") as (aki,):
        await aki.start(join_code="abc")
        await aki.console.until("Your hand:")
        yield aki


async def acted(running: RunningFake, number: int = 1) -> service_pb2.ActRequest:
    async with asyncio.timeout(HANG):
        while len(running.fake.acts) < number:
            await asyncio.sleep(0.005)
    return running.fake.acts[number - 1]


async def test_cards_are_words_and_choices_are_numbers(seated: Person) -> None:
    said = seated.console.said
    await seated.console.until("Dance")
    assert "  1: Plant1 crane (bright)" in said
    assert "  2: Plant3 plain, takes one of: 2a Plant3 crane, 2b Plant3 boar" in said
    assert said[-1] == "  3: Dance"
    assert "Month 1 of 12. Score: Aki 0, Ben 0. Dealer: you." in said
    assert all(line.isascii() for line in said), "words, never symbols"


@pytest.mark.parametrize(("typed", "option"), [("1", 1), ("2b", 3), ("2 A", 2), ("3", 4)])
async def test_a_choice_is_sent_with_the_version_that_listed_it(
    seated: Person, running: RunningFake, typed: str, option: int
) -> None:
    seated.console.type(typed)
    choose = (await acted(running)).choose
    assert (choose.state_version, choose.option, choose.nonce) == (1, option, b"")


async def test_a_letter_alone_is_the_second_half_of_a_cards_key(
    seated: Person, running: RunningFake
) -> None:
    """After the number, once; by itself it means nothing."""
    seated.console.type("a")
    await seated.console.until('"a" is not known here.')
    seated.console.type("2", "b")
    assert (await acted(running)).choose.option == 3


async def test_a_newcomer_is_told_once_what_can_be_typed(
    seated: Person, running: RunningFake
) -> None:
    await running.fake.append()
    await seated.console.until("Dance")
    hints = [line for line in seated.console.said if line.startswith("On your turn, type")]
    assert len(hints) == 1
    assert "Type help for all commands" in hints[0]


async def test_what_cannot_be_chosen_is_said_and_not_sent(
    seated: Person, running: RunningFake
) -> None:
    seated.console.type("2", "k", "9", "fly", "play 2")
    await seated.console.until("type 2a or 2b")
    await seated.console.until('"k" is not a choice now')
    await seated.console.until('"9" is not a choice now. Press Enter for the choices.')
    place = await seated.console.until('"fly" is not known here. Type help for all commands.')
    await seated.console.until("type 2a or 2b", place)
    assert running.fake.acts == []


async def test_who_types_before_the_table_is_known_is_told_what_they_wait_for(
    store: Store,
) -> None:
    console = TypedConsole()
    console.type("help")
    session = SimpleNamespace(catalog=catalogue(), connected=True, lost="")
    user = LineUser(Lines(console), cast(Session, session), store, "Aki")
    table = plain_table.LineTable(user, Spectating("T"))
    commands = asyncio.create_task(Commands(table).run())
    await console.until("Going to the table.")
    commands.cancel()


async def test_when_the_game_was_faster_the_choice_is_said_anew(
    seated: Person, running: RunningFake
) -> None:
    running.fake.refusal = (grpc.StatusCode.ABORTED, "STATE_STALE")
    place = len(seated.console.said)
    seated.console.type("1")
    place = await seated.console.until("STATE_STALE", place)
    await seated.console.until("Your hand:", place)


async def test_news_is_said_once_also_over_a_loss(seated: Person, running: RunningFake) -> None:
    place = len(seated.console.said)
    card = table_pb2.EVENT_KIND_CARD_PLAYED
    await running.fake.append(
        table_pb2.Event(kind=card, seat=1, card=5), table_pb2.Event(kind=card, seat=2, card=5)
    )
    running.fake.drop = 1
    await running.fake.append(table_pb2.Event(kind=card, seat=2, card=6))
    await seated.console.until("seat 2 CARD_PLAYED 6", place)
    said = seated.console.said[place:]
    assert [line for line in said if "CARD_PLAYED" in line] == [
        "seat 1 CARD_PLAYED 5",
        "seat 2 CARD_PLAYED 5",
        "seat 2 CARD_PLAYED 6",
    ]


async def test_while_the_connection_is_lost_every_answer_says_so(
    seated: Person, running: RunningFake
) -> None:
    """And what happens next, and what one can do."""
    seated.user.session._set_lost()
    lost = "is lost. Trying again. You cannot play until it is back. Your seat stays yours"
    place = await seated.console.until(lost)
    for typed in ("again", "fly", "9"):
        seated.console.type(typed)
        place = await seated.console.until(lost, place)
    seated.console.type("1")
    await seated.console.until("The connection is lost: nothing was done.", place)
    assert running.fake.acts == []


async def test_what_is_offered_about_seats_is_done_by_its_word(
    seated: Person, running: RunningFake
) -> None:
    """With another level behind it; what has to be asked first is asked; the rest is not sent."""
    offered = running.fake.view.seat_options
    offered.add(
        id="seat.2",
        kind=table_pb2.SEAT_OPTION_KIND_SEAT_COMPUTER,
        seat=2,
        label="A computer at Blue",
        bots=["medium", "easy"],
    )
    offered.add(
        id="out", kind=table_pb2.SEAT_OPTION_KIND_KICK, seat=2, label="Remove Ben", confirm=True
    )
    late = offered.add(id="end", kind=table_pb2.SEAT_OPTION_KIND_END_MATCH, label="End the match")
    late.possible_time.FromSeconds(1_000_600)
    await running.fake.append()
    await seated.console.until("  bot 2: A computer at Blue (Medium or Easy)")
    seated.console.type("bot 2 hard", "bot 3", "end", "kick 2", "no")
    await seated.console.until("There is no such computer player: choose Medium or Easy.")
    await seated.console.until("That is not possible now. Type seats to list what is possible.")
    await seated.console.until("possible in 10 min.")
    await seated.console.until("Remove Ben: are you sure?")
    seated.console.type("bot 2 easy", "kick 2", "y")
    assert (await acted(running, 2)).use_seat_option.id == "out"
    first = running.fake.acts[0].use_seat_option
    assert (first.id, first.bot) == ("seat.2", "easy")


async def test_chat_rings_no_bell(
    seated: Person, running: RunningFake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One's turn rings when it comes, however long it lasts and whatever is said meanwhile."""
    monkeypatch.setattr(plain_table, "BELL_AFTER", -1.0)
    await seated.console.until("Dance")
    rung = seated.console.bells
    await running.fake.append(
        table_pb2.Event(kind=table_pb2.EVENT_KIND_CHAT_SENT, seat=2, text="take your time")
    )
    await seated.console.until("take your time")
    assert seated.console.bells == rung


async def test_the_deck_is_cut_unasked_with_32_random_bytes(
    seated: Person, running: RunningFake
) -> None:
    view = running.fake.view
    view.state_version = 2
    del view.options[:]
    view.options.append(table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_CUT, label="Cut"))
    await running.fake.append()
    choose = (await acted(running)).choose
    assert (choose.state_version, choose.option, len(choose.nonce)) == (2, 1, 32)
    assert len(set(choose.nonce)) > 8
    seated.console.type("1")  # typed too early: no choices can be listed
    await seated.console.until("There is nothing to choose now.")


async def test_another_seats_view_is_not_shown(seated: Person, running: RunningFake) -> None:
    running.fake.view.seat = 2
    running.fake.view.hand[:] = [33]
    running.fake.view.state_version = 2
    await running.fake.append()
    await seated.console.until("the cards of another seat")
    assert not any("Plant9" in line for line in seated.console.said)


async def test_enter_goes_on_after_a_result_that_tells_the_arithmetic(
    seated: Person, running: RunningFake
) -> None:
    fake = running.fake
    fake.match.phase = table_pb2.PHASE_ROUND_OVER
    fake.match.parties[0].score = 14
    fake.match.sides[0].round_scores[:] = [14]
    fake.match.sides[1].round_scores[:] = [0]
    fake.match.deadline.FromSeconds(1_000_020)
    fake.match.result.CopyFrom(table_pb2.RoundResult(winner=1, scores=[14, 0]))
    fake.said = {
        "headline": "Aki wins Month 1.",
        "result_lines": [
            table_pb2.LineSaid(full="Animals: 7 points"),
            table_pb2.LineSaid(full="Times 2"),
        ],
    }
    fake.view.state_version = 2
    del fake.view.options[:]
    fake.view.options.append(
        table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_GO_ON, label="Go on")
    )
    place = len(seated.console.said)
    await fake.append()
    await seated.console.until("Press Enter to go on. Time left:", place)
    assert seated.console.said[place:-1] == [
        "Aki wins Month 1.",
        "  Animals: 7 points",
        "  Times 2",
        "Score after 1 of 12: Aki 14, Ben 0.",
    ]
    seated.console.type("onwards", "3")
    place = await seated.console.until('"onwards" is not known here. Press Enter to go on', place)
    await seated.console.until('"3" is not known here. Press Enter to go on', place)
    seated.console.type("")
    assert (await acted(running)).choose.option == 1


async def test_the_looking_commands_tell_and_do_nothing(
    seated: Person, running: RunningFake
) -> None:
    side = running.fake.match.sides[1]
    side.captured[:] = [2, 6, 9]
    side.yaku.append(table_pb2.YakuScore(yaku="tane", points=1, cards=[2]))
    side.points = 1
    side.progress.add(yaku="tane", have=2, state=table_pb2.PROGRESS_STATE_OPEN)
    await running.fake.append(
        table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED, seat=2, card=5)
    )
    await seated.console.until("CARD_PLAYED")
    for typed, answer in (
        (
            "captured",
            "Captured by Ben: Brights (1): Plant3 crane; Animals (2): Plant1 boar, Plant2",
        ),
        ("captured", "Yaku so far for Ben: Animals (1); points: 1."),
        ("field", "Field: Plant3 crane (bright); Plant3 plain. Draw pile: 24."),
        ("yaku", "Animals, 1 point, 1 for each more: Five animals. (Ben 2 of 5)"),
        ("log", "seat 2 CARD_PLAYED 5"),
        ("score", "No round is over yet."),
        ("seats", "  2: Blue, Ben"),
        ("help", "  3: play the third card in your hand"),
        ("hand", "  1: Plant1 crane (bright)"),
        ("again", "Month 1 of 12."),
    ):
        place = len(seated.console.said)
        seated.console.type(typed)
        await seated.console.until(answer, place)
    assert running.fake.acts == []


async def test_a_match_that_is_over_can_be_saved(
    seated: Person, running: RunningFake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def record(user: LineUser, record_id: str) -> record_pb2.Record:
        return record_pb2.Record(record_id=record_id)

    monkeypatch.setattr(LineUser, "record", record)
    monkeypatch.chdir(tmp_path)
    seated.console.type("save", "help")
    await seated.console.until("You can save the match when it is over.")
    await seated.console.until("  save: save the match to a file when it is over")
    running.fake.match.phase = table_pb2.PHASE_MATCH_OVER
    running.fake.match.record_id = "R"
    await running.fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_CHAT_SENT, seat=2))
    await seated.console.until("CHAT_SENT")
    seated.console.type("save")
    await seated.console.until(".json")
    assert [*tmp_path.glob("*.json")]


async def test_the_end_of_input_quits_and_keeps_the_seat(seated: Person) -> None:
    seated.console.type(None)
    assert await seated.end() == 0
    assert len(seated.store.seats("S1")) == 1


async def test_ctrl_c_is_130(seated: Person) -> None:
    seated.console.type("^C")
    assert await seated.end() == 130


async def test_a_table_that_is_gone_leads_back_to_the_lobby(
    seated: Person, running: RunningFake
) -> None:
    running.fake.refusal = (grpc.StatusCode.UNAUTHENTICATED, "SEAT_TOKEN_INVALID")
    running.fake.drop = 1
    await running.fake.append()
    await seated.console.until("SEAT_TOKEN_INVALID.")
    await seated.console.until("Type new to open one")
    assert seated.store.seats("S1") == []


async def test_who_leaves_is_told_so_also_when_the_table_ends_before_the_answer(
    seated: Person, running: RunningFake
) -> None:
    def close(_: service_pb2.ActRequest) -> None:
        running.fake.table.stage = table_pb2.STAGE_CLOSED

    running.fake.on_act = close
    running.fake.lose_answers = 1
    seated.console.type("leave", "y")
    await seated.console.until("You left the table.")
