"""Whose deeds the log tells: of who has left, of who came later, and of me in a seat of another."""

from __future__ import annotations

from koikoi.v1 import table_pb2 as t
from koikoi_client.words import Words
from tests.client.fake import catalogue

PLAYED = t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=2, card=4)
BACK = t.Event(kind=t.EVENT_KIND_CONNECTION_BACK, seat=2)
BEN_LEFT = t.Event(kind=t.EVENT_KIND_PERSON_LEFT, seat=2, text="Ben")
CAT_SAT = t.Event(kind=t.EVENT_KIND_PERSON_JOINED, seat=2, text="Cat")
BOT = t.Event(kind=t.EVENT_KIND_BOT_SEATED, seat=2, text="easy")


def words(name: str, *, me: int, bot: str = "") -> Words:
    seats = [t.Seat(number=1, player_name="Aki"), t.Seat(number=2, player_name=name, bot=bot)]
    table = t.Table(game="koikoi", stage=t.STAGE_PLAYING, seats=seats)
    catalog = catalogue()
    catalog.phrases[f"event.{t.EVENT_KIND_CONNECTION_BACK}"] = "{seat} is back."
    catalog.phrases[f"event.{t.EVENT_KIND_PERSON_JOINED}"] = "{text} sat down."
    catalog.phrases[f"event.{t.EVENT_KIND_PERSON_JOINED}.you"] = "You sat down."
    return Words(catalog, table, me)


def test_what_was_done_in_my_seat_before_me_is_not_mine() -> None:
    """By name where the log tells who left; else of the seat, as when a computer sat there."""
    mine = words("Cat", me=2)
    before, left, sat, now = mine.sentences([PLAYED, BEN_LEFT, CAT_SAT, PLAYED])
    assert (before, left, sat) == ("Ben plays Plant1 plain.", "Ben leaves.", "You sat down.")
    assert now.startswith("You ")
    assert mine.sentences([PLAYED, CAT_SAT])[0] == "Blue plays Plant1 plain."
    assert mine.before_me().event(PLAYED) == "Blue plays Plant1 plain."
    assert mine.event(PLAYED).startswith("You ")


def test_what_was_done_in_anothers_seat_before_them_is_not_theirs() -> None:
    watching = words("Cat", me=0)
    said = watching.sentences([BOT, PLAYED, CAT_SAT, PLAYED, BACK])
    assert said[1:] == [
        "Blue plays Plant1 plain.", "Cat sat down.", "Cat plays Plant1 plain.", "Cat is back.",
    ]  # fmt: skip
    assert "Cat" not in said[0]


def test_what_a_computer_did_in_my_seat_is_not_mine() -> None:
    """While it plays for me; what I did before and after is, and a round that it won."""
    mine = words("Cat", me=2)
    won = t.Event(kind=t.EVENT_KIND_ROUND_ENDED, seat=2)
    said = mine.sentences([PLAYED, PLAYED, PLAYED, won], [False, True, False, True])
    assert said[1] == "The computer in your seat plays Plant1 plain."
    assert said[0] == said[2] == mine.event(PLAYED)
    assert said[3] == mine.event(won)
    assert words("Cat", me=1).sentences([PLAYED], [True]) == ["Cat plays Plant1 plain."]


def test_who_came_back_and_left_since_is_named() -> None:
    """Every one of several who sat there, one after the other."""
    there = words("", me=1)
    said = there.sentences([BACK, BEN_LEFT, CAT_SAT, BACK])
    assert said[:2] == ["Ben is back.", "Ben leaves."]
