"""A server with a password answers nobody else, and nobody finds it by guessing."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from koikoi.v1 import service_pb2, service_pb2_grpc
from koikoi_server.password import LONGEST, VARIABLE, PasswordError, given_password
from koikoi_server.refusal import Refusal
from koikoi_server.service.invitations import invitations
from koikoi_server.service.listening import CannotListen, Listening, listen
from koikoi_server.service.passwords import GUESSES, METADATA, Passwords
from koikoi_server.service.rpcs import SERVICE
from koikoi_server.settings import Settings
from tests.support.clock import FakeClock
from tests.support.server import HOST, Client, reason, refused, serving, soon

SECRET = "three little birds"
RIGHT = ((METADATA, SECRET),)
WRONG = (grpc.StatusCode.UNAUTHENTICATED, "PASSWORD_WRONG")
CATALOG = service_pb2.GetCatalogRequest()
INFO = service_pb2.GetServerInfoRequest()
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)
LIST = reflection_pb2.ServerReflectionRequest(list_services="*")


def attempt(metadata: Any) -> Any:
    return ((METADATA, metadata),)


async def answered(client: Client, method: str, metadata: Any = None) -> str:
    """The reason why a call of *method* with an empty request is refused; or ""."""
    name = f"/{SERVICE.full_name}/{method}"
    is_stream = SERVICE.methods_by_name[method].server_streaming
    channel: Any = client.channel
    call = (channel.unary_stream if is_stream else channel.unary_unary)(name)(
        b"", metadata=metadata
    )
    try:
        await (call.read() if is_stream else call)
    except grpc.aio.AioRpcError as error:
        return reason(error)
    finally:
        call.cancel()
    return ""


async def test_every_call_but_get_server_info_needs_the_password() -> None:
    methods = [each.name for each in SERVICE.methods]
    async with serving(Settings(password=SECRET)) as client:
        assert (await client.stub.GetServerInfo(INFO)).password_needed
        without = {each for each in methods if await answered(client, each) == WRONG[1]}
        assert without == {*methods} - {"GetServerInfo"}
        for each in methods:
            assert await answered(client, each, RIGHT) != WRONG[1]
    async with serving() as client:
        assert not (await client.stub.GetServerInfo(INFO)).password_needed
        await client.stub.GetCatalog(CATALOG)


async def test_reflection_needs_it_and_health_checks_do_not() -> None:
    async with serving(Settings(password=SECRET)) as client:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(client.channel)
        assert await refused(stub.ServerReflectionInfo().read()) == WRONG
        listed = stub.ServerReflectionInfo(metadata=RIGHT)
        await listed.write(LIST)
        assert (await listed.read()).list_services_response.service
        listed.cancel()
        health = health_pb2_grpc.HealthStub(client.channel)
        asked = health_pb2.HealthCheckRequest()
        assert (await health.Check(asked)).status == health_pb2.HealthCheckResponse.SERVING


async def test_a_missing_password_is_no_guess_and_white_space_around_one_does_not_count() -> None:
    async with serving(Settings(password=SECRET)) as client:
        for nothing in [(), attempt("")] * GUESSES:
            assert await refused(client.stub.GetCatalog(CATALOG, metadata=nothing)) == WRONG
        await client.stub.GetCatalog(CATALOG, metadata=attempt(f" {SECRET} "))


async def test_after_some_guesses_an_address_must_wait_but_not_who_is_connected_already() -> None:
    clock = FakeClock()
    async with serving(Settings(password=SECRET), clock=clock) as client:
        lobby = client.stub.WatchLobby(service_pb2.WatchLobbyRequest(), metadata=RIGHT)
        await lobby.read()
        where = f"{HOST}:{client.running.port}"
        async with grpc.aio.insecure_channel(where, OWN_CONNECTION) as channel:
            newcomer: Any = service_pb2_grpc.KoikoiServiceStub(channel)
            for number in range(GUESSES):
                guess = newcomer.GetCatalog(CATALOG, metadata=attempt(f"guess {number}"))
                assert await refused(guess) == WRONG
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await newcomer.GetCatalog(CATALOG, metadata=RIGHT)
            assert reason(caught.value) == "RATE_LIMITED"
            assert "wait 12 seconds" in (caught.value.details() or "")
            await client.stub.GetCatalog(CATALOG, metadata=RIGHT)
            clock.advance(12_000)
            await newcomer.GetCatalog(CATALOG, metadata=RIGHT)
            assert await refused(newcomer.GetCatalog(CATALOG, metadata=attempt("more"))) == WRONG
        lobby.cancel()
        await soon(lambda: not client.running.calls.by_peer())
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await client.stub.GetCatalog(CATALOG, metadata=RIGHT)
        assert reason(caught.value) == "RATE_LIMITED"


def refusal_of(passwords: Passwords, given: str, peer: str = "p", address: str = "a") -> str:
    try:
        passwords.check(given, peer, address)
    except Refusal as refusal:
        return refusal.reason.name
    return ""


def guessed(passwords: Passwords, address: str = "a") -> None:
    for number in range(GUESSES):
        assert refusal_of(passwords, f"{address} {number}", address=address) == "PASSWORD_WRONG"


def test_a_guesser_locks_out_no_other_address() -> None:
    passwords = Passwords(FakeClock(), SECRET)
    guessed(passwords)
    assert refusal_of(passwords, SECRET) == "RATE_LIMITED"
    assert refusal_of(passwords, SECRET, address="b") == ""


def test_a_guesser_learns_nothing_while_limited() -> None:
    passwords = Passwords(FakeClock(), SECRET)
    guessed(passwords)
    assert {refusal_of(passwords, each) for each in (SECRET, "another")} == {"RATE_LIMITED"}


def test_a_connection_is_let_in_while_limited_only_as_long_as_a_right_call_is_open() -> None:
    passwords = Passwords(FakeClock(), SECRET)
    for _ in range(2):
        passwords.began("p")
    guessed(passwords)
    passwords.ended("p")
    assert refusal_of(passwords, SECRET) == ""
    passwords.ended("p")
    assert refusal_of(passwords, SECRET) == "RATE_LIMITED"


def test_the_same_wrong_password_again_costs_no_guess() -> None:
    """Last week's, which the programs of a whole club have kept, must not lock the club out."""
    passwords = Passwords(FakeClock(), SECRET)
    for _ in range(3 * GUESSES):
        assert refusal_of(passwords, "last week's") == "PASSWORD_WRONG"
    assert refusal_of(passwords, SECRET) == ""
    guessed(passwords, "b")
    assert refusal_of(passwords, "last week's", address="b") == "PASSWORD_WRONG"


