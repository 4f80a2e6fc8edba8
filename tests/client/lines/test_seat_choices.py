"""What may be done about seats: typed by a word, listed with its label, announced once."""

from __future__ import annotations

import pytest

from koikoi.v1 import table_pb2
from koikoi_client.lines.seats import bot_id, find_seat_choice, seat_choice_line, seat_choices
from koikoi_client.system.store import Store
from koikoi_client.text.names import Names
from tests.client.fake import catalogue
from tests.client.lines.at_table import NOW, AtTable, seat

WORDS = Names(catalogue(), table_pb2.Table(game="koikoi"))
BOTS = ("medium", "easy", "hard")


@pytest.fixture
def here(store: Store) -> AtTable:
    made = AtTable(store)
    made.show()
    return made


def option(
    kind: str, seat: int = 0, *, at: float = 0, bots: tuple[str, ...] = (), label: str = ""
) -> table_pb2.SeatOption:
    named = getattr(table_pb2, f"SEAT_OPTION_KIND_{kind}")
    made = table_pb2.SeatOption(
        id=f"{kind}.{seat}", kind=named, seat=seat, label=label or kind, bots=bots
    )
    if at:
        made.possible_time.FromSeconds(int(at))
    return made


def keys(*options: table_pb2.SeatOption) -> list[str]:
    made = seat_choices(table_pb2.SeatView(seat=1, seat_options=options))
    return [choice.keys[0] for choice in made]


def test_every_option_has_a_word_of_its_own() -> None:
    assert keys(
        option("TAKE_BACK", 1), option("REMATCH"), option("NO_REMATCH"), option("FILL_ALL"),
        option("SEAT_COMPUTER", 2), option("NUDGE", 3), option("END_MATCH"),
        option("LET_PLAY", 1), option("CHANGE_COMPUTER", 4), option("REMOVE_COMPUTER", 4),
        option("KICK", 2), option("LEAVE", 1),
    ) == [
        "back", "rematch", "rematch no", "bot all", "bot 2", "nudge 3", "end", "bot me", "bot 4",
        "bot 4 off", "kick 2", "leave",
    ]  # fmt: skip


def test_one_of_an_unknown_kind_is_typed_by_its_number() -> None:
    dance = table_pb2.SeatOption(id="x", label="Dance")
    dance.kind = 99  # type: ignore[assignment]  # a later kind
    assert keys(option("KICK", 2), dance) == ["kick 2", "do 2"]
    assert keys(option("KICK", 2), option("KICK", 2)) == ["kick 2", "do 2"], "and a second one"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("bot 2", ("SEAT_COMPUTER.2", "")),
        ("BOT  2 Hard", ("SEAT_COMPUTER.2", "hard")),
        ("bot", ("SEAT_COMPUTER.2", "")),
        ("bot easy", ("SEAT_COMPUTER.2", "easy")),
        ("bot 4", ("CHANGE_COMPUTER.4", "")),
        ("bot 4 off", ("REMOVE_COMPUTER.4", "")),
        ("nudge", ("NUDGE.3", "")),
        ("b", ("TAKE_BACK.1", "")),
        ("bot me off", ("TAKE_BACK.1", "")),
    ],
)
def test_what_is_typed_means(typed: str, found: tuple[str, str]) -> None:
    """A level may stand behind it; without a number it is the first of the kind."""
    made = seat_choices(
        table_pb2.SeatView(seat=1, seat_options=[
            option("TAKE_BACK", 1), option("SEAT_COMPUTER", 2, bots=BOTS),
            option("SEAT_COMPUTER", 3, bots=BOTS), option("NUDGE", 3),
            option("CHANGE_COMPUTER", 4, bots=BOTS), option("REMOVE_COMPUTER", 4),
        ])
    )  # fmt: skip
    choice = find_seat_choice(made, typed)
    assert choice is not None
    assert (choice[0].option.id, choice[1]) == found


