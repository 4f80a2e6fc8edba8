"""Addresses as people write them."""

from __future__ import annotations

import re

import pytest

from koikoi_client.wire.address import Address, AddressError, parse


@pytest.mark.parametrize(
    ("written", "host", "port"),
    [
        ("aki-pc", "aki-pc", 50551),
        ("192.168.1.20:7000", "192.168.1.20", 7000),
        ("::1", "::1", 50551),
        ("[::1]", "::1", 50551),
        ("[fe80::1%eth0]:7000", "fe80::1%eth0", 7000),
        (" aki.local:1 ", "aki.local", 1),
        ("[fe80::1%25eth0]:7", "fe80::1%eth0", 7),  # as in URLs
        ("fe80::1%252", "fe80::1%252", 50551),
        ("fe80::1%", "fe80::1", 50551),
        ("[::1%lo]:7", "::1", 7),  # only link-local addresses have a zone
        ("127.0.0.1%lo:7", "127.0.0.1", 7),
    ],
)
def test_an_address_is_read(written: str, host: str, port: int) -> None:
    assert parse(written) == Address(host, port)


@pytest.mark.parametrize(
    "written",
    ["", ":7000", "a b", "http://x", "[::1", "[::1]x", "1::2::3", "a:0", "a:65536", "a:x"],
)
def test_what_is_no_address_is_refused_with_a_sentence(written: str) -> None:
    with pytest.raises(AddressError, match=r"address|port"):
        parse(written)


@pytest.mark.parametrize(
    ("written", "right"),
    [("http://x", "x"), ("HTTPS://[::1]:7/", "[::1]:7"), ("grpc://aki.local:1/a", "aki.local:1")],
)
def test_a_url_is_refused_with_the_address_in_it(written: str, right: str) -> None:
    with pytest.raises(AddressError, match=rf"without \".*://\": type {re.escape(right)}\."):
        parse(written)


def test_what_is_shown_can_be_typed() -> None:
    for address in (Address("::1", 7), Address("10.0.0.1", 50551)):
        assert parse(str(address)) == address


def test_addresses_that_only_this_machine_can_use() -> None:
    assert [Address(host, 1).only_here for host in ("127.0.0.1", "::1", "localhost")] == [True] * 3
    assert not Address("192.168.1.20", 1).only_here
    assert not Address("aki-pc", 1).only_here


def test_what_others_type_is_quoted_and_has_no_zone() -> None:
    """zsh reads brackets as a pattern; a zone has a meaning on one machine only."""
    assert Address("fe80::1%eth0", 7).command == 'koikoi-client "[fe80::1]:7"'
    assert Address("10.0.0.1", 7).command == "koikoi-client 10.0.0.1:7"
