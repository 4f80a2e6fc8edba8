"""What an update makes line mode say: each thing once, in the server's words."""

from __future__ import annotations

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.lines.news import situation
from koikoi_client.system.store import Store
from tests.client.fake import catalogue
from tests.client.lines.at_table import NOW, AtTable, seat

GAME = catalogue().games[0]
PLAYED = table_pb2.Event(kind=table_pb2.EVENT_KIND_CARD_PLAYED, seat=2, card=5)
PLAY = table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_PLAY, card=5)


@pytest.fixture
def here(store: Store) -> AtTable:
    return AtTable(store)


def hiki(number: int, month: int) -> table_pb2.Option:
    label = f"Hiki: take all of the month {month}"
    return table_pb2.Option(number=number, kind=table_pb2.OPTION_KIND_HIKI, label=label)


def test_the_first_update_tells_where_one_is_and_no_old_news(here: AtTable) -> None:
    here.words = {"waiting": "Ben plays a card."}
    here.table.rules["cup"] = "animal"
    assert here.show(PLAYED) == [
        "Your seat: Red.",
        "Opponent: Blue, Ben.",
        "Rules: Sake cup: Animal only.",
        "Month 1 of 12. Score: Aki 0, Ben 0.",
        "Field: Plant3 crane (bright); Plant3 plain. Draw pile: 0.",
        "Ben plays a card.",
    ]
    here.view = None
    assert here.show() == []


def test_a_spectator_hears_the_name_of_the_table_and_all_seats(here: AtTable) -> None:
    here.view = None
    assert here.show()[:2] == ["You are watching Aki's table.", "Seats: Red, Aki; Blue, Ben."]


def test_in_play_the_news_alone_tell_whose_turn_it_is(here: AtTable) -> None:
    here.show()
    here.words = {"waiting": "Ben chooses what it takes."}
    assert here.show(PLAYED) == ["seat 2 CARD_PLAYED 5"]


@pytest.mark.parametrize(("name", "away"), [("", False), ("Ben", True)])
def test_a_turn_of_a_seat_that_nobody_plays_is_told(here: AtTable, name: str, away: bool) -> None:
    """The match stands still, and no news come."""
    here.show()
    here.words = {"waiting": "Nobody plays the Blue seat: the match waits."}
    assert here.show() == []
    here.table.seats[1].CopyFrom(seat(2, name, away=away))
    here.words = {"waiting": "Nobody plays the Blue seat still."}
    assert here.show() == ["Nobody plays the Blue seat still."]
    here.table.seats[1].bot = "easy"
    here.words = {"waiting": "Easy plays a card."}
    assert here.show() == []


def test_what_the_news_tell_is_not_said_again_as_what_is_waited_for(here: AtTable) -> None:
    here.match = None
    here.show()
    here.words = {"waiting": "seat 2 REMATCH_WANTED. Do you want one?"}
    wanted = table_pb2.Event(kind=table_pb2.EVENT_KIND_REMATCH_WANTED, seat=2)
    assert here.show(wanted) == ["seat 2 REMATCH_WANTED"]
    assert here.show() == []


@pytest.mark.parametrize(
    "phase", [table_pb2.PHASE_UNSPECIFIED, table_pb2.PHASE_ROUND_OVER, table_pb2.PHASE_MATCH_OVER]
)
def test_in_a_pause_what_is_waited_for_is_told_when_it_changes(
    here: AtTable, phase: table_pb2.Phase
) -> None:
    assert here.match is not None
    here.match.phase = phase
    here.words = {"waiting": "Two seats are open."}
    assert here.show()[-1] == "Two seats are open."
    assert here.show() == []
    here.words = {"waiting": "Blue is open."}
    assert here.show() == ["Blue is open."]


