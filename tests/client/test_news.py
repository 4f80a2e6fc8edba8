"""What an update makes line mode say about seats, clocks, forms: pure functions and their words."""

from __future__ import annotations

import pytest

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client import reports, results
from koikoi_client.address import Address
from koikoi_client.console import Lines
from koikoi_client.draft import check, new_draft, usual_bot
from koikoi_client.plain_form import lines
from koikoi_client.plain_news import News
from koikoi_client.plain_table import PlainTable
from koikoi_client.plain_visit import Visit
from koikoi_client.session import Session
from koikoi_client.store import KeptSeat, Store
from koikoi_client.words import Words
from tests.client.fake import catalogue
from tests.client.typed import TypedConsole

CATALOG = catalogue()
GAME = CATALOG.games[0]
NOW = 1_000.0


def table(*seats: t.Seat, stage: t.Stage = t.STAGE_PLAYING) -> t.Table:
    return t.Table(table_id="T", name="Aki's table", game="koikoi", stage=stage, seats=seats)


def seat(
    number: int, name: str, *, replaceable: float = 0, bot: str = "", version: int = 1
) -> t.Seat:
    made = t.Seat(number=number, player_name=name, bot=bot, version=version)
    if replaceable:
        made.absent_since.FromSeconds(int(NOW))
        made.replaceable_at.FromSeconds(int(replaceable))
    return made


def words(*seats: t.Seat) -> Words:
    return Words(CATALOG, table(*seats), 1)


def test_an_absent_person_is_told_with_the_time_that_is_left() -> None:
    away = seat(2, "Ben", replaceable=NOW + 110)
    told = reports.seat_state(words(seat(1, "Aki"), away), away, NOW)
    assert told == "Ben, away, a computer may take over in 2 min"
    assert reports.seat_state(words(away), away, NOW + 200).endswith("may take over now")


def test_a_seat_that_may_be_replaced_is_told_once() -> None:
    """The moment comes without an update, so a heartbeat is enough to tell it."""
    news = News()
    there = words(seat(1, "Aki"), seat(2, "Ben", replaceable=NOW + 120, version=4))
    assert list(news.absences(there, NOW)) == ["A computer may take over for Ben in 2 min."]
    assert list(news.absences(there, NOW + 60)) == []
    (line,) = news.absences(there, NOW + 121)
    assert "Ben has been away for long. Type bot 2" in line
    assert list(news.absences(there, NOW + 125)) == []
    again = words(seat(1, "Aki"), seat(2, "Ben", replaceable=NOW + 300, version=6))
    assert len(list(news.absences(again, NOW + 301))) == 1


def test_who_is_here_and_does_not_move_is_told_otherwise_and_each_time() -> None:
    news = News()
    for turn in (1, 2):
        idle = seat(2, "Ben", replaceable=NOW + 30 * turn, version=4)
        idle.ClearField("absent_since")
        there = words(seat(1, "Aki"), idle)
        assert list(news.absences(there, NOW)) == []
        (line,) = news.absences(there, NOW + 30 * turn)
        assert line.startswith("Ben has not moved for long. Type nudge")
        assert list(news.absences(there, NOW + 31 * turn)) == []


def test_a_seat_that_was_left_in_mid_match_is_told_once() -> None:
    news, there = News(), words(seat(1, "Aki"), seat(2, ""))
    (line,) = news.absences(there, NOW)
    assert line.startswith("Blue is open: somebody may sit down, or type bot 2")
    assert list(news.absences(there, NOW + 1)) == []


async def test_what_a_computer_did_in_my_seat_i_have_not_done(store: Store) -> None:
    """Line mode tells it of the computer, as the log does."""
    console = TypedConsole()
    session = Session(Address("127.0.0.1", 1))
    session.catalog.CopyFrom(CATALOG)
    mine = KeptSeat("S", "T", 1, "token", "Aki")
    at = PlainTable(Visit(Lines(console), session, store, "Aki"), mine)
    sits = table(seat(1, "Aki"), seat(2, "Ben"))
    for seq, cause in enumerate((t.CAUSE_PERSON, t.CAUSE_BOT, t.CAUSE_PERSON), 1):
        event = t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=1, card=seq)
        entry = t.Entry(seq=seq, cause=cause, events=[event])
        update = t.Update(seq=seq, table=sits, news=[entry])
        at.following._apply(update, t.SeatView(seat=1, state_version=seq))
    await session.close()
    assert [line for line in console.said if " play" in line] == [
        "The computer in your seat plays Plant1 boar (animal).",
        "You play Plant1 ribbon.",
    ]


