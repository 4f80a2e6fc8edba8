"""The lines of entries, for the person who acted and for all others, with the right names."""

from __future__ import annotations

import pytest

from hanafuda.games import GAMES
from koikoi.v1 import table_pb2
from koikoi_server.table import commands
from koikoi_server.wire.sentences import moves, news
from koikoi_server.wire.sentences.occupants import Occupant
from tests.server.said.made import (
    AKI_BEN,
    K,
    captured,
    cards,
    event,
    lines,
    moment,
    occupants,
    yaku,
)
from tests.server.said.tables import Moment, Watched
from tests.support.table import BEN, PureTable

CURTAIN = captured(1, "3-3", "3-1")
MOON = yaku("tsukimi", 5, "8-1 9-1")


@pytest.mark.parametrize(
    ("events", "you", "others"),
    [
        ([event("CARD_PLAYED", 1, "3-3"), CURTAIN], "You played {}.", "Aki played {}."),
        (
            [event("CARD_PLAYED", 1, "1-1"), event("CARD_LAID", 1, "1-1")],
            "You played Pine crane to the field.",
            "Aki played Pine crane to the field.",
        ),
        (
            [event("CARD_DRAWN", 1, "9-1"), event("CARD_LAID", 1, "9-1")],
            "You drew Mum sake cup, which stays on the field.",
            "Aki drew Mum sake cup, which stays on the field.",
        ),
        (
            [event("CARD_DRAWN", 1, "3-3"), captured(1, "3-3", "3-1 3-2 3-4")],
            "You drew Cherry plain and took Cherry curtain, Cherry poem ribbon and Cherry plain.",
            "Aki drew Cherry plain and took Cherry curtain, Cherry poem ribbon and Cherry plain.",
        ),
        ([event("CARD_DRAWN", 1, "1-1")], "You drew Pine crane.", "Aki drew Pine crane."),
        (
            [CURTAIN],
            "You took Cherry curtain with Cherry plain.",
            "Aki took Cherry curtain with Cherry plain.",
        ),
        (
            [event("YAKU_FORMED", 1, yaku=[MOON], number=5)],
            "You made Moon Viewing (5 points).",
            "Aki made Moon Viewing (5 points).",
        ),
        (
            [event("YAKU_FORMED", 1, yaku=[yaku("kasu", 1), MOON], number=8)],
            "You made Plains (1 point) and Moon Viewing (5 points): 8 points in all.",
            "Aki made Plains (1 point) and Moon Viewing (5 points): 8 points in all.",
        ),
        ([event("KOIKOI_CALLED", 1)], "You called koi-koi.", "Aki called koi-koi."),
        ([event("STOP_CALLED", 1)], "You stopped.", "Aki stopped."),
        (
            [event("HAND_SHOWN", 1, yaku=[yaku("teshi", 6)], cards=cards("1-1 1-2"))],
            "You were dealt Four of a Month: Pine crane and Pine poem ribbon.",
            "Aki was dealt Four of a Month: Pine crane and Pine poem ribbon.",
        ),
        (
            [event("ROUND_DEALT", 1, number=3, cards=cards("1-1 2-2"))],
            "Month 3: you deal. On the field: Pine crane and Plum poem ribbon.",
            "Month 3: Aki deals. On the field: Pine crane and Plum poem ribbon.",
        ),
        ([event("DECK_CUT", 1)], "The deck was cut for you.", "The deck was cut for Aki."),
        (
            [event("LOT_DRAWN", 1, "1-1")],
            "You drew Pine crane for the deal.",
            "Aki drew Pine crane for the deal.",
        ),
        ([event("CONNECTION_LOST", 1)], "You were away.", "Aki is away."),
        ([event("CONNECTION_BACK", 1)], "You are back.", "Aki is back."),
        ([event("REMATCH_WANTED", 1)], "You want another match.", "Aki wants another match."),
        ([event("CHAT_SENT", 1, text="hi {name}")], "You: hi {name}", "Aki: hi {name}"),
        (
            [event("PERSON_NUDGED", 1)],
            "The others are waiting for you.",
            "Aki was reminded that the others are waiting.",
        ),
    ],
)
def test_what_somebody_did_is_said_to_them_and_to_others(
    events: list[table_pb2.Event], you: str, others: str
) -> None:
    rest = "Cherry plain and took Cherry curtain"
    assert lines(*events, seat=1) == [you.format(rest, name="{name}")]
    for seat in (0, 2):
        assert lines(*events, seat=seat) == [others.format(rest, name="{name}")]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([event("MATCH_STARTED")], "A match begins."),
        ([event("TABLE_CLOSED")], "The table is closed."),
        ([event("CHAT_SENT", text="Closing soon.")], "The server: Closing soon."),
        (
            [event("DEAL_VOIDED", cards=cards("1-1 1-2 1-3 1-4"))],
            "The field had Pine crane, Pine poem ribbon, Pine plain and Pine plain: all cards are "
            "dealt again.",
        ),
    ],
)
def test_what_nobody_did_is_said_alike_to_all(events: list[table_pb2.Event], said: str) -> None:
    assert all(lines(*events, seat=seat) == [said] for seat in (0, 1, 2))


