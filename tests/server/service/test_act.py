"""Calls that are refused, repeated or broken."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.settings import Settings
from koikoi_server.table.seat_options import Kind
from tests.support.server import BOT, MINE, QUICK, Client, new_id, refused, serving

Code = grpc.StatusCode
INVALID = (Code.INVALID_ARGUMENT, "FIELD_INVALID")


def create_request(**fields: Any) -> service_pb2.CreateTableRequest:
    fields = {"request_id": new_id(), "player_name": "Aki", "game": "koikoi"} | fields
    return service_pb2.CreateTableRequest(**fields)


async def view_of(client: Client, grant: service_pb2.SeatGrant) -> Any:
    return await client.watch(grant).read()


def raw(client: Client, method: str, body: bytes) -> Any:
    """A call with any bytes as its request."""
    channel: Any = client.channel
    return channel.unary_unary(f"/koikoi.v1.KoikoiService/{method}")(body)


async def test_the_server_info_has_what_a_client_needs() -> None:
    async with serving(Settings(name="Cl\x1bub")) as client:
        info = await client.stub.GetServerInfo(service_pb2.GetServerInfoRequest(protocol=2))
    assert info.server_name == "Club"
    assert info.protocol >= info.oldest_protocol >= 2
    assert info.heartbeat_interval.seconds < info.silence_limit.seconds <= 15
    assert info.absence_limit.seconds == 120
    assert len(info.server_id) >= 16


async def test_an_unknown_method_is_unimplemented() -> None:
    async with serving() as client:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await raw(client, "Cheat", b"")
    assert caught.value.code() is Code.UNIMPLEMENTED


@pytest.mark.parametrize(
    "fields",
    [
        {"request_id": "short"},
        {"request_id": "x" * 65},
        {"player_name": ""},
        {"player_name": "\u200b\u202e"},
        {"player_name": "x" * 17},
        {"player_name": "あ" * 9},
        {"table_name": "x" * 17},
        {"game": "whist"},
        {"seats": [MINE]},
        {"seats": [MINE, MINE]},
        {"seats": [BOT, BOT]},
        {"seats": [MINE] + 7 * [BOT]},
        {"seats": [MINE, service_pb2.SeatPlan(bot="deep thought")]},
        {"seats": [service_pb2.SeatPlan(yours=True, bot="easy"), BOT]},
    ],
)
async def test_an_invalid_table_is_not_opened(fields: dict[str, Any]) -> None:
    async with serving() as client:
        assert await refused(client.stub.CreateTable(create_request(**fields))) == INVALID
        assert not client.running.lobby.open_tables()


@pytest.mark.parametrize("rules", [{"moths": "3"}, {"months": "25"}, {"bot_delay": "-1"}])
async def test_unknown_house_rules_are_refused(rules: dict[str, str]) -> None:
    async with serving() as client:
        assert await refused(client.stub.CreateTable(create_request(rules=rules))) == (
            Code.INVALID_ARGUMENT,
            "RULES_INVALID",
        )


async def test_teams_that_the_seats_cannot_form_are_refused() -> None:
    seats = [MINE, *[service_pb2.SeatPlan()] * 4]
    request = create_request(game="sakura", rules={"teams": "2"}, seats=seats)
    async with serving() as client:
        assert (await refused(client.stub.CreateTable(request)))[1] == "RULES_INVALID"
        assert not client.running.lobby.open_tables()


async def test_a_table_lists_exactly_the_options_that_are_not_the_default() -> None:
    async with serving() as client:
        grant = await client.create(rules={"months": "12", "bot_delay": "500"})
        update = (await view_of(client, grant)).update
    assert dict(update.table.rules) == {"bot_delay": "500"}


async def test_a_repeated_create_gets_the_same_seat() -> None:
    async with serving() as client:
        request = create_request()
        grants = await asyncio.gather(*(client.stub.CreateTable(request) for _ in range(5)))
        assert all(each == grants[0] for each in grants)
        assert len(client.running.lobby.open_tables()) == 1
        assert len(grants[0].grant.seat_token) == 43
        request.player_name = "Ben"
        assert await refused(client.stub.CreateTable(request)) == (
            Code.INVALID_ARGUMENT,
            "REQUEST_ID_REUSED",
        )


async def test_a_repeated_join_gets_the_same_seat_even_after_the_code_changed() -> None:
    async with serving() as client:
        host = await client.create(needs_code=True, seats=[MINE, service_pb2.SeatPlan()])
        code = (await view_of(client, host)).seat_view.join_code
        request = service_pb2.JoinTableRequest(
            request_id=new_id(), player_name="Ben", join_code=f" {code[:4]}-{code[4:].lower()}"
        )
        first = await client.stub.JoinTable(request)
        await client.act(host, leave={})
        assert await client.stub.JoinTable(request) == first
        request.player_name = "Cho"
        assert (await refused(client.stub.JoinTable(request)))[1] == "REQUEST_ID_REUSED"
        request.request_id = new_id()
        assert (await refused(client.stub.JoinTable(request)))[1] == "TABLE_NOT_FOUND"


async def test_a_join_or_watch_must_name_a_table() -> None:
    async with serving() as client:
        join = service_pb2.JoinTableRequest(request_id=new_id(), player_name="Ben")
        assert await refused(client.stub.JoinTable(join)) == INVALID
        assert await refused(client.spectate("").read()) == INVALID


async def test_a_repeated_act_is_executed_once_and_gets_the_same_answer() -> None:
    async with serving() as client:
        grant = await client.create()
        again = new_id()
        seq = await client.act(grant, chat="hello", request_id=again)
        other = await client.act(grant, chat="hello")
        assert other == seq + 1
        assert await client.act(grant, chat="hello", request_id=again) == seq
        assert (await refused(client.act(grant, chat="goodbye", request_id=again)))[1] == (
            "REQUEST_ID_REUSED"
        )
        assert (await view_of(client, grant)).update.seq == other


async def test_a_repeated_leave_is_answered_although_the_token_is_invalid() -> None:
    async with serving() as client:
        await client.join((await client.create()).table_id)
        grant = await client.create("Cho")
        ben = await client.join(grant.table_id)
        for who in (ben, grant):  # the second one closes the table
            again = new_id()
            seq = await client.act(who, leave={}, request_id=again)
            assert await client.act(who, leave={}, request_id=again) == seq


async def test_an_unknown_token_is_refused() -> None:
    async with serving() as client:
        stranger = service_pb2.SeatGrant(seat_token="A" * 43)
        wanted = (Code.UNAUTHENTICATED, "SEAT_TOKEN_INVALID")
        assert await refused(client.act(stranger, chat="hello")) == wanted
        assert await refused(client.watch(stranger).read()) == wanted


async def test_stale_and_wrong_choices_change_nothing() -> None:
    async with serving() as client:
        grant = await client.create(seats=[MINE, BOT], rules=QUICK | {"bot_delay": "10000"})
        before = await view_of(client, grant)
        version = before.seat_view.state_version
        for choice, why in (
            ({"state_version": version + 1, "option": 1}, "STATE_STALE"),
            ({"state_version": version, "option": 2}, "OPTION_NOT_OFFERED"),
            ({"state_version": version}, "OPTION_NOT_OFFERED"),
            ({"state_version": version, "option": 1, "nonce": b"x" * 33}, "FIELD_INVALID"),
        ):
            assert (await refused(client.act(grant, choose=choice)))[1] == why
        assert (await view_of(client, grant)).update.seq == before.update.seq
        await client.act(grant, choose={"state_version": version, "option": 1})


async def test_an_act_without_an_act_or_with_a_bad_one_is_refused() -> None:
    async with serving() as client:
        grant = await client.create()
        acts: tuple[dict[str, Any], ...] = (
            {},
            {"chat": ""},
            {"chat": "\u0007\u200b"},
            {"chat": "x" * 301},
            {"use_seat_option": {}},
            {"use_seat_option": {"bot": "easy"}},
            {"use_seat_option": {"id": client.option(grant, Kind.SEAT_COMPUTER, 2)}},
            {"use_seat_option": {"id": client.option(grant, Kind.LET_PLAY, 1), "bot": "deep"}},
            {"use_seat_option": {"id": client.option(grant, Kind.LEAVE), "bot": "easy"}},
        )
        for act in acts:
            assert await refused(client.act(grant, **act)) == INVALID


async def test_chat_and_names_are_cleaned() -> None:
    async with serving() as client:
        grant = await client.create("A\u0301\u202eki \n")
        await client.act(grant, chat=" good\tmorning\x1b[31m ")
        update = (await view_of(client, grant)).update
    assert update.table.seats[0].player_name == "Áki"
    assert update.news[-1].events[0].text == "good morning[31m"


async def test_a_flood_is_refused_with_a_wait() -> None:
    async with serving(Settings(chats=(3, 1), acts=(5, 1))) as client:
        grant = await client.create()
        for _ in range(3):
            await client.act(grant, chat="hello")
        limited = (Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        assert await refused(client.act(grant, chat="hello")) == limited
        for wanted in ((Code.FAILED_PRECONDITION, "SEAT_OPTION_NOT_OFFERED"), limited):
            assert await refused(client.use(grant, Kind.NUDGE, 1)) == wanted


async def test_guessing_codes_is_limited_by_address() -> None:
    async with serving(Settings(join_attempts=(5, 1))) as client:
        answers = [
            await refused(
                client.stub.JoinTable(
                    service_pb2.JoinTableRequest(
                        request_id=new_id(), player_name="Eve", join_code=f"AAAAAAA{each}"
                    )
                )
            )
            for each in range(6)
        ]
    assert [why for _, why in answers] == ["TABLE_NOT_FOUND"] * 5 + ["RATE_LIMITED"]


async def test_the_number_of_tables_is_limited() -> None:
    async with serving(Settings(max_tables=1)) as client:
        grant = await client.create()
        assert await refused(client.stub.CreateTable(create_request())) == (
            Code.RESOURCE_EXHAUSTED,
            "LIMIT_REACHED",
        )
        await client.act(grant, leave={})
        await client.create()


async def test_bytes_that_are_not_a_message_are_refused() -> None:
    async with serving() as client:
        for method in ("Act", "CreateTable", "GetCatalog"):
            assert await refused(raw(client, method, b"\xff\xff\xff\xff")) == INVALID
        assert await refused(raw(client, "Act", b"\x00" * 20_000)) == INVALID


async def test_a_fault_reveals_only_its_number(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from koikoi_server.table import decide

    def fail(*_: object) -> None:
        raise ZeroDivisionError(" ".join(("the", "secret", "deck")))

    async with serving() as client:
        grant = await client.create()
        monkeypatch.setattr(decide, "_act", fail)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await client.act(grant, chat="hello")
        monkeypatch.undo()
        await client.act(grant, chat="the table goes on")
    assert caught.value.code() is Code.INTERNAL
    details = caught.value.details() or ""
    assert "secret" not in details
    number = details.partition("fault ")[2][:8]
    assert number in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "secret deck" not in caplog.text


async def test_an_open_seat_is_filled_by_a_computer() -> None:
    async with serving() as client:
        grant = await client.create()
        (option,) = (
            each
            for each in (await view_of(client, grant)).seat_view.seat_options
            if each.kind == table_pb2.SEAT_OPTION_KIND_SEAT_COMPUTER
        )
        used = {"id": option.id, "bot": "easy"}
        await client.act(grant, use_seat_option=used)
        stale = (Code.ABORTED, "SEAT_STALE")
        assert (await refused(client.act(grant, use_seat_option=used))) == stale
        update = (await view_of(client, grant)).update
    assert update.table.stage == table_pb2.STAGE_PLAYING
    assert update.table.seats[1].bot == "easy"