def test_a_table_that_will_be_closed_is_told_once() -> None:
    news = News()
    there = words(seat(1, "Aki"))
    there.table.close_time.FromSeconds(int(NOW) + 1000)
    assert list(news.absences(there, NOW)) == []
    assert list(news.absences(there, NOW + 880)) == ["This table will be closed in 2 min."]
    assert list(news.absences(there, NOW + 890)) == []


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    there = words(seat(1, "Aki"), seat(2, "Aki"))
    assert [there.player(1), there.player(2)] == ["Aki (Red)", "Aki (Blue)"]


def test_who_left_is_named_though_the_seat_is_empty() -> None:
    there = words(seat(1, "Aki"), seat(2, ""))
    left = t.Event(kind=t.EVENT_KIND_PERSON_LEFT, seat=2, text="Ben")
    assert there.event(left) == "Ben leaves."


def test_names_cannot_move_the_cursor() -> None:
    there = words(seat(1, "Aki"), seat(2, "B\x1b[2Jen"))
    assert there.player(2) == "B[2Jen"


def test_ids_that_the_catalogue_does_not_know_are_shown_as_they_are() -> None:
    there = Words(CATALOG, t.Table(game="later", seats=[t.Seat(number=5)]), 1)
    assert there.card(60) == "card 60"
    assert there.yaku_name("new_yaku") == "new_yaku"
    assert there.player(5) == "Seat 5"
    assert there.event(t.Event(seat=1)) == ""


def test_how_a_match_ended() -> None:
    there = words(seat(1, "Aki"), seat(2, "Ben"))
    for winners, scores, told in (
        ([1], (12, 5), "You win the match, 12 to 5!"),
        ([2], (0, 5), "Ben wins the match, 5 to 0."),
        ([1, 2], (5, 5), "The match is a draw, 5 to 5."),
        ([], (0, 5), "The match is over without a result."),
    ):
        sides = [t.Side(seat=seat, score=score) for seat, score in enumerate(scores, 1)]
        match = t.Match(phase=t.PHASE_MATCH_OVER, winners=winners, sides=sides)
        assert results.match_lines(there, match) == [told]
    assert results.match_lines(there, t.Match(phase=t.PHASE_PLAY)) == []


def test_a_drawn_round_says_whose_yaku_are_lost() -> None:
    """To a newcomer it looks like a mistake otherwise."""
    sides = [
        t.Side(seat=1, round_scores=[0], yaku=[t.YakuScore(yaku="tane", points=1)]),
        t.Side(seat=2, round_scores=[0], yaku=[t.YakuScore(yaku="sanko", points=5)]),
    ]
    drawn = t.RoundResult(end=t.ROUND_END_DRAWN, scores=[0, 0])
    match = t.Match(phase=t.PHASE_ROUND_OVER, round=1, rounds=12, result=drawn, sides=sides)
    there = words(seat(1, "Aki"), seat(2, "Ben"))
    assert results.result_lines(there, match)[0] == (
        "Month 1: the cards ran out and nobody stopped. Nobody scores. Your Animals (1): lost. "
        "Ben's sanko (5): lost."
    )


@pytest.mark.parametrize("kinds", [False, True])
def test_a_card_has_one_name_in_all_sentences(kinds: bool) -> None:
    """The catalogue's, written out: the short plant is for drawn cards."""
    catalog = wire.GetCatalogResponse()
    catalog.CopyFrom(CATALOG)
    catalog.cards[2].name = "Chrysanthemum blue ribbon"
    there = Words(catalog, table(seat(1, "Aki"), seat(2, "Ben")), 1, kinds=kinds)
    event = t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=2, card=3)
    assert there.event(event) == "Ben plays Chrysanthemum blue ribbon."
    assert there.card(3) == there.named_card(3) == "Chrysanthemum blue ribbon"