def test_every_kind_of_event_says_something() -> None:
    """A new kind needs a row in ``moves.SENTENCES`` or in ``news.SENTENCES``, not in both."""
    assert not moves.SENTENCES.keys() & news.SENTENCES.keys()
    for kind in K.values()[1:]:
        of_a_seat = kind not in (K.EVENT_KIND_MATCH_STARTED, K.EVENT_KIND_TABLE_CLOSED)
        made = table_pb2.Event(
            kind=K.Name(kind), seat=int(of_a_seat), card=1, number=1, text="easy", cards=[2, 3]
        )
        made.yaku.append(MOON)
        for seat in (0, 1):
            assert lines(made, seat=seat), K.Name(kind)


# -- who did it ----------------------------------------------------------------------------------

HARD = "hard"


def test_what_a_computer_does_for_me_is_not_mine() -> None:
    done = [event("CARD_PLAYED", 1, "3-3", by=HARD), captured(1, "3-3", "3-1", HARD)]
    rest = "played Cherry plain and took Cherry curtain."
    assert lines(*done, seat=1) == [f"Hard (for you) {rest}"]
    assert lines(*done, seat=2) == [f"Hard (for Aki) {rest}"]


def test_a_computer_of_its_own_is_called_by_its_name() -> None:
    done = [event("KOIKOI_CALLED", 2, by=HARD)]
    assert lines(*done, occupants=occupants("Aki", "=hard")) == ["Hard called koi-koi."]
    two = occupants("Aki", "=hard", "=hard")
    assert lines(*done, occupants=two, game="coin") == ["Hard 2 called koi-koi."]


def test_what_follows_from_a_computers_move_is_no_computers_doing() -> None:
    """A computer caused the entry, but no computer ever played my seat."""
    three = occupants("Aki", "=hard", "Cho")
    stop = event("STOP_CALLED", 2, by=HARD)
    out = [stop, event("ROUND_ENDED", 2, number=9), event("SEAT_OUT", 1)]
    news = [stop, event("ROUND_ENDED", 2, number=9)], [event("SEAT_OUT", 1)]
    one = moment(out, game="coin", occupants=three, round=1).said(1).news[0].lines
    assert not any("in your seat" in line or "(for you)" in line for line in one)
    later = moment(*news, game="coin", occupants=three, round=1).said(1).news[1].lines
    assert list(later) == ["You have no coins left and are out."]
    assert lines(event("SEAT_OUT", 1), game="coin", occupants=three) == [
        "Aki has no coins left and is out."
    ]


@pytest.mark.parametrize("bot", ["", HARD])
def test_the_rest_that_my_lightning_claims_is_mine_whoever_ends_the_round(bot: str) -> None:
    rest = captured(1, "", "1-2 1-3")
    last = [event("CARD_DRAWN", 2, "2-1", by=HARD), event("CARD_LAID", 2, "2-1", by=HARD)]
    rest.by = bot
    said = lines(*last, rest, seat=1, game="sakura", occupants=occupants("Aki", "=hard", "Cho"))
    assert said[-1] == "Your lightning took Pine poem ribbon and Pine plain."
    said = lines(*last, rest, seat=3, game="sakura", occupants=occupants("Aki", "=hard", "Cho"))
    assert said[-1] == "Aki's lightning took Pine poem ribbon and Pine plain."


def test_a_card_that_is_turned_over_because_my_hand_is_empty_is_mine() -> None:
    moved = [event("CARD_PLAYED", 2, "2-1", by=HARD), event("CARD_LAID", 2, "2-1", by=HARD)]
    flip = [event("CARD_DRAWN", 1, "4-1"), event("CARD_LAID", 1, "4-1")]
    said = lines(*moved, *flip, seat=1, game="sakura", occupants=occupants("Aki", "=hard"))
    assert said == [
        "Hard played Plum warbler to the field.",
        "You drew Wisteria cuckoo, which stays on the field.",
    ]


def test_a_hiki_that_a_computers_lightning_yields_is_mine() -> None:
    lightning = event("CARD_PLAYED", 2, "11-4", by=HARD)
    hiki = event("HIKI_CALLED", 1, number=3, cards=cards("3-1 3-2"))
    took = captured(1, "", "3-1 3-2 3-3 3-4")
    seats = occupants("Aki", "=hard")
    assert lines(lightning, hiki, took, seat=1, game="sakura", occupants=seats) == [
        "Hard played Willow lightning.",
        "Hiki: you took all of Cherry, with Cherry curtain and Cherry poem ribbon from your hand.",
    ]
    assert lines(lightning, hiki, took, game="sakura", occupants=seats)[1] == (
        "Hiki: Aki took all of Cherry, with Cherry curtain and Cherry poem ribbon from their hand."
    )


