"""What is remembered between two of my turns, beside what each update says whole."""

from __future__ import annotations

from hanafuda.cards import card
from koikoi.v1 import table_pb2 as t
from koikoi_client.memory import TURNS, Memory


def played(seat: int, code: str) -> t.Event:
    return t.Event(kind=t.EVENT_KIND_CARD_PLAYED, seat=seat, card=card(code))


def drew(seat: int, code: str) -> t.Event:
    return t.Event(kind=t.EVENT_KIND_CARD_DRAWN, seat=seat, card=card(code))


def entry(*events: t.Event, bot: bool = False) -> t.Entry:
    return t.Entry(cause=t.CAUSE_BOT if bot else t.CAUSE_PERSON, events=events)


def before(seat: int, code: str, drawn: str) -> tuple[t.Entry, list[t.Event]]:
    """A whole turn, as the log has it and as "the last turn"."""
    events = [played(seat, code), drew(seat, drawn)]
    return entry(*events), events


DEALT = t.Event(kind=t.EVENT_KIND_ROUND_DEALT, seat=1, number=2)


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
        self._take(t.Update(news=[t.Entry(seq=self._seq, events=events)]), turn, last, round_)

    def snapshot(
        self, turn: int, *news: t.Entry, last: list[t.Event] | None = None, round_: int = 2
    ) -> None:
        """All that is told to who comes, or comes back after an absence: the last entries."""
        self._seq += 30
        for place, entry in enumerate(news):
            entry.seq = self._seq - len(news) + 1 + place
        self._take(t.Update(snapshot=True, news=news), turn, last, round_)

    def _take(self, update: t.Update, turn: int, last: list[t.Event] | None, round_: int) -> None:
        update.seq = self._seq
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


def test_a_return_before_i_played_has_no_turn_that_goes_on() -> None:
    """Nothing of my earlier turns, of this round or of one before, is read as this turn.

    My last turn is known again, as far as the news tell of it, and so is what came after it.
    """
    (old, _), (mine, my_turn), (theirs, their_turn) = (
        before(1, "7-3", "7-4"), before(1, "1-3", "1-4"), before(2, "2-3", "2-4"),
    )  # fmt: skip
    told = Told()
    told.snapshot(1, old, entry(DEALT), mine, theirs, last=their_turn)
    assert told.memory.running == []
    assert told.memory.own_turn == my_turn
    assert told.memory.between == [their_turn]


def test_a_return_to_the_first_turn_of_a_round_knows_nothing_of_the_round_before() -> None:
    told = Told()
    told.snapshot(1, before(2, "7-3", "7-4")[0], before(1, "1-3", "1-4")[0], entry(DEALT))
    assert told.memory.running == told.memory.own_turn == told.memory.between == []


def test_a_return_within_my_turn_tells_what_i_did_in_it() -> None:
    """After the card was played and before what was drawn is placed, or koi-koi is called."""
    mine, my_turn = before(1, "1-3", "1-4")
    theirs, their_turn = before(2, "2-3", "2-4")
    told = Told()
    told.snapshot(
        1, entry(DEALT), mine, theirs, entry(played(1, "3-3")), entry(drew(1, "3-4")),
        last=their_turn,
    )  # fmt: skip
    assert told.memory.running == [played(1, "3-3"), drew(1, "3-4")]
    assert told.memory.own_turn == my_turn


def test_a_return_in_the_others_turn_tells_theirs() -> None:
    mine, my_turn = before(1, "1-3", "1-4")
    told = Told()
    told.snapshot(2, entry(DEALT), mine, entry(played(2, "3-3")), last=my_turn)
    assert told.memory.running == [played(2, "3-3")]
    assert told.memory.own_turn == my_turn
    assert told.memory.between == []


def test_a_return_after_a_loss_forgets_what_was_held() -> None:
    """A snapshot to one who was there before: turns went by that nobody told."""
    told = Told()
    told.update(1, played(1, "3-3"), round_=2)
    theirs, their_turn = before(2, "4-3", "4-4")
    told.snapshot(1, theirs, last=their_turn)
    assert told.memory.running == []
    told.update(1, played(1, "5-3"), last=their_turn, round_=2)
    assert told.memory.running == [played(1, "5-3")]


def test_a_return_without_a_loss_goes_on() -> None:
    """The entries that were missed come in one update, several turns of them."""
    told = Told()
    told.update(1, played(1, "3-3"), round_=2)
    theirs, their_turn = before(2, "4-3", "4-4")
    missed = t.Update(news=[entry(drew(1, "3-4")), theirs])
    for seq, each in enumerate(missed.news, 2):
        each.seq = seq
    told._seq = 3
    told._take(missed, 1, their_turn, 2)
    assert told.memory.running == []


def test_a_return_to_a_seat_that_a_computer_played_has_no_last_turn_of_mine() -> None:
    mine, theirs = before(1, "1-3", "1-4")[1], before(2, "2-3", "2-4")
    told = Told()
    told.snapshot(1, entry(DEALT), entry(*mine, bot=True), theirs[0], last=theirs[1])
    assert told.memory.own_turn == []


def test_news_that_begin_within_a_turn_make_no_turn_of_its_end() -> None:
    theirs, their_turn = before(2, "2-3", "2-4")
    told = Told()
    told.snapshot(1, entry(drew(1, "1-4")), theirs, last=their_turn)
    assert told.memory.own_turn == told.memory.running == []


def test_a_hiki_out_of_turn_takes_no_turn_apart() -> None:
    """Another's hiki while I play is not of my turn, and what I do afterwards is."""
    hiki = t.Event(kind=t.EVENT_KIND_HIKI_CALLED, seat=3, number=9)
    told = Told()
    told.update(1, played(1, "3-3"), hiki)
    told.update(1, drew(1, "3-4"))
    assert told.memory.running == [played(1, "3-3"), drew(1, "3-4")]


def test_a_hiki_in_my_turn_is_of_it() -> None:
    hiki = t.Event(kind=t.EVENT_KIND_HIKI_CALLED, seat=1, number=9)
    told = Told()
    told.update(1, hiki)
    told.update(1, played(1, "3-3"))
    assert told.memory.running == [hiki, played(1, "3-3")]
