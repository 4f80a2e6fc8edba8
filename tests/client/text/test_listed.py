"""What is said about tables in lists."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.follow.new_table import begin
from koikoi_client.follow.new_table_form import fields
from koikoi_client.text.listed import described, occupants, opened
from koikoi_client.text.names import Names
from koikoi_client.text.reports import rules_line
from koikoi_server.wire.catalog import catalog
from tests.client.fake import catalogue

NOW = datetime(2026, 11, 24, 14, 5, tzinfo=UTC)  # a Tuesday


def row(
    stage: table_pb2.Stage, round: int = 0, age: timedelta | None = None
) -> tuple[service_pb2.TableRow, Names]:
    table = table_pb2.Table(game="koikoi", stage=stage)
    made = service_pb2.TableRow(table=table, round=round, rounds=12)
    if age is not None:
        made.open_time.FromDatetime(NOW - age)
    return made, Names(catalogue(), table)


@pytest.mark.parametrize(
    ("age", "said"),
    [
        (timedelta(hours=14), "opened today at 00:05"),
        (timedelta(hours=15), "opened on Monday at 23:05"),
        (timedelta(days=6), "opened on Wednesday at 14:05"),
        (timedelta(days=7), "opened on 2026-11-17 at 14:05"),
        (timedelta(days=-1), "opened on 2026-11-25 at 14:05"),  # a clock is wrong
        (None, ""),
    ],
)
def test_a_table_is_told_from_others_by_when_it_was_opened(
    age: timedelta | None, said: str
) -> None:
    assert opened(row(table_pb2.STAGE_PLAYING, 3, age)[0], NOW) == said


def test_tables_opened_in_the_same_minute_are_told_apart_by_the_second() -> None:
    ages = (timedelta(seconds=10), timedelta(seconds=50), timedelta(minutes=2))
    rows = [row(table_pb2.STAGE_PLAYING, 3, age)[0] for age in ages]
    assert [opened(each, NOW, among=rows) for each in rows] == [
        "opened today at 14:04:50", "opened today at 14:04:10", "opened today at 14:03",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stage", "round", "said"),
    [
        (table_pb2.STAGE_GATHERING, 0, "Koi-Koi, waiting for players, opened today at 14:05"),
        (table_pb2.STAGE_PLAYING, 0, "Koi-Koi, before the first deal, opened today at 14:05"),
        (table_pb2.STAGE_PLAYING, 3, "Koi-Koi, Month 3 of 12, opened today at 14:05"),
        (table_pb2.STAGE_FINISHED, 12, "Koi-Koi, match over, opened today at 14:05"),
    ],
)
def test_a_table_is_described_in_every_stage(stage: table_pb2.Stage, round: int, said: str) -> None:
    assert described(*row(stage, round, timedelta(0)), NOW) == said


def test_who_is_away_is_marked() -> None:
    """A computer that plays for a person is not counted: the person is named."""
    table = table_pb2.Table()
    for name, bot, away in (("Ann", "", True), ("Ben", "", False), ("Cat", "easy", True)):
        seat = table.seats.add(player_name=name, bot=bot)
        if away:
            seat.absent_since.GetCurrentTime()
    table.seats.add(bot="easy")
    assert occupants(table) == ["Ann (away)", "Ben", "Cat (away)", "a computer"]


@pytest.mark.parametrize("months", ["1", "3", "7"])
def test_each_length_of_a_match_has_a_name(months: str) -> None:
    """Also the lengths that can only be typed; in the list and in the form."""
    whole, label = catalog(), "1 month" if months == "1" else f"{months} months"
    table = table_pb2.Table(game="koikoi", rules={"months": months})
    assert rules_line(Names(whole, table)) == label
    new = replace(begin(whole, "koikoi"), rules={"months": months})
    assert [each.shown for each in fields(new, whole) if each.label == "Months"] == [label]