def test_news_says_the_kind_of_a_card_that_has_it_not_in_its_name() -> None:
    there = Words(CATALOG, table(seat(1, "Aki"), seat(2, "Ben")), 1, kinds=True)
    for card, told in (
        (1, "Ben plays Plant1 crane (bright)."),
        (2, "Ben plays Plant1 boar (animal)."),
        (3, "Ben plays Plant1 ribbon."),
        (4, "Ben plays Plant1 plain."),
    ):
        assert there.event(t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=2, card=card)) == told


def test_what_was_done_before_somebody_left_is_told_with_the_name() -> None:
    """To one who comes later, and finds the seat open."""
    played = t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=2, card=4)
    left = t.Event(kind=t.EVENT_KIND_PERSON_LEFT, seat=2, text="Ben")
    there = words(seat(1, "Aki"), seat(2, ""))
    assert there.sentences([played, left, played]) == [
        "Ben plays Plant1 plain.",
        "Ben leaves.",
        "Blue plays Plant1 plain.",
    ]
    assert there.table.seats[1].player_name == ""


def test_a_form_sends_what_differs_from_the_default_alone() -> None:
    draft = new_draft(GAME)
    months, cup = GAME.options
    draft.choose(months, "3")
    draft.choose(cup, "animal")
    draft.choose(cup, "both")
    draft.bots[0] = "hard"
    draft.needs_code = True
    request = draft.request()
    assert dict(request.rules) == {"months": "3"}
    assert [(plan.yours, plan.bot) for plan in request.seats] == [(True, ""), (False, "hard")]
    assert request.needs_code
    assert lines(draft)[:3] == [
        "  1: Months: 3",
        "  2: Sake cup: Both",
        "  3: Seat 2: computer, Hard",
    ]


def test_values_are_typed_by_value_label_place_or_number() -> None:
    months, cup = GAME.options
    assert check(months, "3") == "3"
    assert check(months, "7") == "7"
    assert check(months, "25") is None
    assert check(months, "x") is None
    assert check(cup, "2") == "animal"
    assert check(cup, "animal ONLY") == "animal"
    assert check(cup, "3") is None


def test_practice_is_against_a_computer_of_middling_strength() -> None:
    assert usual_bot(GAME) == "medium"


def test_what_the_others_are_near_is_said_once_and_only_while_it_can_come() -> None:
    """A yaku that lacks one card: its row, its captured cards, those of others."""
    news, there = News(), words(seat(1, "Aki"), seat(2, "Ben"))
    animals = list(next(row for row in GAME.yaku if row.id == "tane").any_of)

    def said(mine: list[int], bens: list[int]) -> list[str]:
        sides = [t.Side(seat=1, captured=mine), t.Side(seat=2, captured=bens)]
        match = t.Match(match_id="m", round=1, rounds=12, sides=sides)
        update = t.Update(seq=1, table=there.table, match=match)
        return [line for line in news.lines(there, [], update, None, NOW) if "one card" in line]

    assert said([], animals[:3]) == []
    assert said(animals[:4], []) == [], "what I am near I see"
    assert said(animals[4:], animals[:4]) == [], "the last ones are mine"
    assert said([], animals[:4]) == ["Ben: one card from Animals."]
    assert said([], animals[:4]) == []


def test_who_begins_hears_the_field_once() -> None:
    """With the choice; who does not begin hears it from the deal."""
    catalog = catalogue()
    catalog.phrases[f"event.{t.EVENT_KIND_ROUND_DEALT}"] = "On the field: {cards}."
    there = Words(catalog, table(seat(1, "Aki"), seat(2, "Ben")), 1)
    for plays in (True, False):
        option = t.Option(number=1, kind=t.OPTION_KIND_PLAY, card=5)
        view = t.SeatView(seat=1, hand=[5], state_version=1, options=[option] if plays else [])
        news, field = News(), [9, 12]
        list(news.lines(there, [], t.Update(seq=1, table=there.table), None, NOW))
        dealt = t.Event(kind=t.EVENT_KIND_ROUND_DEALT, seat=1, cards=field)
        match = t.Match(match_id="m", round=1, rounds=12, field=field)
        update = t.Update(seq=2, table=there.table, match=match)
        lines = list(news.lines(there, [dealt], update, view, NOW))
        assert sum("Plant3 crane" in line for line in lines) == 1