async def test_a_password_is_in_no_log_or_error(caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(password=SECRET)
    assert SECRET not in repr(settings)
    caplog.set_level(logging.DEBUG)
    async with serving(settings) as client:
        await client.stub.GetCatalog(CATALOG, metadata=RIGHT)
        for number in range(GUESSES + 2):
            guess = client.stub.GetCatalog(CATALOG, metadata=attempt(f"guess {number}"))
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await guess
            assert "guess" not in str(caught.value)
        await soon(lambda: "limited" in caplog.text)
    assert SECRET not in caplog.text
    assert "guess" not in caplog.text


# -- where it comes from ------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "password"
    path.touch(0o600)
    return path


def test_the_file_wins_over_the_environment(file: Path) -> None:
    file.write_text(f"{SECRET}\r\n")
    assert given_password(file, {VARIABLE: "other"}) == (SECRET, "")
    assert given_password(None, {VARIABLE: "other"}) == ("other", "")
    assert given_password(None, {}) == ("", "")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"a" * (LONGEST + 1), f"longer than {LONGEST} characters"),
        ("gr\u00fcn".encode(), "ASCII"),
        (b"one\ntwo\n", "one line"),
        (b"a\x00b", "one line"),
    ],
)
def test_a_password_that_cannot_be_used_is_refused(content: bytes, why: str, file: Path) -> None:
    file.write_bytes(content)
    with pytest.raises(PasswordError, match=why) as in_file:
        given_password(file, {})
    assert str(file) in str(in_file.value)
    with pytest.raises(PasswordError, match=f"KOIKOI_PASSWORD.*{why}"):
        given_password(None, {VARIABLE: content.decode()})


def test_the_longest_one_can_be_used(file: Path) -> None:
    file.write_text("a" * LONGEST)
    assert given_password(file, {})[0] == "a" * LONGEST


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(PasswordError, match="cannot read the password in"):
            given_password(path, {})


@pytest.mark.parametrize("mode", [0o640, 0o604])
def test_a_file_that_others_can_read_is_used_with_a_warning(mode: int, file: Path) -> None:
    file.write_text(SECRET)
    file.chmod(mode)
    password, warning = given_password(file, {})
    assert password == SECRET
    assert f"chmod 600 {file}" in warning


# -- where it may be used -----------------------------------------------------------------------


class Bound:
    """A gRPC server that notes where it listens."""

    def __init__(self) -> None:
        self.at: list[str] = []

    def add_insecure_port(self, where: str) -> int:
        self.at.append(where)
        return 50551

    def add_secure_port(self, where: str, _secret: object) -> int:
        return self.add_insecure_port(where)


@pytest.mark.parametrize("hosts", [[], ["0.0.0.0"], ["127.0.0.1", "192.0.2.1"]])
def test_no_password_is_sent_unencrypted_over_a_network(hosts: list[str]) -> None:
    server: Any = Bound()
    with pytest.raises(CannotListen, match="leave out --insecure"):
        listen(server, hosts, 50551, None, has_password=True)
    assert server.at == []


def test_it_may_be_sent_unencrypted_on_this_machine() -> None:
    server: Any = Bound()
    assert listen(server, ["127.0.0.1", "::1"], 50551, None, has_password=True).has_password


def test_players_are_told_that_they_need_it() -> None:
    at = Listening(50551, ("127.0.0.1",), has_password=True)
    assert invitations(at, [])[1:] == ["koikoi-server: Players must type the password."]
