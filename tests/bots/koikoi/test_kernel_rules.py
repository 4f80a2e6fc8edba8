"""Which house rules the kernel plays by."""

from __future__ import annotations

from dataclasses import dataclass, fields

from hanafuda.house_rules import rule
from hanafuda.koikoi.play import Rules
from koikoi_server.bots.koikoi.kernel_rules import KNOWN, is_in_kernel


@dataclass(frozen=True, slots=True)
class MoreRules(Rules):
    """Rules with one that the kernel does not know."""

    koikoi_once: bool = rule(
        False,
        "Koi-koi once",
        "Whether a player may call koi-koi only once in a month.",
        group="Scoring",
        choices={False: "No", True: "Yes"},
    )


def test_a_rule_that_the_kernel_does_not_know_is_played_by_the_rules_themselves() -> None:
    """Otherwise Hard would search with other rules than those of the table."""
    assert is_in_kernel(MoreRules())
    assert not is_in_kernel(MoreRules(koikoi_once=True))
    assert not is_in_kernel(Rules(lightning_wild=True))


def test_it_knows_only_rules_that_there_are() -> None:
    assert {each.name for each in fields(Rules)} - KNOWN == {"lightning_wild"}
