"""The default names of tables."""

from __future__ import annotations

import pytest

from koikoi.v1 import service_pb2
from koikoi_server.service.requests import open_command
from koikoi_server.settings import Settings


@pytest.mark.parametrize(
    ("player", "name"), [("Aki", "Aki's table"), ("Friederike", "Friederike"), ("桜" * 8, "桜" * 8)]
)
def test_a_table_is_named_after_its_first_player(player: str, name: str) -> None:
    """Where "Friederike's table" is too long, by the name alone."""
    seats = [service_pb2.SeatPlan(yours=True), service_pb2.SeatPlan()]
    asked = service_pb2.CreateTableRequest(player_name=player, game="koikoi", seats=seats)
    assert open_command(asked, Settings(), b"token").name == name
