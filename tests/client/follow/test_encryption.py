"""What a user reads about encryption."""

from __future__ import annotations

from dataclasses import replace

from koikoi_client.follow.encryption import encryption, first_visit, is_exposed
from koikoi_client.follow.invitations import Invitations
from koikoi_client.wire.address import Address
from koikoi_client.wire.session import Session

CODE = "VCAE-PNGG-UDXF-HBQK"


def session(*, own: bool = False, insecure: bool = False) -> Session:
    made = Session(Address("127.0.0.1", 1, insecure=insecure), own=own)
    if not insecure:
        made.trust.certificate = b"a certificate"
    return made


def test_the_code_of_the_server_can_always_be_compared() -> None:
    """At the first visit it is said once; afterwards it is among the facts about a table."""
    visited = session()
    assert visited.trust.code == CODE
    assert first_visit(visited) == ""
    assert encryption(visited, None) == (
        f"Code of the server: {CODE}. Compare it with the server's window."
    )
    visited.trust.first_visit = True
    assert first_visit(visited) == (
        f"First visit. Code {CODE}: compare it with the server's window."
    )
    assert visited.shared_address.command == f"koikoi-client {CODE}@127.0.0.1:1"


def test_a_code_that_was_typed_need_not_be_compared() -> None:
    visited = session()
    visited.address = replace(visited.address, code=CODE)
    assert encryption(visited, None) == f"Code of this server: {CODE}."


def test_the_host_is_in_front_of_the_servers_window() -> None:
    assert encryption(session(own=True), Invitations()) == f"Code of this server: {CODE}."


def test_a_connection_that_others_can_read_is_said() -> None:
    """Not that to a practice server, which is a child process."""
    assert not is_exposed(session(), None)
    assert is_exposed(session(insecure=True), None)
    assert is_exposed(session(insecure=True, own=True), Invitations())
    assert "Not encrypted" in encryption(session(insecure=True), None)
    practice = session(insecure=True, own=True)
    assert not is_exposed(practice, None)
    assert encryption(practice, None) == ""
