"""The form for a new table: its fields, and what their values change."""

from __future__ import annotations

from dataclasses import replace

from koikoi.v1 import service_pb2
from koikoi_client.follow.new_table import OPEN, PRACTICE, SHARED, YOU, NewTable, begin
from koikoi_client.follow.new_table_form import Field, fields
from koikoi_client.lines.form import lines
from tests.client.screen.tables import CATALOG


def labels(table: NewTable) -> list[str]:
    return [each.label for each in fields(table, CATALOG)]


def at(table: NewTable, label: str) -> Field:
    """The field with this label."""
    return next(each for each in fields(table, CATALOG) if each.label == label)


def choices(table: NewTable, label: str) -> list[str]:
    return [each.value for each in at(table, label).choices]


def changed_catalogue() -> service_pb2.GetCatalogResponse:
    catalog = service_pb2.GetCatalogResponse()
    catalog.CopyFrom(CATALOG)
    return catalog


def test_the_form_offers_what_the_catalogue_has() -> None:
    """Games, seats, computers, sets and options, all of them from the catalogue."""
    assert labels(begin(CATALOG, "coin")) == [
        "Game", "Number of seats", "Seat 1", "Seat 2", "Listed in the lobby", "Name of the table",
        "Number of months",
    ]  # fmt: skip
    assert labels(begin(CATALOG, "koikoi"))[-3:] == [
        "Set of rules", "Number of months", "Sake cup",
    ]  # fmt: skip


def test_exactly_one_seat_is_mine_whatever_is_chosen() -> None:
    table = begin(CATALOG, "coin")
    for _ in range(5):
        table = at(table, "Number of seats").stepped(1)
    assert table.seats == (YOU, *[OPEN] * 6)
    for name in ("Seat 1", "Seat 4", "Seat 7"):
        for _ in range(7):
            table = at(table, name).stepped(1)
            assert table.seats.count(YOU) == 1
    for _ in range(5):
        table = at(table, "Number of seats").stepped(-1)
        assert table.seats.count(YOU) == 1


def test_only_rules_that_differ_from_the_default_are_sent() -> None:
    """A set fills in the form at once; the default is left out."""
    table = at(begin(CATALOG, "koikoi"), "Set of rules").stepped(1)
    assert table.rules == {"months": "6"}
    assert at(table, "Set of rules").shown != "your own"
    assert at(table, "Number of months").stepped(1).rules == {}
    table = at(table, "Number of months").set("23")
    assert at(table, "Set of rules").shown == "your own"
    table = at(table, "Seat Blue").set("hard")
    table = at(table, "Listed in the lobby").set("yes")
    request = table.request()
    assert dict(request.rules) == {"months": "23"}
    assert [(plan.yours, plan.bot) for plan in request.seats] == [(True, ""), (False, "hard")]
    assert request.needs_code


def test_right_is_the_greater_number_and_the_last_is_the_last() -> None:
    """In any order of the catalogue; a number that was typed is between two of them."""
    table = begin(CATALOG, "koikoi")
    seen = []
    for step in (-1, -1, 1, 1):
        table = at(table, "Number of months").stepped(step)
        seen.append(table.rules.get("months", "12"))
    assert seen == ["6", "6", "12", "12"]
    months = at(at(table, "Number of months").set("7"), "Number of months")
    assert months.stepped(1).rules == {}
    assert months.stepped(-1).rules == {"months": "6"}


def test_a_value_is_typed_by_itself_its_label_its_place_or_as_a_number() -> None:
    months = at(begin(CATALOG, "koikoi"), "Number of months")
    assert months.numbers is not None
    low, high = months.numbers
    assert months.parse("7") == "7"
    assert months.parse(str(low)) == str(low)
    assert [months.parse(each) for each in (str(high + 1), "x", "²")] == [None] * 3
    cup = at(begin(CATALOG, "koikoi"), "Sake cup")
    second = cup.choices[1]
    assert cup.parse("2") == second.value
    assert cup.parse(second.label.upper()) == second.value
    assert cup.parse(str(len(cup.choices) + 1)) is None


def test_a_rule_may_be_called_as_another_field_is() -> None:
    """A house rule "private" or "seats" sets itself alone."""
    catalog = changed_catalogue()
    game = next(each for each in catalog.games if each.id == "coin")
    for name in ("game", "seats", "seat.1", "private", "set"):
        option = game.options.add(option=name, label=f"Rule {name}", default_choice="no")
        option.choices.add(choice="no", label="No")
        option.choices.add(choice="yes", label="Yes")
    table = begin(catalog, "coin")
    for each in fields(table, catalog):
        if each.label.startswith("Rule "):
            name = each.label.removeprefix("Rule ")
            assert each.stepped(1) == replace(table, rules={name: "yes"})


def test_in_practice_other_seats_are_computers_and_nothing_is_listed() -> None:
    """The computer chosen last, at first the easiest; more seats and another game get it too."""
    table = begin(CATALOG, "koikoi", where=PRACTICE)
    assert table.seats == (YOU, "easy")
    assert "Listed in the lobby" not in labels(table)
    assert choices(table, "Seat Blue") == ["easy", "medium", "hard", YOU]
    table = begin(CATALOG, "coin", where=PRACTICE, bot="medium")
    assert set(table.seats[1:]) == {"medium"}
    assert at(table, "Number of seats").set("4").seats[1:] == ("medium",) * 3


def test_at_one_screen_a_seat_has_the_name_of_its_player() -> None:
    """Or a computer's; whoever opens the table keeps a seat."""
    table = begin(CATALOG, "koikoi", where=SHARED, players=("Ann", "Ben"))
    assert table.seats == (YOU, OPEN)
    assert "Listed in the lobby" not in labels(table)
    assert [at(table, f"Seat {name}").shown for name in ("Red", "Blue")] == ["Ann", "Ben"]
    table = at(table, "Seat Red").stepped(1)
    assert table.seats == ("easy", YOU)
    assert at(table, "Seat Red").stepped(-1).seats == (OPEN, YOU)


def test_at_a_server_the_first_step_from_open_is_a_computer() -> None:
    table = begin(CATALOG, "koikoi")
    assert choices(table, "Seat Blue")[:2] == [OPEN, "easy"]
    assert choices(table, "Seat Blue")[-1] == YOU


def test_a_game_without_computers_says_so() -> None:
    """In practice too its seats stay open."""
    catalog = changed_catalogue()
    del catalog.games[0].bots[:]
    table = begin(catalog, catalog.games[0].id, where=PRACTICE)
    assert table.seats == (YOU, OPEN)
    seat = next(each for each in fields(table, catalog) if each.label == "Seat Blue")
    assert "No computer plays this game" in seat.explanation


def test_line_mode_lists_the_same_fields() -> None:
    form = fields(begin(CATALOG, "koikoi"), CATALOG)
    assert lines(form)[:3] == [
        "  1: Game: Koi-Koi",
        "  2: Seat Red: You",
        "  3: Seat Blue: Open, for anybody",
    ]