def test_a_choice_is_told_once_with_what_is_asked_and_what_is_easily_forgotten(
    here: AtTable,
) -> None:
    here.show()
    assert here.match is not None
    here.match.deadline.FromSeconds(int(NOW) + 30)
    here.words = {"waiting": "Play a card.", "reminders": ["Ben has called koi-koi once."]}
    here.offer(PLAY, version=2)
    assert here.view is not None
    here.view.hand.append(5)
    assert here.show(PLAYED)[1:] == [
        "Field: Plant3 crane (bright); Plant3 plain. Draw pile: 0.",
        "Play a card. Time left: 30 s.",
        "Ben has called koi-koi once.",
        "Your hand:",
        "  1: Plant2 crane (bright)",
    ]
    chat = table_pb2.Event(kind=table_pb2.EVENT_KIND_CHAT_SENT, seat=2, text="hello")
    assert here.show(chat) == ["seat 2 CHAT_SENT hello"]
    here.news.ask_again()
    assert "Your hand:" in here.show()


@pytest.mark.parametrize("plays", [True, False])
def test_the_field_is_told_once_by_the_deal_or_by_the_choice(here: AtTable, plays: bool) -> None:
    """The deal's own line tells the field; whose card is played after it hears it anew."""
    here.match, match = None, here.match
    here.show()
    here.match = match
    here.offer(*([PLAY] if plays else []), version=2)
    dealt = table_pb2.Event(kind=table_pb2.EVENT_KIND_ROUND_DEALT, seat=1, cards=[9, 12])
    told = here.show(dealt)
    assert told[0] == "seat 1 ROUND_DEALT"
    assert not any(line.startswith("Field:") for line in told)
    here.offer(*([PLAY] if plays else []), version=3)
    told = here.show(dealt, PLAYED)
    assert any(line.startswith("Field:") for line in told) is plays


def test_what_an_open_card_takes_is_asked_after_the_news_that_tell_it(here: AtTable) -> None:
    """The question itself is said where no news go before it."""
    here.offer(PLAY, version=1)
    here.show()
    here.words = {"waiting": "Choose what Pine plain takes."}
    take = table_pb2.Option(
        number=1, kind=table_pb2.OPTION_KIND_TAKE, card=4, taken=[1], label="Take the crane"
    )
    here.offer(take, version=2)
    choice = ["Choose:", "  1: Take the crane"]
    assert here.show(PLAYED) == ["seat 2 CARD_PLAYED 5", *choice]
    here.news.ask_again()
    assert here.show() == ["Choose what Pine plain takes.", *choice]
    assert [*situation(here.following)][-3:] == ["Choose what Pine plain takes.", *choice]


def test_nobody_is_asked_to_cut(here: AtTable) -> None:
    """The client does it by itself."""
    assert here.match is not None
    here.match.phase = table_pb2.PHASE_CUT
    here.words = {"waiting": "Cut the deck."}
    here.offer(table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_CUT), version=1)
    assert "Cut the deck." not in here.show()


def test_the_state_of_ones_own_seat_is_told_at_first(here: AtTable) -> None:
    here.words = {"seat_states": ["Hard plays for Aki", "host"]}
    assert here.show()[:2] == ["Your seat: Red, Hard plays for Aki.", "Opponent: Blue, Ben, host."]


def test_a_round_that_has_ended_is_told_once_with_its_arithmetic(here: AtTable) -> None:
    """Its own line in the news is the headline, which goes before the rows."""
    here.show()
    assert here.match is not None
    here.match.phase, here.match.turn = table_pb2.PHASE_ROUND_OVER, 0
    here.match.result.CopyFrom(
        table_pb2.RoundResult(end=table_pb2.ROUND_END_STOPPED, winner=1, scores=[7, 0])
    )
    here.match.parties[0].score = 7
    for side, score in zip(here.match.sides, (7, 0), strict=True):
        side.round_scores.append(score)
    ended = table_pb2.Event(kind=table_pb2.EVENT_KIND_ROUND_ENDED, seat=1)
    here.words = {
        "headline": "seat 1 ROUND_ENDED",
        "result_lines": [table_pb2.LineSaid(full="Animals (boar, deer): 7 points", name="Animals")],
        "lost": ["Ben's Plains bring nothing."],
        "waiting": "Ben looks at the result.",
    }
    here.offer(
        table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_GO_ON, label="Go on"), version=2
    )
    assert here.show(PLAYED, ended) == [
        "seat 2 CARD_PLAYED 5",
        "seat 1 ROUND_ENDED",
        "  Animals (boar, deer): 7 points",
        "Ben's Plains bring nothing.",
        "Score after 1 of 12: Aki 7, Ben 0.",
        "Press Enter to go on.",
    ]
    here.offer(version=3)
    assert here.show() == ["Ben looks at the result."]
    again = [line for line in situation(here.following) if line]
    assert again[:2] == ["Month 1 of 12. Score: Aki 7, Ben 0.", "seat 1 ROUND_ENDED"]