def test_a_plant_that_is_dealt_to_the_field_whole_is_the_dealers() -> None:
    dealt = event("ROUND_DEALT", 2, number=1, cards=cards("1-1 1-2 1-3 1-4"))
    took = captured(2, "", "1-1 1-2 1-3 1-4")
    said = lines(dealt, took, seat=2, game="sakura")
    assert said[1] == "All of Pine was dealt to the field. You are the dealer, so you get it."
    assert lines(dealt, took, game="sakura")[1] == (
        "All of Pine was dealt to the field. Ben is the dealer and gets it."
    )


def test_yaku_that_cost_the_others_say_so() -> None:
    one = event("YAKU_FORMED", 1, yaku=[yaku("akatan", -50)], number=-50)
    two = event("YAKU_FORMED", 1, yaku=[yaku("akatan", -50), yaku("aotan", -50)], number=-100)
    assert lines(one, two, seat=1, game="sakura") == [
        "You made Poetry Ribbons: it takes 50 points from every opponent.",
        "You made Poetry Ribbons and Blue Ribbons: each takes 50 points from every opponent.",
    ]


def test_what_a_former_owner_did_is_not_mine() -> None:
    """It has the former owner's name for every reader at every time."""
    table = PureTable()
    table.ben_joins()
    seen = Watched(table)
    table.do(commands.Chat(BEN, "so long"))
    table.do(commands.Leave(BEN))
    table.do(commands.Join("Cho", 2, b"token of Cho"))
    table.do(commands.Chat(b"token of Cho", "hello"))
    seen.look()
    later = seen.look(1)
    said = [[line for entry in later.said(seat).news for line in entry.lines] for seat in (0, 2)]
    whole, mine = said
    assert whole[-4:] == ["Ben: so long", "Ben left the table.", "Cho sat down.", "Cho: hello"]
    assert mine[-4:] == ["Ben: so long", "Ben left the table.", "You sat down.", "You: hello"]


def test_whoever_left_is_the_one_who_left() -> None:
    """The last message to a person who left is about a seat that is open now."""
    left = [event("PERSON_LEFT", 2, text="Ben")]
    now = occupants("Aki", "")
    told = Moment(moment(left, occupants=now).update, AKI_BEN, GAMES["koikoi"])
    assert told.said(2).news[0].lines[0] == "You left the table."
    assert told.said(1).news[0].lines[0] == "Ben left the table."
    assert told.said(2).waiting == told.said(0).waiting, "the rest is said as to a spectator"


@pytest.mark.parametrize(
    ("before", "happened", "you", "others"),
    [
        ("", event("PERSON_JOINED", 2, text="Ben"), "You sat down.", "Ben sat down."),
        (
            "=hard",
            event("PERSON_JOINED", 2, text="Ben"),
            "You sat down in place of the computer Hard.",
            "Ben sat down in place of the computer Hard.",
        ),
        ("Ben", event("BOT_SEATED", 2, text="hard"), "Hard plays for you.", "Hard plays for Ben."),
        ("Ben", event("BOT_REMOVED", 2), "You play again.", "Ben plays again."),
        (
            "Ben",
            event("PERSON_KICKED", 2, text="Ben"),
            "You were removed from the table.",
            "Ben was removed from the table.",
        ),
    ],
)
def test_who_comes_and_goes(before: str, happened: table_pb2.Event, you: str, others: str) -> None:
    seats = occupants("Aki", before)
    assert lines(happened, seat=2, occupants=seats) == [you]
    assert lines(happened, seat=1, occupants=seats) == [others]


@pytest.mark.parametrize(
    ("before", "happened", "said"),
    [
        ("", event("BOT_SEATED", 2, text="hard"), "The computer Hard sat down."),
        ("=easy", event("BOT_SEATED", 2, text="hard"), "Hard plays instead of Easy."),
        ("=easy", event("BOT_REMOVED", 2), "The computer Easy left."),
    ],
)
def test_computers_come_and_go_by_themselves(
    before: str, happened: table_pb2.Event, said: str
) -> None:
    assert lines(happened, occupants=occupants("Aki", before)) == [said]


def test_computers_who_sit_down_together_have_the_names_that_they_keep() -> None:
    together = [event("BOT_SEATED", 2, text="hard"), event("BOT_SEATED", 3, text="hard")]
    said = moment(together, occupants=occupants("Aki", "", "")).said()
    assert list(said.news[0].lines) == [
        "The computer Hard 2 sat down.",
        "The computer Hard 3 sat down.",
    ]
    assert list(said.seat_names) == ["Aki", "Hard 2", "Hard 3"]


def test_a_person_who_has_a_computers_name_is_told_from_it() -> None:
    seats = (Occupant("Hard", "", 1), Occupant("", "hard", 0))
    done = [event("STOP_CALLED", 1)], [event("STOP_CALLED", 2, by=HARD)]
    said = [entry.lines[0] for entry in moment(*done, occupants=seats).said().news]
    assert said == ["Hard stopped.", "Hard 2 stopped."]
