"""A fault logs its stack and no value."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from hanafuda.cards import DECK
from koikoi.v1 import service_pb2
from koikoi_server.bots import BOTS
from koikoi_server.journal.memory import MemoryJournal
from koikoi_server.service import errors
from koikoi_server.service.broadcast import Broadcast
from koikoi_server.settings import Settings
from koikoi_server.table import decide, runner
from koikoi_server.table.seat_options import Kind
from tests.secrecy.hidden import Secrets, told
from tests.support.server import BOT, MINE, serving
from tests.support.timeouts import HANG


class Fault(Exception):
    """Its text holds all that there is to hide."""


FAULTS = ("decide", "evolve", "publish", "journal", "think", "told")


@pytest.mark.usefixtures("verbose")
@pytest.mark.parametrize("place", FAULTS)
async def test_a_fault_logs_its_stack_and_no_value(
    place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert await found_after_a_fault(place, monkeypatch, caplog) == []


@pytest.mark.usefixtures("verbose")
async def test_a_log_with_the_text_of_a_fault_is_noticed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """These tests can fail."""
    monkeypatch.setattr(errors, "stack_trace", repr)
    assert await found_after_a_fault("decide", monkeypatch, caplog) != []


async def found_after_a_fault(
    place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> list[str]:
    """The secrets in log and errors when something fails in *place*."""
    secrets = Secrets()
    journal = MemoryJournal()
    failed: list[str] = []
    async with serving(Settings(seed="faults"), journal=journal) as client:  # nobody cuts
        asked = secrets.new_id()
        grant = secrets.grant(
            await client.create(request_id=asked, rules={"bot_delay": "0"}, seats=[MINE, BOT])
        )
        live = client.running.lobby.get(grant.table_id)
        assert live is not None
        secrets.of_table(live.state)

        def fail(*_: Any, **__: Any) -> Any:
            failed.append(place)
            raise Fault(f"{grant.seat_token} {asked} {live.state!r} {live.state.match!r} {DECK}")

        async def fail_later(*_: Any) -> Any:
            fail()

        with monkeypatch.context() as planted:
            if place == "decide":
                planted.setattr(decide, "_apply", fail)
            elif place == "evolve":
                planted.setattr(runner, "evolve", fail)
            elif place == "publish":
                planted.setattr(Broadcast, "on_entry", fail)
            elif place == "told":
                planted.setattr(Broadcast, "update", fail)
            elif place == "journal":
                planted.setattr(journal, "append", fail_later)
            else:
                for level in BOTS["koikoi"]:
                    planted.setattr(type(level), "choose", property(lambda _: fail))
            request = service_pb2.ActRequest(
                seat_token=grant.seat_token,
                request_id=secrets.new_id(),
                chat=service_pb2.Chat(text="hello"),
            )
            errors = [await told(client, "Act", request)]
            if place in {"told", "think"}:
                used = {"id": client.option(grant, Kind.LET_PLAY, 1), "bot": "easy"}
                with_bot = service_pb2.ActRequest(
                    seat_token=grant.seat_token, request_id=secrets.new_id(), use_seat_option=used
                )
                errors.append(await told(client, "Act", with_bot))
                try:
                    await client.stub.WatchSeat(
                        service_pb2.WatchSeatRequest(seat_token=grant.seat_token)
                    ).read()
                except grpc.aio.AioRpcError as error:
                    errors.append(f"{error.details()} {error.trailing_metadata()}")
            async with asyncio.timeout(HANG):
                while not failed:
                    await asyncio.sleep(0.01)
    assert "Fault" in caplog.text, "it is in the log"
    return [*secrets.found(caplog.text), *(each for told in errors for each in secrets.found(told))]


async def test_a_caller_that_goes_away_while_it_is_told_something_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def gone(_: bytes, context: errors.Context) -> bytes:
        raise grpc.aio.InternalError  # of gRPC: nothing can be sent

    with pytest.raises(asyncio.CancelledError):
        await errors.guarded("WatchSeat", gone, 100)(b"", None)
    assert caplog.text == ""