def test_what_a_round_brought_is_told_where_several_scored(here: AtTable) -> None:
    """The headline has the winner alone."""
    here.show()
    assert here.match is not None
    here.match.result.scores.extend([60, 40])
    for side, score in zip(here.match.sides, (60, 40), strict=True):
        side.round_scores.append(score)
    here.words = {"headline": "Aki wins."}
    assert here.show()[1:3] == ["  Month 1: Aki 60, Ben 40", "Score after 1 of 12: Aki 0, Ben 0."]


def test_the_end_of_a_match_is_told_once_after_all_its_rounds(here: AtTable) -> None:
    here.show()
    assert here.match is not None
    here.match.phase = table_pb2.PHASE_MATCH_OVER
    for side in here.match.sides:
        side.round_scores.extend([5, 0])
    here.words = {"headline": "Nobody wins it.", "match_headline": "It is a draw."}
    assert here.show() == [
        "Nobody wins it.",
        "  Month 1: Aki 5, Ben 5",
        "  Month 2: Aki 0, Ben 0",
        "Score after 2 of 12: Aki 0, Ben 0.",
        "It is a draw.",
    ]
    assert here.show() == []


def test_what_the_others_are_near_is_said_once_in_a_round(here: AtTable) -> None:
    """What one is near oneself, one sees."""
    here.show()
    here.words = {"near": ["You are one card from Plains.", "Ben is one card from Animals."]}
    assert here.show() == ["Ben is one card from Animals."]
    assert here.show() == []
    here.words = {"near": ["", ""]}
    assert here.show() == []
    here.words = {"near": ["", "Ben is one card from Animals."]}
    assert here.show() == []
    assert here.match is not None
    here.match.round = 2
    assert here.show()[-1] == "Ben is one card from Animals."


def test_hiki_is_nothing_that_is_waited_for_and_is_said_once_while_it_stands(
    here: AtTable,
) -> None:
    here.show()
    assert here.view is not None
    here.view.hand.append(5)

    def told(version: int, *options: table_pb2.Option) -> list[str]:
        here.offer(*options, version=version)
        return here.show()

    assert told(2, hiki(1, 2)) == [
        "Although it is not your turn, you can type:",
        "  hiki: Hiki: take all of the month 2",
    ]
    assert told(3, hiki(1, 2)) == []
    assert len(told(4, hiki(1, 2), hiki(2, 7))) == 3, "another has come"
    assert told(5, PLAY, hiki(2, 2))[-1] == "  hiki: Hiki: take all of the month 2"
    assert len(told(6, hiki(1, 2))) == 2


def test_a_table_that_will_be_closed_is_told_once(here: AtTable) -> None:
    here.table.close_time.FromSeconds(int(NOW) + 1000)
    here.show()
    assert here.beat(NOW) == []
    assert here.beat(NOW + 880) == ["This table closes in 2 min."]
    assert here.beat(NOW + 890) == []


def test_the_log_of_a_face_and_its_news_are_the_servers_lines(here: AtTable) -> None:
    here.show(PLAYED)
    here.show(table_pb2.Event(kind=table_pb2.EVENT_KIND_STOP_CALLED, seat=2))
    assert here.following.log == ["seat 2 CARD_PLAYED 5", "seat 2 STOP_CALLED"]
