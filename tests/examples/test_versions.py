"""Clients older or newer than the server can play; one that is too old gets an error."""

from __future__ import annotations

import sys
from pathlib import Path

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server import settings
from koikoi_server.service import rpcs
from tests.examples.programs import LANGUAGES, example, needed, program
from tests.examples.relay import Change, relayed
from tests.examples.versions import NEW, add, classes, drop, newer, older
from tests.proto.descriptors import PROTO
from tests.support.server import refused, serving


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("change", [older(classes(drop)), newer(classes(add))], ids=["old", "new"])
async def test_a_client_of_another_version_plays_a_whole_match(
    change: Change, language: str, tmp_path: Path
) -> None:
    needed(language)
    async with serving() as server, relayed(server.running.port, change) as (relay, wire):
        address = f"127.0.0.1:{wire.port}"
        arguments = ("create", "koikoi", "easy", "months=1", "bot_delay=0")
        aki = await example(language, address, "Aki", *arguments, folder=tmp_path)
        assert (await aki.ended())[-1].startswith("WINNERS")
        assert relay.streams[-1].updates[-1].match.winners


def test_the_versions_differ_as_they_should() -> None:
    view = service_pb2.WatchSeatResponse()
    view.update.table.name = "a table"
    view.update.seq = 3
    old = service_pb2.WatchSeatResponse.FromString(older(classes(drop))(view))
    assert (old.update.seq, old.update.table.name) == (3, "")
    view.seat_view.options.add(number=1, kind=table_pb2.OPTION_KIND_PLAY)
    body = newer(classes(add))(view)
    assert body.count(b"hello") == 5
    assert service_pb2.WatchSeatResponse.FromString(body).seat_view.options[0].kind == NEW


def test_the_manual_says_which_protocol_it_is() -> None:
    manual = (PROTO / "koikoi/v1/service.proto").read_text(encoding="utf-8")
    assert f"GetServerInfo{{protocol: {settings.PROTOCOL}}}" in manual
    assert f"written for: {settings.PROTOCOL} with these files" in manual


async def test_a_client_that_is_too_old_is_told_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rpcs, "OLDEST_PROTOCOL", 3)
    async with serving() as server:
        asked = server.stub.GetServerInfo(service_pb2.GetServerInfoRequest(protocol=2))
        code, why = await refused(asked)
        assert (code, why) == (grpc.StatusCode.FAILED_PRECONDITION, "CLIENT_TOO_OLD")
        await server.stub.GetServerInfo(service_pb2.GetServerInfoRequest())  # did not say
        address = f"127.0.0.1:{server.running.port}"
        ours = (sys.executable, "-m", "koikoi_client", "--insecure", address, "--plain")
        for started in (
            await program(*ours, "--name", "Aki", folder=tmp_path),
            await example("python", address, "Aki", "list", folder=tmp_path),
        ):
            assert "too old" in await started.said("too old")
            await started.kill()
