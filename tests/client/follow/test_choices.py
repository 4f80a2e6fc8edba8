"""Options become numbers and letters; nothing offered is out of reach."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.follow.choices import awaited, choices, cut, find, hand_lines, other_lines
from koikoi_client.text.names import Names
from tests.client.fake import catalogue

WORDS = Names(catalogue())
PLAY, TAKE = table_pb2.OPTION_KIND_PLAY, table_pb2.OPTION_KIND_TAKE


def seen(*options: table_pb2.Option, hand: tuple[int, ...] = (1, 5, 12)) -> table_pb2.SeatView:
    return table_pb2.SeatView(seat=1, hand=hand, options=options)


def keys(view: table_pb2.SeatView) -> list[str]:
    return [choice.key for choice in choices(view)]


def test_a_hand_card_is_its_place_in_the_hand() -> None:
    view = seen(
        table_pb2.Option(number=1, kind=PLAY, card=5),
        table_pb2.Option(number=2, kind=PLAY, card=12),
    )
    assert keys(view) == ["2", "3"]
    assert find(choices(view), "3").option.number == 2  # type: ignore[union-attr]  # it is there


def test_a_card_that_takes_one_of_two_has_letters() -> None:
    view = seen(
        table_pb2.Option(number=1, kind=PLAY, card=12, taken=[9]),
        table_pb2.Option(number=2, kind=PLAY, card=12, taken=[10]),
    )
    assert keys(view) == ["3a", "3b"]
    assert find(choices(view), " 3 B ").option.number == 2  # type: ignore[union-attr]  # it is there
    assert find(choices(view), "3") is None
    assert hand_lines(WORDS, view)[2].endswith("takes one of: 3a Plant3 crane, 3b Plant3 boar")


def test_what_a_choice_brings_is_said_with_it() -> None:
    """In the server's words: the client counts nothing."""
    view = seen(
        table_pb2.Option(number=1, kind=PLAY, card=1, taken=[2], note="Animals 4 of 5"),
        table_pb2.Option(number=2, kind=PLAY, card=12, taken=[9], note="Plains 3 of 10"),
        table_pb2.Option(number=3, kind=PLAY, card=12, taken=[10]),
        table_pb2.Option(
            number=4, kind=TAKE, card=30, taken=[29], label="Take it", note="Brights 2 of 3"
        ),
    )
    first, _, last = hand_lines(WORDS, view)
    assert first.endswith("takes Plant1 boar (Animals 4 of 5)")
    assert last.endswith("one of: 3a Plant3 crane (Plains 3 of 10), 3b Plant3 boar")
    assert other_lines(view) == ["  4: Take it (Brights 2 of 3)"]


def test_options_that_make_no_difference_are_one_choice() -> None:
    view = seen(
        table_pb2.Option(number=1, kind=PLAY, card=12, taken=[9]),
        table_pb2.Option(number=2, kind=PLAY, card=12, taken=[10], same_as=1),
    )
    assert keys(view) == ["3"]
    assert hand_lines(WORDS, view)[2].endswith("takes Plant3 crane")


def test_koikoi_stop_and_go_on_have_their_keys_and_labels() -> None:
    view = seen(
        table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_KOIKOI, label="Koi-koi"),
        table_pb2.Option(number=2, kind=table_pb2.OPTION_KIND_STOP, label="Stop for 10"),
        table_pb2.Option(number=3, kind=table_pb2.OPTION_KIND_GO_ON, label="Go on"),
    )
    assert keys(view) == ["k", "s", "g"]
    assert other_lines(view)[1] == "  s: Stop for 10"


def test_an_unknown_kind_is_a_number_with_its_label() -> None:
    """Beside hand cards its number comes after theirs, so that a number means one thing."""
    dance = table_pb2.Option(number=7, kind=99, label="Dance")  # type: ignore[arg-type]  # a later kind
    assert keys(seen(dance)) == ["1"]
    view = seen(table_pb2.Option(number=1, kind=PLAY, card=1), dance)
    assert keys(view) == ["1", "4"]
    assert other_lines(view) == ["  4: Dance"]


def test_what_the_open_card_takes_is_numbered_from_one() -> None:
    view = seen(
        table_pb2.Option(number=1, kind=TAKE, card=30, taken=[29], label="Take the first"),
        table_pb2.Option(number=2, kind=TAKE, card=30, taken=[31], label="Take the second"),
    )
    assert keys(view) == ["1", "2"]


def test_the_cut_is_the_clients_own_business() -> None:
    view = seen(table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_CUT))
    assert choices(view) == []
    assert cut(view) is not None


def test_the_server_says_who_is_waited_for_but_the_client_cuts_by_itself() -> None:
    """No bell rings for a cut or a hiki; for the screen and for line mode it is one question."""
    hiki, play = (
        table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_HIKI),
        table_pb2.Option(number=2, kind=PLAY, card=5),
    )
    mine, others = table_pb2.Match(waiting_for=[1]), table_pb2.Match(waiting_for=[2])
    assert not awaited(seen(hiki), others)
    assert awaited(seen(hiki, play), mine)
    assert awaited(seen(table_pb2.Option(number=3, kind=table_pb2.OPTION_KIND_GO_ON)), mine)
    assert not awaited(seen(), mine), "another match is waited for, which is no option"
    assert not awaited(seen(table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_CUT)), mine)


def test_every_option_that_makes_a_difference_has_a_key_of_its_own() -> None:
    options = [table_pb2.Option(number=n, kind=PLAY, card=1, taken=[n + 30]) for n in range(1, 5)]
    options += [table_pb2.Option(number=n, kind=table_pb2.OPTION_KIND_HIKI, card=5) for n in (5, 6)]
    made = choices(seen(*options))
    assert len({choice.key for choice in made}) == len(options)
