"""What holds for the sentences of every update of random tables."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest
from wcwidth import wcswidth

from hanafuda.games import GAMES
from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences.occupants import occupants_after
from koikoi_server.wire.sentences.reader import RESERVED
from koikoi_server.wire.update_sentences import update_sentences
from tests.server.said.tables import Moment, Watched, restless
from tests.support.tiers import slow_after
from tests.test_architecture import imports, modules

K = table_pb2.EventKind
KINDS_WITH_BOT = range(K.EVENT_KIND_HAND_SHOWN, K.EVENT_KIND_STOP_CALLED + 1)
TABLES = [f"{game}-{seed}" for seed in range(5) for game in GAMES]


Told = list[tuple["Moment", list[tuple[int, table_pb2.Said]]]]
"""The updates of a table, each with its sentences for every seat and for spectators."""


@pytest.fixture(scope="module", params=slow_after(len(GAMES), TABLES))
def watched(request: pytest.FixtureRequest) -> Watched:
    game, seed = request.param.split("-")
    return restless(int(seed), game)


@pytest.fixture(scope="module")
def told(watched: Watched) -> Told:
    return [(moment, readers(moment)) for moment in watched.moments()]


def readers(moment: Moment) -> list[tuple[int, table_pb2.Said]]:
    """The sentences for each seat, and for spectators (0)."""
    return [(seat, moment.said(seat)) for seat in range(len(moment.update.table.seats) + 1)]


def strings(words: table_pb2.Said) -> Iterator[str]:
    """All strings of a Said."""
    yield from (line for entry in words.news for line in entry.lines)
    yield from (each for turn in words.turns for each in (turn.full, turn.brief))
    yield from (each for row in words.result_lines for each in (row.full, row.name))
    yield from (words.waiting, words.waiting_brief, words.headline, words.match_headline)
    for several in (words.lost, words.seat_names, words.seat_states, words.party_names):
        yield from several
    yield from (*words.near, *words.reminders)


def test_words_follow_from_what_everybody_may_see_alone() -> None:
    """So they cannot leak: no state, no view of a seat and no option is an input."""
    given = inspect.signature(update_sentences).parameters
    assert list(given) == ["update", "occupants", "game", "seat", "language"]
    assert given["update"].annotation == "table_pb2.Update"
    known = ("koikoi_server.wire.update_sentences", "koikoi_server.wire.sentences")
    allowed = {
        *("koikoi.v1.table_pb2", "koikoi_server.text", "koikoi_server.user_text", "wcwidth"),
        *("koikoi_server.bots.BOTS", "koikoi_server.table.options.split"),
    }
    for package in known:
        for name, path in modules(package):
            package_of = name if path.name == "__init__.py" else name.rpartition(".")[0]
            for each in imports(path.read_text(encoding="utf-8"), package_of):
                own = each.startswith((*known, "hanafuda."))
                data = each.split(".")[0] in _DATA
                assert own or data or each in allowed or each.rpartition(".")[0] in allowed, each


_DATA = {"__future__", "collections", "dataclasses", "enum", "functools", "itertools", "typing"}


def test_the_same_is_said_of_the_same(told: Told) -> None:
    for moment, before in told[::7]:
        update = table_pb2.Update.FromString(moment.update.SerializeToString())
        again = Moment(update, moment.occupants, moment.game)
        for seat, words in before:
            assert again.said(seat) == words


def test_there_are_words_for_each_thing_that_there_is(told: Told) -> None:
    for moment, words_of_all in told:
        match, seats = moment.update.match, moment.update.table.seats
        for seat, words in words_of_all:
            assert len(words.news) == len(moment.update.news)
            assert len(words.turns) == len(match.turns)
            assert len(words.result_lines) == len(match.result.lines)
            assert len(words.lost) == len(match.result.lost)
            assert len(words.seat_names) == len(words.seat_states) == len(seats)
            assert len(words.party_names) == len(words.near) == len(match.parties)
            assert words.waiting
            assert words.waiting_brief
            assert bool(words.headline) == match.HasField("result")
            over = match.phase == table_pb2.PHASE_MATCH_OVER
            assert bool(words.match_headline) == over
            assert all(turn.full and turn.brief for turn in words.turns), seat


def test_what_is_said_reads_as_sentences(told: Told) -> None:
    for _, words_of_all in told:
        for _, words in words_of_all:
            assert all("{" not in each and "  " not in each for each in strings(words))
            whole = [line for entry in words.news for line in entry.lines]
            whole += [turn.full for turn in words.turns]
            whole += [*words.lost, *words.near, *words.reminders, words.waiting]
            whole += [words.headline, words.match_headline]
            for each in filter(None, whole):
                assert each[0].isupper() or each[0].isdigit(), each
                assert each[-1] in ".!?" or ": well played" in each, each


def test_what_must_be_short_is_short(told: Told) -> None:
    for _, words_of_all in told:
        for _, words in words_of_all:
            assert wcswidth(words.waiting_brief) <= 24, words.waiting_brief
            for turn in words.turns:
                assert wcswidth(turn.brief) <= 60, turn.brief
                assert "…" not in turn.brief, "some form has room"


def test_no_two_seats_are_called_alike(told: Told) -> None:
    for _, words_of_all in told:
        for _, words in words_of_all:
            called = [name.casefold() for name in words.seat_names]
            assert len(set(called) | set(RESERVED)) == len(called) + len(RESERVED)


def test_you_have_done_what_you_yourself_have_done(watched: Watched, told: Told) -> None:
    """Not what a computer did in your seat, and not what was done before you sat down."""
    said_you = 0
    whole = watched.look(0)
    for moment, words_of_all in (*told, (whole, readers(whole))):
        occupants, now = moment.occupants, moment.occupants
        for entry in moment.update.news:
            for event in entry.events:
                now = occupants_after(now, event)
        for number, entry in enumerate(moment.update.news):
            mine = set()
            for event in entry.events:
                occupants, before = occupants_after(occupants, event), occupants
                sitting = before[event.seat - 1] if event.seat else None
                owner = occupants[event.seat - 1].owner if event.seat else 0
                leaves = event.kind in (K.EVENT_KIND_PERSON_LEFT, K.EVENT_KIND_PERSON_KICKED)
                here = bool(event.seat) and bool(occupants[event.seat - 1].name or leaves)
                assert event.kind in KINDS_WITH_BOT or not event.by
                assert not event.by or (sitting is not None and sitting.bot == event.by)
                if here and not event.by and owner == now[event.seat - 1].owner:
                    mine.add(event.seat)
            for seat, words in words_of_all:
                lines = words.news[number].lines
                by_me = [line for line in lines if _of_you(line)]
                said_you += len(by_me)
                ends = {K.EVENT_KIND_ROUND_ENDED, K.EVENT_KIND_MATCH_ENDED, K.EVENT_KIND_SEAT_OUT}
                if not any(event.kind in ends for event in entry.events):
                    assert not by_me or seat in mine, (seat, by_me)
    assert said_you


def _of_you(line: str) -> bool:
    return line.startswith("You ") or " you " in line.partition("(for you)")[0]


def test_the_end_of_a_round_is_said_alike_in_the_news_and_in_the_headline(
    watched: Watched, told: Told
) -> None:
    found = 0
    for moment, words_of_all in told:
        events = [event.kind for entry in moment.update.news for event in entry.events]
        if K.EVENT_KIND_ROUND_ENDED in events:
            for seat, words in words_of_all:
                assert words.headline in words.news[0].lines, seat
                found += 1
        if K.EVENT_KIND_MATCH_ENDED in events:
            for _, words in words_of_all:
                assert words.match_headline in words.news[0].lines
    assert found or not any(state.match for state in watched.states)


def test_an_entry_says_the_same_whenever_it_is_told(watched: Watched, told: Told) -> None:
    """Alone at its time, or with all others later: with the names of its time.

    The end of an older match is told in fewer words, for its scores are gone; and who deals next is
    not told of a match that was ended before.
    """
    live = [words_of_all[0][1].news[0] for _, words_of_all in told]
    whole = watched.look(0)
    later = whole.said().news
    begins = [
        number
        for number, entry in enumerate(whole.update.news)
        if any(event.kind == K.EVENT_KIND_MATCH_STARTED for event in entry.events)
    ]
    for number, entry in enumerate(whole.update.news):
        kinds = {event.kind for event in entry.events}
        ended = kinds & {K.EVENT_KIND_ROUND_ENDED, K.EVENT_KIND_MATCH_ENDED}
        if ended and begins and number < begins[-1]:
            continue
        one, other = live[number].lines, later[number].lines
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            assert first == second or (ended and first.startswith(second)), (first, second)