@pytest.mark.parametrize(
    "typed", ["kick", "kick 2", "nudge 3 hard", "", "fly", "bot 3", "bot 3 easy"]
)
def test_what_is_not_offered_means_nothing(typed: str) -> None:
    offered = [option("NUDGE", 3), option("SEAT_COMPUTER", 2, bots=BOTS)]
    assert (
        find_seat_choice(seat_choices(table_pb2.SeatView(seat=1, seat_options=offered)), typed)
        is None
    )


def test_a_level_is_named_by_its_id_or_its_name_among_those_offered() -> None:
    offered = option("SEAT_COMPUTER", 2, bots=("medium", "easy"))
    assert bot_id(WORDS, offered, "") == ""
    assert bot_id(WORDS, offered, "Easy") == bot_id(WORDS, offered, "EASY") == "easy"
    assert bot_id(WORDS, offered, "hard") is None


def test_an_option_is_told_with_its_levels_and_the_time_it_takes() -> None:
    made = seat_choices(
        table_pb2.SeatView(
            seat=1, seat_options=[option("SEAT_COMPUTER", 2, bots=BOTS, label="A computer")]
        )
    )
    assert seat_choice_line(WORDS, made[0], 0) == "  bot 2: A computer (Medium, Easy or Hard)"
    assert seat_choice_line(WORDS, made[0], 110).endswith("or Hard), possible in 2 min")


def test_what_may_newly_be_done_is_announced_once_until_it_goes(here: AtTable) -> None:
    back = option("TAKE_BACK", 1, label="Take your seat back")
    told = ["You can type:", "  back: Take your seat back"]
    here.offer_seats(back)
    assert here.show() == told
    assert here.show() == []
    assert here.beat(NOW + 1) == []
    here.offer_seats()
    assert here.show() == []
    here.offer_seats(back)
    assert here.show() == told


def test_what_can_be_done_at_any_time_is_not_announced(here: AtTable) -> None:
    """Only listed; one of an unknown kind is announced."""
    here.offer_seats(
        option("LEAVE", 1), option("LET_PLAY", 1), option("KICK", 2), option("NUDGE", 2),
        option("CHANGE_COMPUTER", 2), option("REMOVE_COMPUTER", 2), option("NO_REMATCH"),
        option("END_MATCH"),
    )  # fmt: skip
    assert here.show() == []
    later = table_pb2.SeatOption(id="x", label="Dance", kind=99)  # type: ignore[arg-type]  # a later kind
    here.offer_seats(later)
    assert here.show() == ["You can type:", "  do 1: Dance"]


def test_somebody_away_is_announced_before_and_when_the_time_comes(here: AtTable) -> None:
    """It comes without an update, so a heartbeat is enough."""
    here.table.seats[1].CopyFrom(seat(2, "Ben", away=True))
    here.offer_seats(option("SEAT_COMPUTER", 2, at=NOW + 120), option("END_MATCH", at=NOW + 120))
    assert here.show() == ["You can type:", "  bot 2: SEAT_COMPUTER, possible in 2 min"]
    assert here.beat(NOW + 60) == []
    assert here.beat(NOW + 121) == ["You can type:", "  bot 2: SEAT_COMPUTER", "  end: END_MATCH"]
    assert here.beat(NOW + 125) == []
    here.offer_seats(option("SEAT_COMPUTER", 2, at=NOW + 300))
    assert len(here.show()) == 2, "they came back and are away again"


def test_somebody_here_is_announced_when_they_take_too_long_and_each_time(here: AtTable) -> None:
    for turn in (1, 2):
        here.offer_seats(option("SEAT_COMPUTER", 2, at=NOW + 30 * turn))
        assert here.show() == []
        assert here.beat(NOW + 30 * turn) == ["You can type:", "  bot 2: SEAT_COMPUTER"]
        assert here.beat(NOW + 30 * turn + 1) == []
