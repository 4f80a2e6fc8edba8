"""What is remembered between two of my turns, beside what each update says whole."""

from __future__ import annotations

from hanafuda.cards import card
from koikoi.v1 import table_pb2 as t
from koikoi_client.memory import TURNS, Memory


def played(seat: int, code: str) -> t.Event:
    return t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=seat, card=card(code))


class Told:
    """A table that is told update by update."""

    def __init__(self, me: int = 1) -> None:
        self.memory = Memory()
        self.view = t.SeatView(seat=me) if me else None
        self._seq = 0

    def update(
        self, turn: int, *events: t.Event, last: list[t.Event] | None = None, round_: int = 1
    ) -> None:
        self._seq += 1
        update = t.Update(seq=self._seq, news=[t.Entry(seq=self._seq, events=events)])
        update.match.MergeFrom(t.Match(match_id="m", round=round_, turn=turn, last_turn=last or []))
        self.memory.take(t.Table(), update, self.view)


def test_the_turns_of_others_are_kept_since_my_last_one() -> None:
    """Each once, however many updates tell it; mine begins anew."""
    told = Told()
    turns = {seat: [played(seat, f"{seat}-3")] for seat in (1, 2, 3)}
    told.update(2, last=turns[1])
    told.update(3, last=turns[2])
    told.update(3, last=turns[2])
    told.update(1, last=turns[3])
    assert told.memory.between == [turns[2], turns[3]]
    told.update(2, last=[played(1, "4-3")])
    assert told.memory.between == []


def test_a_round_begins_with_nothing_behind_it() -> None:
    told = Told()
    told.update(3, last=[played(2, "2-3")])
    told.update(1, round_=2)
    assert told.memory.between == []
    assert told.memory.running == []


def test_who_watches_is_told_the_newest_turns() -> None:
    """No turn is theirs, so that there are always the newest ones."""
    told = Told(me=0)
    for number in range(1, 10):
        told.update(1, last=[played(number % 2 + 1, f"{number}-1")])
    assert len(told.memory.between) == TURNS
    assert told.memory.between[-1] == [played(2, "9-1")]


def test_the_turn_that_goes_on_is_kept_until_it_is_the_last_one() -> None:
    """Of the seat whose turn it is, what happens to cards; not what is said, and nothing twice."""
    told = Told()
    before = [played(2, "2-3")]
    told.update(1, played(2, "2-3"), last=before)
    assert told.memory.running == []
    said = t.Event(kind=t.EVENT_KIND_CHAT_SENT, seat=1, text="hello")
    told.update(1, said, played(1, "3-3"), last=before)
    told.update(1, last=before)
    assert told.memory.running == [played(1, "3-3")]
    told.update(2, last=[played(1, "3-3")])
    assert told.memory.running == []
