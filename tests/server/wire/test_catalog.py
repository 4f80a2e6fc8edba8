"""The catalogue has every text that a client could need."""

from __future__ import annotations

import pytest

from hanafuda.cards import DECK
from hanafuda.events import RoundEnd
from hanafuda.games import GAMES
from hanafuda.house_rules import RuleError, rule_options
from koikoi.v1 import catalog_pb2, service_pb2
from koikoi.v1 import table_pb2 as t
from koikoi_server.bots import BOTS
from koikoi_server.table.pace import Pace
from koikoi_server.wire.catalog import catalog


@pytest.fixture(scope="module")
def whole() -> service_pb2.GetCatalogResponse:
    return catalog()


def test_all_cards_by_number(whole: service_pb2.GetCatalogResponse) -> None:
    assert [card.id for card in whole.cards] == list(range(1, 49))
    curtain = whole.cards[8]
    assert (curtain.code, curtain.month, curtain.kind) == ("3-1", 3, catalog_pb2.CARD_KIND_BRIGHT)
    assert (curtain.plant, curtain.object, list(curtain.tags)) == ("Cherry", "curtain", ["dry"])
    for card in whole.cards:
        assert 1 <= len(card.plant) <= 12
        assert card.name.endswith(f" {card.object}")
        assert 1 <= len(card.object) <= 12
        assert card.kind != catalog_pb2.CARD_KIND_UNSPECIFIED


def test_every_game_with_its_options_sets_yaku_and_computers(
    whole: service_pb2.GetCatalogResponse,
) -> None:
    assert [game.id for game in whole.games] == list(GAMES)
    for game in whole.games:
        module = GAMES[game.id]
        assert list(game.verbs) == [verb.value for verb in module.ABOUT.verbs]
        named = [option.option for option in game.options]
        rules = [option.option for option in (*rule_options(module.Rules), *rule_options(Pace))]
        assert named == rules
        for option in game.options:
            choices = [choice.choice for choice in option.choices]
            assert option.default_choice in choices
            assert option.label
            assert option.explanation.endswith(".")
            assert all(choice.label for choice in option.choices)
            assert option.max_number >= option.min_number
            assert bool(option.max_number) == bool(option.one_label)
            assert bool(option.max_number) == ("{n}" in option.number_label)
        assert not game.sets[0].rules
        assert all(set(each.rules) <= set(named) for each in game.sets)
        assert game.yaku
        assert all(row.name and row.explanation.endswith(".") for row in game.yaku)
        assert [bot.id for bot in game.bots] == [each.id for each in BOTS.get(game.id, ())]
        assert 2 <= game.min_seats <= game.max_seats <= 7
        assert game.round_name
        assert game.score_name
        assert game.summary


def test_koikoi_is_told_as_people_know_it(whole: service_pb2.GetCatalogResponse) -> None:
    koikoi = whole.games[0]
    assert (koikoi.name, koikoi.round_name, koikoi.score_name) == ("Koi-Koi", "Month", "points")
    assert list(koikoi.seat_names) == ["Red", "Blue"]
    months = next(option for option in koikoi.options if option.option == "months")
    assert (months.default_choice, months.min_number, months.max_number) == ("12", 1, 24)


def test_the_chart_has_the_points_of_the_rules_asked_for() -> None:
    def points(**rules: str) -> dict[str, int]:
        [game] = catalog(game="koikoi", chosen=rules).games
        return {row.id: row.points for row in game.yaku}

    assert points()["goko"] == 10
    assert points()["hanami"] == 5
    assert "hanami" not in points(viewing="off")
    assert points(viewing="with_other", bot_delay="0")["hanami"] == 5  # the pace has no say


def test_a_yaku_says_in_words_what_it_is_worth() -> None:
    def worth(game: str, **rules: str) -> dict[str, str]:
        [told] = catalog(game=game, chosen=rules).games
        return {row.id: row.worth for row in told.yaku}

    usual = worth("koikoi")
    assert usual["inoshikacho"] == "5 points, and 1 for each further Animal"
    assert usual["akatan"] == "5 points, and 1 for each further Ribbon"
    assert usual["kasu"] == "1 point, and 1 for each further Plain"
    assert (usual["goko"], usual["teshi"]) == ("10 points", "6 points")
    assert worth("koikoi", counting="older")["inoshikacho"] == "5 points"
    assert worth("sakura")["red_ribbons"] == "-50 points for each opponent"


def test_a_yaku_says_how_its_cards_count() -> None:
    def row(yaku: str, **rules: str) -> catalog_pb2.Yaku:
        [game] = catalog(game="koikoi", chosen=rules).games
        return next(each for each in game.yaku if each.id == yaku)

    cup = 33
    assert (row("kasu").need, list(row("kasu").counts_twice)) == (10, [])
    assert list(row("kasu", sake_cup="double").counts_twice) == [cup]
    assert cup in row("kasu", sake_cup="either").any_of
    assert row("teshi").need == 0
    assert list(row("goko").instead_of) == ["shiko", "ame_shiko", "sanko"]
    assert row("tsukimi", viewing="with_other").needs_another
    assert not row("tsukimi").needs_another


def test_length_teams_and_pace_are_no_house_rules(whole: service_pb2.GetCatalogResponse) -> None:
    usual = [{each.option for each in game.options if each.usual_matter} for game in whole.games]
    pace = {"bot_delay", "turn_limit"}
    assert usual == [{"months"} | pace, {"rounds"} | pace, {"rounds", "teams"} | pace]


def test_rules_that_do_not_exist_are_refused() -> None:
    with pytest.raises(RuleError) as refused:
        catalog(game="koikoi", chosen={"months": "1000"})
    assert refused.value.option == "months"
    with pytest.raises(KeyError):
        catalog(game="chess")


def test_every_refusal_has_a_phrase(whole: service_pb2.GetCatalogResponse) -> None:
    reasons = [name.removeprefix("ERROR_REASON_") for name in service_pb2.ErrorReason.keys()[1:]]
    assert set(whole.phrases) == {f"error.{reason}" for reason in reasons}
    for phrase in whole.phrases.values():
        assert phrase.endswith(".")
        assert "{" not in phrase


def test_the_pages_to_read_are_in_it(whole: service_pb2.GetCatalogResponse) -> None:
    assert {page.game for page in whole.help} == {*GAMES, ""}
    assert all(page.page and page.title and page.text for page in whole.help)


def test_it_is_not_large(whole: service_pb2.GetCatalogResponse) -> None:
    """Clients fetch it after each connect."""
    assert whole.ByteSize() < 100_000


def test_an_unknown_language_gets_english() -> None:
    assert catalog("xx-Nowhere") == catalog("en")


def test_card_ids_are_the_decks() -> None:
    assert [card.code for card in catalog().cards] == [card.code for card in DECK]


def test_every_end_of_a_round_has_its_number() -> None:
    numbers = {name.removeprefix("ROUND_END_").lower() for name in t.RoundEnd.keys()[1:]}
    assert numbers == {end.value for end in RoundEnd}


def test_a_plant_is_short_on_a_card_and_written_out_in_its_name() -> None:
    cup = catalog().cards[8 * 4]
    assert (cup.plant, cup.object, cup.name) == ("Mum", "sake cup", "Mum sake cup")
    assert catalog().cards[0].name == "Pine crane"
